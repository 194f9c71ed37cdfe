package openapi

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/lru"
)

const (
	// maxKept bounds the schemas that are kept of a description, in values, as budget
	// counts them. A value takes some 120 bytes, so that all of them take 8 MB at most.
	maxKept = 64_000
	// keptValues is how many values a schema counts for at least.
	keptValues = 100
)

// kept are the schemas that were asked for last: the pages of a description refer to
// the same few again and again. The index of the search, which reads all of them
// once, is made before most pages are.
type kept struct {
	schemas *lru.Cache[string, *apidoc.Schema]
}

func newKept() kept { return kept{lru.New[string, *apidoc.Schema](maxKept)} }

// put keeps what a reference leads to and has cost so many values.
func (k kept) put(ref string, s *apidoc.Schema, cost int) {
	k.schemas.Put(ref, s, max(keptValues, cost+len(ref)/bytesPerValue))
}
