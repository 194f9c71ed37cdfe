package htmlrender

import (
	"context"
	"io"
	"runtime"
	"strings"
	"sync"
	"weak"

	"github.com/a-h/templ"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// keeper keeps the pieces of HTML that many pages of a document share, as long as
// the document is in use. It is safe for concurrent use.
type keeper struct {
	mu     sync.Mutex
	pieces map[weak.Pointer[apidoc.Document]]*sync.Map // from piece to string
}

// piece names a piece of HTML of a document.
type piece struct {
	root string // of the page, which links begin with
	kind core.PageKind
	slug string
}

// of returns what is kept for a document.
func (k *keeper) of(doc *apidoc.Document) *sync.Map {
	key := weak.Make(doc)
	k.mu.Lock()
	defer k.mu.Unlock()
	pieces := k.pieces[key]
	if pieces == nil {
		pieces = &sync.Map{}
		if k.pieces == nil {
			k.pieces = map[weak.Pointer[apidoc.Document]]*sync.Map{}
		}
		k.pieces[key] = pieces
		runtime.AddCleanup(doc, k.forget, key)
	}
	return pieces
}

func (k *keeper) forget(key weak.Pointer[apidoc.Document]) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.pieces, key)
}

// kept returns a component that is written once for all pages of the document
// with the same root. What it writes may depend on nothing else of the page.
func (v *view) kept(kind core.PageKind, slug string, c templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		name := piece{v.root, kind, slug}
		html, ok := v.pieces.Load(name)
		if !ok {
			var b strings.Builder
			if err := c.Render(ctx, &b); err != nil {
				return err
			}
			html, _ = v.pieces.LoadOrStore(name, b.String())
		}
		_, err := io.WriteString(w, html.(string))
		return err
	})
}
