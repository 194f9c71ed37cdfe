package store

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// compiler finds the entities inside the values of one type, once.
type compiler struct {
	store *Store
	parts *Parts
	owner reflect.Type // the entity or response that declares the parts
	where string       // what to add a missing part to
	named bool         // lists are named by the entity, not by the response

	only bool // ask for Ref, List, Map and OneOf only

	made  map[reflect.Type]*structNode // those that are being compiled
	used  []kind
	lists []reflect.Type // one per place of a List
	names []string       // of these places
	path  []string       // of fields to the current type
	depth int            // of slices and maps around it
	err   error
}

func compilerFor(k *Kind, s *Store) *compiler {
	c := &compiler{store: s, owner: k.model.typ, where: "what its method Nested returns", named: true, parts: partsOf(nil)}
	if n, ok := k.model.zero().(Nesting); ok {
		c.parts = partsOf(n.Nested())
	}
	return c
}

// root compiles the type that holds the parts. It is nil when there are none.
func (c *compiler) root(t reflect.Type) *structNode {
	if !c.start() {
		return nil
	}
	if t.Kind() != reflect.Struct || shape.DecodesItself(t) {
		return nil
	}
	return c.structure(t)
}

// top compiles the type of a response, which may itself be a part.
func (c *compiler) top(t reflect.Type) node {
	if !c.start() {
		return nil
	}
	return c.node(t)
}

func (c *compiler) start() bool {
	c.made = map[reflect.Type]*structNode{}
	if c.parts.err != nil {
		c.fail(c.parts.err)
	}
	return c.err == nil
}

func (c *compiler) fail(err error) {
	if c.err == nil {
		c.err = fmt.Errorf("%s: %w", c.owner, err)
	}
}

// node returns what there is to do with values of a type, nil for nothing.
func (c *compiler) node(t reflect.Type) node {
	if k, ok := c.parts.kindOf(t); ok {
		return c.part(t, k)
	}
	if of := standsFor(t); of != nil {
		c.fail(fmt.Errorf("it holds entities of type %s: add EntityOf[%s]() to %s", of, of.Name(), c.where))
		return nil
	}
	if isUnion(t) {
		c.fail(fmt.Errorf("it holds %s: add UnionOf to %s", t, c.where))
		return nil
	}
	if !c.reaches(t, map[reflect.Type]bool{}) {
		return nil // also a type such as a slice of itself, which has no end
	}
	return c.container(t)
}

func (c *compiler) container(t reflect.Type) node {
	switch t.Kind() {
	case reflect.Struct:
		if shape.DecodesItself(t) {
			return nil
		}
		if n := c.structure(t); n != nil {
			return n
		}
	case reflect.Pointer:
		if elem := c.node(t.Elem()); elem != nil {
			return &pointerNode{elem}
		}
	case reflect.Slice, reflect.Array, reflect.Map:
		c.depth++
		defer func() { c.depth-- }()
		return c.repeated(t)
	}
	return nil
}

func (c *compiler) repeated(t reflect.Type) node {
	elem := c.node(t.Elem())
	switch {
	case elem == nil:
		return nil
	case t.Kind() == reflect.Slice:
		return &sliceNode{arrayNode{elem}}
	case t.Kind() == reflect.Array:
		return &arrayNode{elem}
	case keyKind(t.Key()) == reflect.Invalid:
		c.fail(fmt.Errorf("the keys of %s are neither strings nor integers", t))
		return nil
	}
	return &goMapNode{elem}
}

// part returns the node of a type that stands for entities.
func (c *compiler) part(t reflect.Type, k kind) node {
	c.used = append(c.used, k)
	if !k.list {
		return k.node(c.store, nil)
	}
	if c.depth > 0 {
		c.fail(fmt.Errorf("a %s in a slice or map has no key of its own", t))
		return nil
	}
	index := len(c.lists)
	c.lists, c.names = append(c.lists, t), append(c.names, strings.Join(c.path, "."))
	if !c.named {
		return k.node(c.store, func(l *linking) (ListKey, bool) { return l.listKey(index), l.key.Collection != "" })
	}
	list, ok := c.parts.lists[standsFor(t)]
	switch {
	case !ok || list.parent != c.owner:
		c.fail(fmt.Errorf("it holds a %s: add Nest to %s, which says what its arguments are", t, c.where))
		return nil
	case slices.Contains(c.lists[:index], t):
		c.fail(fmt.Errorf("it holds two of %s, which would be the same list", t))
		return nil
	}
	return k.node(c.store, list.key)
}

// structure compiles the fields of a struct. It returns nil when no field holds
// entities.
func (c *compiler) structure(t reflect.Type) *structNode {
	if n, ok := c.made[t]; ok {
		return n
	}
	if !c.reaches(t, map[reflect.Type]bool{}) {
		return nil
	}
	n := &structNode{shape: &shape.Shape{Name: t.String()}}
	c.made[t] = n
	defer delete(c.made, t)
	n.shape.AddFields(t)
	for i := range t.NumField() {
		n.parts = append(n.parts, c.field(t.Field(i)))
	}
	n.nodes = make([]node, len(n.shape.Fields))
	for i, f := range n.shape.Fields {
		n.nodes[i] = n.at(f.Index)
	}
	return n
}

// field returns the part of a struct that a field is.
func (c *compiler) field(sf reflect.StructField) structPart {
	p := structPart{same: shape.ComparerFor(sf.Type)}
	if !sf.IsExported() && !sf.Anonymous {
		p.same = sameHidden(sf.Type)
		return p
	}
	switch {
	case sf.Tag.Get("json") == "-":
	case shape.Embeds(sf) && sf.Type.Kind() == reflect.Pointer:
		if n := c.structure(sf.Type.Elem()); n != nil {
			p.node = &pointerNode{n}
		}
	case shape.Embeds(sf):
		if n := c.structure(sf.Type); n != nil {
			p.node = n
		}
	case sf.IsExported():
		c.path = append(c.path, sf.Name)
		p.node = c.node(sf.Type)
		c.path = c.path[:len(c.path)-1]
	}
	if p.node != nil {
		p.same = p.node.same
	}
	return p
}

// reaches reports whether a type holds one that stands for entities.
func (c *compiler) reaches(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Struct:
		return !shape.DecodesItself(t) && c.fieldReaches(t, seen)
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return c.stands(t.Elem()) || c.reaches(t.Elem(), seen)
	}
	return false
}

func (c *compiler) fieldReaches(t reflect.Type, seen map[reflect.Type]bool) bool {
	for i := range t.NumField() {
		sf := t.Field(i)
		switch {
		case !sf.IsExported() && !sf.Anonymous:
		case shape.Embeds(sf):
			if c.reaches(shape.StructIn(sf.Type), seen) {
				return true
			}
		case c.stands(sf.Type), c.reaches(sf.Type, seen):
			return true
		}
	}
	return false
}

func (c *compiler) stands(t reflect.Type) bool {
	_, ok := c.parts.kindOf(t)
	of := standsFor(t)
	return ok || of != nil && !(c.only && of == t) || isUnion(t)
}
