package store_test

import (
	"iter"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Specs know the types that a store knows at run time only.

// Table is a table of entities E.
type Table[E store.Entity[K], K comparable] struct{ *store.Table }

func TableOf[E store.Entity[K], K comparable](s *store.Store) *Table[E, K] {
	return &Table[E, K]{store.KindOf[E]().In(s)}
}

func (t *Table[E, K]) Get(k K) (E, store.Status) { return t.GetAt(nil, k) }

func (t *Table[E, K]) GetAt(sn *store.Snapshot, k K) (E, store.Status) {
	p, status := store.Get[E](t.Table, sn, k)
	if p == nil {
		return *new(E), status
	}
	return *p, status
}

func (t *Table[E, K]) Put(w store.Write, row Row[E]) E { return t.Table.Put(w, row.Row).(E) }

func (t *Table[E, K]) Update(w store.Write, k K, row Row[E]) (E, bool) {
	e, ok := t.Table.Update(w, k, row.Row)
	return e.(E), ok
}

func (t *Table[E, K]) All() (List[E], store.Status) { return t.AllAt(nil) }

func (t *Table[E, K]) AllAt(sn *store.Snapshot) (List[E], store.Status) {
	l, status := t.Table.AllAt(sn)
	return List[E]{l}, status
}

func (t *Table[E, K]) List(k store.ListKey) (List[E], store.Status) { return t.ListAt(nil, k) }

func (t *Table[E, K]) ListAt(sn *store.Snapshot, k store.ListKey) (List[E], store.Status) {
	l, status := t.Table.ListAt(sn, k)
	return List[E]{l}, status
}

func (t *Table[E, K]) Replace(w store.Write, k store.ListKey, rows []Row[E]) List[E] {
	return List[E]{t.Table.Replace(w, k, untyped(rows))}
}

func (t *Table[E, K]) Append(w store.Write, k store.ListKey, rows []Row[E]) List[E] {
	return List[E]{t.Table.Append(w, k, untyped(rows))}
}

func (t *Table[E, K]) Add(w store.Write, added store.ListKey, rows []Row[E], front bool) List[E] {
	return List[E]{t.Table.Add(w, added, untyped(rows), front)}
}

func (t *Table[E, K]) Apply(w store.Write, l *store.Layer, k K, row Row[E], create bool) {
	t.Table.Apply(w, l, k, row.Row, create)
}

func (t *Table[E, K]) Expect(w store.Write, l *store.Layer, k K, row Row[E]) {
	t.Table.Expect(w, l, k, row.Row)
}

func (t *Table[E, K]) Adopt(w store.Write, draft K, row Row[E]) E {
	return t.Table.Adopt(w, draft, row.Row).(E)
}

func (t *Table[E, K]) NewDraft(value E) (E, bool) {
	e, ok := t.Table.NewDraft(value)
	return e.(E), ok
}

func (t *Table[E, K]) Edit(w store.Write, l *store.Layer, k K, f func(*E)) {
	t.Table.Edit(w, l, k, func(e any) { f(e.(*E)) })
}

func (t *Table[E, K]) Preview(l *store.Layer, k K, confirmed bool) (before, after E, ok bool) {
	x, y, ok := t.Table.Preview(l, k, confirmed)
	if ok {
		before, after = x.(E), y.(E)
	}
	return before, after, ok
}

func (t *Table[E, K]) Index(id any, key func(E) string) *Index[E] {
	return &Index[E]{t.Table.Index(id, func(e any) string { return key(e.(E)) })}
}

func (t *Table[E, K]) Decode(data []byte) (Row[E], error) {
	row, err := t.Table.Decode(data)
	return Row[E]{row}, err
}

func (t *Table[E, K]) DecodeFields(data []byte) (Row[E], error) {
	row, err := t.Table.DecodeFields(data)
	return Row[E]{row}, err
}

func (t *Table[E, K]) DecodeAll(data []byte) ([]Row[E], error) {
	rows, err := t.Table.DecodeAll(data)
	if err != nil {
		return nil, err
	}
	all := make([]Row[E], len(rows))
	for i := range rows {
		all[i] = Row[E]{rows[i]}
	}
	return all, nil
}

// Row is a decoded E.
type Row[E any] struct{ store.Row }

func (r Row[E]) Value() E {
	e, _ := r.Row.Value().(E)
	return e
}

func untyped[E any](rows []Row[E]) []store.Row {
	all := make([]store.Row, len(rows))
	for i := range rows {
		all[i] = rows[i].Row
	}
	return all
}

// List is a list of entities E.
type List[E any] struct{ store.List }

func (l List[E]) At(i int) E { return l.List.At(i).(E) }

func (l List[E]) Current() bool { return l.View().Current() }

func (l List[E]) All() iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := range l.Len() {
			if !yield(i, l.At(i)) {
				return
			}
		}
	}
}

func (l List[E]) Slice() []E {
	s := make([]E, l.Len())
	for i := range s {
		s[i] = l.At(i)
	}
	return s
}

// Memo returns what f has returned for this state of the list.
func Memo[V, E any](l List[E], id any, f func() V) V {
	v, ok := l.View().Memo(id)
	if !ok {
		v = l.View().KeepMemo(id, f())
	}
	return v.(V)
}

// Index finds entities E.
type Index[E any] struct{ *store.Index }

func (x *Index[E]) Get(key string) (E, store.Status) { return x.GetAt(nil, key) }

func (x *Index[E]) GetAt(sn *store.Snapshot, key string) (E, store.Status) {
	e, status := x.Index.GetAt(sn, key)
	return e.(E), status
}

// Values is values of type V by key.
type Values[V any] struct{ *store.Values }

func ValuesOf[V any](s *store.Store) *Values[V] { return &Values[V]{store.ValuesOf[V](s)} }

func (v *Values[V]) Get(key string) (V, store.Status) { return v.GetAt(nil, key) }

func (v *Values[V]) GetAt(sn *store.Snapshot, key string) (V, store.Status) {
	return store.Value[V](v.Values, sn, key)
}

// Objects is responses of type R.
type Objects[R any] struct{ *store.Objects }

func ObjectsOf[R any](s *store.Store, parts ...store.Part) *Objects[R] {
	return &Objects[R]{store.ObjectsOf(s, reflect.TypeFor[R](), parts)}
}

func (o *Objects[R]) Get(k store.ListKey) (R, store.Status) { return o.GetAt(nil, k) }

func (o *Objects[R]) GetAt(sn *store.Snapshot, k store.ListKey) (R, store.Status) {
	r, status := o.Objects.GetAt(sn, k)
	return typed[R](r), status
}

func (o *Objects[R]) Set(w store.Write, k store.ListKey, obj store.Row) R {
	return typed[R](o.Objects.Set(w, k, obj))
}

func (o *Objects[R]) Extend(w store.Write, k store.ListKey, obj store.Row) R {
	return typed[R](o.Objects.Extend(w, k, obj))
}

func (o *Objects[R]) Absorb(w store.Write, obj store.Row) R {
	return typed[R](o.Objects.Absorb(w, obj))
}

// typed is for an R that may be an interface.
func typed[R any](r any) R {
	value, _ := r.(R)
	return value
}

// refAt is what a Ref stands for at a snapshot.
func refAt[E any](r restclient.Ref[E], sn *store.Snapshot) (E, bool) {
	ref := (*store.Reference)(reflect.ValueOf(&r).Elem().Field(0).Addr().UnsafePointer())
	e, ok := ref.At(sn)
	value, _ := e.(E)
	return value, ok
}
