package entity

import "time"

var (
	_ inspected = (*Table[anEntity, int])(nil)
	_ inspected = (*Values[int])(nil)
	_ inspected = (*Objects[int])(nil)
)

type anEntity struct{}

func (anEntity) PK() int { return 0 }

func (g *grid[K, V]) inspectNames() (typ, kind string) { return g.name, g.kind }

func (g *grid[K, V]) inspectKeys() []any {
	var all []any
	for k := range g.cells.All() {
		all = append(all, k)
	}
	return all
}

func (g *grid[K, V]) inspectRow(sn *Snapshot, key any) (RowInfo, bool) {
	k, ok := key.(K)
	if !ok {
		return RowInfo{}, false
	}
	c, ok := g.cells.Load(k)
	if !ok {
		return RowInfo{}, false
	}
	v := c.read(g.store, sn)
	if !v.isThere() {
		return RowInfo{}, false
	}
	return RowInfo{
		Key: key, Value: cloneWith(g.clone, v.value), Status: c.status(g.store, v), Seq: v.seq(),
		FreshFor: c.freshFor(g.store),
	}, true
}

func (c *cell[V]) freshFor(s *Store) time.Duration {
	return time.Duration(c.expires.Load()) - s.now()
}

func (t *Table[E, K]) inspectNames() (typ, kind string) { return t.grid.inspectNames() }

func (t *Table[E, K]) inspectKeys() []any { return t.grid.inspectKeys() }

func (t *Table[E, K]) inspectRow(sn *Snapshot, key any) (RowInfo, bool) {
	return t.grid.inspectRow(sn, key)
}

func (t *Table[E, K]) inspectLists() []ListKey {
	var all []ListKey
	for _, l := range t.lists.All() {
		all = append(all, l.key)
	}
	return all
}

func (t *Table[E, K]) inspectList(sn *Snapshot, id string) (ListInfo, bool) {
	l, ok := t.lists.Load(id)
	if !ok {
		return ListInfo{}, false
	}
	v, ok := (*view[E])(nil), false
	if seq, pinned := sn.at(); pinned {
		v, ok = t.viewAt(l, seq)
	}
	if !ok {
		v = t.newestView(l)
	}
	status := l.status(t.grid.store, v.places)
	if status == Missing {
		return ListInfo{}, false
	}
	info := ListInfo{Key: l.key, Status: status, Seq: v.places.seq(), FreshFor: l.freshFor(t.grid.store)}
	for _, row := range v.rows {
		info.Rows = append(info.Rows, t.keyOf(row))
	}
	return info, true
}

func (v *Values[V]) inspectNames() (typ, kind string) { return v.grid.inspectNames() }

func (v *Values[V]) inspectKeys() []any { return v.grid.inspectKeys() }

func (v *Values[V]) inspectRow(sn *Snapshot, key any) (RowInfo, bool) {
	return v.grid.inspectRow(sn, key)
}
func (v *Values[V]) inspectLists() []ListKey                        { return nil }
func (v *Values[V]) inspectList(*Snapshot, string) (ListInfo, bool) { return ListInfo{}, false }

func (o *Objects[R]) inspectNames() (typ, kind string) { return o.table.inspectNames() }

func (o *Objects[R]) inspectKeys() []any                             { return o.table.inspectKeys() }
func (o *Objects[R]) inspectLists() []ListKey                        { return nil }
func (o *Objects[R]) inspectList(*Snapshot, string) (ListInfo, bool) { return ListInfo{}, false }

func (o *Objects[R]) inspectRow(sn *Snapshot, key any) (RowInfo, bool) {
	row, ok := o.table.inspectRow(sn, key)
	if ok {
		row.Value = row.Value.(object[R]).Value
	}
	return row, ok
}
