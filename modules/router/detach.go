package router

import (
	"context"
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// Detach returns a copy that outlives the request: it has the path values, the
// values of keys, the query, the header and the id of the request, no body
// beside what was read of it, and no response. Its Context keeps the values of
// the request's and is never done.
func (c *Context) Detach() *Context {
	x := c.enter()
	defer c.leave()
	if x.stage == ended {
		return &Context{x: x, plan: c.plan}
	}
	return x.detached(context.WithoutCancel(x.request.Context()))
}

func (x *exchange) detached(ctx context.Context) *Context {
	d := &exchange{router: x.router, call: engine.Call{Values: x.call.Values}, state: state{
		plan: x.plan, id: x.requestID(),
		keys: slices.Clone(x.keys), input: x.input, result: x.value(), body: x.body,
	}}
	d.request = x.request.Clone(ctx)
	d.request.Body = http.NoBody
	d.request.MultipartForm = nil // its files end with the request
	d.writer = responseWriter{ResponseWriter: noWriter{errDetached}, failed: errDetached}
	return &Context{x: d, plan: x.plan}
}

// Go runs fn behind the request, with a detached Context whose own Context is
// done when a Router.Stop runs out of time. Stop waits for fn. What fn panics
// with is treated like the panic of a controller function: a bug or a
// *ClientError is logged and the process lives, what is thrown on purpose follows
// the PanicPolicy. The error says that
// the router has stopped, and fn was not called.
func (c *Context) Go(fn func(c *Context)) error {
	x := c.enter()
	defer c.leave()
	if x.stage == ended {
		return ErrStale
	}
	d := x.detached(x.request.Context())
	return x.router.server.Go(x.request.Context(), func(ctx context.Context) {
		d.x.request = d.x.request.WithContext(ctx)
		d.runBehind(fn)
	})
}

// runBehind calls fn and treats its panic.
func (c *Context) runBehind(fn func(*Context)) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		err := c.x.functionPanicked(v)
		c.x.router.logger.Warn("background function panicked", "route", c.plan.key, "request", c.x.id, "err", err)
		if c.x.panicked != nil {
			c.x.router.obey(c.x.panicked)
		}
	}()
	fn(c)
}
