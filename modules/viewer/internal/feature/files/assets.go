// Package files serves everything that is not a page: scripts and sheets, the description
// itself, lists of all pages, and all pages in one.
package files

import (
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// Assets serves the scripts, sheets and fonts of pages.
type Assets struct {
	Files   *ui.Set
	Cache   *pagecache.Cache
	Answers *answer.Sender
}

// Routes are the addresses of these files.
func (a *Assets) Routes() []site.Route {
	serve := func(w http.ResponseWriter, in *site.Request) bool { return a.Serve(w, in.Request, in.At.Address) }
	return []site.Route{
		{Pattern: "assets/{file...}", Handler: serve},
		{Pattern: ui.CustomSheet, Handler: serve},
	}
}

// Serve answers when address is that of a file.
func (a *Assets) Serve(w http.ResponseWriter, r *http.Request, address string) bool {
	name, isAsset := strings.CutPrefix(address, "assets/")
	if !isAsset && address != ui.CustomSheet {
		return false
	}
	f, ok := a.Files.File(name)
	if !ok || isAsset == (name == ui.CustomSheet) {
		return false
	}
	w.Header().Set("Content-Type", f.ContentType)
	w.Header().Set("Cache-Control", site.Validated)
	if r.URL.Query().Get("v") == f.Hash {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	a.Answers.Send(w, r, http.StatusOK, a.entry(r, f))
	return true
}

// entry is a file as a client takes it, compressed already where the build has done so.
func (a *Assets) entry(r *http.Request, f ui.File) pagecache.Entry {
	key := "asset " + f.Hash
	entry, ok := a.Cache.Get(key)
	if !ok {
		entry = answer.New(f.Data)
		entry.Brotli = f.Brotli
	}
	entry, made := answer.Coded(r, entry)
	if made || !ok {
		a.Cache.Put(key, entry) // not packed: the body is a part of the program
	}
	return entry
}
