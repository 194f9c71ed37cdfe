package viewer

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/serverurl"
)

// maxReach bounds the origins that pages may connect to.
const maxReach = 64

// reach is where the pages of a description may connect to, for their consoles:
// the origins of its servers. Those of operations are known a moment later than
// those of the document, which every page has at once.
type reach struct {
	always []string // origins of a proxy elsewhere, and of providers that pages ask themselves
	known  atomic.Pointer[[]string]
}

// newReach returns nil when pages connect to nothing.
func (v *Viewer) newReach(doc *apidoc.Document) *reach {
	if !v.settings.Console || v.settings.Home != "" {
		return nil
	}
	p := &reach{}
	if v.proxyURL != "" {
		p.always = append(p.always, plainOrigin(v.proxyURL))
	}
	if v.tokens == nil {
		p.always = append(p.always, providers(doc.SecuritySchemes)...)
	}
	p.all(doc.Servers)
	return p
}

// all makes servers those that are reached, and returns them.
func (p *reach) all(servers []apidoc.Server) []apidoc.Server {
	if p != nil {
		list := p.with(nil, servers)
		p.known.Store(&list)
	}
	return servers
}

// with returns origins and those of servers besides.
func (p *reach) with(origins []string, servers []apidoc.Server) []string {
	list := slices.Clone(origins)
	add := func(origin string) {
		if origin != "" && len(list) < maxReach && !slices.Contains(list, origin) {
			list = append(list, origin)
		}
	}
	for _, origin := range p.always {
		add(origin)
	}
	for _, s := range servers {
		for _, address := range serverurl.Origins(s) {
			add(plainOrigin(address))
		}
	}
	return list
}

// providers are the origins that give tokens, by what the description says.
func providers(schemes []apidoc.SecurityScheme) []string {
	var list []string
	for i := range schemes {
		list = append(list, plainOrigin(schemes[i].OpenIDConnectURL))
		for _, f := range schemes[i].Flows {
			list = append(list, plainOrigin(f.TokenURL), plainOrigin(f.RefreshURL), plainOrigin(f.DeviceAuthorizationURL))
		}
	}
	return list
}

// plainOrigin is the origin of an address as a policy names it, "" for an address
// that has none or one that would mean something else there.
func plainOrigin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || !plainHost(u.Host) || strings.HasPrefix(u.Host, "[") {
		return ""
	}
	if strings.ContainsFunc(u.Host, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return ""
	}
	return u.Scheme + "://" + strings.ToLower(u.Host)
}

// connect lets a page connect to the servers that its console sends requests to.
func (v *Viewer) connect(w http.ResponseWriter, page *core.Page, s *state) {
	if s.reach == nil {
		return
	}
	origins := *s.reach.known.Load()
	if page.Operation != nil {
		origins = s.reach.with(origins, page.Operation.Servers)
	}
	w.Header().Set("Content-Security-Policy", v.guard.connecting(origins))
}
