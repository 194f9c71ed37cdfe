package entity

import (
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/puzpuzpuz/xsync/v4"
)

// grid holds the cells of one type by key.
type grid[K comparable, V any] struct {
	store *Store
	kind  string // for Change: "entity" or "value"
	name  string // of the Go type
	clone cloner
	cells *xsync.Map[K, *cell[V]]
	epoch atomic.Uint64 // a commit not older than the last one that changed a cell
	all   watchers      // of the grid as a whole; the mutex of the store guards it
	// adopted has the keys of drafts that have become real entities: K ->
	// adoption[K].
	adopted sync.Map

	dropped func(*cell[V]) // is told of cells that are not kept; may be nil
}

// adoption says what a draft has become, and in which commit.
type adoption[K comparable] struct {
	key K
	seq uint64
}

func (g *grid[K, V]) init(s *Store, kind string) {
	t := reflect.TypeFor[V]()
	g.store, g.kind, g.name, g.clone = s, kind, t.String(), clonerFor(t)
	g.cells = xsync.NewMap[K, *cell[V]]()
}

func (g *grid[K, V]) read(k K) (V, Status) {
	return g.value(g.find(nil, k))
}

func (g *grid[K, V]) readAt(sn *Snapshot, k K) (V, Status) {
	if _, pinned := sn.at(); pinned && sn.watch != nil {
		g.watch(sn, k)
	}
	return g.value(g.find(sn, k))
}

// find returns the cell that a reader of a key sees, and its version: of a draft
// that has been adopted since, the draft. It never waits.
func (g *grid[K, V]) find(sn *Snapshot, k K) (*cell[V], *version[V]) {
	c, ok := g.cells.Load(k)
	var v *version[V]
	if ok {
		v = c.read(g.store, sn)
	}
	if v.isThere() {
		return c, v
	}
	if real, ok := g.adopted.Load(k); ok && sn.sees(g.store, real.(adoption[K]).seq) {
		if c, ok := g.cells.Load(real.(adoption[K]).key); ok {
			return c, c.read(g.store, sn)
		}
	}
	return c, v
}

// load finds the cell of a key for writers. The mutex of the store is held.
func (g *grid[K, V]) load(k K) (*cell[V], bool) {
	if real, ok := g.adopted.Load(k); ok {
		k = real.(adoption[K]).key
	}
	return g.cells.Load(k)
}

// watch sets the watch of a snapshot on a cell, which need not hold anything.
func (g *grid[K, V]) watch(sn *Snapshot, k K) {
	g.store.lock()
	defer g.store.mu.Unlock()
	sn.watch.on(g.cell(k), sn.seq)
}

func (g *grid[K, V]) value(c *cell[V], v *version[V]) (V, Status) {
	if !v.isThere() {
		var zero V
		return zero, Missing
	}
	status := c.status(g.store, v)
	c.use()
	return cloneWith(g.clone, v.value), status
}

// cell returns the cell of a key, a new one when there is none. The mutex of
// the store is held.
func (g *grid[K, V]) cell(k K) *cell[V] {
	if real, ok := g.adopted.Load(k); ok {
		k = real.(adoption[K]).key
	}
	if c, ok := g.cells.Load(k); ok {
		return c
	}
	c := &cell[V]{}
	c.retain(g.store, 0)
	g.cells.Store(k, c)
	g.store.entries++
	return c
}

// changed records that the commit has written to a cell, and wakes those who
// watch it. Readers of lists look again from now on, and see what they saw
// until the commit is published.
func (g *grid[K, V]) changed(tx *commit, c *cell[V], k K) {
	g.epoch.Store(tx.seq)
	tx.wrote(c)
	if len(g.store.hooks) > 0 {
		tx.changes = append(tx.changes, Change{Type: g.name, Kind: g.kind, Key: k})
	}
	c.wake(tx)
	tx.wake(&g.all)
}

func (g *grid[K, V]) changedAt(k K) uint64 {
	if _, v := g.find(nil, k); v != nil {
		return v.seq()
	}
	return 0
}

func (g *grid[K, V]) renew(w Write, k K) {
	tx := g.store.begin(w)
	defer g.store.end(w)
	c, ok := g.load(k)
	if !ok {
		return
	}
	if c.again(g.store, tx, w) {
		g.changed(tx, c, k)
	}
}

// again renews what a request has delivered as it was, and tells whether that
// makes an invalid value valid. Requests from before the invalidation prove
// nothing.
func (c *cell[V]) again(s *Store, tx *commit, w Write) bool {
	head := c.head.Load()
	if head.state() != unusable {
		c.renew(s, w.TTL)
		return false
	}
	if w.Start < c.more.invalid {
		return false
	}
	c.more.invalid = 0
	c.renew(s, w.TTL)
	c.set(tx, present, head.value, max(head.start, w.Start))
	return true
}

// touch makes a value invalid or stale.
func (g *grid[K, V]) touch(w Write, k K, invalid bool) {
	tx := g.store.begin(w)
	defer g.store.end(w)
	c, ok := g.load(k)
	if !ok {
		return
	}
	if head := c.head.Load(); c.touched(g.store, tx, head, invalid) {
		c.set(tx, unusable, head.value, head.start)
		g.changed(tx, c, k)
	}
}

// touched makes version v stale, and tells whether it is to become unusable.
// Requests from before the last invalidation prove nothing.
func (c *cell[V]) touched(s *Store, tx *commit, v *version[V], invalid bool) bool {
	c.expires.Store(0)
	if invalid && v.isThere() {
		c.rare().invalid = s.Begin()
	}
	if invalid && v.state() == present {
		return true
	}
	c.wake(tx)
	return false
}
