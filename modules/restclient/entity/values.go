package entity

// Values holds whole responses by key: those without entities, and what links a
// request to the entity that answered it.
type Values[V any] struct {
	store *Store
	clone cloner

	// The mutex of the store guards what follows.
	values map[string]*value[V]
}

type value[V any] struct {
	value V
	start Stamp
	life  life
}

// ValuesOf returns the values of type V in s, the same at each call.
func ValuesOf[V any](s *Store) *Values[V] {
	return tableOf(s, func() *Values[V] {
		return &Values[V]{store: s, clone: clonerOf[V](), values: map[string]*value[V]{}}
	})
}

// Get returns a copy of the value under key.
func (v *Values[V]) Get(key string) (V, Status) {
	v.store.mu.RLock()
	defer v.store.mu.RUnlock()
	e := v.values[key]
	if e == nil {
		var zero V
		return zero, Missing
	}
	return cloneWith(v.clone, e.value), e.life.status(v.store)
}

// Set stores a copy of a value under key, unless a newer request has stored
// another.
func (v *Values[V]) Set(w Write, key string, to V) {
	v.store.mu.Lock()
	defer v.store.mu.Unlock()
	e := v.values[key]
	if e == nil {
		e = &value[V]{}
		v.values[key] = e
	}
	if w.Start >= e.start {
		e.value, e.start = cloneWith(v.clone, to), w.Start
		e.life.renew(v.store, w)
	}
}

// Invalidate makes the value under key Invalid until it is read again.
func (v *Values[V]) Invalidate(key string) {
	v.touch(key, func(l *life) { l.invalidate(v.store) })
}

// Expire makes the value under key Stale.
func (v *Values[V]) Expire(key string) { v.touch(key, (*life).expire) }

func (v *Values[V]) touch(key string, f func(*life)) {
	v.store.mu.Lock()
	defer v.store.mu.Unlock()
	if e := v.values[key]; e != nil {
		f(&e.life)
	}
}
