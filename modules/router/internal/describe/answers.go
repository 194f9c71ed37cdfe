package describe

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// answers are what a route answers with beside its result, and the headers of its
// answers: those of its own, then those of its flags.
type answers []namedAnswer

// namedAnswer is an answer, and a name that no other one has.
type namedAnswer struct {
	Answer
	name string // a flag and a number
}

func answersOf(r Route, flags map[string]Flag) answers {
	var all answers
	add := func(owner string, answers []Answer) {
		for i, a := range answers {
			if a.Methods == nil || a.Methods(r.Route.Method) {
				all = append(all, namedAnswer{a, owner + " " + strconv.Itoa(i)})
			}
		}
	}
	if r.Result.Content {
		add("", ofContent)
	}
	for _, name := range r.Route.Flags {
		add(name, flags[name].Answers)
	}
	return all
}

// headers are those of a status, of which 0 is any other one. Names are what tells them
// from those of another route.
func (all answers) headers(status int) (headers []apidoc.Header, names string) {
	for _, a := range all {
		if len(a.Headers) > 0 && (a.Status == 0 || a.Status == status) {
			headers, names = withHeaders(headers, a.Headers), names+a.name+" "
		}
	}
	return headers, names
}

// shareHeaders lets headers of flags stand among the components, where all those of one
// name are the same. One without a schema is text.
func shareHeaders(flags map[string]Flag) map[string]Flag {
	location := location("", createdAt)
	one := map[string]*apidoc.Header{location.Name: &location} // nil: they differ
	all := map[string]Flag{}
	for name, flag := range flags {
		flag.Answers = withSchemas(flag.Answers)
		all[name] = flag
		for _, a := range flag.Answers {
			for i, h := range a.Headers {
				if first, known := one[h.Name]; !known {
					one[h.Name] = &a.Headers[i]
				} else if first != nil && !reflect.DeepEqual(*first, h) {
					one[h.Name] = nil
				}
			}
		}
	}
	for _, flag := range all {
		for _, a := range flag.Answers {
			for i, h := range a.Headers {
				if one[h.Name] != nil && isComponent(h.Name) {
					a.Headers[i].Ref = headerRef + h.Name
				}
			}
		}
	}
	return all
}

// withSchemas are answers that are the caller's own, whose headers have schemas.
func withSchemas(answers []Answer) []Answer {
	answers = slices.Clone(answers)
	for i, a := range answers {
		answers[i].Headers = slices.Clone(a.Headers)
		for j, h := range a.Headers {
			if answers[i].Headers[j].Ref = ""; h.Schema == nil && h.Content == nil {
				answers[i].Headers[j].Schema = header("", "").Schema
			}
		}
	}
	return answers
}

func isGet(method string) bool { return method == http.MethodGet }

func reads(method string) bool { return isGet(method) || method == http.MethodHead }

// ofContent are what conditions and ranges are answered with, and the headers that a
// client needs to ask for them.
var ofContent = []Answer{
	{Status: http.StatusOK, Headers: sent},
	{Status: http.StatusPartialContent, Headers: sent, Methods: isGet},
	{Status: http.StatusNotModified, Description: "Not modified", Headers: validators, Methods: reads},
	{Status: http.StatusPreconditionFailed, Description: "A condition is false", Methods: reads},
	{
		Status: http.StatusRequestedRangeNotSatisfiable, Description: "There is no such range", Methods: reads,
		Headers: []apidoc.Header{header("Content-Range", "How long it is")},
	},
}

var (
	validators = []apidoc.Header{
		header("ETag", "For `If-None-Match` and `If-Range`"), header("Last-Modified", "For `If-Modified-Since`"),
	}
	sent = append([]apidoc.Header{
		header("Accept-Ranges", "The unit of ranges, `bytes`"), header("Content-Disposition", "The name to save it under, where it is to be saved"),
	}, validators...)
)
