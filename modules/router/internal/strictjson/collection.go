package strictjson

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// optional decodes into what an Optional holds.
func optional(held value) *node {
	return &node{decode: func(s *state, v reflect.Value) error {
		o := v.Addr().Interface().(Optional)
		if s.peek() != 'n' {
			return held.read(s, reflect.ValueOf(o.Slot(false)).Elem())
		}
		o.Slot(true)
		return s.word("null")
	}}
}

func pointer(t reflect.Type, to value) *node {
	return &node{expects: "a value", null: true, decode: func(s *state, v reflect.Value) error {
		if v.IsNil() {
			v.Set(reflect.New(t.Elem()))
		}
		return to.read(s, v.Elem())
	}}
}

// list decodes a slice. It keeps one item more than the most, and of a text of which all
// faults are told no more than it has: what comes then is read into the last item, so that
// what is refused anyway takes no memory.
func list(items value, most int) func(*state, reflect.Value) error {
	return func(s *state, v reflect.Value) error {
		if s.peek() != '[' {
			return s.mismatch("an array")
		}
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		return s.items(func(i int) error {
			n := v.Len()
			if n > 0 && (n > most || len(s.faults) == maxFaults) {
				v.Index(n - 1).SetZero()
				return items.read(s, v.Index(n-1))
			}
			if n == v.Cap() {
				v.Grow(1) // doubles
			}
			v.SetLen(n + 1)
			return items.read(s, v.Index(n))
		})
	}
}

// array decodes a Go array, which has exactly its items.
func array(items value) func(*state, reflect.Value) error {
	return func(s *state, v reflect.Value) error {
		if s.peek() != '[' {
			return s.mismatch("an array")
		}
		n := 0
		err := s.items(func(i int) error {
			if n++; i >= v.Len() {
				return s.skip()
			}
			return items.read(s, v.Index(i))
		})
		if n != v.Len() && err == nil {
			s.fault(otherLength(n, v.Len()))
		}
		return err
	}
}

func otherLength(n, want int) problem.FieldError {
	code := problem.CodeMinItems
	if n > want {
		code = problem.CodeMaxItems
	}
	return problem.FieldError{
		Detail: fmt.Sprintf("%d items where %d are expected", n, want), Code: code, Limit: json.Number(strconv.Itoa(want)),
	}
}

// dictionary decodes a map, nil when its keys are no text. It keeps no more than list does.
func dictionary(t reflect.Type, items value, most int) func(*state, reflect.Value) error {
	key := keyReader(t.Key())
	if key == nil {
		return nil
	}
	return func(s *state, v reflect.Value) error {
		if s.peek() != '{' {
			return s.mismatch("an object")
		}
		if v.IsNil() {
			v.Set(reflect.MakeMap(t))
		}
		item := reflect.New(t.Elem()).Elem()
		return s.members(func(name string) error {
			item.SetZero()
			if err := items.read(s, item); err != nil {
				return err
			}
			k := reflect.New(t.Key()).Elem()
			if f := key(k, name); f != nil {
				f.Detail, f.Code = "the name: "+f.Detail, problem.CodePropertyNames
				s.fault(*f)
				return nil
			}
			if v.Len() <= most && len(s.faults) < maxFaults {
				v.SetMapIndex(k, item)
			}
			return nil
		})
	}
}

// keyReader returns what reads the key of a map from the name of a member, nil
// when that is not possible. It returns the fault of a name that is no key, without its code.
func keyReader(t reflect.Type) func(key reflect.Value, name string) *problem.FieldError {
	switch k := t.Kind(); {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return func(key reflect.Value, name string) *problem.FieldError {
			if err := fromText(key, []byte(name)); err != nil {
				f := RefusedText(name, t, err)
				return &f
			}
			return nil
		}
	case k == reflect.String:
		return func(key reflect.Value, name string) *problem.FieldError { key.SetString(name); return nil }
	case k >= reflect.Int && k <= reflect.Int64:
		return func(key reflect.Value, name string) *problem.FieldError {
			n, err := strconv.ParseInt(name, 10, t.Bits())
			key.SetInt(n)
			return keyError(name, t, err == nil && strconv.FormatInt(n, 10) == name)
		}
	case k >= reflect.Uint && k <= reflect.Uintptr:
		return func(key reflect.Value, name string) *problem.FieldError {
			n, err := strconv.ParseUint(name, 10, t.Bits())
			key.SetUint(n)
			return keyError(name, t, err == nil && strconv.FormatUint(n, 10) == name)
		}
	}
	return nil
}

// keyError is nil for a name that is the only one of its key.
func keyError(name string, t reflect.Type, only bool) *problem.FieldError {
	if only {
		return nil
	}
	return &problem.FieldError{Detail: fmt.Sprintf("%.40q where %s is expected", name, Integers(t))}
}
