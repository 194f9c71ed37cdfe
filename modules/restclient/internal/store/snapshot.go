package store

import "sync/atomic"

// Snapshot is the state of a store after one commit. It sees none of what is
// committed later. Release it; until then the store keeps what it replaced. What
// is dropped because nobody needs it, or because there is too much, is missing
// from snapshots, too.
//
// It is safe for concurrent use.
type Snapshot struct {
	store    interface{ release(seq uint64) } // is told when it goes
	watch    *Watch                           // is told what is read; may be nil
	seq      uint64
	released atomic.Bool
}

// Seq returns the number of the commit.
func (sn *Snapshot) Seq() uint64 { return sn.seq }

// Release lets the store drop what only this snapshot needs. Reading it
// afterwards finds what is newest instead. Releasing it again does nothing.
func (sn *Snapshot) Release() {
	if sn.released.Swap(true) {
		return
	}
	sn.store.release(sn.seq)
}

// at is the commit to read. It is false for the newest.
func (sn *Snapshot) at() (seq uint64, pinned bool) {
	if sn == nil || sn.released.Load() {
		return 0, false
	}
	return sn.seq, true
}

// watches reports whether what is read at the snapshot is watched.
func (sn *Snapshot) watches() bool {
	_, pinned := sn.at()
	return pinned && sn.watch != nil
}

// sees reports whether a reader sees what a commit has written. Newest is the last one.
func (sn *Snapshot) sees(newest, seq uint64) bool {
	if at, pinned := sn.at(); pinned {
		return seq <= at
	}
	return seq <= newest
}
