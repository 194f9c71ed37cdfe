package mock

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// responder answers a call with the responses of its operation.
type responder struct {
	out    *reply
	call   *call
	maker  *maker
	config *config
}

// answer answers a call that is as it should be.
func (a *responder) answer() {
	r, status := wished(a.call.op.Responses, a.call.wishes)
	switch {
	case r == nil:
		a.undescribed(status)
		return
	case a.call.wishes.code > 0:
		a.out.apply("code=" + strconv.Itoa(status))
	}
	a.respond(r, status, status >= http.StatusBadRequest, "")
}

// undescribed answers with a status that the description does not have.
func (a *responder) undescribed(status int) {
	if status < http.StatusBadRequest {
		a.out.send(status, nil)
		return
	}
	a.out.apply("code=" + strconv.Itoa(status))
	var known []string
	for _, r := range a.call.op.Responses {
		known = append(known, r.Status)
	}
	a.out.problem(problem.New(status, fmt.Sprintf("The description has no response %d here; it has %s.", status, strings.Join(known, ", "))))
}

// refuse answers with the response that the description has for a refusal, or with
// a problem.
func (a *responder) refuse(f *refusal) {
	h := a.out.header()
	if f.accept != "" {
		h.Set("Accept", f.accept)
	}
	for _, c := range f.challenges {
		h.Add("WWW-Authenticate", a.config.sandbox.challenge(c))
	}
	for _, v := range f.violations[:min(len(f.violations), maxTold)] {
		h.Add("Mock-Violation", headerText(clip(lineOf(v))))
	}
	if r, status := refusing(a.call.op.Responses, f.statuses); r != nil {
		a.respond(r, status, true, f.reason())
		return
	}
	p := problem.New(f.statuses[0], f.detail)
	p.Errors = f.violations
	a.out.problem(p)
}

// respond answers with a response of the description. An error is sent in any
// format when none is accepted. Reason is what is wrong with the request, "" for nothing.
func (a *responder) respond(r *apidoc.Response, status int, anyFormat bool, reason string) {
	content := r.Content
	if name := a.call.wishes.example; name != "" && hasExample(r, name) {
		content = slices.DeleteFunc(slices.Clone(content), func(m apidoc.MediaType) bool { return exampleNamed(&m, name) == nil })
	}
	best, ok := choose(content, negotiate.Read(a.call.r.Header.Values("Accept")))
	switch {
	case ok || len(content) == 0:
	case anyFormat:
		best = offer{&content[0], concrete(&content[0], nil)}
	default:
		a.out.problem(problem.New(http.StatusNotAcceptable, "The response comes as "+strings.Join(mediaNames(content), ", ")+"."))
		return
	}
	a.headers(r)
	if best.media == nil || bodiless(status) {
		a.out.send(status, nil)
		return
	}
	body := a.maker.body(best, sample.ProblemOf(best.name, status, reason))
	a.out.apply(body.wish)
	contentType := a.config.sandbox.contentType(best.name)
	if contentType != best.name {
		a.out.withhold("Content-Type")
	}
	a.out.header().Set("Content-Type", contentType)
	if body.items != nil {
		a.out.stream(status, body.items, a.config.pause)
		return
	}
	a.out.send(status, body.data)
}

// Limits of the headers of a response: how many, and the bytes of the value of one.
const (
	maxHeaders     = 64
	maxHeaderValue = 4 << 10
)

// headers sets the headers that a response has, those that may be sent.
func (a *responder) headers(r *apidoc.Response) {
	for i := range r.Headers[:min(len(r.Headers), maxHeaders)] {
		h := &r.Headers[i]
		name := http.CanonicalHeaderKey(h.Name)
		if !httpfield.IsToken(h.Name) || a.config.cors.decides(name) {
			continue
		}
		if !a.config.sandbox.sends(name) {
			if a.config.sandbox {
				a.out.withhold(name)
			}
			continue
		}
		switch value := headerText(phrase.Clip(a.maker.header(h), maxHeaderValue)); {
		case value == "":
		case name == "Vary":
			a.out.header().Add(name, value) // beside what the mock server itself looks at
		default:
			a.out.header().Set(name, value)
		}
	}
}
