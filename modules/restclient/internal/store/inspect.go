package store

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// TableInfo is one table of a store as tools see it: all entities of one Go
// type, or all other values of one.
type TableInfo struct {
	Type string // the Go type
	Kind string // "entity" or "value", as in Change
	// Internal says that the type is one of the client, which no program has stored.
	Internal bool

	at    *Snapshot
	table inspected
}

// inspected is what a table shows to Inspect.
type inspected interface {
	// inspectNames returns the Go type and the kind, and whether the type is internal.
	inspectNames() (typ, kind string, internal bool)
	// inspectKeys returns those of what is there, in no order.
	inspectKeys(sn *Snapshot) []any
	inspectRow(sn *Snapshot, key any) (RowInfo, bool)
	// inspectLists returns the keys of all lists, in no order.
	inspectLists() []ListKey
	inspectList(sn *Snapshot, id string) (ListInfo, bool)
}

// isInternal reports whether a type is of a package that only the client uses.
func isInternal(t reflect.Type) bool {
	own := strings.TrimSuffix(reflect.TypeFor[TableInfo]().PkgPath(), "store")
	return strings.HasPrefix(t.PkgPath(), own)
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

// List returns the list with an ID. It is false for an unknown ID.
func (t TableInfo) List(id string) (ListInfo, bool) { return t.table.inspectList(t.at, id) }
