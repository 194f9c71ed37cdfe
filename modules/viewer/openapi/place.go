package openapi

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Place is where a value was written.
type Place struct {
	File   string // one of several that a description was written in, "" where it is one text
	Line   int    // 1-based
	Column int    // 1-based, in bytes
}

// Places returns where the values at JSON pointers stand: a member where its name
// does, and what is not there where the nearest value around it stands. The text must
// be one that a Source has read.
func Places(text apidoc.Text, pointers []string) ([]Place, error) {
	root, err := parsed(text)
	if err != nil {
		return nil, fmt.Errorf("find places in the description: %w", err)
	}
	index := tree.NewIndex(root)
	places := make([]Place, len(pointers))
	for i, pointer := range pointers {
		at := nearest(index, root, tree.Tokens(pointer))
		places[i] = Place{Line: at.Line(), Column: at.Column()}
		if from := text.Origin(at.Line()); from.File != "" {
			places[i] = Place{from.File, from.Line, from.Column}
		}
	}
	return places, nil
}

// nearest goes down from the root as far as tokens lead.
func nearest(index *tree.Index, root *tree.Node, tokens []string) (at *tree.Node) {
	at = root
	for n := root; len(tokens) > 0; tokens = tokens[1:] {
		below := index.Below(n, tokens[0])
		if below == nil {
			return at
		}
		at = below
		if key, _ := tree.Member(n, tokens[0]); key != nil {
			at = key
		}
		n = below
	}
	return at
}
