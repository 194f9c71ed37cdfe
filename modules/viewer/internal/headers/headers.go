// Package headers makes the headers that make an answer safe, and refuses requests for
// other hosts:
//
//	policy := headers.New(headers.Config{Hosts: hosts})
//	if !policy.Begin(w, r) { // the headers of every answer; 421 for another host
//		return
//	}
package headers

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// policy is the Content-Security-Policy of every answer: what is not served by
// us is not loaded, and no text can become a script but the one that New adds by its hash.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// permissions is the Permissions-Policy of every answer: a page needs none of
// these, nor may anything in it ask for them.
const permissions = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), " +
	"microphone=(), midi=(), payment=(), publickey-credentials-get=(), usb=(), xr-spatial-tracking=()"

// PlainHost reports whether a host is one name or address, with or without a
// port, and nothing that means something in a policy.
func PlainHost(host string) bool {
	u, err := url.Parse("https://" + host)
	return err == nil && host != "" && u.Host == host && !strings.ContainsAny(host, "*;, '\"\t\r\n")
}

// Config says which hosts are answered for and which images pages show.
type Config struct {
	ImageHosts []string // hosts whose images pages show, by https
	Hosts      []string // in lower case; none for those of Knows
	Public     string   // absolute address of the reference, whose host is answered for; "" for none
}

// Policy is what every answer says about itself, and which hosts are answered for. It
// is safe for concurrent use.
type Policy struct {
	policy string
	hosts  []string
	public string // host of the public address without its port, "" for none
}

// New makes a Policy.
func New(c Config) *Policy {
	p := &Policy{policy: strings.Replace(policy, "script-src 'self'", "script-src 'self' "+ui.ThemePolicy(), 1), hosts: c.Hosts}
	if u, err := url.Parse(c.Public); err == nil {
		p.public = strings.ToLower(u.Hostname())
	}
	if len(c.ImageHosts) > 0 {
		p.policy = strings.Replace(p.policy, "img-src 'self' data:", "img-src 'self' data: https://"+strings.Join(c.ImageHosts, " https://"), 1)
	}
	return p
}

// names are the headers of every answer. Their values are the policy and
// fixed.
var (
	names = []string{
		"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy",
		"Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Permissions-Policy",
	}
	fixed = []string{"nosniff", "no-referrer", "same-origin-allow-popups", "same-origin", permissions}
)

// Begin sets the headers of an answer. It is false when the request is for a
// host that is not ours; it is answered then.
func (p *Policy) Begin(w http.ResponseWriter, r *http.Request) bool {
	h := w.Header()
	values := slices.Concat([]string{p.policy}, fixed) // one allocation for all
	for i, name := range names {
		h[name] = values[i : i+1 : i+1]
	}
	switch {
	case p.Knows(r.Host), len(p.hosts) == 0 && (r.Host == "" || !overLoopback(r)):
		return true
	case len(p.hosts) > 0:
		http.Error(w, "This reference is not served for this host.", http.StatusMisdirectedRequest)
	default:
		http.Error(w, "This reference is reached over loopback, where it is served for localhost and not for this host.\n"+
			"If it is yours and a proxy passes this host to it, name the host with viewer.WithHosts or viewer.WithPublicURL.", http.StatusMisdirectedRequest)
	}
	return false
}

// Knows reports whether a host, with or without a port, is named by the operator,
// or is one that no page elsewhere can have: localhost, which leads nowhere else
// (RFC 6761, section 6.3), and addresses, which no name stands for.
func (p *Policy) Knows(host string) bool {
	host = strings.ToLower(host)
	if len(p.hosts) > 0 {
		return slices.Contains(p.hosts, host)
	}
	name := (&url.URL{Host: host}).Hostname()
	if digit(name) || strings.Contains(name, ":") { // other names are no address
		if _, err := netip.ParseAddr(name); err == nil {
			return true
		}
	}
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || name != "" && name == p.public
}

// digit reports whether a text begins with one.
func digit(text string) bool { return text != "" && '0' <= text[0] && text[0] <= '9' }

// overLoopback reports whether a request came to an address of loopback, where
// what a browser on this machine asks for arrives.
func overLoopback(r *http.Request) bool {
	here, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	at, err := netip.ParseAddrPort(here.String())
	return err == nil && at.Addr().Unmap().IsLoopback()
}

// Connecting is the policy of a page that may connect to some origins, and show
// what they answer.
func (p *Policy) Connecting(origins []string) string {
	connect := strings.Join(append([]string{"connect-src 'self'"}, origins...), " ")
	return ui.BodyPolicy(strings.Replace(p.policy, "connect-src 'self'", connect, 1))
}
