package tryit

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/netip"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// WithResolver asks another resolver for names.
func WithResolver(r *net.Resolver) Option {
	return func(to *config) { to.resolver = r }
}

// WithObserver is told of addresses before they are connected to.
func WithObserver(f func(netip.AddrPort) error) Option {
	return func(to *config) { to.observe = f }
}

// WithDial connects to targets in another way, without a guard.
func WithDial(f func(ctx context.Context, network, address string) (net.Conn, error)) Option {
	return func(to *config) { to.dial = f }
}

// WithTLS trusts others than the system does.
func WithTLS(c *tls.Config) Option {
	return func(to *config) { to.tls = c }
}

// ParseURL is what judges an address: the URL that is sent to, and its origin.
func ParseURL(raw string) (url, origin string, code string) {
	u, o, no := parseURL(raw)
	if no != nil {
		return "", "", no.code
	}
	return u.String(), o.String(), ""
}

// ReadRequest reads a request of a page.
func ReadRequest(from io.Reader, length int64) (method, url string, headers map[string][]string, body []byte, code string) {
	s, no := readRequest(from, length)
	if no != nil {
		return "", "", nil, nil, no.code
	}
	if !s.body.bound(1<<20, func(int) {}) {
		return s.method, s.url, s.header, nil, CodeTooLarge
	}
	body, _ = io.ReadAll(s.body.reader())
	return s.method, s.url, s.header, body, ""
}

// ReadToken reads a request of a page for a token, and writes what would be sent.
func ReadToken(from io.Reader) (t TokenRequest, header map[string][]string, body, code string) {
	t, no := readToken(from)
	if no != nil {
		return t, nil, "", no.code
	}
	s := tokenRequest(&t)
	s.body.bound(1<<20, func(int) {})
	sent, _ := io.ReadAll(s.body.reader())
	return t, s.header, string(sent), ""
}

// Declared are the origins that servers spell out.
func Declared(servers []apidoc.Server) []string {
	all := origins{}
	all.declared(servers)
	var list []string
	for o := range all {
		list = append(list, o.String())
	}
	return list
}

// DefaultLimits are those of a Proxy that is given none.
func DefaultLimits() Limits { return Limits{}.orDefault() }
