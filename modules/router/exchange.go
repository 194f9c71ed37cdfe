package router

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"sync"

	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// exchange is the state of one request. Exchanges are pooled: only Contexts, of
// which every request has one of its own, are handed to applications.
type exchange struct {
	router  *Router
	plan    *plan
	request *http.Request
	writer  responseWriter
	call    engine.Call // its Values are decoded when the function is called
	id      string
	keys    []keptValue

	outer    http.Header // what middleware outside has set about the body
	input    any         // of In
	result   any
	pointed  bool // the result is what result points to
	rendered bool // there is a result
	changed  bool // by something else than the typed function
	called   bool // the controller function was
	calling  bool // it runs, and nothing recovers it
	decided  bool // the response is encoded
	torn     bool // the response broke off
	ended    bool // stands in for a request that ended
	body     bodyCache
	form     url.Values
	answer   Response
	stream   streamResult // in place of a body
	err      error        // that the request was answered with
	panicked *panicError

	// The hooks of beforeFunctionCall, beforeRender and beforeResponse, the last
	// around what the router sends and before what the controller does.
	function, render, respond, announce chain

	buffer  []byte // for the body of the response
	handles *[handlesAtOnce]Context
	handed  uint // of the handles, how many
}

type keptValue struct{ key, value any }

// maxKept is how large a buffer may be to be kept for another request, in bytes.
const maxKept = 64 << 10

// handlesAtOnce is how many Contexts one allocation makes.
const handlesAtOnce = 256

func newExchange(r *Router) *exchange {
	x := &exchange{router: r, handed: handlesAtOnce}
	x.writer.x = x
	x.call.Serve = func(w http.ResponseWriter, r *http.Request) { x.serve(w, r) }
	x.function.init(callFunction)
	x.render.init(encodeResult)
	x.respond.init(writeAnswer)
	x.announce.init(func(*Context) error { return nil })
	return x
}

func exchangePool(r *Router) *sync.Pool {
	return &sync.Pool{New: func() any { return newExchange(r) }}
}

// begin returns the Context of the request.
func (x *exchange) begin(w http.ResponseWriter, r *http.Request) *Context {
	if x.handed == handlesAtOnce {
		x.handles, x.handed = new([handlesAtOnce]Context), 0
	}
	c := &x.handles[x.handed%handlesAtOnce]
	x.handed++
	c.x, c.plan, x.request = x, x.plan, r
	x.writer.ResponseWriter, x.writer.c = w, c
	if r.Method == http.MethodHead {
		x.writer.head = &headBody{}
	}
	return c
}

// release ends the Context and gives the exchange back, unless somebody still
// uses it: then it is left as it is. What few requests set is cleared for those
// only.
func (x *exchange) release(c *Context) {
	if form := x.request.MultipartForm; form != nil {
		_ = form.RemoveAll() // the temporary directory is not ours to mend
	}
	if !c.expire() {
		return
	}
	for i := range x.plan.params {
		x.call.Values[i] = ""
	}
	x.request, x.result = nil, nil
	x.pointed, x.rendered, x.changed, x.decided = false, false, false, false
	x.called, x.calling = false, false
	x.writer.ResponseWriter, x.writer.c = nil, nil
	x.writer.status, x.writer.size, x.writer.hooked, x.writer.whole = 0, 0, false, false
	x.answer.MediaType, x.answer.Body = "", nil
	if x.touched() {
		x.wipe()
	}
	if x.router.environment == Production {
		x.router.exchanges.Put(x) // elsewhere a next that was kept is told from that of another request
	}
}

func (x *exchange) touched() bool {
	return x.id != "" || x.err != nil || x.keys != nil || x.input != nil || x.body.read || x.form != nil ||
		x.answer.Header != nil || x.outer != nil || x.stream != nil || x.writer.head != nil || x.writer.failed != nil || cap(x.buffer) > maxKept
}

func (x *exchange) wipe() {
	x.id, x.err, x.panicked, x.torn, x.keys, x.input, x.form = "", nil, nil, false, nil, nil, nil
	x.body, x.answer, x.stream = bodyCache{}, Response{}, nil
	x.writer.head, x.writer.failed, x.outer = nil, nil, nil
	if cap(x.buffer) > maxKept {
		x.buffer = nil
	}
}

func (x *exchange) staleness() error {
	if x.ended {
		return ErrStale
	}
	return nil
}

func (x *exchange) setResult(v any) {
	x.result, x.rendered, x.changed, x.pointed = v, true, true, false
}

// value is the result as the function returned it.
func (x *exchange) value() any {
	if x.pointed {
		return reflect.ValueOf(x.result).Elem().Interface()
	}
	return x.result
}

func (x *exchange) set(key, v any) {
	for i := range x.keys {
		if x.keys[i].key == key {
			x.keys[i].value = v
			return
		}
	}
	x.keys = append(x.keys, keptValue{key, v})
}

func (x *exchange) get(key any) any {
	for _, kept := range x.keys {
		if kept.key == key {
			return kept.value
		}
	}
	return nil
}

// requestID is made when it is first needed.
func (x *exchange) requestID() string {
	if x.id == "" && !x.ended {
		x.id = x.router.nameRequest(x.writer.Header(), x.request)
	}
	return x.id
}

// nameRequest returns the id of a request and puts it into the response.
func (r *Router) nameRequest(h http.Header, req *http.Request) string {
	if ids := h[requestIDHeader]; len(ids) > 0 && ids[0] != "" {
		return ids[0]
	}
	id := r.newRequestID(req)
	h[requestIDHeader] = []string{id}
	return id
}

func (x *exchange) param(name string) string {
	if i := slices.Index(x.plan.params, name); i >= 0 {
		return x.call.Values[i]
	}
	return ""
}
