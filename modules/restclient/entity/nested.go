package entity

import (
	"fmt"
	"reflect"
)

// entityNode is an entity as a plain value inside another value. What is kept
// there tells which entity it is; what it shows is filled in from its table
// whenever that changes.
type entityNode[E Entity[K], K comparable] struct{ store *Store }

func (n *entityNode[E, K]) read(r *reading, s *scanner, v reflect.Value) error {
	e := v.Addr().Interface().(*E)
	row, err := TableOf[E](r.store).take(r, s, *e)
	if err != nil {
		return err
	}
	*e = row.value
	return nil
}

// take reads the row of an entity that was decoded into value, and has it
// stored after those inside it.
func (t *Table[E, K]) take(r *reading, s *scanner, value E) (Row[E], error) {
	row, err := t.scan(r, s, Row[E]{value: value})
	if err != nil {
		return row, err
	}
	if row, err = t.accept(row); err != nil {
		return row, err
	}
	r.puts = append(r.puts, func(tx *commit, w Write) { t.put(tx, w, &row) })
	return row, nil
}

// complete adds to a decoded row what its JSON tells besides.
func (t *Table[E, K]) complete(s *scanner, row Row[E]) (Row[E], error) {
	if t.inside == nil {
		return t.scanFlat(s, row)
	}
	r := reading{store: t.grid.store}
	row, err := t.scan(&r, s, row)
	row.nested = &nested{puts: r.puts}
	return row, err
}

// scan reads which fields the JSON of a row had, and the entities inside.
func (t *Table[E, K]) scan(r *reading, s *scanner, row Row[E]) (Row[E], error) {
	if t.inside == nil {
		return t.scanFlat(s, row)
	}
	present, err := t.inside.scan(r, s, reflect.ValueOf(&row.value).Elem())
	if err != nil {
		return row, fmt.Errorf("%s: %w", t.shape.name, err)
	}
	row.present = present
	return row, nil
}

func (t *Table[E, K]) scanFlat(s *scanner, row Row[E]) (Row[E], error) {
	present, err := t.presence(s)
	if err != nil {
		return row, fmt.Errorf("%s: %w", t.shape.name, err)
	}
	row.present = present
	return row, nil
}

func (n *entityNode[E, K]) link(*linking, reflect.Value) {}

func (n *entityNode[E, K]) fill(f *filling, v reflect.Value) bool {
	e := v.Addr().Interface().(*E)
	value, ok := TableOf[E](n.store).nowOf(f, *e)
	*e = value
	return ok
}

// nowOf returns what the entity of value is now. When nothing is stored it is
// value itself. The mutex of the store is held.
func (t *Table[E, K]) nowOf(f *filling, value E) (E, bool) {
	head := t.part(f, value.PK())
	switch head.state() {
	case present:
		return head.value, true
	case nothing:
		return value, true
	}
	return value, false
}

// part returns the newest version of an entity that a value holds, and notes
// it.
func (t *Table[E, K]) part(f *filling, k K) *version[E] {
	c := t.grid.cell(k)
	head := c.head.Load()
	f.parts = append(f.parts, seenPart{c, head})
	return head
}

func (n *entityNode[E, K]) same(a, b reflect.Value) bool {
	return a.Interface().(E).PK() == b.Interface().(E).PK()
}
