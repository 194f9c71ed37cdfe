// Package fetch is the core.Transport that gets a description when no other is
// given: net/http, held back.
//
//	source, err := openapi.FromURL(address, fetch.New())
package fetch

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Transport sends requests with net/http. Proxies of the environment are
// ignored, and redirects are answers like any other.
type Transport struct{ client *http.Client }

var _ core.Transport = (*Transport)(nil)

// New makes a Transport.
func New() *Transport {
	return &Transport{client: &http.Client{
		Transport: &http.Transport{
			Proxy:                 nil,
			DisableCompression:    true,
			MaxIdleConnsPerHost:   1,
			IdleConnTimeout:       time.Second,
			TLSHandshakeTimeout:   10 * time.Second,
			ResponseHeaderTimeout: 30 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Do sends r.
func (t *Transport) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	request, err := http.NewRequestWithContext(ctx, r.Method, r.URL, nil)
	if err != nil {
		return nil, err
	}
	if r.Header != nil {
		request.Header = r.Header.Clone()
	}
	if r.Body != nil && r.ContentLength != 0 {
		if request.Body, err = r.Body(); err != nil {
			return nil, err
		}
		request.GetBody = r.Body
		request.ContentLength = r.ContentLength
		defer context.AfterFunc(ctx, func() { _ = request.Body.Close() })()
	}
	response, err := t.client.Do(request)
	if err != nil {
		return nil, errors.Join(err, ctx.Err())
	}
	return &core.Response{
		Status: response.StatusCode, Header: response.Header,
		Body: response.Body, ContentLength: response.ContentLength,
	}, nil
}
