package restclient

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
)

// Pushed is one change that a server has pushed: Upserted, Created or Deleted
// makes one. P is what names an entity of the resource.
type Pushed[P any] struct {
	kind pushedKind
	key  P
	data []byte
}

// pushed is a Pushed whose key, if it has one, is a *P in an any.
type pushed struct {
	kind pushedKind
	key  any
	data []byte
}

func (p Pushed[P]) untyped() pushed {
	u := pushed{kind: p.kind, data: p.data}
	if p.kind == deleted {
		u.key = boxed(p.key)
	}
	return u
}

type pushedKind uint8

const (
	upserted pushedKind = iota
	created
	deleted
)

// Upserted is an entity, or some of its fields with the key among them, as JSON.
// Fields that are absent stay as they are. Data must not be changed any more.
func Upserted[P any](data []byte) Pushed[P] { return Pushed[P]{data: data} }

// Created is Upserted for a new entity, which is also added to the end of the
// stored lists whose arguments it fits.
func Created[P any](data []byte) Pushed[P] { return Pushed[P]{kind: created, data: data} }

// Deleted says that an entity has gone; it leaves all lists.
func Deleted[P any](key P) Pushed[P] { return Pushed[P]{kind: deleted, key: key} }

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
type IngestOption func(*ingestConfig)

type ingestConfig struct {
	window  time.Duration
	onError func(error) error
}

// DefaultIngestWindow is how long after a commit the next one comes at the
// earliest, unless WithIngestWindow says otherwise.
const DefaultIngestWindow = 10 * time.Millisecond

// maxBatch is how many changes one commit takes at most, and about as many may
// wait for the next one before their source has to wait.
const maxBatch = 4096

// WithIngestWindow bounds how often changes are stored, and so how often
// watchers are woken: what arrives within the window after a commit is stored
// together, at its end. Not positive: as soon as possible. Default:
// DefaultIngestWindow.
func WithIngestWindow(d time.Duration) IngestOption { return func(c *ingestConfig) { c.window = d } }

// WithIngestError sets what is done about an error of the source, or a change
// that cannot be read: the error that f returns ends Ingest, nil goes on.
// Default: each is logged at Warn, and Ingest goes on.
func WithIngestError(f func(error) error) IngestOption {
	return func(c *ingestConfig) { c.onError = f }
}

func untypedPushes[P any](source iter.Seq2[Pushed[P], error]) iter.Seq2[pushed, error] {
	return func(yield func(pushed, error) bool) {
		source(func(p Pushed[P], err error) bool { return yield(p.untyped(), err) })
	}
}

func ingestOn(ctx context.Context, c *Client, get, list *endpoint, source iter.Seq2[pushed, error], opts []IngestOption) error {
	in, err := newIngest(ctx, c, get, list, opts)
	if err != nil {
		return err
	}
	defer in.finish()
	for p, err := range source {
		if err := in.take(ctx, p, err); err != nil {
			return err
		}
	}
	return in.ended(ctx)
}

func newIngest(ctx context.Context, c *Client, get, list *endpoint, opts []IngestOption) (*ingest, error) {
	if err := get.fault(); err != nil {
		return nil, &Error{Op: get.label(), Kind: KindDeclaration, Err: err}
	}
	if c == nil {
		return nil, &Error{Op: get.label(), Kind: KindArgument, Err: ErrNoController}
	}
	s := c.session(ctx)
	in := &ingest{session: s, get: get, list: list, queue: make(chan change, maxBatch), done: make(chan struct{})}
	in.ingestConfig = ingestConfig{window: DefaultIngestWindow, onError: func(err error) error {
		s.client.config.logger.WarnContext(ctx, "change not stored", "op", get.label(), "err", err)
		return nil
	}}
	for _, opt := range opts {
		opt(&in.ingestConfig)
	}
	go in.run()
	return in, nil
}

// take stores one change, or deals with the error of its source.
func (in *ingest) take(ctx context.Context, p pushed, err error) error {
	if stop := in.stopped(ctx); stop != nil {
		return &Error{Op: in.get.label(), Kind: kindOf(stop), Err: stop}
	}
	var store func(entity.Write)
	if err == nil {
		store, err = in.read(p)
	}
	if err != nil {
		return in.onError(err)
	}
	in.queue <- change{in.session.store().Begin(), store}
	return nil
}

// read decodes a change, without storing anything.
func (in *ingest) read(p pushed) (func(entity.Write), error) {
	schema, ok := in.get.schema.(answer.Pushable)
	if !ok {
		return nil, &Error{Op: in.get.label(), Kind: KindDeclaration, Err: fmt.Errorf("%T takes no changes", in.get.schema)}
	}
	if p.kind == deleted {
		return schema.Gone(in.session.store(), in.get.declared.Key(p.key)), nil
	}
	lists := ""
	if p.kind == created {
		lists = in.list.declared.Collection
	}
	store, err := schema.Arrived(in.session.store(), lists, p.data)
	if err != nil {
		return nil, answerError(&answer.Reply{Reply: exchange.Reply{Body: p.data}, Request: &answer.Request{Request: exchange.Request{Call: declare.Call{Op: in.get.declared.Name}}}}, err)
	}
	return store, nil
}

// ended is what Ingest returns after the end of its source.
func (in *ingest) ended(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return &Error{Op: in.get.label(), Kind: kindOf(err), Err: err}
	}
	return nil
}

// ingest stores changes in batches.
type ingest struct {
	ingestConfig
	session   session
	get, list *endpoint // of the resource
	queue     chan change
	done      chan struct{} // closed after the last commit
}

type change struct {
	start entity.Stamp
	store func(entity.Write)
}

func (in *ingest) stopped(ctx context.Context) error {
	select {
	case <-in.session.space.calls.Ended():
		return ErrReset
	case <-in.session.client.calls.Closed():
		return ErrClosed
	default:
		return ctx.Err()
	}
}

// finish waits until all is stored.
func (in *ingest) finish() {
	close(in.queue)
	<-in.done
}

func (in *ingest) run() {
	defer close(in.done)
	var next time.Time
	batch := make([]change, 0, maxBatch)
	for first := range in.queue {
		batch = in.gather(append(batch[:0], first), time.Until(next))
		in.commit(batch)
		clear(batch)
		next = time.Now().Add(in.window)
	}
}

// gather adds what comes within the given time, or has come already.
func (in *ingest) gather(batch []change, wait time.Duration) []change {
	var due <-chan time.Time
	if wait > 0 {
		t := time.NewTimer(wait)
		defer t.Stop()
		due = t.C
	}
	for len(batch) < maxBatch {
		select {
		case c, ok := <-in.queue:
			if !ok {
				return batch
			}
			batch = append(batch, c)
			continue
		default:
		}
		if due == nil {
			return batch
		}
		select {
		case c, ok := <-in.queue:
			if !ok {
				return batch
			}
			batch = append(batch, c)
		case <-due:
			due = nil
		}
	}
	return batch
}

func (in *ingest) commit(batch []change) {
	w := entity.Write{TTL: in.get.expiry, By: in.get.declared.Name, Volatile: volatile(in.session.client, in.get, nil)}
	in.session.store().Commit(w, func(w entity.Write) {
		for _, c := range batch {
			w.Start = c.start
			c.store(w)
		}
	})
}
