package describe

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

const (
	problemRef  = "#/components/schemas/Problem"
	responseRef = "#/components/responses/"
)

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
	if s == other {
		return "Error"
	}
	name := cmp.Or(words(http.StatusText(s.Code)), "Status"+strconv.Itoa(s.Code))
	if s.isUsual() {
		return name
	}
	return words(s.Description) + name
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

// other is what any other status means.
var other = Status{Code: 0, Description: "An error"}

// variant is a status with the headers that it has on some routes.
type variant struct {
	Status
	headers string // their names: see answers.headers
}

// component is that of the status or, where another variant has it, with the flags that
// add headers behind it.
func (v variant) component(taken map[string]bool) string {
	name := v.Status.component()
	if taken[name] {
		for _, word := range strings.Fields(v.headers) {
			if _, err := strconv.Atoi(word); err != nil && !strings.HasSuffix(name, word) {
				name += word
			}
		}
	}
	if taken[name] {
		return ""
	}
	return name
}

// response is what a variant answers with: below 400 it has no body, from there on it is
// a problem, one among the components if it has a name there.
func (v variant) response(component string, headers []apidoc.Header) apidoc.Response {
	r := apidoc.Response{Status: strconv.Itoa(v.Code), Description: v.Description, Headers: headers}
	if v.Code > 0 && v.Code < 400 {
		return r
	}
	if v.Code == 0 {
		r.Status = "default"
	}
	r.Content = []apidoc.MediaType{{Name: problem.MediaType, Schema: &apidoc.Schema{Ref: problemRef}}}
	if component != "" {
		r.Ref = responseRef + component
	}
	return r
}
