package restclient

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// maxErrorBody is how much of a body an *Error keeps.
const maxErrorBody = 64 << 10

// acceptJSON is shared by all requests. It is full, so that to append to it is to
// copy it.
var acceptJSON = []string{"application/json, */*;q=0.1"}

var errTooLarge = errors.New("the body is longer than the limit")

// reply is a 2xx response, read.
type reply struct {
	call    *call
	status  int
	header  http.Header
	subtype string // of the content type, lower case: "json", "vnd.api+json"
	body    []byte
}

// send makes one exchange. Every error is an *Error.
func (c *Client) send(ctx context.Context, call *call) (*reply, error) {
	if !c.config.logger.Enabled(ctx, slog.LevelDebug) {
		return c.exchange(ctx, call)
	}
	start := c.config.now()
	r, err := c.exchange(ctx, call)
	c.log(ctx, call, r, err, start)
	return r, err
}

func (c *Client) exchange(ctx context.Context, call *call) (*reply, error) {
	r, err := c.ask(ctx, call)
	call.seen.exchanged(call, r, err)
	return r, err
}

func (c *Client) ask(ctx context.Context, call *call) (*reply, error) {
	if len(c.config.middleware) > 0 && c.parent != nil {
		ctx = policy.ForIdentity(ctx, c.id)
	}
	res, err := c.do(ctx, call, newRequest(call))
	if refused, ok := errors.AsType[*policy.RefusedError](err); ok {
		return nil, call.unauthorized(refused)
	}
	if err != nil {
		return nil, call.broken(err)
	}
	defer res.Body.Close()
	r := &reply{call: call, status: res.Status, header: res.Header, subtype: subtypeOf(res.Header)}
	if res.Status == http.StatusNotModified && call.conditional {
		return r, nil
	}
	if !r.isSuccess() {
		r.body, _ = io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
		return nil, r.refused()
	}
	if r.body, err = readAll(res, c.config.maxBody); err != nil {
		return nil, r.fail(kindOf(err), err)
	}
	return r, nil
}

// do makes an exchange, and counts in call how often its request is made.
func (c *Client) do(ctx context.Context, call *call, r *core.Request) (*core.Response, error) {
	call.sent = true
	if len(c.config.middleware) > 0 {
		ctx, call.attempts = policy.Count(ctx)
	}
	return c.transport.Do(ctx, r)
}

func newRequest(call *call) *core.Request {
	r := &core.Request{Method: call.method, URL: call.url, Op: call.op, Header: http.Header{"Accept": acceptJSON}}
	maps.Copy(r.Header, call.header)
	if call.upload != nil {
		call.upload.fill(r)
		return r
	}
	if call.body == nil {
		return r
	}
	body := call.body
	r.Header.Set("Content-Type", string(cmp.Or(call.patchFormat, PlainPatch)))
	r.ContentLength = int64(len(body))
	r.Body = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return r
}

// broken makes the error of an exchange without a response.
func (c *call) broken(err error) error {
	e := c.fail(kindOf(err), err)
	e.OutcomeUnknown = c.mutates && (c.attempts != nil && c.attempts.MaybeSent() || !neverSent(err))
	if open, ok := errors.AsType[*policy.OpenError](err); ok {
		e.RetryAfter = open.RetryAfter
	}
	return e
}

// unauthorized makes the error of a 401 after which there was no other token.
func (c *call) unauthorized(refused *policy.RefusedError) error {
	r := &reply{call: c, status: refused.Status, header: refused.Header, subtype: subtypeOf(refused.Header), body: refused.Body}
	e := r.refused()
	e.Err = refused.Err
	return e
}

// maxChunk is the most that is allocated before the body has filled what was.
const maxChunk = 1 << 20

// readAll reads a body that is not longer than limit. A length that is declared
// is believed up to maxChunk. Chunks are joined when the whole body is there, so
// that one that is too long costs little more than the limit.
func readAll(res *core.Response, limit int64) ([]byte, error) {
	if res.ContentLength > limit {
		return nil, fmt.Errorf("%w of %d bytes", errTooLarge, limit)
	}
	size := int64(512)
	if res.ContentLength >= 0 {
		size = min(res.ContentLength, maxChunk) + 1 // room to see the end
	}
	var full [][]byte
	before, b := int64(0), make([]byte, 0, size) // before: the bytes in full
	for {
		n, err := res.Body.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		read := before + int64(len(b))
		switch {
		case read > limit:
			return nil, fmt.Errorf("%w of %d bytes", errTooLarge, limit)
		case err == io.EOF:
			return joined(full, b), nil
		case err != nil:
			return joined(full, b), err
		}
		if len(b) == cap(b) {
			full, before = append(full, b), read
			b = make([]byte, 0, min(read, maxChunk, limit-read+1))
		}
	}
}

func joined(full [][]byte, last []byte) []byte {
	if len(full) == 0 {
		return last
	}
	return slices.Concat(append(full, last)...)
}

func subtypeOf(h http.Header) string {
	contentType := h.Get("Content-Type")
	if contentType == "application/json" || contentType == "application/json; charset=utf-8" {
		return "json"
	}
	mediaType, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return ""
	}
	_, subtype, _ := strings.Cut(mediaType, "/")
	return subtype
}

func (r *reply) isJSON() bool {
	return r.subtype == "json" || r.subtype == "x-json" || strings.HasSuffix(r.subtype, "+json")
}

// isEmpty tells whether the response says that it has no value. A mutation that
// succeeded needs no body to have done so, whatever the status.
func (r *reply) isEmpty() bool {
	return r.call.mutates && len(r.body) == 0 || r.status == http.StatusNoContent || r.status == http.StatusResetContent
}

// needJSON refuses a body that is not declared as JSON, such as an HTML page
// with status 200.
func (r *reply) needJSON() error {
	if r.isJSON() {
		return nil
	}
	return contentError(fmt.Sprintf("want JSON, have content type %q", r.header.Get("Content-Type")))
}

// isHTML reports whether the response is an HTML page.
func (r *reply) isHTML() bool { return r.subtype == "html" || r.subtype == "xhtml+xml" }

// refuseHTML refuses an HTML page, such as that of a login or a proxy, in place
// of data: it says nothing about what was asked for, whatever its status.
func (r *reply) refuseHTML() error {
	if !r.isHTML() || r.isEmpty() {
		return nil
	}
	page := fmt.Sprintf("want data, have an HTML page (content type %q), such as that of a login or a proxy", r.header.Get("Content-Type"))
	if text := redact.HTML(r.body[:min(len(r.body), maxErrorBody)]); text != "" {
		page += fmt.Sprintf(": %q", text)
	}
	return contentError(page)
}

func (r *reply) isSuccess() bool { return r.status >= 200 && r.status <= 299 }

// fault makes the error of a response that was read, and whose body is not what
// was asked for.
func (r *reply) fault(err error) error { return r.fail(kindOfAnswer(err), err) }

// fail makes the error of a response that cannot be used. A mutation that was
// answered with 2xx has taken effect, unless it was something before the server
// that has answered.
func (r *reply) fail(kind Kind, err error) error {
	e := r.call.fail(kind, err)
	e.Status, e.Header = r.status, r.header
	e.Body = r.body[:min(len(r.body), maxErrorBody)]
	if r.call.mutates && r.isSuccess() {
		e.OutcomeUnknown = r.isHTML()
		e.Applied = !e.OutcomeUnknown
	}
	return e
}

func (r *reply) refused() *Error {
	e := r.call.fail(KindStatus, nil)
	e.Status, e.Header, e.Body = r.status, r.header, r.body
	e.Problem = parseProblem(r.subtype, r.body)
	e.RetryAfter, _ = policy.RetryAfter(r.header, time.Now())
	return e
}

func (c *Client) log(ctx context.Context, call *call, r *reply, err error, start time.Time) {
	attrs := []any{"op", call.op, "method", call.method, "url", redactURL(call.url), "took", c.config.now().Sub(start)}
	if err != nil {
		c.config.logger.DebugContext(ctx, "rest call failed", append(attrs, "err", err)...)
		return
	}
	c.config.logger.DebugContext(ctx, "rest call", append(attrs, "status", r.status, "bytes", len(r.body))...)
}
