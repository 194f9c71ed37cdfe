package restgen

import "strings"

// entity is the entity that an operation answers with, alone or as a list; nil
// when it answers with something else.
func (o *operation) entity() *model {
	t := o.result
	if t.kind == list {
		t = *t.elem
	}
	if m := t.structOf(); m != nil && m.key != nil {
		return m
	}
	return nil
}

func (o *operation) resultType() string {
	if o.result.kind == list && o.entity() != nil {
		return "restclient.List[" + o.entity().name + "]"
	}
	return o.result.String()
}

// schemaOption stores what an operation answers with as entities, and what holds
// entities with these in it.
func (g *generator) schemaOption(o *operation) []string {
	m := o.entity()
	parts := o.result.parts()
	schema := ""
	switch {
	case len(parts) == 0:
		return nil
	case m != nil && o.result.kind == list:
		schema = "ListOf[" + m.name + "]()"
	case m != nil && m.isNamedBy(o):
		schema = "EntityOf[" + m.name + "]()"
	default:
		schema = "ObjectOf[" + o.result.String() + "](" + entitiesOf(parts) + ")"
	}
	return []string{"restclient.WithSchema(restclient." + schema + ")"}
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
	path := o.template.String()
	if path == m.at || strings.HasPrefix(path, m.at+"/") && !strings.ContainsAny(path[len(m.at):], ":*") || keyOf(o) == m.key {
		last.typ = m.key.typ
		return true
	}
	return last.typ.String() != m.key.typ.String()
}
