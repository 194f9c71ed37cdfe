package restytransport

import (
	"context"
	"errors"
	"net/url"

	"github.com/go-resty/resty/v2"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/wire"
)

var _ core.Transport = (*Transport)(nil)

// Transport sends requests through a *resty.Client. It is safe for concurrent
// use.
type Transport struct {
	client *resty.Client
	config config
}

type config struct{ keepHooks bool }

// Option changes a setting of New. Options apply in order, the last wins.
type Option func(*config)

// KeepHooks makes resty read the body of every response before Do returns, so
// that the OnAfterResponse hooks of the client run and see it, encoded as it was
// sent. What a hook sets with SetBody is what the caller gets; the error of a
// hook is the error of Do.
//
// The cost: nothing streams, and resty grows its copy of the body step by step.
// A body of 100 bytes takes 1 kB more memory and no more time, one of 9 kB takes
// 33 kB more and three times as long (BenchmarkDo). The ResponseBodyLimit of the
// client bounds the body, 32 MiB when it sets none; a longer one is an error that
// wraps resty.ErrResponseBodyTooLarge. Default: off.
func KeepHooks() Option { return func(c *config) { c.keepHooks = true } }

// defaultBodyLimit bounds what KeepHooks keeps in memory, in bytes.
const defaultBodyLimit = 32 << 20

// ErrRetry says that a resty client retries by itself. That would multiply
// attempts and repeat mutations.
var ErrRetry = errors.New("restytransport: the resty client has RetryCount set: leave retries to the caller of the transport")

// ErrParams says that a resty client has path, query or form parameters of its
// own. They would change requests that are final.
var ErrParams = errors.New("restytransport: the resty client has PathParams, RawPathParams, QueryParam or FormData set: leave URLs and bodies to the caller of the transport")

// New makes a transport over client. Nil means a client of its own, with time
// limits for each step and no cookies, which that of resty.New keeps in one jar for
// all identities (see restclient.Client.ForIdentity). It returns ErrRetry for a client that
// retries and ErrParams for one that would change URLs or bodies. The base URL
// of the client is not used.
//
// New changes the http.Client inside: it sets the redirect policy and wraps the
// RoundTripper. For requests of this transport, redirects are followed within
// one origin only, and otherwise returned as responses; for others, and beyond
// that, the policy it had applies. Configure the client before New and leave it
// alone afterwards, as resty demands.
func New(client *resty.Client, opts ...Option) (*Transport, error) {
	var c config
	for _, opt := range opts {
		opt(&c)
	}
	if client == nil {
		client = resty.NewWithClient(wire.NewClient())
	}
	if client.RetryCount != 0 {
		return nil, ErrRetry
	}
	if len(client.PathParams)+len(client.RawPathParams)+len(client.QueryParam)+len(client.FormData) > 0 {
		return nil, ErrParams
	}
	underlying := client.GetClient()
	underlying.CheckRedirect = wire.GuardedRedirects(underlying.CheckRedirect)
	underlying.Transport = carry(underlying.Transport)
	return &Transport{client: client, config: c}, nil
}

// CloseIdleConnections closes the connections that no request uses.
func (t *Transport) CloseIdleConnections() { t.client.GetClient().CloseIdleConnections() }

// Do sends one request, as core.Transport has it. The body of the request is
// closed when ctx ends, even while a Read waits; a Host header is ignored,
// because the URL says where the request goes.
func (t *Transport) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if u, err := url.Parse(r.URL); err != nil || !u.IsAbs() || u.Host == "" {
		return nil, errors.New("restytransport: the URL is not absolute")
	}
	ctx = wire.Guard(ctx, r.Header)
	cargo := &cargo{request: r, keepHooks: t.config.keepHooks}
	if err := cargo.load(ctx); err != nil {
		return nil, wire.Error(ctx, err)
	}
	res, err := t.request(ctx, cargo).Execute(r.Method, r.URL)
	if err != nil {
		cargo.discard(res)
		return wire.Failed(ctx, err)
	}
	return cargo.unload(ctx, res), nil
}

// request tells resty what its hooks are to see of the cargo.
func (t *Transport) request(ctx context.Context, c *cargo) *resty.Request {
	req := t.client.R().SetContext(withCargo(ctx, c))
	if c.request.Header != nil {
		req.Header = c.request.Header.Clone()
		req.Header.Del("Host")
	}
	if len(c.content) > 0 {
		req.SetBody(c.content)
	}
	if !t.config.keepHooks {
		return req.SetDoNotParseResponse(true)
	}
	if t.client.ResponseBodyLimit <= 0 {
		req.SetResponseBodyLimit(defaultBodyLimit)
	}
	return req
}
