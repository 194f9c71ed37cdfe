package entity

import (
	"fmt"
	"reflect"
)

// Objects holds responses of type R, in which entities and lists occur, by the
// arguments of their requests. The lists inside have those arguments, too. It
// is safe for concurrent use.
type Objects[R any] struct {
	table *Table[object[R], string]
	node  node
	names []string // of the lists
}

// object is one response.
type object[R any] struct {
	id    string
	key   ListKey
	Value R
}

func (o object[R]) PK() string { return o.id }

// Object is a decoded response.
type Object[R any] struct{ row Row[object[R]] }

// ObjectsOf returns the responses of type R in s, the same at each call. Parts
// are the types of entities inside. What CheckObject says is wrong with them is
// not stored apart.
func ObjectsOf[R any](s *Store, parts ...Part) *Objects[R] {
	return tableOf(s, func() *Objects[R] { return newObjects[R](s, parts) })
}

// CheckObject tells what is wrong with what R is declared to have inside.
func CheckObject[R any](parts ...Part) error {
	comp := objectCompiler[R](nil, parts)
	n := comp.top(reflect.TypeFor[R]())
	switch {
	case comp.err != nil:
		return comp.err
	case n == nil:
		return fmt.Errorf("%s: it holds no entities of the given types", reflect.TypeFor[R]())
	}
	return newChecker().parts(comp.used)
}

// HoldsParts tells whether values of type t hold a Ref, List, Map or OneOf,
// which only a store can complete.
func HoldsParts(t reflect.Type) bool {
	c := compiler{parts: partsOf(nil), only: true}
	return c.stands(t) || c.reaches(t, map[reflect.Type]bool{})
}

func objectCompiler[R any](s *Store, parts []Part) *compiler {
	return &compiler{store: s, owner: reflect.TypeFor[R](), where: "ObjectOf", parts: partsOf(parts)}
}

func newObjects[R any](s *Store, parts []Part) *Objects[R] {
	name := reflect.TypeFor[R]().String()
	comp := objectCompiler[R](s, parts)
	o := &Objects[R]{node: comp.top(reflect.TypeFor[R]()), names: comp.names}
	if comp.err != nil || o.node == nil {
		o.node = &structNode{shape: &shape{name: name}}
	}
	t := newTable[object[R], string](s, "value", &shape{name: name})
	t.grid.name, t.grid.dropped = name, t.forgetParts
	root := &structNode{shape: t.shape, parts: []structPart{
		{same: reflect.Value.Equal},
		{same: func(a, b reflect.Value) bool { return true }},
		{same: o.node.same, node: o.node},
	}}
	t.enclose(root)
	o.table = t
	return o
}

// Decode reads a response, without storing anything. It returns a *KeyError
// when an entity inside has no primary key.
func (o *Objects[R]) Decode(data []byte) (Object[R], error) {
	var obj Object[R]
	s := o.table.grid.store
	if err := s.unmarshal(data, &obj.row.value.Value); err != nil {
		return obj, err
	}
	r := reading{store: s}
	err := o.node.read(&r, &scanner{data: data}, reflect.ValueOf(&obj.row.value.Value).Elem())
	obj.row.present = newMask(1)
	obj.row.present.set(0)
	obj.row.nested = &nested{puts: r.puts}
	return obj, err
}

// Get returns the response to a request with arguments k.
func (o *Objects[R]) Get(k ListKey) (R, Status) { return o.GetAt(nil, k) }

// GetAt is Get at a snapshot; nil means the newest state.
func (o *Objects[R]) GetAt(sn *Snapshot, k ListKey) (R, Status) {
	v, status := o.table.GetAt(sn, k.ID())
	return v.Value, status
}

// Set stores a response and what is inside. It returns what is stored.
func (o *Objects[R]) Set(w Write, k ListKey, obj Object[R]) R { return o.put(w, k, obj, false) }

// Extend is Set for one more page of a response: the rows of its lists go to the
// ends of those that are stored, everything else is replaced.
func (o *Objects[R]) Extend(w Write, k ListKey, obj Object[R]) R { return o.put(w, k, obj, true) }

func (o *Objects[R]) put(w Write, k ListKey, obj Object[R], extend bool) R {
	row := obj.row
	row.value.id, row.value.key = k.ID(), k
	row.nested = &nested{puts: row.nested.puts, place: place{key: k, names: o.names, extend: extend}}
	return o.table.Put(w, row).Value
}

// Absorb stores what is inside a response to a mutation, but not the response.
// It returns the response with what is stored.
func (o *Objects[R]) Absorb(w Write, obj Object[R]) R {
	t := o.table
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	row := t.link(tx, w, obj.row)
	t.fill(&filling{}, &row.value)
	return cloneWith(t.grid.clone, row.value).Value
}

// Invalidate makes the response to a request with arguments k Invalid until it
// is read again.
func (o *Objects[R]) Invalidate(k ListKey) { o.table.Invalidate(k.ID()) }

// Expire makes the response to a request with arguments k Stale.
func (o *Objects[R]) Expire(k ListKey) { o.table.Expire(k.ID()) }

// Assign adds the members of a map to all stored maps that they belong to under
// the arguments of added, as Table.Add does with lists. It returns the members
// as they are stored.
func Assign[E any](o *Objects[Map[E]], w Write, added ListKey, obj Object[Map[E]]) Map[E] {
	t := o.table
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	row := t.link(tx, w, obj.row)
	// No response under way knows of the new members.
	w.commit, w.Start = tx, t.grid.store.Begin()
	for _, c := range t.grid.cells.All() {
		base := c.confirmed()
		if !base.state().exists() || !base.value.key.matches(added) {
			continue
		}
		row.value = base.value
		row.value.Value = base.value.Value.with(obj.row.value.Value)
		t.merge(tx, w, c, &row)
	}
	members := object[Map[E]]{Value: obj.row.value.Value}
	t.fill(&filling{}, &members)
	return members.Value
}
