package store

import (
	"iter"
	"reflect"
	"slices"
	"sync"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// Table holds the entities of one type and the lists of them. The types are known
// at run time only: each key is a K and each entity an E, in an any. It panics when
// they are of other types.
type Table struct {
	grid
	decoder
	of    *Kind
	equal func(a, b any) bool
	lists lists

	indexes sync.Map // id -> *Index
	indexed []*Index // guarded by the mutex of the store
	expired Stamp    // when all were expired last; guarded in the same way
}

func newTable(s *Store, of *Kind, kind string, fields *shape.Shape) *Table {
	t := &Table{of: of, equal: of.model.equal}
	t.decoder = decoder{grid: &t.grid, shape: fields, every: fields.All(), hooks: of.hooks, put: t.put}
	t.init(s, kind, of.model, of.newCells())
	t.lists.init(&t.grid, fields)
	return t
}

// FindList returns the list whose key has an ID at a snapshot; nil means the newest
// state. It does not set a watch on a list that was never stored.
func (t *Table) FindList(sn *Snapshot, id string) (*View, Status) { return t.lists.find(sn, id) }

// GetAt returns a copy of the entity with key k at a snapshot; nil means the
// newest state. Changing it does not change the store.
func (t *Table) GetAt(sn *Snapshot, k any) (any, Status) { return t.value(t.read(sn, k)) }

// StatusAt tells how far the entity with key k can be trusted at a snapshot; nil means the
// newest state.
func (t *Table) StatusAt(sn *Snapshot, k any) Status { return t.used(t.read(sn, k)) }

// Has reports whether the server has said that there is an entity with key k, and
// not that it is gone.
func (t *Table) Has(k any) bool {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	c, ok := t.load(k)
	return ok && c.exists()
}

// Renew makes the entity with key k fresh again: the server has said that it is
// what it was.
func (t *Table) Renew(w Write, k any) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	c, ok := t.load(k)
	if !ok {
		return
	}
	if w.Volatile {
		c.mark(w)
	}
	if base := c.confirmed(); c.revive(t.store, w, base) {
		t.confirm(tx, c, present, t.model.box(t.model.in(base)), max(base.start, w.Start))
	}
	c.toldAgain(w)
}

// Put stores one entity, merged with what is stored: fields that row lacks stay
// as they are. It returns what is stored afterwards; for a row that is older
// than the deletion of its entity, the row itself.
func (t *Table) Put(w Write, row Row) any { return t.model.load(t.putRow(w, row)) }

func (t *Table) putRow(w Write, row Row) (p any) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	if c := t.put(tx, w, &row); c != nil {
		t.settleParents(tx)
		return t.stored(c)
	}
	return row.p
}

// Update merges row into the entity with key k, whatever key row itself has. It
// reports false, and stores nothing, when there is no such entity.
func (t *Table) Update(w Write, k any, row Row) (any, bool) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	c, ok := t.load(k)
	if !ok || !c.exists() {
		return t.model.zero(), false
	}
	row = row.without(t.shape.Keys)
	t.shape.KeepInner(valueAt(row.p), valueAt(t.model.in(c.confirmed())))
	t.merge(tx, w, c, &row)
	return t.model.load(t.stored(c)), true
}

// Delete removes the entity with key k, also from all lists. Responses to
// requests that began before do not bring it back. Of a mutation that was under way
// at the same time nobody knows whether the server took it before: then all lists are
// stale, since any may hold the entity.
func (t *Table) Delete(w Write, k any) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	c := t.cell(k)
	overlaps := w.Mutation && c.toldSince(w.sent())
	value := t.model.shallow(nil)
	if head := c.head.Load(); head != nil {
		value = t.model.in(head)
	}
	m := c.rare()
	m.fields, m.invalid, m.gone = nil, 0, t.store.Begin()
	if w.Pushed {
		m.gone = w.Start // what has come since is later, though it may be in the same commit
	}
	m.doubt.removed = w.Mutation || m.doubt.removed && !w.Pushed
	if c.exists() {
		t.confirm(tx, c, deleted, t.model.box(value), m.gone)
	}
	t.lists.withdraw(tx, c)
	if overlaps {
		t.doubt(tx, c, func(*list) bool { return true })
	}
}

// ExpireAll makes all entities Stale, also those that are not known yet: what was asked for
// before does not bring them fresh.
func (t *Table) ExpireAll() {
	t.store.mu.Lock()
	t.expired = t.store.Begin()
	t.store.mu.Unlock()
	for _, k := range t.inspectKeys(nil) {
		t.Touch(k, Expire)
	}
}

// Doubt says that the mutation behind w may have changed the entity with key k to
// something that is not known: the entity, the lists that hold it and those that select
// by a field that the mutation sets are Stale until they are read by requests that
// begin later.
func (t *Table) Doubt(w Write, k any) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	c := t.cell(k)
	fields, made := c.claimed(w).Mask, !c.exists() || c.isInDoubt() // it may have been made
	t.doubt(tx, c, func(l *list) bool { return made || l.filter.selects(fields) })
}

// DoubtedSince reports whether a mutation may have changed the entity with key k since a
// stamp, to something that is not known.
func (t *Table) DoubtedSince(k any, start Stamp) bool {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	c, ok := t.load(k)
	return ok && c.doubtedAt() > start
}

// Touch makes the entity with key k Invalid, and all that is shown upon it, or Stale. What
// was asked for before does not make it fresh, also where nothing was stored so far.
func (t *Table) Touch(k any, how Touch) {
	tx := t.store.begin(Write{})
	defer t.store.end(Write{})
	t.touch(tx, t.cell(k), how)
}

func (t *Table) touch(tx *commit, c *cell, how Touch) {
	c.alter(t.store, Write{})
	base := c.confirmed()
	if !base.exists() && c.head.Load().exists() {
		return // a draft, of which the server does not know
	}
	if c.touched(t.store, tx, base, how) {
		t.confirm(tx, c, unusable, t.model.box(t.model.in(base)), base.start)
	}
}

// put returns nil for a row from before the deletion of its entity.
func (t *Table) put(tx *commit, w Write, row *Row) *cell { return t.putLikely(tx, w, row, nil) }

// putLikely is put for a row whose cell is likely to be c, which may be nil.
func (t *Table) putLikely(tx *commit, w Write, row *Row, c *cell) *cell {
	if c == nil || !t.isValueOf(c, row.p) {
		c = t.cellOf(row.p)
	}
	if !t.merge(tx, w, c, row) {
		return nil
	}
	return c
}

// isValueOf reports whether p points to the value of a cell itself, so that no
// other cell has the key.
func (t *Table) isValueOf(c *cell, p any) bool {
	head := c.head.Load()
	return head != nil && t.model.in(head) == p && t.adoptions.Load() == 0
}

// stored returns what readers see in a cell, or what the server has said when a
// mutation under way hides it.
func (t *Table) stored(c *cell) (p any) {
	v := c.head.Load()
	if !v.exists() {
		v = c.confirmed()
	}
	return t.model.in(v)
}

// putAll stores rows and returns their cells, each of them once. Known are what
// they are likely to be, each of those once; it may be nil.
func (t *Table) putAll(tx *commit, w Write, rows []Row, known []*cell) []*cell {
	var cells []*cell // nil as long as all are those that are known
	for i := range rows {
		var likely *cell
		if i < len(known) {
			likely = known[i]
		}
		c := t.putLikely(tx, w, &rows[i], likely)
		if cells == nil && (c == nil || c != likely) {
			cells = append(make([]*cell, 0, len(rows)), known[:min(i, len(known))]...)
		}
		if cells != nil {
			cells = append(cells, c)
		}
	}
	if cells == nil {
		return slices.Clip(known[:len(rows)])
	}
	return unique(cells)
}

// DecodeList reads a JSON array of entities that answers a request for the list with
// key k, as DecodeAll does. What it has got before is not decoded again.
func (t *Table) DecodeList(k ListKey, data []byte) (*Arrived, error) { return arrive(t, k, data) }

func (t *Table) anyList(v *View) List { return List{view: v, of: t.of} }

// ListAt returns the list with key k at a snapshot; nil means the newest state.
func (t *Table) ListAt(sn *Snapshot, k ListKey) (List, Status) {
	v, status := t.lists.read(sn, k)
	return t.anyList(v), status
}

// AllAt returns every stored entity at a snapshot, in the order of the keys; nil
// means the newest state. It is Missing until one was stored. The first call
// makes the table keep that list from then on.
func (t *Table) AllAt(sn *Snapshot) (List, Status) {
	v, status := t.lists.readAll(sn)
	return t.anyList(v), status
}

// Replace stores rows as the list with key k. When the list has changed since
// the request began, its rows stay and only the entities are stored. It returns
// the list as it is afterwards.
func (t *Table) Replace(w Write, k ListKey, rows []Row) List {
	l := t.replace(w, k, rows)
	if w.commit != nil {
		return t.anyList(l.viewNow())
	}
	return t.anyList(l.newestView())
}

func (t *Table) replace(w Write, k ListKey, rows []Row) *list {
	tx := t.store.begin(w)
	defer t.store.end(w)
	l, outrun := t.lists.of(k), w.Start < t.lists.shifted // by others: its own rows come now
	t.lists.replace(tx, w, l, t.putAll(tx, w, rows, l.cells()), rows, outrun)
	return l
}

// Append stores rows and adds those that the list with key k lacks to its end; a
// list that was never stored is not created, because what comes before the page is
// not known. It returns the rows of the page, in order.
func (t *Table) Append(w Write, k ListKey, rows []Row) List {
	tx := t.store.begin(w)
	defer t.store.end(w)
	cells := t.putAll(tx, w, rows, nil)
	t.lists.extend(tx, w, k, cells, rows)
	t.settleParents(tx)
	return t.anyList(fixedView(t.model, cells))
}

// Add stores rows and adds them to every stored list that they belong to: at the
// front or at the end, never twice. What the server has said last of the fields decides,
// and the arguments of added where it has said nothing; a list is stale when neither says
// whether it holds the row. Lists that are not stored are not created. It returns what is
// stored.
func (t *Table) Add(w Write, added ListKey, rows []Row, front bool) List {
	tx := t.store.begin(w)
	defer t.store.end(w)
	cells := t.putAll(tx, w, rows, nil)
	said := make(map[*cell]Row, len(cells))
	for _, c := range cells {
		said[c] = t.lists.told(c)
	}
	t.lists.insert(tx, cells, said, added, front)
	t.settleParents(tx)
	return t.anyList(fixedView(t.model, cells))
}

// Arrive stores a row that a server has pushed, which is of a collection. A list of that is
// stale when the row fits it and is in none of them, and nothing has said so before. A row that
// lacks fields makes its entity no fresher, and no invalid one valid.
func (t *Table) Arrive(w Write, collection string, row Row) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	w.partial = true
	var old *version
	if c, ok := t.loadOf(row.p); ok {
		old = c.confirmed()
	}
	if c := t.put(tx, w, &row); c != nil {
		t.lists.arrived(tx, c, old, collection)
		t.settleParents(tx)
	}
}

// TouchList makes the list with key k Invalid or Stale.
func (t *Table) TouchList(k ListKey, how Touch) {
	tx := t.store.begin(Write{})
	defer t.store.end(Write{})
	t.lists.touch(tx, t.lists.of(k), how)
}

// DoubtLists says that a mutation may have added an entity under the arguments of
// added, nobody knows which: the lists that it belongs to are Stale until they are
// read by requests that begin later.
func (t *Table) DoubtLists(w Write, added ListKey) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	t.lists.doubt(tx, added)
}

// RenewList makes the list with key k fresh again, and what is in it: the server
// has said that it is what it was.
func (t *Table) RenewList(w Write, k ListKey) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	t.lists.renewAll(tx, w, k)
}

// ListRevision returns a number that is another one after each change of the
// list with key k, or of an entity in it, 0 when there is no such list.
// Optimistic changes of the entities count.
func (t *Table) ListRevision(w Write, k ListKey) uint64 {
	t.store.begin(w)
	defer t.store.end(w)
	if l, ok := t.lists.byID.Load(k.ID()); ok {
		return l.saidAt()
	}
	return 0
}

// ListGrown returns when the list with key k was stored or confirmed, 0 for none, and
// whether it can be used and pages were added that were asked for since then.
func (t *Table) ListGrown(w Write, k ListKey) (since Stamp, ok bool) {
	t.store.begin(w)
	defer t.store.end(w)
	l, ok := t.lists.byID.Load(k.ID())
	if !ok || !l.head.Load().exists() {
		return 0, false
	}
	return l.pages.whole, l.head.Load().state() == present && l.pages.follow()
}

// PutAgain stores the rows that the list with key k was made of, and makes the list fresh,
// as long as pages were added to it.
func (t *Table) PutAgain(w Write, k ListKey, rows []Row) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	t.putAll(tx, w, rows, nil)
	if l, ok := t.lists.byID.Load(k.ID()); ok && l.pages.follow() {
		t.lists.renew(tx, w, l)
	}
}

func (t *Table) expire(second uint32) {
	t.lists.expire(second)
	t.grid.expire(second)
}

func (t *Table) unwatched() []evictable { return t.lists.unwatched() }

func (t *Table) gather() *Image {
	n := t.cells.size()
	i, places := &Image{rows: make([]savedRow, 0, n)}, make(map[*cell]int, n)
	for c := range t.cells.all() {
		p, st := t.stateOf(c.confirmed())
		if !st.exists() || c.isVolatile() {
			continue
		}
		places[c] = len(i.rows)
		row := savedRow{savedState: c.gathered(t.store, st), p: p}
		if c.more != nil {
			t.gatherRare(c, &row)
		}
		i.rows = append(i.rows, row)
	}
	i.lists = t.lists.gather(places)
	return i
}

func (t *Table) restore(tx *commit, w Write, r savedRow) (*cell, error) {
	row, err := t.DecodeFields(r.Value)
	if err != nil {
		return nil, err
	}
	return t.restoreAs(tx, w, row.p, place{}, r)
}

// restoreAs stores what p points to, with all its fields. What is inside was saved, too.
func (t *Table) restoreAs(tx *commit, w Write, p any, at place, saved savedRow) (*cell, error) {
	if t.inside != nil {
		whole := true
		t.inside.link(&linking{w: w, parent: p, place: at, whole: &whole}, valueAt(p))
		if !whole {
			return nil, errPart
		}
	}
	c := t.put(tx, w, &Row{p: p, present: t.every})
	if saved.Invalid {
		t.touch(tx, c, Invalidate)
	}
	if saved.Revision > 0 && saved.Revision <= t.store.revisions {
		c.rare().revision = saved.Revision
	}
	return c, nil
}

func (t *Table) restoreList(tx *commit, w Write, saved savedList, cells []*cell) *cell {
	return t.lists.restore(tx, w, saved, cells)
}

// TypeName is the name of the entity type, with its package.
func (t *Table) TypeName() string { return typeName(t.of.model.typ) }

// Fingerprint changes with how the entities are written as JSON, and those that
// they are written with, and with the fields that are their keys.
func (t *Table) Fingerprint() string {
	return fingerprint(t.of.Type(), t.of.uses()) + t.shape.KeyNames()
}

func (t *Table) inspectLists() []ListKey { return t.lists.keys() }

func (t *Table) inspectList(sn *Snapshot, id string) (ListInfo, bool) {
	return t.lists.inspect(sn, id)
}

// Fields yields the JSON names of the fields of E. It yields none when E is not
// a struct or decodes itself.
func (t *Table) Fields() iter.Seq[string] { return t.shape.Names() }

// HasField reports whether a JSON member of that name has a place in E.
func (t *Table) HasField(name string) bool {
	return len(t.shape.Fields) == 0 || t.shape.Find(name) >= 0 || len(t.shape.Rest) > 0
}

// Index returns the index that id stands for, the same at each call with that
// id; the first call makes it. Key says what an entity, an E in an any, is found by.
// It is called while the store is locked: it must be quick, must not use the store,
// and must depend on nothing but the entity.
func (t *Table) Index(id any, key func(e any) string) *Index {
	if x, ok := t.indexes.Load(id); ok {
		return x.(*Index)
	}
	s := t.store
	s.mu.Lock()
	defer s.mu.Unlock()
	if x, ok := t.indexes.Load(id); ok {
		return x.(*Index)
	}
	x := &Index{table: t, key: func(p any) string { return key(t.model.load(p)) }}
	x.grid.init(s, "index", modelOf[[]any](), newCellMap[string]())
	// What is true now was true after the last commit.
	tx := &commit{seq: s.seq.Load()}
	for c := range t.cells.all() {
		x.update(tx, nil, c.head.Load())
	}
	t.indexed = append(t.indexed, x)
	t.indexes.Store(id, x)
	return x
}

// Revision returns a number that is another one after each change of what the
// server has said about the entity with key k, or about what it holds, 0 when that is
// nothing, or when something inside of it is not to be used.
func (t *Table) Revision(w Write, k any) uint64 {
	tx := t.store.begin(w)
	defer t.store.end(w)
	t.settleParents(tx)
	c, ok := t.load(k)
	if !ok || !c.exists() || c.confirmed().state() == present && c.head.Load().state() == unusable {
		return 0
	}
	m := c.rare()
	if m.revision == 0 {
		m.revision = t.store.revise()
	}
	return m.revision
}

// Confirms reports whether what the server has said about an entity is what a row
// says, so that what came with the row is about the stored state: not when a
// later request has brought something else.
func (t *Table) Confirms(w Write, row Row) bool {
	t.store.begin(w)
	defer t.store.end(w)
	c, ok := t.loadOf(row.p)
	return ok && t.confirms(w, c, row)
}

func (t *Table) confirms(w Write, c *cell, row Row) bool {
	base := c.confirmed()
	return base.state() == present && t.says(base, row) && c.tellsParts(w)
}

// says reports whether a version has what is in a row.
func (t *Table) says(base *version, row Row) bool {
	if !base.exists() || t.model.in(base) == row.p {
		return base.exists()
	}
	stored, said := valueAt(t.model.in(base)), valueAt(row.p)
	for i := range t.shape.Size() {
		if row.present.Has(i) && !t.shape.Same(i, stored, said) {
			return false
		}
	}
	return true
}

// listConfirms is Confirms for the list with key k and the rows of a response.
func (t *Table) listConfirms(w Write, k ListKey, rows []Row) bool {
	t.store.begin(w)
	defer t.store.end(w)
	l, ok := t.lists.byID.Load(k.ID())
	return ok && l.changed == w.Start && !slices.ContainsFunc(rows, func(row Row) bool {
		c, ok := t.loadOf(row.p)
		return !ok || !t.confirms(w, c, row)
	})
}

func (t *Table) refer(sn *Snapshot, key any) (any, Status) { return t.GetAt(sn, key) }

// NewDraft returns value with a key that is made up and that nothing has which is
// stored: a negative number, one from the top of the range of an unsigned type of 32
// bits or more, "tmp_…" for a string, random bytes for an array of them. A value that
// has a key keeps it. It is false for other keys, for those that are more than one
// field, and where all that were tried are taken.
func (t *Table) NewDraft(value any) (any, bool) {
	p := t.model.pointer(value)
	key, ok := t.shape.KeyField(p)
	if ok && key.IsZero() {
		ok = makeUpFree(&t.grid, key)
	}
	return valueAt(p).Interface(), ok
}

// KeyIn returns the primary key in a row, which is not the zero row.
func (t *Table) KeyIn(row Row) any { return t.cells.keyOf(row.p) }

// KeyOf returns the primary key of an entity.
func (t *Table) KeyOf(value any) any { return t.cells.keyOf(value) }

// WithKey returns value under a key that NewDraft made up, in this run of the
// program or in one before. It is false for keys that cannot be made up.
func (t *Table) WithKey(value, key any) (any, bool) {
	p := t.model.pointer(value)
	field, ok := t.shape.KeyField(p)
	if !ok || reflect.TypeOf(key) != t.shape.Key {
		return value, false
	}
	field.Set(reflect.ValueOf(key))
	return valueAt(p).Interface(), true
}

// compile finds what is inside E. What cannot work, Check reports.
func (t *Table) compile() {
	comp := compilerFor(t.of, t.store)
	root := comp.root(t.model.typ)
	if root == nil || comp.err != nil || t.of.Check() != nil {
		return
	}
	t.enclose(root)
}

// enclose makes t a table of values that hold others.
func (t *Table) enclose(root *structNode) {
	t.inside, t.shape.Compare = root, root.same
	t.equal = equalBy(root.same)
	for i, n := range root.nodes {
		if n != nil {
			t.shape.Fields[i].Compare = n.same
		}
	}
}
