package router

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
)

var errNoAnswer = errors.New("a hook ended the request without an answer: it calls next, returns an error, renders or writes")

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

// serve answers one request. All that happens to it is here and in handle, in
// this order; the values of the path are still escaped.
func (x *exchange) serve(w http.ResponseWriter, r *http.Request) {
	r.Pattern = x.plan.pattern
	c := x.begin(w, r)
	x.plan.answer(x, c)
	for _, hook := range x.plan.afterResponse {
		x.after(c, hook)
	}
	if x.err != nil {
		x.endFailed(c)
		return
	}
	x.end(c)
}

// respondTo sends the response to one request, or that to its error.
func (x *exchange) respondTo(c *Context) {
	if err := x.handle(c); err != nil {
		c.fail(err)
	}
	x.writer.pass()
	if x.writer.head != nil {
		x.writer.sendHead()
	}
}

// handle takes the request to its response. Panics of the function, of hooks and
// of values that encode themselves come back as errors.
func (x *exchange) handle(c *Context) (err error) {
	defer x.catch(c, &err)
	if err := x.decode(); err != nil {
		return err
	}
	if err := x.accept(); err != nil {
		return err
	}
	for _, guard := range x.plan.guards {
		if err := guard(c); err != nil {
			return err
		}
	}
	if err := x.plan.invoke(x, c); err != nil {
		return err
	}
	if x.writer.begun() {
		return x.writer.failed
	}
	if err := x.plan.encode(x, c); err != nil {
		return err
	}
	if x.writer.begun() {
		return x.writer.failed
	}
	return x.plan.send(x, c)
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

// decode decodes the values of the path in place.
func (x *exchange) decode() error {
	for i := range x.plan.params {
		s := x.call.Values[i]
		if strings.IndexByte(s, '%') < 0 {
			continue
		}
		decoded, err := url.PathUnescape(s)
		if err != nil || !utf8.ValidString(decoded) || strings.IndexByte(decoded, 0) >= 0 {
			x.call.Values = engine.Values{}
			return bind.BadParameter("path", x.plan.params[i], errors.New("not text: it holds a NUL byte or is not UTF-8"))
		}
		x.call.Values[i] = decoded
	}
	return nil
}

// accept refuses a request whose Accept excludes all that the route offers.
func (x *exchange) accept() error {
	if offers := x.plan.offers; offers != nil && negotiate.Best(x.request.Header["Accept"], offers) == "" {
		return notAcceptable(offers)
	}
	return nil
}

// invoke calls the controller function, with no hook around it that would see it
// panic.
func (x *exchange) invoke(c *Context) error {
	x.stage = calling
	err := x.plan.function.call(c)
	x.stage = called
	return err
}

// invokeInHooks is invoke inside the hooks of beforeFunctionCall.
func (x *exchange) invokeInHooks(c *Context) error {
	return x.function.run(c, x.plan.beforeCall)
}

// callInHooks calls the controller function. Its panics come back as errors, so
// that hooks see them.
func callInHooks(c *Context) (err error) {
	c.x.stage = called
	defer func() {
		if v := recover(); v != nil {
			err = c.functionPanicked(v)
		}
	}()
	return c.plan.function.call(c)
}

// answering completes an invoke that may leave nothing to encode: a handler that
// wrote nothing has answered with 200, and a hook that did nothing not at all.
func answering(invoke stageFunc) stageFunc {
	return func(x *exchange, c *Context) error {
		err := invoke(x, c)
		switch {
		case err != nil || x.source != noResult || x.writer.begun():
			return err
		case x.stage == begun:
			return errNoAnswer
		case x.plan.function.handler != nil:
			x.writer.begin(http.StatusOK)
		}
		return nil
	}
}

// encodeInHooks is encode inside the hooks of beforeRender.
func (x *exchange) encodeInHooks(c *Context) error {
	err := x.render.run(c, x.plan.beforeRender)
	if err == nil && x.stage != encoded && !x.writer.begun() {
		return errNoAnswer
	}
	return err
}

// sendInHooks is send inside the hooks of beforeResponse, unless they have run.
func (x *exchange) sendInHooks(c *Context) error {
	if x.writer.hooked {
		return x.send(c)
	}
	x.writer.hooked = true
	err := x.respond.run(c, x.plan.beforeResponse)
	if err == nil && x.writer.status == 0 {
		return errNoAnswer
	}
	return err
}

// after runs one hook of afterResponse, whatever the others do.
func (x *exchange) after(c *Context, hook HookFunc) {
	outcome := func() error { return x.err }
	err := x.router.protect(func() error { return hook(c, outcome) })
	if err != nil && err != x.err {
		x.router.logger.Warn("afterResponse hook failed", "route", x.plan.key, "err", err)
	}
}

// endFailed is end for a request that failed: it does what a panic asks for.
func (x *exchange) endFailed(c *Context) {
	panicked, aborted := x.panicked, x.torn || errors.Is(x.err, http.ErrAbortHandler)
	if aborted {
		noteTorn(x.writer.ResponseWriter)
	} else if panicked != nil {
		_ = x.writer.FlushError() // the process may end before the server does it
	}
	x.end(c)
	if panicked != nil {
		c.plan.router.obey(panicked)
	}
	if aborted {
		panic(http.ErrAbortHandler)
	}
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

// catch makes an error of a panic. It is deferred.
func (x *exchange) catch(c *Context, err *error) {
	v := recover()
	switch {
	case v == nil:
	case x.stage == calling:
		*err = c.functionPanicked(v)
	default:
		*err = x.router.thrown(v)
	}
}

// requestID is made when it is first needed.
func (x *exchange) requestID() string {
	if x.id == "" && x.stage != ended {
		x.id = x.router.nameRequest(x.writer.Header(), x.request)
	}
	return x.id
}

func (x *exchange) param(name string) string {
	if i := slices.Index(x.plan.params, name); i >= 0 {
		return x.call.Values[i]
	}
	return ""
}

// arguments is the request as arguments are read from it.
func (x *exchange) arguments() bind.Source {
	return bind.Source{
		Request: x.request, Writer: &x.writer, Names: x.plan.params, Values: x.call.Values[:],
		Limits: x.plan.limits.Limits, Body: &x.body,
	}
}

// collided tells about parameters that the body, the query and the path give
// different values: in development it is logged, in test an error.
func (x *exchange) collided(names []string) error {
	if len(names) == 0 || x.router.environment == Production {
		return nil
	}
	if x.router.environment == Test {
		return fmt.Errorf("parameters %q have different values in body, query and path", names)
	}
	x.router.logger.Warn("parameters have different values in body, query and path", "route", x.plan.key, "names", names)
	return nil
}
