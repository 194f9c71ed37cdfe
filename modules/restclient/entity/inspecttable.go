package entity

import "time"

var (
	_ inspected = (*AnyTable)(nil)
	_ inspected = (*AnyValues)(nil)
	_ inspected = (*AnyObjects)(nil)
)

func (g *grid) inspectNames() (typ, kind string) { return g.name, g.kind }

func (g *grid) inspectKeys(sn *Snapshot) []any {
	return g.cells.keys(func(c *cell) bool { return c.read(g.store, sn).isThere() })
}

func (g *grid) inspectRow(sn *Snapshot, key any) (RowInfo, bool) {
	c, v := g.inspectCell(sn, key)
	if !v.isThere() {
		return RowInfo{}, false
	}
	row := c.inspect(g.store, v)
	row.Key, row.Value = key, g.model.load(g.model.in(v))
	return row, true
}

// inspectCell finds a cell without making it one that was read.
func (g *grid) inspectCell(sn *Snapshot, key any) (*cell, *version) {
	c, ok := g.cells.load(key)
	if !ok {
		return nil, nil
	}
	return c, c.read(g.store, sn)
}

// inspect returns what there is to say about version v, whatever its value.
func (c *cell) inspect(s *Store, v *version) RowInfo {
	return RowInfo{Status: c.status(s, v), Seq: v.seq(), FreshFor: time.Duration(c.expires.Load()) - s.now()}
}

func (t *AnyTable) inspectLists() []ListKey {
	var all []ListKey
	for _, l := range t.lists.All() {
		all = append(all, l.key)
	}
	return all
}

func (t *AnyTable) inspectList(sn *Snapshot, id string) (ListInfo, bool) {
	l, ok := t.lists.Load(id)
	if !ok {
		return ListInfo{}, false
	}
	v := t.inspectView(sn, l)
	if !v.places.isThere() {
		return ListInfo{}, false
	}
	about := l.inspect(t.store, v.places)
	info := ListInfo{Key: l.key, Status: about.Status, Seq: about.Seq, FreshFor: about.FreshFor}
	for _, row := range v.rows {
		info.Rows = append(info.Rows, t.keyIn(row))
	}
	return info, true
}

func (t *AnyTable) inspectView(sn *Snapshot, l *list) *view {
	if seq, pinned := sn.at(); pinned {
		if v, ok := t.viewAt(l, seq); ok {
			return v
		}
	}
	return t.newestView(l)
}

func (v *AnyValues) inspectNames() (typ, kind string)               { return v.grid.inspectNames() }
func (v *AnyValues) inspectKeys(sn *Snapshot) []any                 { return v.grid.inspectKeys(sn) }
func (v *AnyValues) inspectLists() []ListKey                        { return nil }
func (v *AnyValues) inspectList(*Snapshot, string) (ListInfo, bool) { return ListInfo{}, false }

func (v *AnyValues) inspectRow(sn *Snapshot, key any) (RowInfo, bool) {
	return v.grid.inspectRow(sn, key)
}

func (o *AnyObjects) inspectNames() (typ, kind string) { return o.table.inspectNames() }

func (o *AnyObjects) inspectKeys(sn *Snapshot) []any                 { return o.table.inspectKeys(sn) }
func (o *AnyObjects) inspectLists() []ListKey                        { return nil }
func (o *AnyObjects) inspectList(*Snapshot, string) (ListInfo, bool) { return ListInfo{}, false }

func (o *AnyObjects) inspectRow(sn *Snapshot, key any) (RowInfo, bool) {
	c, v := o.table.inspectCell(sn, key)
	if !v.isThere() {
		return RowInfo{}, false
	}
	row := c.inspect(o.table.store, v)
	row.Key, row.Value = key, o.response(o.table.model.in(v))
	return row, true
}
