package store

import (
	"sync"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// grid holds the cells of one type.
type grid struct {
	store *Store
	kind  string // for Change: "entity" or "value"
	name  string // of the Go type
	model *model
	cells cells
	epoch atomic.Uint64 // a commit not older than the last one that changed a cell

	adoptions atomic.Int32 // how many drafts adopted has
	adopted   sync.Map     // key of a draft that has become a real entity -> adoption

	dropped func(*cell) // is told of cells that are not kept; may be nil
}

// adoption says what a draft has become, and in which commit.
type adoption struct {
	key any
	seq uint64
}

func (g *grid) init(s *Store, kind string, m *model, c cells) {
	g.store, g.kind, g.name, g.model, g.cells = s, kind, m.typ.String(), m, c
}

// read returns the cell and the version that a reader of a key sees, and sets
// the watch of the snapshot.
func (g *grid) read(sn *Snapshot, key any) (*cell, *version) {
	if sn.watches() {
		g.watch(sn, key)
	}
	return g.find(sn, key)
}

// find returns the cell that a reader of a key sees, and its version: of a draft
// that has been adopted since, the draft. It never waits.
func (g *grid) find(sn *Snapshot, key any) (*cell, *version) {
	c, ok := g.cells.load(key)
	var v *version
	if ok {
		v = c.read(g.store, sn)
	}
	if v.exists() || g.adoptions.Load() == 0 {
		return c, v
	}
	return g.findAdopted(sn, key, c, v)
}

// findAdopted looks for what a draft has become, and returns c and v otherwise.
func (g *grid) findAdopted(sn *Snapshot, key any, c *cell, v *version) (*cell, *version) {
	if real, ok := g.adoption(key); ok && sn.sees(g.store.seq.Load(), real.seq) {
		if c, ok := g.cells.load(real.key); ok {
			return c, c.read(g.store, sn)
		}
	}
	return c, v
}

func (g *grid) adoption(key any) (adoption, bool) {
	if g.adoptions.Load() == 0 {
		return adoption{}, false
	}
	real, ok := g.adopted.Load(key)
	if !ok {
		return adoption{}, false
	}
	return real.(adoption), true
}

func (g *grid) adopt(draft any, real adoption) {
	if _, known := g.adopted.Swap(draft, real); !known {
		g.adoptions.Add(1)
	}
}

// load finds the cell of a key for writers. The mutex of the store is held.
func (g *grid) load(key any) (*cell, bool) {
	if real, ok := g.adoption(key); ok {
		key = real.key
	}
	return g.cells.load(key)
}

// watch sets the watch of a snapshot on a cell, which need not hold anything.
func (g *grid) watch(sn *Snapshot, key any) {
	g.store.lock()
	defer g.store.mu.Unlock()
	sn.watch.on(g.cell(key), sn.seq)
}

// value returns a copy of what a version holds, as a V in an any, or its zero
// value.
func (g *grid) value(c *cell, v *version) (any, Status) {
	status := g.used(c, v)
	if status == Missing {
		return g.model.zero(), Missing
	}
	return g.model.load(g.model.in(v)), status
}

// valueOf is value for callers that know the type.
func valueOf[V any](g *grid, c *cell, v *version) (V, Status) {
	status := g.used(c, v)
	if status == Missing {
		var zero V
		return zero, Missing
	}
	return *shape.CloneOf(g.model.clone, valueIn[V](v)), status
}

// Get is Table.GetAt for callers that know the types of the table. It allocates nothing
// for values that an assignment copies: they are the stored ones, and callers do not change
// them. It returns nil for an entity that the table does not hold.
func Get[E Entity[K], K comparable](t *Table, sn *Snapshot, k K) (*E, Status) {
	if sn.watches() {
		t.watch(sn, k)
	}
	var v *version
	c, ok := t.cells.(*cellMap[K]).m.Load(k)
	if ok {
		v = c.read(t.store, sn)
	}
	if !v.exists() && t.adoptions.Load() > 0 {
		c, v = t.findAdopted(sn, k, c, v)
	}
	status := t.used(c, v)
	if status == Missing {
		return nil, Missing
	}
	return shape.CloneOf(t.model.clone, valueIn[E](v)), status
}

// used tells how far a version can be trusted that a reader has found, and notes that.
func (g *grid) used(c *cell, v *version) Status {
	status := c.status(g.store, v)
	if status != Missing {
		c.use()
	}
	return status
}

// cell returns the cell of a key, and makes it for a new key. The mutex of the store
// is held.
func (g *grid) cell(key any) *cell {
	if real, ok := g.adoption(key); ok {
		key = real.key
	}
	if c, ok := g.cells.load(key); ok {
		return c
	}
	return g.add(key)
}

// cellOf is cell for the entity that p points to.
func (g *grid) cellOf(p any) *cell {
	if c, ok := g.loadOf(p); ok {
		return c
	}
	return g.cell(g.cells.keyOf(p))
}

// loadOf is load for the entity that p points to.
func (g *grid) loadOf(p any) (*cell, bool) {
	if g.adoptions.Load() == 0 {
		return g.cells.of(p)
	}
	return g.load(g.cells.keyOf(p))
}

func (g *grid) add(key any) *cell {
	c := &cell{}
	c.retain(g.store, 0)
	g.cells.store(key, c)
	g.store.size.entries++
	return c
}

// changed records that the commit has written to a cell, and wakes those who
// watch it. Readers of lists look again from now on, and see what they saw
// until the commit is published.
func (g *grid) changed(tx *commit, c *cell, key func() any) {
	g.epoch.Store(tx.seq)
	tx.wrote(c)
	if len(g.store.hooks.commits) > 0 {
		tx.changes = append(tx.changes, Change{Type: g.name, Kind: g.kind, Key: key()})
	}
	c.wake(tx)
}

func (g *grid) expire(second uint32) {
	g.cells.prune(func(c *cell) (gone, stop bool) {
		gone = c.free() && c.mayGoAt(second) && !c.spare()
		if gone {
			g.drop(c)
		}
		return gone, false
	})
	for draft, real := range g.adopted.Range {
		if _, ok := g.cells.load(real.(adoption).key); !ok {
			g.adopted.Delete(draft)
			g.adoptions.Add(-1)
		}
	}
}

func (g *grid) unused(target int) {
	g.cells.prune(func(c *cell) (gone, stop bool) {
		if g.store.size.entries <= target {
			return false, true
		}
		gone = c.free() && !c.isNew(g.store) && !c.spare()
		if gone {
			g.drop(c)
		}
		return gone, false
	})
}

// What follows is of a grid without lists.

func (g *grid) unwatched() []evictable { return nil }

func (g *grid) inspectLists() []ListKey { return nil }

func (g *grid) inspectList(*Snapshot, string) (ListInfo, bool) { return ListInfo{}, false }

func (g *grid) restoreList(*commit, Write, savedList, []*cell) *cell { return nil }

// restored says that a reader may find something else than before.
func (g *grid) restored(tx *commit) { g.epoch.Store(tx.seq) }

// drop is told that a cell is removed.
func (g *grid) drop(c *cell) {
	g.store.size.entries--
	if g.dropped != nil {
		g.dropped(c)
	}
}

func (g *grid) inspectNames() (typ, kind string, internal bool) {
	return g.name, g.kind, isInternal(g.model.typ)
}

func (g *grid) inspectKeys(sn *Snapshot) (keys []any) {
	for key, c := range g.cells.entries() {
		if c.read(g.store, sn).exists() {
			keys = append(keys, key)
		}
	}
	return keys
}

func (g *grid) inspectRow(sn *Snapshot, key any) (RowInfo, bool) {
	c, v := g.inspectCell(sn, key)
	if !v.exists() {
		return RowInfo{}, false
	}
	row := c.inspect(g.store, v)
	row.Key, row.Value = key, g.model.load(g.model.in(v))
	return row, true
}

// inspectCell finds a cell without making it one that was read.
func (g *grid) inspectCell(sn *Snapshot, key any) (*cell, *version) {
	c, ok := g.cells.load(key)
	if !ok {
		return nil, nil
	}
	return c, c.read(g.store, sn)
}

// keyIn is the key of a cell, which is that of the entity it held last.
func (g *grid) keyIn(v *version) any { return g.cells.keyOf(g.model.in(v)) }

// stateOf returns the value of a version; nil has no value.
func (g *grid) stateOf(v *version) (p any, st state) {
	if v == nil {
		return nil, nothing
	}
	return g.model.in(v), v.state()
}

// nowOf returns what the entity that p points to is now. When nothing is stored
// it is p itself. The mutex of the store is held.
func (g *grid) nowOf(f *filling, p any) (any, bool) {
	head, st := g.part(f, p)
	switch st {
	case present:
		return g.model.in(head), true
	case nothing:
		return p, true
	}
	return p, false
}

// part returns the newest version of an entity that a value holds, and its state, and
// notes it. Without a version, the entity is deleted when that is known.
func (g *grid) part(f *filling, p any) (*version, state) {
	c := g.cellOf(p)
	head := c.head.Load()
	if f.said {
		head = c.confirmed()
	}
	f.parts = append(f.parts, seenPart{c, head})
	if head == nil && c.isHidden() {
		return nil, deleted
	}
	return head, head.state()
}
