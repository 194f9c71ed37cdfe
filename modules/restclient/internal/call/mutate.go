package call

import (
	"context"
	"errors"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// Mutation is one use of a mutation. Its way is that of its methods: shown, in
// its turn, sent or queued, decoded, stored, or else settled.
type Mutation struct{ Call }

// Mutate sends a mutation and stores what the server answers.
func Mutate(ctx context.Context, s Session, e *Endpoint, args any, body Body) (any, error) {
	c, err := New(s, e, args)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, s.Client.Faults.New(c.Request, fault.KindOf(err), err)
	}
	c.FindKey()
	m := Mutation{c}
	if err := m.encode(body); err != nil {
		return nil, s.Client.Faults.New(c.Request, fault.Argument, err)
	}
	value, err := m.Alone(ctx, m.run)
	if err != nil {
		return value, s.Client.Faults.Wrapped(c.Request, err)
	}
	return value, nil
}

// Body is the body of a mutation. The zero Body is no body.
type Body struct {
	Value  any
	IsJSON bool                             // value is written as JSON
	Upload func() (*exchange.Upload, error) // opens what is sent as it is; nil for others
	Check  bool                             // value sets fields of an entity
	Fields map[string]any                   // those
}

// fieldChecker is a schema that knows the fields of its entities.
type fieldChecker interface {
	CheckFields(st *store.Store, fields map[string]any, encoded []byte) error
}

// encode writes the body out, and checks it.
func (m Mutation) encode(body Body) (err error) {
	m.Request.Mutates = true
	switch {
	case body.Upload != nil:
		m.Request.Upload, err = body.Upload()
	case body.IsJSON:
		m.Request.Body, err = m.Client.Codec.Marshal(body.Value)
		if err == nil && m.Endpoint.Encode != nil {
			m.Request.Upload, err = m.Endpoint.Encode(body.Value, m.Request.Body)
		}
	}
	if checker, ok := m.Endpoint.Schema.(fieldChecker); ok && err == nil && body.Check {
		err = checker.CheckFields(m.Store(), body.Fields, m.Request.Body)
	}
	if err == nil && body.IsJSON && m.Request.Upload == nil {
		m.Request.Format = m.Endpoint.Format
		m.Request.Body, err = answer.Patch(m.Request.Format, m.Request.Body)
	}
	return err
}

// run sends the mutation when those before it are over. What it will do is shown
// at once.
func (m Mutation) run(ctx context.Context) (any, error) {
	l := m.predict()
	done, err := m.wait(ctx)
	if err != nil {
		l.Remove(store.Write{By: m.Request.Op})
		return nil, err
	}
	defer done()
	m.match()
	return m.deliver(ctx, l)
}

// predict begins the mutation: from now on, and until the layer is removed, its
// effect is shown, if the endpoint is optimistic. Answers to requests that begin
// later do not make the answer to this one late.
func (m Mutation) predict() *store.Layer {
	l := m.Store().Layer()
	m.Commit(store.Write{By: m.Request.Op}, func(w store.Write) { m.Show(w, l, m.Endpoint.Optimistic) })
	return l
}

// Show says on l that the mutation is under way, and with all what it will do.
func (m Mutation) Show(w store.Write, l *store.Layer, all bool) {
	p, ok := m.Endpoint.Schema.(answer.Predictor)
	if !ok {
		return
	}
	if all {
		m.Request.Draft = p.Predict(m.Store(), w, l, m.Request)
	}
	p.Expect(m.Store(), w, l, m.Request)
}

// wait waits until the mutations of the entity that were called before are over,
// if they are sent one after the other. After a nil error, done is called once.
func (m Mutation) wait(ctx context.Context) (done func(), err error) {
	if !m.Endpoint.Serial || m.Request.Key == nil {
		return func() {}, nil
	}
	return m.Space.mutations.Wait(ctx, entityKey{m.Endpoint.Declared.Collection, m.Request.Key})
}

// match makes the mutation fail when the server has another state than the one
// that is known, if the endpoint asks for that.
func (m Mutation) match() {
	if !m.Endpoint.IfMatch {
		return
	}
	if v, status := validatorOf(m.Session, readID(m.Request)); status != store.Missing && v.strong() {
		m.Request.SetHeader("If-Match", v.etag)
	}
}

// deliver makes the exchange and stores its answer, in the commit that takes the
// layer away. Without a network the mutation may be queued.
func (m Mutation) deliver(ctx context.Context, l *store.Layer) (any, error) {
	defer m.Client.Changing()()
	answered := false
	defer func() {
		if !answered { // the transport has panicked
			l.Remove(store.Write{By: m.Request.Op})
		}
	}()
	value, err := m.sendOrQueue(ctx, l)
	answered = true
	return value, err
}

// sendOrQueue has the outbox, if there is one, take the mutation, or sends it.
func (m Mutation) sendOrQueue(ctx context.Context, l *store.Layer) (any, error) {
	if m.Client.Outbox != nil {
		if value, taken, err := m.Client.Outbox.Deliver(ctx, m, l); taken {
			return value, err
		}
	}
	value, err := m.Exchange(ctx, l)
	if err != nil {
		m.Settle(l, err)
	}
	return value, err
}

// Exchange sends the mutation and stores what the server answers.
func (m Mutation) Exchange(ctx context.Context, l *store.Layer) (any, error) {
	sent := m.Store().Begin()
	reply, err := m.Send(ctx, exchange.Conditions{})
	if err != nil {
		return nil, err
	}
	return m.Accept(reply, sent, m.mayBeKept(reply), l, func(w store.Write, _ any) { l.Remove(w) })
}

// mayBeKept reports whether an answer may be the one to an attempt before, which a server
// keeps for an Idempotency-Key. A policy that sends a POST or a PATCH again gives it one.
func (m Mutation) mayBeKept(reply *answer.Reply) bool {
	isSame := m.Request.Method == http.MethodPut || m.Request.Method == http.MethodDelete // done again without a key
	return reply.MaybeDone && (!isSame || m.Request.Header.Get(policy.KeyHeader) != "")
}

// entities is a schema of entities of one kind.
type entities interface{ Kind() *store.Kind }

// Accept stores the answer to what was sent then, in one commit with what also does, which
// gets the key of the entity that was stored. The layer shows no longer what was expected.
// Kept says that the answer may be an older one: what it has is stale.
func (m Mutation) Accept(reply *answer.Reply, sent store.Stamp, kept bool, l *store.Layer, also func(w store.Write, key any)) (any, error) {
	a, err := m.decode(reply)
	if err != nil {
		return nil, err
	}
	m.Client.Sharing.Changed(m, a.Keys())
	w := store.Write{Start: l.Start(), Sent: sent, Mutation: true, By: m.Request.Op}
	if m.Allow(&w, reply); kept {
		w.TTL = 0
	}
	m.Commit(w, func(w store.Write) {
		l.Settle(w)
		key := a.Store(w)
		if of, ok := m.Endpoint.Schema.(entities); ok && kept {
			for _, key := range a.Keys() {
				of.Kind().In(m.Store()).Doubt(w, key)
			}
		}
		m.Space.failures().Delete(w, m.Request.ReadID())
		also(w, key)
		keepValidator(m.Call, w, reply, key, a)
	})
	return a.Value(), nil
}

// Settle ends a mutation whose answer cannot be stored, in the commit that takes
// its layer away. What the server has done for certain stays as it is shown, what
// it has not, or may not have, is taken back; what it may have changed is stale.
func (m Mutation) Settle(l *store.Layer, err error) {
	failure := m.Client.Faults.Find(err)
	applied := failure != nil && failure.Applied
	changed := applied || failure != nil && failure.OutcomeUnknown || errors.Is(err, fault.ErrPrecondition)
	if changed {
		m.Client.Sharing.Changed(m, nil)
	}
	m.Commit(store.Write{Start: l.Start(), Mutation: true, By: m.Request.Op}, func(w store.Write) {
		if applied {
			l.Keep(w)
		}
		if changed {
			m.Space.failures().Delete(w, m.Request.ReadID())
		}
		if d, ok := m.Endpoint.Schema.(answer.Doubter); ok && changed {
			d.Doubt(m.Store(), w, m.Request, applied)
		}
		l.Remove(w)
	})
}
