package argument

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// queryField finds the field of the arguments for a query parameter. Behind a pointer that is
// nil it makes room for one to be set, or else returns a zero value.
func queryField(v reflect.Value, name string, toSet bool) (reflect.Value, bool) {
	if v.Kind() != reflect.Struct {
		return reflect.Value{}, false
	}
	for i := range v.NumField() {
		sf, at := v.Type().Field(i), v.Field(i)
		tag, _, _ := strings.Cut(sf.Tag.Get("query"), ",")
		switch {
		case !isEmbedded(sf):
			if sf.IsExported() && tag == name {
				return at, true
			}
			continue
		case at.Kind() == reflect.Pointer && at.IsNil():
			room := reflect.New(at.Type().Elem())
			f, ok := queryField(room.Elem(), name, toSet)
			if !ok || toSet && !at.CanSet() {
				continue
			}
			if toSet {
				at.Set(room)
			}
			return f, true
		default:
			if f, ok := queryField(reflect.Indirect(at), name, toSet); ok {
				return f, true
			}
		}
	}
	return reflect.Value{}, false
}

// fieldOf is queryField in what args points to.
func fieldOf(args any, name string, toSet bool) (reflect.Value, error) {
	v := reflect.ValueOf(args).Elem()
	f, ok := queryField(v, name, toSet)
	if !ok {
		return f, fmt.Errorf("the arguments %s have no query parameter %q", v.Type(), name)
	}
	return f, nil
}

// Copied returns a pointer to a copy of what args points to, and of what that embeds.
func Copied(args any) any {
	v := reflect.ValueOf(args).Elem()
	to := reflect.New(v.Type())
	to.Elem().Set(v)
	separate(to.Elem())
	return to.Interface()
}

// separate copies, for a struct, what it embeds by pointers.
func separate(v reflect.Value) {
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		at := v.Field(i)
		if !isEmbedded(v.Type().Field(i)) || at.Kind() == reflect.Pointer && (at.IsNil() || !at.CanSet()) {
			continue
		}
		if at.Kind() == reflect.Pointer {
			own := reflect.New(at.Type().Elem())
			own.Elem().Set(at.Elem())
			at.Set(own)
		}
		separate(reflect.Indirect(at))
	}
}

// QueryText returns the value of a query parameter as text, "" for none: a
// zero that is not behind a pointer.
func QueryText(args any, name string) (string, error) {
	f, err := fieldOf(args, name, false)
	if err != nil || f.IsZero() {
		return "", err
	}
	if f.Kind() == reflect.Pointer {
		f = f.Elem()
	}
	if m, ok := f.Interface().(encoding.TextMarshaler); ok {
		text, err := m.MarshalText()
		return string(text), err
	}
	return fmt.Sprint(f.Interface()), nil
}

// ClearQuery makes a query parameter zero.
func ClearQuery(args any, name string) error {
	f, err := fieldOf(args, name, false)
	if err == nil {
		f.SetZero()
	}
	return err
}

// SetQuery sets a query parameter to what text says in the type of its field.
// Arguments that are copies of each other do not share it afterwards.
func SetQuery(args any, name, text string) error {
	f, err := fieldOf(args, name, true)
	if err != nil {
		return err
	}
	value := f
	if f.Kind() == reflect.Pointer {
		value = reflect.New(f.Type().Elem()).Elem()
	}
	if err := setText(value, text); err != nil {
		return fmt.Errorf("query parameter %q: %w", name, err)
	}
	if f.Kind() == reflect.Pointer {
		f.Set(value.Addr())
	}
	return nil
}

func setText(v reflect.Value, text string) error {
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	switch {
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.CanInt():
		n, err := strconv.ParseInt(text, 10, v.Type().Bits())
		if err != nil {
			return err
		}
		v.SetInt(n)
	case v.CanUint():
		n, err := strconv.ParseUint(text, 10, v.Type().Bits())
		if err != nil {
			return err
		}
		v.SetUint(n)
	default:
		return fmt.Errorf("a %s cannot select a page: use a string, an integer or an encoding.TextUnmarshaler", v.Type())
	}
	return nil
}
