package router

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"mime/multipart"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
)

// Context is one request on its way to its response, as controllers and hooks
// see it. It is not safe for concurrent use and ends with the request: Detach
// makes a copy that outlives it, Go runs a function with one, and Context is for
// everything that takes a context.Context.
//
// A Context is never used for a second request, so one that somebody kept is
// noticed for certain. In development and test every use of it panics and names
// the route; in production it answers with nothing: empty values, a request
// whose context is cancelled, and ErrStale where an error is returned.
//
// It is no context.Context itself, because it must not be kept like one.
type Context struct {
	x    *exchange
	plan *plan
	uses atomic.Int64 // that have entered and not left; below zero from the end of the request on
}

var _ core.Exchange = (*Context)(nil)

// endOfUse is added to the uses of a Context whose request has ended.
const endOfUse = math.MinInt64 / 2

// enter returns what the context stands for, which stays that until leave.
func (c *Context) enter() *exchange {
	if c.uses.Add(1) < 0 {
		return c.stale()
	}
	return c.x
}

func (c *Context) leave() { c.uses.Add(-1) }

// expire makes the context stale and reports whether nobody is between enter and
// leave.
func (c *Context) expire() bool {
	if c.uses.CompareAndSwap(0, endOfUse) {
		return true
	}
	c.uses.Add(endOfUse)
	return false
}

// stale stands in for the exchange that ended, which may be another request by
// now.
func (c *Context) stale() *exchange {
	if c.plan.router.environment != Production {
		panic(fmt.Sprintf("%v (route %q)", ErrStale, c.plan.route))
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(ErrStale)
	x := &exchange{router: c.plan.router, state: state{plan: c.plan, stage: ended}}
	x.request = (&http.Request{Method: c.plan.route.Method, Header: http.Header{}, Body: http.NoBody}).WithContext(ctx)
	x.request.URL = noURL()
	x.writer = responseWriter{ResponseWriter: noWriter{ErrStale}, failed: ErrStale}
	return x
}

// Render sets what the request is answered with: it is encoded and sent after
// the function has returned, as 200, or 204 when v is nil or None. A second
// Render replaces the first. The error is nil in time; it is there for "return
// c.Render(v)".
func (c *Context) Render(v any) error {
	x := c.enter()
	defer c.leave()
	x.replace(v, setResult)
	return x.staleness()
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
		return &failure.Internal{Err: err}
	}
	return &failure.Internal{Err: errors.New(fmt.Sprint(note))}
}

// Crash ends the function by throwing err on purpose: what happens to the
// process is the PanicPolicy of the router. It does not return.
func (c *Context) Crash(err error) { panic(&onPurpose{err}) }

// Request is the request. Its body may have been read: see Params. Its Pattern is
// the route in the words of net/http, such as "GET /users/{id}", here and in the
// middleware around it, for spans and metrics.
func (c *Context) Request() *http.Request {
	defer c.leave()
	return c.enter().request
}

// ResponseWriter writes the response past the router: nothing is rendered after
// something was written. Headers that are set on it go out with whatever
// response is sent. Up to 2 KiB are held back until they are flushed or the
// request has succeeded: an error takes their place. Behind that an error cuts
// the connection, because a part must not pass for the whole. Nothing is written behind a
// response that was sent: hooks that try it get an error.
func (c *Context) ResponseWriter() http.ResponseWriter { return &contextWriter{c} }

// Context is the context of the request, which ends with it.
func (c *Context) Context() context.Context { return c.Request().Context() }

// Header returns a header of the request, empty when it is not there.
func (c *Context) Header(name string) string {
	if strings.EqualFold(name, "Host") { // which net/http keeps apart
		return c.Request().Host
	}
	return c.Request().Header.Get(name)
}

// ClientIP is the address of the client: that of the connection, or what a proxy
// of WithTrustedProxies says. It is not valid when the connection has no
// address, as in tests.
func (c *Context) ClientIP() netip.Addr {
	return c.plan.router.proxies.From(c.Request())
}

// SetHeader sets a header of the response.
func (c *Context) SetHeader(name, value string) {
	defer c.leave()
	c.enter().writer.Header().Set(name, value)
}

// Route is the route as it was declared. What it holds is the caller's own.
func (c *Context) Route() route.Route {
	r := c.plan.route
	r.Flags, r.Segments = slices.Clone(r.Flags), slices.Clone(r.Segments)
	return r
}

// RequestID names the request in the response, in problems and in the log. The
// header X-Request-Id is sent with every error, and with every response whose
// id somebody asked for.
func (c *Context) RequestID() string {
	defer c.leave()
	return c.enter().requestID()
}

// Param returns the decoded value of a path parameter, empty when the route has
// none of that name. A name that no route of the router has is misspelt: in development
// it is logged, in test it panics.
func (c *Context) Param(name string) string {
	if i := slices.Index(c.plan.params, name); i >= 0 {
		defer c.leave()
		return c.enter().call.Values[i]
	}
	c.plan.lacks(name)
	return ""
}

// LastEventID is the id of the last event that a client has seen which comes
// back, empty for a new one.
func (c *Context) LastEventID() string { return c.Header("Last-Event-ID") }

// Params are the parameters of the request by name: those of the body,
// overridden by those of the query, overridden by those of the path. They are
// read anew at each call, from a body that is read once.
//
// A body counts when it is a JSON object (values as encoding/json decodes them,
// numbers as json.Number) or a form. A name that a form or query holds several
// times is a []string, otherwise a value is a string; files are
// []*multipart.FileHeader. A malformed body or query is a *ClientError with
// status 400, one that is too long 413. In development a name to which two of
// them give different values is logged, in test it is an error.
func (c *Context) Params() (map[string]any, error) {
	x := c.enter()
	defer c.leave()
	if x.stage == ended {
		return nil, ErrStale
	}
	src := x.arguments()
	params, collisions, err := src.Params()
	if err != nil {
		return nil, err
	}
	return params, x.collided(collisions)
}

// Body is the body of the request as it came, up to the size of WithMaxBody. It is read
// once: the function and other hooks find it again. The error is a *ClientError with 400,
// 408, 413, or 415 for a Content-Encoding. The bytes are shared: do not change them.
func (c *Context) Body() ([]byte, error) {
	x := c.enter()
	defer c.leave()
	if x.stage == ended {
		return nil, ErrStale
	}
	src := x.arguments()
	return src.Bytes()
}

// Parts are the parts of a multipart/form-data body as they arrive, of which
// nothing is kept: for uploads that are passed on or too large for File. A part
// is valid until the next one. The body may have the size of WithMaxUpload, and
// 32 parts.
//
// An error ends the parts: a *ClientError with 400, 408, 413 or 415; that of reading a
// part is one, too. A body that was read already, as by Params, has no parts.
func (c *Context) Parts() iter.Seq2[*multipart.Part, error] {
	return func(yield func(*multipart.Part, error) bool) {
		parts, err := c.openParts()
		if err != nil {
			yield(nil, err)
			return
		}
		parts(yield)
	}
}

func (c *Context) openParts() (iter.Seq2[*multipart.Part, error], error) {
	x := c.enter()
	defer c.leave()
	if x.stage == ended {
		return nil, ErrStale
	}
	src := x.arguments()
	return src.Parts()
}

// Result is what the controller rendered or returned.
func (c *Context) Result() any {
	defer c.leave()
	return c.enter().value()
}

// SetResult replaces the result. It has no effect once the result is encoded.
func (c *Context) SetResult(v any) {
	defer c.leave()
	c.enter().replace(v, setResult)
}

// Response is the encoded response, for hooks of BeforeResponse: what they
// change is what is sent. It is nil before the result is encoded and for
// controllers that write their response themselves.
func (c *Context) Response() *Response {
	defer c.leave()
	return c.enter().response()
}

// Encode is the response as the result would be sent, without what hooks of later stages
// do. It is for hooks of BeforeFunctionCall behind next, such as one that keeps the answer
// in the transaction of the function: the result is encoded anew when they have ended. It
// is nil for a stream, for a Content, and for controllers that write their response
// themselves. An error is that of the encoder.
func (c *Context) Encode() (*Response, error) {
	x := c.enter()
	defer c.leave()
	if x.stage != called || x.source == noResult || x.writer.begun() {
		return nil, x.staleness()
	}
	err := x.plan.encodeBare(x, c)
	made, streamed := x.answer, x.stream != nil
	x.answer, x.stream, x.stage = Response{}, nil, called
	if err != nil || streamed {
		return nil, err
	}
	return &made, nil
}

// Err is the error that the request was answered with, nil when it succeeded. It
// is for hooks of BeforeResponse and AfterResponse.
func (c *Context) Err() error {
	x := c.enter()
	defer c.leave()
	if x.stage == ended {
		return ErrStale
	}
	return x.err
}

// Status is the status that was sent or written, 0 before.
func (c *Context) Status() int {
	defer c.leave()
	return c.enter().writer.status
}

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

// ResultOf returns the result when it is a T: what a hook of BeforeRender uses
// to see typed results.
//
//	if user, ok := router.ResultOf[User](c); ok { … }
func ResultOf[T any](c *Context) (T, bool) {
	x := c.enter()
	defer c.leave()
	if p, ok := x.result.(*T); ok && x.source == typedResult {
		return *p, true
	}
	v, ok := x.value().(T)
	return v, ok
}

// InputOf returns the struct that was bound for a function made with In, once it
// was.
func InputOf[T any](c *Context) (*T, bool) {
	defer c.leave()
	v, ok := c.enter().input.(*T)
	return v, ok
}

// deliver is end for a result whose type is known: one that is kindValue is kept
// as a pointer, which is cheaper to encode.
func deliver[T any](c *Context, v T, err error) error {
	if err != nil || c.plan.function.kind != kindValue {
		return c.end(v, err)
	}
	p := new(T)
	*p = v
	c.x.replace(p, typedResult)
	return nil
}

func (c *Context) end(v any, err error) error {
	if err != nil {
		return err
	}
	c.x.replace(v, returnedResult)
	return nil
}

// Key names a value that is kept for one request, such as the user that a hook
// found. Keys are compared by address: two with one name are different.
type Key[T any] struct{ name string }

// NewKey makes a key. The name is for messages only.
func NewKey[T any](name string) *Key[T] { return &Key[T]{name} }

// Set keeps v until the end of the request.
func (k *Key[T]) Set(c *Context, v T) {
	defer c.leave()
	c.enter().set(k, v)
}

// Get returns what was set, and whether anything was.
func (k *Key[T]) Get(c *Context) (T, bool) {
	defer c.leave()
	v, ok := c.enter().get(k).(T)
	return v, ok
}

// String returns the name.
func (k *Key[T]) String() string { return k.name }
