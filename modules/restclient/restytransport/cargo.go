package restytransport

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/go-resty/resty/v2"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/wire"
)

// cargo is one exchange on its way through resty. It travels in the context,
// because resty changes what it is given: it names the type of untyped bodies,
// drops some bodies, reads streams into memory and decompresses what it finds.
type cargo struct {
	request   *core.Request
	keepHooks bool

	content []byte        // a body of known length
	stream  io.ReadCloser // a body of unknown length

	encoding []string     // Content-Encoding, hidden from resty
	received *noticedBody // the body of the response
}

type cargoKey struct{}

func withCargo(ctx context.Context, c *cargo) context.Context {
	return context.WithValue(ctx, cargoKey{}, c)
}

// load opens the body of the request.
func (c *cargo) load(ctx context.Context) error {
	if c.request.Body == nil {
		return nil
	}
	var err error
	if c.request.ContentLength < 0 {
		c.stream, err = wire.Open(ctx, c.request)
		return err
	}
	c.content, err = wire.Content(ctx, c.request)
	return err
}

// discard closes what is open after an error.
func (c *cargo) discard(res *resty.Response) {
	if c.stream != nil {
		_ = c.stream.Close()
	}
	if res != nil && res.RawResponse != nil && res.RawResponse.Body != nil {
		_ = res.RawResponse.Body.Close()
	}
}

// unload makes the response: of the body that resty has read, or else of the
// one that it has left alone.
func (c *cargo) unload(ctx context.Context, res *resty.Response) *core.Response {
	raw := res.RawResponse
	if c.encoding != nil {
		raw.Header["Content-Encoding"] = c.encoding
	}
	if c.received != nil && c.received.closed {
		raw.Body = heldBody{bytes.NewReader(res.Body())}
		raw.ContentLength = int64(len(res.Body()))
	}
	return wire.Response(ctx, raw)
}

// noticedBody is a response body that notices whether resty has closed it.
type noticedBody struct {
	io.ReadCloser
	closed bool
}

func (b *noticedBody) Close() error {
	b.closed = true
	return b.ReadCloser.Close()
}

// heldBody is a response body in memory. There is nothing to read after Close.
type heldBody struct{ *bytes.Reader }

func (b heldBody) Close() error {
	b.Reset(nil)
	return nil
}

// carrier is the RoundTripper below resty. It restores what resty has changed.
type carrier struct{ next http.RoundTripper }

// carry wraps next, once. Nil means http.DefaultTransport, as for http.Client.
func carry(next http.RoundTripper) http.RoundTripper {
	if next == nil {
		next = http.DefaultTransport
	}
	if c, ok := next.(*carrier); ok {
		return c
	}
	return &carrier{next: next}
}

// CloseIdleConnections serves the method of http.Client.
func (t *carrier) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

func (t *carrier) RoundTrip(req *http.Request) (*http.Response, error) {
	c, ok := req.Context().Value(cargoKey{}).(*cargo)
	if !ok {
		return t.next.RoundTrip(req)
	}
	res, err := t.next.RoundTrip(c.restore(req))
	if err != nil {
		return res, err
	}
	wire.Locate(req, res)
	if c.keepHooks {
		c.hide(res)
	}
	return res, nil
}

// restore makes the request that was meant. A RoundTripper must not change the
// one it is given.
func (c *cargo) restore(req *http.Request) *http.Request {
	restored := *req
	restored.Header = req.Header.Clone()
	if c.request.Header.Get("Content-Type") == "" {
		restored.Header.Del("Content-Type")
	}
	if req.Response != nil {
		return &restored // a redirect: net/http decides about the body
	}
	switch {
	case c.stream != nil:
		restored.Body, restored.ContentLength = c.stream, -1
		restored.GetBody = func() (io.ReadCloser, error) { return wire.Open(req.Context(), c.request) }
	case len(c.content) > 0 && (req.Body == nil || req.Body == http.NoBody):
		restored.Body, restored.ContentLength = io.NopCloser(bytes.NewReader(c.content)), int64(len(c.content))
	case isEmpty(req):
		restored.Body = http.NoBody
	}
	return &restored
}

// isEmpty reports whether resty made a stream of nothing, whose length net/http
// would call unknown.
func isEmpty(req *http.Request) bool {
	if req.ContentLength != 0 || req.GetBody == nil {
		return false
	}
	body, err := req.GetBody()
	if err != nil {
		return false
	}
	defer body.Close()
	_, err = body.Read(make([]byte, 1))
	return err == io.EOF
}

// hide keeps resty from decompressing what it has not asked to be compressed.
func (c *cargo) hide(res *http.Response) {
	c.encoding = res.Header["Content-Encoding"]
	res.Header.Del("Content-Encoding")
	c.received = &noticedBody{ReadCloser: res.Body}
	res.Body = c.received
}
