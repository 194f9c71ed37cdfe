package headers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/serverurl"
)

// maxReach bounds the origins that pages may connect to.
const maxReach = 64

// Reach is where the pages of a description may connect to, for their consoles: the
// origins of its servers. Those of operations are known a moment later than those of the
// document, which every page has at once. A nil Reach is nowhere. It is safe for
// concurrent use.
type Reach struct {
	policy *Policy
	always []string
	known  atomic.Pointer[known]
}

// known are the origins of the servers that are known, and the policy of a page
// that may connect to these.
type known struct {
	origins []string
	policy  func() string
}

// NewReach makes the Reach of some servers, and of what pages connect to besides: the
// addresses of a proxy elsewhere, and of providers that pages ask themselves.
func NewReach(p *Policy, servers []apidoc.Server, besides ...string) *Reach {
	r := &Reach{policy: p}
	for _, address := range besides {
		r.always = append(r.always, plainOrigin(address))
	}
	r.Know(servers)
	return r
}

// Know makes servers those that are reached.
func (r *Reach) Know(servers []apidoc.Server) {
	if r != nil {
		list := origins(nil, r.always, servers)
		r.known.Store(&known{list, sync.OnceValue(func() string { return r.policy.Connecting(list) })})
	}
}

// Besides are the origins of servers that Know has not been told of.
func (r *Reach) Besides(servers []apidoc.Server) []string {
	if r == nil {
		return nil
	}
	known := r.known.Load().origins
	return origins(known, r.always, servers)[len(known):]
}

// Connect lets a page connect to the servers that its console sends requests to, and to
// some origins besides.
func (r *Reach) Connect(h http.Header, besides []string) {
	if r == nil {
		return
	}
	known := r.known.Load()
	policy := known.policy()
	if slices.ContainsFunc(besides, func(origin string) bool { return !slices.Contains(known.origins, origin) }) {
		policy = r.policy.Connecting(add(slices.Clone(known.origins), besides))
	}
	h.Set("Content-Security-Policy", policy)
}

// Origins are those of servers that have an absolute address, as far as there is room.
func Origins(servers []apidoc.Server) []string { return origins(nil, nil, servers) }

// origins returns some origins, those that are always reached, and those of servers.
func origins(list, always []string, servers []apidoc.Server) []string {
	list = add(slices.Clone(list), always)
	for _, s := range servers {
		for _, address := range serverurl.Origins(s) {
			list = add(list, []string{plainOrigin(address)})
		}
	}
	return list
}

// add appends to a list the origins that it does not have, as far as there is room.
func add(list, origins []string) []string {
	for _, origin := range origins {
		if origin != "" && len(list) < maxReach && !slices.Contains(list, origin) {
			list = append(list, origin)
		}
	}
	return list
}

// Providers are the addresses that give tokens, by what a description says.
func Providers(schemes []apidoc.SecurityScheme) []string {
	var list []string
	for i := range schemes {
		list = append(list, schemes[i].OpenIDConnectURL)
		for _, f := range schemes[i].Flows {
			list = append(list, f.TokenURL, f.RefreshURL, f.DeviceAuthorizationURL)
		}
	}
	return list
}

// plainOrigin is the origin of an address as a policy names it, "" for an address
// that has none or one that would mean something else there.
func plainOrigin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || !PlainHost(u.Host) || strings.HasPrefix(u.Host, "[") {
		return ""
	}
	if strings.ContainsFunc(u.Host, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return ""
	}
	return u.Scheme + "://" + strings.ToLower(u.Host)
}
