package viewer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"sync"

	"github.com/klauspost/compress/gzip"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
)

// keeping is how a page is kept, and sent.
type keeping struct {
	key   string   // "" for a page that is not kept
	reach []string // where it may connect to besides
	base  string   // see placed
}

// write renders a page, keeps it, and sends it.
func (v *Viewer) write(w http.ResponseWriter, r *http.Request, f *format, page *core.Page, status int, k keeping) {
	body := buffers.Get().(*bytes.Buffer)
	defer release(body)
	if err := render(r.Context(), body, f, page); err != nil {
		v.log.Warn("page not written", "kind", string(page.Kind), "path", shortened(r.URL.Path), "err", err)
		if r.Context().Err() == nil && page.Kind != core.PageError {
			v.write(w, r, f, &core.Page{Kind: core.PageError, Err: err, Root: page.Root, Settings: page.Settings}, http.StatusInternalServerError, keeping{base: k.base})
			return
		}
		http.Error(w, "The page could not be written.", http.StatusInternalServerError)
		return
	}
	entry := newEntry(body.Bytes())
	if k.key != "" && status == http.StatusOK {
		packed := entry.Packed()
		packed.Reach = k.reach
		v.cache.Put(k.key, packed)
	}
	v.send(w, r, status, v.placed(entry, k.base))
}

// placed returns a page whose links begin with the address of the root where they
// begin with a mark in its stead: pages are kept once for all hosts. An empty base
// leaves it as it is.
func (v *Viewer) placed(entry pagecache.Entry, base string) pagecache.Entry {
	if base == "" {
		return entry
	}
	body := buffers.Get().(*bytes.Buffer)
	defer release(body)
	if _, err := entry.WriteTo(body); err != nil { // which we have packed ourselves
		return entry
	}
	return newEntry(bytes.ReplaceAll(body.Bytes(), []byte(v.mark), []byte(base)))
}

// buffers are those that pages are written to.
var buffers = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 64<<10)) }}

// maxBuffer is the size in bytes up to which a buffer is used again.
const maxBuffer = 1 << 20

func release(b *bytes.Buffer) {
	if b.Cap() <= maxBuffer {
		b.Reset()
		buffers.Put(b)
	}
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

// minGzip is the size below which compression does not pay.
const minGzip = 512

// newEntry compresses body, which it refers to, and gives it its tag.
func newEntry(body []byte) pagecache.Entry {
	sum := sha256.Sum256(body)
	entry := pagecache.Entry{Body: body, Size: len(body), ETag: hex.EncodeToString(sum[:12])}
	if len(body) < minGzip {
		return entry
	}
	out, z := buffers.Get().(*bytes.Buffer), packers.Get().(*gzip.Writer)
	defer release(out)
	defer packers.Put(z)
	z.Reset(out)
	_, err := z.Write(body)
	if err == nil && z.Close() == nil && out.Len() < len(body) {
		entry.Gzip = bytes.Clone(out.Bytes())
	}
	return entry
}

// packing is the level of compression of pages: one that is written for every
// request that no cache answers must be quick. A page of 193 kB takes 0.27 ms and
// is 24 kB then; at level 6 it takes 0.55 ms and is 20 kB, and with the package of
// the standard library it takes 0.73 ms and 1.66 ms.
const packing = gzip.BestSpeed

// packers are compressors, which are expensive to make.
var packers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, packing) // the error is one of the level
	return z
}}

// send answers with an entry: compressed when that is accepted, and with 304
// when the client has it already.
func (v *Viewer) send(w http.ResponseWriter, r *http.Request, status int, entry pagecache.Entry) {
	h := w.Header()
	tag := entry.ETag
	accept := r.Header["Accept-Encoding"]
	if entry.Gzip != nil || entry.Brotli != nil {
		h.Add("Vary", "Accept-Encoding")
	}
	switch {
	case entry.Brotli != nil && negotiate.Coding(accept, "br"):
		entry.Body, entry.Size, tag = entry.Brotli, len(entry.Brotli), tag+"-br"
		h.Set("Content-Encoding", "br")
	case entry.Gzip != nil && negotiate.Coding(accept, "gzip"):
		entry.Body, entry.Size, tag = entry.Gzip, len(entry.Gzip), tag+"-gzip"
		h.Set("Content-Encoding", "gzip")
	}
	if status == http.StatusOK {
		tag = `"` + tag + `"`
		h.Set("ETag", tag)
		if listed(r.Header.Get("If-None-Match"), tag) {
			h.Del("Content-Encoding")
			h.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Length", strconv.Itoa(entry.Size))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	if _, err := entry.WriteTo(w); err != nil {
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
