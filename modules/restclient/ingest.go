package restclient

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
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
// Fields that are absent stay as they are. Data must not be changed any more.
func Upserted[P any](data []byte) Pushed[P] { return Pushed[P]{data: data} }

// Created is Upserted for a new entity, which is also added to the end of the
// stored lists whose arguments it fits.
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

func ingestOn(ctx context.Context, c *Client, get, list *call.Endpoint, source iter.Seq2[ingest.Change, error], opts []IngestOption) error {
	if err := usable(c, get); err != nil {
		return err
	}
	config := ingest.Config{Window: DefaultIngestWindow, OnError: func(err error) error {
		c.config.logger.WarnContext(ctx, "change not stored", "op", get.Label(), "err", err)
		return nil
	}}
	for _, opt := range opts {
		opt(&config)
	}
	return ingest.From(ctx, c.session(ctx), get, list, config, source)
}
