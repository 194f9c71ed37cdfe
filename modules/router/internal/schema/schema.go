// Package schema describes Go types as JSON Schema, the way encoding/json
// writes and strictjson reads them, with the constraints of their struct tags.
//
//	b := schema.New("Problem")
//	s := b.Of(reflect.TypeFor[User](), schema.Output) // {"$ref": "#/components/schemas/User"}
//	b.Schemas[s.Ref]
package schema

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// Direction says which way values of a type go. What is written is complete, so
// its members are required unless they are left out when empty, or with the embedded
// pointer that they stand in; of what is read the members are required that the decoder
// demands.
type Direction int

// The directions.
const (
	Output Direction = iota
	Input
	Loose     // Input whose objects may have further members
	Parameter // Input that is the text of a parameter
	body      // Input of the members that are the body of a request
)

const prefix = "#/components/schemas/"

// Builder describes types. Structs with a name become schemas of their own, and so do
// lists and maps that hold themselves, so recursive types end.
type Builder struct {
	Schemas map[string]*apidoc.Schema       // by reference
	Known   map[reflect.Type]*apidoc.Schema // of types that encode or decode themselves
	names   map[used]string
	taken   map[string]bool
}

type used struct {
	t         reflect.Type
	direction Direction
}

// New returns a builder that gives no schema a reserved name.
func New(reserved ...string) *Builder {
	b := &Builder{Schemas: map[string]*apidoc.Schema{}, names: map[used]string{}, taken: map[string]bool{}}
	for _, name := range reserved {
		b.taken[name] = true
	}
	return b
}

// Of describes a type.
func (b *Builder) Of(t reflect.Type, d Direction) *apidoc.Schema {
	if held, ok := strictjson.OptionalType(t); ok {
		return nullable(b.Of(held, d))
	}
	if s := special(t, d); s != nil {
		if known := b.Known[t]; known != nil {
			*s = *known
		}
		return s
	}
	switch t.Kind() {
	case reflect.Pointer:
		return b.Of(t.Elem(), d)
	case reflect.Slice, reflect.Array, reflect.Map:
		if t.Name() != "" && holds(t.Elem(), t, d, nil) {
			return b.named(t, d, func() *apidoc.Schema { return b.collection(t, d) })
		}
		return b.collection(t, d)
	case reflect.Struct:
		return b.structure(t, d)
	}
	return scalar(t)
}

// holds reports whether values of type t hold some of another type, other than in a struct
// that has a schema of its own. Open are the types that t stands in.
func holds(t, other reflect.Type, d Direction, open []reflect.Type) bool {
	if t == other {
		return true
	}
	if slices.Contains(open, t) || special(t, d) != nil {
		return false
	}
	open = append(open, t)
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return holds(t.Elem(), other, d, open)
	case reflect.Struct:
		return t.Name() == "" && slices.ContainsFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return holds(f.Type, other, d, open) })
	}
	return false
}

// collection describes a list or a map.
func (b *Builder) collection(t reflect.Type, d Direction) *apidoc.Schema {
	if t.Kind() != reflect.Map {
		return b.list(t, d)
	}
	s := &apidoc.Schema{Types: []string{"object"}, AdditionalProperties: b.Element(t.Elem(), d)}
	if isInteger(t.Key()) && !namesItself(t.Key(), d) {
		s.PropertyNames = &apidoc.Schema{Pattern: digits(integer(t.Key()))}
	}
	return s
}

// namesItself reports whether integers of a type that are names of members are written as
// texts of their own, where they have no address, or in a request read from such.
func namesItself(t reflect.Type, d Direction) bool {
	if d == Output {
		return t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
	}
	return reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

func isInteger(t reflect.Type) bool { return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uintptr }

// special describes the types that encode themselves, or in a request decode themselves.
func special(t reflect.Type, d Direction) *apidoc.Schema {
	own, text := itself(t, d)
	switch {
	case t == reflect.TypeFor[time.Time]():
		return &apidoc.Schema{Types: []string{"string"}, Format: "date-time"}
	case t == reflect.TypeFor[json.Number]():
		return &apidoc.Schema{Types: []string{"number"}}
	case t.Kind() == reflect.Pointer:
		return nil
	case own:
		return anything()
	case text:
		return &apidoc.Schema{Types: []string{"string"}}
	}
	return nil
}

// itself says whether values of a type encode themselves, or in a request decode
// themselves: as JSON, which a parameter is not, and as text.
func itself(t reflect.Type, d Direction) (own, text bool) {
	p := reflect.PointerTo(t)
	switch d {
	case Output:
		return p.Implements(reflect.TypeFor[json.Marshaler]()), p.Implements(reflect.TypeFor[encoding.TextMarshaler]())
	case Parameter:
		return false, p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
	}
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()), p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

func anything() *apidoc.Schema { return &apidoc.Schema{Always: new(true)} }

func scalar(t reflect.Type) *apidoc.Schema {
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return &apidoc.Schema{Types: []string{"boolean"}}
	case k == reflect.String:
		return &apidoc.Schema{Types: []string{"string"}}
	case isInteger(t):
		return integer(t)
	case k == reflect.Float32:
		return &apidoc.Schema{Types: []string{"number"}, Format: "float"}
	case k == reflect.Float64:
		return &apidoc.Schema{Types: []string{"number"}, Format: "double"}
	}
	return anything()
}

// integer has the bounds that no format says.
func integer(t reflect.Type) *apidoc.Schema {
	s := &apidoc.Schema{Types: []string{"integer"}}
	signed, bits := t.Kind() <= reflect.Int64, t.Bits()
	if signed {
		s.Format = "int" + strconv.Itoa(max(bits, 32))
	}
	if !signed || bits < 32 {
		s.Minimum = json.Number(strictjson.Extreme(t, true))
	}
	if bits < 32 || !signed {
		s.Maximum = json.Number(strictjson.Extreme(t, false))
	}
	return s
}

func (b *Builder) list(t reflect.Type, d Direction) *apidoc.Schema {
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && special(t.Elem(), d) == nil {
		return &apidoc.Schema{Types: []string{"string"}, ContentEncoding: "base64"}
	}
	s := &apidoc.Schema{Types: []string{"array"}, Items: b.Element(t.Elem(), d)}
	if t.Kind() == reflect.Array {
		s.MinItems, s.MaxItems = new(int64(t.Len())), new(int64(t.Len()))
	}
	return s
}

func (b *Builder) structure(t reflect.Type, d Direction) *apidoc.Schema {
	if t.Name() == "" {
		return b.Object(strictjson.Members(t), d)
	}
	return b.named(t, d, func() *apidoc.Schema { return b.Object(strictjson.Members(t), d) })
}

// Body describes the body of a request, whose members are the fields of a struct, the
// whole of them or some.
func (b *Builder) Body(t reflect.Type, members []strictjson.Member, whole bool) *apidoc.Schema {
	if t.Name() == "" {
		return b.Object(members, Input)
	}
	d := body
	if whole {
		d = Input
	}
	return b.named(t, d, func() *apidoc.Schema { return b.Object(members, Input) })
}

// named describes a type among the components, once.
func (b *Builder) named(t reflect.Type, d Direction, describe func() *apidoc.Schema) *apidoc.Schema {
	key := used{t, d}
	name, known := b.names[key]
	if !known {
		name = b.name(t, d)
		b.names[key], b.taken[name] = name, true
		b.Schemas[prefix+name] = describe()
	}
	return &apidoc.Schema{Ref: prefix + name}
}

// Object describes an object with members.
func (b *Builder) Object(fields []strictjson.Member, d Direction) *apidoc.Schema {
	s := &apidoc.Schema{Types: []string{"object"}}
	if d == Input {
		s.AdditionalProperties = &apidoc.Schema{Always: new(false)} // what is read strictly takes no more
	}
	for _, f := range fields {
		if d != Output && f.WriteOnly {
			continue
		}
		p := apidoc.Property{Name: f.Name, Schema: b.member(f, d), Required: required(f, d)}
		if p.Required {
			s.Required = append(s.Required, f.Name)
		}
		s.Properties = append(s.Properties, p)
	}
	return s
}

func required(f strictjson.Member, d Direction) bool {
	if d != Output {
		return f.Required()
	}
	return !f.OmitEmpty && !f.Pointed
}

func (b *Builder) member(f strictjson.Member, d Direction) *apidoc.Schema {
	s := b.Of(f.Type, d)
	own, text := itself(pointed(f.Type), d)
	quoted := f.Quoted && !own && !text
	if quoted {
		s = inQuotes(pointed(f.Type), f.Constraints, formOf(d))
	}
	if takesNull(f, d) {
		s = nullable(s)
	}
	if quoted {
		return withNull(s)
	}
	return Constrain(s, f.Constraints, formOf(d))
}

func formOf(d Direction) constraint.Form {
	if d == Output {
		return constraint.Written
	}
	return constraint.Read
}

// inQuotes describes the JSON of a type as the text of a string. Of an integer the bounds
// are in the pattern; what no keyword can say is a mistake of the field.
func inQuotes(t reflect.Type, c constraint.Set, form constraint.Form) *apidoc.Schema {
	inside := scalar(t)
	c.Describe(inside, form)
	s := &apidoc.Schema{Types: []string{"string"}, Pattern: patternOf(t, inside), Description: inside.Description}
	for _, e := range inside.Enum {
		s.Enum = append(s.Enum, apidoc.EnumValue{Value: asText(e.Value)})
	}
	for _, e := range inside.Examples {
		s.Examples = append(s.Examples, asText(e))
	}
	if inside.Default != nil {
		s.Default = asText(inside.Default)
	}
	return s
}

// asText is JSON as a JSON string.
func asText(value json.RawMessage) json.RawMessage {
	text, _ := json.Marshal(string(value)) // a string
	return text
}

// patternOf is the pattern of the JSON of a type.
func patternOf(t reflect.Type, s *apidoc.Schema) string {
	switch {
	case t.Kind() == reflect.Bool:
		return "^(true|false)$"
	case t.Kind() == reflect.Float32, t.Kind() == reflect.Float64, t == reflect.TypeFor[json.Number]():
		return `^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`
	case t.Kind() == reflect.String:
		return `^"([^"\\\x00-\x1f]|\\(["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$`
	}
	return digits(s)
}

func pointed(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// takesNull says whether a member may be null: a pointer, unless it is left out then and
// points to no other one, and in a request a list or map too, unless the constraints ask for
// elements.
func takesNull(f strictjson.Member, d Direction) bool {
	if f.Type.Kind() == reflect.Pointer {
		return d != Output || !f.OmitEmpty || f.Type.Elem().Kind() == reflect.Pointer
	}
	return d != Output && hasNil(f.Type) && len(f.Constraints.Check(nil, reflect.Zero(f.Type))) == 0
}

func hasNil(t reflect.Type) bool { return t.Kind() == reflect.Slice || t.Kind() == reflect.Map }

// Element describes what lists, maps and lines hold: a pointer may be null, and in the JSON
// of a request a list or map too.
func (b *Builder) Element(t reflect.Type, d Direction) *apidoc.Schema {
	s := b.Of(t, d)
	if t.Kind() == reflect.Pointer || d != Output && d != Parameter && hasNil(t) {
		return nullable(s)
	}
	return s
}

// Constrain writes constraints into a schema of the value in a form, and returns the schema.
func Constrain(s *apidoc.Schema, c constraint.Set, form constraint.Form) *apidoc.Schema {
	c.Describe(s, form)
	for _, inside := range []*apidoc.Schema{s.Items, s.AdditionalProperties} {
		if inside != nil {
			withNull(inside)
		}
	}
	return withNull(s)
}

// withNull adds null to the values of a schema that allows it.
func withNull(s *apidoc.Schema) *apidoc.Schema {
	if len(s.Enum) > 0 && slices.Contains(s.Types, "null") {
		s.Enum = append(slices.Clone(s.Enum), apidoc.EnumValue{Value: json.RawMessage("null")})
	}
	return s
}

func nullable(s *apidoc.Schema) *apidoc.Schema {
	switch {
	case s.Always != nil, slices.Contains(s.Types, "null"), len(s.AnyOf) > 0:
		return s // AnyOf is only made here
	case s.Ref != "":
		return &apidoc.Schema{AnyOf: []*apidoc.Schema{s, {Types: []string{"null"}}}}
	}
	whole := *s
	whole.Types = append(slices.Clone(s.Types), "null")
	return &whole
}

// name finds a free name: that of the type, with its package, then with a
// number. What is read and written has two schemas, the second named Input.
func (b *Builder) name(t reflect.Type, d Direction) string {
	name := clean(t.Name())
	if _, both := b.names[used{t, Output}]; d != Output && both {
		name += "Input"
	}
	if !b.taken[name] {
		return name
	}
	name = t.PkgPath()[strings.LastIndexByte(t.PkgPath(), '/')+1:] + "." + name
	for i, base := 2, name; b.taken[name]; i++ {
		name = base + strconv.Itoa(i)
	}
	return name
}

// clean makes the name of a type one that components allow, of ASCII and without brackets:
// "Page[example.com/shop.User]" becomes "Page_User".
func clean(name string) string {
	base, args, _ := strings.Cut(strings.ReplaceAll(name, "interface {}", "any"), "[")
	for arg := range strings.FieldsFuncSeq(args, func(r rune) bool { return strings.ContainsRune("[]{}, ", r) }) {
		base += "_" + strings.Trim(arg[strings.LastIndexAny(arg, "./*")+1:], "*")
	}
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, base)
}
