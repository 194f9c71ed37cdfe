package router

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/lifecycle"
	"github.com/trefoil-go/trefoil/modules/router/internal/origin"
)

// registeredMiddleware is around everything, or around the routes that carry a flag.
type registeredMiddleware struct {
	flag string
	wrap func(http.Handler) http.Handler
	at   origin.Origin
}

// around puts a middleware around a handler. One that returns nothing is a mistake.
func (c *compiler) around(h http.Handler, m registeredMiddleware, key string) http.Handler {
	wrapped := m.wrap(h)
	if fn, ok := wrapped.(http.HandlerFunc); wrapped == nil || ok && fn == nil {
		c.mistakes = append(c.mistakes, mistakeAt(m.at, key, "the middleware returns a nil handler"))
		return h
	}
	return wrapped
}

// aroundAll puts middleware around the handler of all routes, which is set when it is built.
func (c *compiler) aroundAll(routes *innermost) http.Handler {
	var h http.Handler = routes
	for _, m := range slices.Backward(c.middleware) {
		h = c.around(h, m, "")
	}
	return h
}

// beginOf begins the calls of a plan, inside the middleware of its flags.
func (c *compiler) beginOf(p *plan) func() *engine.Call {
	var h http.Handler = http.HandlerFunc(p.serveInner)
	wrapped := false
	for _, flag := range slices.Backward(p.route.Flags) {
		for _, m := range slices.Backward(c.inner) {
			if m.flag == flag {
				h, wrapped = c.around(h, m, p.key), true
			}
		}
	}
	if !wrapped {
		return func() *engine.Call { return p.begin() }
	}
	return func() *engine.Call {
		call := &engine.Call{}
		call.Serve = func(w http.ResponseWriter, r *http.Request) {
			r.Pattern = p.pattern
			h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), valuesKey{}, &call.Values)))
		}
		return call
	}
}

// valuesKey finds the path values behind middleware.
type valuesKey struct{}

// outermost is around middleware: it names the request when the application has
// its own names, and answers what middleware panics with.
type outermost struct {
	router *Router
	next   http.Handler
}

func (h outermost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	guarded := &sentry{ResponseWriter: w}
	defer func() {
		if v := recover(); v != nil {
			h.failed(guarded, r, h.router.panics.thrown(v))
		}
	}()
	if name := h.router.requestID; name != nil {
		w.Header()[requestIDHeader] = []string{name(r)}
		named(w.Header())
	}
	h.next.ServeHTTP(guarded, r)
	if guarded.torn {
		panic(http.ErrAbortHandler) // somebody has recovered it
	}
}

func (h outermost) failed(w *sentry, r *http.Request, err error) {
	if err == http.ErrAbortHandler {
		panic(err)
	}
	p := h.router.failureOf(err, r, named(w.Header()))
	p.Log(r.Context(), h.router.logger, err, "sent", w.begun)
	if w.begun {
		panic(http.ErrAbortHandler) // or the part would pass for the whole
	}
	forgetBody(w.Header())
	rw := responseWriter{ResponseWriter: w.ResponseWriter}
	if r.Method == http.MethodHead {
		rw.head = &headBody{}
	}
	answer := responseTo(p, w.Header(), r.Header["Accept"])
	_ = answer.write(&rw) // the client is gone: there is nobody to tell
}

// innermost is inside of middleware. Its writers may leave what else a writer can do to
// http.ResponseController, and gin asserts that they flush and hijack.
type innermost struct{ next http.Handler }

func (h *innermost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, flushes := w.(http.Flusher)
	_, hijacks := w.(http.Hijacker)
	if !flushes || !hijacks {
		w = unwrapping{w}
	}
	h.next.ServeHTTP(w, r)
}

// unwrapping finds what a writer can do in those that it wraps.
type unwrapping struct{ http.ResponseWriter }

// Unwrap lets http.ResponseController reach the connection.
func (w unwrapping) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what was written so far.
func (w unwrapping) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() } // not every writer can

// Hijack hands the connection over.
func (w unwrapping) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(w.ResponseWriter).Hijack()
}

// sentry notices whether a response was begun, for what middleware panics with,
// and whether it broke off, for middleware that recovers what cuts a connection.
type sentry struct {
	http.ResponseWriter
	begun, torn bool
}

// noteTorn tells the sentry outside of w, if there is one.
func noteTorn(w http.ResponseWriter) {
	for w != nil {
		if s, ok := w.(*sentry); ok {
			s.torn = true
			return
		}
		wrapper, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return
		}
		w = wrapper.Unwrap()
	}
}

func (w *sentry) WriteHeader(status int) {
	w.begun = w.begun || status >= 200 || status == http.StatusSwitchingProtocols
	w.ResponseWriter.WriteHeader(status)
}

func (w *sentry) Write(p []byte) (int, error) {
	w.begun = true
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *sentry) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what was written so far.
func (w *sentry) Flush() {
	w.begun = true
	_ = http.NewResponseController(w.ResponseWriter).Flush() // not every writer can
}

// Hijack hands the connection over.
func (w *sentry) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	w.begun = w.begun || err == nil
	return lifecycle.Hijacked(conn), rw, err
}

// ReadFrom lets the connection copy a file itself.
func (w *sentry) ReadFrom(src io.Reader) (int64, error) {
	w.begun = true
	return io.Copy(w.ResponseWriter, src)
}
