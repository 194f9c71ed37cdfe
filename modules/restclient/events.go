package restclient

import (
	"context"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/eventsource"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/eventstream"
)

// Event is one server-sent event: ID is the last one that the stream has given,
// Type is "message" unless it says otherwise, Data belongs to the caller.
type Event = eventstream.Event

// EventOption changes a setting of Events.
type EventOption func(*eventsource.Config)

// The defaults of Events.
const (
	DefaultMaxEvent     = 1 << 20
	DefaultReconnect    = 3 * time.Second
	DefaultMaxReconnect = time.Minute
)

// WithMaxEvent bounds an event in bytes; a longer one is skipped and yielded as
// a KindTooLarge error. Default: DefaultMaxEvent.
func WithMaxEvent(bytes int) EventOption { return func(c *eventsource.Config) { c.Limit = bytes } }

// WithReconnect sets how long to wait before the stream is opened again: first,
// unless the stream itself says, and at most. Each attempt that fails doubles
// the wait, and up to half of it is added at random. Default: DefaultReconnect,
// DefaultMaxReconnect.
func WithReconnect(first, most time.Duration) EventOption {
	return func(c *eventsource.Config) { c.Retry, c.MaxRetry = first, most }
}

// WithLastEventID opens the stream after the event with that ID. Default: where
// the server begins.
func WithLastEventID(id string) EventOption { return func(c *eventsource.Config) { c.LastID = id } }

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
	return func(yield func(Event, error) bool) {
		eventsIn(ctx, (*call.Endpoint)(read.read()), boxed(args), opts, yield)
	}
}

func eventsIn(ctx context.Context, ep *call.Endpoint, args any, opts []EventOption, yield func(Event, error) bool) {
	s := sessionIn(ctx)
	if s.Client == nil {
		yield(Event{}, usable(nil, ep))
		return
	}
	c := eventsource.Config{Limit: DefaultMaxEvent, Retry: DefaultReconnect, MaxRetry: DefaultMaxReconnect, Randomize: rand.Float64}
	for _, opt := range opts {
		opt(&c)
	}
	eventsource.Read(ctx, s.Now(), ep, args, c, yield)
}
