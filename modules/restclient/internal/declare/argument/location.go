package argument

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/fieldtag"
)

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

// scope is where a struct stands: among the arguments, or as the object of a
// query parameter, whose fields inherit its tag.
type scope struct {
	location
	object *fieldtag.Tag
	depth  int
}

func (in scope) into(f reflect.StructField, object *fieldtag.Tag) scope {
	next := scope{location: in.location.field(f), object: object, depth: in.depth + 1}
	if f.Type.Kind() == reflect.Pointer {
		next.location = next.pointed()
	}
	return next
}

// maxDepth bounds how deep the structs of a query nest: a deeper one would be
// part of itself.
const maxDepth = 8

var errTooDeep = fmt.Errorf("nests deeper than %d", maxDepth)

// isEmbedded reports whether the fields of an embedded struct are those of the
// struct around it.
func isEmbedded(f reflect.StructField) bool {
	return f.Anonymous && f.Tag == "" && structOf(f.Type) != nil
}

// structOf returns the struct that t is or points to, nil for other types and
// for those that write themselves.
func structOf(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(textMarshaler) {
		return nil
	}
	return t
}
