package router

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/router/internal/clientip"
)

const (
	defaultAddress = "127.0.0.1:8080"
	testAddress    = "127.0.0.1:0" // of the environment "test"
)

// serverConfig is what options set about the server.
type serverConfig struct {
	address       string // empty: by the environment
	tls           *tls.Config
	headerTimeout time.Duration
	readTimeout   time.Duration
	writeTimeout  time.Duration
	idleTimeout   time.Duration
	headerBytes   int
	drainDelay    time.Duration
	after         func(time.Duration) <-chan time.Time // of the drain delay
	drain         time.Duration
	livePath      string
	readyPath     string
	proxies       clientip.Resolver
}

func serverDefaults() serverConfig {
	return serverConfig{
		headerTimeout: 5 * time.Second,
		readTimeout:   30 * time.Second,
		writeTimeout:  60 * time.Second,
		idleTimeout:   60 * time.Second,
		headerBytes:   64 << 10,
		drain:         15 * time.Second,
		after:         time.After,
	}
}

// WithAddress sets where Start and Listen listen. Default: "127.0.0.1:8080", in
// the environment "test" a free port of 127.0.0.1. Port 0 takes a free one,
// which Router.Address tells.
func WithAddress(address string) Option { return func(c *config) { c.address = address } }

// WithTLS serves TLS with cfg, which holds a certificate or a function that
// finds one, and HTTP/2 to the clients that ask for it. Default: HTTP/1.1
// without TLS. Nil is the default.
func WithTLS(cfg *tls.Config) Option { return func(c *config) { c.tls = cfg.Clone() } }

// WithReadHeaderTimeout bounds how long a client may take to send the header of
// a request. Default: 5 seconds. Zero is the bound of WithReadTimeout, less is
// none.
func WithReadHeaderTimeout(d time.Duration) Option {
	return func(c *config) { c.headerTimeout = d }
}

// WithReadTimeout bounds how long a client may take to send the body of a
// request. Default: 30 seconds. Zero or less is no bound.
func WithReadTimeout(d time.Duration) Option { return func(c *config) { c.readTimeout = d } }

// WithWriteTimeout bounds how long one request may take from the end of its
// header until its response is written. Default: 60 seconds. Zero or less is no
// bound.
func WithWriteTimeout(d time.Duration) Option { return func(c *config) { c.writeTimeout = d } }

// WithIdleTimeout bounds how long a connection is kept for its next request.
// Default: 60 seconds. Zero is the bound of WithReadTimeout, less is none.
func WithIdleTimeout(d time.Duration) Option { return func(c *config) { c.idleTimeout = d } }

// WithMaxHeader bounds the request line and the header of a request in bytes, to
// which net/http adds 4 KiB; a longer one is 431. Default: 64 KiB. Zero or less
// is 1 MiB.
func WithMaxHeader(n int) Option { return func(c *config) { c.headerBytes = n } }

// WithDrainDelay sets how long a router that is told to stop goes on serving
// while it says that it is not ready. Default: 0, which suits a router that
// clients talk to directly. Behind a load balancer it is the time that the
// balancer takes to notice: 5 seconds in production.
func WithDrainDelay(d time.Duration) Option { return func(c *config) { c.drainDelay = d } }

// WithDrainTimeout bounds how long Stop waits, after the delay, for the requests
// that are being served and for what runs behind them. Default: 15 seconds.
// Zero or less cuts them at once.
func WithDrainTimeout(d time.Duration) Option { return func(c *config) { c.drain = d } }

// WithHealth answers GET and HEAD of two paths before the routes, middleware and
// hooks, such as "/livez" and "/readyz": the first is always 200, the second is
// 503 from the moment that the router is told to stop. An empty path is not
// served. Default: neither is.
func WithHealth(live, ready string) Option {
	return func(c *config) { c.livePath, c.readyPath = live, ready }
}

// WithTrustedProxies names the addresses of proxies that tell the truth about
// whom they forward for, in X-Forwarded-For or, where that is absent, in
// Forwarded (RFC 7239). A proxy has to extend or remove the header that a client
// sends. Default: none, so that the address of a client is that of its
// connection. A prefix of length 0 is a mistake of the table: whoever trusts
// everybody believes any address.
func WithTrustedProxies(proxies ...netip.Prefix) Option {
	return func(c *config) { c.proxies.Trusted = append(c.proxies.Trusted, proxies...) }
}

// serverMistakes are those of the table that the options of the server make.
func (c *serverConfig) serverMistakes() []string {
	var found []string
	for _, path := range []string{c.livePath, c.readyPath} {
		if path != "" && !strings.HasPrefix(path, "/") {
			found = append(found, fmt.Sprintf("health path %q: it begins with a slash", path))
		}
	}
	if c.livePath != "" && c.livePath == c.readyPath {
		found = append(found, fmt.Sprintf("health path %q is given twice", c.livePath))
	}
	if t := c.tls; t != nil && len(t.Certificates) == 0 && t.GetCertificate == nil && t.GetConfigForClient == nil {
		found = append(found, "the TLS configuration has no certificate")
	}
	for _, p := range c.proxies.Trusted {
		if !p.IsValid() || p.Bits() == 0 {
			found = append(found, fmt.Sprintf("trusted proxy %s: name the proxies, not everybody", p))
		}
	}
	return found
}

func (c *config) listenAddress() string {
	if c.environment == "test" {
		return cmp.Or(c.address, testAddress)
	}
	return cmp.Or(c.address, defaultAddress)
}
