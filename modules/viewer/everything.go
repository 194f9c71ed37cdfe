package viewer

import (
	"context"
	"io"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
)

const (
	// maxEverything bounds llms-full.txt, in bytes before compression. It is also cut
	// where it takes more than the cache of pages has when it is compressed.
	maxEverything = 64 << 20
	// freeEverything may be more than ten times the size of the description.
	freeEverything = 4 << 20
)

// serveEverything answers with all pages in Markdown, one after the other.
func (v *Viewer) serveEverything(w http.ResponseWriter, r *http.Request, _ mount.Place) bool {
	s := v.loader.Current()
	if s.Doc == nil || v.markdown == nil {
		return false
	}
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Robots-Tag", "noindex")
	if tag := s.Version + "-full"; answer.Listed(r.Header.Get("If-None-Match"), `"`+tag+`"`, `"`+tag+`-gzip"`) {
		h.Add("Vary", "Accept-Encoding")
		h.Set("ETag", `"`+tag+`"`)
		w.WriteHeader(http.StatusNotModified)
		return true
	}
	all := v.everything.Of(s.Description)
	if all.err != nil {
		v.log.Warn("llms-full.txt not written", "err", all.err)
		h.Set("Retry-After", "1")
		http.Error(w, "The pages could not be written. Try again in a moment.", http.StatusServiceUnavailable)
		return true
	}
	h.Set("Content-Type", v.markdown.contentType)
	v.answers.Send(w, r, http.StatusOK, all.entry)
	return true
}

// everything is llms-full.txt, or why there is none.
type everything struct {
	entry pagecache.Entry
	err   error
}

// newEverything writes all pages, compressed. It goes on when who has asked for it
// has gone, and ends with ctx.
func (v *Viewer) newEverything(ctx context.Context, d *loader.Description) (all everything) {
	s := &loader.Snapshot{Description: d}
	all.entry, all.err = answer.Packed(s.Version+"-full", func(w io.Writer, packed func() int) (int, error) {
		return v.writeEverything(ctx, w, s, func() bool { return packed() > v.cacheBytes })
	})
	return all
}

// writeEverything writes the pages up to the limit, or until there is enough. It
// returns how many bytes these are.
func (v *Viewer) writeEverything(ctx context.Context, w io.Writer, s *loader.Snapshot, enough func() bool) (int, error) {
	limit, size := min(maxEverything, 10*len(s.Doc.Text.Data)+freeEverything), 0
	body := answer.Buffer()
	defer answer.Release(body)
	for _, path := range v.addresses(s.Doc) {
		kind, slug, _ := address.Parse(mount.Unescape(path))
		if kind == core.PageTag || kind == core.PageModels || kind == core.PageComponents {
			continue // what they list stands here whole
		}
		if ctx.Err() != nil {
			return size, ctx.Err()
		}
		page, status := v.page(ctx, target{kind: kind, slug: slug, root: "./", path: mount.Unescape(path)}, s)
		if status != http.StatusOK {
			continue
		}
		page.Collected = true
		body.Reset()
		if err := render(ctx, body, v.markdown, page); err != nil {
			return size, err
		}
		if size+body.Len() > limit || enough() {
			n, err := io.WriteString(w, "\n\nThis file ends here; the other pages are listed in llms.txt.\n")
			return size + n, err
		}
		body.WriteString("\n---\n\n")
		size += body.Len()
		if _, err := w.Write(body.Bytes()); err != nil {
			return size, err
		}
	}
	return size, nil
}
