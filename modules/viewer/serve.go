package viewer

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// ServeHTTP answers with a page, a file of the viewer, or the description.
func (v *Viewer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !v.guard.protect(w, r) {
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This reference can be read with GET and HEAD.", http.StatusMethodNotAllowed)
		return
	}
	at := v.locate(r)
	switch {
	case at.bare:
		addSlash(w, r)
	case v.serveFile(w, r, at.address):
	default:
		v.servePage(w, r, at)
	}
}

// serveFile answers when address is that of a file or of the description.
func (v *Viewer) serveFile(w http.ResponseWriter, r *http.Request, address string) bool {
	name, isAsset := strings.CutPrefix(address, "assets/")
	if !isAsset && address != ui.CustomSheet {
		return v.serveDescription(w, r, address)
	}
	f, ok := v.assets.File(name)
	if !ok || isAsset == (name == ui.CustomSheet) {
		return false
	}
	w.Header().Set("Content-Type", f.ContentType)
	w.Header().Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == f.Hash {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	v.send(w, r, http.StatusOK, v.cached("asset "+f.Hash, f.Data))
	return true
}

// serveDescription answers with the description as it was written, unless the
// configuration hides it.
func (v *Viewer) serveDescription(w http.ResponseWriter, r *http.Request, address string) bool {
	s := v.state.Load()
	if s.doc == nil || v.settings.HideDownloadButton || len(s.doc.Text.Data) == 0 || address != descriptionName(s.doc.Text.MediaType) {
		return false
	}
	h := w.Header()
	h.Set("Content-Type", s.doc.Text.MediaType)
	h.Set("Content-Disposition", `attachment; filename="`+fileName(s.doc.Info.Title)+address[strings.LastIndexByte(address, '.'):]+`"`)
	h.Set("Cache-Control", "no-cache")
	v.send(w, r, http.StatusOK, v.cached("text "+s.version, s.doc.Text.Data))
	return true
}

func descriptionName(mediaType string) string {
	if strings.Contains(mediaType, "json") {
		return "openapi.json"
	}
	return "openapi.yaml"
}

// fileName makes a name for a file of a title: small letters and digits of
// ASCII, and dashes.
func fileName(title string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(title) {
		switch {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() == 60 {
			break
		}
	}
	if name := strings.Trim(b.String(), "-"); name != "" {
		return name
	}
	return "openapi"
}

// target is the page that a request asks for.
type target struct {
	kind   core.PageKind
	slug   string
	number int
	query  string
	root   string
	path   string // the address without ".md"
}

// servePage answers with a page.
func (v *Viewer) servePage(w http.ResponseWriter, r *http.Request, at place) {
	s := v.state.Load()
	f, t := v.target(r, at, s)
	if t.kind == core.PageSearch && acceptsJSON(r) && s.doc != nil && !v.settings.HideSearch {
		v.serveResults(w, r, t.query, s)
		return
	}
	page, status := v.page(r.Context(), t, s)
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Accept")
	if page.Kind == core.PageLoading {
		h.Set("Retry-After", "1")
		h.Set("Refresh", "1") // for readers without JavaScript too
	}
	v.write(w, r, f, page, status, v.cacheKey(f, t, page, s))
}

// cacheKey names a page in the cache, "" for one that is not kept.
func (v *Viewer) cacheKey(f *format, t target, page *core.Page, s *state) string {
	switch page.Kind {
	case core.PageSearch, core.PageNotFound, core.PageLoading, core.PageError:
		return ""
	}
	return strings.Join([]string{f.mediaType, s.version, string(t.kind), t.slug, strconv.Itoa(t.number), t.root}, "\x00")
}

// target reads the address of a request and the format that is wanted.
func (v *Viewer) target(r *http.Request, at place, s *state) (*format, target) {
	query := r.URL.Query()
	t := target{root: at.root, path: at.address, query: query.Get("q")}
	if n, err := strconv.Atoi(query.Get("page")); err == nil && n > 1 && n <= maxNumber {
		t.number = n
	}
	f := &v.html
	if v.markdown != nil {
		if path, ok := markdownPath(at.address, s); ok {
			f, t.path = v.markdown, path
		} else if prefers(r.Header.Get("Accept"), v.markdown.mediaType, v.html.mediaType) {
			f = v.markdown
		}
	}
	kind, slug, ok := address.Parse(t.path)
	if !ok {
		kind = core.PageNotFound
	}
	t.kind, t.slug = kind, slug
	return f, t
}

// maxNumber bounds the parts of a long page that can be asked for.
const maxNumber = 10_000

// markdownPath returns the address of the page that an address shows in
// Markdown. A page whose own name ends in ".md" is not taken for one.
func markdownPath(path string, s *state) (string, bool) {
	switch path {
	case "llms.txt", "index.md":
		return "", true
	case "models.md":
		return "models/", true
	}
	plain, ok := strings.CutSuffix(path, ".md")
	if !ok || s.exists(path) {
		return "", false
	}
	return plain, true
}
