package mock

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
)

// reply sends the answer to one request.
type reply struct {
	cors    cors
	w       http.ResponseWriter
	r       *http.Request
	applied []string // preferences that counted
}

// newReply sets the headers that every answer has.
func newReply(w http.ResponseWriter, r *http.Request, c *config) *reply {
	c.cors.allow(w.Header(), r.Header.Get("Origin"))
	c.sandbox.protect(w.Header())
	return &reply{cors: c.cors, w: w, r: r}
}

func (a *reply) header() http.Header { return a.w.Header() }

// apply says that a preference counted, "" for none.
func (a *reply) apply(preference string) {
	if preference != "" {
		a.applied = append(a.applied, preference)
	}
}

// withhold says that a header of the description is not sent as it is there.
func (a *reply) withhold(name string) { a.header().Add("Mock-Withheld", name) }

// enter waits until work of a weight may go on. It goes on until leave is called or
// the answer begins. It is false when that takes too long.
func (a *reply) enter(gate *admission.Gate, weight int) (leave func(), ok bool) {
	w, leave, ok := gate.Enter(a.w, a.r, weight)
	if ok {
		a.w = w
	}
	return leave, ok
}

// later answers that another try may succeed after a time.
func (a *reply) later(d time.Duration, detail string) {
	a.header().Set("Retry-After", seconds(d))
	a.problem(problem.New(http.StatusServiceUnavailable, detail))
}

// unserved answers where there is no operation but others are allowed.
func (a *reply) unserved(allow string) {
	a.header().Set("Allow", allow)
	if a.r.Method == http.MethodOptions {
		a.send(http.StatusNoContent, nil)
		return
	}
	a.problem(problem.New(http.StatusMethodNotAllowed, "The description has no "+clip(a.r.Method)+" here."))
}

// problem answers with what is wrong.
func (a *reply) problem(p problem.Problem) {
	a.header().Set("Content-Type", problem.MediaType)
	a.send(p.Status, p.Append(nil))
}

// send sends an answer whose header is set.
func (a *reply) send(status int, body []byte) {
	a.conclude()
	if bodiless(status) {
		a.header().Del("Content-Type")
		a.w.WriteHeader(status)
		return
	}
	a.header().Set("Content-Length", strconv.Itoa(len(body)))
	a.w.WriteHeader(status)
	if a.r.Method != http.MethodHead {
		_, _ = a.w.Write(body) // whoever asked has gone
	}
}

// stream sends items one after the other, until the client goes away.
func (a *reply) stream(status int, items [][]byte, pause time.Duration) {
	a.conclude()
	a.header().Set("Cache-Control", "no-store")
	a.w.WriteHeader(status)
	if a.r.Method == http.MethodHead {
		return
	}
	out := http.NewResponseController(a.w)
	for i, item := range items {
		if i > 0 && !sleep(a.r, pause) {
			return
		}
		if _, err := a.w.Write(item); err != nil {
			return
		}
		_ = out.Flush() // one that cannot sends them at once
	}
}

// conclude sets the headers that say something of the others.
func (a *reply) conclude() {
	if len(a.applied) > 0 {
		a.header().Set("Preference-Applied", strings.Join(a.applied, ", "))
	}
	a.cors.expose(a.header())
}

// bodiless reports whether answers of a status have no body (RFC 9110, section
// 6.4.1).
func bodiless(status int) bool {
	return status < 200 || status == http.StatusNoContent || status == http.StatusResetContent || status == http.StatusNotModified
}

// sleep is false when the client has gone before the time is over.
func sleep(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}
