package describe

import (
	"cmp"
	"maps"
	"net/http"
	"reflect"
	"slices"
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

// problems are the names of the problems that stand among the components.
type problems map[Status]string

// shared names the problems that are written once for all operations: the
// usual ones, and of the others those that several operations have. Of two that
// would have one name the first counts, in the order of the descriptions.
func shared(routes []Route, flags map[string]Flag) problems {
	uses := map[Status]int{}
	for _, r := range routes {
		for code, description := range statuses(r, flags) {
			uses[Status{code, description}]++
		}
	}
	all := slices.SortedFunc(maps.Keys(uses), func(a, b Status) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Description, b.Description))
	})
	named, taken := problems{}, map[string]bool{"Error": true}
	for _, s := range all {
		if name := s.component(); s.Code >= 400 && !taken[name] && (s.isUsual() || uses[s] > 1) {
			named[s], taken[name] = name, true
		}
	}
	return named
}

func (named problems) response(s Status) apidoc.Response {
	if s.Code < 400 {
		return apidoc.Response{Status: strconv.Itoa(s.Code), Description: s.Description}
	}
	return problemResponse(strconv.Itoa(s.Code), s.Description, named[s])
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
// documents itself.
func statuses(r Route, flags map[string]Flag) map[int]string {
	statuses := map[int]string{}
	for _, code := range inputStatuses(r) {
		statuses[code] = ""
	}
	if r.Result.Content && (r.Route.Method == http.MethodGet || r.Route.Method == http.MethodHead) {
		maps.Copy(statuses, ofContent)
	}
	for _, flag := range r.Route.Flags {
		maps.Copy(statuses, flags[flag].Statuses)
	}
	if secured(r, flags) {
		statuses[http.StatusUnauthorized], statuses[http.StatusForbidden] = "", ""
	}
	for _, s := range r.About.Statuses {
		statuses[s.Code] = s.Description
	}
	for code, description := range statuses {
		statuses[code] = cmp.Or(description, usual[code], http.StatusText(code))
	}
	return statuses
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
