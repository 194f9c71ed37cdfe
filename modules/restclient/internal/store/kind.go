package store

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
)

// Kind stands for an entity type where that is known at run time only. It is
// immutable.
type Kind struct {
	model    *model
	key      reflect.Type
	hooks    hooks
	newCells func() cells
	keyOf    func(p any) any // the primary key of the entity that p points to
	number   int             // from 1 on, another one for each kind
}

var (
	kinds     sync.Map // reflect.Type of pointers to the entities -> *Kind
	kindCount atomic.Int64
)

// KindOf returns the kind of E, the same at each call.
func KindOf[E Entity[K], K comparable]() *Kind {
	t := reflect.TypeOf((*E)(nil))
	if k, ok := kinds.Load(t); ok {
		return k.(*Kind)
	}
	return newKind(modelOf[E](), hooksOf[E](t.Elem()), keyed[K])
}

func newKind(m *model, h hooks, keyed func(*Kind)) *Kind {
	made := &Kind{model: m, hooks: h, number: int(kindCount.Add(1))}
	keyed(made)
	k, _ := kinds.LoadOrStore(reflect.PointerTo(m.typ), made)
	return k.(*Kind)
}

// keyed sets what depends on the type of the keys.
func keyed[K comparable](k *Kind) {
	k.key, k.newCells, k.keyOf = reflect.TypeFor[K](), newCellMap[K], keyOf[K]
}

// Type returns the type of the entities.
func (k *Kind) Type() reflect.Type { return k.model.typ }

// KeyType returns the type of their primary keys.
func (k *Kind) KeyType() reflect.Type { return k.key }

// In returns the table of the entities in s, the same at each call.
func (k *Kind) In(s *Store) *Table {
	if t := s.types.tables.at(k.number); t != nil {
		return t
	}
	return s.types.tables.add(k, s)
}

// Check tells what is wrong with what the entities declare to have inside: an
// entity type that Nested does not name, or one that holds E again other than
// by Ref.
func (k *Kind) Check() error { return newChecker().entity(k) }

// AddTo declares that entities occur, as E, *E, []E or map[string]E, which change with the
// entity, and as Ref[E], Map[E] and List[E].
func (k *Kind) AddTo(p *Parts) { p.add(k) }

// Name returns the name of the entity type without its package.
func (k *Kind) Name() string { return k.model.typ.Name() }

// String returns the name of the entity type.
func (k *Kind) String() string { return fmt.Sprint(k.model.typ) }

// Inside returns the kinds of what the entities hold, at whatever depth, once each: k
// itself where they hold others of it.
func (k *Kind) Inside() []*Kind {
	return Closure(entitiesOf(k.uses())...)
}

// sameKey reports whether two entities have the same primary key.
func (k *Kind) sameKey(p, q any) bool { return k.keyOf(p) == k.keyOf(q) }

// uses lists what the entities have inside.
func (k *Kind) uses() []kind {
	c := compilerFor(k, nil)
	c.root(k.Type())
	return c.used
}
