package store

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/puzpuzpuz/xsync/v4"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// Objects holds responses of one type R, in which entities and lists occur, by the
// arguments of their requests. The lists inside have those arguments, too. Each
// response is an R in an any. It is safe for concurrent use.
type Objects struct {
	*grid // of the table
	table *Table
	node  node
	names []string // of the lists
	uses  []kind   // what is inside
}

var (
	_ Persistent = (*Objects)(nil)
	_ holding    = (*Objects)(nil)
)

// objectKey is what a response is found by.
type objectKey struct {
	id  string
	key ListKey
}

// objectKind is the kind of responses of a type, each with its key before it. That
// type is made at run time: nothing is compiled for the type of the responses.
func objectKind(r reflect.Type) *Kind {
	t := reflect.StructOf([]reflect.StructField{{Name: "Key", Type: reflect.TypeFor[objectKey]()}, {Name: "Value", Type: r}})
	return &Kind{
		model: untypedModel(t), key: reflect.TypeFor[string](), newCells: newObjectCells,
		keyOf: func(p any) any { return keyOfObject(p).id },
	}
}

// keyOfObject returns the key of the response that p points to.
func keyOfObject(p any) *objectKey { return (*objectKey)(reflect.ValueOf(p).UnsafePointer()) }

// valueOfObject returns the response itself.
func valueOfObject(p any) reflect.Value { return reflect.ValueOf(p).Elem().Field(1) }

// objectCells holds the cells of responses by the IDs of their keys.
type objectCells struct{ *cellMap[string] }

func newObjectCells() cells { return objectCells{&cellMap[string]{m: xsync.NewMap[string, *cell]()}} }

func (m objectCells) of(p any) (*cell, bool) { return m.m.Load(keyOfObject(p).id) }

func (m objectCells) keyOf(p any) any { return keyOfObject(p).id }

func (m objectCells) hasKey(any) bool { return true }

// ObjectsOf returns the responses of type r in s, the same at each call. Parts are
// the types of entities inside. What CheckObject says is wrong with them is not
// stored apart.
func ObjectsOf(s *Store, r reflect.Type, parts []Part) *Objects {
	if o, ok := s.types.objects.Load(r); ok {
		return o.(*Objects)
	}
	o, _ := s.types.objects.LoadOrStore(r, newObjects(s, r, parts))
	return o.(*Objects)
}

// CheckObject tells what is wrong with what responses of type r are declared to
// have inside.
func CheckObject(r reflect.Type, parts []Part) error {
	comp := objectCompiler(nil, r, parts)
	n := comp.top(r)
	switch {
	case comp.err != nil:
		return comp.err
	case n == nil:
		return fmt.Errorf("%s: it holds no entities of the given types", r)
	}
	return newChecker().parts(comp.used)
}

// HoldsParts reports whether values of type t hold a Ref, List, Map or OneOf,
// which only a store can complete.
func HoldsParts(t reflect.Type) bool {
	c := compiler{parts: partsOf(nil), only: true}
	return c.stands(t) || c.reaches(t, map[reflect.Type]bool{})
}

func objectCompiler(s *Store, r reflect.Type, parts []Part) *compiler {
	return &compiler{store: s, owner: r, where: "ObjectOf", parts: partsOf(parts)}
}

func newObjects(s *Store, r reflect.Type, parts []Part) *Objects {
	comp := objectCompiler(s, r, parts)
	n := comp.top(r)
	if comp.err != nil || n == nil {
		n = &structNode{shape: &shape.Shape{Name: r.String()}}
	}
	return objectsOf(s, r, n, comp)
}

func objectsOf(s *Store, r reflect.Type, n node, comp *compiler) *Objects {
	name := r.String()
	o := &Objects{node: n, names: comp.names, uses: comp.used}
	t := newTable(s, objectKind(r), "value", &shape.Shape{Name: name})
	t.name, t.dropped = name, t.forgetParts
	root := &structNode{shape: t.shape, parts: []structPart{
		{same: func(a, b reflect.Value) bool { return true }},
		{same: o.node.same, node: o.node},
	}}
	t.enclose(root)
	o.table, o.grid = t, &t.grid
	return o
}

// Decode reads a response, without storing anything. It returns a *KeyError
// when an entity inside has no primary key.
func (o *Objects) Decode(data []byte) (Row, error) {
	row := Row{p: o.model.shallow(nil), present: shape.NewMask(1)}
	value := valueOfObject(row.p)
	if err := o.store.unmarshal(data, value.Addr().Interface()); err != nil {
		return row, err
	}
	r := reading{store: o.store}
	err := o.node.read(&r, &shape.Scanner{Data: data}, value)
	row.present.Set(0)
	row.nested = &nested{puts: r.puts}
	return row, err
}

// Zero is a response that says nothing.
func (o *Objects) Zero() any { return reflect.Zero(o.result()).Interface() }

// GetAt returns the response to a request with arguments k at a snapshot; nil
// means the newest state.
func (o *Objects) GetAt(sn *Snapshot, k ListKey) (any, Status) {
	c, v := o.table.read(sn, k.ID())
	if !v.exists() {
		return valueOfObject(o.model.shallow(nil)).Interface(), Missing
	}
	status := c.status(o.store, v)
	c.use()
	return o.response(o.model.in(v)), status
}

// response returns a copy of the response that p points to.
func (o *Objects) response(p any) any {
	if o.model.clone == nil {
		return valueOfObject(p).Interface()
	}
	return valueOfObject(o.model.fresh(p)).Interface()
}

// Set stores a response and what is inside. It returns what is stored.
func (o *Objects) Set(w Write, k ListKey, row Row) any { return o.put(w, k, row, false) }

// Extend is Set for one more page of a response: the rows of its lists go to the
// ends of those that are stored, everything else is replaced.
func (o *Objects) Extend(w Write, k ListKey, row Row) any { return o.put(w, k, row, true) }

func (o *Objects) put(w Write, k ListKey, row Row, extend bool) any {
	row.p = o.model.shallow(row.p)
	*keyOfObject(row.p) = objectKey{k.ID(), k}
	row.nested = &nested{puts: row.nested.puts, place: place{key: k, names: o.names, extend: extend}}
	tx := o.store.begin(w)
	defer o.store.end(w)
	w.commit = tx
	c := o.table.cell(k.ID())
	freshUntil := c.expires.Load()
	p := o.table.putRow(w, row)
	switch added := &c.rare().pages; {
	case extend:
		added.add(w, o.store.Begin())
		c.expires.Store(freshUntil) // a page says nothing about the others
	case w.Start > added.last: // otherwise the lists inside stay as they are
		*added = pages{whole: o.store.Begin()}
	}
	return o.response(p)
}

// Revision returns a number that is another one after each change of the response to a
// request with arguments k, or of something in it, 0 when there is no such response.
// Optimistic changes count.
func (o *Objects) Revision(w Write, k ListKey) uint64 {
	tx := o.store.begin(w)
	defer o.store.end(w)
	tx.settleParents()
	if c, ok := o.table.load(k.ID()); ok && c.head.Load().state() == present {
		return c.saidAt()
	}
	return 0
}

// Renew makes the response to a request with arguments k fresh again, and what is in
// it: the server has said that it is what it was.
func (o *Objects) Renew(w Write, k ListKey) {
	o.store.begin(w)
	defer o.store.end(w)
	c, ok := o.table.load(k.ID())
	if !ok {
		return
	}
	if w.Volatile {
		c.mark(w)
	}
	if added := &c.rare().pages; !added.some {
		added.whole = o.store.Begin()
	}
	c.renewAll(o.store, w)
}

// Confirms reports whether nothing in the response to a request with arguments k, which
// the request behind w has stored, is newer than that: it is what the server has said.
func (o *Objects) Confirms(w Write, k ListKey) bool {
	tx := o.store.begin(w)
	defer o.store.end(w)
	tx.settleParents()
	c, ok := o.table.load(k.ID())
	return ok && c.isFrom(w.Start)
}

// DoubtedSince is Table.DoubtedSince for the response with key k.
func (o *Objects) DoubtedSince(k ListKey, start Stamp) bool {
	return o.table.DoubtedSince(k.ID(), start)
}

// Grown returns when the response to a request with arguments k was stored, 0 for none, and
// whether it can be used and pages were added that were asked for since then.
func (o *Objects) Grown(w Write, k ListKey) (since Stamp, ok bool) {
	o.store.begin(w)
	defer o.store.end(w)
	c, ok := o.table.load(k.ID())
	if !ok || c.more == nil || !c.head.Load().exists() {
		return 0, false
	}
	return c.more.pages.whole, c.head.Load().state() == present && c.more.pages.follow()
}

// PutAgain stores what is inside a response that was stored before, and makes the stored
// one fresh, as long as pages were added to that.
func (o *Objects) PutAgain(w Write, k ListKey, row Row) {
	tx := o.store.begin(w)
	defer o.store.end(w)
	w.commit = tx
	o.Absorb(w, row)
	if c, ok := o.table.load(k.ID()); ok && c.more != nil && c.more.pages.follow() {
		c.renew(o.store, w)
	}
}

// Absorb stores what is inside a response to a mutation, but not the response.
// It returns the response with what is stored.
func (o *Objects) Absorb(w Write, row Row) any {
	t := o.table
	tx := t.store.begin(w)
	defer t.store.end(w)
	linked := t.link(tx, w, row)
	t.settleParents(tx)
	p, _ := t.filled(&filling{}, linked.p)
	return o.response(p)
}

// Touch makes the response to a request with arguments k Invalid or Stale.
func (o *Objects) Touch(k ListKey, how Touch) { o.table.Touch(k.ID(), how) }

// Doubt says that a mutation may have added members to the stored maps that they
// belong to under the arguments of added, as Table.DoubtLists does with lists.
func (o *Objects) Doubt(w Write, added ListKey) {
	t := o.table
	tx := t.store.begin(w)
	defer t.store.end(w)
	for c := range t.cells.all() {
		base := c.confirmed()
		if !base.exists() {
			continue
		}
		if key := keyOfObject(t.model.in(base)).key; takes(key, o.filter(key), added, Row{}) != outside {
			c.doubt(t.store, tx)
		}
	}
}

// filter returns the filter of the arguments of a stored map, for its members.
func (o *Objects) filter(key ListKey) filter {
	members, ok := o.node.(*mapNode)
	if !ok {
		return nil
	}
	return filterOf(members.kind.In(o.store).shape, key.Args)
}

// Assign adds the members of a Map to all stored maps that they belong to, as
// Table.Add does with lists: the fields of a member decide, and the arguments of
// added where it has none; a map is stale when neither says whether it holds the
// member. It returns the members as they are stored. It is for objects that are a
// Map.
func (o *Objects) Assign(w Write, added ListKey, row Row) any {
	t := o.table
	tx := t.store.begin(w)
	defer t.store.end(w)
	members := *namedPlace(valueOfObject(row.p))
	var said []Row
	if members != nil {
		said = members.read
	}
	linked := t.link(tx, w, row)
	// No response under way knows of the new members.
	w.commit, w.Start = tx, t.store.Begin()
	for c := range t.cells.all() {
		base := c.confirmed()
		if !base.exists() {
			continue
		}
		taken, doubtful := o.taken(keyOfObject(t.model.in(base)).key, added, members, said)
		if len(taken.names) > 0 {
			linked.p = t.model.shallow(t.model.in(base))
			place := namedPlace(valueOfObject(linked.p))
			*place = (*place).with(taken)
			t.merge(tx, w, c, &linked)
		}
		if doubtful {
			c.doubt(t.store, tx)
		}
	}
	p, _ := t.filled(&filling{}, row.p)
	return o.response(p)
}

// taken returns those of the members that belong to the stored map of a key.
// Doubtful reports that neither the answer nor the request says it of some.
func (o *Objects) taken(key, added ListKey, members *Named, said []Row) (taken *Named, doubtful bool) {
	taken = &Named{}
	fields := o.filter(key)
	for i, row := range said {
		switch takes(key, fields, added, row) {
		case inside:
			taken.names, taken.rows, taken.model = append(taken.names, members.names[i]), append(taken.rows, members.rows[i]), members.model
		case unknown:
			doubtful = true
		}
	}
	return taken, doubtful
}

// TypeName is the name of the type of the responses, with its package.
func (o *Objects) TypeName() string { return typeName(o.result()) }

func (o *Objects) result() reflect.Type { return o.model.typ.Field(1).Type }

// Fingerprint changes with how the responses are written as JSON, and the
// entities that they are written with.
func (o *Objects) Fingerprint() string { return fingerprint(o.result(), o.uses) }

// Kinds returns those of the entities in the responses.
func (o *Objects) Kinds() []*Kind {
	return entitiesOf(o.uses)
}

func (o *Objects) gather() *Image {
	i := o.table.gather()
	i.lists = nil
	for n := range i.rows {
		row := &i.rows[n]
		row.List = &keyOfObject(row.p).key
		row.p = valueOfObject(row.p).Addr().Interface()
	}
	return i
}

func (o *Objects) restore(tx *commit, w Write, r savedRow) (*cell, error) {
	if r.List == nil {
		return nil, errors.New("the arguments are missing")
	}
	row, err := o.Decode(r.Value)
	if err != nil {
		return nil, err
	}
	*keyOfObject(row.p) = objectKey{r.List.ID(), *r.List}
	return o.table.restoreAs(tx, w, row.p, place{key: *r.List, names: o.names}, r)
}

func (o *Objects) inspectRow(sn *Snapshot, key any) (RowInfo, bool) {
	c, v := o.inspectCell(sn, key)
	if !v.exists() {
		return RowInfo{}, false
	}
	row := c.inspect(o.store, v)
	row.Key, row.Value = key, o.response(o.model.in(v))
	return row, true
}
