package entity

import (
	"cmp"
	"iter"
	"maps"
	"reflect"
	"slices"
	"time"
)

// TableInfo is one table of a store as tools see it: all entities of one Go
// type, or all other values of one.
type TableInfo struct {
	Type string // the Go type
	Kind string // "entity" or "value", as in Change

	at    *Snapshot
	table inspected
}

// RowInfo is one entity or value of a table.
type RowInfo struct {
	Key    any
	Value  any // a copy
	Status Status
	Seq    uint64 // of the commit that changed it last
	// FreshFor is how long it stays fresh; negative: for how long it has not been.
	// It is that of the newest state, whatever the snapshot.
	FreshFor time.Duration
}

// ListInfo is one list of a table.
type ListInfo struct {
	Key      ListKey
	Rows     []any // the keys of the entities that it shows, in order
	Status   Status
	Seq      uint64        // of the commit that changed which entities it holds last
	FreshFor time.Duration // as for a row
}

// inspected is what a table shows to Inspect.
type inspected interface {
	// inspectNames returns the Go type and the kind.
	inspectNames() (typ, kind string)
	// inspectKeys returns those of what is there, in no order.
	inspectKeys(sn *Snapshot) []any
	inspectRow(sn *Snapshot, key any) (RowInfo, bool)
	// inspectLists returns the keys of all lists, in no order.
	inspectLists() []ListKey
	inspectList(sn *Snapshot, id string) (ListInfo, bool)
}

// Inspect yields what the store holds, in the order of kinds and types: the
// state of a snapshot, or the newest for nil. It is for tools that show a store
// to people: it reads without setting watches, and reading does not keep data
// from being dropped.
func (s *Store) Inspect(sn *Snapshot) iter.Seq[TableInfo] {
	return func(yield func(TableInfo) bool) {
		for _, t := range s.inspectedTables(sn) {
			if !yield(t) {
				return
			}
		}
	}
}

func (s *Store) inspectedTables(sn *Snapshot) []TableInfo {
	var all []TableInfo
	add := func(_, t any) bool {
		table := t.(inspected)
		typ, kind := table.inspectNames()
		all = append(all, TableInfo{Type: typ, Kind: kind, at: sn, table: table})
		return true
	}
	s.tables.Range(add)
	s.values.Range(add)
	s.responses.Range(add)
	s.objects.Range(add)
	slices.SortFunc(all, func(a, b TableInfo) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Type, b.Type))
	})
	return all
}

// Keys returns the keys of what is there, in their order.
func (t TableInfo) Keys() []any {
	keys := t.table.inspectKeys(t.at)
	slices.SortFunc(keys, func(a, b any) int { return compareKeys(reflect.ValueOf(a), reflect.ValueOf(b)) })
	return keys
}

// Len returns how many keys there are.
func (t TableInfo) Len() int { return len(t.table.inspectKeys(t.at)) }

// Row returns what is stored under a key, which is of the type that Keys
// returns. It is false when there is nothing.
func (t TableInfo) Row(key any) (RowInfo, bool) { return t.table.inspectRow(t.at, key) }

// Lists returns the lists of the entities of the table, in the order of their
// IDs.
func (t TableInfo) Lists() []ListInfo {
	var all []ListInfo
	for _, k := range t.table.inspectLists() {
		if l, ok := t.table.inspectList(t.at, k.ID()); ok {
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(a, b ListInfo) int { return cmp.Compare(a.Key.ID(), b.Key.ID()) })
	return all
}

// List returns the list with an ID. It is false when there is none.
func (t TableInfo) List(id string) (ListInfo, bool) { return t.table.inspectList(t.at, id) }

// LayerInfo is one optimistic change that is shown.
type LayerInfo struct {
	Start   Stamp     // of the mutation
	At      time.Time // when it was shown first
	By      string    // who shows it, as a Write has named it; may be empty
	Changes []Change  // what it is about
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

// shown is what a layer has shown, and since when.
type shown struct {
	at      time.Time
	by      string
	changes []Change
}

// shows records what a layer is about. The mutex of the store is held.
func (l *Layer) shows(tx *commit, w Write, c Change) {
	s := l.store
	if s.layers == nil {
		s.layers = map[*Layer]struct{}{}
	}
	if _, known := s.layers[l]; !known {
		s.layers[l] = struct{}{}
		l.shown.at, l.shown.by = s.timeAt(tx.now), w.By
	}
	if !slices.Contains(l.shown.changes, c) {
		l.shown.changes = append(l.shown.changes, c)
	}
}
