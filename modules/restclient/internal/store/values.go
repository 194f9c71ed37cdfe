package store

import (
	"reflect"
	"sync"
)

// Values holds values of one type by key, such as what links a request to the
// entity that answered it. Each is a V in an any.
type Values struct{ grid }

var (
	_ Persistent = (*Values)(nil)
	_ holding    = (*Values)(nil)
)

// ValuesOf returns the values of type V in s, the same at each call.
func ValuesOf[V any](s *Store) *Values {
	t := reflect.TypeFor[V]()
	if v, ok := s.types.values.Load(t); ok {
		return v.(*Values)
	}
	return addValues(s, &s.types.values, t, modelOf[V]())
}

// ResponsesOf returns whole responses of a type that is known at run time only.
// They are others than the values of that type: no code is compiled for the type,
// and each version allocates once more.
func ResponsesOf(s *Store, t reflect.Type) *Values {
	if v, ok := s.types.responses.Load(t); ok {
		return v.(*Values)
	}
	return addValues(s, &s.types.responses, t, untypedModel(t))
}

func addValues(s *Store, to *sync.Map, t reflect.Type, m *model) *Values {
	v := &Values{}
	v.init(s, "value", m, newCellMap[string]())
	made, _ := to.LoadOrStore(t, v)
	return made.(*Values)
}

// Value returns a copy of the value under key at a snapshot, in its type; nil means the
// newest state.
func Value[V any](v *Values, sn *Snapshot, key string) (V, Status) {
	c, version := v.read(sn, key)
	return valueOf[V](&v.grid, c, version)
}

// GetAt returns a copy of the value under key at a snapshot; nil means the
// newest state.
func (v *Values) GetAt(sn *Snapshot, key string) (any, Status) {
	return v.value(v.read(sn, key))
}

// load finds a cell without a box for its key.
func (v *Values) load(key string) (*cell, bool) {
	return v.cells.(*cellMap[string]).m.Load(key)
}

func (v *Values) read(sn *Snapshot, key string) (*cell, *version) {
	if sn.watches() {
		v.watch(sn, key)
	}
	c, ok := v.load(key)
	if !ok {
		return nil, nil
	}
	return c, c.read(v.store, sn)
}

// Set stores a copy of a value under key, unless a newer request has stored
// another. A value that is equal to the stored one renews that.
func (v *Values) Set(w Write, key string, to any) { v.set(w, key, v.model.pointer(to)) }

func (v *Values) set(w Write, key string, p any) {
	s, m := v.store, v.model
	tx := s.begin(w)
	defer s.end(w)
	c := v.cell(key)
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
	v.changed(tx, c, func() any { return key })
}

// Delete removes the value under key.
func (v *Values) Delete(w Write, key string) {
	s, m := v.store, v.model
	tx := s.begin(w)
	defer s.end(w)
	c, ok := v.load(key)
	if !ok || !c.head.Load().exists() {
		return
	}
	c.set(tx, deleted, m.box(m.shallow(nil)), s.Begin())
	v.changed(tx, c, func() any { return key })
}

// Renew makes the value under key fresh again: the server has said that it is
// what it was.
func (v *Values) Renew(w Write, key string) {
	tx := v.store.begin(w)
	defer v.store.end(w)
	c, ok := v.load(key)
	if !ok {
		return
	}
	if w.Volatile {
		c.mark(w)
	}
	if c.again(v.store, v.model, tx, w) {
		v.changed(tx, c, func() any { return key })
	}
	c.toldAgain(w)
}

// Touch makes the value under key Invalid or Stale.
func (v *Values) Touch(key string, how Touch) {
	tx := v.store.begin(Write{})
	defer v.store.end(Write{})
	v.touch(tx, v.cell(key), key, how)
}

func (v *Values) touch(tx *commit, c *cell, key string, how Touch) {
	if head := c.head.Load(); c.touched(v.store, tx, head, how) {
		c.set(tx, unusable, v.model.box(v.model.in(head)), head.start)
		v.changed(tx, c, func() any { return key })
	}
}

// Revision returns a number that is another one after each change of the value
// under key, 0 without a value.
func (v *Values) Revision(w Write, key string) uint64 {
	v.store.begin(w)
	defer v.store.end(w)
	if c, ok := v.load(key); ok && c.head.Load().exists() {
		return c.head.Load().seq()
	}
	return 0
}

// TypeName is the name of the type of the values, with its package.
func (v *Values) TypeName() string { return typeName(v.model.typ) }

// Fingerprint changes with how the values are written as JSON.
func (v *Values) Fingerprint() string { return fingerprint(v.model.typ, nil) }

func (v *Values) gather() *Image {
	i := &Image{}
	for key, c := range v.cells.entries() {
		head := c.head.Load()
		if !head.exists() || c.isVolatile() {
			continue
		}
		i.rows = append(i.rows, savedRow{
			Key: key.(string), savedState: c.gathered(v.store, head.state()), p: v.model.in(head),
		})
	}
	return i
}

func (v *Values) restore(tx *commit, w Write, r savedRow) (*cell, error) {
	p := v.model.shallow(nil)
	if err := v.store.unmarshal(r.Value, p); err != nil {
		return nil, err
	}
	v.set(w, r.Key, p)
	c := v.cell(r.Key)
	if r.Invalid {
		v.touch(tx, c, r.Key, Invalidate)
	}
	return c, nil
}
