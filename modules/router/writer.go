package router

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router/internal/lifecycle"
)

// responseWriter stands between a route and the connection: it runs the
// beforeResponse hooks once, lets only the first response through, and answers
// HEAD with the headers of GET. What an application writes is held back until it
// is more than net/http would buffer, is flushed, or the request has succeeded:
// up to then an error may take its place. It belongs to an exchange and is reused
// with it; applications get a contextWriter.
type responseWriter struct {
	http.ResponseWriter
	x      *exchange
	c      *Context
	hooked bool        // the hooks have run
	status int         // 0: there is no response
	holds  bool        // the status is held back, with x.early and x.held
	whole  bool        // the response is over: all of it is written, or nothing more will be
	head   *headBody   // of a HEAD request
	failed error       // of the hooks: what is written is dropped
	outer  http.Header // what middleware outside has set about the body
}

type headerLine struct {
	name   string
	values []string
}

// Unwrap lets http.ResponseController reach the connection.
func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// connection is the writer that the others wrap.
func connection(w http.ResponseWriter) http.ResponseWriter {
	for {
		outer, wraps := w.(interface{ Unwrap() http.ResponseWriter })
		if !wraps {
			return w
		}
		w = outer.Unwrap()
	}
}

// begun reports whether there is nothing to encode or send any more.
func (w *responseWriter) begun() bool { return w.status != 0 || w.failed != nil }

// WriteHeader sets the status and the headers, the first time it is called. HTTP/1.0 has
// no informational responses (RFC 9110, section 15.2). They go to the connection: an
// engine may take the status of one for that of the response.
func (w *responseWriter) WriteHeader(status int) {
	if status >= 100 && status < 200 && status != http.StatusSwitchingProtocols {
		if !w.begun() && w.x.request.ProtoAtLeast(1, 1) {
			w.inform(status)
		}
		return
	}
	if status < 100 || status > 999 {
		panic(fmt.Sprintf("invalid WriteHeader code %d", status)) // as net/http does, and now
	}
	w.commit(status)
}

// inform sends an informational response, unless another goroutine may have begun the
// response, as that of events.
func (w *responseWriter) inform(status int) {
	if d, drafts := w.ResponseWriter.(*draft); drafts {
		if d.shared {
			return
		}
		d.copy()
	}
	connection(w.ResponseWriter).WriteHeader(status)
}

// Write takes a part of the body.
func (w *responseWriter) Write(p []byte) (int, error) {
	w.commit(http.StatusOK)
	switch {
	case w.whole:
		return 0, errWhole
	case w.failed != nil:
		return 0, w.failed
	case !hasContent(w.status):
		return 0, http.ErrBodyNotAllowed
	case w.head != nil:
		return w.head.write(p), nil
	case w.mayHold(len(p)):
		w.x.held = append(w.x.held, p...)
		return len(p), nil
	}
	w.pass()
	n, err := w.ResponseWriter.Write(p)
	return n, w.lost(err)
}

// lost adds to an error of the connection that the client is gone, when it is: net/http
// has ended the context of the request then. An answer without a route has no exchange.
func (w *responseWriter) lost(err error) error {
	if err == nil || w.x == nil {
		return err
	}
	if gone := w.x.gone(); gone != nil {
		return errors.Join(err, gone)
	}
	return err
}

// ReadFrom lets the connection copy a file itself. Anything else is read before the
// status is sent: the body of a request, which is asked for with 100 Continue until then,
// and may be too long.
func (w *responseWriter) ReadFrom(src io.Reader) (int64, error) {
	w.commit(http.StatusOK)
	if w.whole || w.failed != nil || w.head != nil || !hasContent(w.status) || !isFile(src) {
		return io.Copy(struct{ io.Writer }{w}, src)
	}
	w.pass()
	n, err := io.Copy(w.ResponseWriter, src)
	return n, w.lost(err)
}

// isFile reports whether a connection may copy from src without reading it here.
func isFile(src io.Reader) bool {
	if part, ok := src.(*io.LimitedReader); ok {
		src = part.R
	}
	_, ok := src.(*os.File)
	return ok
}

// commit chooses the response of an application that writes it itself.
func (w *responseWriter) commit(status int) {
	if !w.choose(status) {
		return
	}
	if w.head == nil {
		w.holds = true
	} else {
		w.head.committed = true
	}
	w.x.early = w.x.early[:0]
	for name, values := range w.ResponseWriter.Header() {
		w.x.early = append(w.x.early, headerLine{name, values})
	}
}

// begin sends the status of a response that the router writes.
func (w *responseWriter) begin(status int) {
	if w.choose(status) && w.head == nil {
		w.ResponseWriter.WriteHeader(status)
	}
}

// choose reports whether the status is that of the response: it is the first
// one, and the hooks have not refused it.
func (w *responseWriter) choose(status int) bool {
	if w.status != 0 || w.failed != nil || w.whole {
		return false
	}
	if !w.hooked {
		w.hooked = true
		w.runHooks()
		if w.failed != nil {
			return false
		}
		if w.whole = w.status != 0; w.whole { // what a hook has written is the answer
			return false
		}
	}
	w.status = status
	return true
}

// mayHold reports whether n more bytes are held back. Where net/http judges what
// is written, it is asked at once.
func (w *responseWriter) mayHold(n int) bool {
	return w.holds && len(w.x.held)+n <= buffered && w.ResponseWriter.Header()["Content-Length"] == nil
}

// hasContent reports whether a response of a status has a body (RFC 9110, sections
// 6.4.1 and 15.3.6).
func hasContent(status int) bool {
	return status >= 200 && status != http.StatusNoContent && status != http.StatusResetContent && status != http.StatusNotModified
}

// pass sends what is held back, if anything is.
func (w *responseWriter) pass() {
	if w.holds {
		w.release()
	}
}

// release sends what is held back.
func (w *responseWriter) release() {
	defer w.rewind()()
	w.ResponseWriter.WriteHeader(w.status)
	if len(w.x.held) > 0 {
		_, _ = w.ResponseWriter.Write(w.x.held) // the next write says so too
	}
	w.drop()
}

// rewind makes the header that of the status. What was set behind the status does not go
// out with it: the function that is returned puts the trailers back, and the rest was too
// late.
func (w *responseWriter) rewind() func() {
	header := w.ResponseWriter.Header()
	if !w.changed(header) {
		return func() {}
	}
	late := maps.Clone(header)
	clear(header)
	for _, line := range w.x.early {
		header[line.name] = line.values
	}
	announced := strings.ToLower(strings.Join(header["Trailer"], ","))
	maps.DeleteFunc(late, func(name string, _ []string) bool {
		return !strings.HasPrefix(name, http.TrailerPrefix) && !strings.Contains(announced, strings.ToLower(name))
	})
	return func() { maps.Copy(header, late) }
}

// changed reports whether the header is another one than that of the status.
func (w *responseWriter) changed(header http.Header) bool {
	return len(header) != len(w.x.early) || slices.ContainsFunc(w.x.early, func(line headerLine) bool {
		return !slices.Equal(header[line.name], line.values)
	})
}

// drop forgets what is held back.
func (w *responseWriter) drop() {
	clear(w.x.early)
	w.holds, w.x.early, w.x.held = false, w.x.early[:0], w.x.held[:0]
}

// recall takes a response back and reports whether that was possible: nothing of
// it was sent.
func (w *responseWriter) recall() bool {
	if !w.holds && (w.head == nil || w.head.sent) {
		return w.status == 0
	}
	w.status, w.whole = 0, false
	w.drop()
	if w.head != nil {
		w.head = &headBody{}
	}
	return true
}

func (w *responseWriter) runHooks() {
	if w.c == nil || len(w.c.plan.beforeResponse) == 0 {
		return
	}
	w.failed = w.x.router.panics.protect(func() error { return w.x.announce.run(w.c, w.c.plan.beforeResponse) })
}

// FlushError sends what was written so far.
func (w *responseWriter) FlushError() error {
	w.commit(http.StatusOK)
	if w.failed != nil {
		return w.failed
	}
	w.sendHead(false)
	w.pass()
	return w.lost(http.NewResponseController(w.ResponseWriter).Flush())
}

// Hijack hands the connection over; the router sends nothing after it. One that cannot be
// is not asked for: an engine sends no status behind that.
func (w *responseWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	if _, can := connection(w.ResponseWriter).(http.Hijacker); !can {
		return nil, nil, fmt.Errorf("hijack: %w", http.ErrNotSupported)
	}
	w.pass()
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err == nil {
		w.status, w.hooked, w.whole, w.head = http.StatusSwitchingProtocols, true, true, nil
	}
	return lifecycle.Hijacked(conn), rw, err
}

// contextWriter is the writer of a Context, and stale when that is.
type contextWriter struct{ c *Context }

// Header returns the headers of the response.
func (w *contextWriter) Header() http.Header {
	defer w.c.leave()
	return w.c.enter().writer.Header()
}

// WriteHeader sets the status, the first time it is called.
func (w *contextWriter) WriteHeader(status int) {
	defer w.c.leave()
	w.c.enter().writer.WriteHeader(status)
}

// Write takes a part of the body.
func (w *contextWriter) Write(p []byte) (int, error) {
	defer w.c.leave()
	return w.c.enter().writer.Write(p)
}

// FlushError sends what was written so far.
func (w *contextWriter) FlushError() error {
	defer w.c.leave()
	return w.c.enter().writer.FlushError()
}

// Flush is FlushError for those that know no better.
func (w *contextWriter) Flush() { _ = w.FlushError() }

// Unwrap lets http.ResponseController reach the connection.
func (w *contextWriter) Unwrap() http.ResponseWriter {
	defer w.c.leave()
	return w.c.enter().writer.ResponseWriter
}

// Hijack hands the connection over; the router sends nothing after it.
func (w *contextWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	defer w.c.leave()
	return w.c.enter().writer.Hijack()
}

// ReadFrom lets the connection copy a file itself.
func (w *contextWriter) ReadFrom(src io.Reader) (int64, error) {
	defer w.c.leave()
	return w.c.enter().writer.ReadFrom(src)
}

// draft is the writer of a response that may begin in another goroutine than that of the
// request, which sets the header of the draft: that of the connection is written when the
// response begins.
type draft struct {
	http.ResponseWriter
	header http.Header
	shared bool // another goroutine may begin the response
}

func newDraft(w http.ResponseWriter) *draft {
	return &draft{ResponseWriter: w, header: w.Header().Clone()}
}

// Header returns the header of the draft.
func (d *draft) Header() http.Header { return d.header }

// WriteHeader begins the response.
func (d *draft) WriteHeader(status int) {
	d.copy()
	d.ResponseWriter.WriteHeader(status)
}

// copy makes the header of the connection that of the draft.
func (d *draft) copy() http.Header {
	h := d.ResponseWriter.Header()
	clear(h)
	maps.Copy(h, d.header)
	return h
}

// end adds the trailers.
func (d *draft) end() { maps.Copy(d.ResponseWriter.Header(), d.header) }

// Unwrap lets http.ResponseController reach the connection.
func (d *draft) Unwrap() http.ResponseWriter { return d.ResponseWriter }

// streamWriter begins the response of a stream with what is written first. Of events that
// are silent that is empty, and comes from another goroutine than that of the request.
type streamWriter struct {
	http.ResponseWriter
	x             *exchange
	begun, silent bool
}

func newStreamWriter(x *exchange, events bool) *streamWriter {
	if events {
		d := x.writer.ResponseWriter.(*draft)
		x.answer.setHeader(d.copy())
		d.shared = true
	}
	return &streamWriter{ResponseWriter: x.writer.ResponseWriter, x: x}
}

// Write sends a part.
func (w *streamWriter) Write(part []byte) (int, error) {
	if !w.begun {
		w.begin(len(part) == 0)
	}
	return w.ResponseWriter.Write(part)
}

// begin sends the header: silently as it was when the stream began.
func (w *streamWriter) begin(silent bool) {
	w.begun, w.silent = true, silent
	if silent {
		w.ResponseWriter.(*draft).ResponseWriter.WriteHeader(w.x.answer.Status)
		return
	}
	w.x.answer.setHeader(w.Header())
	w.ResponseWriter.WriteHeader(w.x.answer.Status)
}

// Unwrap lets http.ResponseController reach the connection.
func (w *streamWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// noWriter is the connection of a request that has none any more.
type noWriter struct{ err error }

func (noWriter) Header() http.Header { return http.Header{} }

func (noWriter) WriteHeader(int) {}

func (w noWriter) Write([]byte) (int, error) { return 0, w.err }

func noURL() *url.URL { return &url.URL{Path: "/"} }

// headBody counts the body that a HEAD request is not sent.
type headBody struct {
	size      int
	start     []byte
	sent      bool
	committed bool // by the application, which may set headers behind the status
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

// complete ends the response. What fails or is written behind that changes nothing, for HEAD
// neither.
func (w *responseWriter) complete() {
	w.whole = true
	if w.head != nil {
		w.sendHead(true)
	}
	if w.c != nil && len(w.c.plan.beforeResponse)+len(w.c.plan.afterResponse) > 0 {
		w.seal()
	}
}

// seal sends the header of a response without a body, which gin keeps until all of its
// handlers have ended: hooks would change it behind the response.
func (w *responseWriter) seal() {
	if w.status == 0 || w.holds {
		return
	}
	inner := w.ResponseWriter
	if d, drafts := inner.(*draft); drafts {
		inner = d.ResponseWriter
	}
	if gin, keeps := inner.(interface{ WriteHeaderNow() }); keeps {
		gin.WriteHeaderNow()
	}
}

// sendHead sends the headers that the same GET request is sent. The length is known when
// the whole is written.
func (w *responseWriter) sendHead(whole bool) {
	h := w.head
	if h == nil || h.sent || w.status == 0 {
		return
	}
	h.sent = true
	if h.committed {
		w.rewind() // for good: there are no trailers
		defer w.drop()
	}
	header := w.Header()
	if h.size > 0 && header.Get("Content-Type") == "" {
		header.Set("Content-Type", http.DetectContentType(h.start))
	}
	if whole && h.size > 0 && h.size <= buffered && header.Get("Content-Length") == "" {
		header.Set("Content-Length", strconv.Itoa(h.size))
	}
	w.ResponseWriter.WriteHeader(w.status)
}

var errWhole = errors.New("router: the response was sent")

var errDetached = errors.New("router: a detached Context has no response")
