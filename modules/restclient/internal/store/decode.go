package store

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// decoder reads the rows of a table from JSON. It stores nothing.
type decoder struct {
	grid   *grid // of the rows
	shape  *shape.Shape
	every  shape.Mask // all fields of the shape
	hooks  hooks
	inside *structNode // what entities and lists are in an entity; nil for none
	put    func(*commit, Write, *Row) *cell
}

// Decode reads one entity from a JSON object. It returns a *KeyError when the
// fields that make up the primary key are missing or empty; zero is a key.
func (d *decoder) Decode(data []byte) (Row, error) {
	row, err := d.DecodeFields(data)
	if err != nil {
		return row, err
	}
	err = d.accept(&row, data)
	return row, err
}

// DecodeFor is Decode for JSON that may lack the primary key, or parts of it, when another
// field is there: it is k then. A key that is not one part of the entity is that of the
// stored one.
func (d *decoder) DecodeFor(k any, data []byte) (Row, error) {
	row, err := d.DecodeFields(data)
	if err != nil {
		return row, err
	}
	if row.present.Count() > 0 {
		d.addKey(&row, k, data)
	}
	err = d.accept(&row, data)
	return row, err
}

// addKey gives a row, which was made of data, what it lacks of key k.
func (d *decoder) addKey(row *Row, k any, data []byte) {
	whole := d.shape.Keys
	if key, ok := d.shape.KeyField(row.p); ok {
		switch {
		case len(whole) == 0 && key.IsZero():
			key.Set(reflect.ValueOf(k))
		case len(whole) == 1 && d.lacksKey(row, whole[0], data):
			key.Set(reflect.ValueOf(k))
			row.present.Set(whole[0])
		}
		return
	}
	_, v := d.grid.find(nil, k)
	if !v.exists() {
		return
	}
	to, from := valueAt(row.p), valueAt(d.grid.model.in(v))
	for _, i := range whole {
		if d.lacksKey(row, i, data) {
			d.shape.CopyField(i, to, from)
			row.present.Set(i)
		}
	}
	for _, m := range d.shape.Inner {
		if m.In(to).IsZero() {
			m.Copy(to, from)
		}
	}
}

// DecodeFields reads some fields of an entity, for Update. The primary key may
// be absent.
func (d *decoder) DecodeFields(data []byte) (Row, error) {
	row := Row{p: d.grid.model.shallow(nil)}
	if err := d.grid.store.unmarshal(data, row.p); err != nil {
		return Row{}, err
	}
	if d.inside == nil { // so that the scanner does not leave the stack
		err := d.scanFlat(&shape.Scanner{Data: data}, &row)
		return row, err
	}
	err := d.complete(&shape.Scanner{Data: data}, &row)
	return row, err
}

// DecodeAll reads a JSON array of entities, as Decode reads one.
func (d *decoder) DecodeAll(data []byte) ([]Row, error) { return d.decodeAll(data, nil) }

// decodeAll is DecodeAll, which adds the text of each row to some; nil when nobody
// wants them.
func (d *decoder) decodeAll(data []byte, to *texts) ([]Row, error) {
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
	rows := make([]Row, values.Len())
	if to != nil {
		to.grow(len(rows))
	}
	s := shape.Scanner{Data: data}
	s.Open('[')
	for i := range rows {
		s.Peek() // passes over space
		start := s.At
		rows[i].p = values.Index(i).Addr().Interface()
		err := d.complete(&s, &rows[i])
		if err == nil {
			err = d.accept(&rows[i], data[start:s.At])
		}
		if err != nil {
			return nil, fmt.Errorf("item %d: %w", i, err)
		}
		if to != nil {
			to.add(data[start:s.At])
		}
		s.Skip(',')
	}
	return rows, nil
}

// maxEstimate bounds the room that is made before it is known to be needed.
const maxEstimate = 4096

// estimate guesses how many items an array has from the length of the first.
func estimate(data []byte) int {
	s := shape.Scanner{Data: data}
	if !s.Open('[') {
		return 0
	}
	return min(len(data)/(len(s.Value())+1)+1, maxEstimate)
}

// complete adds to a decoded row what its JSON tells besides.
func (d *decoder) complete(s *shape.Scanner, row *Row) error {
	if d.inside == nil {
		return d.scanFlat(s, row)
	}
	r := reading{store: d.grid.store}
	err := d.scan(&r, s, row)
	row.nested = &nested{puts: r.puts}
	return err
}

// take reads the row of the entity that p points to, and has it stored after
// those inside it.
func (d *decoder) take(r *reading, s *shape.Scanner, p any) (Row, error) {
	start, row := s.At, Row{p: d.grid.model.shallow(p)}
	if err := d.scan(r, s, &row); err != nil {
		return row, err
	}
	if err := d.accept(&row, s.Data[start:s.At]); err != nil {
		return row, err
	}
	r.puts = append(r.puts, func(tx *commit, w Write) { d.put(tx, w, &row) })
	return row, nil
}

// scan reads which fields the JSON of a row had, and the entities inside.
func (d *decoder) scan(r *reading, s *shape.Scanner, row *Row) (err error) {
	if d.inside == nil {
		return d.scanFlat(s, row)
	}
	if row.present, err = d.inside.scan(r, s, valueAt(row.p)); err != nil {
		return fmt.Errorf("%s: %w", d.shape.Name, err)
	}
	return nil
}

// scanFlat reads which fields the JSON of a row had that nothing is inside of.
func (d *decoder) scanFlat(s *shape.Scanner, row *Row) error {
	row.present = shape.NewMask(d.shape.Size())
	if len(d.shape.Fields) == 0 {
		row.present.Set(0)
		s.Value()
		return nil
	}
	if err := d.shape.Read(&row.present, s); err != nil {
		return fmt.Errorf("%s: %w", d.shape.Name, err)
	}
	return nil
}

// accept lets the entity type have its say about a row that was decoded from data.
func (d *decoder) accept(row *Row, data []byte) error {
	if d.hooks.process != nil {
		d.process(row)
	}
	if err := d.checkKey(row, data); err != nil {
		return err
	}
	if d.hooks.validate == nil {
		return nil
	}
	if err := d.hooks.validate(row.p); err != nil {
		return &InvalidError{Type: d.shape.Name, Err: err}
	}
	return nil
}

// process makes of a row what the entity makes of it. Fields that it sets count as
// sent.
func (d *decoder) process(row *Row) {
	before := row.p
	row.p = d.hooks.process(d.grid.model.fresh(before))
	sent, made := valueAt(before), valueAt(row.p)
	for i := range d.shape.Fields {
		if !d.shape.Same(i, sent, made) {
			row.present.Set(i)
		}
	}
}

// checkKey refuses a row without a primary key, and one that has nothing of what
// data says.
func (d *decoder) checkKey(row *Row, data []byte) error {
	for _, i := range d.shape.Keys {
		if d.lacksKey(row, i, data) {
			name := d.shape.Fields[i].Name
			return &KeyError{Type: d.shape.Name, Field: name, Member: otherCase(data, name)}
		}
	}
	for _, m := range d.shape.Inner {
		if part := m.In(valueAt(row.p)); part.IsZero() && (part.Kind() == reflect.String || !hasMember(data, m.Names)) {
			return &KeyError{Type: d.shape.Name, Field: m.String()}
		}
	}
	if !d.grid.cells.hasKey(row.p) {
		return &KeyError{Type: d.shape.Name, Field: d.shape.KeyName()}
	}
	if len(d.shape.Fields) > 0 && row.present.Count() == 0 {
		if names := memberNames(data); len(names) > 0 {
			return &MembersError{Type: d.shape.Name, Members: names, Fields: slices.Sorted(d.shape.Names())}
		}
	}
	return nil
}

// lacksKey reports whether data, of which a row was made, lacks a part of the key, or has
// null for it.
func (d *decoder) lacksKey(row *Row, i int, data []byte) bool {
	return !row.present.Has(i) || d.shape.IsZero(i, valueAt(row.p)) && !hasMember(data, []string{d.shape.Fields[i].Name})
}

// hasMember reports whether JSON that was scanned before has a member at the end of a way.
func hasMember(data []byte, way []string) bool {
	s := shape.Scanner{Data: data}
	for len(way) > 0 && s.Open('{') {
		for s.Peek() != 0 && !s.Skip('}') {
			if string(s.Name()) == way[0] {
				way = way[1:]
				break
			}
			s.Value()
			s.Skip(',')
		}
	}
	return len(way) == 0 && s.Peek() != 'n'
}

// otherCase returns the member of a JSON object whose name differs from name by
// case alone, or "".
func otherCase(data []byte, name string) string {
	names := memberNames(data)
	if i := slices.IndexFunc(names, func(n string) bool { return n != name && strings.EqualFold(n, name) }); i >= 0 {
		return names[i]
	}
	return ""
}

// memberNames returns the first names of a JSON object that was scanned before.
func memberNames(data []byte) (names []string) {
	const most = 10
	s := shape.Scanner{Data: data}
	if !s.Open('{') {
		return nil
	}
	for s.Peek() != 0 && !s.Skip('}') && len(names) < most {
		names = append(names, string(s.Name()))
		s.Value()
		s.Skip(',')
	}
	return names
}
