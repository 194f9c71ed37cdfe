package viewer

import (
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/files"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/status"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/tryout"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
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
	v.serveAt(w, r, at, route)
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
		v.pages.Serve(w, in)
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
	all := files.EverythingConfig{Mount: v.mount, Cache: v.cache, Answers: v.answers, Log: v.log, CacheBytes: c.cacheBytes, HideModels: hideModels, Page: v.pages.Collected}
	if v.markdown != nil {
		all.MediaType = v.markdown.ContentType
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
	return append(routes, v.visits(c)...)
}

// visits are the addresses of what visitors have sent, or of what they cannot send.
func (v *Viewer) visits(c *config) []site.Route {
	if v.visitors == nil {
		return (&unserved{log: v.log}).Routes()
	}
	s := &visits{
		visitors: v.visitors, answers: v.answers, log: v.log, assets: v.files, tell: v.updates.tell,
		weight: func(at mount.Place) int { return weight(v.table.Match(at)) },
		types:  []string{v.html.Media, "text/html", "text/plain", files.JSON, files.YAML},
	}
	if v.markdown != nil {
		s.types = append(s.types, v.markdown.Media)
	}
	if v.settings.Editable {
		s.own = &c.given
	}
	return s.Routes()
}

// tryout serves what consoles need of the server.
func (v *Viewer) tryout() *tryout.Tryout {
	t := &tryout.Tryout{Answers: v.answers, Assets: v.assets, Life: v.loader.Life(), Servers: v.servers.Of}
	if v.requests != nil {
		t.Requests = v.requests.ServeRequest
	}
	if v.tokens != nil {
		t.Tokens = v.tokens.ServeToken
	}
	return t
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
