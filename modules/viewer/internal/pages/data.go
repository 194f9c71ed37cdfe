package pages

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

// parts serves what scripts ask for.
type parts struct {
	*maker
	names loader.Derived[*gotype.Names]
}

// data writes one of these parts.
type data func(ctx context.Context, d *loader.Description, o *apidoc.Operation) (any, error)

// of returns what writes the part that is asked for, nil for none.
func (p *parts) of(t Target) data {
	switch {
	case t.Kind == core.PageOverview && t.data == consolePart && p.Settings.Console:
		return func(ctx context.Context, d *loader.Description, _ *apidoc.Operation) (any, error) {
			return trial.New(ctx, d.Doc, trial.Whole(d.Doc), p.trying(t.Kind))
		}
	case t.Kind != core.PageOperation && t.Kind != core.PageWebhook:
		return nil
	case t.data == goPart:
		return func(ctx context.Context, d *loader.Description, o *apidoc.Operation) (any, error) {
			return gotype.New(ctx, p.names.Of(d), o)
		}
	case t.data == consolePart && p.Settings.Console:
		return func(ctx context.Context, d *loader.Description, o *apidoc.Operation) (any, error) {
			return trial.New(ctx, d.Doc, o, p.trying(t.Kind))
		}
	}
	return nil
}

func (p *parts) trying(kind core.PageKind) trial.Options {
	return trial.Options{Kind: kind, Credentials: p.Credentials(), OwnProxy: p.OwnProxy, Tokens: p.Tokens, ProxyURL: p.ProxyURL}
}

// serve answers with what a script needs of an operation. It is false where
// there is none: a page says what is wrong then.
func (p *parts) serve(w http.ResponseWriter, r *http.Request, t Target, s *loader.Snapshot) bool {
	write := p.of(t)
	if write == nil {
		return false
	}
	key := strings.Join([]string{t.data, s.Tag(), string(t.Kind), t.Slug}, "\x00")
	if entry, ok := p.Cache.Get(key); ok {
		p.send(w, r, answer.Keep(p.Cache, key, r, entry, true))
		return true
	}
	page, status := p.page(r.Context(), t, s)
	if status != http.StatusOK || page.Operation == nil && t.Kind != core.PageOverview {
		return false
	}
	part, err := write(r.Context(), s.Description, page.Operation)
	var body []byte
	if err == nil {
		body, err = json.Marshal(part)
	}
	if err != nil {
		p.Log.Warn("part of a page not written", "part", t.data, "path", phrase.Clip(r.URL.Path, maxLogged), "err", err)
		http.Error(w, "What the page needs could not be written.", http.StatusInternalServerError)
		return true
	}
	p.send(w, r, answer.Keep(p.Cache, key, r, answer.New(body), false))
	return true
}

func (p *parts) send(w http.ResponseWriter, r *http.Request, entry pagecache.Entry) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Robots-Tag", "noindex")
	p.Answers.Send(w, r, http.StatusOK, entry)
}
