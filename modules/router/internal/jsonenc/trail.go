package jsonenc

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// unwatchedDepth is how many pointers, slices and maps may be inside of each
// other before their addresses are remembered. It is the figure of
// encoding/json.
const unwatchedDepth = 1000

// trail is the way from the outermost value to the one being written. It finds
// values that contain themselves.
type trail struct {
	depth int
	seen  map[place]bool // made when unwatchedDepth is passed
}

// place identifies a value that refers to others. A pointer to a struct and one
// to its first field differ by type only; slices and maps have none.
type place struct {
	typ     reflect.Type
	address any // an unsafe.Pointer
	length  int
}

func placeOf(v reflect.Value) place {
	switch v.Kind() {
	case reflect.Slice:
		return place{address: v.UnsafePointer(), length: v.Len()}
	case reflect.Map:
		return place{address: v.UnsafePointer(), length: -1}
	}
	return place{typ: v.Type(), address: v.UnsafePointer()}
}

// enter returns the trail for what a pointer, slice or map refers to.
func (at trail) enter(v reflect.Value) (trail, error) {
	if at.depth++; at.depth <= unwatchedDepth {
		return at, nil
	}
	p := placeOf(v)
	if at.seen[p] {
		return at, &json.UnsupportedValueError{Value: v, Str: fmt.Sprintf("encountered a cycle via %s", v.Type())}
	}
	if at.seen == nil {
		at.seen = map[place]bool{}
	}
	at.seen[p] = true
	return at, nil
}

// leave forgets v: the next one at its depth may refer to the same.
func (at trail) leave(v reflect.Value) {
	if at.depth > unwatchedDepth {
		delete(at.seen, placeOf(v))
	}
}
