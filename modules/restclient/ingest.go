package restclient

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/eventsource"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/eventstream"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/ingest"
)

// Pushed is one change that a server has pushed: Upserted, Created or Deleted
// makes one. P is what names an entity of the resource.
type Pushed[P any] struct {
	kind ingest.Kind
	key  P
	data []byte
}

func (p Pushed[P]) untyped() ingest.Change {
	u := ingest.Change{Kind: p.kind, Data: p.data}
	if p.kind == ingest.Deleted {
		u.Key = boxed(p.key)
	}
	return u
}

// Upserted is an entity, or some of its fields with the key among them, as JSON.
// Fields that are absent stay as they are, and the entity is no fresher by those that are
// not all of them. Lists that select the entity, which is in none of them, are stale. So is
// the entity behind a change by the client, whose push has not come yet, that says something
// else. Data must not be changed any more.
func Upserted[P any](data []byte) Pushed[P] { return Pushed[P]{data: data} }

// Created is Upserted for a new entity, which is also added to the end of the
// stored lists whose arguments it fits. Behind a deletion by the client, whose push has not
// come yet, it is not shown, and these lists are stale.
func Created[P any](data []byte) Pushed[P] { return Pushed[P]{kind: ingest.Created, data: data} }

// Deleted says that an entity has gone; it leaves all lists.
func Deleted[P any](key P) Pushed[P] { return Pushed[P]{kind: ingest.Deleted, key: key} }

// FromEvents makes changes of server-sent events. An error of read is about one
// event; so is the zero Pushed, with ErrSkipped, of those that are none of ours.
func FromEvents[P any](events iter.Seq2[Event, error], read func(Event) (Pushed[P], error)) iter.Seq2[Pushed[P], error] {
	return func(yield func(Pushed[P], error) bool) {
		for event, err := range events {
			var p Pushed[P]
			if err == nil {
				p, err = read(event)
			}
			if errors.Is(err, ErrSkipped) {
				continue
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// ErrSkipped says that an event is to be ignored (see FromEvents).
var ErrSkipped = errors.New("restclient: event skipped")

// IngestOption changes a setting of Bound.Ingest.
type IngestOption func(*ingest.Config)

// DefaultIngestWindow is how long after a commit the next one comes at the
// earliest, unless WithIngestWindow says otherwise.
const DefaultIngestWindow = 10 * time.Millisecond

// WithIngestWindow bounds how often changes are stored, and so how often
// watchers are woken: what arrives within the window after a commit is stored
// together, at its end. Not positive: as soon as possible. Default:
// DefaultIngestWindow.
func WithIngestWindow(d time.Duration) IngestOption { return func(c *ingest.Config) { c.Window = d } }

// WithIngestError sets what is done about an error of the source, or a change
// that cannot be read: the error that f returns ends Ingest, nil goes on.
// Default: each is logged at Warn, and Ingest goes on.
func WithIngestError(f func(error) error) IngestOption {
	return func(c *ingest.Config) { c.OnError = f }
}

func untypedPushes[P any](source iter.Seq2[Pushed[P], error]) iter.Seq2[ingest.Change, error] {
	return func(yield func(ingest.Change, error) bool) {
		source(func(p Pushed[P], err error) bool { return yield(p.untyped(), err) })
	}
}

func ingestIn(ctx context.Context, from origin, get, list *call.Endpoint, source iter.Seq2[ingest.Change, error], opts []IngestOption) error {
	s := from.session(ctx)
	if err := usable(s, get); err != nil {
		return err
	}
	config := ingest.Config{Window: DefaultIngestWindow, OnError: func(err error) error {
		s.Client.Logger.WarnContext(ctx, "change not stored", "op", get.Label(), "err", err)
		return nil
	}}
	for _, opt := range opts {
		opt(&config)
	}
	return ingest.From(ctx, s, get, list, config, source)
}

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
// the wait, and up to half of it is added at random; Retry-After in a refusal makes it
// longer, an hour at most. An attempt fails that brings no event and ends before it has lasted as long as
// the first wait. Default: DefaultReconnect, DefaultMaxReconnect.
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
	if err := usable(s, ep); err != nil {
		yield(Event{}, err)
		return
	}
	c := eventsource.Config{Limit: DefaultMaxEvent, Retry: DefaultReconnect, MaxRetry: DefaultMaxReconnect, Randomize: rand.Float64}
	for _, opt := range opts {
		opt(&c)
	}
	eventsource.Read(ctx, s.Now(), ep, args, c, yield)
}
