// Package schemaid finds the schemas that an $id of JSON Schema names, relative ones and
// those within other schemas too, with the index of libopenapi:
//
//	schemas := schemaid.New(root)
//	schema, err := schemas.Find(ctx, "https://example.com/pet")
package schemaid

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"unicode"

	"github.com/pb33f/libopenapi/datamodel"
	"github.com/pb33f/libopenapi/index"
	"go.yaml.in/yaml/v4"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Index finds schemas. It is built when the first identifier is followed, and safe for
// concurrent use.
type Index struct {
	root *tree.Node

	start sync.Once
	built chan struct{} // closed when index and err are set
	err   error

	mu    sync.Mutex // the index is used by one goroutine at a time
	index *index.SpecIndex
	of    map[*yaml.Node]*tree.Node // what the nodes of the index are copies of
}

// New makes an index of a description that has passed the gate.
func New(root *tree.Node) *Index {
	return &Index{root: root, built: make(chan struct{})}
}

// Find returns what a reference leads to, nil when the library does not know it or
// would take it for something else. The error is that of ctx.
func (x *Index) Find(ctx context.Context, ref string) (*tree.Node, error) {
	if !plain(ref) {
		return nil, nil
	}
	x.start.Do(func() { go x.build() })
	select {
	case <-x.built:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if x.err != nil {
		return nil, nil
	}
	return x.lookup(ctx, ref), nil
}

// build makes the index of a tree that has passed the gate. File and remote
// references stay closed; the counts that the index can take are left out.
func (x *Index) build() {
	defer close(x.built)
	defer func() {
		if recover() != nil {
			x.err = errors.New("libopenapi: the index cannot be built")
		}
	}()
	root, of := tree.ToYAML(x.root)
	document := &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{root}, Line: 1, Column: 1}
	c := index.CreateClosedAPIIndexConfig()
	c.SpecInfo = &datamodel.SpecInfo{RootNode: document}
	c.Logger = slog.New(slog.DiscardHandler) // the default writes to the standard output
	c.AvoidBuildIndex = true
	c.AvoidCircularReferenceCheck = true
	c.SkipMetadataCollection = true
	c.ExcludeExtensionRefs = true
	c.SkipExternalRefResolution = true
	x.index, x.of = index.NewSpecIndexWithConfig(document, c), of
}

func (x *Index) lookup(ctx context.Context, ref string) (n *tree.Node) {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer func() {
		if recover() != nil {
			n = nil
		}
	}()
	found := x.index.FindComponent(ctx, ref)
	if found == nil {
		return nil
	}
	return x.of[found.Node]
}

// maxIdentifier bounds the length of a reference that the library is asked for.
const maxIdentifier = 2048

// plain reports whether a reference holds nothing that is encoded or means something in
// JSONPath, for which the library takes what it does not know.
func plain(ref string) bool {
	return len(ref) <= maxIdentifier && !strings.ContainsFunc(ref, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("#/:.~_-", r)
	})
}
