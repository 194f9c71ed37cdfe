package strictjson

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
)

// Validator is a type that checks itself: after its members were decoded and
// fit their constraints.
type Validator interface{ Validate() error }

// node is how values of one type are decoded. It is the same for all places
// where the type appears, so that recursive types end.
type node struct {
	decode   func(s *state, v reflect.Value) error
	expects  string // such as "an integer"
	null     bool   // null makes the zero value
	validate bool   // the pointer to the value is a Validator
}

// value is a node with what the tags of a field demand.
type value struct {
	*node
	constraints constraint.Set
}

// value reads the value at the position into v, checks and validates it.
func (s *state) value(x *value, v reflect.Value) error {
	before, mark := s.wrong, len(s.faults)
	if err := s.decode(x.node, v); err != nil {
		return err
	}
	broken := s.wrong > before
	if broken && (v.Kind() != reflect.Slice || slices.ContainsFunc(s.faults[mark:], isOfWhole)) {
		return nil
	}
	for _, f := range x.constraints.Check(nil, v) {
		if !broken || f.Code != problem.CodeUniqueItems { // what items that are wrong are is not known
			s.fault(*f)
		}
	}
	if x.validate && s.wrong == before {
		s.validate(v)
	}
	return nil
}

// isOfWhole reports whether a fault is that of a list, and not of its items.
func isOfWhole(f problem.FieldError) bool { return f.Pointer == "" }

func (s *state) decode(n *node, v reflect.Value) error {
	if n.expects == "" || s.peek() != 'n' {
		return n.decode(s, v)
	}
	if err := s.word("null"); err != nil {
		return err
	}
	if !n.null {
		s.fault(wrongType("null", n.expects))
		return nil
	}
	v.SetZero()
	return nil
}

func (s *state) validate(v reflect.Value) {
	err := v.Addr().Interface().(Validator).Validate()
	if err == nil {
		return
	}
	if s.options.Explain != nil {
		if faults := s.options.Explain(err); len(faults) > 0 {
			s.wrong += len(faults)
			s.faults = append(s.faults, faults[:min(len(faults), maxFaults-len(s.faults))]...)
			return
		}
	}
	s.fault(problem.FieldError{Detail: err.Error(), Code: problem.CodeInvalid})
}

// compiler makes the nodes of the types it meets.
type compiler struct {
	nodes    map[reflect.Type]*node
	mistakes []string
}

func (c *compiler) fail(format string, args ...any) {
	c.mistakes = append(c.mistakes, fmt.Sprintf(format, args...))
}

func (c *compiler) node(t reflect.Type) *node {
	if n, ok := c.nodes[t]; ok {
		return n
	}
	n := &node{}
	c.nodes[t] = n
	*n = *c.make(t)
	n.validate = validates(t)
	return n
}

func validates(t reflect.Type) bool {
	return t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface &&
		reflect.PointerTo(t).Implements(reflect.TypeFor[Validator]())
}

// value is the node of a field. What the tags say is checked on the value
// behind pointers and Optional, before that is validated.
func (c *compiler) value(t reflect.Type, set constraint.Set) value {
	if held, ok := OptionalType(t); ok {
		return value{node: optional(c.value(held, set))}
	}
	switch {
	case set.Empty():
		return value{node: c.node(t)}
	case t.Kind() == reflect.Pointer:
		return value{node: pointer(t, c.value(t.Elem(), set))}
	case set.Items != nil:
		n := c.collection(t, c.value(t.Elem(), *set.Items))
		n.validate = validates(t)
		return value{n, set}
	}
	return value{c.node(t), set}
}

func (c *compiler) make(t reflect.Type) *node {
	k := t.Kind()
	p := reflect.PointerTo(t)
	held, isOptional := OptionalType(t)
	switch {
	case isOptional:
		return optional(c.value(held, constraint.Set{}))
	case t == reflect.TypeFor[time.Time]():
		return &node{decode: text(Instant, "a date and time (RFC 3339)", problem.FieldError{Code: problem.CodeFormat, Format: "date-time"}), expects: "a date and time (RFC 3339)"}
	case t == reflect.TypeFor[json.Number]():
		return &node{decode: jsonNumber, expects: "a number"}
	case k == reflect.Pointer:
		return pointer(t, value{node: c.node(t.Elem())})
	case k == reflect.Interface && t.NumMethod() == 0:
		return &node{decode: anything}
	case p.Implements(reflect.TypeFor[json.Unmarshaler]()):
		return &node{decode: itself}
	case p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return &node{decode: text(fromText, "a string", unreadable("")), expects: "a string", null: k == reflect.Slice || k == reflect.Map}
	case k == reflect.Struct:
		return &node{decode: c.object(t, Members(t)), expects: "an object"}
	case k == reflect.Slice, k == reflect.Array, k == reflect.Map:
		return c.collection(t, value{node: c.node(t.Elem())})
	}
	decode := scalar(t)
	if decode == nil {
		c.fail("a %s cannot be read from JSON", t)
	}
	return &node{decode: decode, expects: expected(t)}
}

// collection decodes a slice, array or map with the given items.
func (c *compiler) collection(t reflect.Type, items value) *node {
	n := &node{expects: expected(t), null: t.Kind() != reflect.Array}
	switch {
	case t.Kind() == reflect.Map:
		n.decode = c.dictionary(t, items)
	case t.Kind() == reflect.Array:
		n.decode = array(items)
	case IsBytes(t):
		n.decode = text(Bytes, "a string", problem.FieldError{Code: problem.CodeContentEncoding, Format: "base64"})
	default:
		n.decode = list(items)
	}
	return n
}

// IsBytes says whether JSON has the slice as base64.
func IsBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && !decodesItself(t.Elem())
}

func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

func pointee(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// TypeName is the type in JSON Schema of a type that does not decode itself.
func TypeName(t reflect.Type) string { return typeOf(expected(t)) }

// expected describes a type that does not decode itself in the words of JSON.
func expected(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return "true or false"
	case k == reflect.Float32, k == reflect.Float64:
		return "a number"
	case k >= reflect.Int && k <= reflect.Uintptr:
		return "an integer"
	case k == reflect.String, IsBytes(t):
		return "a string"
	case k == reflect.Slice, k == reflect.Array:
		return "an array"
	}
	return "an object"
}

// typeOf is the type in JSON Schema of what is expected.
func typeOf(expects string) string {
	switch expects {
	case "true or false":
		return "boolean"
	case "a number":
		return "number"
	case "an integer":
		return "integer"
	case "an array":
		return "array"
	case "an object":
		return "object"
	}
	return "string" // or text that says something else
}

func found(value []byte) string {
	switch value[0] {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "an array"
	case 't', 'f', 'n':
		return string(value)
	}
	return "a number"
}

// object decodes a struct.
func (c *compiler) object(t reflect.Type, fields []Member) func(*state, reflect.Value) error {
	o := &object{byName: make(map[string]int, len(fields))}
	for _, f := range fields {
		if f.WriteOnly {
			continue
		}
		for _, m := range f.Mistakes {
			c.fail("%s", m)
		}
		if e := closedEmbedding(t, f.Index); e != nil {
			c.fail("%s: member %q is in %s, which is embedded by a pointer and not exported", nameOf(t), f.Name, e)
		}
		m := member{name: f.Name, index: f.Index, required: f.Required(), value: c.value(f.Type, f.Constraints), constraints: f.Constraints}
		if f.Quoted && !decodesItself(pointee(f.Type)) {
			m.value = quotedValue(f.Type, m.value)
		}
		o.byName[f.Name] = len(o.members)
		o.members = append(o.members, m)
	}
	return o.decode
}

func nameOf(t reflect.Type) string {
	if t.Name() == "" {
		return t.Kind().String()
	}
	return t.String()
}

// closedEmbedding returns the type on the way to a field that reflection cannot
// make.
func closedEmbedding(t reflect.Type, index []int) reflect.Type {
	for _, i := range index[:len(index)-1] {
		sf := t.Field(i)
		t = sf.Type
		if t.Kind() != reflect.Pointer {
			continue
		}
		t = t.Elem()
		if !sf.IsExported() {
			return t
		}
	}
	return nil
}
