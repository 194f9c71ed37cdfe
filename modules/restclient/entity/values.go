package entity

import (
	"reflect"
	"sync"
	"unsafe"
)

// Values holds values of one type by key, such as what links a request to the
// entity that answered it.
type Values[V any] struct{ AnyValues }

// AnyValues is a Values whose type V is known at run time only: each value is a
// V in an any.
type AnyValues struct{ grid grid }

// ValuesOf returns the values of type V in s, the same at each call.
func ValuesOf[V any](s *Store) *Values[V] {
	return (*Values[V])(unsafe.Pointer(AnyValuesOf[V](s))) // which it consists of
}

// AnyValuesOf is ValuesOf for code that does not know V.
func AnyValuesOf[V any](s *Store) *AnyValues {
	t := reflect.TypeFor[V]()
	if v, ok := s.values.Load(t); ok {
		return v.(*AnyValues)
	}
	return s.addValues(&s.values, t, modelOf[V]())
}

// ResponsesOf returns whole responses of a type that is known at run time only.
// They are others than the values of that type: no code is compiled for the type,
// and each version allocates once more.
func ResponsesOf(s *Store, t reflect.Type) *AnyValues {
	if v, ok := s.responses.Load(t); ok {
		return v.(*AnyValues)
	}
	return s.addValues(&s.responses, t, untypedModel(t))
}

func (s *Store) addValues(to *sync.Map, t reflect.Type, m *model) *AnyValues {
	v := &AnyValues{}
	v.grid.init(s, "value", m, newCellMap[string]())
	made, _ := to.LoadOrStore(t, v)
	return made.(*AnyValues)
}

// Get returns a copy of the value under key.
func (v *Values[V]) Get(key string) (V, Status) { return v.GetAt(nil, key) }

// GetAt is Get at a snapshot; nil means the newest state.
func (v *Values[V]) GetAt(sn *Snapshot, key string) (V, Status) {
	c, version := v.read(sn, key)
	return valueOf[V](&v.grid, c, version)
}

// GetAt returns a copy of the value under key at a snapshot; nil means the
// newest state.
func (v *AnyValues) GetAt(sn *Snapshot, key string) (any, Status) {
	return v.grid.value(v.read(sn, key))
}

// load finds a cell without a box for its key.
func (v *AnyValues) load(key string) (*cell, bool) {
	return v.grid.cells.(*cellMap[string]).m.Load(key)
}

func (v *AnyValues) read(sn *Snapshot, key string) (*cell, *version) {
	if sn.watches() {
		v.grid.watch(sn, key)
	}
	c, ok := v.load(key)
	if !ok {
		return nil, nil
	}
	return c, c.read(v.grid.store, sn)
}

// Set stores a copy of a value under key, unless a newer request has stored
// another. A value that is equal to the stored one renews that.
func (v *Values[V]) Set(w Write, key string, to V) { v.set(w, key, &to) }

// Set stores a copy of a value under key, unless a newer request has stored
// another. A value that is equal to the stored one renews that.
func (v *AnyValues) Set(w Write, key string, to any) { v.set(w, key, v.grid.model.pointer(to)) }

func (v *AnyValues) set(w Write, key string, p any) {
	s, m := v.grid.store, v.grid.model
	tx := s.begin(w)
	defer s.end(w)
	c := v.grid.cell(key)
	head := c.head.Load()
	if head != nil && w.Start < head.start || c.more != nil && w.Start < c.more.invalid {
		return
	}
	c.renew(s, w)
	c.mark(w)
	if head.state() == present && m.equal(m.in(head), p) {
		head.start = w.Start
		return
	}
	c.set(tx, present, m.box(m.fresh(p)), w.Start)
	v.grid.changed(tx, c, func() any { return key })
}

// Delete removes the value under key.
func (v *AnyValues) Delete(w Write, key string) {
	s, m := v.grid.store, v.grid.model
	tx := s.begin(w)
	defer s.end(w)
	c, ok := v.load(key)
	if !ok || c.head.Load().state() == nothing || c.head.Load().state() == deleted {
		return
	}
	c.set(tx, deleted, m.box(m.shallow(nil)), s.Begin())
	v.grid.changed(tx, c, func() any { return key })
}

// Renew makes the value under key fresh again: the server has said that it is
// what it was.
func (v *AnyValues) Renew(w Write, key string) { v.grid.renew(w, key) }

// Invalidate makes the value under key Invalid until it is read again.
func (v *AnyValues) Invalidate(key string) { v.grid.touch(Write{}, key, true) }

// Expire makes the value under key Stale.
func (v *AnyValues) Expire(key string) { v.grid.touch(Write{}, key, false) }
