package apidoc

import "context"

// WithServers returns the same document with other servers: f is given its own,
// and those of each operation that is read, and returns what takes their place. F
// is called concurrently and must neither change nor keep the list that it is
// given.
func (d *Document) WithServers(f func([]Server) []Server) *Document {
	changed := *d
	changed.Servers = f(d.Servers)
	changed.reader = &serverReader{Reader: d.reader, change: f}
	return &changed
}

// serverReader changes the servers of what another reader reads.
type serverReader struct {
	Reader
	change func([]Server) []Server
}

var (
	_ Reader     = (*serverReader)(nil)
	_ UsesReader = (*serverReader)(nil)
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

func (r *serverReader) ReadUses(ctx context.Context, ref string) (References, error) {
	if reader, ok := r.Reader.(UsesReader); ok {
		return reader.ReadUses(ctx, ref)
	}
	return References{}, nil
}
