package mock

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pathmatch"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// exchange is one request and its answer.
type exchange struct {
	config   *config
	gate     *admission.Gate
	api      *api
	w        http.ResponseWriter
	r        *http.Request
	wishes   wishes
	op       *apidoc.Operation
	values   []pathmatch.Value // of the variables of the path
	resolver *shape.Resolver
	known    map[*apidoc.Schema]kinds
	applied  []string // preferences that counted

	input    []byte // the body that is to be checked
	inputErr error  // of reading it
}

func (x *exchange) serve() {
	path := x.r.URL.EscapedPath()
	f := x.api.routes.find(x.r.Context(), x.r.Method, path, x.r.URL.Query())
	if f != nil && f.operation == nil && x.r.Method == http.MethodHead {
		f = x.api.routes.find(x.r.Context(), http.MethodGet, path, x.r.URL.Query())
	}
	switch {
	case f == nil:
		x.problem(problem{Status: http.StatusNotFound, Detail: "The description has no path that " + clip(path) + " is made of.", Paths: x.api.routes.near(path)})
	case x.preflight(f):
	case f.operation == nil && x.r.Method == http.MethodOptions:
		x.w.Header().Set("Allow", strings.Join(allow(f.methods), ", "))
		x.send(http.StatusNoContent, nil)
	case f.operation == nil:
		x.w.Header().Set("Allow", strings.Join(allow(f.methods), ", "))
		x.problem(problem{Status: http.StatusMethodNotAllowed, Detail: "The description has no " + clip(x.r.Method) + " here."})
	default:
		x.values = f.values
		x.operate(f.operation)
	}
}

// operate answers for an operation.
func (x *exchange) operate(o *apidoc.OperationSummary) {
	op, err := x.api.doc.Operation(x.r.Context(), o.Slug)
	if err != nil {
		x.problem(problem{Status: http.StatusInternalServerError, Detail: "The operation cannot be read: " + err.Error()})
		return
	}
	x.op, x.wishes = op, readWishes(x.r.Header)
	x.resolver = shape.New(x.r.Context(), x.api.doc)
	x.w.Header().Add("Vary", "Accept, Prefer")
	if !x.wait() {
		return
	}
	// Who names an answer wants to see it, not what the request lacks.
	checked := x.config.check && !x.wishes.unchecked && x.wishes.code == 0 && x.wishes.example == ""
	if checked && op.RequestBody != nil && len(op.RequestBody.Content) > 0 {
		x.readBody()
	}
	w, leave, ok := x.gate.Enter(x.w, x.r, 1+len(x.input)/bytesPerWeight)
	if !ok {
		x.busy()
		return
	}
	defer leave()
	x.w = w
	if x.wishes.unchecked {
		x.applied = append(x.applied, "validate=false")
	}
	if checked {
		if refusal := x.check(); refusal != nil {
			x.refuse(refusal)
			return
		}
	}
	x.answer()
}

// busy answers when too many requests are being checked.
func (x *exchange) busy() {
	x.w.Header().Set("Retry-After", seconds(admission.Patience))
	x.problem(problem{Status: http.StatusServiceUnavailable, Detail: "The mock server is checking too many requests. Try again in a moment."})
}

// wait waits as long as the request prefers. It is false when the client has gone.
func (x *exchange) wait() bool {
	d := min(x.wishes.wait, x.config.maxWait)
	if d <= 0 {
		return true
	}
	if !sleep(x.r, d) {
		return false
	}
	x.applied = append(x.applied, "wait="+seconds(d))
	return true
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

// refusal is why a request is not answered as it asks.
type refusal struct {
	statuses   []int // the one that says it best first; the description may have another
	detail     string
	violations []violation
	challenges []string
}

// maxTold bounds the violations that a header names.
const maxTold = 16

// refuse answers with the response that the description has for a refusal, or with
// a problem.
func (x *exchange) refuse(f *refusal) {
	for _, c := range f.challenges {
		x.w.Header().Add("WWW-Authenticate", x.challenge(c))
	}
	for _, v := range f.violations[:min(len(f.violations), maxTold)] {
		x.w.Header().Add("Mock-Violation", headerText(clip(v.text())))
	}
	if r, status := x.refusing(f.statuses); r != nil {
		x.respond(r, status, true)
		return
	}
	x.conclude()
	x.problem(problem{Status: f.statuses[0], Detail: f.detail, Errors: f.violations})
}

// refusing is the response for one of some statuses, nil when the description has
// none that says anything.
func (x *exchange) refusing(statuses []int) (*apidoc.Response, int) {
	for _, status := range statuses {
		if r := exactly(x.op.Responses, status); r != nil && len(r.Content) > 0 {
			return r, status
		}
	}
	r := covering(x.op.Responses, statuses[0])
	if r == nil || len(r.Content) == 0 || len(x.op.Responses) == 1 {
		return nil, 0
	}
	return r, statuses[0]
}

// conclude says which preferences counted.
func (x *exchange) conclude() {
	if len(x.applied) > 0 {
		x.w.Header().Set("Preference-Applied", strings.Join(slices.Compact(x.applied), ", "))
	}
}

// errTooLarge says that a body is larger than it may be.
var errTooLarge = errors.New("the body is too large")
