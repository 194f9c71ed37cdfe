package tryit

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/guard"
)

const (
	maxRedirects   = 3
	maxHeaderBytes = 256 << 10 // of an answer
)

// target is where a request goes.
type target struct {
	url    *url.URL
	origin origin
	own    bool // the operator has named the origin

	redirects int  // that led to the URL
	away      bool // the answer redirects to another origin
}

// judge decides whether a request may be sent to an address.
func (p *Proxy) judge(raw string, servers []apidoc.Server) (target, *refusal) {
	u, at, no := parseURL(raw)
	if no != nil {
		return target{}, no
	}
	if p.own[at] {
		return target{url: u, origin: at, own: true}, nil
	}
	allowed := origins{}
	allowed.declared(servers)
	if !allowed[at] {
		return target{}, refused()
	}
	return target{url: u, origin: at}, nil
}

// send sends the request, and follows redirects within the origin.
func (x *exchange) send(ctx context.Context) (*http.Response, *clock, *refusal) {
	method, header, body := x.sent.method, x.sent.header, x.sent.body
	for {
		request, err := http.NewRequestWithContext(ctx, method, x.target.url.String(), nil)
		if err != nil {
			return nil, nil, invalid("The URL or the method cannot be sent.")
		}
		request.Header = header
		if body != nil {
			request.Body, request.ContentLength = body.reader(), body.length
		}
		c := &clock{}
		response, err := x.transport(c).RoundTrip(request.WithContext(httptrace.WithClientTrace(ctx, c.trace())))
		if err != nil {
			return nil, nil, x.failure(ctx, err, c)
		}
		if response.StatusCode < 200 || response.StatusCode > 599 || !wellFormed(response.Header) {
			_ = response.Body.Close()
			return nil, nil, unreachable()
		}
		next, no := x.follow(response, method, body != nil && body.length != 0)
		if next == "" || no != nil {
			if no != nil {
				_ = response.Body.Close()
			}
			return response, c, no
		}
		_ = response.Body.Close()
		if next != method {
			header = withoutContent(header)
		}
		method, body = next, nil
	}
}

// transport makes what sends one request, over a connection of its own.
func (x *exchange) transport(c *clock) *http.Transport {
	dial := x.dialer().DialContext
	if x.p.dial != nil {
		dial = x.p.dial
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			raw, err := dial(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &strictConn{Conn: raw}, nil
		},
		DialTLSContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			raw, err := dial(ctx, network, address)
			if err != nil {
				return nil, err
			}
			secure, err := x.handshake(ctx, raw, c)
			if err != nil {
				_ = raw.Close()
				return nil, err
			}
			return &strictConn{Conn: secure}, nil
		},
		Protocols: protocols, DisableKeepAlives: true, DisableCompression: true,
		MaxResponseHeaderBytes: maxHeaderBytes, ResponseHeaderTimeout: x.limits.FirstByte,
	}
}

func (x *exchange) dialer() *guard.Dialer {
	d := &guard.Dialer{Timeout: x.limits.FirstByte / 2, Resolver: x.p.resolver, Observe: x.p.observe, Private: x.target.own}
	if address, err := netip.ParseAddr(x.target.origin.host); err == nil && x.target.own {
		d.Exact, d.Private = address, false
	}
	if here, ok := x.r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		d.Self, _ = netip.ParseAddrPort(here.String()) // none on a socket of another kind
	}
	return d
}

func (x *exchange) handshake(ctx context.Context, raw net.Conn, c *clock) (net.Conn, error) {
	config := x.p.tls.Clone()
	if config == nil {
		config = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	config.ServerName, config.NextProtos = x.target.origin.host, []string{"http/1.1"}
	ctx, cancel := context.WithTimeout(ctx, x.limits.FirstByte/2)
	defer cancel()
	secure := tls.Client(raw, config)
	c.begin(&c.tls)
	err := secure.HandshakeContext(ctx)
	c.end(&c.tls)
	return secure, err
}

// failure is what is said of a request without an answer.
func (x *exchange) failure(ctx context.Context, err error, c *clock) *refusal {
	var timeout interface{ Timeout() bool }
	ended := errors.As(err, &timeout) && timeout.Timeout() || ctx.Err() != nil
	switch {
	case x.sent.body.large.Load():
		return tooLarge()
	case errors.Is(context.Cause(ctx), errNeeded):
		return busy()
	case errors.Is(err, guard.ErrForbidden):
		return refused()
	case ended && c.connected():
		return late()
	}
	return unreachable()
}

// follow is the method to follow a redirect with, to what is the target then, or
// "" when the answer is to be passed.
func (x *exchange) follow(response *http.Response, method string, hasBody bool) (next string, no *refusal) {
	switch response.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return "", nil
	}
	if x.isToken {
		return "", nil // nothing that holds a secret goes anywhere else
	}
	to, at, no := x.location(response)
	if no != nil || at != x.target.origin {
		x.target.away = no == nil
		return "", no
	}
	next = method
	if response.StatusCode == http.StatusSeeOther && method != http.MethodHead || response.StatusCode < http.StatusSeeOther && method == http.MethodPost {
		next = http.MethodGet
	}
	if next == method && hasBody {
		return "", nil // the body is gone
	}
	if x.target.redirects == maxRedirects {
		return "", badRedirect()
	}
	x.target.url = to
	x.target.redirects++
	return next, nil
}

// location reads where an answer leads to.
func (x *exchange) location(response *http.Response) (*url.URL, origin, *refusal) {
	values := response.Header["Location"]
	if len(values) != 1 {
		return nil, origin{}, badRedirect()
	}
	to, err := x.target.url.Parse(values[0])
	if err != nil {
		return nil, origin{}, badRedirect()
	}
	u, at, no := parseURL(to.String())
	if no != nil {
		return nil, origin{}, badRedirect()
	}
	return u, at, nil
}

// withoutContent is the header of a request whose body is left out.
func withoutContent(header http.Header) http.Header {
	header = header.Clone()
	for name := range header {
		if strings.HasPrefix(name, "Content-") {
			delete(header, name)
		}
	}
	return header
}
