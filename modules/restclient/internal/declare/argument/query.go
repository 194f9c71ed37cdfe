package argument

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// queryField finds the field of the arguments for a query parameter.
func queryField(v reflect.Value, name string) (reflect.Value, bool) {
	if v.Kind() != reflect.Struct {
		return reflect.Value{}, false
	}
	for i := range v.NumField() {
		sf := v.Type().Field(i)
		if sf.Anonymous && sf.Type.Kind() == reflect.Struct && sf.Tag == "" {
			if f, ok := queryField(v.Field(i), name); ok {
				return f, true
			}
			continue
		}
		tag, _, _ := strings.Cut(sf.Tag.Get("query"), ",")
		if sf.IsExported() && tag == name {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

// fieldOf is queryField in what args points to.
func fieldOf(args any, name string) (reflect.Value, error) {
	v := reflect.ValueOf(args).Elem()
	f, ok := queryField(v, name)
	if !ok {
		return f, fmt.Errorf("the arguments %s have no query parameter %q", v.Type(), name)
	}
	return f, nil
}

// Copied returns a pointer to a copy of what args points to.
func Copied(args any) any {
	v := reflect.ValueOf(args).Elem()
	to := reflect.New(v.Type())
	to.Elem().Set(v)
	return to.Interface()
}

// QueryText returns the value of a query parameter as text, "" for none: a
// zero that is not behind a pointer.
func QueryText(args any, name string) (string, error) {
	f, err := fieldOf(args, name)
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
	f, err := fieldOf(args, name)
	if err == nil {
		f.SetZero()
	}
	return err
}

// SetQuery sets a query parameter to what text says in the type of its field.
// Arguments that are copies of each other do not share it afterwards.
func SetQuery(args any, name, text string) error {
	f, err := fieldOf(args, name)
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
