package restclient

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// EntityOf is the schema of a response that is one E. Calls whose arguments
// hold the primary key are answered from whatever delivered that entity.
func EntityOf[E Entity[K], K comparable]() Schema[E] { return entitySchema[E, K]{} }

type entitySchema[E Entity[K], K comparable] struct{}

func (entitySchema[E, K]) keyType() reflect.Type { return reflect.TypeFor[K]() }

// ref is the key of the entity that answered a request whose arguments do not
// hold it, such as /users/me.
type ref[E any, K comparable] struct{ key K }

func (entitySchema[E, K]) refs(s session) *entity.Values[ref[E, K]] {
	return entity.ValuesOf[ref[E, K]](s.store())
}

func (entitySchema[E, K]) byKey(s session, key any) (E, entity.Status) {
	k, ok := key.(K)
	if !ok {
		var zero E
		return zero, entity.Missing
	}
	return entity.TableOf[E](s.store()).GetAt(s.at, k)
}

func (es entitySchema[E, K]) lookup(s session, c *call) (E, entity.Status) {
	if e, status := es.byKey(s, c.key); status != entity.Missing {
		return e, status
	}
	r, status := es.refs(s).GetAt(s.at, c.id())
	if status == entity.Missing {
		var zero E
		return zero, entity.Missing
	}
	return entity.TableOf[E](s.store()).GetAt(s.at, r.key)
}

func (es entitySchema[E, K]) touch(s session, c *call, t touch) {
	k, ok := c.key.(K)
	if r, status := es.refs(s).Get(c.id()); status != entity.Missing {
		k, ok = r.key, true
	}
	switch {
	case !ok:
	case t == invalidate:
		entity.TableOf[E](s.store()).Invalidate(k)
	default:
		entity.TableOf[E](s.store()).Expire(k)
	}
}

func (es entitySchema[E, K]) decode(s session, r *reply) (answer[E], error) {
	if r.isEmpty() {
		return es.decodeSent(s, r)
	}
	if err := r.needJSON(); err != nil {
		return answer[E]{}, err
	}
	table := entity.TableOf[E](s.store())
	row, err := table.Decode(r.body)
	if err != nil {
		return answer[E]{}, r.badRow(err)
	}
	var stored E
	return answer[E]{
		store: func(w entity.Write) {
			stored = table.Put(w, row)
			if k := row.Value().PK(); r.call.key != any(k) && !r.call.mutates {
				es.refs(s).Set(w, r.call.id(), ref[E, K]{k})
			}
		},
		value: func() E { return es.settled(s, r.call, row.Value().PK(), stored) },
	}, nil
}

// decodeSent is for a success without a body: what was sent stands, until it is
// read again, which is at the next use.
func (es entitySchema[E, K]) decodeSent(s session, r *reply) (answer[E], error) {
	k, ok := r.call.key.(K)
	if !ok || r.call.body == nil {
		return answer[E]{}, r.noValue()
	}
	table := entity.TableOf[E](s.store())
	row, err := table.DecodeFields(r.call.body)
	if err != nil || !table.Has(k) {
		return answer[E]{}, r.noValue()
	}
	var stored E
	return answer[E]{
		store: func(w entity.Write) {
			w.TTL = 0
			stored, _ = table.Update(w, k, row)
		},
		value: func() E { return es.settled(s, r.call, k, stored) },
	}, nil
}

// settled returns the result of a call. That of a mutation is what is there
// after its layer has gone: stored is with the layer upon the answer.
func (entitySchema[E, K]) settled(s session, c *call, k K, stored E) E {
	if !c.mutates {
		return stored
	}
	if e, status := entity.TableOf[E](s.store()).Get(k); status != entity.Missing {
		return e
	}
	return stored
}
