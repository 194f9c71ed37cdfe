package restvet

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
)

// circles walks over the entity types that hold each other.
type circles struct {
	*pass
	started *[]types.Type // as what a Ref stands for
	done    *[]types.Type
	stack   []types.Type // each holds the next one, other than by Ref
}

func newCircles(p *pass) *circles {
	return &circles{p, new([]types.Type), new([]types.Type), nil}
}

func (c *circles) entity(t types.Type) error {
	if i := slices.IndexFunc(c.stack, func(x types.Type) bool { return types.Identical(x, t) }); i >= 0 {
		return c.recursive(c.stack[i:])
	}
	if has(*c.done, t) {
		return nil
	}
	if err := c.renamedOption(t); err != nil {
		return err
	}
	h := &holding{parts: nesting{c.pass}.nestedOf(t), owner: t, where: "what its method Nested returns", named: true}
	if h.unknown || !isConcrete([]types.Type{t}) {
		return nil
	}
	if h.parts.err != nil {
		h.fail("%w", h.parts.err)
	} else if isStruct(t) && !decodesItself(t) {
		h.structure(t)
	}
	if h.err != nil {
		return h.err
	}
	c.stack = append(c.stack, t)
	err := c.parts(h.used)
	c.stack = c.stack[:len(c.stack)-1]
	if err == nil {
		*c.done = append(*c.done, t)
	}
	return err
}

func (c *circles) parts(used []part) error {
	for _, p := range used {
		for _, of := range p.entities {
			if err := c.part(p, of); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *circles) part(p part, of types.Type) error {
	if p.eager {
		return c.entity(of)
	}
	if has(*c.started, of) {
		return nil
	}
	*c.started = append(*c.started, of)
	return (&circles{c.pass, c.started, c.done, nil}).entity(of)
}

func (c *circles) recursive(path []types.Type) error {
	t := c.name(path[0])
	if len(path) == 1 {
		return fmt.Errorf("%s holds itself: use Ref[%[1]s]", t)
	}
	return fmt.Errorf("%s holds itself, by way of %s: use Ref[%[1]s]", t, c.name(path[1]))
}

// renamedOption reports a field whose tag has an option that was renamed before JSON was
// settled.
func (c *circles) renamedOption(t types.Type) error {
	s, ok := t.Underlying().(*types.Struct)
	if !ok || decodesItself(t) {
		return nil
	}
	for i := range s.NumFields() {
		field, text := s.Field(i), s.Tag(i)
		name, options := jsonTag(text)
		for _, old := range []string{"inline", "unknown"} {
			if field.Exported() && name == "" && !embeds(field, text) && slices.Contains(options, old) {
				return fmt.Errorf("%s.%s has the option %q in its json tag, which does nothing: write `json:\",embed\"`", c.name(t), field.Name(), old)
			}
		}
	}
	return nil
}

// holdings checks what entity types and responses declare to have inside.
type holdings struct{ *pass }

// entityFault tells what is wrong with what an entity type declares to have
// inside.
func (c holdings) entityFault(t types.Type) error { return newCircles(c.pass).entity(t) }

// objectFault tells what is wrong with a call of ObjectOf.
func (c holdings) objectFault(call *ast.CallExpr, r types.Type) error {
	h := &holding{parts: nesting(c).partsOf(call.Args), owner: r, where: "ObjectOf"}
	if h.unknown || call.Ellipsis.IsValid() {
		return nil
	}
	if h.parts.err != nil {
		h.fail("%w", h.parts.err)
		return h.err
	}
	holds := h.value(r)
	switch {
	case h.err != nil:
		return h.err
	case !holds:
		return fmt.Errorf("%s: it holds no entities of the given types", c.name(r))
	}
	return newCircles(c.pass).parts(h.used)
}

// needsSchema reports whether only a schema can complete values of a type.
func (c holdings) needsSchema(t types.Type) bool {
	h := &holding{parts: nesting(c).partsOf(nil), owner: t, only: true}
	return h.stands(t) || h.reaches(t)
}
