package tryit

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"time"
)

// Limits bound what a Proxy does. A field that is zero has its default.
type Limits struct {
	// RequestBytes bounds the body of a request. Default: 10 MiB.
	RequestBytes int64
	// AnswerBytes bounds the body of an answer, decoded and as it comes; the rest
	// is cut off. Default: 10 MiB. A console shows answers of 50 MB.
	AnswerBytes int64
	// FirstByte is how long a target may take for the head of its answer, once it
	// has the request. A connection to it has half of that. Default: 10 s.
	FirstByte time.Duration
	// Idle is how long nothing may come or go. Default: 30 s.
	Idle time.Duration
	// Total is how long an exchange may take, streams too. Default: 5 min.
	Total time.Duration
	// Concurrent is how many exchanges go on at the same time, and
	// ClientConcurrent how many of one client. Beyond the first, one that has moved
	// less than 1 KiB in 10 s is ended for another. Defaults: 64 and 8.
	Concurrent, ClientConcurrent int
	// ClientPerMinute is how many requests one client may send in a minute, and at
	// once, and TargetPerMinute how many all of them may send to one server of the
	// API. A client is an address of IPv4 or a network of IPv6: see
	// WithTrustedProxies. Defaults: 120 and 600.
	ClientPerMinute, TargetPerMinute int
}

func (l Limits) orDefault() Limits {
	fill(&l.RequestBytes, 10<<20)
	fill(&l.AnswerBytes, 10<<20)
	fill(&l.FirstByte, 10*time.Second)
	fill(&l.Idle, 30*time.Second)
	fill(&l.Total, 5*time.Minute)
	fill(&l.Concurrent, 64)
	fill(&l.ClientConcurrent, 8)
	fill(&l.ClientPerMinute, 120)
	fill(&l.TargetPerMinute, 600)
	return l
}

func fill[N int | int64 | time.Duration](field *N, by N) {
	if *field <= 0 {
		*field = by
	}
}

// Option changes what a Proxy does.
type Option func(*config)

type config struct {
	own     origins // of the operator
	limits  Limits
	trusted []netip.Prefix
	log     *slog.Logger
	err     error // of the first option that cannot be used

	// For tests.
	resolver *net.Resolver
	observe  func(netip.AddrPort) error
	tls      *tls.Config
	dial     func(ctx context.Context, network, address string) (net.Conn, error)
}

func (c *config) fail(format string, a ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("tryit: "+format, a...)
	}
}

// WithOrigins adds servers that requests may be sent to: a scheme and a host, with
// a port where that is not the one of the scheme, such as "http://127.0.0.1:8080".
// It is the only way to servers in loopback and private networks. Addresses where
// clouds keep credentials are reached only when they are written here as such.
// Default: the servers of the description, in the public internet.
func WithOrigins(addresses ...string) Option {
	return func(c *config) {
		for _, address := range addresses {
			u, at, no := parseURL(address)
			if no != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || strings.Contains(address, "#") {
				c.fail("%q is no scheme with a host, such as http://127.0.0.1:8080", address)
				return
			}
			c.own[at] = true
		}
	}
}

// WithLimits sets limits. Default: those of the zero value.
func WithLimits(l Limits) Option {
	return func(c *config) { c.limits = l.orDefault() }
}

// WithTrustedProxies names the networks of the proxies before this server, such as
// "10.0.0.0/8". The client of a request that comes from one is the last address in
// X-Forwarded-For that is in none. Default: the header is ignored.
func WithTrustedProxies(networks ...string) Option {
	return func(c *config) {
		for _, network := range networks {
			prefix, err := netip.ParsePrefix(network)
			if err != nil {
				c.fail("trusted proxies: %w", err)
				return
			}
			c.trusted = append(c.trusted, prefix.Masked())
		}
	}
}

// WithLogger sets where a line about each request is logged, at Debug: its method,
// the origin that it was sent to, the status, bytes and time. Paths, queries,
// headers and bodies are not. Default, also for nil: nowhere.
func WithLogger(l *slog.Logger) Option {
	return func(c *config) {
		if l != nil {
			c.log = l
		}
	}
}
