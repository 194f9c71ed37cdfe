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

// call is what is sent, and where to.
type call struct {
	config  *config
	limits  Limits
	self    net.Addr // of this server, nil where it is not known
	isToken bool     // what is sent holds secrets of the reader for one address

	sent   *sent
	target target
}

// send sends the request, and follows redirects within the origin.
func (ca *call) send(ctx context.Context) (*http.Response, *clock, *refusal) {
	method, header, body := ca.sent.method, ca.sent.header, ca.sent.body
	for {
		request, err := http.NewRequestWithContext(ctx, method, ca.target.url.String(), nil)
		if err != nil {
			return nil, nil, invalid("The URL or the method cannot be sent.")
		}
		request.Header = header
		if body != nil {
			request.Body, request.ContentLength = body.reader(), body.length
		}
		c := &clock{}
		response, err := ca.transport(c).RoundTrip(request.WithContext(httptrace.WithClientTrace(ctx, c.trace())))
		if err != nil {
			return nil, nil, ca.failure(ctx, err, c)
		}
		if response.StatusCode < 200 || response.StatusCode > 599 || !wellFormed(response.Header) {
			_ = response.Body.Close()
			return nil, nil, unreachable()
		}
		next, no := ca.follow(response, method, body != nil && body.length != 0)
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
func (ca *call) transport(c *clock) *http.Transport {
	dial := ca.dialer().DialContext
	if ca.config.dial != nil {
		dial = ca.config.dial
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
			secure, err := ca.handshake(ctx, raw, c)
			if err != nil {
				_ = raw.Close()
				return nil, err
			}
			return &strictConn{Conn: secure}, nil
		},
		Protocols: protocols, DisableKeepAlives: true, DisableCompression: true,
		MaxResponseHeaderBytes: maxHeaderBytes, ResponseHeaderTimeout: ca.limits.FirstByte,
	}
}

func (ca *call) dialer() *guard.Dialer {
	d := &guard.Dialer{Timeout: ca.limits.FirstByte / 2, Resolver: ca.config.resolver, Observe: ca.config.observe, Private: ca.target.own}
	if address, err := netip.ParseAddr(ca.target.origin.host); err == nil && ca.target.own {
		d.Exact, d.Private = address, false
	}
	if ca.self != nil {
		d.Self, _ = netip.ParseAddrPort(ca.self.String()) // none on a socket of another kind
	}
	return d
}

func (ca *call) handshake(ctx context.Context, raw net.Conn, c *clock) (net.Conn, error) {
	config := ca.config.tls.Clone()
	if config == nil {
		config = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	config.ServerName, config.NextProtos = ca.target.origin.host, []string{"http/1.1"}
	ctx, cancel := context.WithTimeout(ctx, ca.limits.FirstByte/2)
	defer cancel()
	secure := tls.Client(raw, config)
	c.begin(&c.tls)
	err := secure.HandshakeContext(ctx)
	c.end(&c.tls)
	return secure, err
}

// failure is what is said of a request without an answer.
func (ca *call) failure(ctx context.Context, err error, c *clock) *refusal {
	var timeout interface{ Timeout() bool }
	ended := errors.As(err, &timeout) && timeout.Timeout() || ctx.Err() != nil
	switch {
	case ca.sent.body.large.Load():
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
func (ca *call) follow(response *http.Response, method string, hasBody bool) (next string, no *refusal) {
	switch response.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return "", nil
	}
	if ca.isToken {
		return "", nil // nothing that holds a secret goes anywhere else
	}
	to, at, no := ca.location(response)
	if no != nil || at != ca.target.origin {
		ca.target.away = no == nil
		return "", no
	}
	next = method
	if response.StatusCode == http.StatusSeeOther && method != http.MethodHead || response.StatusCode < http.StatusSeeOther && method == http.MethodPost {
		next = http.MethodGet
	}
	if next == method && hasBody {
		return "", nil // the body is gone
	}
	if ca.target.redirects == maxRedirects {
		return "", badRedirect()
	}
	ca.target.url = to
	ca.target.redirects++
	return next, nil
}

// location reads where an answer leads to.
func (ca *call) location(response *http.Response) (*url.URL, origin, *refusal) {
	values := response.Header["Location"]
	if len(values) != 1 {
		return nil, origin{}, badRedirect()
	}
	to, err := ca.target.url.Parse(escaped(values[0]))
	if err != nil || to.User != nil || to.Opaque != "" {
		return nil, origin{}, badRedirect()
	}
	u, at, no := parseURL(to.Scheme + "://" + to.Host + to.RequestURI()) // String would escape the host
	if no != nil {
		return nil, origin{}, badRedirect()
	}
	return u, at, nil
}

// head is the first line.
func (ca *call) head(response *http.Response, c *clock) Head {
	var but []string
	if ca.target.away {
		but = append(but, "Location")
	}
	h := Head{
		Status: response.StatusCode, HTTPVersion: response.Proto, URL: ca.target.url.String(), Redirects: ca.target.redirects,
		Filename: filename(response.Header), NotSent: ca.sent.left, Timing: c.timing(),
	}
	_, h.StatusText, _ = strings.Cut(response.Status, " ")
	h.StatusText = readable(h.StatusText)
	header := response.Header
	if ca.isToken {
		header, but = onlyToken(header), nil
	}
	h.Headers, h.NotPassed = answerHeader(header, but...)
	if h.Headers == nil {
		h.Headers = [][]string{}
	}
	return h
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
