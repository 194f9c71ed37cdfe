package ginrouter

import (
	"bufio"
	"net"
	"net/http"
	"sync"

	"github.com/gin-gonic/gin"
)

// writer is that of gin, which would keep the status of an informational response (RFC
// 9110, section 15.2) as that of the response, and send none when hijacking has failed.
type writer struct{ gin.ResponseWriter }

// wrapper is a writer of gin, and those of its middleware that unwrap.
type wrapper interface{ Unwrap() http.ResponseWriter }

// WriteHeader sends an informational response, or sets the status.
func (w *writer) WriteHeader(status int) {
	inner, unwraps := w.ResponseWriter.(wrapper)
	if unwraps && status >= 100 && status < 200 && status != http.StatusSwitchingProtocols && !w.Written() {
		inner.Unwrap().WriteHeader(status)
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// Hijack hands the connection over.
func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	inner, unwraps := w.ResponseWriter.(wrapper)
	if !unwraps {
		return w.ResponseWriter.Hijack()
	}
	conn, rw, err := http.NewResponseController(inner.Unwrap()).Hijack()
	if err == nil {
		_, _, _ = w.ResponseWriter.Hijack() // gin has nothing to send from now on
	}
	return conn, rw, err
}

// Unwrap lets http.ResponseController reach the connection.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// capable serves with writers that can do what gin asserts that every writer can.
func capable(h http.Handler) http.Handler {
	writers := &sync.Pool{New: func() any { return new(unwrapping) }}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, flushes := w.(http.Flusher)
		_, hijacks := w.(http.Hijacker)
		if flushes && hijacks {
			h.ServeHTTP(w, r)
			return
		}
		u := writers.Get().(*unwrapping)
		u.ResponseWriter = w
		h.ServeHTTP(u, r)
		u.ResponseWriter = nil
		writers.Put(u)
	})
}

// unwrapping finds what a writer can do in those that it wraps.
type unwrapping struct{ http.ResponseWriter }

// Flush sends what was written so far.
func (w *unwrapping) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() } // not every writer can

// Hijack hands the connection over.
func (w *unwrapping) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(w.ResponseWriter).Hijack()
}

// Unwrap lets http.ResponseController reach the connection.
func (w *unwrapping) Unwrap() http.ResponseWriter { return w.ResponseWriter }
