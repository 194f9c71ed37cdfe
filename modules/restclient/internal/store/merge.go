package store

import (
	"math"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// ToldSince reports whether a mutation was answered since a stamp, or a read has begun, that
// says, or may mean, that there is an entity with key k.
func (t *Table) ToldSince(k any, start Stamp) bool {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	c, ok := t.load(k)
	return ok && (c.toldSince(start) || c.deliveredSince(start))
}

// GoneSince reports whether the entity with key k was deleted since a stamp.
func (t *Table) GoneSince(k any, start Stamp) bool {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	c, ok := t.load(k)
	return ok && c.refuses(Write{Start: start})
}

// ListDoubtedSince is DoubtedSince for the list with key k, and for what is in it.
func (t *Table) ListDoubtedSince(k ListKey, start Stamp) bool {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	l, ok := t.lists.byID.Load(k.ID())
	return ok && (l.doubtedAt() > start || slices.ContainsFunc(l.cells(), func(c *cell) bool { return c.doubtedAt() > start }))
}

// merge takes the fields of a row that are not older than the stored ones. It
// makes a version only when a value differs. It reports false for a row from
// before the deletion of its entity.
func (t *Table) merge(tx *commit, w Write, c *cell, row *Row) bool {
	if t.inside != nil {
		linked := t.link(tx, w, *row)
		row = &linked
	}
	if overtaken := c.overtaken(w); overtaken || c.refuses(w) {
		// The server may have made the entity again after the deletion, or has it under another key.
		if overtaken || w.Mutation || w.Start < c.more.doubt.renamed {
			t.doubt(tx, c, func(l *list) bool { return l.filter.fitsPresent(*row) })
		}
		return false
	}
	if w.Mutation {
		c.rare().doubt.told = t.store.Begin()
		c.more.doubt.echo = awaited
	}
	if w.Mutation && t.hooks.newer == nil {
		w.answered = c.more.doubt.told
	}
	if c.more != nil && !w.Apart {
		c.more.apart.said = max(c.more.apart.said, w.Start, w.answered)
	}
	w.partial = w.partial && row.present.Count() < t.shape.Size()
	before, claimed := standingOf(c), c.claimed(w)
	base := before.said
	if w.Mutation && row.present.Count() < t.shape.Size() && (before.inDoubt || c.isApartOnly() || !base.exists() && c.isExpected(w)) {
		w.TTL = 0 // it does not say what all of the fields are
	}
	switch {
	case base.state() == nothing || base.state() == deleted:
		t.deliver(tx, w, c, row)
	case t.outdated(base, row):
		t.revive(w, c, base)
		if w.Mutation && t.disputes(base, row) {
			t.doubt(tx, c, func(l *list) bool { return l.filter.fitsPresent(*row) })
		}
	default:
		w = t.ordered(w, base)
		t.update(tx, w, c, base, row)
	}
	if w.Apart || c.more != nil && c.confirmed() != base {
		c.alter(t.store, w)
	}
	if w.Mutation {
		t.lists.rehomed(tx, c, before, claimed.Mask)
	}
	if c.more != nil && c.more.parts != nil && w.sent() < c.more.parts.doubted() {
		c.doubt(t.store, tx)
	}
	return true
}

// deliver stores the first row of an entity. The row is what is stored afterwards.
func (t *Table) deliver(tx *commit, w Write, c *cell, row *Row) {
	if w.sent() < t.expired {
		w.TTL = 0
	}
	t.lists.shifted = t.store.next()
	if !w.Pushed && !w.Mutation {
		t.lists.news = t.lists.shifted
	}
	c.assure(w)
	c.renew(t.store, w)
	c.mark(w)
	if c.more != nil {
		c.more.fields, c.more.invalid, c.more.doubt.removed = nil, 0, false
		c.more.doubt.inDoubt = c.more.doubt.inDoubt || !w.Mutation && c.mayBeMade()
	}
	if n := t.shape.Size(); row.present.Count() < n {
		fields := make([]stamps, n)
		for i := range fields {
			if row.present.Has(i) {
				fields[i] = stamps{w.Start, w.Start, w.answered, w.answered}
			}
		}
		c.rare().fields = fields
	}
	c.settle(w.answered)
	v, st := t.model.box(row.p), present
	row.p = t.model.in(v)
	if c.isApart(w) {
		st = unusable // it may lack what others ask for
	}
	t.confirm(tx, c, st, v, w.Start)
}

// update merges a row into a stored entity. A row with all fields is what is stored
// afterwards.
func (t *Table) update(tx *commit, w Write, c *cell, base *version, row *Row) {
	revived := t.revive(w, c, base)
	st := base.state()
	if revived {
		st = present
	}
	if c.uniform() && !c.echo().isAbout(w) && w.Start >= base.start && w.Start >= c.settled() && row.present.Count() == t.shape.Size() {
		base.start = w.Start
		c.settle(w.answered)
		c.mark(w)
		stored := base
		if revived || t.model.in(base) != row.p && !t.equal(t.model.in(base), row.p) {
			stored = t.model.box(row.p)
			t.confirm(tx, c, st, stored, w.Start)
		}
		row.p = t.model.in(stored)
		return
	}
	next, doubtful := t.overlay(w, c, base, row)
	if next == nil && revived {
		next = t.model.box(t.model.in(base))
	}
	if next != nil {
		t.confirm(tx, c, st, next, max(base.start, w.Start))
	}
	if !doubtful.IsEmpty() {
		t.doubt(tx, c, func(l *list) bool { return l.filter.selects(doubtful) })
	}
}

// revive is that of a cell, which what a later read has told does not prove again.
func (t *Table) revive(w Write, c *cell, base *version) bool {
	c.assure(w)
	return (w.Start >= base.start || w.Mutation) && c.revive(t.store, w, base)
}

// overlay returns a new version with the stored value and those fields of row
// that are not older, nil when none differs. Doubtful are the fields of which
// nobody knows which value is the later one: two requests differ that were under way
// at the same time, at least one of them a mutation, or a mutation does not say what
// it has set. Of two mutations, that one is believed which alone is about the field:
// the other one tells what it has found.
func (t *Table) overlay(w Write, c *cell, base *version, row *Row) (next *version, doubtful shape.Mask) {
	fields, claimed, order := t.stamps(c, base), c.claimed(w), serving{}
	result, said, taken := valueAt(t.model.in(base)), valueAt(row.p), 0
	contradicts := false // what mutations are about
	doubtful = shape.NewMask(len(fields))
	order.open = shape.NewMask(len(fields))
	overtaken := w.Mutation && t.overtakes(fields, w, &claimed, row, result)
	if w.Mutation && !overtaken {
		doubtful = t.takeBack(fields, w, &claimed, row, result)
	}
	for i := range fields {
		if !row.present.Has(i) {
			if claimed.Has(i) {
				doubtful.Set(i)
			}
			continue
		}
		f, differs := &fields[i], !t.shape.Same(i, result, said)
		if f.outweighs(w) || overtaken && claimed.mayHave(i) && f.delivered > w.Start {
			if differs && (w.Mutation || f.settled > max(f.delivered, w.Start)) {
				doubtful.Set(i)
			}
			if !differs { // a later read has told what the mutation has set
				f.answered(w, claimed.mayHave(i))
			}
			continue
		}
		if differs && w.Mutation && f.settled > w.sent() && !order.follows(i, claimed, f.claimed > w.sent()) {
			doubtful.Set(i)
			continue
		}
		taken++
		if differs && f.claimed > 0 {
			contradicts = true
			if w.Pushed && c.more.doubt.echo != heard {
				doubtful.Set(i)
			}
		}
		f.answered(w, claimed.mayHave(i))
		if differs || claimed.Has(i) {
			f.changed = max(f.changed, w.Start)
			if differs && next == nil {
				next = t.model.box(t.model.in(base))
				result = valueAt(t.model.in(next))
			}
			if differs {
				t.shape.CopyField(i, result, said)
			}
		}
		f.delivered = max(f.delivered, w.Start)
	}
	if w.Volatile && taken > 0 || taken == len(fields) {
		c.mark(w)
	}
	c.more.doubt.echo = c.more.doubt.echo.after(w, taken == len(fields), contradicts)
	if !order.last || !doubtful.IsEmpty() {
		doubtful = doubtful.With(order.open)
	}
	return next, doubtful
}

// overtakes reports whether a read that began after a mutation has changed a field that the
// mutation is about to something else. Then all that the read has told of these fields
// stays: some of them from the one and others from the other were never there together.
func (t *Table) overtakes(fields []stamps, w Write, claimed *claims, row *Row, result reflect.Value) bool {
	said := valueAt(row.p)
	for i := range fields {
		if row.present.Has(i) && claimed.mayHave(i) && fields[i].outweighs(w) && !t.shape.Same(i, result, said) {
			return true
		}
	}
	return false
}

// takeBack lets the answer to a mutation set what reads have changed that began after it,
// when one of them tells a field that the mutation has set as it was before: then the answer
// is likely to be later than all that they have told, and is not mixed with that. It returns
// the fields in which they differ.
func (t *Table) takeBack(fields []stamps, w Write, claimed *claims, row *Row, result reflect.Value) (differ shape.Mask) {
	said, unseen := valueAt(row.p), false
	differ = shape.NewMask(len(fields))
	onlyRead := func(i int) bool { return row.present.Has(i) && fields[i].settled <= w.Start }
	for i, f := range fields {
		unseen = unseen || claimed.Has(i) && onlyRead(i) && f.delivered > w.Start && !f.outweighs(w) && !t.shape.Same(i, result, said)
	}
	for i := range fields {
		if f := &fields[i]; unseen && onlyRead(i) && f.outweighs(w) {
			f.changed = w.Start
			if !t.shape.Same(i, result, said) {
				differ.Set(i)
			}
		}
	}
	return differ
}

// serving is what the fields of an answer tell of when its mutation was served, among
// those that were under way at the same time and are answered.
type serving struct {
	last bool       // after the others: they have not found what it has set
	open shape.Mask // the fields that differ and do not tell
}

// follows compares one field that differs. It is false when another mutation alone is
// about the field.
func (s *serving) follows(i int, claimed claims, others bool) bool {
	switch mine := claimed.mayHave(i); {
	case !mine && others:
		return false
	case mine && !others && claimed.known:
		s.last = true
	default:
		s.open.Set(i)
	}
	return true
}

// stamps returns the stamps of the fields, in their own memory.
func (t *Table) stamps(c *cell, base *version) []stamps {
	m := c.rare()
	if m.fields == nil {
		m.fields = slices.Repeat([]stamps{{base.start, base.start, m.settled, m.settled}}, t.shape.Size())
	}
	return m.fields
}

// confirm makes a new version what the server has said, and shows it with the
// patches on top.
func (t *Table) confirm(tx *commit, c *cell, st state, v *version, start Stamp) {
	if c.more != nil {
		t.revise(c)
	}
	if t.inside == nil && (c.more == nil || len(c.more.patches) == 0) {
		t.show(tx, c, st, v, start)
		return
	}
	old := c.confirmed()
	if !old.exists() {
		old = c.head.Load() // what a layer has made
	}
	v.mark, v.start = uint64(st), start
	c.rare().base = v
	t.lists.moved(tx, c, old, v, nil)
	shown := c.head.Load()
	t.fold(tx, c)
	if c.head.Load() == shown {
		t.saidUnseen(tx, c)
	}
}

// revise gives a cell, and what shows it, other revisions where one was asked for.
func (t *Table) revise(c *cell) {
	revise := func(c *cell) {
		if c.more.revision != 0 {
			c.more.revision = t.store.revise()
		}
	}
	revise(c)
	c.eachShowing(revise)
}

// saidUnseen notes that the server has said of a cell what a mutation showed already.
func (t *Table) saidUnseen(tx *commit, c *cell) {
	mark := func(c *cell) { c.rare().doubt.unseen = tx.seq }
	mark(c)
	c.eachShowing(mark)
	tx.changed = true // the next commit has another number
}

// show makes v, which is new, the newest version.
func (t *Table) show(tx *commit, c *cell, st state, v *version, start Stamp) {
	old := c.head.Load()
	c.set(tx, st, v, start)
	if st.exists() && !c.exists() {
		c.expires.Store(math.MaxInt64) // there is nothing to ask a server for
	}
	t.changed(tx, c, func() any { return t.keyIn(v) })
	said := c.confirmed()
	if said == v {
		said = nil
	}
	t.lists.moved(tx, c, old, v, said)
	if t.lists.every.Load() != nil && st.exists() && old.state() != present && !c.isApartOnly() {
		t.lists.appeared(tx, c)
	}
	for _, x := range t.indexed {
		x.update(tx, old, v)
	}
}

// doubt makes an entity stale, the lists that hold it and those that may.
func (t *Table) doubt(tx *commit, c *cell, may func(*list) bool) {
	c.doubt(t.store, tx)
	for _, l := range t.lists.byID.All() {
		if l.head.Load().state() != nothing && (may(l) || c.lists > 0 && slices.Contains(l.cells(), c)) {
			l.doubt(t.store, tx)
		}
	}
	t.lists.grown = t.store.Begin()
}

// outdated reports whether the entity type says that a row is not newer than what
// is stored.
func (t *Table) outdated(base *version, row *Row) bool {
	return t.hooks.newer != nil && !t.hooks.newer(row.p, t.model.in(base))
}

// disputes reports whether a row that is not newer than what is stored, by what it has, is
// no older either and says something else: it may lack what would tell.
func (t *Table) disputes(base *version, row *Row) bool {
	p := t.model.shallow(t.model.in(base))
	for i := range t.shape.Size() {
		if row.present.Has(i) {
			t.shape.CopyField(i, valueAt(p), valueAt(row.p))
		}
	}
	return !t.says(base, *row) && !t.hooks.newer(t.model.in(base), p)
}

// ordered returns the write as it counts for an entity type that says itself
// what is newer: when the request began does not matter.
func (t *Table) ordered(w Write, base *version) Write {
	if t.hooks.newer != nil {
		w.Start = max(w.Start, base.start)
	}
	return w
}

// link stores the entities and the lists inside a row before the row itself.
func (t *Table) link(tx *commit, w Write, row Row) Row {
	w.commit, row.p = tx, t.model.shallow(row.p)
	l := linking{w: w, parent: row.p}
	if row.nested != nil {
		for _, put := range row.nested.puts {
			put(tx, w)
		}
		l.place = row.nested.place
		row.nested = nil
	}
	t.inside.link(&l, reflect.ValueOf(row.p).Elem())
	return row
}

// filled returns a copy of what p points to with what is inside set to what it
// is now. It reports false when the value cannot be without a part that is gone.
func (t *Table) filled(f *filling, p any) (any, bool) {
	p = t.model.shallow(p)
	return p, t.inside.fill(f, reflect.ValueOf(p).Elem())
}

// gatherRare completes a row by what only few cells have. It takes out what the server has
// said is gone, since nothing will tell of that when the row is restored.
func (t *Table) gatherRare(c *cell, row *savedRow) {
	row.Revision = c.more.revision
	if c.more.parts == nil || !c.more.parts.lacksSome() {
		return
	}
	p, whole := t.filled(&filling{said: true}, row.p)
	row.p, row.Invalid = p, row.Invalid || !whole
}

// forgetParts has what a dropped entity shows make it anew no more.
func (t *Table) forgetParts(c *cell) {
	if c.more != nil && c.more.parts != nil {
		t.notes(c, nil)
	}
}

// settleParents has what entities show be what the commit has written so far, before one
// of them is returned.
func (t *Table) settleParents(tx *commit) {
	if t.inside != nil {
		tx.settleParents()
	}
}

// notes records what a cell shows now. It reports whether that is something else
// than before.
func (t *Table) notes(c *cell, parts []seenPart) bool {
	if c.more.parts == nil {
		c.more.parts = &shower{table: t, cell: c}
	}
	return c.more.parts.note(parts)
}
