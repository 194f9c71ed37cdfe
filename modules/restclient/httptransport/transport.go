package httptransport

import (
	"context"
	"io"
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/wire"
)

var _ core.Transport = (*Transport)(nil)

// Transport sends requests through an http.Client. It is safe for concurrent
// use.
//
// It follows redirects within one origin only: one to another scheme, host or
// port is returned as the response, and so is one that would turn a request
// with side effects into a GET, unless it is 303, one whose Location is no URL,
// one that asks for a body again which cannot be opened again, and, unless client
// has a CheckRedirect, the eleventh in a row. A 303 to a request with side effects
// that leads to no success is the response, too.
type Transport struct{ client *http.Client }

// New makes a transport that sends through a copy of client: its RoundTripper,
// cookie jar, timeout and redirect policy apply. Nil means a client of its own,
// with connections that are not shared, time limits for each step and no
// cookies.
func New(client *http.Client) *Transport {
	if client == nil {
		client = wire.NewClient()
	}
	guarded := *client
	guarded.Transport = wire.Located(client.Transport)
	guarded.CheckRedirect = wire.Redirects(client.CheckRedirect)
	return &Transport{client: &guarded}
}

// Do sends one request, as core.Transport has it. The body of the request is
// closed when ctx ends, even while a Read waits; a Host header is ignored,
// because the URL says where the request goes.
func (t *Transport) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	req, err := newRequest(ctx, r)
	if err != nil {
		return nil, wire.Error(ctx, err)
	}
	res, err := t.client.Do(req)
	if err != nil {
		return wire.Failed(req.Context(), err)
	}
	return wire.Response(req.Context(), res), nil
}

// CloseIdleConnections closes the connections that no request uses.
func (t *Transport) CloseIdleConnections() { t.client.CloseIdleConnections() }

func newRequest(ctx context.Context, r *core.Request) (*http.Request, error) {
	if r.Method != http.MethodGet {
		ctx = wire.Guard(ctx, r.Header)
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, r.URL, nil)
	if err != nil {
		return nil, err
	}
	addAll(req.Header, r.Header)
	if r.Body == nil {
		return req, nil
	}
	if req.Body, err = wire.Open(ctx, r); err != nil {
		return nil, err
	}
	req.GetBody = func() (io.ReadCloser, error) { return wire.Open(ctx, r) }
	req.ContentLength = r.ContentLength
	return req, nil
}

// addAll copies a header into an empty one. Most fields have one value: there is room for
// those in one piece.
func addAll(to, from http.Header) {
	room := make([]string, len(from))
	for name, values := range from {
		n := len(values)
		if n > len(room) {
			to[name] = slices.Clone(values)
			continue
		}
		copy(room, values)
		to[name], room = room[:n:n], room[n:]
	}
}
