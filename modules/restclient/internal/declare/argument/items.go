package argument

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/fieldtag"
)

// item is one value of a type that is not a string, bool or number: an element
// of a slice, or of a map under its key.
type item struct{ key, text string }

// itemizer lists the values of one type; none means absent.
type itemizer struct {
	many, keyed bool
	list        func(v reflect.Value) ([]item, error)
}

// elementWriter writes one value; it reports false for an absent one.
type elementWriter func(v reflect.Value) (text string, present bool, err error)

var (
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	errEmptyKey   = errors.New("has an empty key")
)

func itemizerFor(t reflect.Type) (itemizer, error) {
	if write, err := elementFor(t); err == nil {
		return itemizer{list: write.single}, nil
	}
	switch {
	case t.Kind() == reflect.Pointer:
		return pointed(t)
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		write, err := elementFor(t.Elem())
		return itemizer{keyed: true, list: write.entries}, err
	case (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && t.Elem().Kind() != reflect.Uint8:
		write, err := elementFor(t.Elem())
		return itemizer{many: true, list: write.elements}, err
	}
	return itemizer{}, unwritable(t)
}

func unwritable(t reflect.Type) error {
	if t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(textMarshaler) {
		return fmt.Errorf("MarshalText of %s has a pointer receiver: use *%[1]s", t)
	}
	return fmt.Errorf("a %s cannot be written into a URL: use a string, bool, number, encoding.TextMarshaler, a pointer to one, or a slice or map[string] of them", t)
}

func pointed(t reflect.Type) (itemizer, error) {
	elem, err := itemizerFor(t.Elem())
	list := elem.list
	elem.list = func(v reflect.Value) ([]item, error) {
		if v.IsNil() {
			return nil, nil
		}
		return list(v.Elem())
	}
	return elem, err
}

func elementFor(t reflect.Type) (elementWriter, error) {
	if t.Implements(textMarshaler) {
		return marshalText, nil
	}
	if kind, _ := basicOf(t); kind != reflect.Invalid {
		return readText, nil
	}
	if t.Kind() != reflect.Pointer {
		return nil, unwritable(t)
	}
	elem, err := elementFor(t.Elem())
	return func(v reflect.Value) (string, bool, error) {
		if v.IsNil() {
			return "", false, nil
		}
		return elem(v.Elem())
	}, err
}

func readText(v reflect.Value) (string, bool, error) {
	s := read(v)
	if s.absent() {
		return "", false, nil
	}
	text, err := s.string()
	return text, true, err
}

func marshalText(v reflect.Value) (string, bool, error) {
	if (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && v.IsNil() {
		return "", false, nil
	}
	text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
	return string(text), true, err
}

func (w elementWriter) single(v reflect.Value) ([]item, error) {
	return w.add(nil, "", v)
}

func (w elementWriter) elements(v reflect.Value) (items []item, err error) {
	for i := range v.Len() {
		if items, err = w.add(items, "", v.Index(i)); err != nil {
			return nil, err
		}
	}
	return items, nil
}

func (w elementWriter) entries(v reflect.Value) (items []item, err error) {
	for entry := v.MapRange(); entry.Next(); {
		key := entry.Key().String()
		if key == "" {
			return nil, errEmptyKey
		}
		if items, err = w.add(items, key, entry.Value()); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.key, b.key) })
	return items, nil
}

func (w elementWriter) add(items []item, key string, v reflect.Value) ([]item, error) {
	text, present, err := w(v)
	if err != nil || !present {
		return items, err
	}
	return append(items, item{key, text}), nil
}

// member is a value of an object that is one text.
type member struct {
	fieldtag.Tag
	location
	write elementWriter
}

// membersOf lists the members of a struct as those of a map are, in the order of its
// fields.
func membersOf(t reflect.Type) (itemizer, error) {
	members, err := appendMembers(nil, t, scope{})
	return itemizer{keyed: true, list: func(v reflect.Value) (items []item, err error) {
		for _, m := range members {
			value, ok := m.find(v)
			if !ok || m.OmitEmpty && isEmpty(value) {
				continue
			}
			if items, err = m.write.add(items, m.Name, value); err != nil {
				return nil, err
			}
		}
		return items, nil
	}}, err
}

func appendMembers(members []member, t reflect.Type, in scope) ([]member, error) {
	if in.depth > maxDepth {
		return nil, errTooDeep
	}
	for sf := range t.Fields() {
		var err error
		switch {
		case isEmbedded(sf):
			members, err = appendMembers(members, structOf(sf.Type), in.into(sf, nil))
		case sf.IsExported():
			m := member{location: in.location.field(sf)}
			if m.Tag, err = fieldtag.Parse(sf.Tag); err == nil {
				m.write, err = writerOf(m.Tag, sf.Type)
			}
			members = append(members, m)
		}
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", sf.Name, err)
		}
	}
	return members, nil
}

// writerOf writes the values of a member of an object that is one text.
func writerOf(t fieldtag.Tag, of reflect.Type) (elementWriter, error) {
	if t.Place != fieldtag.InQuery || t.Style != fieldtag.Repeated || t.Exploded {
		return nil, errors.New("is a member of an object that is one text: use a query tag without a style")
	}
	return elementFor(of)
}

// isEmpty reports whether omitempty leaves v out.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Struct:
		if z, ok := v.Interface().(interface{ IsZero() bool }); ok {
			return z.IsZero()
		}
	}
	return v.IsZero()
}
