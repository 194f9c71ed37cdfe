package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// checkReferences follows every reference of a description. References to
// nothing are problems. References that lead back to where they stand are
// refused where reading them would not end: everywhere but in schemas, which are
// read one level at a time. Those that name a schema in another way than by its
// place become pointers to it.
func checkReferences(t *Text, limits Limits) ([]Problem, error) {
	t.Names = newNames(t.Root, t.Index)
	c := &referenceChecker{
		text: t, limits: limits, state: map[*tree.Node]visit{}, found: map[string]*tree.Node{}, targets: map[*tree.Node]bool{}, in: t.Names.whole,
	}
	err := c.walk(t.Root, Object)
	if err == nil {
		err = c.settle()
	}
	t.Targets = c.targets
	return c.problems, err
}

type referenceChecker struct {
	text     *Text
	limits   Limits
	state    map[*tree.Node]visit // of objects that are no schemas
	found    map[string]*tree.Node
	targets  map[*tree.Node]bool // of references outside schemas
	path     []step
	in       *resource // that the walk is in
	chain    int       // references followed to where the walk is
	count    int
	later    []namedReference
	problems []Problem
}

type visit uint8

const (
	unseen visit = iota
	open
	done
)

// namedReference is one that is looked up when all names are known: it is no pointer
// of the description, or stands below an $id.
type namedReference struct {
	ref     *tree.Node
	written string
	in      *resource
	target  *tree.Node // nil for none
	schema  bool       // it is the $ref of a schema
	dynamic bool       // it is a $dynamicRef
	pointer string     // where it is; "" for what may be no reference
}

// walk visits what a value holds, and what it refers to unless it is a schema.
func (c *referenceChecker) walk(n *tree.Node, ctx Context) error {
	switch {
	case ctx == Raw:
		return nil
	case tree.IsList(n):
		return c.list(n, ctx)
	case !tree.IsMap(n):
		return nil
	case ctx == Schema || ctx == SchemaNames:
		return c.object(n, ctx)
	case c.state[n] == done:
		return nil
	case c.state[n] == open:
		return tree.ErrorAt(n, "this holds a reference that leads back to it: "+pointerOf(c.path))
	}
	c.state[n] = open
	err := c.object(n, ctx)
	c.state[n] = done
	return err
}

func (c *referenceChecker) list(n *tree.Node, ctx Context) error {
	for i, item := range n.Content() {
		c.path = append(c.path, step{index: i, list: true})
		if err := c.walk(item, ctx); err != nil {
			return err
		}
		c.path = c.path[:len(c.path)-1]
	}
	return nil
}

func (c *referenceChecker) object(n *tree.Node, ctx Context) error {
	outer := c.in
	if (ctx == Object || ctx == Schema) && identifies(n) {
		if ctx == Schema {
			c.in = c.text.Names.enter(n, outer)
		}
		if ref := tree.Get(n, "$ref"); tree.IsString(ref) {
			if err := c.reference(ref, ctx); err != nil {
				return err
			}
		}
	}
	for name, value := range tree.Members(n) {
		if ctx == Schema {
			c.besides(name, value)
		}
		if ctx == Schema || ctx == Object && c.text.Version == "2.0" { // whose parameters and headers are schemas, too
			c.slip(n, name, value)
		}
		c.path = append(c.path, step{name: name})
		if err := c.walk(value, ctx.Below(name, value, c.text.Version)); err != nil {
			return err
		}
		c.path = c.path[:len(c.path)-1]
	}
	c.in = outer
	return nil
}

// identifies reports whether a value may have a name or be a reference: it has a keyword that
// begins with a dollar.
func identifies(n *tree.Node) bool {
	for name := range tree.Members(n) {
		if strings.HasPrefix(name, "$") {
			return true
		}
	}
	return false
}

// besides notes what a schema refers to besides $ref.
func (c *referenceChecker) besides(keyword string, value *tree.Node) {
	switch keyword {
	case "$dynamicRef":
		c.note(namedReference{ref: value, dynamic: true})
	case "discriminator":
		c.note(namedReference{ref: tree.Get(value, "defaultMapping")})
		for _, ref := range tree.Members(tree.Get(value, "mapping")) {
			c.note(namedReference{ref: ref})
		}
	}
}

// note notes a reference, unless it is a pointer of the description.
func (c *referenceChecker) note(r namedReference) {
	if _, local := tree.Pointer(tree.Text(r.ref)); tree.IsString(r.ref) && (!local || c.in != c.text.Names.whole) {
		r.written, r.in = r.ref.Value, c.in
		c.later = append(c.later, r)
	}
}

// reference checks one reference and, outside schemas, what it leads to.
func (c *referenceChecker) reference(ref *tree.Node, ctx Context) error {
	if c.count++; c.limits.References > 0 && c.count > c.limits.References {
		return tree.ErrorAt(ref, fmt.Sprintf("more than %d references", c.limits.References))
	}
	if c.in == c.text.Names.whole {
		ref.Value = c.text.Names.itself(ref.Value)
	}
	target, local := c.find(ref.Value)
	if !local || c.in != c.text.Names.whole {
		c.note(namedReference{ref: ref, schema: ctx == Schema, pointer: pointerOf(c.path) + "/$ref"})
		return nil
	}
	if target == nil {
		c.problem(ref, fmt.Sprintf("the reference %q leads nowhere", clip(ref.Value)))
		return nil
	}
	if ctx == Schema {
		message, err := c.schemaChain(ref, target)
		if message != "" {
			c.problem(ref, message)
		}
		return err
	}
	c.targets[target] = true
	if c.chain++; c.limits.Chain > 0 && c.chain > c.limits.Chain {
		return tree.ErrorAt(ref, fmt.Sprintf("more than %d references lead to each other one after the other", c.limits.Chain))
	}
	if c.state[target] == open {
		return tree.ErrorAt(ref, fmt.Sprintf("the reference %q leads back to where it stands", clip(ref.Value)))
	}
	err := c.walk(target, Object)
	c.chain--
	return err
}

// find returns what a reference leads to, nil for nothing, and whether it is a pointer.
func (c *referenceChecker) find(ref string) (target *tree.Node, local bool) {
	if target, local = c.found[ref]; local {
		return target, true
	}
	pointer, local := tree.Pointer(ref)
	if local {
		target = c.text.Index.At(pointer)
		c.found[ref] = target
	}
	return target, local
}

// schemaChain follows schemas that are nothing but references. It says what is wrong
// when they lead round in a circle.
func (c *referenceChecker) schemaChain(ref, target *tree.Node) (message string, err error) {
	seen := []*tree.Node{}
	for target != nil && tree.IsString(tree.Get(target, "$ref")) {
		if slices.Contains(seen, target) {
			return fmt.Sprintf("the reference %q leads back to itself", clip(ref.Value)), nil
		}
		if seen = append(seen, target); c.limits.Chain > 0 && len(seen) > c.limits.Chain {
			return "", tree.ErrorAt(ref, fmt.Sprintf("more than %d references lead to each other one after the other", c.limits.Chain))
		}
		target, _ = c.find(tree.Get(target, "$ref").Value)
	}
	return "", nil
}

func (c *referenceChecker) problem(ref *tree.Node, message string) {
	if len(c.problems) < maxProblems {
		c.problems = append(c.problems, Problem{Node: ref, Pointer: pointerOf(c.path) + "/$ref", Message: message})
	}
}

// settle turns references that are not pointers into pointers, and says what is wrong with
// them, once all names are known.
func (c *referenceChecker) settle() error {
	places := map[*tree.Node]string{}
	for i := range c.later {
		r := &c.later[i]
		message, shown := c.look(r)
		c.tell(*r, message, shown)
		if r.target != nil {
			places[r.target] = ""
		}
	}
	if len(places) == 0 {
		return nil
	}
	(&placer{wanted: places, left: len(places)}).walk(c.text.Root)
	c.point(places)
	for _, r := range c.later {
		if !r.schema {
			continue
		}
		message, err := c.schemaChain(r.ref, r.target)
		if err != nil {
			return err
		}
		c.tell(r, message, false)
	}
	return nil
}

func (c *referenceChecker) tell(r namedReference, message string, shown bool) {
	if message != "" && r.pointer != "" && len(c.problems) < maxProblems {
		c.problems = append(c.problems, Problem{Node: r.ref, Pointer: r.pointer, Message: message, Shown: shown})
	}
}

// look finds what a reference leads to, and says what is wrong with it. It reports
// whether something is shown all the same.
func (c *referenceChecker) look(r *namedReference) (message string, shown bool) {
	leads := false
	if r.target, leads = c.text.Names.find(r.written, r.in); r.pointer != "" && !r.schema {
		r.target = nil // only schemas have names
	}
	switch {
	case r.target == nil && strings.HasPrefix(r.written, "#"):
		return fmt.Sprintf("the reference %q leads nowhere", clip(r.written)), false
	case r.target == nil:
		return fmt.Sprintf("the reference %q leads out of the description and is not followed", clip(r.written)), false
	case !leads && r.in != c.text.Names.whole:
		return fmt.Sprintf("the reference %q is relative to the $id %q around it and leads nowhere there; what it names in the description is shown",
			clip(r.written), clip(r.in.address)), true
	}
	return "", false
}

// point makes references pointers. Dynamic ones keep their anchor, which names other
// schemas too.
func (c *referenceChecker) point(places map[*tree.Node]string) {
	for _, r := range c.later {
		at := "#" + strings.ReplaceAll(places[r.target], "%", "%25")
		switch {
		case r.target == nil:
		case r.dynamic && c.text.Names.Find(r.written) != r.target:
			r.ref.Value = c.text.Names.absolute(r.written, r.in)
		case !r.dynamic && c.text.Index.Find(at) == r.target:
			r.ref.Value = at
		}
	}
}

// placer finds where values stand.
type placer struct {
	wanted map[*tree.Node]string // "" for what is not found yet
	path   []step
	left   int
}

func (p *placer) walk(n *tree.Node) {
	if at, wanted := p.wanted[n]; wanted && at == "" {
		p.wanted[n] = pointerOf(p.path)
		p.left--
	}
	for i, item := range tree.Items(n) {
		p.below(step{index: i, list: true}, item)
	}
	for name, value := range tree.Members(n) {
		p.below(step{name: name}, value)
	}
}

func (p *placer) below(s step, n *tree.Node) {
	if p.left > 0 && (tree.IsMap(n) || tree.IsList(n) || tree.IsScalar(n)) {
		p.path = append(p.path, s)
		p.walk(n)
		p.path = p.path[:len(p.path)-1]
	}
}
