package viewer

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/gotype"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/trial"
)

// Parts of the page of an operation that scripts ask for, in JSON.
const (
	consolePart = "console" // what its console needs
	goPart      = "go"      // how it looks in Go, for the samples of our client
)

// data writes one of these parts.
type data func(ctx context.Context, doc *apidoc.Document, o *apidoc.Operation) (any, error)

// dataOf returns what writes the part that is asked for, nil for none.
func (v *Viewer) dataOf(t target) data {
	switch {
	case t.kind != core.PageOperation && t.kind != core.PageWebhook:
		return nil
	case t.data == goPart:
		return func(ctx context.Context, doc *apidoc.Document, o *apidoc.Operation) (any, error) {
			return gotype.New(ctx, doc, o)
		}
	case t.data == consolePart && v.settings.Console:
		return func(ctx context.Context, doc *apidoc.Document, o *apidoc.Operation) (any, error) {
			return trial.New(ctx, doc, o, trial.Options{
				Kind: t.kind, Credentials: v.credentials(), OwnProxy: v.requests != nil, Tokens: v.tokens != nil, ProxyURL: v.proxyURL,
			})
		}
	}
	return nil
}

// serveData answers with what a script needs of an operation. It is false where
// there is none: a page says what is wrong then.
func (v *Viewer) serveData(w http.ResponseWriter, r *http.Request, t target, s *loader.Snapshot) bool {
	write := v.dataOf(t)
	if write == nil {
		return false
	}
	key := strings.Join([]string{t.data, s.Tag(), string(t.kind), t.slug}, "\x00")
	if entry, ok := v.cache.Get(key); ok {
		v.sendData(w, r, entry)
		return true
	}
	page, status := v.page(r.Context(), t, s)
	if status != http.StatusOK || page.Operation == nil {
		return false
	}
	part, err := write(r.Context(), s.Doc, page.Operation)
	var body []byte
	if err == nil {
		body, err = json.Marshal(part)
	}
	if err != nil {
		v.log.Warn("part of a page not written", "part", t.data, "path", phrase.Clip(r.URL.Path, maxLogged), "err", err)
		http.Error(w, "What the page needs could not be written.", http.StatusInternalServerError)
		return true
	}
	entry := answer.New(body)
	v.cache.Put(key, entry.Packed())
	v.sendData(w, r, entry)
	return true
}

func (v *Viewer) sendData(w http.ResponseWriter, r *http.Request, entry pagecache.Entry) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Robots-Tag", "noindex")
	v.answers.Send(w, r, http.StatusOK, entry)
}
