package argument

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/restclient/fieldtag"
)

// item is one value of a type that is not a string, bool or number: an element
// of a slice, or of a map under its key.
type item struct{ key, text string }

// lister lists what a value writes; nothing means that it is absent.
type lister func(v reflect.Value) ([]item, error)

// itemizer lists the values of one type.
type itemizer struct {
	many, keyed bool
	deep        bool // keyed, and holds lists or objects, so that keys are such as 0][name
	list        lister
}

// elementWriter writes one value; it reports false for an absent one.
type elementWriter func(v reflect.Value) (text string, present bool, err error)

var errEmptyKey = errors.New("has an empty key")

func itemizerFor(t reflect.Type) (itemizer, error) {
	if write, err := elementFor(t); err == nil {
		return itemizer{list: write.single}, nil
	}
	switch {
	case t.Kind() == reflect.Pointer:
		return pointed(t)
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		write, err := elementFor(t.Elem())
		return itemizer{keyed: true, list: lister(lister(write.single).entries).bare}, err
	case isList(t):
		write, err := elementFor(t.Elem())
		return itemizer{many: true, list: write.elements}, err
	}
	return itemizer{}, unwritable(t)
}

// deepObject is for what holds lists or objects, as servers read a deepObject:
// name[0][member], name[key][].
func deepObject(t reflect.Type, style fieldtag.Style) (itemizer, error) {
	parts, err := partsOf(t, style, 0)
	return itemizer{keyed: true, deep: true, list: parts.bare}, err
}

// bare has keys without the outer brackets.
func (list lister) bare(v reflect.Value) ([]item, error) {
	items, err := list(v)
	for i, one := range items {
		items[i].key = one.key[1 : len(one.key)-1]
	}
	return items, err
}

var errNested = errors.New("a list of lists or objects needs the option brackets")

// partsOf lists the values in a deepObject below keys such as [0][member], an empty one
// for a value itself.
func partsOf(t reflect.Type, style fieldtag.Style, depth int) (lister, error) {
	if write, err := elementFor(t); err == nil {
		return write.single, nil
	}
	if depth > maxDepth {
		return nil, errTooDeep
	}
	switch {
	case structOf(t) != nil:
		return membersOf(structOf(t), deepMember(depth))
	case t.Kind() == reflect.Pointer:
		elem, err := partsOf(t.Elem(), style, depth+1)
		return elem.behind, err
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		elem, err := partsOf(t.Elem(), style, depth+1)
		return elem.entries, err
	case isList(t):
		return listParts(t.Elem(), style, depth)
	}
	return nil, unwritable(t)
}

func listParts(of reflect.Type, style fieldtag.Style, depth int) (lister, error) {
	if write, err := elementFor(of); err == nil {
		if style == fieldtag.Brackets {
			return lister(write.elements).inBrackets, nil
		}
		return write.elements, nil
	}
	elem, err := partsOf(of, style, depth+1)
	if err == nil && style != fieldtag.Brackets {
		err = errNested
	}
	return elem.numbered, err
}

func (list lister) behind(v reflect.Value) ([]item, error) {
	if v.IsNil() {
		return nil, nil
	}
	return list(v.Elem())
}

func (list lister) inBrackets(v reflect.Value) ([]item, error) { return list.under("[]", v, nil) }

func (list lister) numbered(v reflect.Value) (items []item, err error) {
	for i, n := 0, 0; i < v.Len() && err == nil; i++ {
		before := len(items)
		if items, err = list.under("["+strconv.Itoa(n)+"]", v.Index(i), items); len(items) > before {
			n++
		}
	}
	return items, err
}

func (list lister) entries(v reflect.Value) (items []item, err error) {
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
	for _, key := range keys {
		if key.String() == "" {
			return nil, errEmptyKey
		}
		if items, err = list.under("["+key.String()+"]", v.MapIndex(key), items); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// under adds the items of v, below a key.
func (list lister) under(key string, v reflect.Value, items []item) ([]item, error) {
	below, err := list(v)
	for _, one := range below {
		items = append(items, item{key + one.key, one.text})
	}
	return items, err
}

func isList(t reflect.Type) bool {
	return (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && t.Elem().Kind() != reflect.Uint8
}

func unwritable(t reflect.Type) error {
	if t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(textMarshaler) {
		return fmt.Errorf("MarshalText of %s has a pointer receiver: use *%[1]s", t)
	}
	return fmt.Errorf("a %s cannot be written into a URL: use a string, bool, number, encoding.TextMarshaler, a pointer to one, or a slice or map[string] of them", t)
}

func pointed(t reflect.Type) (itemizer, error) {
	elem, err := itemizerFor(t.Elem())
	elem.list = elem.list.behind
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

func (w elementWriter) add(items []item, key string, v reflect.Value) ([]item, error) {
	text, present, err := w(v)
	if err != nil || !present {
		return items, err
	}
	return append(items, item{key, text}), nil
}

// member is a value of an object.
type member struct {
	location
	key       string
	omitEmpty bool
	list      lister
}

// memberKind says how the members of an object are written.
type memberKind func(t fieldtag.Tag, of reflect.Type) (key string, list lister, err error)

// membersOf lists the members of a struct as those of a map are, in the order of its
// fields.
func membersOf(t reflect.Type, kind memberKind) (lister, error) {
	members, err := kind.appendTo(nil, t, scope{})
	return func(v reflect.Value) (items []item, err error) {
		for _, m := range members {
			value, ok := m.find(v)
			if !ok || m.omitEmpty && isEmpty(value) {
				continue
			}
			if items, err = m.list.under(m.key, value, items); err != nil {
				return nil, err
			}
		}
		return items, nil
	}, err
}

func (kind memberKind) appendTo(members []member, t reflect.Type, in scope) ([]member, error) {
	if in.depth > maxDepth {
		return nil, errTooDeep
	}
	for sf := range t.Fields() {
		var err error
		switch {
		case isEmbedded(sf):
			members, err = kind.appendTo(members, structOf(sf.Type), in.into(sf, nil))
		case sf.IsExported():
			var tag fieldtag.Tag
			m := member{location: in.location.field(sf)}
			if tag, err = fieldtag.Parse(sf.Tag); err == nil {
				m.omitEmpty = tag.OmitEmpty
				m.key, m.list, err = kind(tag, sf.Type)
			}
			members = append(members, m)
		}
		if err != nil {
			return nil, fmt.Errorf("field %s: %w", sf.Name, err)
		}
	}
	return members, nil
}

// textMember is one of an object that is one text.
func textMember(t fieldtag.Tag, of reflect.Type) (key string, list lister, err error) {
	if t.Place != fieldtag.InQuery || t.Style != fieldtag.Repeated || t.Exploded {
		return "", nil, errors.New("is a member of an object that is one text: use a query tag without a style")
	}
	write, err := elementFor(of)
	return t.Name, write.single, err
}

// deepMember is one of an object in a list or in a map.
func deepMember(depth int) memberKind {
	return func(t fieldtag.Tag, of reflect.Type) (key string, list lister, err error) {
		if t.Place != fieldtag.InQuery || t.Style.IsText() || t.Exploded {
			return "", nil, errors.New("is a member of an object in a list or a map: use a query tag, without a style but brackets")
		}
		list, err = partsOf(of, t.Style, depth+1)
		return "[" + t.Name + "]", list, err
	}
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
