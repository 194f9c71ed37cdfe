package argument

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// field is one value of the arguments and where it goes.
type field struct {
	tag
	location

	kind    reflect.Kind // of a string, bool or number; Invalid when items is used
	pointer bool         // to a string, bool or number
	direct  bool         // read at its offset
	items   itemizer
	key     string            // "name=", escaped, of a query parameter
	part    pathtemplate.Part // of a path parameter
}

// location is the way from the arguments to a value.
type location struct {
	index  []int // of the fields on the way, through pointers; empty for the arguments themselves
	offset uintptr
	behind bool // a pointer is on the way, so that the offset means nothing
}

func (l location) field(f reflect.StructField) location {
	return location{index: append(slices.Clone(l.index), f.Index...), offset: l.offset + f.Offset, behind: l.behind}
}

func (l location) pointed() location {
	l.behind = true
	return l
}

// find goes the way from v. It reports false at a nil pointer.
func (l location) find(v reflect.Value) (reflect.Value, bool) {
	for _, i := range l.index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v, true
}

// isBasic reports whether the value is read by scalar, and not by list.
func (f *field) isBasic() bool { return f.kind != reflect.Invalid }

// scalar reads the string, bool or number.
func (f *field) scalar(args Args) scalar {
	var s scalar
	if f.direct {
		s = args.load(f.offset, f.kind, f.pointer)
	} else if v, ok := f.find(reflect.ValueOf(*args.value)); ok {
		s = read(v)
	}
	if f.omitEmpty && !f.pointer && s.zero() {
		return scalar{}
	}
	return s
}

// list reads the items, for all fields but basic ones.
func (f *field) list(args Args) ([]item, error) {
	v, ok := f.find(reflect.ValueOf(*args.value))
	if !ok || f.omitEmpty && isEmpty(v) {
		return nil, nil
	}
	items, err := f.items.list(v)
	return items, f.wrap(err)
}

// texts reads the values of a field that is not a map.
func (f *field) texts(args Args) ([]string, error) {
	if f.isBasic() {
		s := f.scalar(args)
		if s.absent() {
			return nil, nil
		}
		text, err := s.string()
		return []string{text}, f.wrap(err)
	}
	items, err := f.list(args)
	var texts []string
	for _, i := range items {
		texts = append(texts, i.text)
	}
	return texts, err
}

// wrap names the parameter, never its value.
func (f *field) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("parameter %q: %w", f.name, err)
}

func (f *field) appendQuery(dst []byte, separator byte, args Args) ([]byte, error) {
	if !f.isBasic() {
		items, err := f.list(args)
		return f.appendItems(dst, separator, items), err
	}
	s := f.scalar(args)
	if s.absent() {
		return dst, nil
	}
	dst = append(dst, separator)
	dst = append(dst, f.key...)
	if s.kind == reflect.String {
		return appendEscaped(dst, s.text), nil
	}
	dst, err := s.append(dst)
	if err != nil {
		return nil, f.wrap(err)
	}
	return dst, nil
}

func (f *field) appendItems(dst []byte, separator byte, items []item) []byte {
	for i, item := range items {
		if f.style == comma && i > 0 {
			dst = append(dst, ',')
		} else {
			dst = append(dst, separator)
			dst = f.appendKey(dst, item)
			separator = '&'
		}
		dst = appendEscaped(dst, item.text)
	}
	return dst
}

func (f *field) appendKey(dst []byte, i item) []byte {
	if !f.items.keyed && f.style != brackets {
		return append(dst, f.key...)
	}
	dst = append(dst, f.key[:len(f.key)-1]...)
	dst = append(dst, "%5B"...)
	dst = appendEscaped(dst, i.key)
	return append(dst, "%5D="...)
}

func (f *field) holds(g field) bool {
	return f.items.keyed && strings.HasPrefix(g.name, f.name+"[")
}

// sortKey puts the members of a map where their names belong.
func (f *field) sortKey() string {
	if f.items.keyed {
		return f.name + "["
	}
	return f.name
}

func (f *field) appendValues(all []Value, args Args) ([]Value, error) {
	if !f.items.keyed {
		texts, err := f.texts(args)
		for _, text := range texts {
			all = append(all, Value{Name: f.name, Value: text, Open: f.open})
		}
		return all, err
	}
	items, err := f.list(args)
	for _, i := range items {
		all = append(all, Value{Name: f.name + "[" + i.key + "]", Value: i.text, Open: f.open})
	}
	return all, err
}
