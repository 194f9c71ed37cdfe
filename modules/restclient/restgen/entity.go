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

// schemaOption stores what an operation answers with as entities, where that is
// what it is.
func (g *generator) schemaOption(o *operation) []string {
	m := o.entity()
	switch {
	case m == nil:
		return nil
	case o.result.kind == list:
		return []string{"restclient.WithSchema(restclient.ListOf[" + m.name + "]())"}
	case !m.isNamedBy(o):
		return nil
	}
	return []string{"restclient.WithSchema(restclient.EntityOf[" + m.name + "]())"}
}

// isNamedBy tells whether the last path parameter of an operation that answers
// with m is the key of m, or cannot be taken for it: restclient takes an argument
// of the type of the key for the key. It gives the argument the type of the key
// where it is the key.
func (m *model) isNamedBy(o *operation) bool {
	if len(o.path) == 0 {
		return true
	}
	last := o.path[len(o.path)-1]
	path := o.template.String()
	if path == m.at || strings.HasPrefix(path, m.at+"/") && !strings.ContainsAny(path[len(m.at):], ":*") {
		last.typ = m.key.typ
		return true
	}
	return last.typ.String() != m.key.typ.String()
}
