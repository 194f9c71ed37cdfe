package router

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// Opt is a value that may be absent or null, and tells the two apart:
//
//	type Change struct {
//		Nick router.Opt[string] `json:"nick,omitzero"` // {} keeps it, {"nick":null} removes it
//	}
//
// The zero value is absent. In a struct for In it is never required and takes
// null; it works for JSON members, query, header, cookie and form. There an
// empty value ("?limit=") is null, except for a string, for which it is the
// empty string. The description says that the value may be null.
type Opt[T any] struct {
	value T
	state optState
}

type optState uint8

const (
	optAbsent optState = iota
	optNull
	optPresent
)

// Some returns an Opt with a value.
func Some[T any](v T) Opt[T] { return Opt[T]{value: v, state: optPresent} }

// Null returns an Opt that is null.
func Null[T any]() Opt[T] { return Opt[T]{state: optNull} }

// Get returns the value and whether there is one. Without one it returns the
// zero value.
func (o Opt[T]) Get() (T, bool) { return o.value, o.state == optPresent }

// Or returns the value, or the fallback when it is absent or null.
func (o Opt[T]) Or(fallback T) T {
	if o.state == optPresent {
		return o.value
	}
	return fallback
}

// IsNull says whether it was sent as null.
func (o Opt[T]) IsNull() bool { return o.state == optNull }

// IsSet says whether it was sent, as null or as a value.
func (o Opt[T]) IsSet() bool { return o.state != optAbsent }

// IsZero says whether it is absent, so that the option omitzero of a json tag
// leaves it out.
func (o Opt[T]) IsZero() bool { return o.state == optAbsent }

// MarshalJSON writes the value, or null when there is none. An absent Opt is
// left out only with the option omitzero.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.state != optPresent {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON reads null or a value.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	if string(bytes.TrimSpace(data)) == "null" {
		*o = Null[T]()
		return nil
	}
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*o = Some(v)
	return nil
}

// String returns the value as fmt.Sprint does, "null" or "absent".
func (o Opt[T]) String() string {
	switch o.state {
	case optPresent:
		return fmt.Sprint(o.value)
	case optNull:
		return "null"
	}
	return "absent"
}

// Held is for encoders: Get without the type.
func (o Opt[T]) Held() (value any, present bool) { return o.value, o.state == optPresent }

// Slot is for decoders. It makes o null and returns nil, or makes it present
// with the zero value and returns the *T that is to be filled.
func (o *Opt[T]) Slot(null bool) any {
	if null {
		*o = Null[T]()
		return nil
	}
	var zero T
	*o = Some(zero)
	return &o.value
}

// optSetter reads an Opt from the values of one name: one empty value makes it
// null unless it holds a string. Set reads what it holds, nil when that is not
// possible.
func optSetter(held reflect.Type, set func(reflect.Value, []string) ([]string, error)) func(reflect.Value, []string) ([]string, error) {
	if set == nil {
		return nil
	}
	return func(v reflect.Value, values []string) ([]string, error) {
		opt := v.Addr().Interface().(strictjson.Optional)
		if len(values) == 1 && values[0] == "" && held.Kind() != reflect.String {
			opt.Slot(true)
			return nil, nil
		}
		return set(reflect.ValueOf(opt.Slot(false)).Elem(), values)
	}
}
