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
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
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
	names  keyNames
	sender sender

	// moving is held while mutations enter or leave the queue, and what is shown
	// of them with them.
	moving sync.Mutex
	named  atomic.Bool // some entities have got their real keys

	mu      sync.Mutex
	waiting map[string]*waiting // by ID
}

// newOutbox reads the queue of a client, and shows what is in it. Nothing is
// sent before setOnline.
func newOutbox(client *Client, sp *space) *Outbox {
	c := client.config.outbox
	o := &Outbox{client: client, config: c, names: keyNames{client.config.codec}, waiting: map[string]*waiting{}}
	o.sender = sender{outbox: o, wake: make(chan struct{}, 1)}
	records, err := c.journal.Records(context.Background(), client.id)
	o.fault(err)
	o.queue, err = outbox.Open(records, journalOf{c.journal, client.id}, c.limits)
	o.fault(err)
	s := session{client: client, space: sp}
	for _, entry := range o.queue.Entries() {
		ep := o.endpoint(entry)
		o.waiting[entry.ID] = &waiting{ep: ep, layer: o.show(o.mutation(s, ep, entry), nil)}
	}
	return o
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

// takes reports whether a call may be queued.
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

// notConnected reports whether a request has not been sent because there was no
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

// mustWait reports whether a call is not to be sent now: there is no network, or
// something is queued that comes before it.
func (o *Outbox) mustWait(m mutation) bool {
	o.mu.Lock()
	online := o.sender.online
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
	o.sender.start()
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
		entry.About, entry.Draft = o.names.of(k.Kind(), r.Key), o.names.of(k.Kind(), r.Draft)
	}
	return entry
}

// realNames puts the real keys of entities into a request that has those that
// were made up.
func (o *Outbox) realNames(e *endpoint, r *answer.Request) {
	if o == nil || !o.named.Load() {
		return
	}
	entry := outbox.Entry{URL: r.URL, Body: r.Body, List: &r.List}
	k, hasKey := e.schema.(keyed)
	if hasKey {
		entry.About = o.names.of(k.Kind(), r.Key)
	}
	o.queue.Names().Apply(&entry)
	r.Body, r.List = entry.Body, *entry.List
	r.SetURL(entry.URL)
	if hasKey && r.Key != nil {
		r.Key = o.names.keyOf(k.Kind(), entry.About)
	}
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

// endpoint finds that of an entry. One that is not named any more is sent all the
// same; nothing is known about its answer.
func (o *Outbox) endpoint(entry outbox.Entry) *endpoint {
	if e := o.config.endpoints[entry.Endpoint]; e != nil {
		return e
	}
	return &endpoint{declared: declare.Endpoint{Settings: declare.Settings{Name: entry.Op, Method: entry.Method}}, schema: wholeOf(noneType)}
}

// mutation makes that of an entry.
func (o *Outbox) mutation(s session, e *endpoint, entry outbox.Entry) mutation {
	r := &answer.Request{Request: exchange.Request{
		Call:    declare.Call{Op: entry.Op, Method: entry.Method, Path: e.declared.Path, Header: entry.Header.Clone()},
		Mutates: true, Body: entry.Body, Format: entry.Format,
	}}
	r.SetURL(entry.URL)
	if r.Header.Get(policy.KeyHeader) == "" {
		r.SetHeader(policy.KeyHeader, entry.ID)
	}
	if entry.List != nil {
		r.List = *entry.List
	}
	if k, ok := e.schema.(keyed); ok {
		r.Key, r.Draft = o.names.keyOf(k.Kind(), entry.About), o.names.keyOf(k.Kind(), entry.Draft)
	}
	return mutation{s, e, r}
}

// showAgain shows what is queued about an entity that has got its real key. It
// joins the commit that stores that entity.
func (o *Outbox) showAgain(s session, w entity.Write, end outbox.End) {
	if end.Rename == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, entry := range o.queue.Entries() {
		one := o.waiting[entry.ID]
		if one == nil || entry.ID == end.IDs[0] || !entry.Mentions(end.Rename.From) {
			continue
		}
		outbox.Names{*end.Rename}.Apply(&entry)
		one.layer.Remove(w)
		one.layer = expectation(o.mutation(s, one.ep, entry), w)
	}
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
	ok = ok && o.sender.sending != id
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

// takeOutAs takes a mutation out of the queue that has come to its end without
// an answer that can be stored, and what needs one.
func (o *Outbox) takeOutAs(kind OutboxEventKind, entry outbox.Entry, about QueuedMutation, cause error) {
	o.moving.Lock()
	gone, err := o.takeOut(entry)
	o.moving.Unlock()
	o.fault(err)
	about.Err = cause
	o.tell(kind, about, cause)
	o.dropped(gone[1:], cause)
}

func (o *Outbox) dropped(entries []outbox.Entry, cause error) {
	for _, e := range entries {
		o.tell(OutboxDropped, o.describe(e), cause)
	}
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
	o.sender.start()
}

// setOnline says whether there is a network.
func (o *Outbox) setOnline(online bool) {
	o.mu.Lock()
	o.sender.online = online
	o.mu.Unlock()
	if online {
		o.Retry()
	}
}

// reset empties the queue. What was shown of it goes with its store. Nothing
// enters the queue, and nothing is stored, until done is called.
func (o *Outbox) reset() (done func()) {
	o.moving.Lock()
	gone := o.queue.Clear()
	o.mu.Lock()
	clear(o.waiting)
	o.mu.Unlock()
	err := o.config.journal.Forget(context.Background(), o.client.id)
	return func() {
		o.moving.Unlock()
		o.fault(err)
		o.dropped(gone, ErrReset)
	}
}

func (o *Outbox) session() session { return session{client: o.client, space: o.client.home.Load()} }

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
