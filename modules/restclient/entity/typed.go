package entity

import (
	"reflect"
	"unsafe"
)

// Table holds the entities of one type and the lists of them.
type Table[E Entity[K], K comparable] struct{ AnyTable }

// TableOf returns the table of E in s, the same at each call.
func TableOf[E Entity[K], K comparable](s *Store) *Table[E, K] {
	t, ok := s.types.tables.Load(reflect.TypeFor[E]())
	if !ok {
		t = KindOf[E]().In(s)
	}
	return (*Table[E, K])(unsafe.Pointer(t.(*AnyTable))) // which it consists of
}

// Get returns a copy of the entity with key k: changing it does not change the
// store.
func (t *Table[E, K]) Get(k K) (E, Status) { return t.GetAt(nil, k) }

// GetAt is Get at a snapshot; nil means the newest state.
func (t *Table[E, K]) GetAt(sn *Snapshot, k K) (E, Status) { return Get[E](&t.AnyTable, sn, k) }

// Put stores one entity, merged with what is stored: fields that row lacks stay
// as they are. It returns what is stored afterwards; for a row that is older
// than the deletion of its entity, the row itself.
func (t *Table[E, K]) Put(w Write, row Row[E]) E { return clonedFrom[E](&t.grid, t.putRow(w, row.row)) }

// clonedFrom returns a copy of the value that p points to.
func clonedFrom[V any](g *grid, p any) V { return cloneWith(g.model.clone, *p.(*V)) }

// Update merges row into the entity with key k, whatever key row itself has. It
// reports false, and stores nothing, when there is no such entity.
func (t *Table[E, K]) Update(w Write, k K, row Row[E]) (E, bool) {
	e, ok := t.AnyTable.Update(w, k, row.row)
	return e.(E), ok
}

// Has reports whether the server has said that there is an entity with key k, and
// not that it is gone.
func (t *Table[E, K]) Has(k K) bool { return t.AnyTable.Has(k) }

// ChangedAt returns the number of the commit that changed the entity with key k
// last, 0 when there was none.
func (t *Table[E, K]) ChangedAt(k K) uint64 { return t.AnyTable.ChangedAt(k) }

// Renew makes the entity with key k fresh again: the server has said that it is
// what it was.
func (t *Table[E, K]) Renew(w Write, k K) { t.AnyTable.Renew(w, k) }

// Delete removes the entity with key k, also from all lists. Responses to
// requests that began before do not bring it back.
func (t *Table[E, K]) Delete(w Write, k K) { t.AnyTable.Delete(w, k) }

// Invalidate makes the entity with key k Invalid until it is read again.
func (t *Table[E, K]) Invalidate(k K) { t.AnyTable.Invalidate(k) }

// Expire makes the entity with key k Stale.
func (t *Table[E, K]) Expire(k K) { t.AnyTable.Expire(k) }

// Revision returns a number that is another one after each change of what the
// server has said about the entity with key k, 0 when that is nothing.
func (t *Table[E, K]) Revision(w Write, k K) uint64 { return t.AnyTable.Revision(w, k) }

// All returns every stored entity, in the order of the keys. It is Missing until
// one was stored. The first call makes the table keep that list from then on.
func (t *Table[E, K]) All() (List[E], Status) { return t.AllAt(nil) }

// AllAt is All at a snapshot; nil means the newest state.
func (t *Table[E, K]) AllAt(sn *Snapshot) (List[E], Status) {
	v, status := t.lists.readAll(sn)
	return List[E]{v}, status
}

// List returns the list with key k.
func (t *Table[E, K]) List(k ListKey) (List[E], Status) { return t.ListID(nil, k.ID()) }

// ListAt is List at a snapshot; nil means the newest state.
func (t *Table[E, K]) ListAt(sn *Snapshot, k ListKey) (List[E], Status) {
	v, status := t.lists.read(sn, k)
	return List[E]{v}, status
}

// ListID is ListAt for the ID of a key. It does not set a watch on a list that
// was never stored.
func (t *Table[E, K]) ListID(sn *Snapshot, id string) (List[E], Status) {
	v, status := t.lists.find(sn, id)
	return List[E]{v}, status
}

// Replace stores rows as the list with key k. When the list has changed since
// the request began, its rows stay and only the entities are stored. It returns
// the list as it is afterwards.
func (t *Table[E, K]) Replace(w Write, k ListKey, rows []Row[E]) List[E] {
	return List[E]{t.AnyTable.Replace(w, k, anyRows(rows)).view}
}

// Append stores rows and adds those that the list with key k lacks to its end; a
// list that was never stored is not created, because what comes before the page is
// not known. It returns the rows of the page, in order.
func (t *Table[E, K]) Append(w Write, k ListKey, rows []Row[E]) List[E] {
	return List[E]{t.AnyTable.Append(w, k, anyRows(rows)).view}
}

// Add stores rows and adds them to every stored list that they belong to: at the
// front or at the end, never twice. The fields of a row decide, and the arguments
// of added where it has none; a list is stale when neither says whether it holds
// the row. Lists that are not stored are not created. It returns what is stored.
func (t *Table[E, K]) Add(w Write, added ListKey, rows []Row[E], front bool) List[E] {
	return List[E]{t.AnyTable.Add(w, added, anyRows(rows), front).view}
}

// Apply shows the entity with key k with the fields that row has, apart from
// those of the key. With create, row is shown when there is no such entity.
func (t *Table[E, K]) Apply(w Write, l *Layer, k K, row Row[E], create bool) {
	t.AnyTable.Apply(w, l, k, row.row, create)
}

// Hide shows the entity with key k as deleted. Lists keep its place.
func (t *Table[E, K]) Hide(w Write, l *Layer, k K) { t.AnyTable.Hide(w, l, k) }

// Expect says that a mutation of the entity with key k is under way, which may
// be answered later than requests that begin later. Row has the fields that it
// sets; the zero row when they are not known.
func (t *Table[E, K]) Expect(w Write, l *Layer, k K, row Row[E]) { t.AnyTable.Expect(w, l, k, row.row) }

// Draft shows a new entity under its made-up key, in all lists that it belongs
// to under the arguments of added. Adopt replaces it by the real one.
func (t *Table[E, K]) Draft(w Write, l *Layer, value E, added ListKey, front bool) {
	t.draft(w, l, &value, added, front)
}

// Adopt stores the entity that a draft has become: it takes the place of the
// draft in all lists but those that its fields do not fit, and is found under the
// key of the draft, too. The layer of the draft is to be removed in the same commit.
func (t *Table[E, K]) Adopt(w Write, draft K, row Row[E]) E {
	return clonedFrom[E](&t.grid, t.adoptRow(w, draft, row.row))
}

// NewDraft returns value with a key that is made up and that no server has
// given: a negative number, one from the top of the range of an unsigned type,
// "tmp_…" for a string, random bytes for an array of them. A value that has a
// key keeps it. It is false for other keys, and for those that are more than
// one field.
func (t *Table[E, K]) NewDraft(value E) (E, bool) {
	ok := t.newDraft(&value)
	return value, ok
}

// Edit shows the entity with key k as f changes it. F is called once for each
// state of what is beneath, with a copy of that; it must not do anything else,
// in particular not use the store. Fields that a request has changed which
// began after the layer stay as that request said. There is no effect as long
// as no such entity is stored.
//
// When f panics, so does Edit, and the layer is removed. When f panics later,
// because something else is beneath, the layer shows what is beneath, and
// Preview panics.
func (t *Table[E, K]) Edit(w Write, l *Layer, k K, f func(*E)) {
	t.AnyTable.Edit(w, l, k, func(e any) { f(e.(*E)) })
}

// Preview returns the entity with key k as it is beneath the layer, and as the
// layer shows it. Confirmed says that beneath is what the server has said, and
// not what earlier layers show upon that. It is false when there is none
// beneath, or when the layer does nothing to it.
func (t *Table[E, K]) Preview(l *Layer, k K, confirmed bool) (before, after E, ok bool) {
	x, y, ok := t.AnyTable.Preview(l, k, confirmed)
	if ok {
		before, after = x.(E), y.(E)
	}
	return before, after, ok
}

// Index returns the index that id stands for, the same at each call with that
// id; the first call makes it. Key says what an entity is found by. It is called
// while the store is locked: it must be quick, must not use the store, and must
// depend on nothing but the entity.
func (t *Table[E, K]) Index(id any, key func(E) string) *Index[E, K] {
	x := t.AnyTable.index(id, func(p any) string { return key(*p.(*E)) })
	return (*Index[E, K])(unsafe.Pointer(x)) // which it consists of
}

// Decode reads one entity from a JSON object. It returns a *KeyError when the
// fields that make up the primary key are missing or empty; zero is a key.
func (t *Table[E, K]) Decode(data []byte) (Row[E], error) {
	row, err := t.AnyTable.Decode(data)
	return Row[E]{row}, err
}

// DecodeFields reads some fields of an entity, for Update. The primary key may
// be absent.
func (t *Table[E, K]) DecodeFields(data []byte) (Row[E], error) {
	row, err := t.AnyTable.DecodeFields(data)
	return Row[E]{row}, err
}

// DecodeAll reads a JSON array of entities, as Decode reads one.
func (t *Table[E, K]) DecodeAll(data []byte) ([]Row[E], error) {
	rows, err := t.AnyTable.DecodeAll(data)
	if err != nil {
		return nil, err
	}
	return typedRows[E](rows), nil
}

// Row is a decoded entity that knows which of its fields the JSON had.
type Row[E any] struct{ row AnyRow }

// Value returns the entity as it was decoded: absent fields are zero.
func (r Row[E]) Value() E {
	if r.row.p == nil {
		var zero E
		return zero
	}
	return *r.row.p.(*E)
}

func anyRows[E any](rows []Row[E]) []AnyRow {
	all := make([]AnyRow, len(rows))
	for i := range rows {
		all[i] = rows[i].row
	}
	return all
}

func typedRows[E any](rows []AnyRow) []Row[E] {
	all := make([]Row[E], len(rows))
	for i := range rows {
		all[i] = Row[E]{rows[i]}
	}
	return all
}

// Index finds the entities of a table by something else than their primary key.
// It is safe for concurrent use.
type Index[E Entity[K], K comparable] struct{ AnyIndex }

// Get returns a copy of the entity that key finds. Of several it is the one
// that has been there longest.
func (x *Index[E, K]) Get(key string) (E, Status) { return x.GetAt(nil, key) }

// GetAt is Get at a snapshot; nil means the newest state.
func (x *Index[E, K]) GetAt(sn *Snapshot, key string) (E, Status) {
	e, status := x.AnyIndex.GetAt(sn, key)
	return e.(E), status
}

// Values holds values of one type by key, such as what links a request to the
// entity that answered it.
type Values[V any] struct{ AnyValues }

// ValuesOf returns the values of type V in s, the same at each call.
func ValuesOf[V any](s *Store) *Values[V] {
	return (*Values[V])(unsafe.Pointer(AnyValuesOf[V](s))) // which it consists of
}

// Get returns a copy of the value under key.
func (v *Values[V]) Get(key string) (V, Status) { return v.GetAt(nil, key) }

// GetAt is Get at a snapshot; nil means the newest state.
func (v *Values[V]) GetAt(sn *Snapshot, key string) (V, Status) {
	c, version := v.read(sn, key)
	return valueOf[V](&v.grid, c, version)
}

// Set stores a copy of a value under key, unless a newer request has stored
// another. A value that is equal to the stored one renews that.
func (v *Values[V]) Set(w Write, key string, to V) { v.set(w, key, &to) }

// Objects holds responses of type R, in which entities and lists occur, by the
// arguments of their requests. The lists inside have those arguments, too. It
// is safe for concurrent use.
type Objects[R any] struct{ AnyObjects }

// Object is a decoded response.
type Object[R any] struct{ object AnyObject }

// ObjectsOf returns the responses of type R in s, the same at each call. Parts
// are the types of entities inside. What CheckObject says is wrong with them is
// not stored apart.
func ObjectsOf[R any](s *Store, parts ...Part) *Objects[R] {
	return (*Objects[R])(unsafe.Pointer(AnyObjectsOf(s, reflect.TypeFor[R](), parts))) // which it consists of
}

// Decode reads a response, without storing anything. It returns a *KeyError
// when an entity inside has no primary key.
func (o *Objects[R]) Decode(data []byte) (Object[R], error) {
	object, err := o.AnyObjects.Decode(data)
	return Object[R]{object}, err
}

// Get returns the response to a request with arguments k.
func (o *Objects[R]) Get(k ListKey) (R, Status) { return o.GetAt(nil, k) }

// GetAt is Get at a snapshot; nil means the newest state.
func (o *Objects[R]) GetAt(sn *Snapshot, k ListKey) (R, Status) {
	r, status := o.AnyObjects.GetAt(sn, k)
	return typedResponse[R](r), status
}

// typedResponse is for an R that may be an interface.
func typedResponse[R any](r any) R {
	value, _ := r.(R)
	return value
}

// Set stores a response and what is inside. It returns what is stored.
func (o *Objects[R]) Set(w Write, k ListKey, obj Object[R]) R {
	return typedResponse[R](o.AnyObjects.Set(w, k, obj.object))
}

// Extend is Set for one more page of a response: the rows of its lists go to the
// ends of those that are stored, everything else is replaced.
func (o *Objects[R]) Extend(w Write, k ListKey, obj Object[R]) R {
	return typedResponse[R](o.AnyObjects.Extend(w, k, obj.object))
}

// Absorb stores what is inside a response to a mutation, but not the response.
// It returns the response with what is stored.
func (o *Objects[R]) Absorb(w Write, obj Object[R]) R {
	return typedResponse[R](o.AnyObjects.Absorb(w, obj.object))
}
