package delivery

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// attempt is one attempt to send a mutation of a queue.
type attempt struct {
	queue *Queue
	entry outbox.Entry
	one   *waiting
}

// deliver sends the mutation, and tells what has become of it.
func (a *attempt) deliver() {
	o, entry, one := a.queue, a.entry, a.one
	in := o.client.Session()
	if !o.isQueued(entry.ID) {
		return // it was dropped, or the session is one after a reset
	}
	ctx := o.config.Context(context.Background())
	m := o.mutation(in, one.ep, entry)
	about := o.describe(entry)
	about.Attempts++
	defer o.client.Changing()()
	unwritten, err := m.Alone(ctx, func(ctx context.Context) (any, error) { return a.exchange(ctx, m) })
	switch {
	case err == nil:
		o.fault(unwritten)
		o.tell(EventSent, about, nil)
	case in.Space.WasReset():
		return // the queue is another one
	case a.isAnswered(err):
		m.Settle(one.layer, err)
		o.takeOutAs(EventSent, entry, about, err)
	case a.mayWorkLater(err):
		a.delay(about, err)
	default:
		m.Settle(one.layer, a.outcome(err))
		o.takeOutAs(EventFailed, entry, about, err)
	}
}

// outcome adds to a refusal that an attempt before may have been served, which a server
// may refuse to do again. It returns what that means for what is stored: of a run before,
// nobody knows whether there was an attempt.
func (a *attempt) outcome(err error) error {
	failure := a.queue.client.Faults.Find(err)
	if failure == nil {
		return err
	}
	failure.OutcomeUnknown = failure.OutcomeUnknown || a.one.lost != 0
	settled := *failure
	settled.OutcomeUnknown = settled.OutcomeUnknown || a.one.earlier
	return a.queue.client.Faults.Make(&settled)
}

// exchange sends the mutation, stores what the server answers, and takes it out of
// the queue. The answer may be that of an attempt before: what it has is stale then.
// Unwritten, which may be nil, is the error of the journal.
func (a *attempt) exchange(ctx context.Context, m call.Mutation) (unwritten any, err error) {
	o, entry, one := a.queue, a.entry, a.one
	began := m.Store().Begin()
	sent, again := one.again()
	if !again {
		sent = began
	}
	reply, err := m.Send(ctx, exchange.Conditions{})
	if isGone(m.Request, err) {
		reply = &answer.Reply{Reply: exchange.Reply{Status: http.StatusNoContent, Header: http.Header{}, Attempts: o.client.Faults.Attempts(err)}, Request: m.Request}
		err = nil
	}
	if err != nil {
		if failure := o.client.Faults.Find(err); failure != nil && failure.OutcomeUnknown && one.lost == 0 {
			one.lost = began
		}
		return nil, err
	}
	o.moving.Lock()
	defer o.moving.Unlock()
	if m.Space.WasReset() {
		return nil, o.client.Faults.Reply(m.Request, &exchange.Reply{Attempts: reply.Attempts}, fault.Reset, fault.ErrReset)
	}
	end := outbox.End{IDs: []string{entry.ID}}
	_, err = m.Accept(reply, sent, again || reply.MaybeDone, one.layer, func(w store.Write, key any) {
		one.layer.Remove(w)
		if k, ok := one.ep.Schema.(keyed); ok {
			end.Rename = o.names.Rename(k.Kind(), entry, key)
		}
		o.showAgain(m.Session, w, end)
	})
	if err != nil {
		return nil, err
	}
	end.Tag = &outbox.Tag{URL: entry.URL, ETag: call.StrongTag(reply)}
	o.forget(entry.ID)
	if end.Rename != nil {
		o.named.Store(true) // before anybody sees that the queue is empty
	}
	return o.queue.End(end), nil
}

// isGone reports whether a deletion has failed because there is nothing to delete,
// such as because the answer to the attempt before was lost.
func isGone(r *answer.Request, err error) bool {
	return r.Method == http.MethodDelete && errors.Is(err, fault.ErrNotFound)
}

// isAnswered reports whether the server has done what it was asked, and will not
// give a better answer: one that was cut off may be whole at the next attempt.
func (a *attempt) isAnswered(err error) bool {
	e := a.queue.client.Faults.Find(err)
	return e != nil && e.Applied && e.Kind != fault.Network && e.Kind != fault.Timeout && e.Kind != fault.Canceled
}

// mayWorkLater reports whether the next attempt may be better: there was no
// answer, or one that says nothing about the mutation.
func (a *attempt) mayWorkLater(err error) bool {
	e := a.queue.client.Faults.Find(err)
	if e == nil || e.Kind != fault.Status {
		return e == nil || e.Kind != fault.Argument && e.Kind != fault.Declaration
	}
	switch e.Status {
	case http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return e.Status >= 500
}

// delay has a mutation sent again later.
func (a *attempt) delay(about Mutation, err error) {
	o, one := a.queue, a.one
	if errors.Is(err, fault.ErrClosed) {
		return // and is not repeated
	}
	o.mu.Lock()
	wait := o.config.First
	for range one.attempts {
		wait = min(2*wait, o.config.Most)
	}
	wait = wait/2 + rand.N(wait/2+1)
	if e := o.client.Faults.Find(err); e != nil {
		wait = max(wait, min(e.RetryAfter, call.LongestWait))
	}
	one.attempts++
	one.err, one.due = err, time.Now().Add(wait)
	o.mu.Unlock()
	about.Err = err
	o.tell(EventDelayed, about, err)
}
