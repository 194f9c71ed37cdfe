package describe

import (
	"cmp"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
)

func problemSchema(b *schema.Builder) *apidoc.Schema {
	s := b.Of(reflect.TypeFor[problem.Problem](), schema.Output)
	whole := *b.Schemas[s.Ref]
	delete(b.Schemas, s.Ref)
	whole.Description = "What went wrong (RFC 9457). The instance is the id of the request."
	whole.Required = append(whole.Required, "instance")
	return &whole
}

// problems are the responses of a description that are no success, each made once.
type problems map[variant]apidoc.Response

// problemsOf makes the responses of all operations. Those that are written once for
// all have a name: the usual ones, and of the others those that several operations
// have. Of two that would have one name the first counts, in the order of the
// descriptions.
func problemsOf(routes []located) problems {
	uses, headers := map[variant]int{}, map[variant][]apidoc.Header{}
	for _, r := range routes {
		for _, v := range r.failed {
			uses[v]++
			headers[v], _ = r.answers.headers(v.Code)
		}
	}
	all := slices.Collect(maps.Keys(uses))
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Description, b.Description), cmp.Compare(a.headers, b.headers)) < 0
	})
	made, taken := problems{}, map[string]bool{}
	for _, v := range all {
		name := ""
		if v.Code == 0 || v.Code >= 400 && (v.isUsual() || uses[v] > 1) {
			name = v.component(taken)
			taken[name] = name != ""
		}
		made[v] = v.response(name, headers[v])
	}
	return made
}

// failures are what a route answers with when it fails, and what it documents itself,
// each status once. The words of the router and of flags add up; those of the route take
// their place.
func failures(r Route, flags map[string]Flag, answers answers) []variant {
	all := make([]variant, 0, 5) // most have no more
	of := func(code int) *Status {
		at := slices.IndexFunc(all, func(v variant) bool { return v.Code == code })
		if at < 0 {
			at = len(all)
			all = append(all, variant{Status: Status{Code: code}})
		}
		return &all[at].Status
	}
	for _, code := range inputStatuses(r) {
		of(code).add(usual[code])
	}
	if secured(r, flags) {
		of(http.StatusUnauthorized).add(usual[http.StatusUnauthorized])
		of(http.StatusForbidden).add(usual[http.StatusForbidden])
	}
	for _, a := range answers {
		if a.Status >= 300 || a.Status != 0 && a.Description != "" {
			of(a.Status).add(a.Description)
		}
	}
	for _, s := range r.About.Statuses {
		of(s.Code).Description = s.Description
	}
	if !r.Handler {
		of(other.Code).Description = other.Description
	}
	for i, v := range all {
		all[i].Description = cmp.Or(v.Description, usual[v.Code], http.StatusText(v.Code))
		_, all[i].headers = answers.headers(v.Code)
	}
	return all
}

// add adds a sentence that is not there yet.
func (s *Status) add(sentence string) {
	switch {
	case s.Description == "":
		s.Description = sentence
	case !strings.Contains(s.Description, sentence):
		s.Description = strings.TrimSuffix(s.Description, ".") + ". " + sentence
	}
}

func secured(r Route, flags map[string]Flag) bool {
	return slices.ContainsFunc(r.Route.Flags, func(flag string) bool { return flags[flag].Security != nil })
}

// inputStatuses are what the router answers when the input is at fault.
func inputStatuses(r Route) []int {
	var statuses []int
	in := r.Input
	if in != nil || len(r.Params) > 0 {
		statuses = append(statuses, http.StatusBadRequest)
	}
	if in == nil {
		return statuses
	}
	statuses = append(statuses, http.StatusUnprocessableEntity)
	if in.HasBody() {
		statuses = append(statuses, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return statuses
}
