package router

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
	"github.com/trefoil-go/trefoil/modules/router/internal/heading"
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
	encoder  *jsonenc.Encoder // of a result that is kindValue
	offers   []string         // media types of the result, the default first; nil: known when it is there
	limits   limits
	contract comparer // nil in production

	hooks
	stages
}

// hooks are those of one route, in the order in which they run.
type hooks struct {
	guards         []GuardFunc
	beforeCall     []HookFunc
	beforeRender   []HookFunc
	beforeResponse []HookFunc
	afterResponse  []HookFunc
}

// stages are what the hooks, the limits and the result of a route ask for.
type stages struct {
	invoke, encode, send stageFunc // bare, or inside hooks
	encodeBare           stageFunc // outside of all hooks
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

// serveInner serves inside the middleware of flags.
func (p *plan) serveInner(w http.ResponseWriter, r *http.Request) {
	values, ok := r.Context().Value(valuesKey{}).(*engine.Values)
	if !ok {
		panic("router: a middleware of " + p.key + " has replaced the context of the request: derive the new one from it")
	}
	call := p.begin()
	call.Values = *values
	call.Serve(w, r)
}

// lacks says that the route has no path parameter of a name, unless another route has it:
// hooks are for several.
func (p *plan) lacks(name string) {
	if p.router.environment == Production || p.router.built.hasParam(name) {
		return
	}
	if p.router.environment == Test {
		panic(fmt.Sprintf("router: no route has a path parameter %q (route %q)", name, p.key))
	}
	p.router.logger.Warn("no route has a path parameter of this name", "route", p.key, "name", name)
}

// choose takes the stages that the hooks, the limits and the result, which may have
// headings, ask for.
func (p *plan) choose(headings heading.Fields) {
	p.invoke, p.send = (*exchange).invoke, (*exchange).send
	if len(p.beforeCall) > 0 {
		p.invoke = (*exchange).invokeInHooks
	}
	if len(p.beforeCall) > 0 || p.function.handler != nil {
		p.invoke = answering(p.invoke)
	}
	p.encodeBare = p.complete((*exchange).encode, headings)
	if p.encode = p.encodeBare; len(p.beforeRender) > 0 {
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

// answering completes an invoke that may leave nothing to encode: a handler that
// wrote nothing has answered with 200, and a hook that did nothing not at all.
func answering(invoke stageFunc) stageFunc {
	return func(x *exchange, c *Context) error {
		err := invoke(x, c)
		switch {
		case err != nil || x.source != noResult || x.writer.begun():
			return err
		case x.stage == begun, x.plan.function.result != nil && x.plan.function.kind != kindNone:
			return errNoAnswer // the function was not called, or a hook has dropped its error
		case x.plan.function.handler != nil:
			x.writer.begin(http.StatusOK)
		}
		return nil
	}
}

// complete adds to a response what the result asks for beside its body.
func (p *plan) complete(encode stageFunc, headings heading.Fields) stageFunc {
	if headings != nil {
		encode = headed(encode, headings)
	}
	if len(p.function.about.produces) > 1 {
		encode = varied(encode)
	}
	return encode
}

// headed adds the headers and cookies of the result, unless a hook has replaced it.
func headed(encode stageFunc, fields heading.Fields) stageFunc {
	return func(x *exchange, c *Context) error {
		err := encode(x, c)
		if err != nil || x.writer.begun() || x.source == setResult {
			return err
		}
		value := x.result
		if made, ok := value.(createdResult); ok {
			_, value = made.created()
		}
		if x.answer.Header == nil {
			x.answer.Header = http.Header{}
		}
		return fields.Put(reflect.ValueOf(value), x.answer.Header)
	}
}

// varied says that the function chooses a media type by Accept.
func varied(encode stageFunc) stageFunc {
	return func(x *exchange, c *Context) error {
		err := encode(x, c)
		if err == nil {
			x.answer.add("Vary", "Accept")
		}
		return err
	}
}

// bounded answers within the timeout of the route.
func bounded(answer func(*exchange, *Context)) func(*exchange, *Context) {
	return func(x *exchange, c *Context) {
		defer limitTime(x)()
		answer(x, c)
	}
}

// remembering keeps the headers that middleware outside has set.
func remembering(answer func(*exchange, *Context)) func(*exchange, *Context) {
	return func(x *exchange, c *Context) {
		remember(x)
		answer(x, c)
	}
}

// limitTime gives the request its deadline and returns what ends it.
func limitTime(x *exchange) func() {
	ctx, cancel := context.WithTimeoutCause(x.request.Context(), x.plan.limits.timeout, failure.ErrTimeout)
	x.request = x.request.WithContext(ctx)
	deadline := time.Now().Add(x.plan.limits.timeout + writeGrace)
	control := http.NewResponseController(x.writer.ResponseWriter)
	if x.router.listen.WriteTimeout > 0 && x.plan.limits.timeout >= x.router.listen.WriteTimeout {
		_ = control.SetWriteDeadline(deadline) // not every writer has one
	}
	if x.router.listen.ReadTimeout > 0 && x.plan.limits.timeout >= x.router.listen.ReadTimeout && x.request.Body != nil && x.request.Body != http.NoBody {
		_ = control.SetReadDeadline(deadline)
	}
	return cancel
}

// writeGrace is how long a response may be written after the deadline of its
// request.
const writeGrace = 5 * time.Second

// remember keeps what middleware outside has set about the body: an error has
// one too.
func remember(x *exchange) {
	h := x.writer.Header()
	for name, values := range h {
		if values != nil && slices.Contains(bodyHeaders, name) {
			if x.writer.outer == nil {
				x.writer.outer = http.Header{}
			}
			x.writer.outer[name] = values
		}
	}
}
