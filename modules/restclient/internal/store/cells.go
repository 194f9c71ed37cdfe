package store

import (
	"iter"
	"reflect"

	"github.com/puzpuzpuz/xsync/v4"
)

// cells finds the cells of a grid by their keys. Reading never waits; writers
// hold the mutex of the store.
type cells interface {
	load(key any) (*cell, bool)
	store(key any, c *cell)
	// of finds the cell of the entity that p points to, and keyOf is its key.
	of(p any) (*cell, bool)
	keyOf(p any) any
	// hasKey reports whether the entity that p points to has a primary key.
	hasKey(p any) bool
	size() int
	all() iter.Seq[*cell]
	entries() iter.Seq2[any, *cell] // with their keys
	// prune removes the cells that drop returns true for, until stop is true.
	prune(drop func(*cell) (gone, stop bool))
}

// cellMap holds cells by keys of type K.
type cellMap[K comparable] struct {
	m      *xsync.Map[K, *cell]
	isText bool // keys are texts, which are not empty
}

func newCellMap[K comparable]() cells {
	return &cellMap[K]{xsync.NewMap[K, *cell](), reflect.TypeFor[K]().Kind() == reflect.String}
}

func (m *cellMap[K]) load(key any) (*cell, bool) {
	k, ok := key.(K)
	if !ok {
		return nil, false
	}
	return m.m.Load(k)
}

func (m *cellMap[K]) store(key any, c *cell) { m.m.Store(key.(K), c) }

func (m *cellMap[K]) of(p any) (*cell, bool) { return m.m.Load(p.(Entity[K]).PK()) }

func (m *cellMap[K]) keyOf(p any) any { return keyOf[K](p) }

// hasKey takes a PK that panics, as by a pointer to what a response lacks, for none.
func (m *cellMap[K]) hasKey(p any) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	key, empty := p.(Entity[K]).PK(), *new(K)
	return !m.isText || key != empty
}

func keyOf[K comparable](p any) any { return p.(Entity[K]).PK() }

func (m *cellMap[K]) all() iter.Seq[*cell] {
	return func(yield func(*cell) bool) {
		m.m.Range(func(_ K, c *cell) bool { return yield(c) })
	}
}

func (m *cellMap[K]) size() int { return m.m.Size() }

func (m *cellMap[K]) entries() iter.Seq2[any, *cell] {
	return func(yield func(any, *cell) bool) {
		m.m.Range(func(k K, c *cell) bool { return yield(k, c) })
	}
}

func (m *cellMap[K]) prune(drop func(*cell) (gone, stop bool)) {
	m.m.Range(func(k K, c *cell) bool {
		gone, stop := drop(c)
		if gone {
			m.m.Delete(k)
		}
		return !stop
	})
}
