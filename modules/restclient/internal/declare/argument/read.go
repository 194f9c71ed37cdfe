package argument

import (
	"math"
	"reflect"
)

// read reads a string, bool or number, or a pointer to one, by package reflect.
func read(v reflect.Value) scalar {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return scalar{}
		}
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.String:
		return scalar{kind: reflect.String, text: v.String()}
	case v.Kind() == reflect.Bool:
		return scalar{kind: reflect.Bool, bits: bitOf(v.Bool())}
	case v.CanInt():
		return scalar{kind: reflect.Int64, bits: uint64(v.Int())}
	case v.CanUint():
		return scalar{kind: reflect.Uint64, bits: v.Uint()}
	}
	return scalar{kind: v.Kind(), bits: math.Float64bits(v.Float())}
}

func bitOf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
