// Package shape knows the fields of a Go type: which of them JSON has, and how they
// are copied and compared.
//
//	s := shape.Of(reflect.TypeFor[Todo](), reflect.TypeFor[int](), keyOf)
//	present := shape.NewMask(s.Size())
//	s.Mark(&present, "title")                // the member "title" of the JSON
//	s.CopyField(s.Find("title"), to, from)   // structs that can be set
package shape

import (
	"fmt"
	"iter"
	"reflect"
	"strings"
)

// Shape is what is known about the fields of an entity type. A type that
// is not a struct, or that decodes itself, has no fields: it is replaced whole.
type Shape struct {
	Name   string
	Fields []Field
	Rest   []int    // fields that take the members no other field takes
	Keys   []int    // fields that are parts of the primary key
	Inner  []Member // parts of it that are members of fields
	Key    reflect.Type
	// Compare compares what has no fields.
	Compare Comparer
}

// Of returns the shape of an entity type with keys of type key; pk is the key
// of what a pointer to an entity points to.
func Of(t, key reflect.Type, pk func(p any) any) *Shape {
	s := &Shape{Name: t.String(), Key: key, Compare: ComparerFor(t)}
	if t.Kind() != reflect.Struct || DecodesItself(t) {
		return s
	}
	s.AddFields(t)
	for i := range s.Fields {
		f := &s.Fields[i]
		f.Type = t.FieldByIndex(f.Index).Type
		f.Compare = ComparerFor(f.Type)
	}
	k := keys{entity: t, pk: pk, fields: s.Fields}
	k.find()
	s.Keys, s.Inner = k.whole, k.inner
	return s
}

// Size is the number of fields, at least one: the whole.
func (s *Shape) Size() int { return max(1, len(s.Fields)) }

// AddFields adds the fields of t, a struct.
func (s *Shape) AddFields(t reflect.Type) {
	for _, f := range fieldsOf(t) {
		if f.Rest {
			s.Rest = append(s.Rest, len(s.Fields))
		}
		s.Fields = append(s.Fields, f)
	}
}

// Names yields the JSON names of the fields that have one.
func (s *Shape) Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, f := range s.Fields {
			if !f.Rest && !yield(f.Name) {
				return
			}
		}
	}
}

// Find returns the field that a JSON member goes to, -1 when only those can take
// it that take the rest.
func (s *Shape) Find(name string) int {
	likely := -1
	for i := range s.Fields {
		f := &s.Fields[i]
		switch {
		case f.Rest:
		case f.Name == name:
			return i
		case f.anyCase && likely < 0 && strings.EqualFold(undashed.Replace(f.Name), undashed.Replace(name)):
			likely = i
		}
	}
	return likely
}

var undashed = strings.NewReplacer("-", "", "_", "")

// Mark adds the fields that a JSON member goes to, and returns the last one, -1 for a
// member without a field.
func (s *Shape) Mark(m *Mask, name string) int {
	if i := s.Find(name); i >= 0 {
		m.Set(i)
		return i
	}
	for _, i := range s.Rest {
		m.Set(i)
	}
	return -1
}

// KeyName is the JSON name of the first part of the key, empty without a key.
func (s *Shape) KeyName() string {
	for name := range s.keyNames {
		return name
	}
	return ""
}

// KeyNames are the JSON names of the parts of the key, as one text.
func (s *Shape) KeyNames() string {
	var names strings.Builder
	for name := range s.keyNames {
		names.WriteString(" " + name)
	}
	return names.String()
}

func (s *Shape) keyNames(yield func(string) bool) {
	for _, i := range s.Keys {
		if !yield(s.Fields[i].Name) {
			return
		}
	}
	for _, m := range s.Inner {
		if !yield(m.String()) {
			return
		}
	}
}

// Same reports whether a field is equal in two entities. A type without fields is one
// field.
func (s *Shape) Same(i int, a, b reflect.Value) bool {
	if len(s.Fields) == 0 {
		return s.Compare(a, b)
	}
	f := &s.Fields[i]
	return f.Compare(f.In(a), f.In(b))
}

// IsZero reports whether a field of an entity is zero.
func (s *Shape) IsZero(i int, of reflect.Value) bool { return s.Fields[i].In(of).IsZero() }

// All is the set of all fields.
func (s *Shape) All() Mask {
	m := NewMask(s.Size())
	for i := range s.Size() {
		m.Set(i)
	}
	return m
}

// CopyField sets a field of to, a type without fields as a whole.
func (s *Shape) CopyField(i int, to, from reflect.Value) {
	if len(s.Fields) > 0 {
		f := &s.Fields[i]
		to, from = own(to, f.Index), f.In(from)
	}
	to.Set(from)
}

// Read passes over a JSON object, which s has accepted before, and adds the fields that
// it has members for.
func (s *Shape) Read(m *Mask, from *Scanner) error {
	if !from.Open('{') {
		return fmt.Errorf("want a JSON object, have %s", from.Kind())
	}
	for next := 0; from.Peek() != 0 && !from.Skip('}'); from.Skip(',') {
		if next = s.after(next, from); next >= 0 {
			m.Set(next)
		} else {
			next = s.Mark(m, string(from.Name()))
		}
		next++ // the field that the next member is likely to be
		from.Value()
	}
	return nil
}

// after passes over the name of a member that is field i or one that follows, -1 when it
// is another one.
func (s *Shape) after(i int, from *Scanner) int {
	for ; i < len(s.Fields); i++ {
		if from.name(s.Fields[i].quoted) {
			return i
		}
	}
	return -1
}

// KeyField returns the part of what p points to that is its key. It is false when no
// part alone is the key.
func (s *Shape) KeyField(p any) (key reflect.Value, ok bool) {
	e := reflect.ValueOf(p).Elem()
	switch {
	case len(s.Keys) == 1 && len(s.Inner) == 0:
		key = own(e, s.Fields[s.Keys[0]].Index)
	case len(s.Keys) == 0 && len(s.Inner) == 1:
		key = own(e, s.Inner[0].Index)
	default:
		return key, false
	}
	return key, key.Type() == s.Key
}

// KeepInner gives an entity those parts of the key of another one that are members of
// fields.
func (s *Shape) KeepInner(to, from reflect.Value) {
	for _, m := range s.Inner {
		m.Copy(to, from)
	}
}
