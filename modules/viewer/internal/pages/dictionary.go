package pages

import (
	"bytes"
	"cmp"
	"context"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// dictionaries are what the pages of a description have in common. Browsers load one
// when they have nothing else to do, and the next page is sent without what is in it
// (RFC 9842).
type dictionaries struct {
	*maker
	made loader.Derived[*coding.Dictionary]
}

// maxDictionary is the size in bytes from which on nothing is added to a dictionary.
const maxDictionary = 512 << 10

// offered reports whether pages of a snapshot have a dictionary. Those of a description
// that is being edited change too often, and those of a draft are few.
func (d *dictionaries) offered(s *loader.Snapshot) bool {
	return s.Doc != nil && len(s.Doc.Operations) > 1 && !d.Settings.Live && d.Settings.Home == ""
}

// language is that of the pages in the dictionary. Pages in others have none.
func (d *dictionaries) language() string { return cmp.Or(d.Settings.Language, wording.English) }

// of returns the dictionary of a snapshot that offers one when a client says that it has
// any, nil otherwise.
func (d *dictionaries) of(r *http.Request, t Target, s *loader.Snapshot) *coding.Dictionary {
	if r.Header["Available-Dictionary"] == nil || t.language != d.language() {
		return nil
	}
	return d.made.Of(s.Description)
}

// link is the field Link of a page: where its dictionary is.
func (d *dictionaries) link(t Target, s *loader.Snapshot) []string {
	if t.part || t.language != d.language() || !d.offered(s) {
		return nil
	}
	return []string{"<" + t.Root + address.Dictionary + "?v=" + s.Version + `>; rel="compression-dictionary"`}
}

// serve answers with the dictionary. It holds for all pages, which stand below its own
// folder.
func (d *dictionaries) serve(w http.ResponseWriter, in *site.Request) bool {
	s := in.Now
	if !d.offered(s) {
		return false
	}
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Use-As-Dictionary", `match="*"`)
	h.Set("Cache-Control", site.Validated)
	if in.URL.Query().Get("v") == s.Version {
		h.Set("Cache-Control", "private, max-age=604800, immutable")
	}
	key := "dictionary\x00" + s.Version
	entry, ok := d.Cache.Get(key)
	if !ok {
		entry = answer.New(d.made.Of(s.Description).Text)
	}
	d.Answers.Send(w, in.Request, http.StatusOK, answer.Keep(d.Cache, key, in.Request, entry, ok))
	return true
}

// make writes the dictionary of a description: the pages of a few of its operations. A
// page that cannot be written is left out.
func (d *dictionaries) make(ctx context.Context, from *loader.Description) *coding.Dictionary {
	s := &loader.Snapshot{Description: from}
	var text bytes.Buffer
	for _, o := range typical(from.Doc) {
		if text.Len() >= maxDictionary {
			break
		}
		kept := text.Len()
		page, status := d.page(ctx, Target{Kind: core.PageOperation, Slug: o.Slug, Root: "../", path: address.Of(core.PageOperation, o.Slug), language: d.language()}, s)
		if status != http.StatusOK || render(ctx, &text, d.HTML, page) != nil {
			text.Truncate(kept)
		}
	}
	return coding.NewDictionary(text.Bytes())
}

// typical are operations whose pages have much in common with those of others: the first,
// one in the middle, and the first that is sent something.
func typical(doc *apidoc.Document) []*apidoc.OperationSummary {
	all := doc.Operations
	list := []*apidoc.OperationSummary{&all[0], &all[len(all)/2]}
	for i := range all {
		switch all[i].Method {
		case http.MethodPost, http.MethodPut, http.MethodPatch:
			return append(list, &all[i])
		}
	}
	return list
}
