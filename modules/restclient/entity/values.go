package entity

// Values holds whole responses by key: those without entities, and what links a
// request to the entity that answered it.
type Values[V any] struct {
	grid  grid[string, V]
	equal func(a, b *V) bool
}

// ValuesOf returns the values of type V in s, the same at each call.
func ValuesOf[V any](s *Store) *Values[V] {
	return tableOf(s, func() *Values[V] {
		v := &Values[V]{equal: equalFor[V]()}
		v.grid.init(s, "value")
		return v
	})
}

// Get returns a copy of the value under key.
func (v *Values[V]) Get(key string) (V, Status) { return v.grid.read(key) }

// GetAt is Get at a snapshot; nil means the newest state.
func (v *Values[V]) GetAt(sn *Snapshot, key string) (V, Status) { return v.grid.readAt(sn, key) }

// Set stores a copy of a value under key, unless a newer request has stored
// another. A value that is equal to the stored one renews that.
func (v *Values[V]) Set(w Write, key string, to V) {
	s := v.grid.store
	tx := s.begin(w)
	defer s.end(w)
	c := v.grid.cell(key)
	head := c.head.Load()
	if head != nil && w.Start < head.start || c.more != nil && w.Start < c.more.invalid {
		return
	}
	c.renew(s, w.TTL)
	if head.state() == present && v.equal(&head.value, &to) {
		head.start = w.Start
		return
	}
	c.set(tx, present, cloneWith(v.grid.clone, to), w.Start)
	v.grid.changed(tx, c, key)
}

// Delete removes the value under key.
func (v *Values[V]) Delete(w Write, key string) {
	s := v.grid.store
	tx := s.begin(w)
	defer s.end(w)
	c, ok := v.grid.cells.Load(key)
	if !ok || c.head.Load().state() == nothing || c.head.Load().state() == deleted {
		return
	}
	var zero V
	c.set(tx, deleted, zero, s.Begin())
	v.grid.changed(tx, c, key)
}

// ChangedAt returns the number of the commit that changed the value under key
// last, 0 when there was none.
func (v *Values[V]) ChangedAt(key string) uint64 { return v.grid.changedAt(key) }

// Renew makes the value under key fresh again: the server has said that it is
// what it was.
func (v *Values[V]) Renew(w Write, key string) { v.grid.renew(w, key) }

// Invalidate makes the value under key Invalid until it is read again.
func (v *Values[V]) Invalidate(key string) { v.grid.touch(Write{}, key, true) }

// Expire makes the value under key Stale.
func (v *Values[V]) Expire(key string) { v.grid.touch(Write{}, key, false) }
