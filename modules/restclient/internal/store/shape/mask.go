package shape

import (
	"math/bits"
	"slices"
)

// Mask is a set of fields, by their numbers in a Shape. The first 64 need no allocation.
type Mask struct {
	first uint64
	rest  []uint64
}

// NewMask returns an empty set of up to size fields.
func NewMask(size int) Mask {
	if size <= 64 {
		return Mask{}
	}
	return Mask{rest: make([]uint64, (size-1)/64)}
}

func (m *Mask) word(i int) *uint64 {
	if i < 64 {
		return &m.first
	}
	return &m.rest[i/64-1]
}

// Set adds field i.
func (m *Mask) Set(i int) { *m.word(i) |= 1 << (i % 64) }

// Unset takes field i out.
func (m *Mask) Unset(i int) { *m.word(i) &^= 1 << (i % 64) }

// With returns the fields of both sets, which were made for the same size.
func (m Mask) With(other Mask) Mask {
	m = m.Clone()
	m.first |= other.first
	for i, w := range other.rest {
		m.rest[i] |= w
	}
	return m
}

// Has reports whether field i is in the set. It may be asked for any field: a mask that was not made for so many has none
// of the others.
func (m *Mask) Has(i int) bool {
	return i < 64*(1+len(m.rest)) && *m.word(i)&(1<<(i%64)) != 0
}

// IsEmpty reports whether there is no field.
func (m *Mask) IsEmpty() bool { return m.Count() == 0 }

// Count is the number of fields.
func (m *Mask) Count() int {
	n := bits.OnesCount64(m.first)
	for _, w := range m.rest {
		n += bits.OnesCount64(w)
	}
	return n
}

// Clone returns a copy that shares nothing with m.
func (m Mask) Clone() Mask {
	m.rest = slices.Clone(m.rest)
	return m
}
