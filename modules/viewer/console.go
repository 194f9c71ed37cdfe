package viewer

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
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
	guard  guard
	known  atomic.Pointer[known]
}

// known are the origins of the servers that are known, and the policy of a page
// that may connect to these.
type known struct {
	origins []string
	policy  func() string
}

// newReach returns nil when pages connect to nothing.
func (v *Viewer) newReach(doc *apidoc.Document) *reach {
	if !v.settings.Console || v.settings.Home != "" {
		return nil
	}
	p := &reach{guard: v.guard}
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
		p.known.Store(&known{list, sync.OnceValue(func() string { return p.guard.connecting(list) })})
	}
	return servers
}

// with returns origins and those of servers besides.
func (p *reach) with(origins []string, servers []apidoc.Server) []string {
	list := p.add(slices.Clone(origins), p.always)
	for _, s := range servers {
		for _, address := range serverurl.Origins(s) {
			list = p.add(list, []string{plainOrigin(address)})
		}
	}
	return list
}

// add appends to a list the origins that it does not have, as far as there is room.
func (*reach) add(list, origins []string) []string {
	for _, origin := range origins {
		if origin != "" && len(list) < maxReach && !slices.Contains(list, origin) {
			list = append(list, origin)
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

// reachOf are the origins that a page connects to and that those of the description
// may not name yet: of the servers of its operation.
func reachOf(page *core.Page, s *state) []string {
	if s.reach == nil || page.Operation == nil {
		return nil
	}
	known := s.reach.known.Load().origins
	return s.reach.with(known, page.Operation.Servers)[len(known):]
}

// connect lets a page connect to the servers that its console sends requests to,
// and to some origins besides.
func (v *Viewer) connect(w http.ResponseWriter, besides []string, s *state) {
	if s.reach == nil {
		return
	}
	known := s.reach.known.Load()
	policy := known.policy()
	if slices.ContainsFunc(besides, func(origin string) bool { return !slices.Contains(known.origins, origin) }) {
		policy = v.guard.connecting(s.reach.add(slices.Clone(known.origins), besides))
	}
	w.Header().Set("Content-Security-Policy", policy)
}
