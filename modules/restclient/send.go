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
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// maxErrorBody is how much of a body an *Error keeps.
const maxErrorBody = 64 << 10

// acceptJSON is shared by all requests. It is full, so that to append to it is to
// copy it.
var acceptJSON = []string{"application/json, */*;q=0.1"}

var errTooLarge = errors.New("the body is longer than the limit")

// reply is a response, read.
type reply struct {
	answer.Reply
	call *call
}

func newReply(c *call, status int, h http.Header, body []byte) *reply {
	return &reply{call: c, Reply: answer.Reply{Request: &c.Request, Status: status, Header: h, Subtype: subtypeOf(h), Body: body}}
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
	res, err := c.do(ctx, call, newRequest(call))
	if refused, ok := errors.AsType[*policy.RefusedError](err); ok {
		return nil, call.unauthorized(refused)
	}
	if err != nil {
		return nil, call.broken(err)
	}
	defer res.Body.Close()
	r := newReply(call, res.Status, res.Header, nil)
	if res.Status == http.StatusNotModified && call.conditional {
		return r, nil
	}
	if !r.IsSuccess() {
		r.Body, _ = io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
		return nil, r.refused()
	}
	if r.Body, err = readAll(res, c.config.maxBody); err != nil {
		return nil, r.fail(kindOf(err), err)
	}
	return r, nil
}

// do makes an exchange, and counts in call how often its request is made. It
// tells middleware whom it is for.
func (c *Client) do(ctx context.Context, call *call, r *core.Request) (*core.Response, error) {
	call.sent = true
	if len(c.config.middleware) > 0 {
		ctx, call.attempts = policy.Count(ctx)
		if c.parent != nil {
			ctx = policy.ForIdentity(ctx, c.id)
		}
	}
	return c.transport.Do(ctx, r)
}

func newRequest(call *call) *core.Request {
	r := &core.Request{Method: call.Method, URL: call.URL, Op: call.Op, Header: http.Header{"Accept": acceptJSON}}
	maps.Copy(r.Header, call.Header)
	if call.upload != nil {
		call.upload.fill(r)
		return r
	}
	if call.Body == nil {
		return r
	}
	body := call.Body
	r.Header.Set("Content-Type", cmp.Or(call.Format, string(PlainPatch)))
	r.ContentLength = int64(len(body))
	r.Body = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return r
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

// refuseHTML refuses an HTML page, such as that of a login or a proxy, in place
// of data: it says nothing about what was asked for, whatever its status.
func (r *reply) refuseHTML() error {
	if !r.IsHTML() || r.IsEmpty() {
		return nil
	}
	page := fmt.Sprintf("want data, have an HTML page (content type %q), such as that of a login or a proxy", r.Header.Get("Content-Type"))
	if text := redact.HTML(r.Body[:min(len(r.Body), maxErrorBody)]); text != "" {
		page += fmt.Sprintf(": %q", text)
	}
	return answer.ContentError(page)
}

// fault makes the error of a response that was read, and whose body is not what
// was asked for.
func (r *reply) fault(err error) error { return r.fail(kindOfAnswer(err), err) }

// fail makes the error of a response that cannot be used. A mutation that was
// answered with 2xx has taken effect, unless it was something before the server
// that has answered.
func (r *reply) fail(kind Kind, err error) error {
	e := r.call.fail(kind, err)
	e.Status, e.Header = r.Status, r.Header
	e.Body = r.Body[:min(len(r.Body), maxErrorBody)]
	if r.call.Mutates && r.IsSuccess() {
		e.OutcomeUnknown = r.IsHTML()
		e.Applied = !e.OutcomeUnknown
	}
	return e
}

func (r *reply) refused() *Error {
	e := r.call.fail(KindStatus, nil)
	e.Status, e.Header, e.Body = r.Status, r.Header, r.Body
	e.Problem = parseProblem(r.Subtype, r.Body)
	e.RetryAfter, _ = policy.RetryAfter(r.Header, time.Now())
	return e
}

func (c *Client) log(ctx context.Context, call *call, r *reply, err error, start time.Time) {
	attrs := []any{"op", call.Op, "method", call.Method, "url", redactURL(call.URL), "took", c.config.now().Sub(start)}
	if err != nil {
		c.config.logger.DebugContext(ctx, "rest call failed", append(attrs, "err", err)...)
		return
	}
	c.config.logger.DebugContext(ctx, "rest call", append(attrs, "status", r.Status, "bytes", len(r.Body))...)
}
