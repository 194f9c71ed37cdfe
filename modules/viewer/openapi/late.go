package openapi

import (
	"context"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/gate"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/snapshot"
)

// restored makes a document of a snapshot. The text is parsed when something
// behind the outline is asked for.
func restored(kept *snapshot.Snapshot, data []byte, scheme string, c config) (*apidoc.Document, error) {
	text, err := gate.Decode(data, c.limits)
	if err != nil {
		return nil, err
	}
	parse := sync.OnceValues(func() (*reader, error) {
		_, passed, err := pass(data, c)
		if err != nil {
			return nil, err
		}
		return newReader(newDescription(passed, scheme)), nil
	})
	return apidoc.New(kept.Outline, &lateReader{parse}, storedText(data, text, kept.JSON)), nil
}

// lateReader parses a description when it is first asked for something.
type lateReader struct{ parse func() (*reader, error) }

var (
	_ apidoc.Reader          = (*lateReader)(nil)
	_ apidoc.UsesReader      = (*lateReader)(nil)
	_ apidoc.ComponentReader = (*lateReader)(nil)
)

func (l *lateReader) ready(ctx context.Context) (*reader, error) { return guard(ctx, l.parse) }

// ReadOperation reads an operation as reader does.
func (l *lateReader) ReadOperation(ctx context.Context, o *apidoc.OperationSummary) (*apidoc.Operation, error) {
	r, err := l.ready(ctx)
	if err != nil {
		return nil, err
	}
	return r.ReadOperation(ctx, o)
}

// ReadSchema reads a schema as reader does.
func (l *lateReader) ReadSchema(ctx context.Context, ref string) (*apidoc.Schema, error) {
	r, err := l.ready(ctx)
	if err != nil {
		return nil, err
	}
	return r.ReadSchema(ctx, ref)
}

// ReadUses finds the users of a model as reader does.
func (l *lateReader) ReadUses(ctx context.Context, ref string) (apidoc.References, error) {
	r, err := l.ready(ctx)
	if err != nil {
		return apidoc.References{}, err
	}
	return r.ReadUses(ctx, ref)
}

// ReadComponent reads a component as reader does.
func (l *lateReader) ReadComponent(ctx context.Context, c *apidoc.ComponentSummary) (*apidoc.Component, error) {
	r, err := l.ready(ctx)
	if err != nil {
		return nil, err
	}
	return r.ReadComponent(ctx, c)
}
