package delivery

import (
	"context"
	"errors"
	"fmt"
	"net"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// Queue is the mutations of one identity that wait for the network. It is safe
// for concurrent use.
type Queue struct {
	client *call.Client
	config Config
	queue  *outbox.Queue
	names  outbox.Keys
	sender sender

	// moving is held while mutations enter or leave the queue, and what is shown
	// of them with them.
	moving sync.Mutex
	named  atomic.Bool // some entities have got their real keys

	mu      sync.Mutex
	waiting map[string]*waiting // by ID
}

var _ call.Outbox = (*Queue)(nil)

// keyed is a schema of what entities of one kind are changed by.
type keyed interface{ Kind() *store.Kind }

// takes reports whether a call may be queued.
func (o *Queue) takes(m call.Mutation) bool {
	if m.Request.Upload != nil {
		return false
	}
	_, ok := o.config.IDs[m.Endpoint]
	return ok
}

// Waits reports whether a mutation is to be queued now.
func (o *Queue) Waits(m call.Mutation) bool { return o.takes(m) && o.mustWait(m) }

// Deliver sends a mutation or queues it, and ends its layer. It is false for one that
// is not to be queued ever.
func (o *Queue) Deliver(ctx context.Context, m call.Mutation, l *store.Layer) (value any, taken bool, err error) {
	if !o.takes(m) {
		return nil, false, nil
	}
	value, err = o.sendOrQueue(ctx, m, l)
	return value, true, err
}

// sendOrQueue sends a mutation, or queues it. Both carry one Idempotency-Key; Edit,
// which delivers its mutation again with another body, has another key then. What
// is sent is a copy, because Inspect looks at the request meanwhile.
func (o *Queue) sendOrQueue(ctx context.Context, m call.Mutation, l *store.Layer) (any, error) {
	request := *m.Request
	request.Header = request.Header.Clone()
	m.Request = &request
	o.RealKeys(m.Endpoint, m.Request)
	if m.Request.Header.Get(policy.KeyHeader) == "" {
		m.Request.SetHeader(policy.KeyHeader, policy.NewKey())
	}
	if o.mustWait(m) {
		return o.put(m, l, nil)
	}
	value, err := m.Exchange(ctx, l)
	switch {
	case err == nil:
		return value, nil
	case ctx.Err() == nil && o.notConnected(err):
		return o.put(m, l, err)
	}
	m.Settle(l, err)
	return nil, err
}

// notConnected reports whether a request has not been sent because there was no
// way to the server.
func (o *Queue) notConnected(err error) bool {
	failure := o.client.Faults.Find(err)
	if failure == nil || failure.OutcomeUnknown || failure.Kind != fault.Network && failure.Kind != fault.Timeout {
		return false
	}
	op, isOp := errors.AsType[*net.OpError](err)
	_, isOpen := errors.AsType[*policy.OpenError](err)
	return isOp && op.Op == "dial" || isOpen
}

// mustWait reports whether a call is not to be sent now: there is no network, or
// something is queued that comes before it.
func (o *Queue) mustWait(m call.Mutation) bool {
	o.mu.Lock()
	online := o.sender.online
	o.mu.Unlock()
	if !online {
		return true
	}
	entries := o.queue.Entries()
	if len(entries) == 0 || !o.config.PerEntity {
		return len(entries) > 0
	}
	entry := o.entry(m)
	return slices.ContainsFunc(entries, func(other outbox.Entry) bool { return entry.DependsOn(&other) })
}

// put queues a call.
func (o *Queue) put(m call.Mutation, l *store.Layer, cause error) (any, error) {
	fail := func(kind fault.Kind, err error) error {
		failed := o.client.Faults.New(m.Request, kind, err)
		o.client.Faults.Find(failed).Attempts = o.client.Faults.Attempts(cause)
		return failed
	}
	entry, err := o.enter(m, l)
	switch {
	case errors.Is(err, fault.ErrReset):
		return nil, fail(fault.Reset, err)
	case errors.Is(err, fault.ErrClosed):
		return nil, fail(fault.Canceled, err)
	case err != nil:
		if !errors.Is(err, outbox.ErrFull) {
			o.fault(err)
		}
		return nil, fail(fault.Network, cannotQueue(err, cause))
	}
	o.tell(EventQueued, o.describe(entry), cause)
	o.sender.start()
	queued := fault.ErrQueued
	if cause != nil {
		queued = fmt.Errorf("%w: %w", fault.ErrQueued, cause)
	}
	return predicted(m), fail(fault.Queued, queued)
}

// enter adds a call to the queue, and shows what it will do instead of l.
func (o *Queue) enter(m call.Mutation, l *store.Layer) (outbox.Entry, error) {
	o.moving.Lock()
	defer o.moving.Unlock()
	if m.Space != o.client.Home.Load() {
		l.Remove(store.Write{By: m.Request.Op})
		return outbox.Entry{}, fault.ErrReset
	}
	if o.isClosed() {
		l.Remove(store.Write{By: m.Request.Op})
		return outbox.Entry{}, fault.ErrEvicted
	}
	layer := o.show(m, l)
	entry := o.entry(m)
	o.expect(entry.ID, &waiting{ep: m.Endpoint, layer: layer})
	queued, err := o.queue.Put(entry)
	if err != nil {
		o.forget(entry.ID)
		layer.Remove(store.Write{By: m.Request.Op})
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
func (o *Queue) entry(m call.Mutation) outbox.Entry {
	r := m.Request
	id := r.Header.Get(policy.KeyHeader)
	if _, taken := o.queue.Get(id); taken || id == "" {
		id = policy.NewKey()
	}
	entry := outbox.Entry{
		ID: id, At: o.client.Now(), Endpoint: o.config.IDs[m.Endpoint],
		Op: r.Op, Method: r.Method, URL: r.URL, Header: outbox.Public(r.Header), Format: r.Format, Body: r.Body, BodyIn: r.BodyIn,
	}
	if r.List.Collection != "" {
		entry.List = &r.List
	}
	if k, ok := m.Endpoint.Schema.(keyed); ok {
		entry.About, entry.Draft = o.names.Of(k.Kind(), r.Key), o.names.Of(k.Kind(), r.Draft)
	}
	return entry
}

// RealKeys puts the real keys of entities into a request that has those that were
// made up.
func (o *Queue) RealKeys(e *call.Endpoint, r *answer.Request) {
	if !o.named.Load() {
		return
	}
	entry := outbox.Entry{URL: r.URL, Body: r.Body, List: &r.List}
	k, hasKey := e.Schema.(keyed)
	if _, other := e.Schema.(answer.Resolver); other {
		hasKey = false // what the arguments hold is not the key of the entity
	}
	if hasKey {
		entry.About = o.names.Of(k.Kind(), r.Key)
	}
	o.queue.Names().Apply(&entry)
	r.Body, r.List = entry.Body, *entry.List
	r.SetURL(entry.URL)
	if hasKey && r.Key != nil {
		r.Key = o.names.Read(k.Kind(), entry.About)
	}
}

// show shows what a call will do, in one commit with the end of what is shown
// already. It may make up a key for what is created.
func (o *Queue) show(m call.Mutation, old *store.Layer) (l *store.Layer) {
	m.Commit(store.Write{By: m.Request.Op}, func(w store.Write) {
		if old != nil {
			old.Remove(w)
		}
		l = expectation(m, w)
	})
	return l
}

// expectation is a layer with what a call will do.
func expectation(m call.Mutation, w store.Write) *store.Layer {
	l := m.Store().Layer()
	m.Show(w, l, true)
	return l
}

// predicted returns what a call is expected to return, nil when that is not
// known.
func predicted(m call.Mutation) any {
	k, ok := m.Endpoint.Schema.(keyed)
	if !ok {
		return nil
	}
	key := m.Request.Key
	if m.Request.Draft != nil {
		key = m.Request.Draft
	}
	if key == nil {
		return nil
	}
	value, _ := k.Kind().In(m.Store()).GetAt(nil, key)
	return value
}

// endpoint finds that of an entry. One that is not named any more is sent all the
// same; nothing is known about its answer.
func (o *Queue) endpoint(entry outbox.Entry) *call.Endpoint {
	if e := o.config.Endpoints[entry.Endpoint]; e != nil {
		return e
	}
	return &call.Endpoint{Declared: declare.Endpoint{Settings: declare.Settings{Name: entry.Op, Method: entry.Method}}, Schema: answer.Whole{Result: reflect.TypeFor[struct{}](), Nothing: true}}
}

// mutation makes that of an entry.
func (o *Queue) mutation(s call.Session, e *call.Endpoint, entry outbox.Entry) call.Mutation {
	r := &answer.Request{Request: exchange.Request{
		Call:    declare.Call{Op: entry.Op, Method: entry.Method, Path: e.Declared.Path, Header: entry.Header.Clone()},
		Mutates: true, Body: entry.Body, BodyIn: entry.BodyIn, Format: entry.Format,
	}}
	r.SetURL(entry.URL)
	if r.Header.Get(policy.KeyHeader) == "" {
		r.SetHeader(policy.KeyHeader, entry.ID)
	}
	if entry.List != nil {
		r.List = *entry.List
	}
	if k, ok := e.Schema.(keyed); ok {
		r.Key, r.Draft = o.names.Read(k.Kind(), entry.About), o.names.Read(k.Kind(), entry.Draft)
	}
	return call.Mutation{Call: call.Call{Session: s, Endpoint: e, Request: r}}
}

// showAgain shows what is queued about an entity that has got its real key. It
// joins the commit that stores that entity.
func (o *Queue) showAgain(s call.Session, w store.Write, end outbox.End) {
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

func (o *Queue) expect(id string, w *waiting) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting[id] = w
}

// forget returns what was known of mutations that have left the queue.
func (o *Queue) forget(ids ...string) (gone []*waiting) {
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
func (o *Queue) Len() int { return o.queue.Len() }

// Mutations returns the mutations in the queue, in their order.
func (o *Queue) Mutations() []Mutation {
	var all []Mutation
	for _, e := range o.queue.Entries() {
		all = append(all, o.describe(e))
	}
	return all
}

func (o *Queue) describe(e outbox.Entry) Mutation {
	q := Mutation{ID: e.ID, Op: e.Op, Method: e.Method, URL: redact.URL(e.URL), At: e.At}
	o.mu.Lock()
	defer o.mu.Unlock()
	if w := o.waiting[e.ID]; w != nil {
		q.Attempts, q.Err = w.attempts, w.err
	}
	return q
}

// Drop takes a mutation out of the queue, and all that need what it was to
// create. It is false when it is not there, or is being sent.
func (o *Queue) Drop(id string) bool {
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

// isQueued reports whether a mutation that is to be sent now is in the queue, and was not
// dropped a moment ago.
func (o *Queue) isQueued(id string) bool {
	o.moving.Lock()
	defer o.moving.Unlock()
	_, queued := o.queue.Get(id)
	return queued
}

// takeOut takes an entry out of the queue that will not be sent, with what needs
// it, and returns those in their order. What was shown of them is not any more.
// The caller holds moving.
func (o *Queue) takeOut(entry outbox.Entry) ([]outbox.Entry, error) {
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
func (o *Queue) takeOutAs(kind EventKind, entry outbox.Entry, about Mutation, cause error) {
	o.moving.Lock()
	gone, err := o.takeOut(entry)
	o.moving.Unlock()
	o.fault(err)
	about.Err = cause
	o.tell(kind, about, cause)
	o.dropped(gone[1:], cause)
}

func (o *Queue) dropped(entries []outbox.Entry, cause error) {
	for _, e := range entries {
		o.tell(EventDropped, o.describe(e), cause)
	}
}

// hide shows mutations no more.
func (o *Queue) hide(ids []string) {
	gone := o.forget(ids...)
	if len(gone) == 0 {
		return
	}
	o.client.Session().Store().Commit(store.Write{}, func(w store.Write) {
		for _, one := range gone {
			if one.layer != nil {
				one.layer.Remove(w)
			}
		}
	})
}

// Retry sends what waits for its next attempt now, if there is a network.
func (o *Queue) Retry() {
	o.mu.Lock()
	for _, w := range o.waiting {
		w.due = time.Time{}
	}
	o.mu.Unlock()
	o.sender.start()
}

// SetOnline says whether there is a network.
func (o *Queue) SetOnline(online bool) {
	o.mu.Lock()
	o.sender.online = online
	o.mu.Unlock()
	if online {
		o.Retry()
	}
}

// Reset empties the queue. What was shown of it goes with its store. Nothing
// enters the queue, and nothing is stored, until done is called.
func (o *Queue) Reset() (done func()) {
	o.moving.Lock()
	gone := o.queue.Clear()
	o.mu.Lock()
	clear(o.waiting)
	o.mu.Unlock()
	err := o.config.Journal.Forget(context.Background(), o.client.ID)
	return func() {
		o.moving.Unlock()
		o.fault(err)
		o.dropped(gone, fault.ErrReset)
	}
}

// CloseIdle ends what sends, and lets nothing enter, if the queue is empty and nothing is
// being sent. It does not wait, and is false when that would take a moment.
func (o *Queue) CloseIdle() bool {
	if !o.moving.TryLock() {
		return false
	}
	defer o.moving.Unlock()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.queue.Len() > 0 || o.sender.running {
		return false
	}
	o.sender.closed = true
	return true
}

func (o *Queue) isClosed() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.sender.closed
}

// Close ends what sends, and waits for it. What is in the queue stays there.
func (o *Queue) Close() { o.sender.close() }

func (o *Queue) tell(kind EventKind, about Mutation, err error) {
	o.config.Tell(Event{kind, about, err})
}

// fault reports an error of the journal, unless it is nil.
func (o *Queue) fault(reported any) {
	err, ok := reported.(error)
	if !ok {
		return
	}
	o.client.Logger.Warn("outbox journal failed", "err", err)
	o.config.Tell(Event{Kind: EventFault, Err: err})
}
