package entity

import (
	"fmt"
	"reflect"
)

// entityNode is an entity as a plain value inside another value. What is kept
// there tells which entity it is; what it shows is filled in from its table
// whenever that changes.
type entityNode struct {
	store *Store
	kind  *Kind
}

func (n *entityNode) read(r *reading, s *scanner, v reflect.Value) error {
	row, err := n.kind.In(r.store).take(r, s, v.Addr().Interface())
	if err != nil {
		return err
	}
	v.Set(reflect.ValueOf(row.p).Elem())
	return nil
}

// take reads the row of the entity that p points to, and has it stored after
// those inside it.
func (t *AnyTable) take(r *reading, s *scanner, p any) (AnyRow, error) {
	start := s.at
	row, err := t.scan(r, s, AnyRow{p: t.model.shallow(p)})
	if err != nil {
		return row, err
	}
	if row, err = t.accept(row, s.data[start:s.at]); err != nil {
		return row, err
	}
	r.puts = append(r.puts, func(tx *commit, w Write) { t.put(tx, w, &row) })
	return row, nil
}

// complete adds to a decoded row what its JSON tells besides.
func (t *AnyTable) complete(s *scanner, row AnyRow) (AnyRow, error) {
	if t.inside == nil {
		return t.scanFlat(s, row)
	}
	r := reading{store: t.store}
	row, err := t.scan(&r, s, row)
	row.nested = &nested{puts: r.puts}
	return row, err
}

// scan reads which fields the JSON of a row had, and the entities inside.
func (t *AnyTable) scan(r *reading, s *scanner, row AnyRow) (AnyRow, error) {
	if t.inside == nil {
		return t.scanFlat(s, row)
	}
	present, err := t.inside.scan(r, s, reflect.ValueOf(row.p).Elem())
	if err != nil {
		return row, fmt.Errorf("%s: %w", t.shape.name, err)
	}
	row.present = present
	return row, nil
}

func (t *AnyTable) scanFlat(s *scanner, row AnyRow) (AnyRow, error) {
	present, err := t.presence(s)
	if err != nil {
		return row, fmt.Errorf("%s: %w", t.shape.name, err)
	}
	row.present = present
	return row, nil
}

func (n *entityNode) link(*linking, reflect.Value) {}

func (n *entityNode) fill(f *filling, v reflect.Value) bool {
	p, ok := n.kind.In(n.store).nowOf(f, v.Addr().Interface())
	v.Set(reflect.ValueOf(p).Elem())
	return ok
}

// nowOf returns what the entity that p points to is now. When nothing is stored
// it is p itself. The mutex of the store is held.
func (t *AnyTable) nowOf(f *filling, p any) (any, bool) {
	head := t.part(f, p)
	switch head.state() {
	case present:
		return t.model.in(head), true
	case nothing:
		return p, true
	}
	return p, false
}

// part returns the newest version of an entity that a value holds, and notes
// it.
func (t *AnyTable) part(f *filling, p any) *version {
	c := t.cellOf(p)
	head := c.head.Load()
	f.parts = append(f.parts, seenPart{c, head})
	return head
}

func (n *entityNode) same(a, b reflect.Value) bool { return n.kind.sameKey(addressed(a), addressed(b)) }

// addressed returns a pointer to a value, or to a copy of it.
func addressed(v reflect.Value) any { return settable(v).Addr().Interface() }

// settable returns a value itself, or a copy if it cannot be set.
func settable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	return writable(v)
}
