// Package heading reads the headers and cookies of a response from the fields of a
// result:
//
//	fields, mistakes := heading.Compile(reflect.TypeFor[result]())
//	err := fields.Put(reflect.ValueOf(v), response.Header())
package heading

import (
	"encoding"
	"fmt"
	"net/http"
	"net/textproto"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/httpfield"
)

// Field is one field of a result that is no member of its body.
type Field struct {
	Name   string       // of the header, or of the cookie
	Type   reflect.Type // that is described
	Doc    string       // of the tag doc, Markdown
	Cookie bool

	index []int
	text  func(reflect.Value) ([]string, error) // the lines of the header
}

// Fields are those of one type, safe for concurrent use.
type Fields []Field

// Compile finds the fields with a tag header or cookie beside `json:"-"`, those of
// embedded structs among them, and what is wrong with them. A type that is no struct,
// nor a pointer to one, has none.
func Compile(t reflect.Type) (Fields, []string) {
	if t == nil {
		return nil, nil
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil, nil
	}
	var found Fields
	var mistakes []string
	for _, sf := range reflect.VisibleFields(t) {
		if !sf.IsExported() || sf.Tag.Get("json") != "-" {
			continue
		}
		f, why := fieldOf(sf)
		if why == "" && f.Name != "" && throughPointer(t, sf.Index) {
			why = "it stands in an embedded pointer, which may be nil: embed the struct itself"
		}
		switch {
		case why != "":
			mistakes = append(mistakes, fmt.Sprintf("field %s.%s: %s", t, sf.Name, why))
		case f.Name != "" && slices.ContainsFunc(found, func(o Field) bool { return o.Name == f.Name && o.Cookie == f.Cookie }):
			mistakes = append(mistakes, fmt.Sprintf("field %s.%s: %s is there twice", t, sf.Name, f.Name))
		case f.Name != "":
			found = append(found, f)
		}
	}
	return found, mistakes
}

// throughPointer reports whether a field stands in an embedded pointer, which may be
// nil.
func throughPointer(t reflect.Type, index []int) bool {
	for _, i := range index[:len(index)-1] {
		if t = t.Field(i).Type; t.Kind() == reflect.Pointer {
			return true
		}
	}
	return false
}

// fieldOf is a field with a tag, of no name for one without.
func fieldOf(sf reflect.StructField) (f Field, mistake string) {
	header, isHeader := sf.Tag.Lookup("header")
	cookie, isCookie := sf.Tag.Lookup("cookie")
	f = Field{Name: header + cookie, Type: sf.Type, Doc: sf.Tag.Get("doc"), Cookie: isCookie, index: sf.Index}
	switch {
	case !isHeader && !isCookie:
		return Field{}, ""
	case isHeader && isCookie:
		return f, "it is a header or a cookie, not both"
	case !httpfield.IsToken(f.Name):
		return f, fmt.Sprintf("%q is no name", f.Name)
	case isCookie:
		if sf.Type != reflect.TypeFor[*http.Cookie]() {
			return f, "a cookie is a *http.Cookie"
		}
		return f, ""
	}
	f.Name = textproto.CanonicalMIMEHeaderKey(f.Name)
	if slices.Contains([]string{"Content-Type", "Content-Length", "Transfer-Encoding", "Connection", "Set-Cookie", "Vary"}, f.Name) {
		return f, "the router sets " + f.Name + " itself"
	}
	if f.Type.Kind() == reflect.Pointer {
		f.Type = f.Type.Elem()
	}
	if f.text = textOf(f.Type); f.text == nil {
		return f, fmt.Sprintf("a %s is no header: use a string, bool, number, time.Time or encoding.TextMarshaler, a pointer to one, or a []string", sf.Type)
	}
	return f, ""
}

// textOf writes values of a type, nil when they are no header. A time is a date as
// headers have it (RFC 9110, section 5.6.7).
func textOf(t reflect.Type) func(reflect.Value) ([]string, error) {
	one := func(text func(reflect.Value) string) func(reflect.Value) ([]string, error) {
		return func(v reflect.Value) ([]string, error) { return []string{text(v)}, nil }
	}
	switch {
	case t == reflect.TypeFor[time.Time]():
		return func(v reflect.Value) ([]string, error) {
			if at := v.Interface().(time.Time); !at.IsZero() {
				return []string{at.UTC().Format(http.TimeFormat)}, nil
			}
			return nil, nil
		}
	case t == reflect.TypeFor[[]string]():
		return func(v reflect.Value) ([]string, error) { return slices.Clone(v.Interface().([]string)), nil }
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()) && t.Kind() != reflect.Pointer:
		return func(v reflect.Value) ([]string, error) {
			text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
			if len(text) == 0 {
				return nil, err
			}
			return []string{string(text)}, err
		}
	}
	switch t.Kind() {
	case reflect.String:
		return func(v reflect.Value) ([]string, error) {
			if v.Len() == 0 {
				return nil, nil
			}
			return []string{v.String()}, nil
		}
	case reflect.Bool:
		return one(func(v reflect.Value) string { return strconv.FormatBool(v.Bool()) })
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return one(func(v reflect.Value) string { return strconv.FormatInt(v.Int(), 10) })
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return one(func(v reflect.Value) string { return strconv.FormatUint(v.Uint(), 10) })
	case reflect.Float32, reflect.Float64:
		return one(func(v reflect.Value) string { return strconv.FormatFloat(v.Float(), 'f', -1, t.Bits()) })
	}
	return nil
}

// Put sets the headers and cookies of a value, which is of the type that was compiled.
// An empty text, a zero time and nil set none. Nothing is done for a nil pointer.
func (all Fields) Put(v reflect.Value, h http.Header) error {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	for _, f := range all {
		if err := f.put(v.FieldByIndex(f.index), h); err != nil {
			return err
		}
	}
	return nil
}

func (f Field) put(v reflect.Value, h http.Header) error {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return nil
	}
	if f.Cookie {
		return f.putCookie(*v.Interface().(*http.Cookie), h)
	}
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	lines, err := f.text(v)
	if err != nil {
		return fmt.Errorf("write the header %s: %w", f.Name, err)
	}
	for i, line := range lines {
		lines[i] = strings.Trim(line, " \t") // as net/http does, but for HTTP/2
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
			return fmt.Errorf("the header %s is %q, which no header can be", f.Name, line)
		}
	}
	if len(lines) > 0 {
		h[f.Name] = lines
	}
	return nil
}

func (f Field) putCookie(c http.Cookie, h http.Header) error {
	c.Name = f.Name
	if err := c.Valid(); err != nil {
		return fmt.Errorf("the cookie %s: %w", f.Name, err)
	}
	h["Set-Cookie"] = append(h["Set-Cookie"], c.String())
	return nil
}
