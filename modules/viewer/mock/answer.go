package mock

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/negotiate"
)

// answer answers a request that is as it should be.
func (x *exchange) answer() {
	r, status := x.chosen()
	if r == nil {
		x.undescribed(status)
		return
	}
	if x.wishes.code > 0 {
		x.applied = append(x.applied, "code="+strconv.Itoa(x.wishes.code))
	}
	x.respond(r, status, status >= http.StatusBadRequest)
}

// undescribed answers with a status that the description does not have.
func (x *exchange) undescribed(status int) {
	if status < http.StatusBadRequest {
		x.conclude()
		x.send(status, nil)
		return
	}
	x.applied = append(x.applied, "code="+strconv.Itoa(status))
	x.conclude()
	var known []string
	for _, r := range x.op.Responses {
		known = append(known, r.Status)
	}
	detail := fmt.Sprintf("The description has no response %d here; it has %s.", status, strings.Join(known, ", "))
	x.problem(problem{Status: status, Detail: detail})
}

// chosen is the response that is asked for, or else the first that says that all
// is well, and its status. It is nil when the description has none.
func (x *exchange) chosen() (*apidoc.Response, int) {
	all := x.op.Responses
	if code := x.wishes.code; code > 0 {
		return covering(all, code), code
	}
	if name := x.wishes.example; name != "" {
		for _, r := range sorted(all) {
			if hasExample(r, name) {
				return r, statusOf(r)
			}
		}
	}
	for _, r := range sorted(all) {
		return r, statusOf(r)
	}
	return nil, http.StatusOK
}

// sorted are responses in the order in which they are wanted: 2xx, then default,
// then 3xx and the others, the lowest first.
func sorted(all []apidoc.Response) []*apidoc.Response {
	list := make([]*apidoc.Response, 0, len(all))
	for i := range all {
		list = append(list, &all[i])
	}
	rank := func(r *apidoc.Response) int {
		switch status := statusOf(r); {
		case r.Status == "default":
			return 300
		case status < 200:
			return 1000
		default:
			return status
		}
	}
	slices.SortStableFunc(list, func(a, b *apidoc.Response) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return strings.Count(a.Status, "X") - strings.Count(b.Status, "X")
	})
	return list
}

// statusOf is a status that a response stands for.
func statusOf(r *apidoc.Response) int {
	if r.Status == "default" {
		return http.StatusOK
	}
	if status, err := strconv.Atoi(strings.ReplaceAll(strings.ToUpper(r.Status), "X", "0")); err == nil && status >= 200 && status <= 599 {
		return status
	}
	return http.StatusOK
}

// covering is the response for a status: the one that has it, or its range, or
// default.
func covering(all []apidoc.Response, status int) *apidoc.Response {
	if r := exactly(all, status); r != nil {
		return r
	}
	for _, name := range []string{strconv.Itoa(status/100) + "XX", "default"} {
		if i := slices.IndexFunc(all, func(r apidoc.Response) bool { return strings.EqualFold(r.Status, name) }); i >= 0 {
			return &all[i]
		}
	}
	return nil
}

func exactly(all []apidoc.Response, status int) *apidoc.Response {
	i := slices.IndexFunc(all, func(r apidoc.Response) bool { return r.Status == strconv.Itoa(status) })
	if i < 0 {
		return nil
	}
	return &all[i]
}

func hasExample(r *apidoc.Response, name string) bool {
	return slices.ContainsFunc(r.Content, func(m apidoc.MediaType) bool { return exampleNamed(&m, name) != nil })
}

// exampleNamed is the example of a name whose value is at hand: what stands
// elsewhere is never fetched.
func exampleNamed(m *apidoc.MediaType, name string) *apidoc.Example {
	for i := range m.Examples {
		if e := &m.Examples[i]; e.Name == name && (e.Value != nil || e.Serialized != "") {
			return e
		}
	}
	return nil
}

// respond answers with a response of the description. An error is sent in any
// format when none is accepted.
func (x *exchange) respond(r *apidoc.Response, status int, anyFormat bool) {
	content := r.Content
	if name := x.wishes.example; name != "" && hasExample(r, name) {
		content = slices.DeleteFunc(slices.Clone(content), func(m apidoc.MediaType) bool { return exampleNamed(&m, name) == nil })
	}
	best, ok := choose(content, negotiate.Read(x.r.Header.Values("Accept")))
	if !ok && len(content) > 0 && !anyFormat {
		x.unacceptable(content)
		return
	}
	if !ok && len(content) > 0 {
		best = offer{&content[0], concrete(content[0].Name, nil)}
	}
	x.headers(r)
	if best.media == nil || bodiless(status) {
		x.conclude()
		x.send(status, nil)
		return
	}
	body := x.body(best)
	x.conclude()
	x.w.Header().Set("Content-Type", x.plainType(best.name))
	if body.items != nil {
		x.stream(status, body)
		return
	}
	x.send(status, body.data)
}

func (x *exchange) unacceptable(content []apidoc.MediaType) {
	var names []string
	for _, m := range content {
		names = append(names, m.Name)
	}
	x.conclude()
	x.problem(problem{Status: http.StatusNotAcceptable, Detail: "The response comes as " + strings.Join(names, ", ") + "."})
}

// seed is what varied values are made with: another one for another request, 0 for
// the usual values.
func (x *exchange) seed() uint64 {
	if !x.wishes.dynamic {
		return 0
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s?%s %s", x.r.Method, x.r.URL.EscapedPath(), x.r.URL.RawQuery, x.wishes.seed)
	return max(h.Sum64(), 1)
}
