package viewer

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
// us is not loaded, and no text can become a script.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// permissions is the Permissions-Policy of every answer: a page needs none of
// these, nor may anything in it ask for them.
const permissions = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), " +
	"microphone=(), midi=(), payment=(), publickey-credentials-get=(), usb=(), xr-spatial-tracking=()"

// WithImageHosts names the hosts whose images descriptions may show, such as
// "img.example.com" or "cdn.example.com:8443", by https alone. A reader's browser
// tells these hosts its address. Default: none; images are links.
func WithImageHosts(hosts ...string) Option {
	return func(c *config) { c.imageHosts = append(c.imageHosts, c.plainHosts("image host", hosts)...) }
}

// WithHosts names the hosts that requests may be for, with their ports where
// those are not the default ones. Requests for others are answered with 421, so
// that no page elsewhere can reach a reference in a private network by letting
// its own name lead there (DNS rebinding).
//
// Default: any host, except that a viewer which is reached over loopback answers
// for localhost, names below it, addresses, and the host of WithPublicURL only. A
// proxy on the same machine that passes the host it was asked for needs that one
// named here or there.
func WithHosts(hosts ...string) Option {
	return func(c *config) { c.hosts = append(c.hosts, c.plainHosts("host", hosts)...) }
}

// plainHosts returns hosts in lower case, and fails when one is none.
func (c *config) plainHosts(what string, hosts []string) []string {
	var plain []string
	for _, host := range hosts {
		if !plainHost(host) {
			c.fail("%s %q is no name of a host, with or without a port", what, host)
			return nil
		}
		plain = append(plain, strings.ToLower(host))
	}
	return plain
}

// plainHost reports whether a host is one name or address, with or without a
// port, and nothing that means something in a policy.
func plainHost(host string) bool {
	u, err := url.Parse("https://" + host)
	return err == nil && host != "" && u.Host == host && !strings.ContainsAny(host, "*;, '\"\t\r\n")
}

// guard is what every answer says about itself, and which hosts are answered.
type guard struct {
	policy string
	hosts  []string // in lower case; none means those of knows
	public string   // host of the public address without its port, "" for none
}

func newGuard(c *config) guard {
	g := guard{policy: policy, hosts: c.hosts}
	if u, err := url.Parse(c.public); err == nil {
		g.public = strings.ToLower(u.Hostname())
	}
	if len(c.imageHosts) > 0 {
		g.policy = strings.Replace(policy, "img-src 'self' data:", "img-src 'self' data: https://"+strings.Join(c.imageHosts, " https://"), 1)
	}
	return g
}

// guardNames are the headers of every answer. Their values are the policy and
// guardValues.
var (
	guardNames = []string{
		"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy",
		"Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy", "Permissions-Policy",
	}
	guardValues = []string{"nosniff", "no-referrer", "same-origin-allow-popups", "same-origin", permissions}
)

// protect sets the headers of an answer. It is false when the request is for a
// host that is not ours; it is answered then.
func (g guard) protect(w http.ResponseWriter, r *http.Request) bool {
	h := w.Header()
	values := slices.Concat([]string{g.policy}, guardValues) // one allocation for all
	for i, name := range guardNames {
		h[name] = values[i : i+1 : i+1]
	}
	switch {
	case g.knows(r.Host), len(g.hosts) == 0 && (r.Host == "" || !overLoopback(r)):
		return true
	case len(g.hosts) > 0:
		http.Error(w, "This reference is not served for this host.", http.StatusMisdirectedRequest)
	default:
		http.Error(w, "This reference is reached over loopback, where it is served for localhost and not for this host.\n"+
			"If it is yours and a proxy passes this host to it, name the host with viewer.WithHosts or viewer.WithPublicURL.", http.StatusMisdirectedRequest)
	}
	return false
}

// knows reports whether a host, with or without a port, is named by the operator,
// or is one that no page elsewhere can have: localhost, which leads nowhere else
// (RFC 6761, section 6.3), and addresses, which no name stands for.
func (g guard) knows(host string) bool {
	host = strings.ToLower(host)
	if len(g.hosts) > 0 {
		return slices.Contains(g.hosts, host)
	}
	name := (&url.URL{Host: host}).Hostname()
	if digit(name) || strings.Contains(name, ":") { // other names are no address
		if _, err := netip.ParseAddr(name); err == nil {
			return true
		}
	}
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || name != "" && name == g.public
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

// connecting is the policy of a page that may connect to some origins, and show
// what they answer.
func (g guard) connecting(origins []string) string {
	connect := strings.Join(append([]string{"connect-src 'self'"}, origins...), " ")
	return ui.BodyPolicy(strings.Replace(g.policy, "connect-src 'self'", connect, 1))
}
