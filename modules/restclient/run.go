package restclient

import (
	"context"
	"errors"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// run makes the exchange of a read and stores its answer.
func (e *endpoint) run(ctx context.Context, s session, c *call) (any, error) {
	if e.declared.Plan == nil { // the store alone has it
		return nil, c.fail(KindNoValue, ErrNoValue)
	}
	if value, ok, err := e.batch.read(ctx, s, e, c); ok {
		return e.finish(s, c, entity.Write{Start: s.store().Begin(), TTL: e.expiry, By: c.Op}, value, err)
	}
	e.addConditions(s, c)
	w := entity.Write{Start: s.store().Begin(), TTL: e.expiry, By: c.Op}
	value, err := e.exchange(ctx, s, c, w, nil)
	if errors.Is(err, errOutdated) {
		c.dropConditions()
		w.Start = s.store().Begin()
		value, err = e.exchange(ctx, s, c, w, nil)
	}
	return e.finish(s, c, w, value, err)
}

// finish remembers how a read ended.
func (e *endpoint) finish(s session, c *call, w entity.Write, value any, err error) (any, error) {
	if err != nil {
		e.failed(s, c, w, err)
		return nil, err
	}
	s.space.answers.keep(s, e, c, w.Start)
	return value, nil
}

// exchange sends a call and stores the answer in one commit, which also takes
// away the layer of the call, if it has one.
func (e *endpoint) exchange(ctx context.Context, s session, c *call, w entity.Write, l *entity.Layer) (any, error) {
	r, err := s.client.send(ctx, c)
	if err != nil {
		return nil, err
	}
	return e.accept(s, w, r, l, func(w entity.Write, _ any) {
		if l != nil {
			l.Remove(w)
		} else {
			failures(s).Delete(w, c.ID)
		}
	})
}

// accept stores an answer, in one commit with what also does, which
// gets the key of the entity that was stored. A layer shows no
// longer what was expected; it may be nil.
func (e *endpoint) accept(s session, w entity.Write, r *reply, l *entity.Layer, also func(w entity.Write, key any)) (any, error) {
	w.TTL, w.Volatile = e.ttl(r), volatile(s.client, e, r)
	r.call.brief = w.TTL <= 0
	if r.Status == http.StatusNotModified {
		return e.confirmed(s, w, r)
	}
	if err := r.refuseHTML(); err != nil {
		return nil, r.fault(err)
	}
	a, err := e.schema.Decode(s.store(), &r.Reply)
	if err != nil {
		return nil, r.fault(err)
	}
	s.store().Commit(w, func(w entity.Write) {
		if l != nil {
			l.Settle(w)
		}
		var key any
		if a.Store != nil {
			key = a.Store(w)
		}
		also(w, key)
		e.keepValidator(s, w, r, key, a.Confirmed)
	})
	return a.Value(), nil
}
