package files

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

const (
	// maxEverything bounds llms-full.txt, in bytes before compression. It is also cut
	// where it takes more than the cache of pages has when it is compressed.
	maxEverything = 64 << 20
	// freeEverything may be more than ten times the size of the description.
	freeEverything = 4 << 20
)

// everything is llms-full.txt, or why there is none.
type everything struct {
	entry  pagecache.Entry
	marked bool // it has the mark, which stands for the origin of the reference
	err    error
}

// Everything serves all pages in Markdown, one after the other.
type Everything struct {
	EverythingConfig
	made loader.Derived[everything]
}

// EverythingConfig says how pages are made.
type EverythingConfig struct {
	Mount      *mount.Mount
	Cache      *pagecache.Cache
	Answers    *answer.Sender
	Log        *slog.Logger
	MediaType  string // of pages in Markdown
	CacheBytes int    // of pages
	HideModels bool
	// Page writes the page at an address, as part of a document. It is false where there
	// is none.
	Page func(ctx context.Context, out *bytes.Buffer, s *loader.Snapshot, path string) (bool, error)
}

// NewEverything makes an Everything.
func NewEverything(c EverythingConfig) *Everything {
	e := &Everything{EverythingConfig: c}
	e.made.Make = e.make
	return e
}

// Routes are its address.
func (e *Everything) Routes() []site.Route {
	return []site.Route{{Pattern: "llms-full.txt", Weight: 8, Cache: site.Validated, Handler: e.serve}}
}

// serve answers with all pages in Markdown, one after the other.
func (e *Everything) serve(w http.ResponseWriter, in *site.Request) bool {
	s := in.Now
	if s.Doc == nil {
		return false
	}
	h := w.Header()
	h.Set("X-Robots-Tag", "noindex")
	asked, _ := e.Mount.Asked(in.Request)
	origin := cmp.Or(asked, snippet.Placeholder)
	of := sha256.Sum256([]byte(origin))
	tag := s.Version + "-full-" + hex.EncodeToString(of[:6])
	if answer.Listed(in.Header.Get("If-None-Match"), `"`+tag+`"`, `"`+tag+`-gzip"`) {
		h.Add("Vary", "Accept-Encoding")
		h.Set("ETag", `"`+tag+`"`)
		w.WriteHeader(http.StatusNotModified)
		return true
	}
	entry, err := e.at(origin, tag, s.Description)
	if err != nil {
		e.Log.Warn("llms-full.txt not written", "err", err)
		h.Set("Retry-After", "1")
		http.Error(w, "The pages could not be written. Try again in a moment.", http.StatusServiceUnavailable)
		return true
	}
	h.Set("Content-Type", e.MediaType)
	e.Answers.Send(w, in.Request, http.StatusOK, entry)
	return true
}

// at is the text for those who ask at an origin. It is written once for all: only the
// origin is put in for each, and what has it is kept as pages are.
func (e *Everything) at(origin, tag string, d *loader.Description) (pagecache.Entry, error) {
	all := e.made.Of(d)
	if all.err == nil && all.marked {
		key := "llms-full.txt\x00" + tag
		kept, ok := e.Cache.Get(key)
		if !ok {
			kept, all.err = answer.Replaced(all.entry, e.mark(), origin)
			e.Cache.Put(key, kept)
		}
		all.entry = kept
	}
	all.entry.ETag = tag
	return all.entry, all.err
}

// mark stands for the origin of the reference until that is known.
func (e *Everything) mark() string { return strings.TrimSuffix(e.Mount.Mark, "/") }

// make writes all pages, compressed. It goes on when who has asked for it
// has gone, and ends with ctx.
func (e *Everything) make(ctx context.Context, d *loader.Description) (all everything) {
	s := &loader.Snapshot{Description: d}
	all.entry, all.err = answer.Packed("", func(w io.Writer, packed func() int) (int, error) {
		return e.write(ctx, w, s, &all.marked, func() bool { return packed() > e.CacheBytes })
	})
	return all
}

// write writes the pages up to the limit, or until there is enough. It
// returns how many bytes these are, and notes a mark in them.
func (e *Everything) write(ctx context.Context, w io.Writer, s *loader.Snapshot, marked *bool, enough func() bool) (int, error) {
	limit, size := min(maxEverything, 10*len(s.Doc.Text.Data)+freeEverything), 0
	body := answer.Buffer()
	defer answer.Release(body)
	for _, path := range Addresses(s.Doc, e.HideModels) {
		kind, _, _ := address.Parse(mount.Unescape(path))
		if kind == core.PageTag || kind == core.PageModels || kind == core.PageComponents {
			continue // what they list stands here whole
		}
		if ctx.Err() != nil {
			return size, ctx.Err()
		}
		body.Reset()
		if ok, err := e.Page(ctx, body, s, mount.Unescape(path)); err != nil {
			return size, err
		} else if !ok {
			continue
		}
		if size+body.Len() > limit || enough() {
			n, err := io.WriteString(w, "\n\nThis file ends here; the other pages are listed in llms.txt.\n")
			return size + n, err
		}
		body.WriteString("\n---\n\n")
		size += body.Len()
		*marked = *marked || bytes.Contains(body.Bytes(), []byte(e.mark()))
		if _, err := w.Write(body.Bytes()); err != nil {
			return size, err
		}
	}
	return size, nil
}
