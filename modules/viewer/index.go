package viewer

import (
	"context"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
)

// index is what can be found in a document: the names at once, everything as soon
// as it has been read. It is safe for concurrent use.
type index struct{ current atomic.Pointer[search.Index] }

// newIndex makes the index of a document, nil for a viewer without search, and
// begins to read everything in the background until ctx ends. It is called during
// a load.
func (v *Viewer) newIndex(ctx context.Context, d *loader.Description) *index {
	if v.settings.HideSearch {
		return nil
	}
	o := search.Options{HideModels: v.settings.HideModels}
	x := &index{}
	x.current.Store(search.New(d.Doc, o))
	v.loader.Go(func() {
		whole, err := search.Build(ctx, d.Doc, o)
		if err != nil {
			return // the document has been replaced, or the viewer closed
		}
		x.current.Store(whole)
		v.log.Debug("description indexed", "index", whole.String())
	})
	return x
}

// Find returns the best results for a query. A viewer without search finds
// nothing.
func (x *index) Find(query string, limit int) search.Found {
	if x == nil {
		return search.Found{}
	}
	found := x.current.Load()
	answer := found.Find(query, limit)
	if !found.Complete() {
		answer.Notes = append(answer.Notes, "The description is still being read: only names are found so far.")
	}
	return answer
}
