package store

import (
	"slices"
	"sync/atomic"
	"time"
)

// cell is the place of one value. Its newest version is at the head of a chain
// of the older ones that snapshots need.
type cell struct {
	head    atomic.Pointer[version] // nil as long as nothing was stored
	expires atomic.Int64            // nanoseconds since the store was made; below 0 since it was expired, the stamp of that
	keep    atomic.Uint32           // the second at which it may be dropped, and whether it was read
	lists   int32                   // lists that hold the cell; the mutex of the store guards it
	more    *more                   // what few cells have; the mutex of the store guards it
}

// refuses reports whether a write is from before the deletion of the value.
func (c *cell) refuses(w Write) bool { return c.more != nil && w.sent() < c.more.gone }

// isHidden reports whether a value without a version is known not to be there: it was deleted
// before anything of it came, or a mutation under way deletes it.
func (c *cell) isHidden() bool { return c.more != nil && (c.more.gone > 0 || c.more.base != nil) }

// overtaken reports whether a push may be from before the deletion of the value.
func (c *cell) overtaken(w Write) bool { return w.Pushed && c.more != nil && c.more.doubt.removed }

// toldSince reports whether a mutation was answered since a stamp that says, or may
// mean, that the value is there.
func (c *cell) toldSince(start Stamp) bool {
	return c.more != nil && max(c.more.doubt.told, c.more.doubt.doubted) > start
}

// deliveredSince reports whether a request has begun since a stamp that has delivered some
// of the value.
func (c *cell) deliveredSince(start Stamp) bool {
	base := c.confirmed()
	if !base.exists() || base.start > start || c.more == nil {
		return base.exists() && base.start > start
	}
	return slices.ContainsFunc(c.more.fields, func(f stamps) bool { return f.delivered > start })
}

// newest returns the version that the last commit left. It never waits.
func (c *cell) newest(s *Store) *version {
	for {
		// The commit first: what it has left is at the head by then, and not what a
		// later one, which may write the cell twice, has left for the moment. When
		// that one has dropped what is asked for, it has ended.
		if v, ok := c.at(s.seq.Load()); ok {
			return v
		}
	}
}

// read returns the version that a reader sees, at a snapshot or else the newest.
func (c *cell) read(s *Store, sn *Snapshot) *version {
	if seq, pinned := sn.at(); pinned {
		if v, ok := c.at(seq); ok {
			return v
		}
	}
	return c.newest(s)
}

// at returns the version that commit seq left. It reports false when that has
// been dropped, which cannot happen to a pinned commit.
func (c *cell) at(seq uint64) (*version, bool) {
	v := c.head.Load()
	if v == nil || v.seq() <= seq {
		return v, true
	}
	return v.before(seq)
}

// set makes v, which is new, the newest version. The mutex of the store is held.
func (c *cell) set(tx *commit, st state, v *version, start Stamp) *version {
	v.mark, v.start = tx.seq<<seqShift|uint64(st), start
	old := c.head.Load()
	switch {
	case old == nil:
		v.mark |= firstBit
	case old.seq() == tx.seq:
		v.mark |= old.mark & firstBit
		v.prev.Store(old.prev.Load())
	default:
		v.prev.Store(old)
	}
	c.head.Store(v)
	return v
}

// trim drops the versions that no reader of the pinned commits needs, which are in order,
// and reports whether some are left besides the newest.
func (c *cell) trim(pinned []uint64) bool {
	next := c.head.Load()
	if next == nil {
		return false
	}
	if pinned[0] >= next.seq() { // nobody reads what was before
		next.prev.Store(nil)
		return false
	}
	end := next.seq()    // of what came after the version that is looked at
	var dropped *version // the oldest of those that were passed since next
	for v := next.prev.Load(); v != nil; v = v.prev.Load() {
		if !v.isGap() && isPinned(pinned, v.seq(), end) {
			next.precede(dropped, v)
			next, dropped = v, nil
		} else {
			dropped = v
		}
		end = v.seq()
	}
	switch {
	case dropped == nil:
	case dropped.first() && pinned[0] < dropped.seq(): // a reader from before all of them
		next.precede(dropped, nil)
	default:
		next.prev.Store(nil)
	}
	return c.head.Load().prev.Load() != nil
}

// isPinned reports whether a commit from first to before end is among the pinned
// ones.
func isPinned(pinned []uint64, first, end uint64) bool {
	at, _ := slices.BinarySearch(pinned, first)
	return at < len(pinned) && pinned[at] < end
}

// renew makes the value fresh from the beginning of the commit, for as long as
// the write says. What was asked for before the value was expired or doubted stays stale, and
// so does that of which only some fields are told.
func (c *cell) renew(s *Store, w Write) {
	ttl := min(w.TTL, forever)
	if w.Apart {
		if c.mayGoAt(s.second(2 * ttl)) {
			c.retain(s, ttl)
		}
		return
	}
	if w.partial {
		c.retain(s, ttl)
		return
	}
	if w.sent() < c.expiredAt() {
		c.retain(s, ttl)
		return
	}
	if w.sent() < c.doubtedAt() {
		ttl = 0
	}
	c.assure(w)
	s.commit.timed = true
	c.expires.Store(int64(s.commit.now + ttl))
	c.retain(s, ttl)
}

// expiredAt is when the value was expired last, 0 when it was told since.
func (c *cell) expiredAt() Stamp { return Stamp(max(0, -c.expires.Load())) }

// status tells how far version v, which is the newest one, can be trusted.
func (c *cell) status(s *Store, v *version) Status {
	switch v.state() {
	case nothing, deleted:
		return Missing
	case unusable:
		return Invalid
	}
	// What was over at the last commit needs no look at the clock.
	if expires := c.expires.Load(); expires > s.passed.Load() && int64(s.now()) < expires {
		return Fresh
	}
	return Stale
}

// changedAt is the last commit that changed what readers see, 0 when they never saw
// anything.
func (c *cell) changedAt() uint64 {
	if v := c.head.Load(); v != nil {
		return v.seq()
	}
	return 0
}

// eachShowing calls f for what shows the value, at whatever depth, and maybe again.
func (c *cell) eachShowing(f func(*cell)) {
	if c.more == nil {
		return
	}
	below := func(parents map[*shower]struct{}) {
		for p := range parents {
			f(p.cell)
			p.cell.eachShowing(f)
		}
	}
	below(c.more.parents)
	for _, l := range c.more.holders {
		below(l.more.parents)
	}
}

// saidAt is changedAt, or the last commit that changed what the server has said, where
// readers saw just that before.
func (c *cell) saidAt() uint64 {
	if c.more == nil {
		return c.changedAt()
	}
	return max(c.changedAt(), c.more.doubt.unseen)
}

// followed does nothing: only a list need know whether it is watched or shown.
func (c *cell) followed() {}

// more is what only few cells have: it is watched, or several requests about it
// are under way.
type more struct {
	watchers map[*Watch]struct{}
	parents  map[*shower]struct{} // values that show this one
	holders  []*list              // that hold the cell, and are watched or shown
	revision uint64               // counts what the server has said
	fields   []stamps             // per field; nil: all are from the start of the newest version
	settled  Stamp                // when the last mutation of all fields was answered, as long as fields is nil
	invalid  Stamp                // when it was invalidated; 0: it is not
	gone     Stamp                // when it was deleted last
	doubt    doubt
	apart    apart
	base     *version // what the server has said, as long as there are patches or parts
	patches  []patch
	parts    *shower // the cell as a value that shows others; nil when it shows none
	volatile bool    // some of it must not be saved
	pages    pages   // that were added to a response with lists
}

// apart is what matters to what was asked for apart.
type apart struct {
	only    bool  // nothing else is known of the value
	altered Stamp // when something else changed it last
	said    Stamp // when the last request began, or mutation was answered, that asked otherwise
}

// mark notes whether what a write has stored may be saved, when all that is there
// now is from that write.
func (c *cell) mark(w Write) {
	if w.Volatile || c.more != nil {
		c.rare().volatile = w.Volatile
	}
}

func (c *cell) rare() *more {
	if c.more == nil {
		c.more = &more{}
		if head := c.head.Load(); head != nil {
			c.more.apart.said = head.start // nothing was asked for apart so far
		}
	}
	return c.more
}

// wake wakes who watches the cell or a list that holds it, and has the values
// made anew that show them.
func (c *cell) wake(tx *commit) {
	if c.more == nil {
		return
	}
	tx.tell(c.more)
	for _, l := range c.more.holders {
		tx.tell(l.more)
	}
}

func (c *cell) exists() bool { return c.confirmed().exists() }

// revive renews a value, which is v, that a request has delivered again. It reports
// whether that makes an invalid one valid; requests from before the invalidation prove
// nothing.
func (c *cell) revive(s *Store, w Write, v *version) bool {
	if v.state() != unusable || w.Apart {
		c.renew(s, w)
		return false
	}
	if w.Start < c.more.invalid || w.partial {
		return false
	}
	c.renew(s, w)
	c.more.invalid, c.more.apart.only = 0, false
	return true
}

// toldAgain notes that a request has found what the server has said before: the answers
// to requests that began before that one are older.
func (c *cell) toldAgain(w Write) {
	base := c.confirmed()
	switch {
	case base.state() != present || w.Start < c.settled():
	case c.uniform():
		base.start = max(base.start, w.Start)
	default:
		for i := range c.more.fields {
			c.more.fields[i].delivered = max(c.more.fields[i].delivered, w.Start)
		}
	}
}

// again is revive for a value whose newest version is what the server has said.
func (c *cell) again(s *Store, m *model, tx *commit, w Write) bool {
	head := c.head.Load()
	if !c.revive(s, w, head) {
		return false
	}
	c.set(tx, present, m.box(m.in(head)), max(head.start, w.Start))
	return true
}

// doubt makes the value stale, and what shows it; answers to requests that began
// before do not make them fresh.
func (c *cell) doubt(s *Store, tx *commit) {
	at := s.Begin()
	c.doubtAlone(s, tx, at)
	spread(s, tx, at, c.more.parents)
}

func (c *cell) doubtAlone(s *Store, tx *commit, at Stamp) {
	m := c.rare()
	m.doubt.doubted, m.doubt.inDoubt = at, true
	c.touched(s, tx, nil, Expire)
}

// touched makes version v stale, and reports whether it is to become unusable.
// Requests from before the last invalidation prove nothing.
func (c *cell) touched(s *Store, tx *commit, v *version, how Touch) bool {
	c.expires.Store(-int64(s.Begin()))
	s.commit.timed = true
	if how == Invalidate && v.exists() {
		c.rare().invalid = s.Begin()
	}
	if how == Invalidate && v.state() == present {
		return true
	}
	c.wake(tx)
	return false
}

// retain keeps a value for twice its time to live.
func (c *cell) retain(s *Store, ttl time.Duration) {
	c.keep.Store(s.second(max(2*ttl, s.size.retention))<<1 | c.keep.Load()&1)
}

// use notes that the cell was read. It writes rarely, so that readers on other
// cores keep their caches.
func (c *cell) use() {
	if keep := c.keep.Load(); keep&1 == 0 {
		c.keep.CompareAndSwap(keep, keep|1)
	}
}

// spare reports whether the cell was read since the last call.
func (c *cell) spare() bool {
	keep := c.keep.Load()
	return keep&1 != 0 && c.keep.CompareAndSwap(keep, keep&^1)
}

func (c *cell) mayGoAt(second uint32) bool { return c.keep.Load()>>1 <= second }

// isNew reports whether the commit has brought the value. The mutex of the store is held.
func (c *cell) isNew(s *Store) bool { return c.changedAt() == s.commit.seq }

// free reports whether nothing holds the cell.
func (c *cell) free() bool {
	return c.lists == 0 && (c.more == nil || len(c.more.watchers)+len(c.more.parents)+len(c.more.patches) == 0)
}

// doubtedAt is when it was doubted last.
func (c *cell) doubtedAt() Stamp {
	if c.more == nil {
		return 0
	}
	return c.more.doubt.doubted
}

func (c *cell) renewAll(s *Store, w Write) {
	if c.head.Load().state() != present {
		return
	}
	c.renew(s, w)
	c.toldAgain(w)
	if c.more != nil && c.more.parts != nil {
		for _, p := range c.more.parts.parts {
			p.part.renewAll(s, w)
		}
	}
}

func (c *cell) isFrom(start Stamp) bool {
	base := c.confirmed()
	if !base.exists() || base.start > start || c.more == nil {
		return base.exists() && base.start <= start
	}
	newest := max(c.more.settled, c.more.gone, c.more.doubt.doubted)
	for _, f := range c.more.fields {
		newest = max(newest, f.delivered, f.changed, f.settled)
	}
	return newest <= start && c.partsAreFrom(start)
}

// tellsParts reports whether what the cell shows is as a write has told of it. That to a
// mutation is of a later moment than its beginning; what it could not set is in doubt.
func (c *cell) tellsParts(w Write) bool {
	if c.more == nil || c.more.parts == nil || !w.Mutation {
		return c.partsAreFrom(w.Start)
	}
	return c.more.doubt.doubted <= w.Start
}

func (c *cell) partsAreFrom(start Stamp) bool {
	return c.more == nil || c.more.parts == nil || !slices.ContainsFunc(c.more.parts.parts, func(p seenPart) bool { return !p.part.isFrom(start) })
}

// gathered is the state of a cell. The mutex of the store is held.
func (c *cell) gathered(s *Store, st state) savedState {
	return savedState{
		Seq:     c.saidAt(),
		Fresh:   max(0, (c.expires.Load()-int64(s.commit.now))/int64(time.Millisecond)),
		Keep:    int64(c.keep.Load()>>1) - int64(s.second(0)),
		Invalid: st == unusable,
	}
}

func (c *cell) isVolatile() bool { return c.more != nil && c.more.volatile }

// inspect returns what there is to say about version v, whatever its value.
func (c *cell) inspect(s *Store, v *version) RowInfo {
	return RowInfo{Status: c.status(s, v), Seq: v.seq(), FreshFor: time.Duration(c.expires.Load()) - s.now()}
}

// confirmed is what the server has said about the entity of a cell: its newest
// version without patches.
func (c *cell) confirmed() *version {
	if c.more != nil && (len(c.more.patches) > 0 || c.more.base != nil) {
		return c.more.base
	}
	return c.head.Load()
}

// settled is when the last mutation was answered, as far as that holds for all
// fields.
func (c *cell) settled() Stamp {
	if c.more == nil {
		return 0
	}
	return c.more.settled
}

func (c *cell) settle(at Stamp) {
	if at != 0 || c.more != nil {
		c.rare().settled = at
	}
}

// mayBeMade reports whether a mutation is under way that may make the value.
func (c *cell) mayBeMade() bool {
	return slices.ContainsFunc(c.more.patches, func(p patch) bool { return p.fields == nil })
}

// isApart notes whether a write that begins a value was asked for apart.
func (c *cell) isApart(w Write) bool {
	if w.Apart || c.more != nil {
		c.rare().apart.only = w.Apart
	}
	return w.Apart
}

// isApartOnly reports whether all that is known of the value was asked for apart.
func (c *cell) isApartOnly() bool { return c.more != nil && c.more.apart.only }

// alter notes that a write has changed the value, unless that was asked for apart.
func (c *cell) alter(s *Store, w Write) {
	if m := c.rare(); !w.Apart {
		m.apart.altered = s.Begin()
	}
}

// assure ends the doubt about a value that a request has told of as a whole, which began
// later, unless a mutation is under way that may have made it.
func (c *cell) assure(w Write) {
	others := func(p patch) bool { return p.layer.start != w.Start }
	if c.isInDoubt() && !w.partial && w.TTL > 0 && w.sent() >= c.more.doubt.doubted && !slices.ContainsFunc(c.more.patches, others) {
		c.more.doubt.inDoubt = false
	}
}

func (c *cell) isInDoubt() bool { return c.more != nil && c.more.doubt.inDoubt }

// isExpected reports whether a write answers a mutation that was known to be about
// the entity.
func (c *cell) isExpected(w Write) bool {
	return c.more != nil && slices.ContainsFunc(c.more.patches, func(p patch) bool { return p.layer.start == w.Start })
}

// uniform reports whether all fields are from one request, and no request is
// under way that may change some of them.
func (c *cell) uniform() bool {
	return c.more == nil || c.more.fields == nil && len(c.more.patches) == 0
}

func (c *cell) echo() echo {
	if c.more == nil {
		return heard
	}
	return c.more.doubt.echo
}

func (c *cell) claimed(w Write) (all claims) {
	if c.more == nil || !w.Mutation {
		return all
	}
	silent := false
	for _, p := range c.more.patches {
		switch {
		case p.layer.start != w.Start:
		case p.fields == nil:
			silent = true
		default:
			all = claims{*p.fields, true}
		}
	}
	all.known = all.known && !silent
	return all
}

// handOver moves the watches on a cell to the one that replaces it.
func (c *cell) handOver(to *cell) {
	if c.more == nil {
		return
	}
	for w := range c.more.watchers {
		round := w.places[c]
		delete(w.places, c)
		w.on(to, to.changedAt())
		w.places[to] = round
	}
	c.more.watchers = nil
}
