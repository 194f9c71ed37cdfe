package restclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// maxErrorBody is how much of a body an *Error keeps.
const maxErrorBody = 64 << 10

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
	if c.config.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.config.timeout)
		defer cancel()
	}
	start := c.config.now()
	r, err := c.exchange(ctx, call)
	c.log(ctx, call, r, err, start)
	return r, err
}

func (c *Client) exchange(ctx context.Context, call *call) (*reply, error) {
	res, err := c.transport.Do(ctx, newRequest(call))
	if err != nil {
		return nil, call.broken(ctx, err)
	}
	defer res.Body.Close()
	r := &reply{call: call, status: res.Status, header: res.Header, subtype: subtypeOf(res.Header)}
	if res.Status < 200 || res.Status > 299 {
		r.body, _ = io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
		return nil, r.refused()
	}
	if r.body, err = readAll(res, c.config.maxBody); err != nil {
		return nil, r.fail(kindOf(err), causeOf(ctx, err))
	}
	return r, nil
}

func newRequest(call *call) *core.Request {
	r := &core.Request{Method: call.method, URL: call.url, Op: call.op, Header: http.Header{"Accept": {"application/json, */*;q=0.1"}}}
	if call.body == nil {
		return r
	}
	body := call.body
	r.Header.Set("Content-Type", "application/json")
	r.ContentLength = int64(len(body))
	r.Body = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return r
}

// broken makes the error of an exchange without a response.
func (c *call) broken(ctx context.Context, err error) error {
	err = causeOf(ctx, err)
	e := c.fail(kindOf(err), err)
	e.OutcomeUnknown = c.mutates && !neverSent(err)
	return e
}

// causeOf adds why ctx ended, such as ErrClosed, which transports do not tell.
func causeOf(ctx context.Context, err error) error {
	cause := context.Cause(ctx)
	if cause == nil || errors.Is(err, cause) {
		return err
	}
	return fmt.Errorf("%w: %w", cause, err)
}

func readAll(res *core.Response, limit int64) ([]byte, error) {
	if res.ContentLength > limit {
		return nil, fmt.Errorf("%w of %d bytes", errTooLarge, limit)
	}
	var b bytes.Buffer
	if res.ContentLength > 0 {
		b.Grow(int(min(res.ContentLength, 1<<20)) + bytes.MinRead)
	}
	n, err := b.ReadFrom(io.LimitReader(res.Body, limit+1))
	if err != nil {
		return b.Bytes(), err
	}
	if n > limit {
		return nil, fmt.Errorf("%w of %d bytes", errTooLarge, limit)
	}
	return b.Bytes(), nil
}

func subtypeOf(h http.Header) string {
	mediaType, _, err := mime.ParseMediaType(h.Get("Content-Type"))
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
	return r.fail(KindContentType, fmt.Errorf("want JSON, have content type %q", r.header.Get("Content-Type")))
}

func (r *reply) fail(kind Kind, err error) error {
	e := r.call.fail(kind, err)
	e.Status, e.Header = r.status, r.header
	e.Body = r.body[:min(len(r.body), maxErrorBody)]
	return e
}

func (r *reply) refused() error {
	e := r.call.fail(KindStatus, nil)
	e.Status, e.Header, e.Body = r.status, r.header, r.body
	e.Problem = parseProblem(r.subtype, r.body)
	return e
}

func (r *reply) noValue() error { return r.fail(KindNoValue, ErrNoValue) }

func (c *Client) log(ctx context.Context, call *call, r *reply, err error, start time.Time) {
	attrs := []any{"op", call.op, "method", call.method, "url", redactURL(call.url), "took", c.config.now().Sub(start)}
	if err != nil {
		c.config.logger.DebugContext(ctx, "rest call failed", append(attrs, "err", err)...)
		return
	}
	c.config.logger.DebugContext(ctx, "rest call", append(attrs, "status", r.status, "bytes", len(r.body))...)
}
