package entity

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Row is a decoded entity that knows which of its fields the JSON had.
type Row[E any] struct {
	value   E
	present []uint8 // per field of the shape: 1 when the JSON had it
}

// Value returns the entity as it was decoded: absent fields are zero.
func (r Row[E]) Value() E { return r.value }

func (r Row[E]) without(fields []int) Row[E] {
	r.present = slices.Clone(r.present)
	for _, i := range fields {
		r.present[i] = 0
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
		return fmt.Sprintf("%s without a primary key", e.Type)
	}
	return fmt.Sprintf("%s without a primary key: field %q is missing or empty", e.Type, e.Field)
}

// Decode reads one entity from a JSON object. It returns a *KeyError when the
// fields that make up the primary key are missing or empty; zero is a key.
func (t *Table[E, K]) Decode(data []byte) (Row[E], error) {
	row, err := t.DecodeFields(data)
	if err != nil {
		return Row[E]{}, err
	}
	for _, i := range t.shape.keys {
		if row.present[i] == 0 {
			return Row[E]{}, &KeyError{Type: t.shape.name, Field: t.shape.fields[i].name}
		}
	}
	if any(row.value.PK()) == "" {
		return Row[E]{}, &KeyError{Type: t.shape.name, Field: t.shape.keyName()}
	}
	return row, nil
}

// DecodeFields reads some fields of an entity, for Update. The primary key may
// be absent.
func (t *Table[E, K]) DecodeFields(data []byte) (Row[E], error) {
	var row Row[E]
	if err := t.store.unmarshal(data, &row.value); err != nil {
		return Row[E]{}, err
	}
	if len(t.shape.fields) == 0 {
		row.present = []uint8{1}
		return row, nil
	}
	row.present = make([]uint8, t.shape.size())
	names, err := memberNames(data)
	if err != nil {
		return Row[E]{}, fmt.Errorf("%s: %w", t.shape.name, err)
	}
	for _, name := range names {
		for _, i := range t.shape.find(name) {
			row.present[i] = 1
		}
	}
	return row, nil
}

// memberNames lists the member names of a JSON object.
func memberNames(data []byte) ([]string, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	token, err := dec.ReadToken()
	if err != nil {
		return nil, err
	}
	if token.Kind() != '{' {
		return nil, fmt.Errorf("want a JSON object, have %s", token.Kind())
	}
	var names []string
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		names = append(names, name.String())
		if err := dec.SkipValue(); err != nil {
			return nil, err
		}
	}
	return names, nil
}
