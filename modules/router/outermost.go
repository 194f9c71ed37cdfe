package router

import (
	"net/http"

	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
)

// outermost is around middleware: it names the request when the application has
// its own names, and answers what middleware panics with.
type outermost struct {
	router *Router
	next   http.Handler
}

func (h outermost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.router.requestID != nil {
		h.router.nameRequest(w.Header(), r)
	}
	guarded := &sentry{ResponseWriter: w}
	defer func() {
		if v := recover(); v != nil {
			h.failed(guarded, r, h.router.panics.thrown(v))
		}
	}()
	h.next.ServeHTTP(guarded, r)
	if guarded.torn {
		panic(http.ErrAbortHandler) // somebody has recovered it
	}
}

func (h outermost) failed(w *sentry, r *http.Request, err error) {
	if err == http.ErrAbortHandler {
		panic(err)
	}
	p := failure.Of(err, r, h.router.nameRequest(w.Header(), r), h.router.environment != Production)
	p.Log(r.Context(), h.router.logger, err, "sent", w.begun)
	if w.begun {
		panic(http.ErrAbortHandler) // or the part would pass for the whole
	}
	forgetBody(w.Header())
	rw := responseWriter{ResponseWriter: w.ResponseWriter}
	if r.Method == http.MethodHead {
		rw.head = &headBody{}
	}
	answer := responseTo(p, r.Header["Accept"])
	_ = answer.write(&rw) // the client is gone: there is nobody to tell
	rw.sendHead()
}
