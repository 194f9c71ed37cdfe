package entity

import (
	"maps"
	"slices"
	"sync/atomic"
)

// list is the place of one list: a cell that holds places.
type list[E any] struct {
	cell[places[E]]
	key ListKey

	// What follows never changes.
	filter filter         // what the arguments select by
	epoch  *atomic.Uint64 // of the table

	// The mutex of the store guards what follows.
	changed Stamp // requests that began before do not replace the places
	held    bool  // the cells know that the list holds them, because it is watched or shown
	current currentView[E]

	// made is the last view that was made inside a commit.
	made atomic.Pointer[view[E]]
}

// places are the cells of a list, shown or not: none twice. They never change.
type places[E any] struct {
	cells []*cell[E]
	// loose cells are shown whatever their fields are.
	loose map[*cell[E]]struct{}
}

// List returns the list with key k.
func (t *Table[E, K]) List(k ListKey) (List[E], Status) { return t.ListID(nil, k.ID()) }

// ListAt is List at a snapshot; nil means the newest state.
func (t *Table[E, K]) ListAt(sn *Snapshot, k ListKey) (List[E], Status) {
	if _, pinned := sn.at(); pinned && sn.watch != nil {
		t.watchList(sn, k)
	}
	return t.ListID(sn, k.ID())
}

// ListID is ListAt for the ID of a key. It does not set a watch on a list that
// was never stored.
func (t *Table[E, K]) ListID(sn *Snapshot, id string) (List[E], Status) {
	l, ok := t.lists.Load(id)
	if !ok {
		return List[E]{}, Missing
	}
	return t.listAt(sn, l)
}

func (t *Table[E, K]) listAt(sn *Snapshot, l *list[E]) (List[E], Status) {
	v, ok := (*view[E])(nil), false
	if seq, pinned := sn.at(); pinned {
		v, ok = t.viewAt(l, seq)
	}
	if !ok {
		v = t.newestView(l)
	}
	status := l.status(t.grid.store, v.places)
	if status != Missing {
		l.use()
	}
	return List[E]{v}, status
}

func (t *Table[E, K]) watchList(sn *Snapshot, k ListKey) {
	t.grid.store.lock()
	defer t.grid.store.mu.Unlock()
	sn.watch.on(t.list(k), sn.seq)
}

// Replace stores rows as the list with key k. When the list has changed since
// the request began, its rows stay and only the entities are stored. It returns
// the list as it is afterwards.
func (t *Table[E, K]) Replace(w Write, k ListKey, rows []Row[E]) List[E] {
	l := t.replace(w, k, rows)
	if w.commit != nil {
		return List[E]{t.viewNow(l)}
	}
	return List[E]{t.newestView(l)}
}

func (t *Table[E, K]) replace(w Write, k ListKey, rows []Row[E]) *list[E] {
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	l := t.list(k)
	cells := t.putAll(tx, w, rows, l.cells())
	if w.Start >= l.changed {
		l.changed = w.Start
		t.setPlaces(tx, l, t.withDrafts(l, cells), t.strangers(w, l, rows))
		t.renewList(tx, w, l)
	}
	return l
}

// Append stores rows and adds those that the list with key k lacks to its end.
// It returns the rows of the page, in order.
func (t *Table[E, K]) Append(w Write, k ListKey, rows []Row[E]) List[E] {
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	cells := t.putAll(tx, w, rows, nil)
	l := t.list(k)
	known := l.head.Load().state() != nothing
	t.setPlaces(tx, l, unique(slices.Concat(l.cells(), cells)), t.strangers(w, l, rows))
	l.changed = t.grid.store.Begin()
	if !known {
		t.renewList(tx, w, l)
	}
	return t.fixed(cells)
}

// Add stores rows and adds them to every stored list that they belong to under
// the arguments of added: at the front or at the end, never twice. Lists that
// are not stored are not created. It returns what is stored.
func (t *Table[E, K]) Add(w Write, added ListKey, rows []Row[E], front bool) List[E] {
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	cells := t.putAll(tx, w, rows, nil)
	t.insert(tx, cells, added, front)
	return t.fixed(cells)
}

// InvalidateList makes the list with key k Invalid until it is read again.
func (t *Table[E, K]) InvalidateList(k ListKey) { t.touchList(k, true) }

// ExpireList makes the list with key k Stale.
func (t *Table[E, K]) ExpireList(k ListKey) { t.touchList(k, false) }

func (t *Table[E, K]) touchList(k ListKey, invalid bool) {
	tx := t.grid.store.begin(Write{})
	defer t.grid.store.end(Write{})
	l, ok := t.lists.Load(k.ID())
	if !ok {
		return
	}
	if head := l.head.Load(); l.touched(t.grid.store, tx, head, invalid) {
		l.set(tx, unusable, head.value, head.start)
		t.listChanged(tx, l)
	}
}

// RenewList makes the list with key k fresh again, and what is in it: the server
// has said that it is what it was.
func (t *Table[E, K]) RenewList(w Write, k ListKey) {
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	l, ok := t.lists.Load(k.ID())
	if !ok {
		return
	}
	t.renewList(tx, w, l)
	for _, c := range l.cells() {
		if c.head.Load().state() == present {
			c.renew(t.grid.store, w.TTL)
		}
	}
}

// ListChangedAt returns the number of the commit that last changed the list
// with key k, or an entity in it; 0 when there is none.
func (t *Table[E, K]) ListChangedAt(k ListKey) uint64 {
	t.grid.store.mu.Lock()
	defer t.grid.store.mu.Unlock()
	if l, ok := t.lists.Load(k.ID()); ok {
		return l.changedAt()
	}
	return 0
}

func (t *Table[E, K]) renewList(tx *commit, w Write, l *list[E]) {
	if l.again(t.grid.store, tx, w) {
		t.listChanged(tx, l)
	}
}

// putAll stores rows and returns their cells, each of them once. Known may be
// what they are likely to be.
func (t *Table[E, K]) putAll(tx *commit, w Write, rows []Row[E], known []*cell[E]) []*cell[E] {
	cells := make([]*cell[E], 0, len(rows))
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
func (t *Table[E, K]) list(k ListKey) *list[E] {
	id := k.ID()
	if l, ok := t.lists.Load(id); ok {
		return l
	}
	l := &list[E]{key: ListKey{k.Collection, slices.Clone(k.Args), id}, epoch: &t.grid.epoch}
	l.filter = t.shape.filter(l.key.Args)
	for _, f := range l.filter {
		t.filters.set(f.field)
	}
	l.retain(t.grid.store, 0)
	t.lists.Store(id, l)
	t.grid.store.entries++
	return l
}

func (l *list[E]) cells() []*cell[E] {
	if head := l.head.Load(); head != nil {
		return head.value.cells
	}
	return nil
}

// verdicts say of cells that were put into a list whether they are loose there.
type verdicts[E any] map[*cell[E]]bool

// strangers judges the rows of a response: one is loose when the response has it
// in the list although its own fields do not fit. What is stored decides about
// fields that it lacks.
func (t *Table[E, K]) strangers(w Write, l *list[E], rows []Row[E]) verdicts[E] {
	if len(l.filter) == 0 {
		return nil
	}
	loose := verdicts[E]{}
	for _, row := range rows {
		if c, ok := t.grid.load(row.value.PK()); ok && !c.refuses(w) {
			stored, _ := stateOf(c.confirmed())
			loose[c] = !l.filter.fitsRow(&row.value, row.present, &stored)
		}
	}
	return loose
}

// strangerCells judges cells that a mutation has put into a list: by what the
// server has said about them, or else by what is expected.
func (l *list[E]) strangerCells(cells []*cell[E]) verdicts[E] {
	loose := verdicts[E]{}
	for _, c := range cells {
		v := c.confirmed()
		if !v.isThere() {
			v = c.head.Load()
		}
		loose[c] = !l.filter.fits(&v.value)
	}
	return loose
}

// setPlaces makes cells the places of a list. Those that are not judged are
// loose when they were. The mutex is held.
func (t *Table[E, K]) setPlaces(tx *commit, l *list[E], cells []*cell[E], judged verdicts[E]) {
	head := l.head.Load()
	next := places[E]{cells: cells, loose: l.looseCells(cells, judged)}
	if head.state() != nothing && slices.Equal(head.value.cells, cells) && maps.Equal(next.loose, head.value.loose) {
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
	l.set(tx, st, next, 0)
	l.hold(l.isFollowed())
	t.listChanged(tx, l)
}

// looseCells finds the cells that a list shows although they do not fit its
// filter.
func (l *list[E]) looseCells(cells []*cell[E], judged verdicts[E]) map[*cell[E]]struct{} {
	if len(l.filter) == 0 {
		return nil
	}
	var old map[*cell[E]]struct{}
	if head := l.head.Load(); head != nil {
		old = head.value.loose
	}
	loose := map[*cell[E]]struct{}{}
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

func (t *Table[E, K]) listChanged(tx *commit, l *list[E]) {
	t.grid.epoch.Store(tx.seq)
	tx.wrote(l)
	if len(t.grid.store.hooks) > 0 {
		tx.changes = append(tx.changes, Change{Type: t.grid.name, Kind: "list", Key: l.key})
	}
	l.wake(tx)
}

// unique keeps each cell once, and drops nil.
func unique[E any](cells []*cell[E]) []*cell[E] {
	seen := make(map[*cell[E]]struct{}, len(cells))
	return slices.DeleteFunc(cells, func(c *cell[E]) bool {
		_, drop := seen[c]
		seen[c] = struct{}{}
		return drop || c == nil
	})
}
