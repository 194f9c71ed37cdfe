package store

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/valuetype"
)

// Entity is a value that its primary key identifies. Zero is a key like any
// other, but an empty string does not identify anything.
type Entity[K comparable] interface{ PK() K }

// model is what the store knows about the values of one Go type V. Code that is
// the same for all types is compiled once: it handles values as pointers to
// them, a *V in an any. What such a pointer leads to is changed only by who has
// made it.
type model struct {
	typ   reflect.Type
	clone shape.Cloner
	equal func(a, b any) bool
	box   func(p any) *version // a version with a copy of the value
	in    func(*version) any   // points to the value of a version
}

// box is a version together with its value, in one piece of memory.
type box[V any] struct {
	_     [0]func() // not comparable: == would be compiled for each type
	head  version   // no embedding: its methods would be, too
	value V
}

// valueIn returns the value of a version that was made for values of type V.
// Every version is part of a box, or an untypedBox, which begins where the version
// does.
func valueIn[V any](v *version) *V { return &(*box[V])(unsafe.Pointer(v)).value }

var (
	models        sync.Map // reflect.Type of pointers to the values -> *model
	untypedModels sync.Map // reflect.Type -> *model
)

// modelOf returns the model of V, the same at each call.
func modelOf[V any]() *model {
	t := reflect.TypeOf((*V)(nil))
	if m, ok := models.Load(t); ok {
		return m.(*model)
	}
	return newModel(&models, t, &model{
		typ:   t.Elem(),
		equal: func(a, b any) bool { return any(*a.(*V)) == any(*b.(*V)) },
		box:   func(p any) *version { return &(&box[V]{value: *p.(*V)}).head },
		in:    func(v *version) any { return valueIn[V](v) },
	})
}

// newModel completes a model that compares by ==, or not at all. Values that are not
// plain are compared with reflection.
func newModel(all *sync.Map, key reflect.Type, made *model) *model {
	made.clone = shape.ClonerFor(made.typ)
	if made.equal == nil || !valuetype.IsPlain(made.typ) {
		made.equal = equalBy(shape.ComparerFor(made.typ))
	}
	m, _ := all.LoadOrStore(key, made)
	return m.(*model)
}

func equalBy(compare shape.Comparer) func(a, b any) bool {
	return func(a, b any) bool { return compare(valueAt(a), valueAt(b)) }
}

// fresh returns a copy of the value that p points to, which shares nothing with
// it; a zero value for nil.
func (m *model) fresh(p any) any {
	to := m.shallow(p)
	if p != nil && m.clone != nil {
		v := reflect.ValueOf(to).Elem()
		v.Set(m.clone(v))
	}
	return to
}

// shallow returns a copy of the value that p points to, as an assignment makes
// it; a zero value for nil.
func (m *model) shallow(p any) any {
	to := reflect.New(m.typ)
	if p != nil {
		to.Elem().Set(reflect.ValueOf(p).Elem())
	}
	return to.Interface()
}

// load returns a copy of the value that p points to, as a V in an any.
func (m *model) load(p any) any {
	v := reflect.ValueOf(p).Elem()
	if m.clone != nil {
		return m.clone(v).Interface()
	}
	return v.Interface()
}

// zero returns the zero value, as a V in an any.
func (m *model) zero() any { return reflect.Zero(m.typ).Interface() }

// pointer returns a pointer to a copy of a V.
func (m *model) pointer(value any) any {
	to := reflect.New(m.typ)
	if value != nil { // nil is the zero value of an interface type
		to.Elem().Set(reflect.ValueOf(value))
	}
	return to.Interface()
}

// valueAt is the value that p points to.
func valueAt(p any) reflect.Value { return reflect.ValueOf(p).Elem() }

// assign sets what to points to.
func assign(to, from any) { valueAt(to).Set(valueAt(from)) }

// untypedBox is a version together with a pointer to its value.
type untypedBox struct {
	head    version
	pointer any
}

// untypedModel is the model of a type that no code is compiled for, the same at
// each call. A version and its value are two pieces of memory.
func untypedModel(t reflect.Type) *model {
	if m, ok := untypedModels.Load(t); ok {
		return m.(*model)
	}
	m := &model{typ: t}
	m.box = func(p any) *version { return &(&untypedBox{pointer: m.shallow(p)}).head }
	m.in = func(v *version) any { return (*untypedBox)(unsafe.Pointer(v)).pointer }
	return newModel(&untypedModels, t, m)
}
