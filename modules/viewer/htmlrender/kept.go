package htmlrender

import (
	"runtime"
	"sync"
	"weak"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/lru"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// keeper keeps what many pages of a document share, as long as the document is in
// use. It is safe for concurrent use.
type keeper struct {
	mu        sync.Mutex
	documents map[weak.Pointer[apidoc.Document]]*shared
}

// shared is what is kept of a document: at most as much as the document has, but for
// samples and schemas, which have limits.
type shared struct {
	pieces       sync.Map // from where pages stand to their pieces of HTML, by what these show
	destinations sync.Map // from whether models are hidden
	samples      *lru.Cache[madeOf, example]
	schemas      *lru.Cache[shownAt, shown]
}

// madeOf names an example that is made up.
type madeOf struct {
	ref    string // of its schema
	to     sample.Direction
	media  string // its language, or the media type of a text
	chosen string // alternatives in it, "" for the first ones
	tells  sample.Problem
}

// maxKept bounds the examples that are kept of a document, in bytes.
const maxKept = 4 << 20

// standing is where pages stand that have the same pieces of HTML.
type standing struct {
	root  string // of the page, which links begin with
	in    *wording.Language
	paths bool // operations are named by their paths
}

// maxDeep is how deep a page stands whose pieces are kept: as deep as that of a schema
// of a component. Whoever asks chooses how deep an address is where there is nothing.
const maxDeep = 3

// keeps reports whether pieces with a root are kept.
func keeps(root string) bool { return len(root) <= maxDeep*len("../") }

// piecesOf are the pieces of HTML of such pages, nil where none are kept.
func (s *shared) piecesOf(at standing) *sync.Map {
	if !keeps(at.root) {
		return nil
	}
	all, ok := s.pieces.Load(at)
	if !ok {
		all, _ = s.pieces.LoadOrStore(at, new(sync.Map))
	}
	return all.(*sync.Map)
}

// of returns what is kept for a document, until the document or the keeper goes.
func (k *keeper) of(doc *apidoc.Document) *shared {
	key := weak.Make(doc)
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.documents[key]
	if s == nil {
		s = &shared{samples: lru.New[madeOf, example](maxKept), schemas: lru.New[shownAt, shown](maxShown)}
		if k.documents == nil {
			k.documents = map[weak.Pointer[apidoc.Document]]*shared{}
		}
		k.documents[key] = s
		runtime.AddCleanup(doc, func(keeper weak.Pointer[keeper]) {
			if k := keeper.Value(); k != nil {
				k.mu.Lock()
				defer k.mu.Unlock()
				delete(k.documents, key)
			}
		}, weak.Make(k))
	}
	return s
}
