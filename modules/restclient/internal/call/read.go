package call

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ share.Task = (*read)(nil)

// read is one use of a read. Its way from the question to the answer is that of
// its methods: found in the store, shared, batched, made conditional, sent,
// decoded, stored.
type read struct {
	task
	every time.Duration // how often the answer is polled; 0: it is not
	ran   bool          // this one has made the call, and has not joined another
	taken bool          // another process was given the answer
	began store.Stamp   // when the server was asked for the answer, once that is stored
	// unsure is since when a doubt is about what was stored of the last answer: since it was
	// asked for, where that is something else, and otherwise since it was stored.
	unsure store.Stamp
}

// init writes the arguments out. What identifies a list is without what
// selects a page of it, so that a read of the list takes no such argument. A page is a
// part of its list and not stored by itself, so that only Fetch has an answer.
//
// What is large is written where it stays, and not returned, so that it takes no room on
// the stack, which a goroutine for one read grows for that.
func (r *read) init(s Session, e *Endpoint, args any, purpose Purpose) (err error) {
	growStack(0)
	r.Session, r.Endpoint, r.purpose = s, e, purpose
	if r.Request, err = s.Client.Request(e, args); err != nil || !e.Declared.NamesList {
		return err
	}
	if e.isPage() {
		if purpose != ForFetch {
			err = s.Client.Faults.New(r.Request, fault.Argument, errors.New("this reads a page, which is added to its list: read the page with Fetch, and the list by itself"))
		}
		return err
	}
	if name, ok := e.Declared.PageIn(args); ok {
		return s.Client.Faults.New(r.Request, fault.Argument, fmt.Errorf("the parameter %q selects a page, and this reads a list: read one page with GetPage or PageOf, and all of them with Pages", name))
	}
	return nil
}

// growStack has the stack of a new goroutine grow now, for all that a read needs which
// joins another. To grow is to move what is there, and here that is little yet: deeper
// down it takes longer than the rest of the read. It returns zero.
//
//go:noinline
func growStack(at uint8) byte {
	var room [1 << 10]byte
	return room[at]
}

// Use answers a read from the store when it may, else from the server.
func Use(ctx context.Context, s Session, e *Endpoint, args any) (any, error) {
	note(ctx, s, e, args)
	if value, ok := fresh(s, e, args); ok {
		s.Served(ctx, e, CacheFresh)
		return value, nil
	}
	var r read
	if err := r.init(s, e, args, ForRead); err != nil {
		return nil, err
	}
	value, status := r.stored()
	if status == store.Fresh {
		s.Served(ctx, e, CacheFresh)
		return value, nil
	}
	r.found = status
	means, failure := failureOf(r.Call, status)
	switch {
	case means == failed:
		s.Served(ctx, e, CacheFailed)
		return nil, failure
	case status == store.Stale && s.knows(r.Key()):
	case status != store.Stale || means == replaced || s.Client.Sharing.Rechecks() || r.forbidsStale():
		asking := r // on the heap
		return asking.ask(ctx)
	case means != recent:
		r.revalidate(ctx)
	}
	s.Served(ctx, e, CacheStale)
	return value, nil
}

// stored finds the answer. Of one that is asked for in any case, because it is not fresh,
// it tells no more than that.
func (r *read) stored() (value any, status store.Status) {
	if r.Client.Sharing.Rechecks() && r.Frame == nil {
		if status = r.status(r.At); status != store.Fresh {
			return nil, status
		}
	}
	return r.trusted()
}

// fresh is the short way to an entity that is fresh, for callers that do not know
// its type.
func fresh(s Session, e *Endpoint, args any) (any, bool) {
	es, ok := e.Schema.(answer.Entity)
	if !ok || !s.HasShortWay(e) {
		return nil, false
	}
	key, seq := e.Declared.Key(args), s.Seq()
	if es.Of.In(s.Store()).StatusAt(s.At, key) != store.Fresh {
		return nil, false
	}
	value, status := es.Get(s.Store(), s.At, key)
	return value, status == store.Fresh && s.Trusts(e, seq)
}

// Fetch asks the server, whatever is stored.
func Fetch(ctx context.Context, s Session, e *Endpoint, args any) (any, error) {
	r := &read{}
	if err := r.init(s, e, args, ForFetch); err != nil {
		return nil, err
	}
	return r.ask(ctx)
}

// Cached returns what the store has, fresh or stale.
func Cached(s Session, e *Endpoint, args any) (any, bool) {
	var r read
	if err := r.init(s, e, args, ForRead); err != nil {
		return nil, false
	}
	value, status := r.lookup()
	return value, status >= store.Stale
}

// Found is the answer to a read, as far as it is known.
type Found struct {
	Value   any
	OK      bool // there is a value
	Loading bool // there is none, and it has been asked for
	Err     error
}

// Look returns what the store has, and asks the server in the background for what is
// not fresh. It never waits.
func Look(ctx context.Context, s Session, e *Endpoint, args any) Found {
	note(ctx, s, e, args)
	var r read
	if err := r.init(s, e, args, ForRead); err != nil {
		return Found{Err: err}
	}
	value, status := r.trusted()
	means, failure := failureOf(r.Call, status)
	known := status == store.Stale && s.knows(r.Key())
	usable := status == store.Fresh || known || status == store.Stale && !r.forbidsStale()
	if status != store.Fresh && (means == none || means == replaced) && !known {
		r.found = status
		r.revalidate(ctx)
	}
	if means == failed || means == replaced && !known {
		s.Served(ctx, e, CacheFailed)
		return Found{Err: failure}
	}
	if !usable {
		return Found{Loading: true}
	}
	s.Served(ctx, e, cacheStateOf(status))
	return Found{Value: value, OK: true}
}

// Touch makes the answer to a read invalid or stale.
func Touch(ctx context.Context, s Session, e *Endpoint, args any, t store.Touch) error {
	c, err := New(s, e, args)
	if err != nil {
		return err
	}
	return c.Touch(ctx, t)
}

// note has a render function that is running remember what it reads, to be read again
// on some signal.
func note(ctx context.Context, s Session, e *Endpoint, args any) {
	if s.Frame.Notes() {
		lasting := context.WithoutCancel(ctx)
		s.Frame.Loop.add(func() { refresh(lasting, s.Now(), e, args) })
	}
}

// refresh reads again in the background what is not fresh.
func refresh(ctx context.Context, s Session, e *Endpoint, args any) {
	var r read
	if r.init(s, e, args, ForRead) != nil {
		return
	}
	if _, status := r.lookup(); status != store.Fresh {
		r.revalidate(ctx)
	}
}

// Poll asks the server in the background, as is done every so often, unless the server
// has asked to be left alone for longer. An error of it is soft.
func Poll(ctx context.Context, s Session, e *Endpoint, args any, every time.Duration) {
	var r read
	if r.init(s, e, args, ForRead) != nil || tooEarly(r.Call) {
		return
	}
	r.every = every
	r.revalidate(ctx)
}

// revalidate asks the server in the background.
func (r read) revalidate(ctx context.Context) {
	r.purpose = ForRevalidate
	if r.every > 0 {
		r.purpose = ForPoll
	}
	r.Space.Calls.Start(ctx, r.Key(), &r)
}

// ask waits for the server.
func (r *read) ask(ctx context.Context) (any, error) {
	if err := ctx.Err(); err != nil {
		return nil, r.Client.Faults.New(r.Request, fault.KindOf(err), err)
	}
	switch {
	case r.Endpoint.Open:
		return r.openBody(ctx)
	case r.Frame != nil:
		return r.askOnce(ctx, r.Frame)
	}
	return r.share(ctx)
}

// openBody returns the body of the response.
func (r *read) openBody(ctx context.Context) (any, error) {
	out := r.Request.HTTP(ctx, exchange.Conditions{})
	out.Header.Set("Accept", "*/*")
	res, err := r.Open(ctx, out, r.Client.Timeout, r.Client.Exchange.OpenSuccess)
	if err != nil {
		return nil, err
	}
	reply := &answer.Reply{Reply: res.Reply, Request: r.Request}
	if err := reply.RefuseCodings(); err != nil {
		res.Body.Close()
		return nil, r.Client.Faults.Answer(reply, err)
	}
	return res.Body, nil
}

// askOnce waits for the server, unless the render function that is running has just
// asked for the same. What this run reads is read again by the next one then, so the
// store need not keep it.
func (r *read) askOnce(ctx context.Context, run *Frame) (any, error) {
	key := r.Key()
	if o, ok := run.Turn.outcome(key, !r.forced() && r.found < store.Stale); ok {
		return o.value, o.err
	}
	run.Waited.Store(true)
	r.At.Release()
	value, err := r.share(ctx)
	if ctx.Err() == nil {
		run.Turn.record(key, value, err)
	}
	return value, err
}

// share waits for a call that all share who ask for the same answer meanwhile.
func (r *read) share(ctx context.Context) (any, error) {
	for early := r.Client.Sharing.Rechecks(); ; {
		value, needless, err := r.Space.Calls.Do(ctx, r.Key(), r)
		switch {
		case err != nil:
			return nil, r.Client.Faults.Wrapped(r.Request, err)
		case !needless && early && !r.ran: // that call has begun before this read
			early = false
			continue
		case !needless:
			return value, nil
		}
		now := Call{r.Now(), r.Endpoint, r.Request}
		if value, status := now.trusted(); status >= store.Stale {
			return value, nil
		} // else it has been invalidated since
	}
}

// Needless reports whether the answer is fresh, unless it is asked for in any
// case, or whether the render function that is running knows it.
func (r *read) Needless() bool {
	if r.forced() {
		return false
	}
	status := r.status(nil)
	return status == store.Fresh || status == store.Stale && r.knows(r.Key())
}

// Run makes the exchange and stores its answer.
func (r *read) Run(ctx context.Context) (any, error) {
	r.ran = true
	w := store.Write{Start: r.Store().Begin(), TTL: r.Endpoint.Expiry, By: r.Request.Op}
	value, err := r.load(ctx, &w)
	if err == nil {
		r.Space.Answers.keep(r.Call, w, r.taken)
		r.began = w.Start
		return value, nil
	}
	keepFailure(r.Call, w, r.every, err)
	if (r.purpose == ForRevalidate || r.purpose == ForPoll) && !errors.Is(err, context.Canceled) {
		r.Client.Logger.WarnContext(ctx, "revalidation failed", "op", r.Request.Op, "err", err)
	}
	return nil, err
}

// Ended has those who follow the answer ask again when what was read has been deleted
// meanwhile. Before, they would join the call that is over.
func (r *read) Ended(ctx context.Context, err error) {
	r.task.Ended(ctx, err)
	if told, ok := r.Endpoint.Schema.(answer.Told); ok && err == nil && told.GoneSince(r.Store(), r.Request, r.began) {
		r.Endpoint.Schema.Touch(r.Store(), r.Request, store.Expire)
	}
}

// load makes the exchange of w and stores its answer.
func (r *read) load(ctx context.Context, w *store.Write) (any, error) {
	if r.Endpoint.Declared.Plan == nil { // the store alone has it
		return nil, r.Client.Faults.New(r.Request, fault.NoValue, answer.ErrNoValue)
	}
	at := placeOf(r)
	if value, found := at.find(ctx, w); found {
		r.take(ctx)
		return value, nil
	}
	if r.batched() {
		if value, ok, err := r.Space.batches.read(ctx, r.Call, w, at); ok {
			return value, err
		}
	}
	at.prepare(ctx)
	known := knownOf(r.Call)
	w.Start = r.Store().Begin()
	reply, err := r.Send(ctx, known.conditions())
	if err == nil && reply.Status == http.StatusNotModified {
		known.complete(reply)
		r.Allow(w, reply)
		asked := r.Store().Begin()
		if known.renew(r.Call, *w, reply) {
			at.confirm(ctx, *w, reply, known.etag, asked)
			if value, status := r.newest(); status != store.Missing {
				return value, nil
			}
		}
		// What the server has confirmed is not stored any more.
		w.Start = r.Store().Begin()
		reply, err = r.Send(ctx, exchange.Conditions{})
	}
	if err != nil {
		return nil, err
	}
	asked := r.Store().Begin()
	a, err := r.accept(w, reply, nil)
	if err != nil {
		return nil, err
	}
	at.keep(ctx, *w, reply, asked)
	if at.isRefused(asked) || r.isDoubtedSince(r.unsure) {
		return r.load(ctx, w)
	}
	return a.Value(), nil
}

// asked is the read as a call, for those who look for reads under way.
func (r *read) asked() Call { return r.Call }

// batched reports whether the entity is read with others where there are any.
func (r *read) batched() bool {
	return r.Endpoint.Batch != nil && r.Request.Key != nil && !r.Request.Apart && !r.forced()
}

// take notes that another process was given the answer.
func (r *read) take(ctx context.Context) {
	r.taken = true
	if r.Client.Observing != nil {
		observationIn(ctx).fromShared()
	}
}

// accept stores an answer, in one commit with what also does, which gets the key of the
// entity that was stored. It may be nil.
func (r *read) accept(w *store.Write, reply *answer.Reply, also func(w store.Write, key any, a answer.Answer)) (answer.Answer, error) {
	a, err := r.decode(reply)
	if err != nil {
		return a, err
	}
	r.Allow(w, reply)
	r.Commit(*w, func(w store.Write) {
		key := a.Store(w)
		r.Space.failures().Delete(w, r.Request.ID)
		keepValidator(r.Call, w, reply, key, a)
		if also != nil {
			also(w, key, a)
		}
		if r.unsure = w.Start; r.Client.Sharing.Rechecks() && a.Confirmed(w) { // now, since other answers follow
			r.unsure = r.Store().Begin()
		}
	})
	return a, nil
}
