package store

import "time"

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

// LayerInfo is one optimistic change that is shown.
type LayerInfo struct {
	Start   Stamp     // of the mutation
	At      time.Time // when it was shown first
	By      string    // who shows it, as a Write has named it; may be empty
	Changes []Change  // what it is about
}
