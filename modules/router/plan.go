package router

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/negotiate"
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
	query    *strictQuery // nil: unknown parameters are ignored
	contract *contract    // nil in production

	guards         []GuardFunc
	beforeCall     []HookFunc
	beforeRender   []HookFunc
	beforeResponse []HookFunc
	afterResponse  []HookFunc
	streams        bool // the result is sent in parts
	hooked         bool // something is before the function or behind it
	wrapped        bool // in middleware
	direct         bool // nothing is between the function and the response
}

var errNoAnswer = errors.New("a hook ended the request without an answer: it calls next, returns an error, renders or writes")

// begin takes an exchange for a request.
func (p *plan) begin() *engine.Call {
	x := p.router.exchanges.Get().(*exchange)
	x.plan = p
	return &x.call
}

// serve answers the request. The values are still escaped.
func (x *exchange) serve(w http.ResponseWriter, r *http.Request) {
	p := x.plan
	r.Pattern = p.pattern
	c := x.begin(w, r)
	if p.wrapped {
		x.remember()
	}
	if p.limits.timeout > 0 || p.streams {
		p.serveBounded(c)
	} else {
		p.answer(c)
	}
	if len(p.afterResponse) > 0 {
		c.runAfter()
	}
	if x.err != nil {
		p.finishFailed(c)
		return
	}
	x.end(c)
}

// serveBounded serves a request that has not the time that all have.
func (p *plan) serveBounded(c *Context) {
	if p.streams {
		defer p.streaming(c.x)()
	}
	if p.limits.timeout > 0 {
		defer p.bound(c.x)()
	}
	p.answer(c)
}

func (p *plan) answer(c *Context) {
	x := c.x
	err := p.runSafely(c)
	if err == nil {
		err = x.writer.failed
	}
	if err != nil {
		c.fail(err)
	}
	x.writer.pass()
	if x.writer.head != nil {
		x.writer.sendHead()
	}
}

// finishFailed ends the exchange of a request that failed and does what a panic
// asks for.
func (p *plan) finishFailed(c *Context) {
	x := c.x
	panicked, aborted := x.panicked, x.torn || errors.Is(x.err, http.ErrAbortHandler)
	if aborted {
		noteTorn(x.writer.ResponseWriter)
	} else if panicked != nil {
		_ = x.writer.FlushError() // the process may end before the server does it
	}
	x.end(c)
	if panicked != nil {
		p.router.obey(panicked)
	}
	if aborted {
		panic(http.ErrAbortHandler)
	}
}

// bound gives the request its deadline and returns what ends it.
func (p *plan) bound(x *exchange) func() {
	ctx, cancel := context.WithTimeoutCause(x.request.Context(), p.limits.timeout, errTimeout)
	x.request = x.request.WithContext(ctx)
	deadline := time.Now().Add(p.limits.timeout + writeGrace)
	control := http.NewResponseController(x.writer.ResponseWriter)
	if x.router.writeTimeout > 0 && p.limits.timeout >= x.router.writeTimeout {
		_ = control.SetWriteDeadline(deadline) // not every writer has one
	}
	if x.router.readTimeout > 0 && p.limits.timeout >= x.router.readTimeout && hasBody(x.request) {
		_ = control.SetReadDeadline(deadline)
	}
	return cancel
}

// writeGrace is how long a response may be written after the deadline of its
// request.
const writeGrace = 5 * time.Second

// runSafely makes errors of the panics of the function, of hooks and of what
// encodes itself.
func (p *plan) runSafely(c *Context) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = c.recovered(v)
		}
	}()
	return p.run(c)
}

func (c *Context) recovered(v any) error {
	if c.x.stage == calling {
		return c.functionPanicked(v)
	}
	return c.x.router.thrown(v)
}

// run takes the request to its response.
func (p *plan) run(c *Context) error {
	x := c.x
	if err := x.decodeValues(); err != nil {
		return err
	}
	if p.offers != nil && negotiate.Best(x.request.Header["Accept"], p.offers) == "" {
		return notAcceptable(p.offers)
	}
	if p.hooked {
		return p.runHooked(c)
	}
	if err := c.call(); err != nil {
		return err
	}
	if x.writer.status != 0 || p.function.handler != nil {
		return c.conclude()
	}
	return c.render()
}

// render encodes and sends the result of a route without hooks for that.
func (c *Context) render() error {
	if err := encodeResult(c); err != nil {
		return err
	}
	c.x.writer.hooked = true
	return writeAnswer(c)
}

func (p *plan) runHooked(c *Context) (err error) {
	for _, guard := range p.guards {
		if err := guard(c); err != nil {
			return err
		}
	}
	if len(p.beforeCall) == 0 {
		err = c.call()
	} else {
		err = c.x.function.run(c, p.beforeCall)
	}
	if err != nil {
		return err
	}
	return c.conclude()
}

// conclude sends what the function, or a hook in its place, has left.
func (c *Context) conclude() error {
	x := c.x
	switch {
	case x.writer.status != 0 || x.writer.failed != nil:
		return nil
	case c.plan.function.handler != nil && x.stage == called && x.source == noResult:
		x.writer.begin(http.StatusOK)
		return nil
	case x.stage == begun && x.source == noResult:
		return errNoAnswer
	case c.plan.direct:
		return c.render()
	}
	if err := x.render.run(c, c.plan.beforeRender); err != nil {
		return err
	}
	switch {
	case x.writer.status != 0 || x.writer.failed != nil:
		return nil
	case x.stage != encoded:
		return errNoAnswer
	}
	return c.send()
}

// call calls the controller function, with no hook around it that would see it
// panic.
func (c *Context) call() error {
	x := c.x
	x.stage = calling
	err := c.plan.function.call(c)
	x.stage = called
	return err
}

// callFunction calls the controller function. Its panics come back as errors, so
// that hooks see them.
func callFunction(c *Context) (err error) {
	c.x.stage = called
	defer func() {
		if v := recover(); v != nil {
			err = c.functionPanicked(v)
		}
	}()
	return c.plan.function.call(c)
}

// send runs the beforeResponse hooks, unless they have run, around the writing.
func (c *Context) send() error {
	x := c.x
	hooks := c.plan.beforeResponse
	if x.writer.hooked {
		hooks = nil
	}
	x.writer.hooked = true
	err := x.respond.run(c, hooks)
	if err == nil && x.writer.status == 0 {
		return errNoAnswer
	}
	return err
}

// decodeValues decodes the values of the path in place.
func (x *exchange) decodeValues() error {
	for i := range x.plan.params {
		s := x.call.Values[i]
		if strings.IndexByte(s, '%') < 0 {
			continue
		}
		decoded, err := url.PathUnescape(s)
		if err != nil || !utf8.ValidString(decoded) || strings.IndexByte(decoded, 0) >= 0 {
			name := x.plan.params[i]
			x.call.Values = engine.Values{}
			return badParameter("path", name, errors.New("not text: it holds a NUL byte or is not UTF-8"))
		}
		x.call.Values[i] = decoded
	}
	return nil
}

// runAfter runs every afterResponse hook, whatever the others do.
func (c *Context) runAfter() {
	outcome := func() error { return c.x.err }
	for _, hook := range c.plan.afterResponse {
		err := c.x.router.protect(func() error { return hook(c, outcome) })
		if err != nil && err != c.x.err {
			c.plan.router.logger.Warn("afterResponse hook failed", "route", c.plan.key, "err", err)
		}
	}
}
