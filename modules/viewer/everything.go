package viewer

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/klauspost/compress/gzip"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
)

const (
	// maxEverything bounds llms-full.txt, in bytes before compression.
	maxEverything = 64 << 20
	// freeEverything may be more than ten times the size of the description.
	freeEverything = 16 << 20
	// maxWriters is how many may read llms-full.txt at the same time.
	maxWriters = 2
)

// serveEverything answers with all pages in Markdown, one after the other, as
// they are written. Nothing is kept.
func (v *Viewer) serveEverything(w http.ResponseWriter, r *http.Request, at place) bool {
	s := v.state.Load()
	if s.doc == nil || v.markdown == nil {
		return false
	}
	h := w.Header()
	h.Set("Content-Type", v.markdown.contentType)
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Robots-Tag", "noindex")
	h.Add("Vary", "Accept-Encoding")
	tag := `W/"` + s.version + `-full"`
	h.Set("ETag", tag)
	if listed(r.Header.Get("If-None-Match"), tag[2:]) {
		w.WriteHeader(http.StatusNotModified)
		return true
	}
	select {
	case v.writers <- struct{}{}:
		defer func() { <-v.writers }()
	default:
		h.Del("ETag")
		h.Set("Retry-After", "5")
		http.Error(w, "Others are reading this. Try again in a moment.", http.StatusServiceUnavailable)
		return true
	}
	packed := acceptsGzip(r.Header.Get("Accept-Encoding"))
	if packed {
		h.Set("Content-Encoding", "gzip")
	}
	if r.Method == http.MethodHead {
		return true
	}
	var out io.Writer = w
	if packed {
		z := packers.Get().(*gzip.Writer)
		defer packers.Put(z)
		z.Reset(w)
		defer func() { _ = z.Close() }()
		out = z
	}
	if err := v.writeEverything(r.Context(), out, s, at); err != nil {
		v.log.Debug("answer not delivered", "path", r.URL.Path, "err", err)
	}
	return true
}

// writeEverything writes the pages up to the limit.
func (v *Viewer) writeEverything(ctx context.Context, w io.Writer, s *state, at place) error {
	left, body := min(maxEverything, 10*len(s.doc.Text.Data)+freeEverything), buffers.Get().(*bytes.Buffer)
	defer release(body)
	for _, path := range v.addresses(s.doc) {
		kind, slug, _ := address.Parse(unescaped(path))
		if kind == core.PageTag || kind == core.PageModels || kind == core.PageComponents {
			continue // what they list stands here whole
		}
		page, status := v.page(ctx, target{kind: kind, slug: slug, root: at.root, path: unescaped(path)}, s)
		if status != http.StatusOK {
			continue
		}
		body.Reset()
		if err := render(ctx, body, v.markdown, page); err != nil {
			return err
		}
		if left -= body.Len(); left < 0 {
			_, err := io.WriteString(w, "\n\nThis file ends here; the other pages are listed in llms.txt.\n")
			return err
		}
		body.WriteString("\n---\n\n")
		if _, err := w.Write(body.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
