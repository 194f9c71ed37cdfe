package devtools

import (
	"cmp"
	"hash/maphash"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// DefaultCommits is how many commits are kept unless WithCommits says otherwise.
const DefaultCommits = 200

// Option changes a setting of Handler. Options apply in order, the last wins.
type Option func(*config)

type config struct {
	allow   func(*http.Request) bool
	commits int
}

// WithAllow sets who may use the pages. Default: Local. What a page can do, such
// as to forget all data, is for requests of the same origin in any case.
func WithAllow(allow func(*http.Request) bool) Option { return func(c *config) { c.allow = allow } }

// WithCommits sets how many commits are kept for each identity that is looked
// at, with what they have replaced. Default: DefaultCommits. Less than 1 means 1.
func WithCommits(n int) Option { return func(c *config) { c.commits = max(n, 1) } }

// Handler returns the pages about a client. It is mounted below a path of its
// own, such as "/debug/rest/", with http.StripPrefix or as a pattern of
// http.ServeMux. From now on it keeps the last commits of the client.
func Handler(client *restclient.Client, opts ...Option) http.Handler {
	c := config{commits: DefaultCommits}
	for _, opt := range opts {
		opt(&c)
	}
	if c.allow == nil {
		c.allow = Local
	}
	h := &handler{
		config: c, seed: maphash.MakeSeed(), origins: http.NewCrossOriginProtection(),
		tapes: newTapes(client, c.commits), streams: newStreams(),
	}
	h.pages = map[string]func(*visit){
		"": h.overview, "table": h.table, "row": h.row, "answers": h.answers, "commits": h.commits, "commit": h.commit,
	}
	return h
}

type handler struct {
	config
	seed    maphash.Seed
	origins *http.CrossOriginProtection
	tapes   *tapes
	streams *streams
	pages   map[string]func(*visit)
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secure(w.Header())
	if !h.allow(r) {
		http.Error(w, "These pages are for requests from this machine. WithAllow changes that.", http.StatusForbidden)
		return
	}
	if r.URL.Path == "" {
		addSlash(w, r)
		return
	}
	name := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		h.get(w, r, name)
	case http.MethodPost:
		h.post(w, r, name)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, "Only GET, HEAD and POST.", http.StatusMethodNotAllowed)
	}
}

func (h *handler) get(w http.ResponseWriter, r *http.Request, name string) {
	if serveAsset(w, r, name) {
		return
	}
	t := h.tapes.find(h, r.FormValue("who"))
	if t == nil {
		http.Error(w, "There is no data for that identity any more.", http.StatusNotFound)
		return
	}
	if name == "events" {
		h.streams.serve(w, r, t)
		return
	}
	page, ok := h.pages[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h.visit(w, r, t, cmp.Or(name, "."), page)
}

// secure sets the headers of every response.
func secure(header http.Header) {
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
}

// addSlash redirects to where relative links lead somewhere.
func addSlash(w http.ResponseWriter, r *http.Request) {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	w.Header().Set("Location", "./"+path[strings.LastIndexByte(path, '/')+1:]+"/")
	w.WriteHeader(http.StatusTemporaryRedirect)
}
