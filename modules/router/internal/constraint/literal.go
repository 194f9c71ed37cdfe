package constraint

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
)

// scalar reads a value of a scalar type from the text of a tag.
func scalar(t reflect.Type, s string) (reflect.Value, error) {
	v := reflect.New(t).Elem()
	if readsText(t) {
		return v, v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s))
	}
	switch k := t.Kind(); {
	case k == reflect.String:
		v.SetString(s)
		return v, nil
	case k == reflect.Bool:
		v.SetBool(s == "true")
		if s != "true" && s != "false" {
			return v, errors.New("is not true or false")
		}
		return v, nil
	case k >= reflect.Int && k <= reflect.Int64:
		n, err := strconv.ParseInt(s, 10, t.Bits())
		v.SetInt(n)
		return v, unreadable(t, s, err)
	case k >= reflect.Uint && k <= reflect.Uintptr:
		n, err := strconv.ParseUint(s, 10, t.Bits())
		v.SetUint(n)
		return v, unreadable(t, s, err)
	case k == reflect.Float32, k == reflect.Float64:
		n, err := strconv.ParseFloat(s, t.Bits())
		v.SetFloat(n)
		return v, unreadable(t, s, err)
	}
	return v, fmt.Errorf("a %s is no scalar", t)
}

// unreadable also refuses what is a number in Go only, such as +1 and 0x1p3.
func unreadable(t reflect.Type, s string, err error) error {
	if err != nil || !json.Valid([]byte(s)) {
		return fmt.Errorf("is not a value of type %s", t)
	}
	return nil
}

// assign returns what sets a value of the type to the one that s says. A type
// that reads itself from text reads s each time, as what it holds may be
// shared.
func assign(t reflect.Type, s string) (func(v reflect.Value), error) {
	if t == nil {
		return nil, errors.New("there are no items")
	}
	value, err := scalar(t, s)
	if err != nil {
		return nil, err
	}
	if !readsText(t) {
		return func(v reflect.Value) { v.Set(value) }, nil
	}
	return func(v reflect.Value) {
		_ = v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s)) // it read s before
	}, nil
}

// literal is the JSON of the text of a tag: a scalar in its own spelling, JSON
// as it stands for the other types.
func literal(t reflect.Type, s string) (json.RawMessage, error) {
	k := kindOf(t)
	switch {
	case t == nil:
		return nil, errors.New("there are no items")
	case k == text, readsText(t):
		return quoted(s), nil
	case k == number, k == boolean:
		_, err := scalar(t, s)
		return json.RawMessage(s), err
	case !json.Valid([]byte(s)):
		return nil, errors.New("is not JSON")
	}
	return json.RawMessage(s), nil
}

// quoted is s as a JSON string.
func quoted(s string) json.RawMessage {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string can be encoded
	}
	return data
}
