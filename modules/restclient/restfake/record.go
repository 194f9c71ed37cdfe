package restfake

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/wire"
)

var _ core.Transport = (*Recorder)(nil)

// Recorder is a transport that writes down what another one does. It is safe for
// concurrent use when the other is.
type Recorder struct {
	next   core.Transport
	redact func(*Recording)

	mu  sync.Mutex
	out io.Writer
}

// RecordOption changes a setting of Record.
type RecordOption func(*Recorder)

// WithRedaction changes what is written, after the secrets of which Record knows
// are gone: tokens in a URL or a body, or dates that would differ each time. The
// caller of the transport gets the response as it was. Default: nothing.
func WithRedaction(redact func(*Recording)) RecordOption {
	return func(r *Recorder) { r.redact = redact }
}

// Record makes a transport that sends through next and writes each exchange to w
// as a line of JSON, in the order in which they end, for Replay. User info in
// the URL and the values of Authorization, Cookie, Set-Cookie and their like are
// redacted; use WithRedaction for secrets elsewhere.
//
// Bodies are read whole before they are passed on. An exchange that cannot be
// written is an error of Do.
func Record(next core.Transport, w io.Writer, opts ...RecordOption) *Recorder {
	r := &Recorder{next: next, out: w, redact: func(*Recording) {}}
	for _, opt := range opts {
		opt(r)
	}
	return r
}

// Do sends and records a request, as core.Transport has it.
func (t *Recorder) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	body, err := wire.Content(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("record: read the body of the request: %w", wire.Error(ctx, err))
	}
	recording := &Recording{Request: RecordedRequest{
		Op: r.Op, Method: r.Method, URL: r.URL, Header: wire.Canonical(r.Header), Body: body,
	}}
	res, err := t.next.Do(ctx, withBody(r, body))
	if err != nil {
		recording.Error = err.Error()
		if failed := t.write(recording); failed != nil {
			return nil, fmt.Errorf("%w: %w", failed, err)
		}
		return nil, err
	}
	return t.record(ctx, recording, res)
}

// record reads the response and writes the exchange. The error of a body that
// breaks off is the error of its reader, as without a recorder.
func (t *Recorder) record(ctx context.Context, recording *Recording, res *core.Response) (*core.Response, error) {
	body, broken := io.ReadAll(res.Body)
	_ = res.Body.Close()
	recording.Response = &RecordedResponse{Status: res.Status, Header: res.Header.Clone(), Body: body}
	if broken != nil {
		recording.Error = broken.Error()
	}
	if err := t.write(recording); err != nil {
		return nil, err
	}
	res.Body = heldBody(ctx, body, broken)
	return res, nil
}

func (t *Recorder) write(recording *Recording) error {
	recording.redact()
	t.redact(recording)
	line, err := json.Marshal(recording, json.Deterministic(true), jsontext.EscapeForHTML(false), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return fmt.Errorf("record %s: %w", recording, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, err := t.out.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("record %s: %w", recording, err)
	}
	return nil
}

// withBody is r with a body that has been read.
func withBody(r *core.Request, body []byte) *core.Request {
	if r.Body == nil {
		return r
	}
	read := *r
	read.ContentLength = int64(len(body))
	read.Body = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	return &read
}
