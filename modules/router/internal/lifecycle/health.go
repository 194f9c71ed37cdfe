package lifecycle

import (
	"io"
	"net/http"
	"strconv"
)

// health answers GET and HEAD of two paths and leaves everything else to next.
func health(next http.Handler, live, ready string, draining *latch) http.Handler {
	if live == "" && ready == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		path := req.URL.Path
		switch {
		case path == "" || req.Method != http.MethodGet && req.Method != http.MethodHead:
			next.ServeHTTP(w, req)
		case path == ready && draining.fired():
			sayHealth(w, req, http.StatusServiceUnavailable, "draining")
		case path == live || path == ready:
			sayHealth(w, req, http.StatusOK, "ok")
		default:
			next.ServeHTTP(w, req)
		}
	})
}

func sayHealth(w http.ResponseWriter, req *http.Request, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if req.Method != http.MethodHead {
		_, _ = io.WriteString(w, text) // the prober is gone: there is nobody to tell
	}
}
