// Package restytransport sends the requests of a client through resty, so that
// the hooks, TLS settings, proxies and traces of a configured *resty.Client
// apply to them.
//
//	transport, err := restytransport.New(resty.New().SetHeader("X-App", "demo"))
//	client, err := restclient.New(transport)
//
// Resty only carries: URLs are final before they reach it, bodies are decoded
// behind it, and its retries must be off. Because it is told not to read the
// body, its OnAfterResponse hooks do not run; OnBeforeRequest hooks do.
package restytransport

import (
	"context"
	"errors"
	"io"
	"net/url"

	"github.com/go-resty/resty/v2"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
)

var _ core.Transport = (*Transport)(nil)

// Transport sends requests through a *resty.Client. It is safe for concurrent
// use.
type Transport struct{ client *resty.Client }

// ErrRetry says that a resty client retries by itself. That would multiply
// attempts and repeat mutations.
var ErrRetry = errors.New("restytransport: the resty client has RetryCount set: leave retries to the caller of the transport")

// New makes a transport over client. Nil means a client of its own, with time
// limits for each step and no cookies. It returns ErrRetry for a client that
// retries.
//
// New sets the redirect policy of the client: for requests of this transport,
// redirects are followed within one origin only, and otherwise returned as
// responses; for others, and beyond that, the policy it had applies. Configure
// the client before New and leave it alone afterwards, as resty demands.
func New(client *resty.Client) (*Transport, error) {
	if client == nil {
		client = resty.NewWithClient(exchange.NewClient())
	}
	if client.RetryCount > 0 {
		return nil, ErrRetry
	}
	underlying := client.GetClient()
	underlying.CheckRedirect = exchange.Redirects(underlying.CheckRedirect)
	return &Transport{client: client}, nil
}

// CloseIdleConnections closes the connections that no request uses.
func (t *Transport) CloseIdleConnections() { t.client.GetClient().CloseIdleConnections() }

// Do sends one request, as core.Transport has it.
func (t *Transport) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if u, err := url.Parse(r.URL); err != nil || !u.IsAbs() {
		return nil, errors.New("restytransport: the URL is not absolute")
	}
	req := t.client.R().SetContext(exchange.Guard(ctx)).SetDoNotParseResponse(true)
	if r.Header != nil {
		req.Header = r.Header.Clone()
	}
	if err := setBody(req, r); err != nil {
		return nil, err
	}
	res, err := req.Execute(r.Method, r.URL)
	if err != nil {
		closeBody(res)
		return nil, exchange.Error(ctx, err)
	}
	return exchange.Response(ctx, res.RawResponse), nil
}

// setBody gives resty a body of known length as bytes, for which it sets the
// length, and any other as a stream. Without a body, it must be told to say so.
func setBody(req *resty.Request, r *core.Request) error {
	if r.Body == nil {
		req.SetContentLength(true)
		return nil
	}
	body, err := r.Body()
	if err != nil {
		return err
	}
	if r.ContentLength < 0 {
		req.SetBody(body)
		return nil
	}
	defer body.Close()
	content, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	req.SetBody(content)
	return nil
}

func closeBody(res *resty.Response) {
	if res != nil && res.RawResponse != nil && res.RawResponse.Body != nil {
		_ = res.RawResponse.Body.Close()
	}
}
