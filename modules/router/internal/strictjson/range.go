package strictjson

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// OutOfRange is the fault of a number that the type cannot hold: it is below the
// smallest or above the largest one.
func OutOfRange(detail string, t reflect.Type, below bool) problem.FieldError {
	f := problem.FieldError{Detail: detail, Code: problem.CodeMaximum}
	if below {
		f.Code = problem.CodeMinimum
	}
	f.Limit = json.Number(Extreme(t, below))
	return f
}

// Extreme is the smallest or the largest number of a type.
func Extreme(t reflect.Type, least bool) string {
	bits := t.Bits()
	switch k := t.Kind(); {
	case k == reflect.Float32, k == reflect.Float64:
		most := map[int]float64{32: math.MaxFloat32, 64: math.MaxFloat64}[bits]
		if least {
			most = -most
		}
		return strconv.FormatFloat(most, 'g', -1, bits)
	case k > reflect.Int64 && least:
		return "0"
	case k > reflect.Int64:
		return strconv.FormatUint(^uint64(0)>>(64-bits), 10)
	case least:
		return strconv.FormatInt(int64(-1)<<(bits-1), 10)
	}
	return strconv.FormatInt(int64(1)<<(bits-1)-1, 10)
}

// Integers describes the values of an integer type.
func Integers(t reflect.Type) string {
	return fmt.Sprintf("an integer from %s to %s", Extreme(t, true), Extreme(t, false))
}
