package entity

import (
	"math/bits"
	"slices"
)

// mask is a set of fields. The first 64 need no allocation.
type mask struct {
	first uint64
	rest  []uint64
}

func newMask(size int) mask {
	if size <= 64 {
		return mask{}
	}
	return mask{rest: make([]uint64, (size-1)/64)}
}

func (m *mask) word(i int) *uint64 {
	if i < 64 {
		return &m.first
	}
	return &m.rest[i/64-1]
}

func (m *mask) set(i int)   { *m.word(i) |= 1 << (i % 64) }
func (m *mask) unset(i int) { *m.word(i) &^= 1 << (i % 64) }

// has may be asked for any field: a mask that was not made for so many has none
// of the others.
func (m *mask) has(i int) bool {
	return i < 64*(1+len(m.rest)) && *m.word(i)&(1<<(i%64)) != 0
}

func (m *mask) isEmpty() bool { return m.count() == 0 }

func (m *mask) count() int {
	n := bits.OnesCount64(m.first)
	for _, w := range m.rest {
		n += bits.OnesCount64(w)
	}
	return n
}

func (m mask) clone() mask {
	m.rest = slices.Clone(m.rest)
	return m
}
