package store

import "sync/atomic"

// version is one state of a value, which lies behind it in a box. Apart from the
// chain and start it never changes.
type version struct {
	prev  atomic.Pointer[version]
	mark  uint64 // number of the commit, first, state
	start Stamp  // of the request that said so last; the mutex of the store guards it
}

func (v *version) seq() uint64 { return v.mark >> seqShift }

func (v *version) first() bool { return v.mark&firstBit != 0 }

func (v *version) state() state {
	if v == nil {
		return nothing
	}
	return state(v.mark & (1<<stateBits - 1))
}

func (v *version) exists() bool { return v.state().exists() }

func (v *version) before(seq uint64) (*version, bool) {
	for v.seq() > seq {
		if v.first() {
			return nil, true
		}
		if v = v.prev.Load(); v == nil {
			return nil, false
		}
	}
	return v, !v.isGap()
}

// isGap reports whether v stands for versions that were dropped between others:
// those from its commit on.
func (v *version) isGap() bool { return v.state() == nothing }

// precede lets v be preceded by older, with a gap between them that stands for
// what was dropped, if something was.
func (v *version) precede(dropped, older *version) {
	if dropped == nil {
		return
	}
	gap := &version{mark: dropped.mark | uint64(nothing)}
	gap.prev.Store(older)
	v.prev.Store(gap)
}

// state says what a version stands for.
type state uint64

const (
	present  state = iota
	deleted        // the value is the last one
	unusable       // invalidated
	nothing        // never stored: only ever seen where there is no version

	stateBits = 2
	firstBit  = 1 << stateBits // no version was before
	seqShift  = stateBits + 1
)

// exists reports whether there is a value, usable or not.
func (st state) exists() bool { return st == present || st == unusable }
