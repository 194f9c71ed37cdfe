package viewer

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// ServeHTTP answers with a page, a file of the viewer, or the description.
func (v *Viewer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v.serve(w, r, v.mount.Locate(r))
}

func (v *Viewer) serve(w http.ResponseWriter, r *http.Request, at mount.Place) {
	if !v.headers.Begin(w, r) {
		return
	}
	if !v.mock.serve(v, w, r, at) && !v.visitors.serve(v, w, r, at) && !v.serveRequest(w, r, at) {
		v.serveAt(w, r, at)
	}
}

// serveAt answers a request for a place of the reference.
func (v *Viewer) serveAt(w http.ResponseWriter, r *http.Request, at mount.Place) {
	gate := v.gate
	if in := v.shelf.Load(); in != nil {
		gate = in.gate
	}
	admit(gate, w, r, at, func(w http.ResponseWriter) { v.answer(w, r, at) })
}

// admit has a request answered when a gate lets it in and there can be something at
// its place.
func admit(gate *admission.Gate, w http.ResponseWriter, r *http.Request, at mount.Place, answer func(http.ResponseWriter)) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This reference can be read with GET and HEAD.", http.StatusMethodNotAllowed)
		return
	}
	if weight := weightOf(at.Address); weight > 0 {
		out, leave, ok := gate.Enter(w, r, weight)
		if !ok {
			admission.Refuse(w)
			return
		}
		defer leave()
		w = out
	}
	switch {
	case at.Bare:
		mount.AddSlash(w, r)
	case at.TooDeep():
		http.Error(w, "There is nothing at this address: it has more folders than any page. Shorten it.", http.StatusNotFound)
	default:
		answer(w)
	}
}

// answer answers with what is at a place.
func (v *Viewer) answer(w http.ResponseWriter, r *http.Request, at mount.Place) {
	if !v.serveService(w, r, at) && !v.serveFile(w, r, at.Address) {
		v.servePage(w, r, at)
	}
}

// atOnce is the weight of what is made for requests at the same time.
const atOnce = 64

// weightOf is the weight of what is made for an address: 1 for a page, nothing for
// files, which are there already, and for what has to answer whatever is going on.
func weightOf(path string) int {
	switch {
	case strings.HasPrefix(path, "assets/"), path == ui.CustomSheet, path == "_/health", path == "robots.txt":
		return 0
	case path == "llms-full.txt":
		return 8
	case path == address.JSON, path == address.YAML, path == "openapi":
		return 4
	case strings.HasPrefix(path, "search"):
		return 2
	}
	return 1
}

// services are the addresses that are neither pages nor files, by what answers
// them. What answers false has nothing there.
var services = map[string]func(v *Viewer, w http.ResponseWriter, r *http.Request, at mount.Place) bool{
	address.JSON:    (*Viewer).serveJSON,
	address.YAML:    (*Viewer).serveYAML,
	"openapi":       (*Viewer).serveNegotiated,
	"robots.txt":    (*Viewer).serveRobots,
	"llms-full.txt": (*Viewer).serveEverything,
	"_/health":      (*Viewer).serveHealth,
	"_/events":      (*Viewer).serveEvents,
	"_/resolve":     (*Viewer).serveResolve,
	"_/oauth":       (*Viewer).serveLogin,
}

func (v *Viewer) serveService(w http.ResponseWriter, r *http.Request, at mount.Place) bool {
	if number, ok := sitemapNumber(at.Address); ok {
		return v.serveSitemap(w, r, at, number)
	}
	service := services[at.Address]
	return service != nil && service(v, w, r, at)
}

// serveFile answers when address is that of a file.
func (v *Viewer) serveFile(w http.ResponseWriter, r *http.Request, address string) bool {
	name, isAsset := strings.CutPrefix(address, "assets/")
	if !isAsset && address != ui.CustomSheet {
		return false
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
	v.answers.Send(w, r, http.StatusOK, v.assetEntry(f))
	return true
}

// assetEntry is a file as it is sent, compressed already where the build has
// done so.
func (v *Viewer) assetEntry(f ui.File) pagecache.Entry {
	key := "asset " + f.Hash
	if entry, ok := v.cache.Get(key); ok {
		return entry
	}
	entry := answer.New(f.Data)
	entry.Brotli = f.Brotli
	v.cache.Put(key, entry)
	return entry
}

// target is the page that a request asks for.
type target struct {
	kind   core.PageKind
	slug   string
	number int
	query  string
	root   string
	path   string // the address without ".md"

	part      bool
	data      string // what a script needs of an operation is wanted, in place of a page
	entry     bool
	reading   core.Reading
	direction core.Direction
	choices   map[string]int
}

// servePage answers with a page.
func (v *Viewer) servePage(w http.ResponseWriter, r *http.Request, at mount.Place) {
	s := v.loader.Current()
	f, t := v.target(r, at, s)
	if t.kind == core.PageSearch && acceptsJSON(r) && s.Doc != nil && !v.settings.HideSearch {
		v.serveResults(w, r, t.query, s)
		return
	}
	if t.data != "" && v.serveData(w, r, t, s) {
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "Accept")
	if s.Err != nil {
		v.loader.Wanted()
	}
	documents, others := v.documents(t, s)
	base := ""
	if f == v.markdown {
		t.root, base = v.mount.Copied(r, at)
	}
	key := v.cacheKey(f, t, s, others)
	if entry, ok := v.kept(r, t, key); ok {
		v.reachOf(s).Connect(h, entry.Reach)
		v.canonical(w, f, t)
		v.answers.Send(w, r, http.StatusOK, v.placed(entry, base))
		return
	}
	page, status := v.page(r.Context(), t, s)
	page.Documents = documents
	if v.byOrigin(page) {
		page.Origin, _ = v.mount.Asked(r)
		key = keyAt(key, page.Origin)
	}
	var reach []string
	if page.Operation != nil {
		reach = v.reachOf(s).Besides(page.Operation.Servers)
	}
	v.reachOf(s).Connect(h, reach)
	if status == http.StatusOK {
		v.canonical(w, f, t)
	}
	if page.Kind == core.PageLoading {
		h.Set("Retry-After", "1")
	}
	if s.Doc == nil {
		v.loader.Plan().RetryAfter(h)
	}
	v.write(w, r, f, page, status, keeping{key, reach, base})
}

// cacheKey names a page in the cache, "" for one that is not kept. Others names
// the descriptions that the page leads to besides its own.
func (v *Viewer) cacheKey(f *format, t target, s *loader.Snapshot, others string) string {
	switch t.kind {
	case core.PageSearch, core.PageNotFound:
		return ""
	}
	if len(t.choices) > 0 || s.Doc == nil {
		return ""
	}
	return strings.Join([]string{
		f.mediaType, s.Tag(), string(t.kind), t.slug, strconv.Itoa(t.number), t.root, strconv.FormatBool(t.part), string(t.direction),
		strconv.FormatBool(t.entry), string(t.reading), others,
	}, "\x00")
}

// keyAt is the key of a page that depends on where the reference is, which is
// kept once for each place.
func keyAt(key, origin string) string {
	if key == "" {
		return ""
	}
	return key + "\x00" + origin
}

// kept returns a page from the cache.
func (v *Viewer) kept(r *http.Request, t target, key string) (pagecache.Entry, bool) {
	if key == "" {
		return pagecache.Entry{}, false
	}
	entry, ok := v.cache.Get(key)
	if ok || v.mount.Public != "" || !hasSamples(t.kind) {
		return entry, ok
	}
	origin, _ := v.mount.Asked(r)
	return v.cache.Get(keyAt(key, origin))
}

// canonical names the page that one in Markdown stands for.
func (v *Viewer) canonical(w http.ResponseWriter, f *format, t target) {
	if f == v.markdown && v.mount.Public != "" {
		w.Header().Set("Link", "<"+v.canonicalOf(t)+`>; rel="canonical"`)
	}
}

// target reads the address of a request and the format that is wanted.
func (v *Viewer) target(r *http.Request, at mount.Place, s *loader.Snapshot) (*format, target) {
	query := r.URL.Query()
	t := target{root: at.Root, path: at.Address, query: query.Get("q")}
	if page := query.Get("page"); page != "" {
		if n, err := strconv.Atoi(page); err == nil && n > 1 && n <= maxNumber {
			t.number = n
		}
	}
	t.readFragment(query)
	f := &v.html
	if v.markdown != nil {
		if path, ok := markdownPath(at.Address, s); ok {
			f, t.path = v.markdown, path
		} else if answer.Prefers(r.Header["Accept"], v.markdown.mediaType, v.html.mediaType) {
			f = v.markdown
		}
	}
	kind, slug, ok := address.Parse(t.path)
	if !ok {
		kind = core.PageNotFound
	}
	t.kind, t.slug = kind, slug
	if f != v.markdown {
		t.readEntry(query)
	}
	return f, t
}

// maxNumber bounds the parts of a long page that can be asked for.
const maxNumber = 10_000

// markdownPath returns the address of the page that an address shows in
// Markdown. A page whose own name ends in ".md" is not taken for one.
func markdownPath(path string, s *loader.Snapshot) (string, bool) {
	switch path {
	case "llms.txt", "index.md":
		return "", true
	case "models.md":
		return "models/", true
	case "components.md":
		return "components/", true
	}
	plain, ok := strings.CutSuffix(path, ".md")
	if !ok || exists(s, path) {
		return "", false
	}
	return plain, true
}
