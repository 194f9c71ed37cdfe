package restclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/eventstream"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
)

// Event is one server-sent event: ID is the last one that the stream has given,
// Type is "message" unless it says otherwise, Data belongs to the caller.
type Event = eventstream.Event

// EventOption changes a setting of Events.
type EventOption func(*eventConfig)

type eventConfig struct {
	limit     int
	retry     time.Duration
	maxRetry  time.Duration
	lastID    string
	randomize func() float64 // in [0, 1)
}

// The defaults of Events.
const (
	DefaultMaxEvent     = 1 << 20
	DefaultReconnect    = 3 * time.Second
	DefaultMaxReconnect = time.Minute
)

// WithMaxEvent bounds an event in bytes; a longer one is skipped and yielded as
// a KindTooLarge error. Default: DefaultMaxEvent.
func WithMaxEvent(bytes int) EventOption { return func(c *eventConfig) { c.limit = bytes } }

// WithReconnect sets how long to wait before the stream is opened again: first,
// unless the stream itself says, and at most. Each attempt that fails doubles
// the wait, and up to half of it is added at random. Default: DefaultReconnect,
// DefaultMaxReconnect.
func WithReconnect(first, most time.Duration) EventOption {
	return func(c *eventConfig) { c.retry, c.maxRetry = first, most }
}

// WithLastEventID opens the stream after the event with that ID. Default: where
// the server begins.
func WithLastEventID(id string) EventOption { return func(c *eventConfig) { c.lastID = id } }

// Events yields the events of a stream of server-sent events (WHATWG HTML,
// section 9.2) at the URL of an endpoint, whose result type does not matter. It
// is sent through the transport of the client as calls are, but without their
// timeout.
//
// A stream that ends, or breaks, is opened again with Last-Event-ID, after a
// while; so are attempts without a response or with 408, 429 or 5xx. An event
// that is too long or is not UTF-8 is yielded as an error, and the stream goes
// on. Any other error is the last thing that is yielded. After 204 the loop ends.
//
// The loop ends with ctx and with the client, and with a KindReset error when
// that is reset. The client is the one that ctx carries. Every error is an
// *Error.
func Events[A, R any](ctx context.Context, read Readable[A, R], args A, opts ...EventOption) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) { eventsIn(ctx, (*endpoint)(read.read()), boxed(args), opts, yield) }
}

func eventsIn(ctx context.Context, e *endpoint, args any, opts []EventOption, yield func(Event, error) bool) {
	s := sessionIn(ctx).now()
	request, err := e.request(s.client, args)
	if err != nil {
		yield(Event{}, err)
		return
	}
	c := eventConfig{limit: DefaultMaxEvent, retry: DefaultReconnect, maxRetry: DefaultMaxReconnect, randomize: rand.Float64}
	for _, opt := range opts {
		opt(&c)
	}
	running, detach := s.space.calls.Attach(ctx)
	defer detach()
	es := &eventSource{session: s, request: request, config: c, lastID: c.lastID, retry: c.retry}
	es.run(running, yield)
	if errors.Is(context.Cause(running), ErrReset) && !es.left {
		yield(Event{}, es.fail(KindReset, ErrReset))
	}
}

// eventSource is one stream, opened as often as necessary.
type eventSource struct {
	session session
	request *answer.Request
	config  eventConfig

	attempts int // to make the last exchange
	lastID   string
	retry    time.Duration
	failed   int  // attempts in a row that brought no event
	left     bool // the loop was left, or has got its last error
}

func (es *eventSource) run(ctx context.Context, yield func(Event, error) bool) {
	emit := func(e Event, err error) bool {
		es.left = es.left || !yield(e, err)
		return !es.left
	}
	for {
		again, err := es.once(ctx, emit)
		if !again && err != nil && !es.left {
			emit(Event{}, err)
			es.left = true
		}
		if !again || es.left || ctx.Err() != nil || !es.pause(ctx, err) {
			return
		}
	}
}

// once opens the stream and reads it to its end. It reports whether to open it
// again.
func (es *eventSource) once(ctx context.Context, emit func(Event, error) bool) (again bool, err error) {
	res, err := es.session.client.exchange.Do(ctx, es.http(ctx))
	es.failed++
	if err != nil {
		return es.refused(ctx, err)
	}
	es.attempts = res.Reply.Attempts
	if res.Status != http.StatusOK && res.Status != http.StatusNoContent {
		return es.refused(ctx, res.Refuse())
	}
	defer res.Body.Close()
	switch {
	case res.Status == http.StatusNoContent:
		return false, nil
	case res.Reply.Subtype != "event-stream":
		reply := &answer.Reply{Reply: res.Reply, Request: es.request}
		return false, answerError(reply, answer.ContentError(fmt.Sprintf("want an event stream, have content type %q", res.Header.Get("Content-Type"))))
	}
	return true, es.read(ctx, res.Body, emit)
}

// refused reports whether a request that has failed is worth another attempt.
func (es *eventSource) refused(ctx context.Context, err error) (again bool, failure error) {
	if lost, ok := errors.AsType[*exchange.Lost](err); ok {
		lost.Err = exchange.WithCause(ctx, lost.Err)
		return true, exchangeError(es.request, lost)
	}
	refused := exchangeError(es.request, err)
	es.session.tellStatus(ctx, refused)
	return worthRetry(refused.Status), refused
}

// fail makes an error of the stream as it was opened last.
func (es *eventSource) fail(kind Kind, err error) *Error {
	e := newError(es.request, kind, err)
	e.Attempts = es.attempts
	return e
}

func (es *eventSource) http(ctx context.Context) *core.Request {
	r := es.request.HTTP(ctx, exchange.Conditions{})
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Cache-Control", "no-store")
	if es.lastID != "" {
		r.Header.Set("Last-Event-ID", es.lastID)
	}
	return r
}

func worthRetry(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500
}

// read yields events until the stream ends, and returns why it does.
func (es *eventSource) read(ctx context.Context, body io.Reader, emit func(Event, error) bool) error {
	r := eventstream.NewReader(body, es.config.limit, es.lastID)
	for {
		e, err := r.Next()
		es.lastID = r.LastID()
		if retry := r.Retry(); retry > 0 {
			es.retry = retry
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, eventstream.ErrTooLarge):
			err = es.fail(KindTooLarge, err)
		case errors.Is(err, eventstream.ErrEncoding):
			err = es.fail(KindDecode, err)
		case err != nil:
			return exchangeError(es.request, &exchange.Lost{Attempts: es.attempts, Err: exchange.WithCause(ctx, err)})
		}
		es.failed = 0
		if !emit(e, err) {
			return nil
		}
	}
}

// pause waits before the next attempt. It is false when ctx ends first.
func (es *eventSource) pause(ctx context.Context, err error) bool {
	wait := es.wait()
	es.session.client.config.logger.DebugContext(ctx, "event stream ended", "op", es.request.Op, "err", err, "wait", wait)
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

func (es *eventSource) wait() time.Duration {
	wait := es.retry
	for range es.failed - 1 {
		wait = min(2*wait, max(es.config.maxRetry, es.retry))
	}
	return wait + time.Duration(es.config.randomize()*float64(wait)/2)
}
