package htmlrender

import (
	"runtime"
	"sync"
	"weak"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/lru"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// keeper keeps what many pages of a document share, as long as the document is in
// use. It is safe for concurrent use.
type keeper struct {
	mu        sync.Mutex
	documents map[weak.Pointer[apidoc.Document]]*shared
}

// shared is what is kept of a document.
type shared struct {
	pieces  sync.Map // of HTML, from piece to string
	samples *lru.Cache[madeOf, example]
}

// madeOf names an example that is made up.
type madeOf struct {
	ref string // of its schema
	to  sample.Direction
	xml bool
}

// maxKept bounds the examples that are kept of a document, in bytes.
const maxKept = 4 << 20

// piece names a piece of HTML of a document.
type piece struct {
	root string // of the page, which links begin with
	kind core.PageKind
	slug string
}

// of returns what is kept for a document.
func (k *keeper) of(doc *apidoc.Document) *shared {
	key := weak.Make(doc)
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.documents[key]
	if s == nil {
		s = &shared{samples: lru.New[madeOf, example](maxKept)}
		if k.documents == nil {
			k.documents = map[weak.Pointer[apidoc.Document]]*shared{}
		}
		k.documents[key] = s
		runtime.AddCleanup(doc, k.forget, key)
	}
	return s
}

func (k *keeper) forget(key weak.Pointer[apidoc.Document]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.documents, key)
}
