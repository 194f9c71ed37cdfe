package entity

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// AnyRow is a Row whose type E is known at run time only.
type AnyRow struct {
	p       any  // to the entity; nil in the zero row
	present mask // per field of the shape
	nested  *nested
}

// nested is what is inside a decoded value.
type nested struct {
	puts []func(*commit, Write) // store the entities, in the order of the JSON
	place
}

// Value returns the entity as it was decoded, as an E in an any: absent fields
// are zero. It is nil for the zero AnyRow.
func (r AnyRow) Value() any {
	if r.p == nil {
		return nil
	}
	return reflect.ValueOf(r.p).Elem().Interface()
}

func (r AnyRow) without(fields []int) AnyRow {
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
	// Member is a member of the JSON whose name differs from Field by case alone;
	// empty when there is none. Names are compared with case (RFC 8259, section 8.3).
	Member string
}

// Error names the entity type and the field.
func (e *KeyError) Error() string {
	switch {
	case e.Field == "":
		return e.Type + " without a primary key"
	case e.Member != "":
		return fmt.Sprintf("%s without a primary key: field %q is missing, and the member %q differs from it by case: tag the field json:%[3]q", e.Type, e.Field, e.Member)
	}
	return fmt.Sprintf("%s without a primary key: field %q is missing or empty", e.Type, e.Field)
}

// MembersError says that an object of JSON has members, and the entity none of
// them. Names are compared with case (RFC 8259, section 8.3).
type MembersError struct {
	Type    string   // the Go type of the entity
	Members []string // of the JSON, the first ten
	Fields  []string // their JSON names
}

// Error names the entity type, the members and the fields.
func (e *MembersError) Error() string {
	return fmt.Sprintf("%s has none of the members %q: it has %v, and names are compared with case", e.Type, e.Members, e.Fields)
}

// Decode reads one entity from a JSON object. It returns a *KeyError when the
// fields that make up the primary key are missing or empty; zero is a key.
func (t *AnyTable) Decode(data []byte) (AnyRow, error) {
	row, err := t.DecodeFields(data)
	if err != nil {
		return row, err
	}
	return t.accept(row, data)
}

// DecodeFor is Decode for JSON that may lack the primary key: it is k then, when
// another field is there and the key is one field.
func (t *AnyTable) DecodeFor(k any, data []byte) (AnyRow, error) {
	row, err := t.DecodeFields(data)
	if err != nil {
		return row, err
	}
	if len(t.shape.keys) == 1 && row.present.count() > 0 && !row.present.has(t.shape.keys[0]) {
		if key, ok := t.draftKey(row.p); ok {
			key.Set(reflect.ValueOf(k))
			row.present.set(t.shape.keys[0])
		}
	}
	return t.accept(row, data)
}

// DecodeFields reads some fields of an entity, for Update. The primary key may
// be absent.
func (t *AnyTable) DecodeFields(data []byte) (AnyRow, error) {
	row := AnyRow{p: t.model.shallow(nil)}
	if err := t.store.unmarshal(data, row.p); err != nil {
		return AnyRow{}, err
	}
	if t.inside == nil {
		return t.scanFlat(&scanner{data: data}, row)
	}
	return t.complete(&scanner{data: data}, row)
}

// DecodeAll reads a JSON array of entities, as Decode reads one.
func (t *AnyTable) DecodeAll(data []byte) ([]AnyRow, error) {
	sliceType := reflect.SliceOf(t.model.typ)
	values := reflect.New(sliceType)
	values.Elem().Set(reflect.MakeSlice(sliceType, 0, estimate(data)))
	if err := t.store.unmarshal(data, values.Interface()); err != nil {
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
		row, err := t.complete(&s, AnyRow{p: values.Index(i).Addr().Interface()})
		if err == nil {
			rows[i], err = t.accept(row, data[start:s.at])
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
func (t *AnyTable) presence(s *scanner) (mask, error) {
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

// checkKey refuses a row without a primary key, and one that has nothing of what
// data says.
func (t *AnyTable) checkKey(row AnyRow, data []byte) error {
	for _, i := range t.shape.keys {
		if !row.present.has(i) {
			name := t.shape.fields[i].name
			return &KeyError{Type: t.shape.name, Field: name, Member: otherCase(data, name)}
		}
	}
	if !t.cells.hasKey(row.p) {
		return &KeyError{Type: t.shape.name, Field: t.shape.keyName()}
	}
	if len(t.shape.fields) > 0 && row.present.count() == 0 {
		if names := memberNames(data); len(names) > 0 {
			return &MembersError{Type: t.shape.name, Members: names, Fields: slices.Sorted(t.Fields())}
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
