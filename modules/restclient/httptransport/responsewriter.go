package httptransport

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"
)

// errAborted is how the reader learns that the handler cut the response off.
var errAborted = errors.New("in-process handler aborted the response")

// responseWriter hands what a handler writes to the reader of the response.
type responseWriter struct {
	reader *io.PipeReader
	writer *io.PipeWriter
	method string

	header http.Header // the handler's
	once   sync.Once   // closes started

	// started is closed when the response has begun: what follows does not
	// change any more.
	started chan struct{}
	status  int
	sent    http.Header
	err     error // the handler aborted before it answered
}

var _ http.Flusher = (*responseWriter)(nil)

func newResponseWriter(method string) *responseWriter {
	w := &responseWriter{method: method, header: http.Header{}, started: make(chan struct{})}
	w.reader, w.writer = io.Pipe()
	return w
}

// serve runs the handler and completes the response.
func (w *responseWriter) serve(h http.Handler, r *http.Request) {
	defer w.finish(r.Context())
	h.ServeHTTP(w, r)
}

// finish ends the body: with an error when it may lack something, because the
// handler aborted or because its context has ended.
func (w *responseWriter) finish(ctx context.Context) {
	v := recover()
	if v != nil && v != http.ErrAbortHandler {
		panic(v)
	}
	if v != nil {
		_ = w.writer.CloseWithError(errAborted)
		w.once.Do(func() {
			w.err = errAborted
			close(w.started)
		})
	}
	w.WriteHeader(http.StatusOK)
	_ = w.writer.CloseWithError(ctx.Err())
}

// Header returns the header to be sent; changes after the first write have no
// effect.
func (w *responseWriter) Header() http.Header { return w.header }

// WriteHeader begins the response. Informational statuses are dropped.
func (w *responseWriter) WriteHeader(status int) {
	if status < 200 {
		return
	}
	w.once.Do(func() {
		w.status, w.sent = status, w.header.Clone()
		close(w.started)
	})
}

// Write sends a part of the body and waits until it is read.
func (w *responseWriter) Write(p []byte) (int, error) {
	select {
	case <-w.started:
	default:
		if w.header.Get("Content-Type") == "" && w.header.Get("Content-Encoding") == "" {
			w.header.Set("Content-Type", http.DetectContentType(p))
		}
		w.WriteHeader(http.StatusOK)
	}
	switch {
	case w.status == http.StatusNoContent || w.status == http.StatusNotModified:
		return 0, http.ErrBodyNotAllowed
	case w.method == http.MethodHead:
		return len(p), nil
	}
	return w.writer.Write(p)
}

// Flush begins the response; what is written is never held back.
func (w *responseWriter) Flush() { w.WriteHeader(http.StatusOK) }

// length is the length of the body, -1 when unknown.
func (w *responseWriter) length() int64 {
	if w.status == http.StatusNoContent {
		return 0
	}
	n, err := strconv.ParseInt(w.sent.Get("Content-Length"), 10, 64)
	if err != nil || n < 0 {
		return -1
	}
	return n
}
