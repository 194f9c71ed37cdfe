package openapi

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"github.com/pb33f/libopenapi/datamodel"
	"github.com/pb33f/libopenapi/index"
	"go.yaml.in/yaml/v4"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// maxIndexed bounds the references of a description whose index is built: the
// library searches all components anew for each of them.
const maxIndexed = 20_000

// library finds what the identifiers ($id) of JSON Schema name, relative ones
// and those within other schemas too, with the index of libopenapi. The index is
// built when the first identifier is followed.
type library struct {
	root *tree.Node

	start sync.Once
	built chan struct{} // closed when index and err are set
	err   error

	mu    sync.Mutex // the index is used by one goroutine at a time
	index *index.SpecIndex
	of    map[*yaml.Node]*tree.Node // what the nodes of the index are copies of
}

func newLibrary(root *tree.Node) *library {
	return &library{root: root, built: make(chan struct{})}
}

// find returns what a reference leads to, nil when the library does not know.
func (l *library) find(ctx context.Context, ref string) (*tree.Node, error) {
	l.start.Do(func() { go l.build() })
	select {
	case <-l.built:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if l.err != nil {
		return nil, nil
	}
	return l.lookup(ctx, ref), nil
}

// build makes the index of a tree that has passed the gate. File and remote
// references stay closed; the counts that the index can take are left out.
func (l *library) build() {
	defer close(l.built)
	defer func() {
		if recover() != nil {
			l.err = errors.New("libopenapi: the index cannot be built")
		}
	}()
	root, of := tree.ToYAML(l.root)
	document := &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{root}, Line: 1, Column: 1}
	c := index.CreateClosedAPIIndexConfig()
	c.SpecInfo = &datamodel.SpecInfo{RootNode: document}
	c.Logger = slog.New(slog.DiscardHandler) // the default writes to the standard output
	c.AvoidBuildIndex = true
	c.AvoidCircularReferenceCheck = true
	c.SkipMetadataCollection = true
	c.ExcludeExtensionRefs = true
	c.SkipExternalRefResolution = true
	l.index, l.of = index.NewSpecIndexWithConfig(document, c), of
}

func (l *library) lookup(ctx context.Context, ref string) (n *tree.Node) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() {
		if recover() != nil {
			n = nil
		}
	}()
	found := l.index.FindComponent(ctx, ref)
	if found == nil {
		return nil
	}
	return l.of[found.Node]
}
