package router

import (
	"context"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
)

// plan is everything that one route does to a request, decided at start.
type plan struct {
	router   *Router
	key      string
	pattern  string // for Request.Pattern
	route    route.Route
	params   []string // names
	function *Function
	encoder  *jsonenc.Encoder // of pointers to a result that is kindValue
	offers   []string         // media types of the result, the default first
	limits   limits
	contract *contract // nil in production

	guards         []GuardFunc
	beforeCall     []HookFunc
	beforeRender   []HookFunc
	beforeResponse []HookFunc
	afterResponse  []HookFunc

	invoke, encode, send stageFunc // bare, or inside hooks
	// answer is exchange.respondTo, with what else the route asks for around it.
	// It is around the answer to an error, too: behind it the context of the
	// request is cancelled, and any context.Canceled would be that of the client.
	answer func(*exchange, *Context)
}

// stageFunc is a stage of the way of a request.
type stageFunc func(*exchange, *Context) error

// begin takes an exchange for a request.
func (p *plan) begin() *engine.Call {
	x := p.router.exchanges.Get().(*exchange)
	x.plan = p
	return &x.call
}

// choose takes the stages that the hooks, the limits and the result ask for.
func (p *plan) choose() {
	p.invoke, p.encode, p.send = (*exchange).invoke, (*exchange).encode, (*exchange).send
	if len(p.beforeCall) > 0 {
		p.invoke = (*exchange).invokeInHooks
	}
	if len(p.beforeCall) > 0 || p.function.handler != nil {
		p.invoke = answering(p.invoke)
	}
	if len(p.beforeRender) > 0 {
		p.encode = (*exchange).encodeInHooks
	}
	if len(p.beforeResponse) > 0 {
		p.send = (*exchange).sendInHooks
	}
	p.answer = (*exchange).respondTo
	if p.limits.timeout > 0 {
		p.answer = bounded(p.answer)
	}
	if isStream(p.function.result) {
		p.answer = lasting(p.answer)
	}
}

// bounded answers within the timeout of the route.
func bounded(answer func(*exchange, *Context)) func(*exchange, *Context) {
	return func(x *exchange, c *Context) {
		defer x.plan.bound(x)()
		answer(x, c)
	}
}

// lasting answers with a stream.
func lasting(answer func(*exchange, *Context)) func(*exchange, *Context) {
	return func(x *exchange, c *Context) {
		defer x.plan.streaming(x)()
		answer(x, c)
	}
}

// remembering keeps the headers that middleware outside has set.
func remembering(answer func(*exchange, *Context)) func(*exchange, *Context) {
	return func(x *exchange, c *Context) {
		x.remember()
		answer(x, c)
	}
}

// bound gives the request its deadline and returns what ends it.
func (p *plan) bound(x *exchange) func() {
	ctx, cancel := context.WithTimeoutCause(x.request.Context(), p.limits.timeout, errTimeout)
	x.request = x.request.WithContext(ctx)
	deadline := time.Now().Add(p.limits.timeout + writeGrace)
	control := http.NewResponseController(x.writer.ResponseWriter)
	if x.router.listen.WriteTimeout > 0 && p.limits.timeout >= x.router.listen.WriteTimeout {
		_ = control.SetWriteDeadline(deadline) // not every writer has one
	}
	if x.router.listen.ReadTimeout > 0 && p.limits.timeout >= x.router.listen.ReadTimeout && x.request.Body != nil && x.request.Body != http.NoBody {
		_ = control.SetReadDeadline(deadline)
	}
	return cancel
}

// writeGrace is how long a response may be written after the deadline of its
// request.
const writeGrace = 5 * time.Second
