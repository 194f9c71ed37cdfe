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

// Form is how a value comes, which types that encode themselves may write otherwise than
// they read it.
type Form int

// The forms.
const (
	Text    Form = iota // the text of a parameter
	Read                // JSON that is read
	Written             // JSON that is written
)

// forms are the value of a tag as JSON, in each form.
type forms [3]json.RawMessage

// formsOf are those of the text of a tag.
func formsOf(t reflect.Type, s string) (forms, error) {
	plain, err := literal(t, s)
	all := forms{plain, plain, plain}
	if err != nil || kindOf(t) > boolean || kindOf(t) == other && !readsText(t) {
		return all, err
	}
	value, err := scalar(t, s)
	if err != nil {
		return all, nil // an example may be any text
	}
	p := reflect.New(t)
	p.Elem().Set(value)
	if writesItself(t) {
		if all[Written], err = json.Marshal(p.Interface()); err != nil {
			return all, fmt.Errorf("cannot be written: %w", err)
		}
	}
	if p.Type().Implements(reflect.TypeFor[json.Unmarshaler]()) {
		all[Read], err = readable(value, plain, all[Written])
	}
	return all, err
}

func writesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Marshaler]()) || p.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

// readable is the first of some texts that is read as a value.
func readable(value reflect.Value, texts ...json.RawMessage) (json.RawMessage, error) {
	for _, text := range texts {
		p := reflect.New(value.Type())
		if json.Unmarshal(text, p.Interface()) == nil && reflect.DeepEqual(p.Elem().Interface(), value.Interface()) {
			return text, nil
		}
	}
	return nil, fmt.Errorf("is not what UnmarshalJSON of %s reads, nor is what its MarshalJSON writes", value.Type())
}

// quoted is s as a JSON string.
func quoted(s string) json.RawMessage {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string can be encoded
	}
	return data
}
