// Package union reads and writes values that are one of several types, where these are
// no entities; of entities, a restclient.OneOf is better, because it shows what the
// client has stored. A union is a struct with a field for each type, of which one is
// set:
//
//	type Source struct {
//		Card  *Card           `union:"object,type=card"`
//		Bank  *Bank           `union:"object,type=bank|sepa"`
//		Key   *string         `union:"string"`
//		Other json.RawMessage `union:"any"`
//	}
//
//	func (s Source) MarshalJSON() ([]byte, error)     { return union.Marshal(s) }
//	func (s *Source) UnmarshalJSON(data []byte) error { return union.Unmarshal(data, s) }
//
// # Tags
//
// The tag union says which JSON a field is for: string, number, boolean, array, object,
// or any. An object may be told apart by a member:
//
//	object,type=card       the member type is the string "card"
//	object,type=bank|sepa  it is one of these
//	object,version=2       the member version is the number 2, also as 2.0, or the string "2"
//	object,login           the object has the member login
//
// An object that leaves that member empty is written with the value, where there is one.
//
// The first field that a value fits is set, so any comes last. Fields are pointers,
// slices or maps; those without the tag are left alone. Null is a union in which nothing
// is set, and the other way round. What fits no field is an error unless one is for any.
//
// # Entities inside
//
// A client does not look into a union: entities inside are not stored apart, and a Ref
// inside has its key but not what it stands for.
package union

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// Marshal returns the JSON of the field of v that is set, and null when none is. V is
// a struct with tags, see the documentation of the package, or a pointer to one. The
// member by which an object is told apart is written though the field leaves it empty, where
// the tag gives it one value. It returns an error when several fields are set. It is safe for
// concurrent use.
func Marshal(v any) ([]byte, error) {
	value := reflect.Indirect(reflect.ValueOf(v))
	p, err := planOf(value.Type())
	if err != nil {
		return nil, err
	}
	var set *fitting
	for i, c := range p.cases {
		switch {
		case value.Field(c.field).IsNil():
		case set != nil:
			return nil, fmt.Errorf("union %s: both %s and %s are set", p.typ, p.typ.Field(set.field).Name, p.typ.Field(c.field).Name)
		default:
			set = &p.cases[i]
		}
	}
	if set == nil {
		return []byte("null"), nil
	}
	data, err := p.codec.Marshal(value.Field(set.field).Interface())
	if err != nil || set.kind != "object" || len(set.values) != 1 {
		return data, err
	}
	return set.complete(data)
}

// Unmarshal reads one JSON value into the field of the struct that v points to which
// the value fits, and sets the other fields with tags to nil. It reads as
// restclient.JSON does. It returns an error that names the type when the value fits no
// field, and the error of JSON. It is safe for concurrent use.
func Unmarshal(data []byte, v any) error {
	value := reflect.ValueOf(v)
	if value.Kind() != reflect.Pointer || value.IsNil() {
		return fmt.Errorf("union: %T is no pointer to a struct", v)
	}
	value = value.Elem()
	p, err := planOf(value.Type())
	if err != nil {
		return err
	}
	for _, c := range p.cases {
		value.Field(c.field).SetZero()
	}
	read, err := p.look(data)
	if err != nil || read.kind == "null" {
		return err
	}
	for _, c := range p.cases {
		if c.fits(read) {
			return p.codec.Unmarshal(data, value.Field(c.field).Addr().Interface())
		}
	}
	return fmt.Errorf("union %s: it is for no %s like this one", p.typ, read.kind)
}

// plan says which field of a struct is for what.
type plan struct {
	typ     reflect.Type
	codec   restclient.Codec
	cases   []fitting
	members []string // that tell objects apart
}

// fitting is a field with what it is for.
type fitting struct {
	field  int
	kind   string
	member string   // of an object; empty: whatever it has
	values []string // of the member; nil: it has to be there
}

// plans are those of types, each made once.
var plans sync.Map // reflect.Type -> func() (*plan, error)

func planOf(t reflect.Type) (*plan, error) {
	made, ok := plans.Load(t)
	if !ok {
		made, _ = plans.LoadOrStore(t, sync.OnceValues(func() (*plan, error) { return newPlan(t) }))
	}
	return made.(func() (*plan, error))()
}

func newPlan(t reflect.Type) (*plan, error) {
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("union: %s is no struct", t)
	}
	p := &plan{typ: t, codec: restclient.JSON()}
	for i := range t.NumField() {
		tag, ok := t.Field(i).Tag.Lookup("union")
		if !ok {
			continue
		}
		c, err := parse(tag)
		if err == nil {
			err = c.suits(t.Field(i))
		}
		if err != nil {
			return nil, fmt.Errorf("union %s: field %s: %w", t, t.Field(i).Name, err)
		}
		c.field = i
		p.cases = append(p.cases, c)
		if c.member != "" && !slices.Contains(p.members, c.member) {
			p.members = append(p.members, c.member)
		}
	}
	if len(p.cases) == 0 {
		return nil, fmt.Errorf("union: %s has no field with the tag union", t)
	}
	return p, nil
}

// kinds are those of JSON that a field can be for, and any of them.
var kinds = []string{"string", "number", "boolean", "array", "object", "any"}

func parse(tag string) (fitting, error) {
	kind, member, told := strings.Cut(tag, ",")
	name, values, valued := strings.Cut(member, "=")
	c := fitting{kind: kind, member: name}
	if valued {
		c.values = strings.Split(values, "|")
	}
	switch {
	case !slices.Contains(kinds, kind):
		return c, fmt.Errorf("the tag %q does not begin with one of %s", tag, strings.Join(kinds, ", "))
	case told && (kind != "object" || name == ""):
		return c, fmt.Errorf("the tag %q names no member of an object", tag)
	}
	return c, nil
}

// suits returns an error when a field cannot be set, or cannot be nil.
func (c fitting) suits(f reflect.StructField) error {
	switch {
	case !f.IsExported():
		return errors.New("it is not exported")
	case f.Type.Kind() == reflect.Pointer, f.Type.Kind() == reflect.Slice, f.Type.Kind() == reflect.Map:
		return nil
	}
	return fmt.Errorf("%s is neither a pointer nor a slice or map", f.Type)
}

func (c fitting) fits(v value) bool {
	if c.kind == "any" {
		return true
	}
	text, there := v.members[c.member]
	return c.kind == v.kind && (c.member == "" || there && (c.values == nil || slices.Contains(c.values, text)))
}

// complete returns the JSON of an object with the member that tells it apart, whose only
// value takes the place of an empty one.
func (c *fitting) complete(data []byte) ([]byte, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	token, err := dec.ReadToken()
	if err != nil || token.Kind() != '{' {
		return data, err
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		own := name.String() == c.member
		raw, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		if own {
			end := int(dec.InputOffset())
			return slices.Concat(data[:end-len(raw)], c.inPlaceOf(raw), data[end:]), nil
		}
	}
	told := c.inPlaceOf(jsontext.Value("null"))
	if told.Kind() == 'n' {
		return data, nil
	}
	quoted, err := jsontext.AppendQuote([]byte{'{'}, c.member)
	if err != nil {
		return nil, err
	}
	member := append(append(quoted, ':'), told...)
	if len(bytes.TrimSpace(data[1:])) > 1 { // there are others
		member = append(member, ',')
	}
	return slices.Concat(member, data[1:]), nil
}

// inPlaceOf is the only value of the member where it is empty: a text in place of "" and,
// unless it could be something else, of null, a number in place of 0, true in place of false.
func (c *fitting) inPlaceOf(raw jsontext.Value) jsontext.Value {
	text := c.values[0]
	quoted, err := jsontext.AppendQuote(nil, text)
	literal := jsontext.Value(text)
	if err != nil {
		return raw
	}
	switch {
	case string(raw) == `""`, raw.Kind() == 'n' && !literal.IsValid():
		return quoted
	case raw.Kind() == '0' && shape.Text(raw) == "0" && literal.IsValid() && literal.Kind() == '0', raw.Kind() == 'f' && text == "true":
		return literal
	}
	return raw
}

// value is what is seen of JSON before it is read.
type value struct {
	kind    string
	members map[string]string // the texts of the members of an object that are of interest
}

// look sees what a JSON value is, and no more of it than is needed for that.
func (p *plan) look(data []byte) (value, error) {
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	kind := kindOf(dec.PeekKind())
	if kind != "object" || len(p.members) == 0 {
		return value{kind: kind}, nil
	}
	members := map[string]string{}
	_, err := dec.ReadToken()
	for err == nil && dec.PeekKind() != '}' {
		err = p.lookAt(dec, members)
	}
	return value{kind, members}, err
}

// lookAt reads a member, and keeps the text of one that is of interest.
func (p *plan) lookAt(dec *jsontext.Decoder, members map[string]string) error {
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	name := token.String()
	if !slices.Contains(p.members, name) {
		return dec.SkipValue()
	}
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	members[name] = shape.Text(raw)
	return nil
}

func kindOf(k jsontext.Kind) string {
	switch k {
	case '"':
		return "string"
	case '0':
		return "number"
	case 't', 'f':
		return "boolean"
	case '[':
		return "array"
	case '{':
		return "object"
	case 'n':
		return "null"
	}
	return "value"
}
