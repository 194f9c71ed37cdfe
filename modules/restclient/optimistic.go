package restclient

import (
	"context"
	"errors"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
)

// layer begins a mutation: from now on, and until the layer is removed, its
// effect is shown, if the endpoint is optimistic. Answers to requests that
// begin later do not make the answer to this one late.
func (e *endpoint) layer(s session, c *call) *entity.Layer {
	l := s.store().Layer()
	p, ok := e.schema.(answer.Predictor)
	if !ok {
		return l
	}
	s.store().Commit(entity.Write{By: c.Op}, func(w entity.Write) {
		if e.optimistic {
			c.Draft = p.Predict(s.store(), w, l, &c.Request)
		}
		p.Expect(s.store(), w, l, &c.Request)
	})
	return l
}

// perform makes the exchange of a mutation and stores its answer, in the commit
// that takes the layer away. Without a network it may be queued.
func (e *endpoint) perform(ctx context.Context, s session, c *call, l *entity.Layer) (any, error) {
	if o := s.client.outbox; o.takes(e, c) {
		return o.perform(ctx, s, e, c, l)
	}
	answered := false
	defer func() {
		if !answered { // the transport has panicked
			l.Remove(entity.Write{By: c.Op})
		}
	}()
	value, err := e.send(ctx, s, c, l)
	answered = true
	if err != nil {
		e.settle(s, c, l, err)
	}
	return value, err
}

func (e *endpoint) send(ctx context.Context, s session, c *call, l *entity.Layer) (any, error) {
	return e.exchange(ctx, s, c, entity.Write{Start: l.Start(), TTL: e.expiry, Mutation: true, By: c.Op}, l)
}

// settle ends a mutation whose answer cannot be stored, in the commit that takes
// its layer away. What the server has done for certain stays as it is shown, what
// it has not, or may not have, is taken back; what it may have changed is stale.
func (e *endpoint) settle(s session, c *call, l *entity.Layer, err error) {
	failure, _ := asError(err)
	applied := failure != nil && failure.Applied
	changed := applied || failure != nil && failure.OutcomeUnknown || errors.Is(err, ErrPrecondition)
	s.store().Commit(entity.Write{Start: l.Start(), Mutation: true, By: c.Op}, func(w entity.Write) {
		if applied {
			l.Keep(w)
		}
		if d, ok := e.schema.(answer.Doubter); ok && changed {
			d.Doubt(s.store(), w, &c.Request, applied)
		}
		l.Remove(w)
	})
}
