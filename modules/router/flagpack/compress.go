package flagpack

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"runtime"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/router"
)

// CompressOptions say what is compressed. The zero value works.
type CompressOptions struct {
	// MinSize is from how many bytes on a body is compressed. Default: 1024; what
	// is shorter travels in one packet anyway.
	MinSize int

	// Level is how hard it is tried, from gzip.BestSpeed to gzip.BestCompression.
	// Default: 6.
	Level int
}

// Compress is the pack of a flag whose routes send what the router encodes in
// gzip (RFC 9110, section 8.4.1.3) to clients that name it in Accept-Encoding. The
// others get the same without it, and Vary names Accept-Encoding to both.
//
// Left as they are: errors, bodies below MinSize and those that do not get
// shorter; media types that are compressed already or are not known to be text;
// what has a Content-Encoding, a Content-Digest or a Repr-Digest (RFC 9530), or forbids it
// by "Cache-Control: no-transform"; and all that leaves part by part, which are streams and what a controller or a
// http.Handler writes itself.
//
// A compressed body is another one than that which an ETag was made for, so the
// ETag becomes a weak one (RFC 9110, section 8.8.3). Name the flag behind that of
// Cache: then nothing is compressed to be told that it was not modified.
//
// The length of a compressed body tells what it holds to somebody who watches it
// and can choose a part of it (BREACH). Do not name the flag on routes that send
// a secret, such as a token against forged requests, beside something of the
// request, such as the words of a search.
func Compress(flag string, o CompressOptions) router.Pack {
	z, err := newCompressor(o)
	if err != nil {
		panic("flagpack: " + flag + ": " + err.Error())
	}
	declared := router.Flag{Name: flag, Description: fmt.Sprintf("Answers of %d bytes and more are sent in gzip to clients that accept it.", z.minSize)}
	return func(r *router.Router) {
		r.Flag(declared)
		r.BeforeResponse(flag, z.respond)
	}
}

// compressor compresses as many bodies at once as there are processors: a writer
// has about 1 MB.
type compressor struct {
	minSize, level int
	writers        chan *gzip.Writer // nil: not made yet
}

func newCompressor(o CompressOptions) (*compressor, error) {
	z := &compressor{minSize: o.MinSize, level: o.Level, writers: make(chan *gzip.Writer, runtime.GOMAXPROCS(0))}
	if o.MinSize < 0 {
		return nil, errors.New("MinSize is negative")
	}
	if o.Level < 0 || o.Level > gzip.BestCompression {
		return nil, fmt.Errorf("the Level is 1 to 9, or 0 for the default, not %d", o.Level)
	}
	if z.minSize == 0 {
		z.minSize = 1024
	}
	if z.level == 0 {
		z.level = 6
	}
	for range cap(z.writers) {
		z.writers <- nil
	}
	return z, nil
}

func (z *compressor) respond(c *router.Context, next func() error) error {
	response, h := c.Response(), c.ResponseWriter().Header()
	if response == nil || response.Streams || c.Err() != nil || !z.suits(response, h) {
		return next()
	}
	h.Add("Vary", "Accept-Encoding")
	if !negotiate.Coding(c.Request().Header["Accept-Encoding"], "gzip") {
		return next()
	}
	if response.Status == http.StatusNotModified {
		if !owned(c.Request().Header["If-None-Match"], headerOf(response.Header, h, "ETag")) {
			weaken(response.Header, h) // the client has what was compressed
		}
		return next()
	}
	if short := z.compress(c.Context(), response.Body); short != nil {
		delete(h, "Content-Length")
		if response.Header == nil {
			response.Header = http.Header{}
		}
		delete(response.Header, "Content-Length")
		response.Header["Content-Encoding"] = []string{"gzip"}
		response.Body = short
		weaken(response.Header, h)
	}
	return next()
}

// suits reports whether a response may be compressed, or is what is sent in place
// of one that was.
func (z *compressor) suits(r *router.Response, set http.Header) bool {
	if r.Status == http.StatusNotModified {
		return true
	}
	return r.Status >= 200 && r.Status < 300 && !slices.Contains(notWhole, r.Status) && len(r.Body) >= z.minSize && compressible(r.MediaType) &&
		!hasAny(r.Header, set, "Content-Encoding", "Content-Digest", "Repr-Digest") && !httpfield.Has(slices.Concat(r.Header["Cache-Control"], set["Cache-Control"]), "no-transform")
}

// notWhole are statuses whose answers have a part of a body, or none.
var notWhole = []int{http.StatusNoContent, http.StatusResetContent, http.StatusPartialContent}

func hasAny(response, set http.Header, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return headerOf(response, set, name) != "" })
}

// textual are media types beside those of text that compress well.
var textual = []string{
	"application/json", "application/xml", "application/javascript", "application/yaml", "application/cbor", "image/svg+xml",
}

func compressible(mediaType string) bool {
	name, _, err := mime.ParseMediaType(mediaType)
	return err == nil && (strings.HasPrefix(name, "text/") || strings.HasSuffix(name, "+json") || strings.HasSuffix(name, "+xml") || slices.Contains(textual, name))
}

// compress returns the compressed body, nil when that is no shorter or ctx ends
// before a writer is free.
func (z *compressor) compress(ctx context.Context, body []byte) []byte {
	var w *gzip.Writer
	select {
	case w = <-z.writers:
	case <-ctx.Done():
		return nil
	}
	defer func() { z.writers <- w }()
	var short bytes.Buffer
	short.Grow(len(body) / 4)
	if w == nil {
		w, _ = gzip.NewWriterLevel(&short, z.level) // a level that is known to be right
	} else {
		w.Reset(&short)
	}
	if _, err := w.Write(body); err != nil {
		return nil // a buffer takes everything
	}
	if err := w.Close(); err != nil || short.Len() >= len(body) {
		return nil
	}
	return short.Bytes()
}

// weaken makes an entity tag a weak one, wherever it has been set.
func weaken(headers ...http.Header) {
	for _, h := range headers {
		if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
			h["Etag"] = []string{"W/" + tag}
		}
	}
}
