package viewer

import (
	"net/http"
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
// its own name lead there. Default: any host.
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
	hosts  []string // in lower case; none means any
}

func newGuard(c *config) guard {
	g := guard{policy: policy, hosts: c.hosts}
	if len(c.imageHosts) > 0 {
		g.policy = strings.Replace(policy, "img-src 'self' data:", "img-src 'self' data: https://"+strings.Join(c.imageHosts, " https://"), 1)
	}
	return g
}

// protect sets the headers of an answer. It is false when the request is for a
// host that is not ours; it is answered then.
func (g guard) protect(w http.ResponseWriter, r *http.Request) bool {
	h := w.Header()
	h.Set("Content-Security-Policy", g.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", permissions)
	if len(g.hosts) > 0 && !slices.Contains(g.hosts, strings.ToLower(r.Host)) {
		http.Error(w, "This reference is not served for this host.", http.StatusMisdirectedRequest)
		return false
	}
	return true
}

// connecting is the policy of a page that may connect to some origins, and show
// what they answer.
func (g guard) connecting(origins []string) string {
	connect := strings.Join(append([]string{"connect-src 'self'"}, origins...), " ")
	return ui.BodyPolicy(strings.Replace(g.policy, "connect-src 'self'", connect, 1))
}
