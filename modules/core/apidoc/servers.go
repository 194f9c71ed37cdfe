package apidoc

import "context"

// WithServers returns the same document with every server changed by f: its own
// and those of operations. F is called concurrently and must not keep what it is
// given.
func (d *Document) WithServers(f func(Server) Server) *Document {
	changed := *d
	changed.Servers = mapServers(d.Servers, f)
	changed.reader = &serverReader{Reader: d.reader, change: f}
	return &changed
}

func mapServers(list []Server, f func(Server) Server) []Server {
	if list == nil {
		return nil
	}
	changed := make([]Server, len(list))
	for i := range list {
		changed[i] = f(list[i])
	}
	return changed
}

// serverReader changes the servers of what another reader reads.
type serverReader struct {
	Reader
	change func(Server) Server
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
	changed.Servers = mapServers(op.Servers, r.change)
	return &changed, nil
}

func (r *serverReader) ReadUses(ctx context.Context, ref string) (References, error) {
	if reader, ok := r.Reader.(UsesReader); ok {
		return reader.ReadUses(ctx, ref)
	}
	return References{}, nil
}
