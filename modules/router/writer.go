package router

import (
	"bufio"
	"net"
	"net/http"
	"strconv"
)

// responseWriter stands between a route and the connection: it runs the
// beforeResponse hooks once, lets only the first response through, and answers
// HEAD with the headers of GET.
type responseWriter struct {
	http.ResponseWriter
	before func() error // runs the hooks, nil when they have run
	status int          // 0: nothing was sent
	head   *headBody    // of a HEAD request
	failed error        // of the hooks: what is written is dropped
}

// writerFor returns the writer for a route: the outermost one when nothing has
// wrapped it on the way.
func writerFor(w http.ResponseWriter, method string) *responseWriter {
	rw, ok := w.(*responseWriter)
	if !ok || rw.status != 0 || rw.head != nil {
		rw = &responseWriter{ResponseWriter: w}
	}
	rw.forMethod(method)
	return rw
}

func (w *responseWriter) forMethod(method string) {
	if method == http.MethodHead && w.head == nil {
		w.head = &headBody{}
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader sends the status and the headers, the first time it is called.
func (w *responseWriter) WriteHeader(status int) {
	if status >= 100 && status < 200 && status != http.StatusSwitchingProtocols {
		if w.status == 0 {
			w.ResponseWriter.WriteHeader(status)
		}
		return
	}
	w.commit(status)
}

// Write sends a part of the body.
func (w *responseWriter) Write(p []byte) (int, error) {
	w.commit(http.StatusOK)
	switch {
	case w.failed != nil:
		return 0, w.failed
	case w.head != nil:
		return w.head.write(p), nil
	}
	return w.ResponseWriter.Write(p)
}

func (w *responseWriter) commit(status int) {
	if w.status != 0 || w.failed != nil {
		return
	}
	if before := w.before; before != nil {
		w.before = nil
		if w.failed = before(); w.failed != nil || w.status != 0 {
			return
		}
	}
	w.status = status
	if w.head == nil {
		w.ResponseWriter.WriteHeader(status)
	}
}

// FlushError sends what was written so far.
func (w *responseWriter) FlushError() error {
	w.commit(http.StatusOK)
	if w.failed != nil {
		return w.failed
	}
	w.sendHead()
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Flush is FlushError for those that know no better.
func (w *responseWriter) Flush() { _ = w.FlushError() }

// Hijack hands the connection over; the router sends nothing after it.
func (w *responseWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err == nil {
		w.status, w.before, w.head = http.StatusSwitchingProtocols, nil, nil
	}
	return conn, rw, err
}

// headBody counts the body that a HEAD request is not sent.
type headBody struct {
	size  int
	start []byte
	sent  bool
}

const (
	sniffed  = 512  // bytes that decide about a Content-Type
	buffered = 2048 // bytes of a body up to which net/http knows its length
)

func (h *headBody) write(p []byte) int {
	h.size += len(p)
	h.start = append(h.start, p[:min(len(p), sniffed-len(h.start))]...)
	return len(p)
}

// sendHead sends the headers that the same GET request is sent.
func (w *responseWriter) sendHead() {
	h := w.head
	if h == nil || h.sent || w.status == 0 {
		return
	}
	h.sent = true
	header := w.Header()
	if h.size > 0 && header.Get("Content-Type") == "" {
		header.Set("Content-Type", http.DetectContentType(h.start))
	}
	if h.size > 0 && h.size <= buffered && header.Get("Content-Length") == "" {
		header.Set("Content-Length", strconv.Itoa(h.size))
	}
	w.ResponseWriter.WriteHeader(w.status)
}
