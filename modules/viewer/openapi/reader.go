package openapi

import (
	"context"
	"fmt"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// reader reads the parts behind an outline when they are asked for. It keeps the
// schemas that were asked for last.
type reader struct {
	*description
	keywords map[string]schemaKeyword
	kept     kept
	uses     uses
}

var (
	_ apidoc.Reader          = (*reader)(nil)
	_ apidoc.ComponentReader = (*reader)(nil)
	_ apidoc.UsesReader      = (*reader)(nil)
)

func newReader(d *description) *reader {
	return &reader{description: d, keywords: schemaKeywords(d.dialect), kept: newKept()}
}

// schemas returns a converter for one schema.
func (r *reader) schemas() schemaConverter {
	return schemaConverter{references{r.description, &budget{left: maxValues}}, r.keywords}
}

// operations returns a converter for one operation or component.
func (r *reader) operations() *operationConverter {
	return &operationConverter{contentConverter{r.schemas()}}
}

// ReadOperation reads the operation at o.Pointer, which goes through the
// reference of a path item if that is where the operation stands.
func (r *reader) ReadOperation(ctx context.Context, o *apidoc.OperationSummary) (*apidoc.Operation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c := r.operations()
	item, node := c.locate(o.Pointer)
	if node == nil {
		return nil, fmt.Errorf("operation %s: %w", o.Pointer, apidoc.ErrNotFound)
	}
	op := c.operation(*o, item, node)
	c.budget.noteCut(&op.Description)
	return &op, nil
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
	n := r.find(ref)
	if _, isBool := tree.Bool(n); !tree.IsMap(n) && !isBool {
		return nil, fmt.Errorf("schema %s: %w", ref, apidoc.ErrNotFound)
	}
	c := r.schemas()
	s := c.schema(n)
	c.budget.noteCut(&s.Description)
	r.kept.put(ref, s, maxValues-c.budget.left)
	return s, nil
}

// ReadComponent reads the component at summary.Ref.
func (r *reader) ReadComponent(ctx context.Context, summary *apidoc.ComponentSummary) (*apidoc.Component, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	at := strings.LastIndexByte(summary.Ref, '/')
	one := alone(r.index.Find(summary.Ref[:max(at, 0)]), jsonpointer.Unescape(summary.Ref[at+1:]))
	if one == nil {
		return nil, fmt.Errorf("component %s: %w", summary.Ref, apidoc.ErrNotFound)
	}
	c := r.operations()
	out := &apidoc.Component{ComponentSummary: *summary}
	if read := componentReaders[summary.Kind]; read != nil {
		read(componentConverter{c}, out, one)
	}
	c.budget.noteCut(&out.Description)
	return out, nil
}

// ReadUses finds the users of a model. The first call reads the whole
// description: about as long as it takes to load it.
func (r *reader) ReadUses(ctx context.Context, ref string) (apidoc.References, error) {
	if err := ctx.Err(); err != nil {
		return apidoc.References{}, err
	}
	r.uses.once.Do(func() { r.uses.build(r.description) })
	return r.uses.of(ref), nil
}
