package restclient

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/delivery"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
)

// The defaults of WithOutbox.
const (
	DefaultOutboxEntries  = 1000
	DefaultOutboxBytes    = 16 << 20
	DefaultOutboxRetry    = time.Second
	DefaultMaxOutboxRetry = 5 * time.Minute
)

// WithOutbox queues the mutations that Queue names when there is no network: as
// long as WithConnectivity says so, when a connection cannot be made, and behind
// others that are queued. Such a call ends at once, with an error that wraps
// ErrQueued and with the result as it is expected to be, which is shown as
// WithOptimistic has it.
//
// They are sent in their order when the network is back, in this run or in a
// later one. Each mutation has an Idempotency-Key of its own, unless its arguments
// have one, from the first time that it is sent: a server that knows such keys
// does once what it is asked twice because an answer was lost. The key also lets
// policy.Retry repeat a POST or a PATCH.
// Authorization, cookies and the like are not kept; middlewares add them when a
// mutation is sent.
//
// A mutation stays until it is answered: with 2xx; with 3xx or another 4xx than 401, 408,
// 425 and 429, after which it is not repeated; DELETE with 404 or 410 is done. A redirect
// that may be the answer leaves the outcome unknown (Error.OutcomeUnknown). A
// refusal proves nothing where the answer to an attempt before was lost: the outcome
// is unknown then, and what it is about is stale, also where a run before may have
// sent it. So is what an answer has that may be the one to such an attempt, because a
// server may keep it for the key. An entity that was created under a key that was made up
// gets its real key in all that is queued behind it, paths and bodies included; when it is
// not created, what is about it is taken out, too. If-Match follows what one's own changes
// before have left.
//
// A mutation is sent to the URL that it was queued for, whatever base URL a later run
// has. Uploads are not queued. Each identity has a queue of its own, the empty one has
// none; that of an identity is read at its first use. Reset empties it. Default:
// nothing is queued.
func WithOutbox(j Journal, opts ...OutboxOption) Option {
	return func(c *config) {
		c.outbox = &outboxConfig{
			journal: j, first: DefaultOutboxRetry, most: DefaultMaxOutboxRetry,
			limits:  outbox.Limits{Entries: DefaultOutboxEntries, Bytes: DefaultOutboxBytes},
			handler: func(OutboxEvent) {},
			context: func(ctx context.Context, _ string) context.Context { return ctx },
		}
		for _, opt := range opts {
			opt(c.outbox)
		}
	}
}

type outboxConfig struct {
	journal     Journal
	queue       []Queueable
	limits      outbox.Limits
	first, most time.Duration // between attempts
	perEntity   bool
	handler     func(OutboxEvent)
	context     func(ctx context.Context, identity string) context.Context

	endpoints map[string]*call.Endpoint
	ids       map[*call.Endpoint]string
}

// OutboxOption changes a setting of WithOutbox.
type OutboxOption func(*outboxConfig)

// Queueable is what Queue takes: a Resource, or a Mutation.
type Queueable interface{ queueable() []queueable }

// queueable is an endpoint, and what it is called in a journal.
type queueable struct {
	id string
	ep *call.Endpoint
}

// Queue names the mutations that may be queued: those of resources, or single
// ones. What was queued in a run before is only shown when it is named, but sent
// in any case. Repeated options add up.
func Queue(what ...Queueable) OutboxOption {
	return func(c *outboxConfig) { c.queue = append(c.queue, what...) }
}

// WithOutboxLimits bounds a queue; a mutation for which there is no room fails
// with ErrOutboxFull. Not positive: no bound. Default: DefaultOutboxEntries,
// DefaultOutboxBytes.
func WithOutboxLimits(entries int, bytes int64) OutboxOption {
	return func(c *outboxConfig) { c.limits = outbox.Limits{Entries: entries, Bytes: bytes} }
}

// WithOutboxRetry sets how long to wait after an attempt that has failed and may
// succeed later: first, doubled with each attempt, and at most. It waits longer
// when the server asks for it, an hour at most. Default: DefaultOutboxRetry,
// DefaultMaxOutboxRetry.
func WithOutboxRetry(first, most time.Duration) OutboxOption {
	return func(c *outboxConfig) { c.first, c.most = first, max(first, most) }
}

// WithOrderPerEntity lets a mutation that has to wait hold up only those about
// the same entity. Default: it holds up all that were queued after it.
func WithOrderPerEntity() OutboxOption { return func(c *outboxConfig) { c.perEntity = true } }

// WithOutboxHandler sets what is told about the queue. It is called concurrently
// and must not close the client. Default: nothing.
func WithOutboxHandler(f func(OutboxEvent)) OutboxOption {
	return func(c *outboxConfig) { c.handler = f }
}

// WithOutboxContext sets what the context of a mutation of an identity has in it
// when it is sent from the queue, such as what middlewares sign requests with:
// that of the call is gone by then. Default: nothing.
func WithOutboxContext(f func(ctx context.Context, identity string) context.Context) OutboxOption {
	return func(c *outboxConfig) { c.context = f }
}

// prepare compiles what may be queued.
func (c *outboxConfig) prepare() error {
	switch {
	case c == nil:
		return nil
	case c.journal == nil || c.handler == nil || c.context == nil:
		return errors.New("restclient: nil in WithOutbox")
	case len(c.queue) == 0:
		return errors.New("restclient: WithOutbox without Queue queues nothing")
	}
	c.endpoints, c.ids = map[string]*call.Endpoint{}, map[*call.Endpoint]string{}
	for _, what := range c.queue {
		if what == nil {
			return errors.New("restclient: nil in Queue")
		}
		for _, q := range what.queueable() {
			if err := c.add(q); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *outboxConfig) add(q queueable) error {
	if err := q.ep.Fault(); err != nil {
		return err
	}
	if q.ep.Encode != nil {
		return fmt.Errorf("restclient: %s cannot be queued: an outbox keeps JSON, and WithBodyEncoding sends another format", q.id)
	}
	if other := c.endpoints[q.id]; other != nil && other != q.ep {
		return fmt.Errorf("restclient: two mutations that are queued are named %s: use WithName", q.id)
	}
	c.endpoints[q.id], c.ids[q.ep] = q.ep, q.id
	return nil
}

// claim makes the journal that of one client alone, where it can be.
func (c *outboxConfig) claim() (release func(), err error) {
	if c != nil {
		if j, ok := c.journal.(ExclusiveJournal); ok {
			return j.Claim()
		}
	}
	return func() {}, nil
}

// forClient is what the queue of one client is told.
func (c *outboxConfig) forClient(client *Client) delivery.Config {
	id := client.core.ID
	return delivery.Config{
		Journal: c.journal, Limits: c.limits, First: c.first, Most: c.most, PerEntity: c.perEntity,
		Endpoints: c.endpoints, IDs: c.ids,
		Tell: func(e delivery.Event) {
			c.handler(OutboxEvent{Kind: OutboxEventKind(e.Kind), Identity: id, Mutation: QueuedMutation(e.Mutation), Err: e.Err})
		},
		Context: func(ctx context.Context) context.Context { return client.Context(c.context(ctx, id)) },
	}
}

// OutboxEventKind says what has happened to a mutation.
type OutboxEventKind string

// The kinds of events.
const (
	OutboxQueued  OutboxEventKind = "queued"
	OutboxSent    OutboxEventKind = "sent"    // with an error when its answer could not be read
	OutboxDelayed OutboxEventKind = "delayed" // an attempt has failed, it is repeated later
	OutboxFailed  OutboxEventKind = "failed"  // the server refuses it; it is taken out
	OutboxDropped OutboxEventKind = "dropped" // by Drop or Reset, or because what it needs has failed
	OutboxFault   OutboxEventKind = "fault"   // the journal cannot be read or written
)

// OutboxEvent is news of a queue.
type OutboxEvent struct {
	Kind     OutboxEventKind
	Identity string         // as ForIdentity was told, "" for the client of New
	Mutation QueuedMutation // zero for OutboxFault
	Err      error
}

// QueuedMutation is a mutation in a queue.
type QueuedMutation struct {
	ID       string // the Idempotency-Key, unless two calls brought the same one
	Op       string // the endpoint, such as "Todo.update"
	Method   string
	URL      string    // user info and secret query values are redacted
	At       time.Time // when it was queued, by the clock of the client
	Attempts int       // to send it, in this run
	Err      error     // of the last attempt
}

// Journal keeps the records of an Outbox: package filepersist has one. The
// client makes one call at a time for an identity, and concurrent ones for
// different identities. The identity is as ForIdentity was told, and "" for the
// client of New.
type Journal interface {
	// Records returns the records in the order in which they were appended, none
	// when there are none. Some may come with an error: those that can be read.
	Records(ctx context.Context, identity string) ([][]byte, error)
	// Append adds a record. Once it has returned without an error, the record
	// survives a crash of the machine; after an error it is not there.
	Append(ctx context.Context, identity string, record []byte) error
	// Rewrite replaces the records by others, all at once. With none, nothing is
	// left of them.
	Rewrite(ctx context.Context, identity string, records [][]byte) error
	// Forget deletes all that is kept for an identity.
	Forget(ctx context.Context, identity string) error
}

// ExclusiveJournal is a Journal that serves one client at a time: two would both send what
// it keeps. New asks for it, and fails when that does.
type ExclusiveJournal interface {
	Journal
	// Claim is an error when another client uses the journal. Release is called once the
	// client that has called it is closed.
	Claim() (release func(), err error)
}

// Outbox is the queue of the mutations of one identity that wait for the
// network. It is safe for concurrent use.
type Outbox struct {
	queue *delivery.Queue // nil when nothing is queued
}

// Len returns the number of mutations in the queue.
func (o *Outbox) Len() int {
	if o.queue == nil {
		return 0
	}
	return o.queue.Len()
}

// Mutations returns the mutations in the queue, in their order.
func (o *Outbox) Mutations() []QueuedMutation {
	if o.queue == nil {
		return nil
	}
	var all []QueuedMutation
	for _, m := range o.queue.Mutations() {
		all = append(all, QueuedMutation(m))
	}
	return all
}

// Drop takes a mutation out of the queue, and all that need what it was to
// create. It is false when it is not there, or is being sent.
func (o *Outbox) Drop(id string) bool { return o.queue != nil && o.queue.Drop(id) }

// Retry sends what waits for its next attempt now, if there is a network.
func (o *Outbox) Retry() {
	if o.queue != nil {
		o.queue.Retry()
	}
}
