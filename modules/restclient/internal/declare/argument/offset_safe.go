//go:build rest_safe

package argument

import (
	"reflect"
	"time"
)

// hasOffsets says that no field is read at its offset.
const hasOffsets = false

type memory struct{}

func memoryOf[A any](*A) memory { return memory{} }

func memoryBehind(reflect.Value) memory { return memory{} }

func (memory) time(uintptr, bool) (time.Time, bool) { return time.Time{}, false }

func (memory) series(uintptr) (memory, int) { return memory{}, 0 }

func (memory) load(uintptr, reflect.Kind, bool) scalar { return scalar{} }
