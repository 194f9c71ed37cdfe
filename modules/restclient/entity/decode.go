package entity

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// decoder reads the rows of a table from JSON. It stores nothing.
type decoder struct {
	grid   *grid // of the rows
	shape  *shape
	hooks  hooks
	inside *structNode // what entities and lists are in an entity; nil for none
	put    func(*commit, Write, *AnyRow) *cell
}

// Decode reads one entity from a JSON object. It returns a *KeyError when the
// fields that make up the primary key are missing or empty; zero is a key.
func (d *decoder) Decode(data []byte) (AnyRow, error) {
	row, err := d.DecodeFields(data)
	if err != nil {
		return row, err
	}
	return d.accept(row, data)
}

// DecodeFor is Decode for JSON that may lack the primary key: it is k then, when
// another field is there and the key is one field.
func (d *decoder) DecodeFor(k any, data []byte) (AnyRow, error) {
	row, err := d.DecodeFields(data)
	if err != nil {
		return row, err
	}
	if len(d.shape.keys) == 1 && row.present.count() > 0 && !row.present.has(d.shape.keys[0]) {
		if key, ok := d.shape.keyField(row.p); ok {
			key.Set(reflect.ValueOf(k))
			row.present.set(d.shape.keys[0])
		}
	}
	return d.accept(row, data)
}

// DecodeFields reads some fields of an entity, for Update. The primary key may
// be absent.
func (d *decoder) DecodeFields(data []byte) (AnyRow, error) {
	row := AnyRow{p: d.grid.model.shallow(nil)}
	if err := d.grid.store.unmarshal(data, row.p); err != nil {
		return AnyRow{}, err
	}
	if d.inside == nil {
		return d.scanFlat(&scanner{data: data}, row)
	}
	return d.complete(&scanner{data: data}, row)
}

// DecodeAll reads a JSON array of entities, as Decode reads one.
func (d *decoder) DecodeAll(data []byte) ([]AnyRow, error) {
	sliceType := reflect.SliceOf(d.grid.model.typ)
	values := reflect.New(sliceType)
	values.Elem().Set(reflect.MakeSlice(sliceType, 0, estimate(data)))
	if err := d.grid.store.unmarshal(data, values.Interface()); err != nil {
		return nil, err
	}
	values = values.Elem()
	if values.IsNil() {
		return nil, fmt.Errorf("want a JSON array, have null")
	}
	rows := make([]AnyRow, values.Len())
	s := scanner{data: data}
	s.open('[')
	for i := range rows {
		start := s.at
		row, err := d.complete(&s, AnyRow{p: values.Index(i).Addr().Interface()})
		if err == nil {
			rows[i], err = d.accept(row, data[start:s.at])
		}
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
		s.skip(',')
	}
	return rows, nil
}

// maxEstimate bounds the room that is made before it is known to be needed.
const maxEstimate = 4096

// estimate guesses how many items an array has from the length of the first.
func estimate(data []byte) int {
	s := scanner{data: data}
	if !s.open('[') {
		return 0
	}
	return min(len(data)/(len(s.value())+1)+1, maxEstimate)
}

// complete adds to a decoded row what its JSON tells besides.
func (d *decoder) complete(s *scanner, row AnyRow) (AnyRow, error) {
	if d.inside == nil {
		return d.scanFlat(s, row)
	}
	r := reading{store: d.grid.store}
	row, err := d.scan(&r, s, row)
	row.nested = &nested{puts: r.puts}
	return row, err
}

// take reads the row of the entity that p points to, and has it stored after
// those inside it.
func (d *decoder) take(r *reading, s *scanner, p any) (AnyRow, error) {
	start := s.at
	row, err := d.scan(r, s, AnyRow{p: d.grid.model.shallow(p)})
	if err != nil {
		return row, err
	}
	if row, err = d.accept(row, s.data[start:s.at]); err != nil {
		return row, err
	}
	r.puts = append(r.puts, func(tx *commit, w Write) { d.put(tx, w, &row) })
	return row, nil
}

// scan reads which fields the JSON of a row had, and the entities inside.
func (d *decoder) scan(r *reading, s *scanner, row AnyRow) (AnyRow, error) {
	if d.inside == nil {
		return d.scanFlat(s, row)
	}
	present, err := d.inside.scan(r, s, reflect.ValueOf(row.p).Elem())
	if err != nil {
		return row, fmt.Errorf("%s: %w", d.shape.name, err)
	}
	row.present = present
	return row, nil
}

func (d *decoder) scanFlat(s *scanner, row AnyRow) (AnyRow, error) {
	present, err := d.presence(s)
	if err != nil {
		return row, fmt.Errorf("%s: %w", d.shape.name, err)
	}
	row.present = present
	return row, nil
}

// presence scans one JSON object for the fields that it has.
func (d *decoder) presence(s *scanner) (mask, error) {
	fields := d.shape.fields
	m := newMask(d.shape.size())
	if len(fields) == 0 {
		m.set(0)
		s.value()
		return m, nil
	}
	if !s.open('{') {
		return m, fmt.Errorf("want a JSON object, have %s", s.kind())
	}
	next := 0 // the field that the next member is likely to be
	for s.peek() != 0 && !s.skip('}') {
		name := s.name()
		if next < len(fields) && fields[next].name == string(name) && !fields[next].rest {
			m.set(next)
			next++
		} else {
			next = d.shape.mark(&m, string(name)) + 1
		}
		s.value()
		s.skip(',')
	}
	return m, nil
}

// accept lets the entity type have its say about a row that was decoded from data.
func (d *decoder) accept(row AnyRow, data []byte) (AnyRow, error) {
	if d.hooks.process != nil {
		row = d.process(row)
	}
	if err := d.checkKey(row, data); err != nil {
		return row, err
	}
	if d.hooks.validate == nil {
		return row, nil
	}
	if err := d.hooks.validate(row.p); err != nil {
		return row, &InvalidError{Type: d.shape.name, Err: err}
	}
	return row, nil
}

// process returns what the entity makes of a row. Fields that it sets count as
// sent.
func (d *decoder) process(row AnyRow) AnyRow {
	before := row.p
	row.p = d.hooks.process(d.grid.model.fresh(before))
	for i := range d.shape.fields {
		if !d.shape.same(i, before, row.p) {
			row.present.set(i)
		}
	}
	return row
}

// checkKey refuses a row without a primary key, and one that has nothing of what
// data says.
func (d *decoder) checkKey(row AnyRow, data []byte) error {
	for _, i := range d.shape.keys {
		if !row.present.has(i) {
			name := d.shape.fields[i].name
			return &KeyError{Type: d.shape.name, Field: name, Member: otherCase(data, name)}
		}
	}
	if !d.grid.cells.hasKey(row.p) {
		return &KeyError{Type: d.shape.name, Field: d.shape.keyName()}
	}
	if len(d.shape.fields) > 0 && row.present.count() == 0 {
		if names := memberNames(data); len(names) > 0 {
			return &MembersError{Type: d.shape.name, Members: names, Fields: slices.Sorted(d.shape.names())}
		}
	}
	return nil
}

// otherCase returns the member of a JSON object whose name differs from name by
// case alone, empty when there is none.
func otherCase(data []byte, name string) string {
	names := memberNames(data)
	if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 {
		return names[i]
	}
	return ""
}

// memberNames returns the first names of a JSON object that was scanned before.
func memberNames(data []byte) (names []string) {
	const most = 10
	s := scanner{data: data}
	if !s.open('{') {
		return nil
	}
	for s.peek() != 0 && !s.skip('}') && len(names) < most {
		names = append(names, string(s.name()))
		s.value()
		s.skip(',')
	}
	return names
}
