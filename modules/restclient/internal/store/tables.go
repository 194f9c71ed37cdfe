package store

import (
	"sync"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

var (
	_ Persistent = (*Table)(nil)
	_ holding    = (*Table)(nil)
)

// tables are those of entities by the numbers of their kinds, which are found faster
// than by types.
type tables struct {
	mu  sync.Mutex // held by those who add one
	all atomic.Pointer[[]*Table]
}

// list returns them, nil for each kind without one.
func (n *tables) list() []*Table {
	if all := n.all.Load(); all != nil {
		return *all
	}
	return nil
}

// at returns the table with number i, or nil.
func (n *tables) at(i int) *Table {
	if all := n.list(); i < len(all) {
		return all[i]
	}
	return nil
}

// add makes the table of a kind, unless there is one.
func (n *tables) add(k *Kind, s *Store) *Table {
	n.mu.Lock()
	defer n.mu.Unlock()
	if t := n.at(k.number); t != nil {
		return t
	}
	all := n.list()
	next := make([]*Table, max(k.number+1, len(all)))
	copy(next, all)
	next[k.number] = entityTable(k, s)
	n.all.Store(&next)
	return next[k.number]
}

// entityTable makes the table of a kind.
func entityTable(k *Kind, s *Store) *Table {
	t := newTable(s, k, "entity", shape.Of(k.model.typ, k.key, k.keyOf))
	t.compile()
	t.dropped = t.forgetParts
	return t
}
