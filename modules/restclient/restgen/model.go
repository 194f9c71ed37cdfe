package restgen

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// canBeTagged reports whether encoding/json finds a member of that name by a tag.
func canBeTagged(name string) bool {
	return name != "" && name != "-" && !strings.ContainsAny(name, ",\\'\"`") && strings.ToValidUTF8(name, "") == name &&
		!strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == '\u007f' })
}

// isValue tells a default that the zero value of Go does not stand for.
func isValue(value json.RawMessage) bool {
	switch strings.TrimSpace(string(value)) {
	case "", "null", "false", "0", "0.0", `""`:
		return false
	}
	return true
}

// constantDoc tells the only value of a string.
func constantDoc(s *apidoc.Schema) string {
	value := s.Const
	if values, ok := enumValues(s); ok && len(values) == 1 {
		value = values[0].Value
	}
	if len(value) == 0 || len(value) > 60 {
		return ""
	}
	return " Always " + plain(string(value)) + "."
}

// held are the structs that are fields of one, by value.
func (m *model) held() iter.Seq[*model] {
	return func(yield func(*model) bool) {
		for _, f := range m.fields {
			if held := f.typ.structOf(); held != nil && !yield(held) {
				return
			}
		}
	}
}

// isAt reports whether the path of an operation has the key.
func (m *model) isAt(o *operation) bool {
	path, at := o.template.String(), m.key.at
	if at != "" && (path == at || strings.HasPrefix(path, at+"/") && !strings.ContainsAny(path[len(at):], ":*")) {
		return true
	}
	return m.identifies(o)
}

// isNamedBy reports whether the last path parameter of an operation that answers
// with m is the key of m, or cannot be taken for it: restclient takes an argument
// of the type of the key for the key. It gives the argument the type of the key
// where it is the key.
func (m *model) isNamedBy(o *operation) bool {
	if len(o.path) == 0 {
		return true
	}
	last := o.path[len(o.path)-1]
	if m.isAt(o) {
		if !m.key.isCompound() {
			last.typ = m.key.typ
		}
		return true
	}
	return last.typ.String() != m.key.typ.String()
}

// identifies reports whether the path of an operation that gets the entity has its key.
func (m *model) identifies(o *operation) bool {
	if m.key.parts == nil {
		return keyOf(o) == m.key
	}
	return o.what().structOf() == m && slices.EqualFunc(partsOf(o), m.key.parts, func(a, b keyPart) bool {
		return a.param == b.param && slices.Equal(a.way, b.way)
	})
}

// holds reports whether a struct is a field of m by value, at whatever depth.
func (m *model) holds(other *model, seen map[*model]bool) bool {
	for held := range m.held() {
		if held == other {
			return true
		}
		if !seen[held] {
			seen[held] = true
			if held.holds(other, seen) {
				return true
			}
		}
	}
	return false
}

// uses are the types that the type names.
func (m *model) uses() iter.Seq[*model] {
	return func(yield func(*model) bool) {
		for _, f := range m.fields {
			if used := f.typ.leaf().model; used != nil && !yield(used) {
				return
			}
			for _, named := range f.named {
				if !yield(named) {
					return
				}
			}
		}
		if m.plain != nil && !yield(m.plain) {
			return
		}
		if m.key != nil && m.key.isCompound() {
			yield(m.key.typ.model)
		}
	}
}

func (m *model) isStruct() bool { return len(m.constants) == 0 && m.sum == nil }

func (m *model) isEnum() bool { return len(m.constants) > 0 }

// shown are the types whose values a struct shows: those that it holds other than by a
// Ref, or in a sum that restclient does not look into.
func (m *model) shown() iter.Seq[*model] {
	return func(yield func(*model) bool) {
		if m.sum != nil && !m.sum.candidate {
			return
		}
		for _, f := range m.fields {
			if leaf := f.typ.leaf(); leaf.model != nil && leaf.kind != refer && !yield(leaf.model) {
				return
			}
		}
	}
}

// isPart reports whether restclient stores values of the type apart.
func (m *model) isPart() bool { return m.key != nil || m.isOneOf() }

// isOneOf reports whether the type is a sum of entities, which restclient stores apart.
func (m *model) isOneOf() bool { return m.sum != nil && m.sum.union != "" }

// holders are the fields that hold the entities in a struct: its own, and those
// of the structs in it that are no entities.
func (m *model) holders() []*field {
	var found []*field
	seen := map[*model]bool{m: true}
	var add func(*model)
	add = func(m *model) {
		for _, f := range m.fields {
			held := f.typ.leaf().model
			switch {
			case held == nil, held.sum != nil && !held.isOneOf(), seen[held] && !held.isPart():
			case held.isPart():
				found = append(found, f)
			default:
				seen[held] = true
				add(held)
			}
		}
	}
	add(m)
	return found
}

// parts are the entities that the struct holds other than inside of another one,
// in the order of the fields.
func (m *model) parts() []*model {
	var found []*model
	for _, f := range m.holders() {
		if held := f.typ.part(); !slices.Contains(found, held) {
			found = append(found, held)
		}
	}
	return found
}

func (m *model) listFields() {
	for _, f := range m.fields {
		if f.typ.kind != list {
			continue
		}
		if held := f.typ.elem.structOf(); held != nil && held.key != nil {
			f.typ = goType{kind: view, model: held}
		}
	}
}

// comment says what the name does not, behind the name.
func (m *model) comment() string {
	var parts []string
	if m.sum != nil {
		parts = append(parts, m.sum.told(m))
	}
	if m.schema != "" && bare(m.schema) != bare(m.name) && m.sum == nil {
		parts = append(parts, " is the schema "+ended(plain(m.schema)))
	}
	if doc := sentence(m.doc); bare(doc) != bare(m.name) && doc != "" {
		parts = append(parts, ": "+ended(doc))
	}
	if m.lacking > 0 {
		parts = append(parts, fmt.Sprintf(" lacks the members of its %d kinds.", m.lacking))
	}
	if len(m.dropped) > 0 {
		parts = append(parts, " lacks the members that no tag can name: "+ended(plain(strings.Join(m.dropped, " "))))
	}
	if len(parts) == 0 && m.deprecated {
		return " is deprecated."
	}
	text := strings.Join(parts, "")
	return strings.Replace(text, ".:", ".", 1)
}

// tag is the tag of a field. What need not be sent is not sent when it is zero.
func (m *model) tag(f *field) string {
	switch {
	case m.sum != nil:
		return "union:" + strconv.Quote(f.when)
	case m.in == apidoc.InPath:
		return "path:" + strconv.Quote(f.property)
	}
	if m.in == apidoc.InQuery {
		a := argument{wire: f.property, typ: f.typ, in: apidoc.InQuery}
		if f.typ.lists() {
			a.options = []string{"brackets"}
		}
		return a.tag()
	}
	if f.property == "" {
		return `json:",embed"`
	}
	if f.required && f != m.key {
		return "json:" + strconv.Quote(f.property)
	}
	return "json:" + strconv.Quote(f.property+",omitzero")
}

// model is a type with a name: a struct, or a string with constants.
type model struct {
	name       string
	schema     string // its name in the description, empty for one without
	doc        string
	deprecated bool
	fields     []*field
	constants  []constant // of a string
	key        *field     // of an entity: its primary key
	lacking    int        // how many kinds it lacks the members of
	dropped    []string   // properties that cannot be fields
	names      goname.Scope
	in         apidoc.Place // its fields are members of an object in a query, or parameters of a path; empty for others
	plain      *model       // the entity whose values it holds without being one; nil for other types
	sum        *sum         // of whose fields one is set; nil for other types
	printed    bool
	home       *unit // the package that it is declared in
}

// breakCycles makes pointers of the fields through which a struct would hold
// itself: only fields between structs that hold each other change.
func breakCycles(models []*model) {
	of := goname.Components(models, (*model).held)
	for _, m := range models {
		for _, f := range m.fields {
			if held := f.typ.structOf(); held != nil && of[held] == of[m] {
				f.typ = f.typ.of(pointer)
			}
		}
	}
}
