package apidoc

import (
	"context"
	"slices"
)

// serverReader changes the servers of what another reader reads.
type serverReader struct {
	Reader
	change func([]Server) []Server
}

var (
	_ Reader          = (*serverReader)(nil)
	_ ComponentReader = (*serverReader)(nil)
	_ UsesReader      = (*serverReader)(nil)
)

func (r *serverReader) ReadOperation(ctx context.Context, o *OperationSummary) (*Operation, error) {
	op, err := r.Reader.ReadOperation(ctx, o)
	if err != nil {
		return nil, err
	}
	changed := *op
	changed.Servers = r.change(op.Servers)
	return &changed, nil
}

func (r *serverReader) ReadComponent(ctx context.Context, summary *ComponentSummary) (*Component, error) {
	reader, ok := r.Reader.(ComponentReader)
	if !ok {
		return nil, ErrNotFound
	}
	c, err := reader.ReadComponent(ctx, summary)
	if err != nil {
		return nil, err
	}
	changed := *c
	changed.Operations = slices.Clone(c.Operations)
	for i := range changed.Operations {
		changed.Operations[i].Servers = r.change(changed.Operations[i].Servers)
	}
	return &changed, nil
}

func (r *serverReader) ReadUses(ctx context.Context, ref string) (References, error) {
	if reader, ok := r.Reader.(UsesReader); ok {
		return reader.ReadUses(ctx, ref)
	}
	return References{}, nil
}
