package delivery

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// sender sends what is in a queue, one mutation after the other. The mutex of
// the queue guards it.
type sender struct {
	outbox  *Queue
	ended   sync.WaitGroup // of run
	wake    chan struct{}  // wakes run
	online  bool
	closed  bool
	running bool   // run runs
	sending string // the ID of what is being sent
}

// start has what is in the queue sent, unless that is being done.
func (s *sender) start() {
	o := s.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	if s.running {
		select {
		case s.wake <- struct{}{}:
		default:
		}
		return
	}
	if s.isClosed() || !s.online || o.queue.Len() == 0 {
		return
	}
	s.running = true
	s.ended.Add(1)
	go s.run()
}

// isClosed reports whether nothing is sent any more. The mutex is held.
func (s *sender) isClosed() bool {
	o := s.outbox
	select {
	case <-o.client.Calls.Closed():
		return true
	default:
		return s.closed
	}
}

// close ends what sends, and waits for it. What is in the queue stays there.
func (s *sender) close() {
	o := s.outbox
	o.mu.Lock()
	s.closed = true
	o.mu.Unlock()
	s.start() // wakes it
	s.ended.Wait()
}

// run sends until the queue is empty, or there is no network.
func (s *sender) run() {
	defer s.ended.Done()
	for {
		entry, one, pause, more := s.next()
		switch {
		case !more:
			return
		case pause > 0:
			s.pause(pause)
		default:
			s.deliver(entry, one)
		}
	}
}

func (s *sender) pause(d time.Duration) {
	o := s.outbox
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-s.wake:
	case <-o.client.Calls.Closed():
	}
}

// next returns what is to be sent now, or how long to wait for something. More
// is false when that has ended.
func (s *sender) next() (entry outbox.Entry, one *waiting, pause time.Duration, more bool) {
	o := s.outbox
	o.mu.Lock()
	defer o.mu.Unlock()
	entries := o.queue.Entries()
	if s.isClosed() || !s.online || len(entries) == 0 {
		s.running, s.sending = false, ""
		return entry, nil, 0, false
	}
	now := time.Now()
	var held []outbox.Entry
	for _, e := range entries {
		w := o.waiting[e.ID]
		if w == nil { // it is just being queued
			pause = time.Millisecond
			break
		}
		wait := w.due.Sub(now)
		if wait <= 0 && !slices.ContainsFunc(held, func(other outbox.Entry) bool { return e.DependsOn(&other) }) {
			s.sending = e.ID
			return e, w, 0, true
		}
		if wait > 0 && (pause == 0 || wait < pause) {
			pause = wait
		}
		if !o.config.PerEntity {
			break
		}
		held = append(held, e)
	}
	s.sending = ""
	return entry, nil, pause, true
}

// deliver makes one attempt to send a mutation.
func (s *sender) deliver(entry outbox.Entry, one *waiting) {
	o := s.outbox
	in := o.client.Session()
	if _, queued := o.queue.Get(entry.ID); !queued {
		return // the session is one after a reset, and not that of the mutation
	}
	ctx := o.config.Context(context.Background())
	m := o.mutation(in, one.ep, entry)
	about := o.describe(entry)
	about.Attempts++
	defer o.client.Changing()()
	unwritten, err := m.Alone(ctx, func(ctx context.Context) (any, error) { return s.attempt(ctx, m, entry, one) })
	switch {
	case err == nil:
		o.fault(unwritten)
		o.tell(EventSent, about, nil)
	case in.Space.WasReset():
		return // the queue is another one
	case o.isAnswered(err):
		m.Settle(one.layer, err)
		o.takeOutAs(EventSent, entry, about, err)
	case o.mayWorkLater(err):
		s.delay(one, about, err)
	default:
		m.Settle(one.layer, s.outcome(one, err))
		o.takeOutAs(EventFailed, entry, about, err)
	}
}

// outcome adds to a refusal that an attempt before may have been served, which a server
// may refuse to do again. It returns what that means for what is stored: of a run before,
// nobody knows whether there was an attempt.
func (s *sender) outcome(one *waiting, err error) error {
	failure := s.outbox.client.Faults.Find(err)
	if failure == nil {
		return err
	}
	failure.OutcomeUnknown = failure.OutcomeUnknown || one.lost != 0
	settled := *failure
	settled.OutcomeUnknown = settled.OutcomeUnknown || one.earlier
	return s.outbox.client.Faults.Make(&settled)
}

// attempt sends a mutation, stores what the server answers, and takes it out of
// the queue. The answer may be that of an attempt before: what it has is stale then.
// Unwritten, which may be nil, is the error of the journal.
func (s *sender) attempt(ctx context.Context, m call.Mutation, entry outbox.Entry, one *waiting) (unwritten any, err error) {
	o := s.outbox
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
func (o *Queue) isAnswered(err error) bool {
	e := o.client.Faults.Find(err)
	return e != nil && e.Applied && e.Kind != fault.Network && e.Kind != fault.Timeout && e.Kind != fault.Canceled
}

// mayWorkLater reports whether the next attempt may be better: there was no
// answer, or one that says nothing about the mutation.
func (o *Queue) mayWorkLater(err error) bool {
	e := o.client.Faults.Find(err)
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
func (s *sender) delay(one *waiting, about Mutation, err error) {
	o := s.outbox
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
		wait = max(wait, e.RetryAfter)
	}
	one.attempts++
	one.err, one.due = err, time.Now().Add(wait)
	o.mu.Unlock()
	about.Err = err
	o.tell(EventDelayed, about, err)
}
