package store

import (
	"iter"
	"maps"
	"math"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// insert adds cells to every stored list that they belong to under the
// arguments of added. Rows are all that the server has said of them, if it has; then
// a list that they may belong to is stale. The mutex is held.
func (ls *lists) insert(tx *commit, cells []*cell, rows map[*cell]Row, added ListKey, front bool) {
	at := ls.grid.store.Begin()
	ls.grown = at
	for _, l := range ls.byID.All() {
		if l.head.Load().state() == nothing {
			continue
		}
		have, belong := l.cells(), false
		var fresh []*cell
		for _, c := range cells {
			switch l.takes(added, rows[c]) {
			case inside:
				belong = true
				if c.lists == 0 || !slices.Contains(have, c) {
					fresh = append(fresh, c)
				}
			case unknown:
				if rows != nil && !slices.Contains(have, c) {
					l.doubt(ls.grid.store, tx)
					l.changed = l.more.doubt.doubted
				}
			}
		}
		if belong {
			l.changed = ls.grid.store.Begin()
		}
		if len(fresh) == 0 {
			continue
		}
		judged := ls.strangerCells(l, fresh)
		if front {
			ls.enter(tx, l, fresh, slices.Concat(fresh, have), judged)
		} else {
			ls.enter(tx, l, fresh, l.with(fresh), judged)
		}
	}
}

// withdraw removes a cell from all lists.
func (ls *lists) withdraw(tx *commit, c *cell) {
	ls.eachHolding(c, func(l *list, i int) {
		l.changed = ls.grid.store.Begin()
		ls.setPlaces(tx, l, slices.Delete(slices.Clone(l.cells()), i, i+1), nil)
	})
}

// substitute puts one cell into the place of another, or of itself, in all lists, but for
// those that the server says it does not belong to. Row is what it has said of it.
func (ls *lists) substitute(tx *commit, from, to *cell, row Row) {
	ls.eachHolding(from, func(l *list, i int) {
		if from == to && l == ls.every.Load() {
			return
		}
		l.changed = ls.grid.store.Begin()
		cells := slices.Clone(l.cells())
		var judged verdicts
		if from != to && slices.Contains(cells, to) || l == ls.every.Load() || !l.filter.fitsPresent(row) {
			cells = slices.Delete(cells, i, i+1)
		} else {
			cells[i] = to
			judged = ls.strangerCells(l, []*cell{to})
		}
		ls.enter(tx, l, []*cell{to}, cells, judged)
	})
}

// enter is setPlaces for cells that come into a list, which is as much in doubt as they are.
func (ls *lists) enter(tx *commit, l *list, fresh, cells []*cell, judged verdicts) {
	ls.setPlaces(tx, l, cells, judged)
	if l != ls.every.Load() && slices.ContainsFunc(fresh, (*cell).isInDoubt) {
		l.doubt(ls.grid.store, tx)
	}
}

// holding yields the lists that hold some of the cells. That of all is not among them.
func (ls *lists) holding(cells map[*cell]struct{}) iter.Seq[*list] {
	return func(yield func(*list) bool) {
		held := func(c *cell) bool { _, ok := cells[c]; return ok }
		if !slices.ContainsFunc(slices.Collect(maps.Keys(cells)), func(c *cell) bool { return c.lists > 0 }) {
			return
		}
		for _, l := range ls.byID.All() {
			if slices.ContainsFunc(l.cells(), held) && !yield(l) {
				return
			}
		}
	}
}

func (ls *lists) eachHolding(c *cell, f func(l *list, i int)) {
	if c.lists == 0 {
		return
	}
	for _, l := range ls.byID.All() {
		if i := slices.Index(l.cells(), c); i >= 0 {
			f(l, i)
		}
	}
	if l := ls.every.Load(); l != nil {
		if i := slices.Index(l.cells(), c); i >= 0 {
			f(l, i)
		}
	}
}

// moved puts an entity into the lists that it fits since its fields changed, but not
// into those that it fits as the server has said: these hold it as the server has said,
// too, whatever layers have shown. What it has said is nil where now is just that; then
// reads of them that are under way may be from before. From those lists that it does not fit any more it need not be removed: they do not show it.
// The mutex is held.
func (ls *lists) moved(tx *commit, c *cell, old, now, said *version) {
	if ls.filters.IsEmpty() || !old.exists() || !now.exists() || !ls.filterDiffers(ls.grid.model.in(old), ls.grid.model.in(now)) {
		return
	}
	if said == nil {
		ls.shifted = ls.grid.store.next()
	}
	if c.lists == 0 {
		if said == nil {
			tx.strays = append(tx.strays, stray{c, old, now})
		}
		return
	}
	at := Stamp(0)
	if said == nil {
		at = ls.saidAt(c, ls.grid.model.in(old), now)
		ls.grown = max(ls.grown, at)
	}
	collections := map[string]bool{}
	ls.eachHolding(c, func(l *list, _ int) { collections[l.key.Collection] = true })
	for _, l := range ls.byID.All() {
		if l.head.Load().state() == nothing || !collections[l.key.Collection] || !l.decides() || slices.Contains(l.cells(), c) {
			continue
		}
		if said.exists() && l.filter.fits(ls.grid.model.in(said)) {
			continue
		}
		if !l.filter.fits(ls.grid.model.in(old)) && l.filter.fits(ls.grid.model.in(now)) {
			l.changed = max(l.changed, at)
			ls.enter(tx, l, []*cell{c}, l.with([]*cell{c}), nil)
		}
	}
}

// stray is an entity that has moved while no list held it: only a list that the same answer
// puts it into tells of which collection it is.
type stray struct {
	cell     *cell
	old, now *version
}

// movedIn is moved for the strays that lists hold now.
func (ls *lists) movedIn(tx *commit) {
	strays := tx.strays
	tx.strays = nil
	for _, s := range strays {
		if s.cell.lists > 0 {
			ls.moved(tx, s.cell, s.old, s.now, nil)
		}
	}
}

// standing is what is known of an entity before a mutation of it is answered.
type standing struct {
	said    *version // by the server; nil for nothing
	inDoubt bool     // whether it is there
	known   bool     // that it is there, or a mutation of it under way: one does not make it
}

func standingOf(c *cell) standing {
	said := c.confirmed()
	return standing{said, c.isInDoubt(), said.exists() || c.more != nil && len(c.more.patches) > 0}
}

// rehomed notes that a mutation may have moved an entity between lists: reads of
// them that are under way may have been served before that, and a list that the
// entity fits, and that lacks it, is stale: one without a filter when the mutation has
// made the entity, or may have, because it was in doubt whether that was there. A read
// may have told of the move before: the fields that the mutation is about count although
// they do not differ.
func (ls *lists) rehomed(tx *commit, c *cell, before standing, claimed shape.Mask) {
	now := c.confirmed()
	if now == before.said && claimed.IsEmpty() && !before.inDoubt {
		return
	}
	ls.grown = ls.grid.store.Begin()
	was := before.said.exists() && !before.inDoubt
	for _, l := range ls.byID.All() {
		did, does := was && l.filter.fits(ls.grid.model.in(before.said)), l.filter.fits(ls.grid.model.in(now))
		switch {
		case did == does && !(does && l.filter.selects(claimed)) || l.head.Load().state() == nothing:
		case slices.Contains(l.cells(), c):
			l.changed = ls.grown
		case does && before.known && (len(l.filter) > 0 || !was):
			l.doubt(ls.grid.store, tx)
		}
	}
}

// arrived makes the lists of a collection stale that an entity fits, which a push has told
// of, when none of them holds it and it did not fit them before. A list that was outrun, or
// that selects and is older than a read which has told of a new entity, is stale also when
// others hold the entity, or a read has told the same: it may be from before.
// Reads of lists that are not stored yet may be from before the push.
func (ls *lists) arrived(tx *commit, c *cell, old *version, collection string) {
	if old != c.confirmed() {
		ls.grown = ls.grid.store.Begin()
	}
	now := ls.told(c)
	news := !ls.filters.IsEmpty() && (!old.exists() || ls.filterDiffers(ls.grid.model.in(old), now.p))
	held := false
	var missing []*list
	for _, l := range ls.byID.All() {
		outrun := l.outrun || len(l.filter) > 0 && l.news < ls.news
		switch {
		case l.key.Collection != collection || l.head.Load().state() == nothing:
		case !news && !outrun:
		case slices.Contains(l.cells(), c):
			held = true // the others hold it, too, where it has moved to them
		case !l.decides() || !l.filter.fitsSaid(now):
		case outrun:
			l.doubt(ls.grid.store, tx)
		case len(l.filter) > 0:
			missing = append(missing, l)
		}
	}
	if held {
		return
	}
	for _, l := range missing {
		l.doubt(ls.grid.store, tx)
	}
}

func (ls *lists) filterDiffers(a, b any) bool {
	old, now := valueAt(a), valueAt(b)
	for i := range ls.shape.Fields {
		if ls.filters.Has(i) && !ls.shape.Same(i, old, now) {
			return true
		}
	}
	return false
}

func (ls *lists) readAll(sn *Snapshot) (*View, Status) {
	l := ls.every.Load()
	if l == nil {
		l = ls.keepAll()
	}
	if sn.watches() {
		l.grid.store.mu.Lock()
		sn.watch.on(l, sn.seq)
		l.grid.store.mu.Unlock()
	}
	return ls.at(sn, l)
}

// keepAll makes the list of all entities.
func (ls *lists) keepAll() *list {
	ls.grid.store.mu.Lock()
	defer ls.grid.store.mu.Unlock()
	if l := ls.every.Load(); l != nil {
		return l
	}
	l := &list{grid: ls.grid}
	l.expires.Store(math.MaxInt64)
	seen := false
	var cells []*cell
	for c := range ls.grid.cells.all() {
		head := c.head.Load()
		seen = seen || head != nil
		if head.exists() && !c.isApartOnly() {
			cells = append(cells, c)
			c.lists++
		}
	}
	if seen {
		// What is true now was true after the last commit.
		l.set(&commit{seq: ls.grid.store.seq.Load()}, present, placesModel.box(&places{cells: ls.sorted(cells)}), 0)
	}
	ls.every.Store(l)
	return l
}

// sorted orders cells by key and keeps each one once.
func (ls *lists) sorted(cells []*cell) []*cell {
	slices.SortFunc(cells, ls.compareCells)
	return slices.Compact(cells)
}

func (ls *lists) compareCells(a, b *cell) int {
	x, y := ls.grid.keyIn(a.head.Load()), ls.grid.keyIn(b.head.Load())
	return compareKeys(reflect.ValueOf(x), reflect.ValueOf(y))
}

// appeared has the cells of entities that are there since this commit added to
// the list of all before the commit ends.
func (ls *lists) appeared(tx *commit, c *cell) {
	if len(ls.newcomers) == 0 {
		tx.finish = append(tx.finish, ls.enlist)
	}
	ls.newcomers = append(ls.newcomers, c)
}

// enlist merges the newcomers into the list of all.
func (ls *lists) enlist(tx *commit) {
	l := ls.every.Load()
	have, fresh := l.cells(), ls.sorted(ls.newcomers)
	next := make([]*cell, 0, len(have)+len(fresh))
	for _, c := range have {
		for len(fresh) > 0 && ls.compareCells(fresh[0], c) < 0 {
			next, fresh = append(next, fresh[0]), fresh[1:]
		}
		if len(fresh) > 0 && fresh[0] == c {
			fresh = fresh[1:]
		}
		next = append(next, c)
	}
	ls.setPlaces(tx, l, append(next, fresh...), nil)
	clear(ls.newcomers)
	ls.newcomers = ls.newcomers[:0]
}
