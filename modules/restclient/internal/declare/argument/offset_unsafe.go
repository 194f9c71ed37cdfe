//go:build !rest_safe

package argument

import (
	"math"
	"reflect"
	"time"
	"unsafe"
)

// This file is the only one with package unsafe.

// hasOffsets says that fields are read at their offset.
const hasOffsets = true

// memory is where arguments lie. It keeps them alive, but they need not be on
// the heap: nothing that was read from them is kept.
type memory struct{ base unsafe.Pointer }

func memoryOf[A any](args *A) memory { return memory{unsafe.Pointer(args)} }

// memoryBehind is where a pointer points to.
func memoryBehind(pointer reflect.Value) memory { return memory{pointer.UnsafePointer()} }

// time reads the time at an offset, or the one that the pointer there points to.
func (m memory) time(offset uintptr, pointer bool) (t time.Time, ok bool) {
	at := unsafe.Add(m.base, offset)
	if pointer {
		if at = *(*unsafe.Pointer)(at); at == nil {
			return time.Time{}, false
		}
	}
	return *(*time.Time)(at), true
}

// series is where the elements of the slice at an offset lie, and how many they are.
func (m memory) series(offset uintptr) (elements memory, n int) {
	s := *(*[]struct{})(unsafe.Add(m.base, offset)) // slices of all types are laid out alike
	return memory{unsafe.Pointer(unsafe.SliceData(s))}, len(s)
}

// load reads the string, bool or number of the given kind at an offset, or the
// one that the pointer there points to.
//
// The offset is the sum of those that reflect reports for the fields on the way,
// so it points into the arguments: rule 3 of unsafe.Pointer. What lies there has
// the memory layout of its kind: rule 1.
func (m memory) load(offset uintptr, kind reflect.Kind, pointer bool) scalar {
	at := unsafe.Add(m.base, offset)
	if pointer {
		if at = *(*unsafe.Pointer)(at); at == nil {
			return scalar{}
		}
	}
	switch kind {
	case reflect.String:
		return scalar{kind: reflect.String, text: *(*string)(at)}
	case reflect.Bool:
		return scalar{kind: reflect.Bool, bits: bitOf(*(*bool)(at))}
	case reflect.Float32:
		return scalar{kind: reflect.Float32, bits: math.Float64bits(float64(*(*float32)(at)))}
	case reflect.Float64:
		return scalar{kind: reflect.Float64, bits: math.Float64bits(*(*float64)(at))}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return scalar{kind: reflect.Uint64, bits: loadUnsigned(at, kind)}
	}
	return scalar{kind: reflect.Int64, bits: uint64(loadSigned(at, kind))}
}

func loadSigned(at unsafe.Pointer, kind reflect.Kind) int64 {
	switch kind {
	case reflect.Int:
		return int64(*(*int)(at))
	case reflect.Int8:
		return int64(*(*int8)(at))
	case reflect.Int16:
		return int64(*(*int16)(at))
	case reflect.Int32:
		return int64(*(*int32)(at))
	}
	return *(*int64)(at)
}

func loadUnsigned(at unsafe.Pointer, kind reflect.Kind) uint64 {
	switch kind {
	case reflect.Uint:
		return uint64(*(*uint)(at))
	case reflect.Uint8:
		return uint64(*(*uint8)(at))
	case reflect.Uint16:
		return uint64(*(*uint16)(at))
	case reflect.Uint32:
		return uint64(*(*uint32)(at))
	}
	return *(*uint64)(at)
}
