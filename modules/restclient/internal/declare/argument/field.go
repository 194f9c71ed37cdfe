package argument

import (
	"fmt"
	"reflect"
	"slices"

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
