package schema_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

type (
	Member struct {
		X int     `json:"x" minimum:"1"`
		Y *string `json:",omitempty"`
	}
	family struct {
		Name string             `json:"name" maxLength:"2"`
		Kids []family           `json:"kids,omitempty"`
		Next *family            `json:"next"`
		By   map[string]*family `json:"by,omitzero" max:"1"`
	}
	embedding struct {
		*Member
		item
		Own bool `json:",string"`
	}
)

// colour is a number that is a text, of which "red" and "blue" are known.
type colour int

func (c *colour) MarshalText() ([]byte, error) {
	if *c == 1 || *c == 2 {
		return []byte([]string{"red", "blue"}[*c-1]), nil
	}
	return []byte("none"), nil
}

func (c *colour) UnmarshalText(text []byte) error {
	*c = map[string]colour{"red": 1, "blue": 2}[string(text)] // any other text is no colour
	return nil
}

var leaves = []reflect.Type{
	reflect.TypeFor[colour](), reflect.TypeFor[uint8](), reflect.TypeFor[uint64](),
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[float32](), reflect.TypeFor[float64](),
	reflect.TypeFor[string](), reflect.TypeFor[time.Time](), reflect.TypeFor[json.Number](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[any](),
	reflect.TypeFor[[]byte](), reflect.TypeFor[[2]byte](), reflect.TypeFor[forest](), reflect.TypeFor[folder](), reflect.TypeFor[Member](), reflect.TypeFor[family](),
	reflect.TypeFor[embedding](), reflect.TypeFor[page[Member]](), reflect.TypeFor[page[*int8]](), reflect.TypeFor[struct{}](),
}

// tags are constraints by the kind of what they are for.
var tags = map[reflect.Kind][]string{
	reflect.String: {`minLength:"1"`, `maxLength:"1"`, `pattern:"a"`, `enum:"a,b"`, `format:"date"`},
	reflect.Int:    {`minimum:"1"`, `exclusiveMaximum:"2"`, `multipleOf:"2"`, `enum:"1,2"`, `default:"3"`},
	reflect.Int8:   {`maximum:"1"`, `enum:"1,100"`}, reflect.Uint16: {`exclusiveMinimum:"1"`}, reflect.Float64: {`multipleOf:"0.5"`, `minimum:"0.5"`},
	reflect.Uint8: {`maximum:"200"`, `minimum:"1"`}, reflect.Uint64: {`maximum:"18446744073709551614"`, `minimum:"9223372036854775808"`},
	reflect.Slice: {`doc:"a"`, `required:"false"`}, reflect.Map: {`min:"1"`, `max:"1"`}, reflect.Bool: {`enum:"true"`},
}

// quotable are constraints of what the option ",string" puts in quotes.
var quotable = map[reflect.Kind][]string{
	reflect.Int: {`minimum:"1"`, `exclusiveMaximum:"2"`, `enum:"1,2"`, `default:"3"`}, reflect.Int8: {`maximum:"1"`, `enum:"1,100"`}, reflect.Uint16: {`exclusiveMinimum:"1"`},
	reflect.Uint8: {`maximum:"200" minimum:"2"`}, reflect.Uint64: {`maximum:"9223372036854775808"`}, reflect.Bool: {`enum:"true"`}, reflect.String: {`enum:"a,b"`},
}

// chance makes types, values of them, and other JSON of that of a value.
type chance struct{ *rand.Rand }

func (r chance) typ(depth int) reflect.Type {
	if depth == 0 || r.IntN(2) == 0 {
		return leaves[r.IntN(len(leaves))]
	}
	switch inner := r.typ(depth - 1); r.IntN(5) {
	case 0:
		return reflect.PointerTo(inner)
	case 1:
		return reflect.SliceOf(inner)
	case 2:
		return reflect.ArrayOf(r.IntN(3), inner)
	case 3:
		return reflect.MapOf([]reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[uint8](), reflect.TypeFor[int8]()}[r.IntN(4)], inner)
	}
	return r.structure(depth - 1)
}

func (r chance) structure(depth int) reflect.Type {
	var fields []reflect.StructField
	for i := range 1 + r.IntN(4) {
		f := reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: r.typ(depth)}
		options := []string{"", ",omitempty", ",omitzero", ",string"}[r.IntN(4)]
		f.Tag = reflect.StructTag(fmt.Sprintf(`json:"f%d%s"`, i, options))
		t := f.Type
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		known := tags[t.Kind()]
		switch {
		case t == reflect.TypeFor[colour]():
			known = []string{`enum:"red,blue"`}
		case t.PkgPath() != "", t == reflect.TypeFor[[]byte]():
			known = nil
		case options == ",string":
			known = quotable[t.Kind()]
		}
		if known != nil && r.IntN(2) == 0 {
			f.Tag += reflect.StructTag(" " + known[r.IntN(len(known))])
		}
		fields = append(fields, f)
	}
	return reflect.StructOf(fields)
}

// fill sets v to a value that JSON may have.
func (r chance) fill(v reflect.Value, depth int) {
	switch t := v.Type(); {
	case !v.CanSet():
	case t == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Unix(r.Int64N(1<<32), 0).UTC()))
	case t == reflect.TypeFor[json.RawMessage]():
		v.SetBytes([]byte([]string{"null", `{"a":[1,"x"]}`, `"s"`}[r.IntN(3)]))
	case t == reflect.TypeFor[json.Number]():
		v.SetString([]string{"0", "1.5"}[r.IntN(2)])
	case v.CanInt():
		v.SetInt(int64([]int{0, 1, -1, 2, 100}[r.IntN(5)]))
	case v.CanUint():
		v.SetUint(uint64([]int{0, 1, 2}[r.IntN(3)]))
	case v.CanFloat():
		v.SetFloat([]float64{0, 0.5, -1.25, 1e21}[r.IntN(4)])
	case t.Kind() == reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case t.Kind() == reflect.String:
		v.SetString([]string{"", "a", "ab", "2020-01-02", "ü\"<"}[r.IntN(5)])
	case t.Kind() == reflect.Struct:
		for i := range v.NumField() {
			r.fill(v.Field(i), depth-1)
		}
	case t.Kind() == reflect.Array:
		for i := range v.Len() {
			r.fill(v.Index(i), depth-1)
		}
	case depth <= 0 || r.IntN(3) == 0: // nil
	case t.Kind() == reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		r.fill(v.Elem(), depth-1)
	case t.Kind() == reflect.Interface:
		v.Set(reflect.ValueOf([]any{"a", 1, []any{nil}}[r.IntN(3)]))
	case t.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(t, r.IntN(3), 3))
		for i := range v.Len() {
			r.fill(v.Index(i), depth-1)
		}
	case t.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(t))
		key, item := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		r.fill(key, 1)
		r.fill(item, depth-1)
		v.SetMapIndex(key, item)
	}
}

var others = []string{
	"null", "true", "0", "1", "1.0", "1e2", "-0", "-1", "300", "1.5", `""`, `"a"`, `"abc"`, `"1"`, `"01"`, `"-0"`, `"1.0"`, `"true"`, `"\"x\""`, `"AAAA"`, `"AAA"`, `"AB=="`,
	`"2020-01-02T03:04:05Z"`, `"2020-02-30"`, `"red"`, `"green"`, `"100"`, `"201"`, `"256"`, "18446744073709551615", "18446744073709551616", `{"256":1}`, `{"-1":1}`, "[]", "{}", "[1]", "[null]", `{"f0":null}`, `{"1":1}`, `{"01":1}`, `{"x":2}`,
}

// change puts something else at one place of JSON.
func (r chance) change(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 || r.IntN(4) == 0 {
			break
		}
		name := slices.Sorted(maps.Keys(v))[r.IntN(len(v))]
		switch r.IntN(6) {
		case 0:
			delete(v, name)
		case 1:
			v["other"] = v[name]
		default:
			v[name] = r.change(v[name])
		}
		return v
	case []any:
		if len(v) == 0 || r.IntN(4) == 0 {
			break
		}
		i := r.IntN(len(v))
		v[i] = r.change(v[i])
		return append(v, v[:r.IntN(2)]...)
	}
	return plain([]byte(others[r.IntN(len(others))]))
}

func plain(text []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	return v
}

// TestTheDescriptionIsThatOfTheWire checks that what is written is valid against its
// description, constraints aside, and that a body is taken exactly when it is.
func TestTheDescriptionIsThatOfTheWire(t *testing.T) {
	taken, refused := 0, 0
	for seed := range uint64(400) {
		r := chance{rand.New(rand.NewPCG(seed, 0))}
		typ := r.structure(3)
		if answer.Unwritten(typ) != "" {
			continue // no router starts with it
		}
		b := schema.New()
		written, read := b.Of(typ, schema.Output), b.Of(typ, schema.Input)
		checker := jsonschema.New(func(ref string) (*apidoc.Schema, bool) { s, ok := b.Schemas[ref]; return s, ok })
		decoder, err := strictjson.Compile(typ, nil, strictjson.Options{})
		if err != nil {
			t.Fatalf("%s: %v", typ, err)
		}
		for range 4 {
			v := reflect.New(typ)
			r.fill(v.Elem(), 4)
			text, err := jsonenc.For(typ).AppendAt(nil, v.Interface())
			if err != nil {
				t.Fatalf("%s: %v", typ, err)
			}
			for _, f := range checker.Check(text, written, core.InResponse).Faults {
				if f.Code == "type" || f.Code == "required" || f.Code == "anyOf" {
					t.Fatalf("%s\n%s\nis written, and described otherwise: %s", typ, text, f)
				}
			}
			for range 6 {
				value := plain(text)
				for range r.IntN(3) {
					value = r.change(value)
				}
				body, _ := json.Marshal(value)
				faults, err := decoder.Decode(body, reflect.New(typ).Elem())
				told := checker.Check(body, read, core.InRequest).Faults
				if err != nil || len(faults) == 0 != (len(told) == 0) {
					t.Fatalf("%s\n%s\nfaults %v, by the description %v (%v)", typ, body, faults, told, err)
				}
				if taken++; len(faults) > 0 {
					taken, refused = taken-1, refused+1
				}
			}
		}
	}
	if taken < 1000 || refused < 1000 {
		t.Errorf("%d bodies were taken and %d refused: too few to say much", taken, refused)
	}
}
