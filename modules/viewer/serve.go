package viewer

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/files"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/status"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// ServeHTTP answers with a page, a file of the viewer, or the description.
func (v *Viewer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v.serve(w, r, v.mount.Locate(r))
}

// serve is the way of every request, also of those of a Collection.
func (v *Viewer) serve(w http.ResponseWriter, r *http.Request, at mount.Place) {
	if !v.headers.Begin(w, r) {
		return
	}
	route := v.table.Match(at)
	if route != nil && route.Own && route.Handler(w, v.request(r, at)) {
		return
	}
	if !v.visitors.serve(v, w, r, at) {
		v.serveAt(w, r, at, route)
	}
}

// serveAt answers a request for a place of the reference.
func (v *Viewer) serveAt(w http.ResponseWriter, r *http.Request, at mount.Place, route *site.Route) {
	gate := v.gate
	if in := v.shelf.Load(); in != nil {
		gate = in.gate
	}
	admit(gate, w, r, at, weight(route), func(w http.ResponseWriter) { v.answer(w, r, at, route) })
}

// atOnce is the weight of what is made for requests at the same time.
const atOnce = 64

// weight is the weight of what a route makes: 1 for a page, which has none.
func weight(route *site.Route) int {
	if route == nil || route.Own {
		return 1
	}
	return route.Weight
}

// admit has a request answered when a gate lets it in and there can be something at
// its place.
func admit(gate *admission.Gate, w http.ResponseWriter, r *http.Request, at mount.Place, weight int, answer func(http.ResponseWriter)) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This reference can be read with GET and HEAD.", http.StatusMethodNotAllowed)
		return
	}
	if weight > 0 {
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
func (v *Viewer) answer(w http.ResponseWriter, r *http.Request, at mount.Place, route *site.Route) {
	in := v.request(r, at)
	if route == nil || route.Own || route.Handler == nil || !route.Handler(w, in) {
		v.servePage(w, in)
	}
}

// request is a request with what the reference shows now.
func (v *Viewer) request(r *http.Request, at mount.Place) *site.Request {
	return &site.Request{Request: r, At: at, Now: v.loader.Current()}
}

// routes are the addresses of the reference but those of pages, which have all others.
func (v *Viewer) routes(c *config) []site.Route {
	hideModels := v.settings.HideModels
	lists := files.Lists{Mount: v.mount, Cache: v.cache, Answers: v.answers, HideModels: hideModels}
	states := status.New(status.Config{Loader: v.loader, Answers: v.answers, Log: v.log, Live: v.settings.Live, HideModels: hideModels})
	all := files.EverythingConfig{Answers: v.answers, Log: v.log, CacheBytes: c.cacheBytes, HideModels: hideModels, Page: v.collected}
	if v.markdown != nil {
		all.MediaType = v.markdown.contentType
	}
	routes := slices.Concat(
		v.files.Routes(), lists.Routes(), states.Routes(), v.tryout().Routes(),
		offered(!v.settings.HideDownloadButton, v.downloads.Routes()),
		offered(!v.settings.HideSearch, v.search.Routes()),
		offered(v.markdown != nil, files.NewEverything(all).Routes()),
	)
	if v.mock != nil {
		routes = append(routes, v.mock.Routes()...)
	}
	return routes
}

// offered takes the handlers from routes that are not offered. They keep their weight,
// which is that of the same address of a draft.
func offered(is bool, routes []site.Route) []site.Route {
	for i := range routes {
		if !is {
			routes[i].Handler = nil
		}
	}
	return routes
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
func (v *Viewer) servePage(w http.ResponseWriter, in *site.Request) {
	r, at, s := in.Request, in.At, in.Now
	f, t := v.target(r, at, s)
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

// byOrigin reports whether the samples of a page depend on where the reference is,
// which only the request says. Other pages are kept once for all hosts.
func (v *Viewer) byOrigin(page *core.Page) bool {
	if page.Operation != nil {
		return v.mount.Public == "" && snippet.Relative(page.Operation.Servers)
	}
	return v.mount.Public == "" && hasSamples(page.Kind)
}

// hasSamples reports whether pages of a kind may have samples of requests.
func hasSamples(kind core.PageKind) bool {
	switch kind {
	case core.PageOverview, core.PageTag, core.PageOperation, core.PageWebhook:
		return true
	}
	return false
}
