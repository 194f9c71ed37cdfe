package router

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"sync"

	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// exchange serves one request after the other: what is kept between them is
// here, what is of one request is its state. Exchanges are pooled: only Contexts,
// of which every request has one of its own, are handed to applications.
type exchange struct {
	state

	router *Router
	call   engine.Call // its Values are decoded when the function is called

	// The hooks of beforeFunctionCall, beforeRender and beforeResponse, the last
	// around what the router sends and before what the controller does.
	function, render, respond, announce chain

	buffer  []byte       // for the body of the response
	early   []headerLine // for the headers of a response that is held back
	held    []byte       // for the beginning of its body
	handles *[handlesAtOnce]Context
	handed  uint // of the handles, how many
}

// state is what one request has. One assignment ends it.
type state struct {
	plan    *plan
	request *http.Request
	writer  responseWriter
	result  any
	answer  Response
	err     error // that the request was answered with
	source  source
	stage   stage
	torn    bool // the response broke off

	id       string
	keys     []keptValue
	input    any         // of In
	outer    http.Header // what middleware outside has set about the body
	body     bodyCache
	form     url.Values
	stream   streamResult // in place of a body
	panicked *panicError
}

// stage is how far a request has come:
//
//	begun → calling → called → encoded
//
// Inside of hooks the function is called without calling; a hook that answers in
// its place leaves begun for encoded, and so does an error from wherever it is.
type stage uint8

const (
	begun   stage = iota
	calling       // the controller function runs, and nothing recovers it
	called        // the function was called
	encoded       // the response is there
	ended         // it stands in for a request that ended
)

// source is where the result comes from.
type source uint8

const (
	noResult       source = iota
	typedResult           // the function returned it: result is a pointer to it
	returnedResult        // the function returned it
	setResult             // by Render or SetResult
)

type keptValue struct{ key, value any }

// maxKept is how large a buffer may be to be kept for another request, in bytes.
const maxKept = 64 << 10

// handlesAtOnce is how many Contexts one allocation makes.
const handlesAtOnce = 256

func newExchange(r *Router) *exchange {
	x := &exchange{router: r, handed: handlesAtOnce}
	x.call.Serve = func(w http.ResponseWriter, r *http.Request) { x.serve(w, r) }
	x.function.init(callInHooks)
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
	x.writer.ResponseWriter, x.writer.x, x.writer.c = w, x, c
	if r.Method == http.MethodHead {
		x.writer.head = &headBody{}
	}
	return c
}

// end ends the Context and the state of the request, and gives the exchange back,
// unless somebody still uses it: then it is left as it is.
func (x *exchange) end(c *Context) {
	if form := x.request.MultipartForm; form != nil {
		_ = form.RemoveAll() // the temporary directory is not ours to mend
	}
	if !c.expire() {
		return
	}
	for i := range x.plan.params {
		x.call.Values[i] = ""
	}
	if x.state = (state{}); cap(x.buffer) > maxKept {
		x.buffer = nil
	}
	if x.router.environment == Production {
		x.router.exchanges.Put(x) // elsewhere a next that was kept is told from that of another request
	}
}

func (x *exchange) staleness() error {
	if x.stage == ended {
		return ErrStale
	}
	return nil
}

func (x *exchange) setResult(v any) {
	x.result, x.source = v, setResult
}

// value is the result as the function returned it.
func (x *exchange) value() any {
	if x.source == typedResult {
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
	if x.id == "" && x.stage != ended {
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
