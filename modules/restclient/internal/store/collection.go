package store

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
	filter filter // what the arguments select by
	grid   *grid  // of the cells

	// The mutex of the store guards what follows.
	changed Stamp // requests that began before do not replace the places
	held    bool  // the cells know that the list holds them, because it is watched or shown
	outrun  bool  // what was told while the last answer was under way may be later than that
	news    Stamp // what lists.news was when it had its last answer
	pages   pages
	// current is the last view that was made of the newest state.
	current atomic.Pointer[View]

	// texts are those of the last answer, nil when none is known.
	texts atomic.Pointer[texts]
	// made is the last view that was made inside a commit.
	made atomic.Pointer[View]
}

// pages is what is known of the pages that were added to an answer.
type pages struct {
	whole Stamp // when that was stored, or confirmed
	last  Stamp // when one was added
	some  bool
	early bool // one was asked for before whole
}

func (p *pages) add(w Write, at Stamp) {
	p.some, p.early, p.last = true, p.early || w.Start < p.whole, at
}

// follow reports whether there are some, which were asked for behind the answer.
func (p *pages) follow() bool { return p.some && !p.early }

// places are the cells of a list, shown or not: none twice. They never change.
type places struct {
	cells []*cell
	// loose cells are shown whatever their fields are.
	loose map[*cell]struct{}
}

var placesModel = modelOf[places]()

func (l *list) cells() []*cell {
	if head := l.head.Load(); head != nil {
		return valueIn[places](head).cells
	}
	return nil
}

// verdicts say of cells that were put into a list whether they are loose there.
type verdicts map[*cell]bool

// looseCells finds the cells that a list shows although they do not fit its filter, when
// some have gone and some have come. Those that are not judged are loose when they were.
func (l *list) looseCells(gone, come []*cell, judged verdicts) map[*cell]struct{} {
	if len(l.filter) == 0 {
		return nil
	}
	var old map[*cell]struct{}
	if head := l.head.Load(); head != nil {
		old = valueIn[places](head).loose
	}
	loose := map[*cell]struct{}{}
	maps.Copy(loose, old)
	for _, c := range gone {
		delete(loose, c)
	}
	for _, c := range come {
		if _, was := old[c]; was {
			loose[c] = struct{}{}
		}
	}
	for c, is := range judged {
		if is {
			loose[c] = struct{}{}
		} else {
			delete(loose, c)
		}
	}
	return loose
}

// changed returns what differs between two lists of cells: those between what they begin
// and what they end with.
func changed(old, now []*cell) (gone, come []*cell) {
	from, end, most := 0, 0, min(len(old), len(now))
	for from < most && old[from] == now[from] {
		from++
	}
	for end < most-from && old[len(old)-1-end] == now[len(now)-1-end] {
		end++
	}
	return old[from : len(old)-end], now[from : len(now)-end]
}

// with returns the cells with others behind them, which are the next places of the list:
// they share the memory of those that it has now, so that not all are copied each time.
func (l *list) with(others []*cell) []*cell { return append(l.cells(), others...) }

// lacking returns those of cells that the list does not hold.
func (l *list) lacking(cells []*cell) []*cell {
	if !slices.ContainsFunc(cells, func(c *cell) bool { return c.lists > 0 }) {
		return cells
	}
	lacks := make(map[*cell]struct{}, len(cells))
	for _, c := range cells {
		lacks[c] = struct{}{}
	}
	for _, c := range l.cells() {
		delete(lacks, c)
	}
	return slices.DeleteFunc(slices.Clone(cells), func(c *cell) bool { _, is := lacks[c]; return !is })
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

// takes reports whether an entity that is added belongs to the list, as that of
// its key does.
func (l *list) takes(added ListKey, row Row) belonging { return takes(l.key, l.filter, added, row) }

// decides reports whether the fields of an entity say if it belongs to the list:
// there is no restricting argument that is not a field.
func (l *list) decides() bool {
	restricting := 0
	for _, a := range l.key.Args {
		if !a.Open {
			restricting++
		}
	}
	return restricting == len(l.filter)
}

func (l *list) changedAt() uint64 { return l.latest((*cell).changedAt) }

func (l *list) saidAt() uint64 { return l.latest((*cell).saidAt) }

// latest is the last commit of the list and of those in it.
func (l *list) latest(of func(*cell) uint64) uint64 {
	at := of(&l.cell)
	for _, c := range l.cells() {
		at = max(at, of(c))
	}
	return at
}

// followed has the cells wake those who watch or show the list, as long as there are some.
func (l *list) followed() { l.hold(l.isFollowed()) }

func (l *list) renewAll(s *Store, w Write) {
	l.changed = max(l.changed, w.Start)
	l.cell.renewAll(s, w)
	l.renewRows(s, w)
}

// renewRows is renewAll for what is in the list. What is only expected there is in no
// answer.
func (l *list) renewRows(s *Store, w Write) {
	for _, c := range l.cells() {
		if !l.expects(c) {
			c.renewAll(s, w)
		}
	}
}

func (l *list) isFrom(start Stamp) bool {
	return l.changed <= start && !slices.ContainsFunc(l.cells(), func(c *cell) bool { return !c.isFrom(start) })
}

func (l *list) isFollowed() bool {
	return l.more != nil && len(l.more.watchers)+len(l.more.parents) > 0
}

// hold tells the cells whether to wake those who watch the list.
func (l *list) hold(on bool) {
	if on == l.held {
		return
	}
	l.held = on
	if on {
		l.join(l.cells())
	} else {
		l.quit(l.cells())
	}
}

// join has cells wake those who watch the list.
func (l *list) join(cells []*cell) {
	for _, c := range cells {
		m := c.rare()
		m.holders = append(m.holders, l)
	}
}

// quit is the opposite of join.
func (l *list) quit(cells []*cell) {
	for _, c := range cells {
		m := c.rare()
		m.holders = slices.DeleteFunc(m.holders, func(h *list) bool { return h == l })
	}
}

// madeAt returns the view that a commit has made for a value that shows the
// list, if it is right at commit seq: whoever reads the list gets the same.
func (l *list) madeAt(seq uint64) (*View, bool) {
	v := l.made.Load()
	return v, v != nil && v.at <= seq && v.holds(l, seq)
}

// gathered is false for a list that cannot be saved, or not with all its rows.
func (l *list) gathered(s *Store, at map[*cell]int) (savedList, bool) {
	head := l.head.Load()
	if !head.exists() || l.isVolatile() {
		return savedList{}, false
	}
	saved := savedList{Key: l.key, Rows: []int{}, savedState: l.cell.gathered(s, head.state())}
	loose := valueIn[places](head).loose
	for _, c := range l.cells() {
		row, known := at[c]
		switch {
		case !known && c.exists():
			return saved, false
		case !known: // a draft
			continue
		}
		if _, is := loose[c]; is {
			saved.Loose = append(saved.Loose, len(saved.Rows))
		}
		saved.Rows = append(saved.Rows, row)
	}
	return saved, true
}

// newestView returns the view of what the last commit left, the same one as
// long as nothing in it changes. It never waits.
func (l *list) newestView() *View {
	v := l.current.Load()
	if v != nil && v.until.Load() >= l.grid.epoch.Load() {
		return v
	}
	for range 3 {
		seq := l.grid.store.seq.Load()
		if v != nil && seq >= v.at && v.holds(l, seq) {
			v.renew(seq)
			return v
		}
		if next, ok := l.madeAt(seq); ok {
			return l.install(v, next)
		}
		if next, ok := l.newView(seq); ok {
			return l.install(v, next)
		}
		v = l.current.Load()
	}
	// Writers are faster than this reader: make them keep what it needs.
	sn := l.grid.store.Snapshot()
	defer sn.Release()
	v, _ = l.viewAt(sn.seq)
	return v
}

// install makes next the current view, unless another reader was faster with a
// newer one.
func (l *list) install(last, next *View) *View {
	if !l.current.CompareAndSwap(last, next) {
		if other := l.current.Load(); other != nil && other.holds(l, next.at) && other.at <= next.at {
			return other
		}
	}
	return next
}

// viewNow is newestView inside a commit: what the commit has written so far.
func (l *list) viewNow() *View {
	seq := l.grid.store.commit.seq
	if v := l.current.Load(); v != nil && v.holds(l, seq) {
		return v
	}
	if v, ok := l.madeAt(seq); ok {
		return v
	}
	v, _ := l.newView(seq)
	l.made.Store(v)
	return v
}

// viewAt returns the view of a pinned commit. It reports false when that has
// been released.
func (l *list) viewAt(seq uint64) (*View, bool) {
	v := l.current.Load()
	if v != nil && v.at <= seq && (seq <= v.until.Load() || v.holds(l, seq)) {
		return v, true
	}
	if v, ok := l.madeAt(seq); ok {
		return v, true
	}
	return l.newView(seq)
}

// newView makes the view of a commit. It reports false when some of that has
// been dropped.
func (l *list) newView(seq uint64) (*View, bool) {
	p, ok := l.at(seq)
	v := &View{of: l, places: p, model: l.grid.model, at: seq}
	v.until.Store(seq)
	if p == nil || !ok {
		return v, ok
	}
	cells := valueIn[places](p).cells
	v.seen = make([]*version, len(cells))
	shown := 0
	for i, c := range cells {
		if v.seen[i], ok = c.at(seq); !ok {
			return nil, false
		}
		if l.shows(p, c, v.seen[i]) {
			shown++
		}
	}
	v.rows = v.seen
	if shown == len(cells) {
		return v, true
	}
	v.rows = make([]*version, 0, shown)
	for i, c := range cells {
		if l.shows(p, c, v.seen[i]) {
			v.rows = append(v.rows, v.seen[i])
		}
	}
	return v, true
}

// shows reports whether a row is shown: it is there, and fits. An invalid one is:
// that says nothing about what the list holds.
func (l *list) shows(p *version, c *cell, v *version) bool {
	if !v.exists() {
		return false
	}
	if _, loose := valueIn[places](p).loose[c]; loose || len(l.filter) == 0 {
		return true
	}
	return l.filter.fits(l.grid.model.in(v))
}

// view returns what a reader of the list sees.
func (l *list) view(sn *Snapshot) *View {
	if seq, pinned := sn.at(); pinned {
		if v, ok := l.viewAt(seq); ok {
			return v
		}
	}
	return l.newestView()
}

// withDrafts returns the cells of a response with those that the server cannot
// know yet, because a mutation is under way.
func (l *list) withDrafts(cells []*cell) []*cell {
	var front, back []*cell
	for i, c := range l.cells() {
		switch {
		case !l.expects(c) || slices.Contains(cells, c):
		case i == len(front):
			front = append(front, c)
		default:
			back = append(back, c)
		}
	}
	if len(front)+len(back) == 0 {
		return cells
	}
	return slices.Concat(front, cells, back)
}

// expects reports whether a cell is in the list only because of its patches.
func (l *list) expects(c *cell) bool {
	if c.more == nil || len(c.more.patches) == 0 || c.head.Load().state() != present {
		return false
	}
	base := c.more.base
	return base.state() != present || len(l.filter) > 0 && l.filter.fits(l.grid.model.in(c.head.Load())) && !l.filter.fits(l.grid.model.in(base))
}
