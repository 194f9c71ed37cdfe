package restclient

import (
	"context"
	"errors"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
)

// mutation is one use of a mutation. Its way is that of its methods: shown, in
// its turn, sent or queued, decoded, stored, or else settled.
type mutation struct {
	session
	endpoint *endpoint
	request  *answer.Request
}

// mutate sends a mutation and stores what the server answers.
func mutate(ctx context.Context, s session, e *endpoint, args, body any) (any, error) {
	r, err := e.request(s.client, args)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, newError(r, kindOf(err), err)
	}
	m := mutation{s, e, r}
	if err := m.encode(body); err != nil {
		return nil, newError(r, KindArgument, err)
	}
	value, err := s.alone(ctx, r, m.run)
	if err != nil {
		return value, wrapped(r, err)
	}
	return value, nil
}

// encode writes the body out, and checks it.
func (m mutation) encode(body any) (err error) {
	m.request.Mutates = true
	switch body := body.(type) {
	case None:
	case Upload:
		m.request.Upload, err = uploadOf(body)
	default:
		m.request.Body, err = m.client.config.codec.Marshal(body)
	}
	if err != nil {
		return err
	}
	return checkBody(m.store(), m.endpoint, body, m.request)
}

// run sends the mutation when those before it are over. What it will do is shown
// at once.
func (m mutation) run(ctx context.Context) (any, error) {
	l := m.predict()
	done, err := m.wait(ctx)
	if err != nil {
		l.Remove(entity.Write{By: m.request.Op})
		return nil, err
	}
	defer done()
	m.match()
	return m.deliver(ctx, l)
}

// predict begins the mutation: from now on, and until the layer is removed, its
// effect is shown, if the endpoint is optimistic. Answers to requests that begin
// later do not make the answer to this one late.
func (m mutation) predict() *entity.Layer {
	l := m.store().Layer()
	p, ok := m.endpoint.schema.(answer.Predictor)
	if !ok {
		return l
	}
	m.commit(entity.Write{By: m.request.Op}, func(w entity.Write) {
		if m.endpoint.optimistic {
			m.request.Draft = p.Predict(m.store(), w, l, m.request)
		}
		p.Expect(m.store(), w, l, m.request)
	})
	return l
}

// entityKey names an entity, whose mutations wait for each other.
type entityKey struct {
	collection string
	key        any
}

// wait waits until the mutations of the entity that were called before are over,
// if they are sent one after the other. After a nil error, done is called once.
func (m mutation) wait(ctx context.Context) (done func(), err error) {
	if !m.endpoint.serial || m.request.Key == nil {
		return func() {}, nil
	}
	return m.space.mutations.Wait(ctx, entityKey{m.endpoint.declared.Collection, m.request.Key})
}

// match makes the mutation fail when the server has another state than the one
// that is known, if the endpoint asks for that.
func (m mutation) match() {
	if !m.endpoint.ifMatch {
		return
	}
	if v, status := validators(m.session).Get(readID(m.request)); status != entity.Missing && v.strong() {
		m.request.SetHeader("If-Match", v.etag)
	}
}

// deliver makes the exchange and stores its answer, in the commit that takes the
// layer away. Without a network the mutation may be queued.
func (m mutation) deliver(ctx context.Context, l *entity.Layer) (any, error) {
	if o := m.client.outbox; o.takes(m) {
		return o.sendOrQueue(ctx, m, l)
	}
	answered := false
	defer func() {
		if !answered { // the transport has panicked
			l.Remove(entity.Write{By: m.request.Op})
		}
	}()
	value, err := m.exchange(ctx, l)
	answered = true
	if err != nil {
		m.settle(l, err)
	}
	return value, err
}

// exchange sends the mutation and stores what the server answers.
func (m mutation) exchange(ctx context.Context, l *entity.Layer) (any, error) {
	reply, err := m.send(ctx, m.request, exchange.Conditions{})
	if err != nil {
		return nil, err
	}
	return m.accept(reply, l, func(w entity.Write, _ any) { l.Remove(w) })
}

// accept stores an answer, in one commit with what also does, which gets the key
// of the entity that was stored. The layer shows no longer what was expected.
func (m mutation) accept(reply *answer.Reply, l *entity.Layer, also func(w entity.Write, key any)) (any, error) {
	a, err := m.endpoint.decode(m.session, reply)
	if err != nil {
		return nil, err
	}
	w := entity.Write{Start: l.Start(), Mutation: true, By: m.request.Op}
	m.endpoint.allow(m.session, &w, reply)
	m.commit(w, func(w entity.Write) {
		l.Settle(w)
		key := stored(a, w)
		also(w, key)
		keepValidator(m.session, m.endpoint, w, reply, key, a.Confirmed)
	})
	return a.Value(), nil
}

// settle ends a mutation whose answer cannot be stored, in the commit that takes
// its layer away. What the server has done for certain stays as it is shown, what
// it has not, or may not have, is taken back; what it may have changed is stale.
func (m mutation) settle(l *entity.Layer, err error) {
	failure, _ := asError(err)
	applied := failure != nil && failure.Applied
	changed := applied || failure != nil && failure.OutcomeUnknown || errors.Is(err, ErrPrecondition)
	m.commit(entity.Write{Start: l.Start(), Mutation: true, By: m.request.Op}, func(w entity.Write) {
		if applied {
			l.Keep(w)
		}
		if d, ok := m.endpoint.schema.(answer.Doubter); ok && changed {
			d.Doubt(m.store(), w, m.request, applied)
		}
		l.Remove(w)
	})
}
