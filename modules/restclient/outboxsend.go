package restclient

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
)

func (o *Outbox) session() session { return session{client: o.client, space: o.client.home.Load()} }

// setOnline says whether there is a network.
func (o *Outbox) setOnline(online bool) {
	o.mu.Lock()
	o.online = online
	o.mu.Unlock()
	if online {
		o.Retry()
	}
}

// start has what is in the queue sent, unless that is being done.
func (o *Outbox) start() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.running {
		select {
		case o.wake <- struct{}{}:
		default:
		}
		return
	}
	if o.isClosed() || !o.online || o.queue.Len() == 0 {
		return
	}
	o.running = true
	o.ended.Add(1)
	go o.run()
}

// isClosed tells whether nothing is sent any more. The mutex is held.
func (o *Outbox) isClosed() bool {
	select {
	case <-o.client.calls.Closed():
		return true
	default:
		return o.closed
	}
}

// close ends what sends, and waits for it. What is in the queue stays there.
func (o *Outbox) close() {
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	o.start() // wakes it
	o.ended.Wait()
}

// run sends until the queue is empty, or there is no network.
func (o *Outbox) run() {
	defer o.ended.Done()
	for {
		entry, one, pause, more := o.next()
		switch {
		case !more:
			return
		case pause > 0:
			o.pause(pause)
		default:
			o.deliver(entry, one)
		}
	}
}

func (o *Outbox) pause(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-o.wake:
	case <-o.client.calls.Closed():
	}
}

// next returns what is to be sent now, or how long to wait for something. More
// is false when that has ended.
func (o *Outbox) next() (entry outbox.Entry, one *waiting, pause time.Duration, more bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	entries := o.queue.Entries()
	if o.isClosed() || !o.online || len(entries) == 0 {
		o.running, o.sending = false, ""
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
			o.sending = e.ID
			return e, w, 0, true
		}
		if wait > 0 && (pause == 0 || wait < pause) {
			pause = wait
		}
		if !o.config.perEntity {
			break
		}
		held = append(held, e)
	}
	o.sending = ""
	return entry, nil, pause, true
}

// deliver makes one attempt to send a mutation.
func (o *Outbox) deliver(entry outbox.Entry, one *waiting) {
	s := o.session()
	ctx := o.client.Context(o.config.context(context.Background(), o.client.id))
	m := o.mutation(s, one.ep, entry)
	about := o.describe(entry)
	about.Attempts++
	fault, err := s.alone(ctx, m.request, func(ctx context.Context) (any, error) { return o.attempt(ctx, m, entry, one) })
	switch {
	case err == nil:
		o.fault(fault)
		o.tell(OutboxSent, about, nil)
	case s.space.wasReset():
		return // the queue is another one
	case isAnswered(err):
		m.settle(one.layer, err)
		o.takeOutAs(OutboxSent, entry, about, err)
	case mayWorkLater(err):
		o.delay(one, about, err)
	default:
		o.takeOutAs(OutboxFailed, entry, about, err)
		m.settle(one.layer, err)
	}
}

// attempt sends a mutation, stores what the server answers, and takes it out of
// the queue. The fault, which may be nil, is of the journal.
func (o *Outbox) attempt(ctx context.Context, m mutation, entry outbox.Entry, one *waiting) (fault any, err error) {
	reply, err := m.send(ctx, m.request, exchange.Conditions{})
	if isGone(m.request, err) {
		reply = &answer.Reply{Reply: exchange.Reply{Status: http.StatusNoContent, Header: http.Header{}, Attempts: attemptsOf(err)}, Request: m.request}
		err = nil
	}
	if err != nil {
		return nil, err
	}
	o.moving.Lock()
	defer o.moving.Unlock()
	if m.space.wasReset() {
		return nil, replyError(m.request, &exchange.Reply{Attempts: reply.Attempts}, KindReset, ErrReset)
	}
	end := outbox.End{IDs: []string{entry.ID}}
	_, err = m.accept(reply, one.layer, func(w entity.Write, key any) {
		one.layer.Remove(w)
		end.Rename = o.rename(one.ep, entry, key)
		o.showAgain(m.session, w, end)
	})
	if err != nil {
		return nil, err
	}
	end.Tag = &outbox.Tag{URL: entry.URL, ETag: strongTag(reply)}
	o.forget(entry.ID)
	if end.Rename != nil {
		o.named.Store(true) // before anybody sees that the queue is empty
	}
	return o.queue.End(end), nil
}

// isGone tells whether a deletion has failed because there is nothing to delete,
// such as because the answer to the attempt before was lost.
func isGone(r *answer.Request, err error) bool {
	return r.Method == http.MethodDelete && errors.Is(err, ErrNotFound)
}

// strongTag is the strong entity tag of what a mutation has left, if it is known.
func strongTag(r *answer.Reply) string {
	if v := (validator{etag: r.Header.Get("Etag")}); v.strong() {
		return v.etag
	}
	return ""
}

// isAnswered reports whether the server has done what it was asked, and will not
// give a better answer: one that was cut off may be whole at the next attempt.
func isAnswered(err error) bool {
	e, ok := asError(err)
	return ok && e.Applied && e.Kind != KindNetwork && e.Kind != KindTimeout && e.Kind != KindCanceled
}

// mayWorkLater tells whether the next attempt may be better: there was no
// answer, or one that says nothing about the mutation.
func mayWorkLater(err error) bool {
	e, ok := asError(err)
	if !ok || e.Kind != KindStatus {
		return !ok || e.Kind != KindArgument && e.Kind != KindDeclaration
	}
	switch e.Status {
	case http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return e.Status < 400 || e.Status >= 500
}

// delay has a mutation sent again later.
func (o *Outbox) delay(one *waiting, about QueuedMutation, err error) {
	if errors.Is(err, ErrClosed) {
		return // and is not repeated
	}
	o.mu.Lock()
	wait := o.config.first
	for range one.attempts {
		wait = min(2*wait, o.config.most)
	}
	wait = wait/2 + rand.N(wait/2+1)
	if e, ok := asError(err); ok {
		wait = max(wait, e.RetryAfter)
	}
	one.attempts++
	one.err, one.due = err, time.Now().Add(wait)
	o.mu.Unlock()
	about.Err = err
	o.tell(OutboxDelayed, about, err)
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
