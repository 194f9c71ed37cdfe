package answer

import (
	"errors"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Enveloped is the schema of a mutation like s whose result is the whole reply, with the
// entity in it, or for a creation also something else; nil where s is not of a mutation that
// answers with an entity. It is false where whole is neither. EntityIn is the entity that a
// result of whole is, which is one of several; it is nil for other results.
func Enveloped(s, whole Schema, entityIn func(result any) any) (enveloped Schema, ok bool) {
	switch whole := whole.(type) {
	case Object:
		switch s := s.(type) {
		case Entity:
			return envelopedEntity{s, around{whole}}, true
		case Add:
			if entityIn != nil {
				return addOneOf{s, around{whole}, entityIn}, true
			}
			return envelopedAdd{s, around{whole}}, true
		}
		return nil, true
	case Whole:
		if s, ok := s.(Add); ok {
			return addOrElse{s, whole}, true
		}
	}
	return nil, false
}

// addOrElse is Add for a creation that may answer with something else than the entity.
type addOrElse struct {
	Add
	whole Whole
}

// Decode reads the reply as a whole, and as what was created where it is that.
func (a addOrElse) Decode(st *store.Store, r *Reply) (Answer, error) {
	value, err := a.whole.read(st, r)
	if err != nil {
		return nil, err
	}
	result := func(store.Write) any { return value }
	created, err := a.Add.Decode(st, r)
	if invalid, ok := errors.AsType[*store.InvalidError](err); ok {
		return nil, invalid
	}
	if err != nil {
		created = made{store: func(w store.Write) any {
			a.Doubt(st, w, r.Request, true)
			return nil
		}}
	}
	return envelope{created, result, new(any)}, nil
}

// addOneOf is Add for a creation that answers with one of several entities.
type addOneOf struct {
	Add
	around
	entityIn func(result any) any
}

// Decode reads the reply as one of them, and as what was created. Which one it is is known
// when that is stored.
func (a addOneOf) Decode(st *store.Store, r *Reply) (Answer, error) {
	if err := r.needValue(); err != nil {
		return nil, err
	}
	row, err := a.whole.in(st).Decode(r.Body)
	if err != nil {
		return nil, err
	}
	created, notCreated := a.Add.Decode(st, r)
	var value any
	return made{
		store: func(w store.Write) (key any) {
			value = a.whole.in(st).Absorb(w, row)
			if notCreated == nil && reflect.TypeOf(a.entityIn(value)) == a.Of.Type() {
				return created.Store(w)
			}
			a.Doubt(st, w, r.Request, true)
			return nil
		},
		value: func() any { return value },
	}, nil
}

// envelopedEntity is Entity for a mutation that returns what the entity is in.
type envelopedEntity struct {
	Entity
	around
}

// Decode reads the reply twice: as the entity, and as a whole.
func (es envelopedEntity) Decode(st *store.Store, r *Reply) (Answer, error) {
	return es.decode(es.Entity, st, r)
}

// envelopedAdd is Add for a mutation that returns what the entity is in.
type envelopedAdd struct {
	Add
	around
}

// Decode reads the reply twice: as what was created, and as a whole.
func (a envelopedAdd) Decode(st *store.Store, r *Reply) (Answer, error) {
	return a.decode(a.Add, st, r)
}

// Enclosing is a schema of an entity that returns what that is in.
type Enclosing interface{ Around() Object }

// around is what an entity is in.
type around struct{ whole Object }

// Around is the schema of that.
func (a around) Around() Object { return a.whole }

// decode reads a reply as s does, and as a whole, which is the value. That of a success
// without a body is zero.
func (a around) decode(s Schema, st *store.Store, r *Reply) (Answer, error) {
	inner, err := s.Decode(st, r)
	if err != nil {
		return nil, err
	}
	if r.IsEmpty() {
		return envelope{inner, func(store.Write) any { return a.whole.in(st).Zero() }, new(any)}, nil
	}
	row, err := a.whole.in(st).Decode(r.Body)
	return envelope{inner, func(w store.Write) any { return a.whole.in(st).Absorb(w, row) }, new(any)}, err
}

// envelope is an answer, and what it is in.
type envelope struct {
	Answer
	put   func(store.Write) any
	value *any // after it was stored
}

// Store stores the answer, and what else is in the envelope.
func (e envelope) Store(w store.Write) (key any) {
	key = e.Answer.Store(w)
	*e.value = e.put(w)
	return key
}

// Value is the whole reply.
func (e envelope) Value() any { return *e.value }
