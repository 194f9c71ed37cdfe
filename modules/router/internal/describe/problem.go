package describe

import (
	"cmp"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"sort"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
)

const (
	problemRef  = "#/components/schemas/Problem"
	responseRef = "#/components/responses/"
)

func problemSchema(b *schema.Builder) *apidoc.Schema {
	s := b.Of(reflect.TypeFor[problem.Problem](), schema.Output)
	whole := *b.Schemas[s.Ref]
	delete(b.Schemas, s.Ref)
	whole.Description = "What went wrong (RFC 9457). The instance is the id of the request."
	whole.Required = append(whole.Required, "instance")
	return &whole
}

// usual describes the statuses of problems that the router and flags answer with.
// The description of any other is its text in RFC 9110.
var usual = map[int]string{
	http.StatusBadRequest:            "A value cannot be read",
	http.StatusUnauthorized:          "Nobody is logged in",
	http.StatusForbidden:             "Not allowed",
	http.StatusRequestEntityTooLarge: "The body is too long",
	http.StatusUnsupportedMediaType:  "The body is of another type",
	http.StatusUnprocessableEntity:   "A value does not fit",
}

// Status is a status and what it means to an operation.
type Status struct {
	Code        int
	Description string
}

func (s Status) isUsual() bool {
	return s.Description == cmp.Or(usual[s.Code], http.StatusText(s.Code))
}

// component is the name of a problem among the components: that of the status,
// and in front of it the description that is a special one.
func (s Status) component() string {
	name := cmp.Or(words(http.StatusText(s.Code)), "Status"+strconv.Itoa(s.Code))
	if s.isUsual() {
		return name
	}
	return words(s.Description) + name
}

// problems are the responses of a description that are no success, each made once.
type problems struct {
	by    map[Status]apidoc.Response
	other apidoc.Response // of any other status
}

// problemsOf makes the responses of all operations. Those that are written once for
// all have a name: the usual ones, and of the others those that several operations
// have. Of two that would have one name the first counts, in the order of the
// descriptions.
func problemsOf(answered [][]Status) problems {
	uses := map[Status]int{}
	for _, statuses := range answered {
		for _, s := range statuses {
			uses[s]++
		}
	}
	all := slices.Collect(maps.Keys(uses))
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(all[i].Code, all[j].Code), cmp.Compare(all[i].Description, all[j].Description)) < 0
	})
	made := problems{map[Status]apidoc.Response{}, problemResponse("default", "An error", "Error")}
	taken := map[string]bool{"Error": true}
	for _, s := range all {
		status := strconv.Itoa(s.Code)
		if s.Code < 400 {
			made.by[s] = apidoc.Response{Status: status, Description: s.Description}
			continue
		}
		name := s.component()
		if taken[name] || !s.isUsual() && uses[s] == 1 {
			name = ""
		}
		taken[name] = name != ""
		made.by[s] = problemResponse(status, s.Description, name)
	}
	return made
}

// problemResponse is a problem, one among the components if it has a name there.
func problemResponse(status, description, component string) apidoc.Response {
	r := apidoc.Response{Status: status, Description: description, Content: []apidoc.MediaType{
		{Name: problem.MediaType, Schema: &apidoc.Schema{Ref: problemRef}},
	}}
	if component != "" {
		r.Ref = responseRef + component
	}
	return r
}

// statuses are those that a route answers with when it fails, and those that it
// documents itself, each once.
func statuses(r Route, flags map[string]Flag) []Status {
	var all []Status
	set := func(code int, description string) {
		at := slices.IndexFunc(all, func(s Status) bool { return s.Code == code })
		if at < 0 {
			at = len(all)
			all = append(all, Status{Code: code})
		}
		all[at].Description = description
	}
	for _, code := range inputStatuses(r) {
		set(code, "")
	}
	if r.Result.Content && (r.Route.Method == http.MethodGet || r.Route.Method == http.MethodHead) {
		for code, description := range ofContent {
			set(code, description)
		}
	}
	for _, flag := range r.Route.Flags {
		for code, description := range flags[flag].Statuses {
			set(code, description)
		}
	}
	if secured(r, flags) {
		set(http.StatusUnauthorized, "")
		set(http.StatusForbidden, "")
	}
	for _, s := range r.About.Statuses {
		set(s.Code, s.Description)
	}
	for i, s := range all {
		all[i].Description = cmp.Or(s.Description, usual[s.Code], http.StatusText(s.Code))
	}
	return all
}

// ofContent are what conditions and ranges are answered with.
var ofContent = map[int]string{
	http.StatusNotModified:                  "Not modified",
	http.StatusPreconditionFailed:           "A condition is false",
	http.StatusRequestedRangeNotSatisfiable: "There is no such range",
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
