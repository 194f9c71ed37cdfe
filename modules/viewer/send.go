package viewer

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
)

// write renders a page, or takes it from the cache, and sends it.
func (v *Viewer) write(w http.ResponseWriter, r *http.Request, f *format, page *core.Page, status int, key string) {
	if status != http.StatusOK {
		key = ""
	}
	if entry, ok := v.cache.Get(key); ok && key != "" {
		v.send(w, r, status, entry)
		return
	}
	body, err := render(r.Context(), f, page)
	if err != nil {
		v.log.Warn("page not written", "kind", string(page.Kind), "path", shortened(r.URL.Path), "err", err)
		if r.Context().Err() == nil && page.Kind != core.PageError {
			v.write(w, r, f, &core.Page{Kind: core.PageError, Err: err, Root: page.Root, Settings: page.Settings}, http.StatusInternalServerError, "")
			return
		}
		http.Error(w, "The page could not be written.", http.StatusInternalServerError)
		return
	}
	entry := newEntry(body)
	if key != "" {
		v.cache.Put(key, entry)
	}
	v.send(w, r, status, entry)
}

// render writes a page to memory. A renderer that panics has failed.
func render(ctx context.Context, f *format, page *core.Page) (body []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("render page %s: panic: %v", page.Kind, p)
		}
	}()
	out := bytes.NewBuffer(make([]byte, 0, 32<<10))
	if err := f.Render(ctx, out, page); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// minGzip is the size below which compression does not pay.
const minGzip = 512

// newEntry compresses body and gives it its tag.
func newEntry(body []byte) pagecache.Entry {
	sum := sha256.Sum256(body)
	entry := pagecache.Entry{Body: body, ETag: hex.EncodeToString(sum[:12])}
	if len(body) < minGzip {
		return entry
	}
	var out bytes.Buffer
	z := packers.Get().(*gzip.Writer)
	defer packers.Put(z)
	z.Reset(&out)
	_, err := z.Write(body)
	if err == nil && z.Close() == nil && out.Len() < len(body) {
		entry.Gzip = out.Bytes()
	}
	return entry
}

// packing is the level of compression of pages. A page of GitHub's description,
// 285 kB, takes 0.8 ms and is 28 kB then; at the default level it takes 2.2 ms and
// is 24 kB.
const packing = 2

// packers are compressors, which are expensive to make.
var packers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, packing) // the error is one of the level
	return z
}}

// send answers with an entry: compressed when that is accepted, and with 304
// when the client has it already.
func (v *Viewer) send(w http.ResponseWriter, r *http.Request, status int, entry pagecache.Entry) {
	h := w.Header()
	body, tag := entry.Body, `"`+entry.ETag+`"`
	accept := r.Header.Get("Accept-Encoding")
	if entry.Gzip != nil || entry.Brotli != nil {
		h.Add("Vary", "Accept-Encoding")
	}
	switch {
	case entry.Brotli != nil && accepts(accept, "br"):
		body, tag = entry.Brotli, `"`+entry.ETag+`-br"`
		h.Set("Content-Encoding", "br")
	case entry.Gzip != nil && acceptsGzip(accept):
		body, tag = entry.Gzip, `"`+entry.ETag+`-gzip"`
		h.Set("Content-Encoding", "gzip")
	}
	if status == http.StatusOK {
		h.Set("ETag", tag)
		if listed(r.Header.Get("If-None-Match"), tag) {
			h.Del("Content-Encoding")
			h.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if body == nil {
		body = entry.Unpacked()
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	if _, err := w.Write(body); err != nil {
		v.log.Debug("answer not delivered", "path", shortened(r.URL.Path), "err", err)
	}
}

// shortened is what is logged of a text that a client chose.
func shortened(text string) string {
	if len(text) > 200 {
		return text[:200] + "…"
	}
	return text
}
