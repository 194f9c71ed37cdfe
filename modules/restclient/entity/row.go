package entity

import "fmt"

// Row is a decoded entity that knows which of its fields the JSON had.
type Row[E any] struct {
	value   E
	present mask // per field of the shape
	nested  *nested
}

// nested is what is inside a decoded value.
type nested struct {
	puts []func(*commit, Write) // store the entities, in the order of the JSON
	place
}

// Value returns the entity as it was decoded: absent fields are zero.
func (r Row[E]) Value() E { return r.value }

func (r Row[E]) without(fields []int) Row[E] {
	r.present = r.present.clone()
	for _, i := range fields {
		r.present.unset(i)
	}
	return r
}

// KeyError says that JSON which reads as an entity does not identify one.
type KeyError struct {
	Type  string // the Go type of the entity
	Field string // the JSON name of the missing or empty key field, if known
}

// Error names the entity type and the field.
func (e *KeyError) Error() string {
	if e.Field == "" {
		return e.Type + " without a primary key"
	}
	return fmt.Sprintf("%s without a primary key: field %q is missing or empty", e.Type, e.Field)
}

// Decode reads one entity from a JSON object. It returns a *KeyError when the
// fields that make up the primary key are missing or empty; zero is a key.
func (t *Table[E, K]) Decode(data []byte) (Row[E], error) {
	row, err := t.DecodeFields(data)
	if err != nil {
		return row, err
	}
	return t.accept(row)
}

// DecodeFields reads some fields of an entity, for Update. The primary key may
// be absent.
func (t *Table[E, K]) DecodeFields(data []byte) (Row[E], error) {
	var row Row[E]
	if err := t.grid.store.unmarshal(data, &row.value); err != nil {
		return Row[E]{}, err
	}
	if t.inside == nil {
		return t.scanFlat(&scanner{data: data}, row)
	}
	return t.complete(&scanner{data: data}, row)
}

// DecodeAll reads a JSON array of entities, as Decode reads one.
func (t *Table[E, K]) DecodeAll(data []byte) ([]Row[E], error) {
	values := make([]E, 0, estimate(data))
	if err := t.grid.store.unmarshal(data, &values); err != nil {
		return nil, err
	}
	if values == nil {
		return nil, fmt.Errorf("want a JSON array, have null")
	}
	rows := make([]Row[E], len(values))
	s := scanner{data: data}
	s.open('[')
	for i := range values {
		row, err := t.complete(&s, Row[E]{value: values[i]})
		if err == nil {
			rows[i], err = t.accept(row)
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

// presence scans one JSON object for the fields that it has.
func (t *Table[E, K]) presence(s *scanner) (mask, error) {
	fields := t.shape.fields
	m := newMask(t.shape.size())
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
			next = t.shape.mark(&m, string(name)) + 1
		}
		s.value()
		s.skip(',')
	}
	return m, nil
}

func (t *Table[E, K]) checkKey(row Row[E]) error {
	for _, i := range t.shape.keys {
		if !row.present.has(i) {
			return &KeyError{Type: t.shape.name, Field: t.shape.fields[i].name}
		}
	}
	if any(row.value.PK()) == "" {
		return &KeyError{Type: t.shape.name, Field: t.shape.keyName()}
	}
	return nil
}
