package viewer

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// keeping is how a page is kept, and sent.
type keeping struct {
	key   string   // "" for a page that is not kept
	reach []string // where it may connect to besides
	base  string   // see placed
}

// write renders a page, keeps it, and sends it.
func (v *Viewer) write(w http.ResponseWriter, r *http.Request, f *format, page *core.Page, status int, k keeping) {
	body := answer.Buffer()
	defer answer.Release(body)
	if err := render(r.Context(), body, f, page); err != nil {
		v.log.Warn("page not written", "kind", string(page.Kind), "path", phrase.Clip(r.URL.Path, maxLogged), "err", err)
		if r.Context().Err() == nil && page.Kind != core.PageError {
			v.write(w, r, f, &core.Page{Kind: core.PageError, Err: err, Root: page.Root, Settings: page.Settings}, http.StatusInternalServerError, keeping{base: k.base})
			return
		}
		http.Error(w, "The page could not be written.", http.StatusInternalServerError)
		return
	}
	entry := answer.New(body.Bytes())
	if k.key != "" && status == http.StatusOK {
		packed := entry.Packed()
		packed.Reach = k.reach
		v.cache.Put(k.key, packed)
	}
	v.answers.Send(w, r, status, v.placed(entry, k.base))
}

// placed returns a page whose links begin with the address of the root where they
// begin with a mark in its stead: pages are kept once for all hosts. An empty base
// leaves it as it is.
func (v *Viewer) placed(entry pagecache.Entry, base string) pagecache.Entry {
	if base == "" {
		return entry
	}
	body := answer.Buffer()
	defer answer.Release(body)
	if _, err := entry.WriteTo(body); err != nil { // which we have packed ourselves
		return entry
	}
	return answer.New(bytes.ReplaceAll(body.Bytes(), []byte(v.mount.Mark), []byte(base)))
}

// render writes a page to memory. A renderer that panics has failed.
func render(ctx context.Context, out *bytes.Buffer, f core.Renderer, page *core.Page) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("render page %s: panic: %v", page.Kind, p)
		}
	}()
	return f.Render(ctx, out, page)
}

// maxLogged bounds what is logged of a text that a client chose, in bytes.
const maxLogged = 200
