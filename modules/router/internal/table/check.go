package table

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/describe"
	"github.com/trefoil-go/trefoil/modules/router/internal/match"
)

// Check finds what is wrong with the routes of a table whose flags are known.
func Check(routes []Route, known map[string]Flag, hooks []Hook) []Mistake {
	var found []Mistake
	promised := map[string]bool{}
	encodable, written := judged{answer.Unencodable, map[reflect.Type]string{}}, judged{answer.Unwritten, map[reflect.Type]string{}}
	for _, r := range routes {
		found = slices.Concat(found, checkFunction(r), checkFlags(r, known, hooks, promised), checkSettings(r))
		if len(r.Function.Mistakes) == 0 {
			found = slices.Concat(found, checkParams(r), checkTypes(r, encodable, written))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(promised)) {
		found = append(found, wrong(known[name].At, "flag %s promises security scheme %q in the description but no beforeFunctionCall hook enforces it", name, known[name].Security.Name))
	}
	return slices.Concat(found, overlaps(routes), sharedIDs(routes))
}

func checkFunction(r Route) []Mistake {
	var found []Mistake
	for _, m := range r.Function.Mistakes {
		found = append(found, r.Wrong("%s", m))
	}
	return found
}

// checkFlags finds flags that are unknown or lack what they need, and adds those
// whose security nothing enforces to promised.
func checkFlags(r Route, known map[string]Flag, hooks []Hook, promised map[string]bool) []Mistake {
	var found []Mistake
	keeps := "" // the first flag that keeps whole responses
	for i, name := range r.Route.Flags {
		flag, ok := known[name]
		if flag.Whole {
			keeps = cmp.Or(keeps, name)
		} else if flag.Security != nil && keeps != "" {
			found = append(found, r.Wrong("flag %[1]s asks who it is behind flag %[2]s, which may have answered before with what it keeps: name %[1]s in front of it", name, keeps))
		}
		for _, needed := range flag.Needs {
			if _, exists := known[needed]; exists && needed != name && !slices.Contains(r.Route.Flags[:i], needed) {
				found = append(found, r.Wrong("flag %s needs flag %s in front of it, because hooks run in the order of the flags", name, needed))
			}
		}
		if flag.Whole && (r.Function.Handler || r.Function.Form >= Content) {
			found = append(found, r.Wrong("flag %s needs a response that is there as a whole, and this one is sent part by part", name))
		}
		switch {
		case !ok:
			found = append(found, r.Wrong("unknown flag %s%s", name, hint(name, known)))
		case flag.Security != nil && !enforced(name, hooks):
			promised[name] = true
		}
	}
	return found
}

func enforced(flag string, hooks []Hook) bool {
	return slices.ContainsFunc(hooks, func(h Hook) bool { return h.Flag == flag && h.Stage == core.BeforeFunctionCall })
}

func checkSettings(r Route) []Mistake {
	var found []Mistake
	if f := r.Function; f.Strict && f.Input == nil {
		found = append(found, r.Wrong("StrictQuery is for functions of router.In, which say what they know"))
	}
	if f := r.Function; f.Produces != nil && f.Form != Bytes && f.Form != Content {
		found = append(found, r.Wrong("Produces is for functions that return router.Bytes or router.Content"))
	}
	for _, name := range r.Function.Produces {
		if !answer.IsMediaType(name) {
			found = append(found, r.Wrong("Produces: %q is no media type such as image/png", name))
		}
	}
	if f := r.Function; f.Events && f.Form != Events {
		found = append(found, r.Wrong("EventType is for functions that return router.Events"))
	}
	if f := r.Function; f.Pages && f.PagedBy == "" {
		found = append(found, r.Wrong("PagedBy is for functions that return a router.Page"))
	}
	if f := r.Function; f.PagedBy != "" && f.Input != nil && !slices.ContainsFunc(f.Input.Fields, func(b bind.Field) bool { return b.In == "query" && b.Name == f.PagedBy }) {
		found = append(found, r.Wrong("the result is a page, and the input has no field with the tag query:%q, which selects it: add one, or name another with PagedBy", f.PagedBy))
	}
	return found
}

func checkParams(r Route) []Mistake {
	f, names := r.Function, r.Route.Params()
	switch {
	case f.Handler:
		return nil
	case f.Input != nil:
		return checkInput(r, names)
	case slices.ContainsFunc(f.Params, isInput):
		return []Mistake{r.Wrong("controller takes %v: make a function that takes a struct with router.In, and read path parameters into fields of it with the tag path", f.Params)}
	case len(f.Params) != len(names):
		return []Mistake{r.Wrong("controller takes %d path parameter(s) %v, route has %d %v", len(f.Params), f.Params, len(names), names)}
	}
	var found []Mistake
	for i, t := range f.Params {
		if bind.PathSetter(t) == nil || t.Kind() == reflect.Pointer {
			found = append(found, r.Wrong("parameter %s: a %s cannot be read from a path: use a string, bool, number or encoding.TextUnmarshaler", names[i], t))
		}
	}
	return found
}

// isInput reports whether an argument is meant to be filled by a request, such as a struct
// of router.In.
func isInput(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct && t.NumField() > 0 && bind.PathSetter(t) == nil
}

func checkInput(r Route, names []string) []Mistake {
	var found []Mistake
	var taken []string
	for _, f := range r.Function.Input.Fields {
		if f.In != "path" {
			continue
		}
		taken = append(taken, f.Name)
		if !slices.Contains(names, f.Name) {
			found = append(found, r.Wrong("the struct takes path parameter %q, route has %v", f.Name, names))
		}
	}
	for _, name := range names {
		if !slices.Contains(taken, name) {
			found = append(found, r.Wrong("no field of the struct takes path parameter %q", name))
		}
	}
	bodiless := r.Route.Method == http.MethodGet || r.Route.Method == http.MethodHead
	if bodiless && r.Function.Input.HasBody() {
		found = append(found, r.Wrong("a %s request has no body to read", r.Route.Method))
	}
	return found
}

// judged are types that were looked at, once each: what is wrong with one, empty for nothing.
type judged struct {
	judge func(reflect.Type) string
	known map[reflect.Type]string
}

func (j judged) wrong(t reflect.Type) string {
	why, known := j.known[t]
	if !known {
		why = j.judge(t)
		j.known[t] = why
	}
	return why
}

func checkTypes(r Route, encodable, written judged) []Mistake {
	var found []Mistake
	if f := r.Function; f.Result != nil {
		if why := answer.Unmeant(f.Body); why != "" && !f.AnyBody {
			found = append(found, r.Wrong("result %s", why))
		}
		if why := encodable.wrong(f.Result); why != "" {
			found = append(found, r.Wrong("result %s cannot be encoded: %s", f.Result, why))
		}
		if why := written.wrong(f.Result); why != "" {
			found = append(found, r.Wrong("result %s is not written as it is described: %s", f.Result, why))
		}
	}
	if r.Function.Input == nil {
		return found
	}
	for _, f := range r.Function.Input.Members {
		if why := encodable.wrong(f.Type); why != "" {
			found = append(found, r.Wrong("member %q cannot be decoded: %s", f.Name, why))
		}
	}
	return found
}

// overlaps are routes that are the same.
func overlaps(routes []Route) []Mistake {
	var found []Mistake
	same := map[string][]int{}
	for i, r := range routes {
		shape := r.Route.Method + match.Shape(r.Route.Segments)
		for _, other := range same[shape] {
			found = append(found, r.Wrong("same route as %s", routes[other]))
		}
		same[shape] = append(same[shape], i)
	}
	return found
}

// sharedIDs finds operations of one name: generated clients would have one method
// for both (OpenAPI 3.1, section 4.8.10).
func sharedIDs(routes []Route) []Mistake {
	var found []Mistake
	first := map[string]int{}
	for i, r := range routes {
		if r.Hidden {
			continue
		}
		at, taken := first[r.ID]
		if !taken {
			first[r.ID] = i
			continue
		}
		other := routes[at]
		if other.Route.Method == r.Route.Method && match.Compare(other.Route.Segments, r.Route.Segments) == match.Same {
			continue // a mistake already
		}
		free := describe.RouteID(r.Route)
		if free == r.ID {
			free += "2"
		}
		how := fmt.Sprintf("name one of them, as in router.With(fn, router.OperationID(%q))", free)
		if r.Group != "" {
			how += ", or its group by Name"
		}
		found = append(found, r.Wrong("operationId %q is that of %q -> %s too: %s", r.ID, other.Key, other.Function.At, how))
	}
	return found
}

// WonOver are the keys of the routes that cross one and lose: some requests fit
// both, and neither is more specific.
func WonOver(winner Route, routes []Route) []string {
	var keys []string
	for i := range routes {
		r := &routes[i]
		if answered(r.Route.Method) == answered(winner.Route.Method) &&
			match.Compare(winner.Route.Segments, r.Route.Segments) == match.Crossing &&
			match.Before(winner.Route.Segments, r.Route.Segments) < 0 {
			keys = append(keys, r.Key)
		}
	}
	return keys
}

// answered is the method of the routes that answer requests of a method: those of
// GET answer HEAD.
func answered(method string) string {
	if method == http.MethodHead {
		return http.MethodGet
	}
	return method
}
