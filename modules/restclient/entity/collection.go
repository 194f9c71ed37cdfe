package entity

import "slices"

// list is the place of one list. The mutex of the store guards it, except
// current.
type list[E any] struct {
	key     ListKey
	rows    []*cell[E] // none of them without an entity, none twice
	changed Stamp      // requests that began before do not replace the rows
	life    life
	current *view[E]
}

func (l *list[E]) remove(c *cell[E], at Stamp) {
	if i := slices.Index(l.rows, c); i >= 0 {
		l.rows = slices.Delete(slices.Clone(l.rows), i, i+1)
		l.changed = at
	}
}

// List returns the list with key k.
func (t *Table[E, K]) List(k ListKey) (List[E], Status) {
	t.store.mu.RLock()
	l, epoch := t.lists[k.id()], t.epoch
	if l != nil && l.current.epoch.Load() == epoch {
		defer t.store.mu.RUnlock()
		return List[E]{l.current}, l.life.status(t.store)
	}
	t.store.mu.RUnlock()
	if l == nil {
		return List[E]{}, Missing
	}
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	return t.view(l), l.life.status(t.store)
}

// Replace stores rows as the list with key k. When the list has changed since
// the request began, its rows stay and only the entities are stored. It returns
// the list as it is afterwards.
func (t *Table[E, K]) Replace(w Write, k ListKey, rows []Row[E]) List[E] {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	cells := t.putAll(w, rows)
	l := t.list(k)
	if w.Start >= l.changed {
		l.rows, l.changed = cells, w.Start
		l.life.renew(t.store, w)
	}
	return t.view(l)
}

// Append stores rows and adds those that the list with key k lacks to its end.
// It returns the rows of the page, in order.
func (t *Table[E, K]) Append(w Write, k ListKey, rows []Row[E]) List[E] {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	cells := t.putAll(w, rows)
	_, known := t.lists[k.id()]
	l := t.list(k)
	l.rows = unique(slices.Concat(l.rows, cells))
	l.changed = t.store.Begin()
	t.epoch++
	if !known {
		l.life.renew(t.store, w)
	}
	return List[E]{t.newView(cells)}
}

// Add stores rows and adds them to every stored list that they belong to under
// the arguments of added: at the front or at the end, never twice. Lists that
// are not stored are not created. It returns what is stored.
func (t *Table[E, K]) Add(w Write, added ListKey, rows []Row[E], front bool) List[E] {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	cells := t.putAll(w, rows)
	at := t.store.Begin()
	t.epoch++
	for _, l := range t.lists {
		if !l.key.matches(added) {
			continue
		}
		l.insert(cells, front)
		l.changed = at
	}
	return List[E]{t.newView(cells)}
}

func (l *list[E]) insert(cells []*cell[E], front bool) {
	fresh := slices.DeleteFunc(slices.Clone(cells), func(c *cell[E]) bool { return slices.Contains(l.rows, c) })
	if front {
		l.rows = slices.Concat(fresh, l.rows)
		return
	}
	l.rows = slices.Concat(l.rows, fresh)
}

// InvalidateList makes the list with key k Invalid until it is read again.
func (t *Table[E, K]) InvalidateList(k ListKey) {
	t.touchList(k, func(l *life) { l.invalidate(t.store) })
}

// ExpireList makes the list with key k Stale.
func (t *Table[E, K]) ExpireList(k ListKey) { t.touchList(k, (*life).expire) }

func (t *Table[E, K]) touchList(k ListKey, f func(*life)) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	if l := t.lists[k.id()]; l != nil {
		f(&l.life)
	}
}

func (t *Table[E, K]) putAll(w Write, rows []Row[E]) []*cell[E] {
	cells := make([]*cell[E], 0, len(rows))
	for _, row := range rows {
		cells = append(cells, t.put(w, row))
	}
	return unique(cells)
}

func (t *Table[E, K]) list(k ListKey) *list[E] {
	id := k.id()
	l := t.lists[id]
	if l == nil {
		l = &list[E]{key: ListKey{k.Collection, slices.Clone(k.Args)}}
		l.current = t.newView(nil)
		t.lists[id] = l
	}
	return l
}

// view returns the state of l, the same one as long as none of its rows
// changes.
func (t *Table[E, K]) view(l *list[E]) List[E] {
	same := slices.EqualFunc(l.rows, l.current.rows, func(c *cell[E], v *version[E]) bool { return c.head == v })
	if !same {
		l.current = t.newView(l.rows)
	}
	l.current.epoch.Store(t.epoch)
	return List[E]{l.current}
}

func (t *Table[E, K]) newView(cells []*cell[E]) *view[E] {
	v := &view[E]{clone: t.shape.clone, rows: make([]*version[E], 0, len(cells))}
	for _, c := range cells {
		v.rows = append(v.rows, c.head)
	}
	return v
}
