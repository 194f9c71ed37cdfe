package store

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
)

// Store holds the tables of all entity types, and what responses said about
// them. Use New.
//
// Writes are commits, one after the other. Reads never wait for them: each read
// sees the state after some whole commit, and a Snapshot sees the same one for
// as long as it is held.
type Store struct {
	clock
	codec
	commits
	stamps    atomic.Uint64
	drafts    atomic.Uint64 // counts made-up keys
	nextDraft func() uint64
	types     types
	pins      pins

	mu sync.Mutex // held by the one commit under way

	// The mutex guards what follows.
	commit    commit // used again and again
	hooks     hookLists
	watches   map[*Watch]struct{}
	layers    map[*Layer]struct{} // that show something
	size      size
	revisions uint64 // counts those of cells
}

// clock measures from when the store was made.
type clock struct {
	now     func() time.Duration
	started time.Time
	passed  atomic.Int64 // when the last commit began, in nanoseconds
}

// commits numbers them.
type commits struct {
	seq   atomic.Uint64 // the last one that readers may see
	begun atomic.Uint64 // the one under way, else seq
}

// timeAt is the time d after the store was made.
func (c *clock) timeAt(d time.Duration) time.Time { return c.started.Add(d) }

// steady measures with a clock that may go back.
type steady struct {
	now func() time.Time

	mu   sync.Mutex
	last time.Time     // of the clock
	real time.Time     // at that moment
	past time.Duration // until then
}

func (c *steady) elapsed() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, real := c.now(), time.Now()
	passed := now.Sub(c.last)
	if passed < 0 {
		passed = real.Sub(c.real)
	}
	c.last, c.real = now, real
	c.past += passed
	return c.past
}

// types are what the store has for each Go type.
type types struct {
	tables    tables
	values    sync.Map // reflect.Type of the values -> *Values
	responses sync.Map // reflect.Type of whole responses -> *Values
	objects   sync.Map // reflect.Type of the responses -> *Objects
}

// holding is what holds data of one type.
type holding interface {
	collector
	inspected
}

// all returns what there is, in no order.
func (t *types) all() (all []holding) {
	for _, table := range t.tables.list() {
		if table != nil {
			all = append(all, table)
		}
	}
	for _, of := range []*sync.Map{&t.values, &t.responses, &t.objects} {
		for _, held := range of.Range {
			all = append(all, held.(holding))
		}
	}
	return all
}

// codec turns entities into JSON and back.
type codec struct {
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
}

// hookLists are what is told of commits.
type hookLists struct {
	commits   []*func(Commit)
	publishes []func(changed bool)
}

// Option changes a setting of New.
type Option func(*Store)

// WithClock sets the clock that freshness is measured with. When it goes back, what has
// passed meanwhile is measured with the monotonic clock. Default: the monotonic clock,
// which jumps of the wall clock do not move.
func WithClock(now func() time.Time) Option {
	return func(s *Store) {
		c := steady{now: now, last: now(), real: time.Now()}
		s.started, s.now = c.last, c.elapsed
	}
}

// WithUnmarshal sets how JSON becomes an entity, or a slice of them. It must
// refuse trailing data. Default: JSON as RFC 8259 and RFC 7493 have it,
// duplicate names refused.
func WithUnmarshal(f func(data []byte, v any) error) Option {
	return func(s *Store) { s.unmarshal = f }
}

// WithMarshal sets how an entity becomes JSON. Default: as RFC 8259 has it.
func WithMarshal(f func(v any) ([]byte, error)) Option {
	return func(s *Store) { s.marshal = f }
}

// WithRetention sets how long data is kept at least, unless there is too much.
// Default: MinRetention.
func WithRetention(d time.Duration) Option { return func(s *Store) { s.size.retention = d } }

// WithMaxEntries bounds how many entities, lists and values the store holds.
// What nobody watches goes first when there are more: what was not read for
// long before what was, lists before the entities in them. Only what is watched,
// what mutations under way show, and what the last commit has brought stays in any
// case, and what comes beside it has a tenth of the bound. Not positive: no bound,
// which is the default.
//
// Without a bound, too, the store drops data that has no watcher and has expired
// twice over, WithRetention after it was read at the earliest.
func WithMaxEntries(n int) Option { return func(s *Store) { s.size.max = n } }

// New makes an empty store.
func New(opts ...Option) *Store {
	start := time.Now()
	s := &Store{
		clock: clock{started: start, now: func() time.Duration { return time.Since(start) }},
		codec: codec{
			marshal:   func(v any) ([]byte, error) { return json.Marshal(v) },
			unmarshal: func(data []byte, v any) error { return json.Unmarshal(data, v) },
		},
		size: size{retention: MinRetention},
	}
	s.nextDraft = func() uint64 { return s.drafts.Add(1) }
	s.seq.Store(1) // the empty store; Snapshot.at has 0 for the newest commit
	s.begun.Store(1)
	for _, opt := range opts {
		opt(s)
	}
	return s
}

// Unmarshal reads JSON as the store does.
func (s *Store) Unmarshal(data []byte, v any) error { return s.unmarshal(data, v) }

// Marshal writes an entity as JSON.
func (s *Store) Marshal(v any) ([]byte, error) { return s.marshal(v) }

// Elapsed is how long ago the store was made, by its clock.
func (s *Store) Elapsed() time.Duration { return s.now() }

// Begin returns the stamp of a request that is sent now.
func (s *Store) Begin() Stamp { return Stamp(s.stamps.Add(1)) }

// next is what Begin returns next: later than all that has begun.
func (s *Store) next() Stamp { return Stamp(s.stamps.Load() + 1) }

// Seq returns the number of the last commit.
func (s *Store) Seq() uint64 { return s.seq.Load() }

// Lasts reports whether what the last commit has left, which has the number seq, is all
// that there is. Until then, how long something is fresh may have been said of what comes
// next: that is not kept for each version.
func (s *Store) Lasts(seq uint64) bool { return s.begun.Load() == seq }

// Settle waits until a commit that is under way has ended.
func (s *Store) Settle() {
	s.mu.Lock()
	defer s.mu.Unlock()
}

// Layer returns a layer without changes for a mutation that begins now.
func (s *Store) Layer() *Layer { return &Layer{store: s, start: s.Begin()} }

// OnCommit calls f after each commit that changed something, in their order.
// It is called while the store is locked: f must be quick and must not write
// to the store. After remove it is not called again.
func (s *Store) OnCommit(f func(Commit)) (remove func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hook(f)
}

// hook is OnCommit. The mutex is held.
func (s *Store) hook(f func(Commit)) (remove func()) {
	h := &f
	s.hooks.commits = append(s.hooks.commits, h)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.hooks.commits = slices.DeleteFunc(s.hooks.commits, func(other *func(Commit)) bool { return other == h })
	}
}

// OnPublish calls f after each commit that stored something. Changed tells
// whether that was other than before, and not only fresh for another time. F is called
// while the store is locked: it must be quick and must not use the store. It
// costs less than OnCommit. Hooks cannot be removed.
func (s *Store) OnPublish(f func(changed bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hooks.publishes = append(s.hooks.publishes, f)
}

// Commit makes all writes of f one commit: readers see all of them or none. F
// passes on the Write that it is given, and does not keep it.
func (s *Store) Commit(w Write, f func(Write)) {
	w.commit = s.begin(w)
	if w.commit.depth++; w.commit.depth == 1 {
		defer s.publish()
	}
	defer func() { w.commit.depth-- }()
	f(w)
}

// begin locks the store, unless w is part of a commit already.
func (s *Store) begin(w Write) *commit {
	if w.commit != nil {
		return w.commit
	}
	s.lock()
	s.commit.seq, s.commit.by = s.seq.Load()+1, w.By
	s.begun.Store(s.commit.seq)
	return &s.commit
}

// lock locks the store and looks at the clock, once for all that is stored
// until it is unlocked.
func (s *Store) lock() {
	s.mu.Lock()
	s.commit.now = s.now()
	s.passed.Store(int64(s.commit.now))
}

// end publishes the commit, unless w is part of one that goes on.
func (s *Store) end(w Write) {
	if w.commit == nil {
		s.publish()
	}
}

// publish lets readers see the commit, wakes those who watch what it changed,
// and unlocks the store.
func (s *Store) publish() {
	defer func() { // also when a hook panics
		s.begun.Store(s.seq.Load())
		s.mu.Unlock()
	}()
	c := &s.commit
	c.settleParents()
	for _, f := range c.finish {
		f(c)
	}
	clear(c.finish)
	c.finish = c.finish[:0]
	defer c.reset()
	if c.changed {
		s.seq.Store(c.seq)
		s.trim(c.touched)
	}
	for _, w := range c.waking {
		w.Wake()
	}
	if len(c.changes) > 0 {
		for _, hook := range s.hooks.commits {
			(*hook)(Commit{Seq: c.seq, At: s.timeAt(c.now), By: c.by, Changes: slices.Clone(c.changes)})
		}
	}
	if c.changed || c.timed {
		for _, hook := range s.hooks.publishes {
			hook(c.changed)
		}
	}
	s.limit()
}

// trim drops what no reader needs from what a commit has touched. The mutex is
// held.
func (s *Store) trim(touched []*cell) {
	pinned := s.pins.commits(s.seq.Load())
	for _, c := range touched {
		if !c.trim(pinned) {
			continue
		}
		if s.commit.kept == nil {
			s.commit.kept = map[*cell]struct{}{}
		}
		s.commit.kept[c] = struct{}{}
	}
}

// release says that a snapshot of a commit has gone.
func (s *Store) release(seq uint64) {
	if s.pins.remove(seq) {
		s.collect()
	}
}

// collect drops what only released snapshots needed.
func (s *Store) collect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.collectKept()
}

// collectKept is collect. The mutex is held.
func (s *Store) collectKept() {
	pinned := s.pins.commits(s.seq.Load())
	for c := range s.commit.kept {
		if !c.trim(pinned) {
			delete(s.commit.kept, c)
		}
	}
}

// Snapshot returns the state of the store after the last commit.
func (s *Store) Snapshot() *Snapshot { return &Snapshot{store: s, seq: s.pins.add(&s.seq)} }

// Images returns what the store holds of several types, all of the same moment.
// Those that are of another store panic.
func (s *Store) Images(of ...Persistent) []*Image {
	s.lock()
	defer s.mu.Unlock()
	images := make([]*Image, len(of))
	for i, p := range of {
		images[i] = p.gather()
		images[i].Of, images[i].seq, images[i].revisions = p, s.seq.Load(), s.revisions
	}
	return images
}

// Inspect yields what the store holds, in the order of kinds and types: the
// state of a snapshot, or the newest for nil. It is for tools that show a store
// to people: it reads without setting watches, and reading does not keep data
// from being dropped.
func (s *Store) Inspect(sn *Snapshot) iter.Seq[TableInfo] {
	var all []TableInfo
	for _, table := range s.types.all() {
		typ, kind, internal := table.inspectNames()
		all = append(all, TableInfo{Type: typ, Kind: kind, Internal: internal, at: sn, table: table})
	}
	slices.SortFunc(all, func(a, b TableInfo) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Type, b.Type))
	})
	return slices.Values(all)
}

// Layers returns the optimistic changes that are shown now, in the order of
// their starts.
func (s *Store) Layers() []LayerInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []LayerInfo
	for l := range maps.Keys(s.layers) {
		all = append(all, LayerInfo{Start: l.start, At: l.shown.at, By: l.shown.by, Changes: slices.Clone(l.shown.changes)})
	}
	slices.SortFunc(all, func(a, b LayerInfo) int { return cmp.Compare(a.Start, b.Start) })
	return all
}

// Record begins to keep the last commits, limit at least and a quarter more at
// most. A limit that is not positive counts as 1.
func (s *Store) Record(limit int) *Recording {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &Recording{store: s, limit: max(limit, 1), base: s.pins.add(&s.seq)}
	r.remove = s.hook(r.add)
	return r
}

// Restore stores what was saved some time ago, in an empty store that nobody
// reads yet. Types that are inside others come before those. What has been fresh
// since then is not any more when its time is over; what was to be dropped since
// then is not restored. A negative ago means that the time is not known, such as when a
// clock was set back: nothing counts as fresh.
//
// The numbers of commits and revisions are those that they were, so that what was
// remembered about them still holds. The error says what could not be read; the rest is restored.
func (s *Store) Restore(ago time.Duration, saved ...Saved) error {
	var errs []error
	images := make([]savedImage, len(saved))
	last, revisions := s.Seq(), uint64(0)
	for i := range saved {
		err := json.Unmarshal(saved[i].Data, &images[i])
		if err == nil && max(images[i].Seq, images[i].Revisions) > maxSaved {
			err = errors.New("the number of the commit is too large")
		}
		if err != nil {
			images[i] = savedImage{}
			errs = append(errs, fmt.Errorf("%s: %w", saved[i].Of.TypeName(), err))
		}
		last, revisions = max(last, images[i].Seq), max(revisions, images[i].Revisions)
	}
	r := restoring{tx: s.begin(Write{}), store: s, start: s.Begin(), ago: ago, last: last}
	defer s.end(Write{})
	s.revisions = max(s.revisions, revisions)
	for i, image := range images {
		errs = append(errs, r.image(saved[i].Of, image))
	}
	r.tx.seq = last
	return errors.Join(errs...)
}

// revise returns a revision that no cell had before. The mutex is held.
func (s *Store) revise() uint64 {
	s.revisions++
	return s.revisions
}

// Watch returns a watch on nothing yet.
func (s *Store) Watch() *Watch { return s.watch(make(chan struct{}, 1)) }

// Instead returns a watch on nothing yet that takes the place of w, a watch on
// another store: who waits for w waits for it. W is closed.
func (s *Store) Instead(w *Watch) *Watch {
	w.Close()
	return s.watch(w.ready)
}

func (s *Store) watch(ready chan struct{}) *Watch {
	w := &Watch{store: s, ready: ready, places: map[watched]uint64{}}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watches == nil {
		s.watches = map[*Watch]struct{}{}
	}
	s.watches[w] = struct{}{}
	return w
}

// Wake wakes every watch, whatever it is on.
func (s *Store) Wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for w := range s.watches {
		w.Wake()
	}
}

// Len returns the number of entities, lists and values that the store holds.
func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size.entries
}

// forever is the longest time that anything lasts: what is longer would overflow.
const forever = 30 * 365 * 24 * time.Hour

// second is the time d after the beginning of the commit, in seconds since the
// store was made.
func (s *Store) second(d time.Duration) uint32 {
	return uint32((s.commit.now + min(d, forever)) / time.Second)
}

// sweep drops what nobody watches and what has expired twice over. The mutex is held.
func (s *Store) sweep() {
	s.size.left = 0
	for _, h := range s.types.all() {
		h.expire(s.second(0))
	}
}

// limit drops what nobody needs at the end of a commit.
func (s *Store) limit() {
	if s.commit.now >= s.size.nextSweep {
		s.size.nextSweep = s.commit.now + SweepInterval
		s.sweep()
	}
	if s.size.isExceeded() {
		held := s.types.all()
		all := make([]collector, len(held))
		for i, h := range held {
			all[i] = h
		}
		s.size.evict(all)
	}
}
