package restgen

import (
	"fmt"
	"slices"
	"strings"
)

// nest makes the fields that hold entities what restclient can store. One that
// may be absent is a pointer: that is nil also when the entity is deleted. One by
// which an entity would hold itself, on whatever way, is a Ref.
func nest(models []*model) {
	for _, m := range models {
		for _, f := range m.fields {
			if held := f.typ.structOf(); held != nil && held.key != nil && !f.required {
				f.typ = f.typ.of(pointer)
			}
		}
	}
	n := nesting{}
	for _, m := range models {
		if m.key != nil && n[m] == unknown {
			n.visit(m)
		}
	}
}

// nesting is how far the search for circles of entities has come with each. What
// it has not passed through a Ref is without circles in the order in which it is
// done.
type nesting map[*model]progress

type progress uint8

const (
	unknown progress = iota
	begun
	done
)

func (n nesting) visit(m *model) {
	n[m] = begun
	for _, f := range m.holders() {
		switch held := f.typ.leaf(); {
		case held.kind == refer:
		case n[held.model] == begun:
			f.typ = f.typ.referring()
		case n[held.model] == unknown:
			n.visit(held.model)
		}
	}
	n[m] = done
}

// leaf is what the type is a list, dict or pointer of, at any depth.
func (t goType) leaf() goType {
	for t.elem != nil {
		t = *t.elem
	}
	return t
}

// entity is the entity whose values, or lists of them, are in those of the type.
func (t goType) entity() *model {
	if m := t.leaf().model; m != nil && m.key != nil {
		return m
	}
	return nil
}

// referring is the type with a Ref for the entity in it.
func (t goType) referring() goType {
	switch {
	case t.kind == named, t.kind == pointer && t.elem.kind == named:
		return goType{kind: refer, model: t.leaf().model}
	case t.elem != nil:
		return t.elem.referring().of(t.kind)
	}
	return t
}

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
			case held == nil || seen[held] && held.key == nil:
			case held.key != nil:
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

// parts are the entities that values of the type hold other than inside of
// another entity.
func (t goType) parts() []*model {
	if m := t.entity(); m != nil {
		return []*model{m}
	}
	if m := t.leaf().model; m != nil {
		return m.parts()
	}
	return nil
}

// parts are the entities that the struct holds other than inside of another one,
// in the order of the fields.
func (m *model) parts() []*model {
	var found []*model
	for _, f := range m.holders() {
		if held := f.typ.entity(); !slices.Contains(found, held) {
			found = append(found, held)
		}
	}
	return found
}

// listResults makes Lists of the lists of entities in the envelopes that
// operations answer with. What is a part of something else, or sent, keeps its
// slices: a List has the arguments of a call.
func listResults(models []*model, operations []*operation) {
	taken := map[*model]bool{}
	for _, m := range models {
		for _, f := range m.fields {
			taken[f.typ.leaf().model] = true
		}
	}
	for _, o := range operations {
		taken[o.body.leaf().model] = true
		if o.result.elem != nil {
			taken[o.result.leaf().model] = true
		}
	}
	for _, o := range operations {
		if m := o.result.structOf(); m != nil && m.key == nil && !taken[m] {
			m.listFields()
		}
	}
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

// printNested declares what an entity holds.
func (g *generator) printNested(m *model) {
	parts := m.parts()
	if len(parts) == 0 {
		return
	}
	fmt.Fprintf(&g.body, "// Nested returns the entities inside.\nfunc (%s) Nested() []restclient.Nested {\n"+
		"return []restclient.Nested{%s}\n}\n\n", m.name, entitiesOf(parts))
}

// maxParts is how many entities are on one line.
const maxParts = 3

// entitiesOf is the schemas of entities, as arguments.
func entitiesOf(models []*model) string {
	var names []string
	for _, m := range models {
		names = append(names, "restclient.EntityOf["+m.name+"]()")
	}
	if len(names) <= maxParts {
		return strings.Join(names, ", ")
	}
	return "\n" + strings.Join(names, ",\n") + ",\n"
}
