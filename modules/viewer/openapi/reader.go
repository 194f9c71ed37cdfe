package openapi

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// reader reads the parts behind an outline. It keeps the tree of the description,
// which is never changed, and the schemas that were asked for last.
type reader struct {
	root    *tree.Node
	version string // as the gate knows it
	scheme  string // of the URL of the description, if any
	index   *tree.Index
	anchors map[string]*tree.Node // schemas by the references to their anchors
	library *library              // nil when no schema has an $id by which it may be referred to

	identified []string // references that the library is asked for

	keywords map[string]schemaKeyword
	kept     kept

	hiddenTags    map[string]bool // tags that are internal, by name
	hiddenSchemes map[string]bool // the same for security schemes
	uses          uses
}

var _ apidoc.Reader = (*reader)(nil)

// swagger reports whether the description is in Swagger 2.0.
func (r *reader) swagger() bool { return r.version == "2.0" }

// ReadOperation reads the operation at o.Pointer, which goes through the
// reference of a path item if that is where the operation stands.
func (r *reader) ReadOperation(ctx context.Context, o *apidoc.OperationSummary) (*apidoc.Operation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := r.newConverter()
	item, node := c.locate(o.Pointer)
	if node == nil {
		return nil, fmt.Errorf("operation %s: %w", o.Pointer, apidoc.ErrNotFound)
	}
	op := c.operation(*o, item, node)
	c.noteCut(&op.Description)
	return &op, nil
}

// locate finds the path item and the operation that a pointer names.
func (c *converter) locate(pointer string) (pathItem, *tree.Node) {
	tokens := tree.Tokens(pointer)
	if len(tokens) < 3 {
		return pathItem{}, nil
	}
	item := c.pathItem(c.index.At("/" + tree.Escape(tokens[0]) + "/" + tree.Escape(tokens[1])))
	node := item.get(tokens[2])
	for _, token := range tokens[3:] {
		node = c.index.Member(node, token)
	}
	if !tree.IsMap(node) {
		return pathItem{}, nil
	}
	return item, node
}

// ReadSchema reads the schema that a reference leads to: a JSON pointer of the
// description, an anchor or an $id. A boolean is a schema too.
func (r *reader) ReadSchema(ctx context.Context, ref string) (*apidoc.Schema, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s, ok := r.kept.schemas.Get(ref); ok {
		return s, nil
	}
	n, err := r.findSchema(ctx, ref)
	if err != nil {
		return nil, err
	}
	if _, isBool := tree.Bool(n); !tree.IsMap(n) && !isBool {
		return nil, fmt.Errorf("schema %s: %w", ref, apidoc.ErrNotFound)
	}
	c := r.newConverter()
	s := c.schema(n)
	c.noteCut(&s.Description)
	r.kept.put(ref, s, maxValues-c.budget.left)
	return s, nil
}

// findSchema follows pointers and anchors in the tree, and asks the library for
// what an $id names. The library takes what it does not know for a query
// language, so it is only asked what it can look up.
func (r *reader) findSchema(ctx context.Context, ref string) (*tree.Node, error) {
	_, pointer := tree.Pointer(ref)
	switch {
	case ref == "" || ref[0] == '/':
		return nil, nil
	case pointer:
		if n := r.index.Find(ref); n != nil {
			return n, nil
		}
		return r.findThrough(ref), nil
	case ref[0] == '#':
		return r.anchors[ref], nil
	case r.library == nil || !lookupable(ref):
		return nil, nil
	}
	return r.library.find(ctx, ref)
}

// findThrough follows a pointer that leads through references: it says where a
// reader finds a value, not where the value is written.
func (r *reader) findThrough(ref string) *tree.Node {
	pointer, _ := tree.Pointer(ref)
	c := &converter{reader: r}
	n := r.root
	for _, token := range tree.Tokens(pointer) {
		next := r.index.Below(n, token)
		if next == nil {
			target, _ := c.follow(n)
			if next = r.index.Below(target, token); next == nil {
				next = r.formerly(target, token)
			}
		}
		if n = next; n == nil {
			return nil
		}
	}
	return n
}

// formerNames are what older versions of JSON Schema call a keyword that a schema is
// shown with.
var formerNames = map[string]string{"prefixItems": "items", "dependentSchemas": "dependencies", "$defs": "definitions"}

// formerly returns the value of a keyword under its older name. Items have one schema
// for each only as a list.
func (r *reader) formerly(schema *tree.Node, keyword string) *tree.Node {
	name := formerNames[keyword]
	if n := r.index.Member(schema, name); name != "" && (name != "items" || tree.IsList(n)) {
		return n
	}
	return nil
}

// maxIdentifier bounds the length of a reference that the library is asked for.
const maxIdentifier = 2048

// lookupable reports whether a reference holds nothing that means something in
// JSONPath or is encoded.
func lookupable(ref string) bool {
	return len(ref) <= maxIdentifier && !strings.ContainsFunc(ref, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("#/:.~_-", r)
	})
}
