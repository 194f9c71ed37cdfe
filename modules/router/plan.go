package router

import (
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// plan is everything that one route does to a request, decided at start.
type plan struct {
	router   *Router
	route    route.Route
	params   []string // names
	function *Function
	offers   []string // media types of the result, the default first

	beforeCall     []HookFunc
	beforeRender   []HookFunc
	beforeResponse []HookFunc
}

var errNoAnswer = errors.New("a hook ended the request without an answer: it calls next, returns an error, renders or writes")

// serve answers one request. The values are still escaped.
func (p *plan) serve(w http.ResponseWriter, r *http.Request, values engine.Values) {
	c := p.context(w, r)
	defer c.cleanUp()
	err := c.guard(func() error { return p.run(c, values[:len(p.params)]) })
	if err == nil {
		err = c.writer.failed
	}
	if err != nil {
		c.fail(err)
	}
	c.writer.sendHead()
	if c.panicked != nil {
		_ = c.writer.FlushError() // the process may end before the server does it
		c.router.obey(c.panicked)
	}
}

func (p *plan) context(w http.ResponseWriter, r *http.Request) *Context {
	c := &Context{router: p.router, plan: p, request: r, id: w.Header().Get(requestIDHeader)}
	c.writer = writerFor(w, r.Method)
	c.writer.before = func() error {
		return c.guard(func() error { return chain(c, p.beforeResponse, func() error { return nil }) })
	}
	return c
}

func (p *plan) run(c *Context, values []string) error {
	if err := c.decodeValues(values); err != nil {
		return err
	}
	if p.offers != nil && negotiate(c.request.Header.Values("Accept"), p.offers) == "" {
		return notAcceptable(p.offers)
	}
	if err := chain(c, p.beforeCall, func() error { return p.call(c) }); err != nil {
		return err
	}
	switch {
	case c.writer.status != 0 || c.writer.failed != nil:
		return nil
	case p.function.handler != nil && c.called && !c.rendered:
		c.writer.WriteHeader(http.StatusOK)
		return nil
	case !c.called && !c.rendered:
		return errNoAnswer
	}
	return c.respond()
}

// call runs the controller function. Its panics come back as errors, so that
// hooks see them.
func (p *plan) call(c *Context) (err error) {
	c.called = true
	defer func() {
		if v := recover(); v != nil {
			err = c.functionPanicked(v)
		}
	}()
	return p.function.call(c)
}

func (c *Context) decodeValues(escaped []string) error {
	if len(escaped) == 0 {
		return nil
	}
	c.values = make([]string, len(escaped))
	for i, s := range escaped {
		if strings.IndexByte(s, '%') >= 0 {
			decoded, err := url.PathUnescape(s)
			if err != nil || !utf8.ValidString(decoded) || strings.IndexByte(decoded, 0) >= 0 {
				c.values = nil
				return badParameter("path", c.plan.params[i], errors.New("not text: it holds a NUL byte or is not UTF-8"))
			}
			s = decoded
		}
		c.values[i] = s
	}
	return nil
}

// respond renders the result and sends it.
func (c *Context) respond() error {
	var answer *response
	err := chain(c, c.plan.beforeRender, func() (err error) {
		answer, err = c.encode()
		return err
	})
	switch {
	case err != nil:
		return err
	case c.writer.status != 0 || c.writer.failed != nil:
		return nil
	case answer == nil:
		return errNoAnswer
	}
	return c.send(answer)
}

// send runs the beforeResponse hooks, unless they have run, around the writing.
func (c *Context) send(answer *response) error {
	hooks := c.plan.beforeResponse
	if c.writer.before == nil {
		hooks = nil
	}
	c.writer.before = nil
	err := chain(c, hooks, func() error { return answer.write(c.writer) })
	if err == nil && c.writer.status == 0 {
		return errNoAnswer
	}
	return err
}

// isNil tells whether v is a nil pointer or nil itself.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	value := reflect.ValueOf(v)
	return value.Kind() == reflect.Pointer && value.IsNil()
}
