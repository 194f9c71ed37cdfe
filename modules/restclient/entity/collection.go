package entity

import (
	"maps"
	"slices"
	"sync/atomic"
)

// list is the place of one list: a cell that holds places.
type list struct {
	cell
	key ListKey

	// What follows never changes.
	filter filter         // what the arguments select by
	epoch  *atomic.Uint64 // of the table

	// The mutex of the store guards what follows.
	changed Stamp // requests that began before do not replace the places
	held    bool  // the cells know that the list holds them, because it is watched or shown
	current currentView

	// made is the last view that was made inside a commit.
	made atomic.Pointer[view]
}

// places are the cells of a list, shown or not: none twice. They never change.
type places struct {
	cells []*cell
	// loose cells are shown whatever their fields are.
	loose map[*cell]struct{}
}

var placesModel = modelOf[places]()

// List returns the list with key k.
func (t *Table[E, K]) List(k ListKey) (List[E], Status) { return t.ListID(nil, k.ID()) }

// ListAt is List at a snapshot; nil means the newest state.
func (t *Table[E, K]) ListAt(sn *Snapshot, k ListKey) (List[E], Status) {
	v, status := t.readList(sn, k)
	return List[E]{v}, status
}

// ListAt returns the list with key k at a snapshot; nil means the newest state.
func (t *AnyTable) ListAt(sn *Snapshot, k ListKey) (AnyList, Status) {
	v, status := t.readList(sn, k)
	return t.anyList(v), status
}

// ListID is ListAt for the ID of a key. It does not set a watch on a list that
// was never stored.
func (t *Table[E, K]) ListID(sn *Snapshot, id string) (List[E], Status) {
	v, status := t.findList(sn, id)
	return List[E]{v}, status
}

func (t *AnyTable) anyList(v *view) AnyList { return AnyList{view: v, of: t.of} }

func (t *AnyTable) readList(sn *Snapshot, k ListKey) (*view, Status) {
	if sn.watches() {
		t.watchList(sn, k)
	}
	return t.findList(sn, k.ID())
}

func (t *AnyTable) findList(sn *Snapshot, id string) (*view, Status) {
	l, ok := t.lists.Load(id)
	if !ok {
		return nil, Missing
	}
	return t.listAt(sn, l)
}

func (t *AnyTable) listAt(sn *Snapshot, l *list) (*view, Status) {
	v, ok := (*view)(nil), false
	if seq, pinned := sn.at(); pinned {
		v, ok = t.viewAt(l, seq)
	}
	if !ok {
		v = t.newestView(l)
	}
	status := l.status(t.store, v.places)
	if status != Missing {
		l.use()
	}
	return v, status
}

func (t *AnyTable) watchList(sn *Snapshot, k ListKey) {
	t.store.lock()
	defer t.store.mu.Unlock()
	sn.watch.on(t.list(k), sn.seq)
}

// Replace stores rows as the list with key k. When the list has changed since
// the request began, its rows stay and only the entities are stored. It returns
// the list as it is afterwards.
func (t *Table[E, K]) Replace(w Write, k ListKey, rows []Row[E]) List[E] {
	return List[E]{t.AnyTable.Replace(w, k, anyRows(rows)).view}
}

// Replace stores rows as the list with key k. When the list has changed since
// the request began, its rows stay and only the entities are stored. It returns
// the list as it is afterwards.
func (t *AnyTable) Replace(w Write, k ListKey, rows []AnyRow) AnyList {
	l := t.replace(w, k, rows)
	if w.commit != nil {
		return t.anyList(t.viewNow(l))
	}
	return t.anyList(t.newestView(l))
}

func (t *AnyTable) replace(w Write, k ListKey, rows []AnyRow) *list {
	tx := t.store.begin(w)
	defer t.store.end(w)
	l := t.list(k)
	cells := t.putAll(tx, w, rows, l.cells())
	if w.Start >= l.changed {
		unknown := l.head.Load().state() == nothing
		l.changed = w.Start
		l.mark(w)
		t.setPlaces(tx, l, t.withDrafts(l, cells), t.strangers(w, l, rows))
		if unknown && w.Start < t.grown {
			l.doubt(t.store, tx) // what was added meanwhile may belong to it
		}
		t.renewList(tx, w, l)
	}
	return l
}

// Append stores rows and adds those that the list with key k lacks to its end; a
// list that was never stored is not created, because what comes before the page is
// not known. It returns the rows of the page, in order.
func (t *Table[E, K]) Append(w Write, k ListKey, rows []Row[E]) List[E] {
	return List[E]{t.AnyTable.Append(w, k, anyRows(rows)).view}
}

// Append stores rows and adds those that the list with key k lacks to its end; a
// list that was never stored is not created, because what comes before the page is
// not known. It returns the rows of the page, in order.
func (t *AnyTable) Append(w Write, k ListKey, rows []AnyRow) AnyList {
	tx := t.store.begin(w)
	defer t.store.end(w)
	cells := t.putAll(tx, w, rows, nil)
	l, ok := t.lists.Load(k.ID())
	if !ok || l.head.Load().state() == nothing {
		return t.anyList(t.fixed(cells))
	}
	t.setPlaces(tx, l, unique(slices.Concat(l.cells(), cells)), t.strangers(w, l, rows))
	l.changed = t.store.Begin()
	if w.Volatile {
		l.mark(w)
	}
	return t.anyList(t.fixed(cells))
}

// Add stores rows and adds them to every stored list that they belong to: at the
// front or at the end, never twice. The fields of a row decide, and the arguments
// of added where it has none; a list is stale when neither says whether it holds
// the row. Lists that are not stored are not created. It returns what is stored.
func (t *Table[E, K]) Add(w Write, added ListKey, rows []Row[E], front bool) List[E] {
	return List[E]{t.AnyTable.Add(w, added, anyRows(rows), front).view}
}

// Add stores rows and adds them to every stored list that they belong to: at the
// front or at the end, never twice. The fields of a row decide, and the arguments
// of added where it has none; a list is stale when neither says whether it holds
// the row. Lists that are not stored are not created. It returns what is stored.
func (t *AnyTable) Add(w Write, added ListKey, rows []AnyRow, front bool) AnyList {
	tx := t.store.begin(w)
	defer t.store.end(w)
	cells := t.putAll(tx, w, rows, nil)
	said := make(map[*cell]AnyRow, len(rows))
	for _, row := range rows {
		if c, ok := t.loadOf(row.p); ok {
			said[c] = row
		}
	}
	t.insert(tx, cells, said, added, front)
	return t.anyList(t.fixed(cells))
}

// InvalidateList makes the list with key k Invalid until it is read again.
func (t *AnyTable) InvalidateList(k ListKey) { t.touchList(k, true) }

// ExpireList makes the list with key k Stale.
func (t *AnyTable) ExpireList(k ListKey) { t.touchList(k, false) }

// DoubtLists says that a mutation may have added an entity under the arguments of
// added, nobody knows which: the lists that it belongs to are Stale until they are
// read by requests that begin later.
func (t *AnyTable) DoubtLists(w Write, added ListKey) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	for _, l := range t.lists.All() {
		if l.head.Load().state() != nothing && l.takes(added, AnyRow{}) != outside {
			l.doubt(t.store, tx)
			l.changed = l.more.doubted
		}
	}
	t.grown = t.store.Begin()
}

func (t *AnyTable) touchList(k ListKey, invalid bool) {
	tx := t.store.begin(Write{})
	defer t.store.end(Write{})
	l, ok := t.lists.Load(k.ID())
	if !ok {
		return
	}
	if head := l.head.Load(); l.touched(t.store, tx, head, invalid) {
		l.set(tx, unusable, placesModel.box(placesModel.in(head)), head.start)
		t.listChanged(tx, l)
	}
}

// RenewList makes the list with key k fresh again, and what is in it: the server
// has said that it is what it was.
func (t *AnyTable) RenewList(w Write, k ListKey) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	l, ok := t.lists.Load(k.ID())
	if !ok {
		return
	}
	if w.Volatile {
		l.mark(w)
	}
	t.renewList(tx, w, l)
	for _, c := range l.cells() {
		if c.head.Load().state() == present {
			c.renew(t.store, w)
		}
	}
}

// renewList makes a list fresh, unless something in it is in doubt.
func (t *AnyTable) renewList(tx *commit, w Write, l *list) {
	if slices.ContainsFunc(l.cells(), func(c *cell) bool { return c.more != nil && w.Start < c.more.doubted }) {
		l.doubt(t.store, tx)
	}
	if l.again(t.store, placesModel, tx, w) {
		t.listChanged(tx, l)
	}
}

// putAll stores rows and returns their cells, each of them once. Known may be
// what they are likely to be.
func (t *AnyTable) putAll(tx *commit, w Write, rows []AnyRow, known []*cell) []*cell {
	cells := make([]*cell, 0, len(rows))
	for i := range rows {
		cells = append(cells, t.put(tx, w, &rows[i]))
	}
	if slices.Equal(cells, known) {
		return cells
	}
	return unique(cells)
}

// list returns the list of a key, a new one when there is none. The mutex of
// the store is held.
func (t *AnyTable) list(k ListKey) *list {
	id := k.ID()
	if l, ok := t.lists.Load(id); ok {
		return l
	}
	l := &list{key: ListKey{k.Collection, slices.Clone(k.Args), id}, epoch: &t.epoch}
	l.filter = t.shape.filter(l.key.Args)
	for _, f := range l.filter {
		t.filters.set(f.field)
	}
	l.retain(t.store, 0)
	t.lists.Store(id, l)
	t.store.entries++
	return l
}

func (l *list) cells() []*cell {
	if head := l.head.Load(); head != nil {
		return valueIn[places](head).cells
	}
	return nil
}

// verdicts say of cells that were put into a list whether they are loose there.
type verdicts map[*cell]bool

// strangers judges the rows of a response: one is loose when the response has it
// in the list although its own fields do not fit. What is stored decides about
// fields that it lacks.
func (t *AnyTable) strangers(w Write, l *list, rows []AnyRow) verdicts {
	if len(l.filter) == 0 {
		return nil
	}
	loose := verdicts{}
	for _, row := range rows {
		if c, ok := t.loadOf(row.p); ok && !c.refuses(w) {
			stored, _ := t.stateOf(c.confirmed())
			loose[c] = !l.filter.fitsRow(row.p, row.present, stored)
		}
	}
	return loose
}

// strangerCells judges cells that a mutation has put into a list: by what the
// server has said about them, or else by what is expected.
func (t *AnyTable) strangerCells(l *list, cells []*cell) verdicts {
	loose := verdicts{}
	for _, c := range cells {
		v := c.confirmed()
		if !v.isThere() {
			v = c.head.Load()
		}
		loose[c] = !l.filter.fits(t.model.in(v))
	}
	return loose
}

// setPlaces makes cells the places of a list. Those that are not judged are
// loose when they were. The mutex is held.
func (t *AnyTable) setPlaces(tx *commit, l *list, cells []*cell, judged verdicts) {
	head := l.head.Load()
	next := places{cells: cells, loose: l.looseCells(cells, judged)}
	if head.state() != nothing && slices.Equal(l.cells(), cells) && maps.Equal(next.loose, valueIn[places](head).loose) {
		return
	}
	for _, c := range l.cells() {
		c.lists--
	}
	for _, c := range cells {
		c.lists++
	}
	l.hold(false)
	st := present
	if head.state() == unusable {
		st = unusable
	}
	l.set(tx, st, placesModel.box(&next), 0)
	l.hold(l.isFollowed())
	t.listChanged(tx, l)
}

// looseCells finds the cells that a list shows although they do not fit its
// filter.
func (l *list) looseCells(cells []*cell, judged verdicts) map[*cell]struct{} {
	if len(l.filter) == 0 {
		return nil
	}
	var old map[*cell]struct{}
	if head := l.head.Load(); head != nil {
		old = valueIn[places](head).loose
	}
	loose := map[*cell]struct{}{}
	for _, c := range cells {
		is, known := judged[c]
		if !known {
			_, is = old[c]
		}
		if is {
			loose[c] = struct{}{}
		}
	}
	return loose
}

func (t *AnyTable) listChanged(tx *commit, l *list) {
	t.epoch.Store(tx.seq)
	tx.wrote(l)
	if len(t.store.hooks) > 0 {
		tx.changes = append(tx.changes, Change{Type: t.name, Kind: "list", Key: l.key})
	}
	l.wake(tx)
}

// unique keeps each cell once, and drops nil.
func unique(cells []*cell) []*cell {
	seen := make(map[*cell]struct{}, len(cells))
	return slices.DeleteFunc(cells, func(c *cell) bool {
		_, drop := seen[c]
		seen[c] = struct{}{}
		return drop || c == nil
	})
}
