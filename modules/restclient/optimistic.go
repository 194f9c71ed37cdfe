package restclient

import (
	"context"
	"errors"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// predictor is a schema that knows what a mutation is about.
type predictor interface {
	// predict puts on l what the mutation will do if it succeeds, and remembers
	// in c what it made up for that.
	predict(s session, w entity.Write, l *entity.Layer, c *call)
	// expect only says that the mutation is under way.
	expect(s session, w entity.Write, l *entity.Layer, c *call)
}

// layer begins a mutation: from now on, and until the layer is removed, its
// effect is shown, if the endpoint is optimistic. Answers to requests that
// begin later do not make the answer to this one late.
func (e *endpoint) layer(s session, c *call) *entity.Layer {
	l := s.store().Layer()
	p, ok := e.schema.(predictor)
	if !ok {
		return l
	}
	s.store().Commit(entity.Write{By: c.op}, func(w entity.Write) {
		if e.optimistic {
			p.predict(s, w, l, c)
		}
		p.expect(s, w, l, c)
	})
	return l
}

func (es entitySchema) predict(s session, w entity.Write, l *entity.Layer, c *call) {
	k, ok := es.keyIn(c)
	if !ok || c.body == nil {
		return
	}
	table := es.table(s)
	if row, err := table.DecodeFields(c.members()); err == nil {
		table.Apply(w, l, k, row, c.replaces)
	}
}

func (es entitySchema) expect(s session, w entity.Write, l *entity.Layer, c *call) {
	if k, ok := es.keyIn(c); ok {
		table := es.table(s)
		row, _ := table.DecodeFields(c.members()) // the zero row when it is no JSON
		table.Expect(w, l, k, row)
	}
}

func (a addSchema) predict(s session, w entity.Write, l *entity.Layer, c *call) {
	table := a.table(s)
	row, err := table.DecodeFields(c.body)
	if err != nil {
		return
	}
	draft, ok := a.draft(table, row.Value(), c)
	if !ok {
		return
	}
	c.draft = table.KeyOf(draft)
	table.Draft(w, l, draft, added(s, c), a.front)
}

// draft gives what is created the key that was made up for it, or makes one up.
func (addSchema) draft(table *entity.AnyTable, value any, c *call) (any, bool) {
	if c.draft != nil {
		return table.WithKey(value, c.draft)
	}
	return table.NewDraft(value)
}

func (addSchema) expect(session, entity.Write, *entity.Layer, *call) {}

func (rs removeSchema) predict(s session, w entity.Write, l *entity.Layer, c *call) {
	if c.key != nil {
		rs.table(s).Hide(w, l, c.key)
	}
}

func (rs removeSchema) expect(s session, w entity.Write, l *entity.Layer, c *call) {
	if c.key != nil {
		rs.table(s).Expect(w, l, c.key, entity.AnyRow{})
	}
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
			l.Remove(entity.Write{By: c.op})
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
	return e.exchange(ctx, s, c, entity.Write{Start: l.Start(), TTL: e.expiry, Mutation: true, By: c.op}, l)
}

// settle ends a mutation whose answer cannot be stored, in the commit that takes
// its layer away. What the server has done for certain stays as it is shown, what
// it has not, or may not have, is taken back; what it may have changed is stale.
func (e *endpoint) settle(s session, c *call, l *entity.Layer, err error) {
	failure, _ := asError(err)
	applied := failure != nil && failure.Applied
	changed := applied || failure != nil && failure.OutcomeUnknown || errors.Is(err, ErrPrecondition)
	s.store().Commit(entity.Write{Start: l.Start(), Mutation: true, By: c.op}, func(w entity.Write) {
		if applied {
			l.Keep(w)
		}
		if d, ok := e.schema.(doubter); ok && changed {
			d.doubt(s, w, c, applied)
		}
		l.Remove(w)
	})
}

// doubter is a schema that knows what a mutation may have changed.
type doubter interface {
	// doubt makes that stale. Applied says that it has changed it for certain.
	doubt(s session, w entity.Write, c *call, applied bool)
}

func (es entitySchema) doubt(s session, w entity.Write, c *call, _ bool) {
	if k, ok := es.keyIn(c); ok {
		es.table(s).Doubt(w, k)
	}
}

func (a addSchema) doubt(s session, w entity.Write, c *call, _ bool) {
	a.table(s).DoubtLists(w, added(s, c))
}

func (rs removeSchema) doubt(s session, w entity.Write, c *call, applied bool) {
	switch {
	case c.key == nil:
	case applied:
		rs.table(s).Delete(w, c.key)
	default:
		rs.table(s).Doubt(w, c.key)
	}
}

func (a assignSchema) doubt(s session, w entity.Write, c *call, _ bool) {
	a.objects(s).Doubt(w, c.list)
}
