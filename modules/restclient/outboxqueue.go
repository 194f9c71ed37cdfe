package restclient

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// Outbox is the queue of the mutations of one identity that wait for the
// network. It is safe for concurrent use.
type Outbox struct {
	client *Client
	config *outboxConfig // nil when nothing is queued
	queue  *outbox.Queue
	ended  sync.WaitGroup // of what sends

	// moving is held while mutations enter or leave the queue, and what is shown
	// of them with them.
	moving sync.Mutex
	named  atomic.Bool // some entities have got their real keys

	mu      sync.Mutex
	waiting map[string]*waiting // by ID
	online  bool
	closed  bool
	running bool          // there is a goroutine that sends
	sending string        // the ID of what is being sent
	wake    chan struct{} // wakes that goroutine
}

// waiting is what is known of a mutation in this run alone.
type waiting struct {
	ep       *endpoint
	layer    *entity.Layer // what is shown of it
	attempts int
	err      error
	due      time.Time // when to send it at the earliest
}

// keyed is a schema of what entities of one kind are changed by.
type keyed interface{ Kind() *entity.Kind }

// takes tells whether a call may be queued.
func (o *Outbox) takes(m mutation) bool {
	if o == nil || m.request.Upload != nil {
		return false
	}
	_, ok := o.config.ids[m.endpoint]
	return ok
}

// sendOrQueue sends a mutation, or queues it. Both carry one Idempotency-Key; Edit,
// which delivers its mutation again with another body, has another key then. What
// is sent is a copy, because Inspect looks at the request meanwhile.
func (o *Outbox) sendOrQueue(ctx context.Context, m mutation, l *entity.Layer) (any, error) {
	request := *m.request
	request.Header = request.Header.Clone()
	m.request = &request
	o.realNames(m.endpoint, m.request)
	if m.request.Header.Get(policy.KeyHeader) == "" {
		m.request.SetHeader(policy.KeyHeader, policy.NewKey())
	}
	if o.mustWait(m) {
		return o.put(m, l, nil)
	}
	value, err := m.exchange(ctx, l)
	switch {
	case err == nil:
		return value, nil
	case ctx.Err() == nil && notConnected(err):
		return o.put(m, l, err)
	}
	m.settle(l, err)
	return nil, err
}

// notConnected tells whether a request has not been sent because there was no
// way to the server.
func notConnected(err error) bool {
	failure, ok := asError(err)
	if !ok || failure.OutcomeUnknown || failure.Kind != KindNetwork && failure.Kind != KindTimeout {
		return false
	}
	op, isOp := errors.AsType[*net.OpError](err)
	_, isOpen := errors.AsType[*policy.OpenError](err)
	return isOp && op.Op == "dial" || isOpen
}

// mustWait tells whether a call is not to be sent now: there is no network, or
// something is queued that comes before it.
func (o *Outbox) mustWait(m mutation) bool {
	o.mu.Lock()
	online := o.online
	o.mu.Unlock()
	if !online {
		return true
	}
	entries := o.queue.Entries()
	if len(entries) == 0 || !o.config.perEntity {
		return len(entries) > 0
	}
	entry := o.entry(m)
	return slices.ContainsFunc(entries, func(other outbox.Entry) bool { return entry.DependsOn(&other) })
}

// put queues a call.
func (o *Outbox) put(m mutation, l *entity.Layer, cause error) (any, error) {
	fail := func(kind Kind, err error) *Error {
		e := newError(m.request, kind, err)
		e.Attempts = attemptsOf(cause)
		return e
	}
	entry, err := o.enter(m, l)
	switch {
	case errors.Is(err, ErrReset):
		return nil, fail(KindReset, err)
	case err != nil:
		if !errors.Is(err, ErrOutboxFull) {
			o.fault(err)
		}
		return nil, fail(KindNetwork, cannotQueue(err, cause))
	}
	o.tell(OutboxQueued, o.describe(entry), cause)
	o.start()
	queued := ErrQueued
	if cause != nil {
		queued = fmt.Errorf("%w: %w", ErrQueued, cause)
	}
	return predicted(m), fail(KindQueued, queued)
}

// enter adds a call to the queue, and shows what it will do instead of l.
func (o *Outbox) enter(m mutation, l *entity.Layer) (outbox.Entry, error) {
	o.moving.Lock()
	defer o.moving.Unlock()
	if m.space != o.client.home.Load() {
		l.Remove(entity.Write{By: m.request.Op})
		return outbox.Entry{}, ErrReset
	}
	layer := o.show(m, l)
	entry := o.entry(m)
	o.expect(entry.ID, &waiting{ep: m.endpoint, layer: layer})
	queued, err := o.queue.Put(entry)
	if err != nil {
		o.forget(entry.ID)
		layer.Remove(entity.Write{By: m.request.Op})
	}
	return queued, err
}

func cannotQueue(err, cause error) error {
	if cause == nil {
		return fmt.Errorf("there is no network, and the mutation cannot be queued: %w", err)
	}
	return fmt.Errorf("%w, and the mutation cannot be queued: %w", cause, err)
}

// entry writes a call out for the journal. Its ID is the key of the call, unless
// the arguments of another call in the queue have the same one.
func (o *Outbox) entry(m mutation) outbox.Entry {
	r := m.request
	id := r.Header.Get(policy.KeyHeader)
	if _, taken := o.queue.Get(id); taken || id == "" {
		id = policy.NewKey()
	}
	entry := outbox.Entry{
		ID: id, At: o.client.config.now(), Endpoint: o.config.ids[m.endpoint],
		Op: r.Op, Method: r.Method, URL: r.URL, Header: outbox.Public(r.Header), Format: r.Format, Body: r.Body,
	}
	if r.List.Collection != "" {
		entry.List = &r.List
	}
	if k, ok := m.endpoint.schema.(keyed); ok {
		entry.About, entry.Draft = o.name(k.Kind(), r.Key), o.name(k.Kind(), r.Draft)
	}
	return entry
}

// show shows what a call will do, in one commit with the end of what is shown
// already. It may make up a key for what is created.
func (o *Outbox) show(m mutation, old *entity.Layer) (l *entity.Layer) {
	m.commit(entity.Write{By: m.request.Op}, func(w entity.Write) {
		if old != nil {
			old.Remove(w)
		}
		l = expectation(m, w)
	})
	return l
}

// expectation is a layer with what a call will do.
func expectation(m mutation, w entity.Write) *entity.Layer {
	l := m.store().Layer()
	if p, ok := m.endpoint.schema.(answer.Predictor); ok {
		m.request.Draft = p.Predict(m.store(), w, l, m.request)
		p.Expect(m.store(), w, l, m.request)
	}
	return l
}

// predicted returns what a call is expected to return, nil when that is not
// known.
func predicted(m mutation) any {
	k, ok := m.endpoint.schema.(keyed)
	if !ok {
		return nil
	}
	key := m.request.Key
	if m.request.Draft != nil {
		key = m.request.Draft
	}
	if key == nil {
		return nil
	}
	value, _ := k.Kind().In(m.store()).GetAt(nil, key)
	return value
}

func (o *Outbox) expect(id string, w *waiting) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting[id] = w
}

// forget returns what was known of mutations that have left the queue.
func (o *Outbox) forget(ids ...string) (gone []*waiting) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, id := range ids {
		if w := o.waiting[id]; w != nil {
			gone = append(gone, w)
			delete(o.waiting, id)
		}
	}
	return gone
}

// Len returns the number of mutations in the queue.
func (o *Outbox) Len() int {
	if o.config == nil {
		return 0
	}
	return o.queue.Len()
}

// Mutations returns the mutations in the queue, in their order.
func (o *Outbox) Mutations() []QueuedMutation {
	if o.config == nil {
		return nil
	}
	var all []QueuedMutation
	for _, e := range o.queue.Entries() {
		all = append(all, o.describe(e))
	}
	return all
}

func (o *Outbox) describe(e outbox.Entry) QueuedMutation {
	q := QueuedMutation{ID: e.ID, Op: e.Op, Method: e.Method, URL: redact.URL(e.URL), At: e.At}
	o.mu.Lock()
	defer o.mu.Unlock()
	if w := o.waiting[e.ID]; w != nil {
		q.Attempts, q.Err = w.attempts, w.err
	}
	return q
}

// Drop takes a mutation out of the queue, and all that need what it was to
// create. It is false when it is not there, or is being sent.
func (o *Outbox) Drop(id string) bool {
	if o.config == nil {
		return false
	}
	o.moving.Lock()
	entry, ok := o.queue.Get(id)
	o.mu.Lock()
	ok = ok && o.sending != id
	o.mu.Unlock()
	if !ok {
		o.moving.Unlock()
		return false
	}
	gone, err := o.takeOut(entry)
	o.moving.Unlock()
	o.fault(err)
	o.dropped(gone, nil)
	return true
}

// takeOut takes an entry out of the queue that will not be sent, with what needs
// it, and returns those in their order. What was shown of them is not any more.
// The caller holds moving.
func (o *Outbox) takeOut(entry outbox.Entry) ([]outbox.Entry, error) {
	var end outbox.End
	gone := []outbox.Entry{entry}
	if !entry.Draft.IsZero() {
		for _, e := range o.queue.Entries() {
			if e.ID != entry.ID && slices.ContainsFunc(gone, func(other outbox.Entry) bool { return !other.Draft.IsZero() && e.DependsOn(&other) }) {
				gone = append(gone, e)
			}
		}
	}
	for _, e := range gone {
		end.IDs = append(end.IDs, e.ID)
	}
	err := o.queue.End(end)
	o.hide(end.IDs)
	return gone, err
}

// hide shows mutations no more.
func (o *Outbox) hide(ids []string) {
	gone := o.forget(ids...)
	if len(gone) == 0 {
		return
	}
	o.session().store().Commit(entity.Write{}, func(w entity.Write) {
		for _, one := range gone {
			if one.layer != nil {
				one.layer.Remove(w)
			}
		}
	})
}

// Retry sends what waits for its next attempt now, if there is a network.
func (o *Outbox) Retry() {
	if o.config == nil {
		return
	}
	o.mu.Lock()
	for _, w := range o.waiting {
		w.due = time.Time{}
	}
	o.mu.Unlock()
	o.start()
}

func (o *Outbox) tell(kind OutboxEventKind, about QueuedMutation, err error) {
	o.config.handler(OutboxEvent{Kind: kind, Identity: o.client.id, Mutation: about, Err: err})
}

// fault reports an error of the journal, unless it is nil.
func (o *Outbox) fault(fault any) {
	err, ok := fault.(error)
	if !ok {
		return
	}
	o.client.config.logger.Warn("outbox journal failed", "err", err)
	o.config.handler(OutboxEvent{Kind: OutboxFault, Identity: o.client.id, Err: err})
}
