package strictjson

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
)

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
	most, bounded := set.Most()
	switch {
	case set.Empty():
		return value{node: c.node(t)}
	case t.Kind() == reflect.Pointer:
		return value{node: pointer(t, c.value(t.Elem(), set))}
	case set.Items != nil, bounded && !decodesItself(t):
		items := value{node: c.node(t.Elem())}
		if set.Items != nil {
			items = c.value(t.Elem(), *set.Items)
		}
		if !bounded {
			most = math.MaxInt
		}
		n := c.collection(t, items, most)
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
		return &node{decode: ownText, expects: "a string", null: k == reflect.Slice || k == reflect.Map}
	case k == reflect.Struct:
		return &node{decode: c.object(t, Members(t)), expects: "an object"}
	case k == reflect.Slice, k == reflect.Array, k == reflect.Map:
		return c.collection(t, value{node: c.node(t.Elem())}, math.MaxInt)
	}
	decode := scalar(t)
	if decode == nil {
		c.fail("a %s cannot be read from JSON", t)
	}
	return &node{decode: decode, expects: expected(t)}
}

// collection decodes a slice, array or map with the given items, of which a slice or map may
// have the most.
func (c *compiler) collection(t reflect.Type, items value, most int) *node {
	n := &node{expects: expected(t), null: t.Kind() != reflect.Array}
	switch {
	case t.Kind() == reflect.Map:
		if n.decode = dictionary(t, items, most); n.decode == nil {
			c.fail("a %s cannot be read from JSON: its keys are no text", t)
		}
	case t.Kind() == reflect.Array:
		n.decode = array(items)
	case IsBytes(t):
		n.decode = text(Bytes, "a string", problem.FieldError{Code: problem.CodeContentEncoding, Format: "base64"})
	default:
		n.decode = list(items, most)
	}
	return n
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
