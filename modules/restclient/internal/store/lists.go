package store

import (
	"maps"
	"slices"
	"sync/atomic"

	"github.com/puzpuzpuz/xsync/v4"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// lists are those of a table. They hold its cells, and know nothing of how these
// are written.
type lists struct {
	grid  *grid
	shape *shape.Shape
	byID  *xsync.Map[string, *list]
	every atomic.Pointer[list] // the list of all; nil as long as nobody wants it

	// The mutex of the store guards what follows.
	filters   shape.Mask // the fields that arguments of lists select by
	newcomers []*cell    // not yet in the list of all
	grown     Stamp      // when a mutation or a push may have put an entity into a list last
	shifted   Stamp      // when something was told last of an entity that is new, or in other lists than before
	news      Stamp      // when a read told last of an entity that is new
}

func (ls *lists) init(g *grid, s *shape.Shape) {
	ls.grid, ls.shape, ls.byID, ls.filters = g, s, xsync.NewMap[string, *list](), shape.NewMask(s.Size())
}

func (ls *lists) find(sn *Snapshot, id string) (*View, Status) {
	l, ok := ls.byID.Load(id)
	if !ok {
		return nil, Missing
	}
	return ls.at(sn, l)
}

func (ls *lists) read(sn *Snapshot, k ListKey) (*View, Status) {
	if sn.watches() {
		ls.watch(sn, k)
	}
	return ls.find(sn, k.ID())
}

func (ls *lists) at(sn *Snapshot, l *list) (*View, Status) {
	v := l.view(sn)
	status := l.status(ls.grid.store, v.places)
	if status != Missing {
		l.use()
	}
	return v, status
}

func (ls *lists) watch(sn *Snapshot, k ListKey) {
	ls.grid.store.lock()
	defer ls.grid.store.mu.Unlock()
	sn.watch.on(ls.of(k), sn.seq)
}

// of returns the list of a key, and makes it for a new key. The mutex of the store
// is held.
func (ls *lists) of(k ListKey) *list {
	id := k.ID()
	if l, ok := ls.byID.Load(id); ok {
		return l
	}
	l := &list{key: ListKey{k.Collection, slices.Clone(k.Args), id}, grid: ls.grid}
	l.filter = filterOf(ls.shape, l.key.Args)
	for _, f := range l.filter {
		ls.filters.Set(f.field)
	}
	l.retain(ls.grid.store, 0)
	ls.byID.Store(id, l)
	ls.grid.store.size.entries++
	return l
}

// replace makes cells, which rows were stored in, what a list holds, unless the list
// has changed since the request began. One of which nothing can be used is what the request
// says all the same, and stale.
func (ls *lists) replace(tx *commit, w Write, l *list, cells []*cell, rows []Row, outrun bool) {
	st := l.head.Load().state()
	unknown := st == nothing || st == unusable && w.Start >= l.more.invalid
	if w.Start < l.changed && !unknown {
		if l.more != nil && len(l.more.parents) > 0 && l.status(ls.grid.store, l.head.Load()) == Stale {
			l.doubt(ls.grid.store, tx) // what shows it is not as the answer has it
		}
		return
	}
	grown := max(ls.grown, l.changed)
	l.pages = pages{whole: ls.grid.store.Begin()}
	l.changed = max(l.changed, w.Start)
	l.mark(w)
	l.outrun, l.news = outrun, ls.news
	ls.setPlaces(tx, l, l.withDrafts(cells), ls.strangers(w, l, rows))
	ls.movedIn(tx)
	if unknown && w.Start < grown {
		l.doubt(ls.grid.store, tx) // what was added meanwhile may belong to it
	}
	ls.renew(tx, w, l)
}

func (ls *lists) touch(tx *commit, l *list, how Touch) {
	if head := l.head.Load(); l.touched(ls.grid.store, tx, head, how) {
		l.set(tx, unusable, placesModel.box(placesModel.in(head)), head.start)
		ls.changed(tx, l)
	}
}

// renew makes a list fresh, unless something in it is in doubt.
func (ls *lists) renew(tx *commit, w Write, l *list) {
	if slices.ContainsFunc(l.cells(), func(c *cell) bool { return c.more != nil && w.Start < c.more.doubt.doubted }) {
		l.doubt(ls.grid.store, tx)
	}
	if l.again(ls.grid.store, placesModel, tx, w) {
		ls.changed(tx, l)
	}
}

// setPlaces makes cells the places of a list. Those that are not judged are
// loose when they were. The mutex is held.
func (ls *lists) setPlaces(tx *commit, l *list, cells []*cell, judged verdicts) {
	head := l.head.Load()
	gone, come := changed(l.cells(), cells)
	next := places{cells: cells, loose: l.looseCells(gone, come, judged)}
	if head.state() != nothing && len(gone)+len(come) == 0 && maps.Equal(next.loose, valueIn[places](head).loose) {
		return
	}
	if len(gone)+len(come) > 0 {
		ls.shifted = ls.grid.store.next()
	}
	for _, c := range gone {
		c.lists--
	}
	for _, c := range come {
		c.lists++
	}
	if l.held {
		l.quit(gone)
		l.join(come)
	}
	st := present
	if head.state() == unusable {
		st = unusable
	}
	l.set(tx, st, placesModel.box(&next), 0)
	l.hold(l.isFollowed())
	ls.changed(tx, l)
}

func (ls *lists) changed(tx *commit, l *list) {
	ls.grid.epoch.Store(tx.seq)
	tx.wrote(&l.cell)
	if len(ls.grid.store.hooks.commits) > 0 {
		tx.changes = append(tx.changes, Change{Type: ls.grid.name, Kind: "list", Key: l.key})
	}
	l.wake(tx)
}

// strangers judges the rows of a response: one is loose when the response has it
// in the list although its own fields do not fit. What is stored decides about
// fields that it lacks.
func (ls *lists) strangers(w Write, l *list, rows []Row) verdicts {
	if len(l.filter) == 0 {
		return nil
	}
	loose := verdicts{}
	for _, row := range rows {
		if c, ok := ls.grid.loadOf(row.p); ok && !c.refuses(w) {
			stored, _ := ls.grid.stateOf(c.confirmed())
			loose[c] = !l.filter.fitsRow(row.p, row.present, stored)
		}
	}
	return loose
}

// strangerCells judges cells that a mutation has put into a list: by what the
// server has said about them, or else by what is expected.
func (ls *lists) strangerCells(l *list, cells []*cell) verdicts {
	loose := verdicts{}
	for _, c := range cells {
		v := c.confirmed()
		if !v.exists() {
			v = c.head.Load()
		}
		loose[c] = !l.filter.fits(ls.grid.model.in(v))
	}
	return loose
}

// drop drops a list, and returns how many entries that has freed.
func (ls *lists) drop(id string, l *list) (freed int) {
	for _, c := range l.cells() {
		if c.lists--; c.free() {
			freed++
		}
	}
	ls.byID.Delete(id)
	ls.grid.epoch.Store(ls.grid.store.commit.seq)
	ls.grid.store.size.entries--
	return freed + 1
}

func (ls *lists) unwatched() []evictable {
	var all []evictable
	for id, l := range ls.byID.All() {
		if !l.isFollowed() && !l.isNew(ls.grid.store) {
			all = append(all, evictable{l.spare(), l.expires.Load(), func() int { return ls.drop(id, l) }})
		}
	}
	return all
}

// extend adds the cells of a page to the end of a stored list.
func (ls *lists) extend(tx *commit, w Write, k ListKey, cells []*cell, rows []Row) {
	l, ok := ls.byID.Load(k.ID())
	if !ok || l.head.Load().state() == nothing {
		return
	}
	ls.enter(tx, l, cells, l.with(l.lacking(cells)), ls.strangers(w, l, rows))
	ls.movedIn(tx)
	l.changed = ls.grid.store.Begin()
	l.pages.add(w, l.changed)
	if w.Volatile {
		l.mark(w)
	}
}

// doubt makes the lists stale that an entity may have been added to.
func (ls *lists) doubt(tx *commit, added ListKey) {
	for _, l := range ls.byID.All() {
		if l.head.Load().state() != nothing && l.takes(added, Row{}) != outside {
			l.doubt(ls.grid.store, tx)
			l.changed = l.more.doubt.doubted
		}
	}
	ls.grown = ls.grid.store.Begin()
}

// renewAll makes a list fresh, and what is in it.
func (ls *lists) renewAll(tx *commit, w Write, k ListKey) {
	l, ok := ls.byID.Load(k.ID())
	if !ok {
		return
	}
	if w.Volatile {
		l.mark(w)
	}
	l.outrun = l.outrun && w.Start < l.pages.whole
	if w.Start >= ls.news {
		l.news = ls.news
	}
	if !l.pages.some {
		l.pages.whole = ls.grid.store.Begin()
	}
	l.changed = max(l.changed, w.Start)
	ls.renew(tx, w, l)
	l.renewRows(ls.grid.store, w)
}

func (ls *lists) expire(second uint32) {
	for id, l := range ls.byID.All() {
		if !l.isFollowed() && l.mayGoAt(second) && !l.spare() {
			ls.drop(id, l)
		}
	}
}

// gather returns the lists that can be saved; at is where the rows are.
func (ls *lists) gather(at map[*cell]int) (saved []savedList) {
	for _, l := range ls.byID.All() {
		if one, ok := l.gathered(ls.grid.store, at); ok {
			saved = append(saved, one)
		}
	}
	return saved
}

func (ls *lists) restore(tx *commit, w Write, saved savedList, cells []*cell) *cell {
	l := ls.of(saved.Key)
	judged := verdicts{}
	for _, at := range saved.Loose {
		if at >= 0 && at < len(cells) {
			judged[cells[at]] = true
		}
	}
	ls.setPlaces(tx, l, cells, judged)
	ls.renew(tx, w, l)
	l.changed = w.Start
	if saved.Invalid {
		ls.touch(tx, l, Invalidate)
	}
	return &l.cell
}

func (ls *lists) keys() (all []ListKey) {
	for _, l := range ls.byID.All() {
		all = append(all, l.key)
	}
	return all
}

func (ls *lists) inspect(sn *Snapshot, id string) (ListInfo, bool) {
	l, ok := ls.byID.Load(id)
	if !ok {
		return ListInfo{}, false
	}
	v := l.view(sn)
	if !v.places.exists() {
		return ListInfo{}, false
	}
	about := l.inspect(ls.grid.store, v.places)
	info := ListInfo{Key: l.key, Status: about.Status, Seq: about.Seq, FreshFor: about.FreshFor}
	for _, row := range v.rows {
		info.Rows = append(info.Rows, ls.grid.keyIn(row))
	}
	return info, true
}

// told is all that the server has said of an entity that exists, whichever answer brought it.
func (ls *lists) told(c *cell) Row {
	row := Row{p: ls.grid.model.in(c.confirmed()), present: ls.shape.All()}
	if c.more == nil || c.more.fields == nil {
		return row
	}
	for i, f := range c.more.fields {
		if f.delivered == 0 {
			row.present.Unset(i)
		}
	}
	return row
}

// saidAt is when the last request began that has changed a field of an entity which lists
// select by.
func (ls *lists) saidAt(c *cell, old any, now *version) (at Stamp) {
	if c.more == nil || c.more.fields == nil {
		return now.start
	}
	for i, f := range c.more.fields {
		if ls.filters.Has(i) && !ls.shape.Same(i, valueAt(old), valueAt(ls.grid.model.in(now))) {
			at = max(at, f.changed)
		}
	}
	return at
}
