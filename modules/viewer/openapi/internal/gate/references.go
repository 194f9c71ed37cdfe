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
// read one level at a time.
func checkReferences(t *Text, limits Limits) ([]Problem, error) {
	c := &referenceChecker{text: t, limits: limits, state: map[*tree.Node]visit{}, found: map[string]*tree.Node{}, targets: map[*tree.Node]bool{}}
	err := c.walk(t.Root, anObject)
	c.report()
	t.Anchors, t.Identified, t.Identifiers, t.References = c.anchors, c.ids, c.identified, c.count
	t.Targets = c.targets
	return c.problems, err
}

type referenceChecker struct {
	text       *Text
	limits     Limits
	state      map[*tree.Node]visit // of objects that are no schemas
	found      map[string]*tree.Node
	targets    map[*tree.Node]bool // of references outside schemas
	path       []step
	chain      int // references followed to where the walk is
	count      int
	anchors    map[string]*tree.Node // by reference, such as "#pet"
	ids        bool                  // some schema has an $id
	identified []string              // references that some $id may name
	foreign    []foreignReference
	problems   []Problem
}

type visit uint8

const (
	unseen visit = iota
	open
	done
)

// foreignReference is one that is no JSON pointer: to an anchor, an $id or
// another file.
type foreignReference struct {
	ref    string
	schema bool // stands where a schema does, which alone have an $id
	Problem
}

// context is what a value is, as far as references depend on it.
type context uint8

const (
	anObject    context = iota // of the description: an operation, a response…
	names                      // a map from names to objects
	aSchema                    // a schema
	schemaNames                // a map from names to schemas
	aRaw                       // an example or something else without references
)

// walk visits what a value holds, and what it refers to unless it is a schema.
func (c *referenceChecker) walk(n *tree.Node, ctx context) error {
	switch {
	case ctx == aRaw:
		return nil
	case tree.IsList(n):
		return c.list(n, ctx)
	case !tree.IsMap(n):
		return nil
	case ctx == aSchema || ctx == schemaNames:
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

func (c *referenceChecker) list(n *tree.Node, ctx context) error {
	for i, item := range n.Content {
		c.path = append(c.path, step{index: i, list: true})
		if err := c.walk(item, ctx); err != nil {
			return err
		}
		c.path = c.path[:len(c.path)-1]
	}
	return nil
}

func (c *referenceChecker) object(n *tree.Node, ctx context) error {
	if ctx == anObject || ctx == aSchema {
		if ref := tree.Get(n, "$ref"); tree.IsString(ref) {
			if err := c.reference(ref, ctx); err != nil {
				return err
			}
		}
		c.identify(n, ctx)
	}
	for name, value := range tree.Members(n) {
		c.path = append(c.path, step{name: name})
		if err := c.walk(value, childContext(ctx, name, value, c.text.Version)); err != nil {
			return err
		}
		c.path = c.path[:len(c.path)-1]
	}
	return nil
}

// identify remembers by which names a schema can be referred to.
func (c *referenceChecker) identify(n *tree.Node, ctx context) {
	if ctx != aSchema {
		return
	}
	for _, name := range []string{"$anchor", "$dynamicAnchor"} {
		if anchor := tree.Text(tree.Get(n, name)); anchor != "" {
			if c.anchors == nil {
				c.anchors = map[string]*tree.Node{}
			}
			if c.anchors["#"+anchor] == nil {
				c.anchors["#"+anchor] = n
			}
		}
	}
	c.ids = c.ids || tree.Text(tree.Get(n, "$id")) != ""
}

// reference checks one reference and, outside schemas, what it leads to.
func (c *referenceChecker) reference(ref *tree.Node, ctx context) error {
	if c.count++; c.limits.References > 0 && c.count > c.limits.References {
		return tree.ErrorAt(ref, fmt.Sprintf("more than %d references", c.limits.References))
	}
	if _, local := tree.Pointer(ref.Value); !local {
		c.foreign = append(c.foreign, foreignReference{ref.Value, ctx == aSchema, Problem{ref, pointerOf(c.path) + "/$ref", ""}})
		return nil
	}
	target := c.find(ref.Value)
	if target == nil {
		c.problem(ref, fmt.Sprintf("the reference %q leads nowhere", clip(ref.Value)))
		return nil
	}
	if ctx == aSchema {
		return c.schemaChain(ref, target)
	}
	c.targets[target] = true
	if c.chain++; c.limits.Chain > 0 && c.chain > c.limits.Chain {
		return tree.ErrorAt(ref, fmt.Sprintf("more than %d references lead to each other one after the other", c.limits.Chain))
	}
	if c.state[target] == open {
		return tree.ErrorAt(ref, fmt.Sprintf("the reference %q leads back to where it stands", clip(ref.Value)))
	}
	err := c.walk(target, anObject)
	c.chain--
	return err
}

func (c *referenceChecker) find(ref string) *tree.Node {
	target, ok := c.found[ref]
	if !ok {
		target = c.text.Index.Find(ref)
		c.found[ref] = target
	}
	return target
}

// schemaChain follows schemas that are nothing but references.
func (c *referenceChecker) schemaChain(ref, target *tree.Node) error {
	seen := []*tree.Node{}
	for target != nil && tree.IsString(tree.Get(target, "$ref")) {
		if slices.Contains(seen, target) {
			c.problem(ref, fmt.Sprintf("the reference %q leads back to itself", clip(ref.Value)))
			return nil
		}
		if seen = append(seen, target); c.limits.Chain > 0 && len(seen) > c.limits.Chain {
			return tree.ErrorAt(ref, fmt.Sprintf("more than %d references lead to each other one after the other", c.limits.Chain))
		}
		target = c.find(tree.Get(target, "$ref").Value)
	}
	return nil
}

func (c *referenceChecker) problem(ref *tree.Node, message string) {
	if len(c.problems) < maxProblems {
		c.problems = append(c.problems, Problem{ref, pointerOf(c.path) + "/$ref", message})
	}
}

// report says what is wrong with the references that are no JSON pointers, once
// all anchors are known.
func (c *referenceChecker) report() {
	for _, f := range c.foreign {
		switch {
		case c.anchors[f.ref] != nil:
			continue
		case c.ids && f.schema && !strings.HasPrefix(f.ref, "#"):
			c.identified = append(c.identified, f.ref)
			continue
		case strings.HasPrefix(f.ref, "#"):
			f.Message = fmt.Sprintf("the reference %q leads nowhere", clip(f.ref))
		default:
			f.Message = fmt.Sprintf("the reference %q leads out of the description and is not followed", clip(f.ref))
		}
		if len(c.problems) < maxProblems {
			c.problems = append(c.problems, f.Problem)
		}
	}
}

// childContext says what the member of a value is.
func childContext(ctx context, name string, value *tree.Node, version string) context {
	switch ctx {
	case names:
		return anObject
	case schemaNames:
		return aSchema
	case aSchema:
		return schemaContext(name)
	}
	if strings.HasPrefix(name, "x-") && name != "x-webhooks" && name != "x-itemSchema" {
		return aRaw
	}
	switch name {
	case "schema", "itemSchema", "x-itemSchema", "items":
		return aSchema
	case "schemas", "definitions":
		return schemaNames
	case "example", "value", "dataValue", "default", "enum", "scopes", "security":
		return aRaw
	case "examples":
		if version == "2.0" {
			return aRaw
		}
		return names
	case "paths", "webhooks", "x-webhooks", "responses", "headers", "callbacks", "links", "content", "encoding", "parameters",
		"requestBodies", "securitySchemes", "securityDefinitions", "pathItems", "mediaTypes", "additionalOperations":
		if tree.IsList(value) {
			return anObject
		}
		return names
	}
	return anObject
}

func schemaContext(name string) context {
	switch name {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		return schemaNames
	case "default", "example", "examples", "enum", "const", "discriminator", "xml", "externalDocs", "required":
		return aRaw
	}
	if strings.HasPrefix(name, "x-") {
		return aRaw
	}
	return aSchema
}
