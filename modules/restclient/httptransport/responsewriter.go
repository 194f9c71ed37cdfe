package httptransport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/wire"
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

	left int64 // of the body that the header promised, the handler's; negative when unknown
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
// handler aborted, because its context has ended, or because it wrote less than
// it promised.
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
	err := ctx.Err()
	if err == nil && w.left > 0 && w.hasBody() {
		err = io.ErrUnexpectedEOF
	}
	_ = w.writer.CloseWithError(err)
}

// Header returns the header to be sent; changes after the first write have no
// effect.
func (w *responseWriter) Header() http.Header { return w.header }

// WriteHeader begins the response. Informational statuses are dropped. It
// panics for a status that HTTP cannot tell, as net/http does.
func (w *responseWriter) WriteHeader(status int) {
	if status < 100 || status > 999 {
		panic(fmt.Sprintf("invalid WriteHeader code %d", status))
	}
	if status < 200 {
		return
	}
	w.once.Do(func() {
		w.status, w.sent = status, wire.Received(w.header)
		w.left = w.length()
		close(w.started)
	})
}

// Write sends a part of the body and waits until it is read.
func (w *responseWriter) Write(p []byte) (int, error) {
	select {
	case <-w.started:
	default:
		w.sniff(p)
		w.WriteHeader(http.StatusOK)
	}
	switch {
	case w.status == http.StatusNoContent || w.status == http.StatusNotModified:
		return 0, http.ErrBodyNotAllowed
	case !w.hasBody():
		return len(p), nil
	case w.left < 0:
		return w.writer.Write(p)
	}
	n, err := w.writer.Write(p[:min(int64(len(p)), w.left)])
	if w.left -= int64(n); err == nil && n < len(p) {
		err = http.ErrContentLength
	}
	return n, err
}

// sniff sets the content type that net/http would find.
func (w *responseWriter) sniff(p []byte) {
	_, typed := w.header["Content-Type"]
	if !typed && w.header.Get("Content-Encoding") == "" {
		w.header.Set("Content-Type", http.DetectContentType(p))
	}
}

func (w *responseWriter) hasBody() bool {
	return w.method != http.MethodHead && w.status != http.StatusNoContent && w.status != http.StatusNotModified
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
