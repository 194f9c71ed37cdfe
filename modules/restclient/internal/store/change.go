package store

import "time"

// Commit is what one commit changed.
type Commit struct {
	Seq     uint64
	At      time.Time // by the clock of the store
	By      string    // the first that a Write of the commit names; may be empty
	Changes []Change
}

// Change is one entity, list or value that a commit changed.
type Change struct {
	Type string // the Go type
	Kind string // "entity", "list" or "value"
	Key  any    // the primary key, ListKey or string
}
