package router

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/route"
)

// Context is one request on its way to its response. It is made anew for every
// request, is not safe for concurrent use and must not be used after the
// controller or hook that was given it has returned; what goes on behind that
// takes Context().
type Context struct {
	router  *Router
	plan    *plan
	request *http.Request
	writer  *responseWriter
	id      string
	values  []string // of the path parameters, decoded
	keys    map[any]any

	result   any
	rendered bool // there is a result
	called   bool // the controller function was
	body     bodyCache
	form     url.Values
	panicked *panicError
}

var _ core.Exchange = (*Context)(nil)

// Render sets what the request is answered with: it is encoded and sent after
// the function has returned, as 200, or 204 when v is nil or None. A second
// Render replaces the first. The error is always nil; it is there for "return
// c.Render(v)".
func (c *Context) Render(v any) error {
	c.result, c.rendered = v, true
	return nil
}

// Error returns the error that answers with a status and a message, for
// "return c.Error(404, …)". The status is 200 to 599.
func (c *Context) Error(status int, message string) error {
	return &ClientError{Status: status, Message: message}
}

// InternalError returns the error that is logged and answered with 500. The
// note is a string or an error; an error stays in the chain of the result.
func (c *Context) InternalError(note any) error {
	if err, ok := note.(error); ok {
		return &internalError{err}
	}
	return &internalError{errors.New(fmt.Sprint(note))}
}

// Request is the request. Its body may have been read: see Params.
func (c *Context) Request() *http.Request { return c.request }

// ResponseWriter writes the response past the router: nothing is rendered after
// something was written. Headers that are set on it go out with whatever
// response is sent.
func (c *Context) ResponseWriter() http.ResponseWriter { return c.writer }

// Context is the context of the request, which ends with it.
func (c *Context) Context() context.Context { return c.request.Context() }

// Header returns a header of the request, empty when it is not there.
func (c *Context) Header(name string) string { return c.request.Header.Get(name) }

// SetHeader sets a header of the response.
func (c *Context) SetHeader(name, value string) { c.writer.Header().Set(name, value) }

// Route is the route as it was declared.
func (c *Context) Route() route.Route { return c.plan.route }

// RequestID names the request in the response, in problems and in the log.
func (c *Context) RequestID() string { return c.id }

// Param returns the decoded value of a path parameter, empty when the route has
// none of that name.
func (c *Context) Param(name string) string {
	for i, p := range c.plan.params {
		if p == name {
			return c.values[i]
		}
	}
	return ""
}

// Result is what the controller rendered or returned.
func (c *Context) Result() any { return c.result }

// SetResult replaces the result. It has no effect once the result is encoded.
func (c *Context) SetResult(v any) { c.result, c.rendered = v, true }

func (c *Context) end(v any, err error) error {
	if err != nil {
		return err
	}
	return c.Render(v)
}

// Key names a value that is kept for one request, such as the user that a hook
// found. Keys are compared by address: two with one name are different.
type Key[T any] struct{ name string }

// NewKey makes a key. The name is for messages only.
func NewKey[T any](name string) *Key[T] { return &Key[T]{name} }

// Set keeps v until the end of the request.
func (k *Key[T]) Set(c *Context, v T) {
	if c.keys == nil {
		c.keys = map[any]any{}
	}
	c.keys[k] = v
}

// Get returns what was set, and whether anything was.
func (k *Key[T]) Get(c *Context) (T, bool) {
	v, ok := c.keys[k].(T)
	return v, ok
}

// String returns the name.
func (k *Key[T]) String() string { return k.name }
