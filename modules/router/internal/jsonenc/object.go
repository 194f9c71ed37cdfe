package jsonenc

import (
	"reflect"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// member is one member of the object of a struct.
type member struct {
	name   string       // `,"name":`
	path   []int        // of the field, longer than one when it is promoted
	direct reflect.Kind // Invalid for what read cannot read
	offset uintptr      // of such a field
	encode encodeFunc
	omit   func(reflect.Value) bool // nil: never
}

type structEncoder struct{ members []member }

// encodeStruct returns the encodeFunc of a struct, whose members have those of encoder.
func encodeStruct(t reflect.Type, encoder func(form) encodeFunc) encodeFunc {
	var s structEncoder
	for _, f := range strictjson.Fields(t) {
		s.members = append(s.members, memberOf(t, f, encoder))
	}
	return s.encode
}

func memberOf(t reflect.Type, f strictjson.Field, encoder func(form) encodeFunc) member {
	m := member{
		name:   `,"` + f.Name + `":`,
		path:   f.Index,
		encode: encoder(formOf(f)),
		omit:   omission(f),
	}
	if m.omit == nil && !f.Quoted {
		m.direct, m.offset = direct(t, f)
	}
	return m
}

// formOf applies the ",string" option to scalars and to pointers to them, as
// nothing else notices it.
func formOf(f strictjson.Field) form {
	target := f.Type
	if target.Name() == "" && target.Kind() == reflect.Pointer {
		target = target.Elem()
	}
	return form{f.Type, f.Quoted && scalar(target) != nil}
}

// encode writes a comma before every member, and then the brace in place of the
// first.
func (s structEncoder) encode(dst []byte, v reflect.Value, at trail) ([]byte, error) {
	start := len(dst)
	base := addressOf(v)
	var err error
	for i := range s.members {
		m := &s.members[i]
		switch {
		case m.direct == reflect.Invalid:
			if dst, err = m.append(dst, v, at); err != nil {
				return nil, err
			}
		case base == nil:
			dst = m.appendScalar(dst, v)
		default:
			dst = read(append(dst, m.name...), base, m.offset, m.direct)
		}
	}
	if len(dst) == start {
		return append(dst, "{}"...), nil
	}
	dst[start] = '{'
	return append(dst, '}'), nil
}

// appendScalar writes a direct member of a struct that has no address.
func (m *member) appendScalar(dst []byte, v reflect.Value) []byte {
	field := v
	for _, i := range m.path {
		field = field.Field(i)
	}
	dst = append(dst, m.name...)
	switch m.direct {
	case reflect.String:
		return appendString(dst, field.String())
	case reflect.Bool:
		return strconv.AppendBool(dst, field.Bool())
	}
	return strconv.AppendInt(dst, field.Int(), 10)
}

func (m *member) append(dst []byte, v reflect.Value, at trail) ([]byte, error) {
	field, found := follow(v, m.path)
	if !found || m.omit != nil && m.omit(field) {
		return dst, nil
	}
	return m.encode(append(dst, m.name...), field, at)
}

// follow returns the field at path, false when it is inside of a nil pointer.
func follow(v reflect.Value, path []int) (reflect.Value, bool) {
	for _, i := range path {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v, true
}
