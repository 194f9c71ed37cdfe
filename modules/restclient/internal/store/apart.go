package store

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// Apart holds what requests have said of entities that asked for more or less than others
// do, such as for some fields only, or for a part with all that it has: each by the request
// alone. The entity gets what they have said, too, but is not fresh by that; and whatever
// else changes it ends what is held apart. It is safe for concurrent use.
type Apart struct {
	of   *Table
	said *Objects
}

// apartKey is what the answers apart of a kind are found by among all responses.
type apartKey struct{ of *Kind }

// Apart returns what is held apart of the entities, the same at each call.
func (k *Kind) Apart(s *Store) Apart {
	held := &s.types.objects
	o, ok := held.Load(apartKey{k})
	if !ok {
		o, _ = held.LoadOrStore(apartKey{k}, newApart(s, k))
	}
	return Apart{k.In(s), o.(*Objects)}
}

func newApart(s *Store, k *Kind) *Objects {
	comp := compilerFor(k, s)
	n := node(plainNode{shape.ComparerFor(k.Type())})
	if root := comp.root(k.Type()); root != nil {
		n = parentNode{root}
	}
	return objectsOf(s, k.Type(), n, comp)
}

// Decode reads an answer, without storing anything.
func (a Apart) Decode(data []byte) (Row, error) { return a.said.Decode(data) }

// Set stores the answer to the request with an ID: as row in the entity, and as said, which
// Decode has read, apart. It returns what is held apart.
func (a Apart) Set(w Write, id string, row, said Row) any {
	tx := a.of.store.begin(w)
	defer a.of.store.end(w)
	w.commit = tx
	aside := w
	aside.Apart = true
	a.of.Put(aside, row)
	if c, ok := a.of.loadOf(row.p); ok && a.contradicts(c, w, row) {
		c.alter(a.of.store, w)
	}
	return a.said.Set(w, ListKey{Text: id}, said)
}

// contradicts reports whether a later request has said something else than a row that w has
// stored, or the entity that it is later. What was asked for apart says it in its own way.
func (a Apart) contradicts(c *cell, w Write, row Row) bool {
	base, newer := c.confirmed(), a.of.hooks.newer
	if a.of.says(base, row) {
		return false
	}
	return c.more.apart.said > w.Start || newer != nil && base.exists() && newer(a.of.model.in(base), row.p)
}

// GetAt returns what the request with an ID has said of the entity with key k at a
// snapshot; nil means the newest state. It is Invalid when something else has changed the
// entity since.
func (a Apart) GetAt(sn *Snapshot, k any, id string) (any, Status) {
	a.of.read(sn, k) // its changes count
	value, status := a.said.GetAt(sn, ListKey{Text: id})
	a.of.store.mu.Lock()
	defer a.of.store.mu.Unlock()
	return value, min(status, a.stands(k, id))
}

// stands says how far what is held apart can be trusted, for what has changed the entity.
// The mutex of the store is held.
func (a Apart) stands(k any, id string) Status {
	held, ok := a.said.table.cells.load(id)
	c, known := a.of.load(k)
	if !ok || !known || c.more == nil || !c.exists() {
		return Missing
	}
	switch base := held.confirmed(); {
	case !base.exists() || c.more.gone > base.start:
		return Missing
	case c.more.apart.altered > base.start:
		return Invalid
	case c.more.doubt.doubted > base.start:
		return Stale
	}
	return Fresh
}

// Revision returns a number that is another one after each change of what is held apart, 0
// when there is nothing, or nothing that stands.
func (a Apart) Revision(w Write, k any, id string) uint64 {
	tx := a.of.store.begin(w)
	defer a.of.store.end(w)
	w.commit = tx
	if a.stands(k, id) < Stale {
		return 0
	}
	return a.said.Revision(w, ListKey{Text: id})
}

// Renew makes what is held apart fresh again: the server has said that it is what it was.
func (a Apart) Renew(w Write, id string) { a.said.Renew(w, ListKey{Text: id}) }

// Confirms reports whether nothing is newer than what the request behind w has said.
func (a Apart) Confirms(w Write, id string) bool { return a.said.Confirms(w, ListKey{Text: id}) }

// parentNode is an entity that is held in something: the lists in it are named by it.
type parentNode struct{ node }

func (n parentNode) link(l *linking, v reflect.Value) {
	inside := *l
	inside.parent = v.Addr().Interface()
	n.node.link(&inside, v)
}

// plainNode is a value without entities.
type plainNode struct{ equal shape.Comparer }

func (plainNode) read(_ *reading, s *shape.Scanner, _ reflect.Value) error {
	s.Value()
	return nil
}

func (plainNode) link(*linking, reflect.Value)      {}
func (plainNode) fill(*filling, reflect.Value) bool { return true }
func (n plainNode) same(a, b reflect.Value) bool    { return n.equal(a, b) }
