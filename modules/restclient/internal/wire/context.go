package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Error makes err wrap the error of ctx when ctx has ended, and removes the URL
// that net/http puts in front, because it may hold secrets.
func Error(ctx context.Context, err error) error {
	var withURL *url.Error
	if errors.As(err, &withURL) && err == error(withURL) {
		err = withURL.Err
	}
	if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
		return fmt.Errorf("%w: %w", ended, err)
	}
	return err
}

// Response makes a core.Response of what a request has led to: of the 303 that was the
// answer to it, where that has led to no success.
func Response(ctx context.Context, res *http.Response) *core.Response {
	if t, ok := ctx.Value(guarded{}).(*trail); ok && t.location != "" && res.StatusCode/100 == 3 {
		res.Header.Set("Location", t.location)
	}
	if res.StatusCode/100 != 2 {
		if seeOther := answer(ctx); seeOther != nil {
			_ = res.Body.Close()
			res = seeOther
		}
	}
	return response(ctx, res)
}

// Failed is Response for a request that has led to an error, which it is where nothing was
// the answer.
func Failed(ctx context.Context, err error) (*core.Response, error) {
	seeOther := answer(ctx)
	switch {
	case seeOther == nil:
		return nil, undialed(ctx, Error(ctx, err))
	case ctx.Err() != nil: // and not what was met behind the answer
		return nil, fmt.Errorf("follow the answer, which is a %s: %w", seeOther.Status, ctx.Err())
	}
	return response(ctx, seeOther), nil
}

func response(ctx context.Context, res *http.Response) *core.Response {
	var r struct { // one piece of memory
		core.Response
		body body
	}
	r.body = body{ctx: ctx, ReadCloser: res.Body}
	r.Response = core.Response{Status: res.StatusCode, Header: res.Header, Body: &r.body, ContentLength: res.ContentLength}
	return &r.Response
}

// body is a response body whose errors tell the end of the context of the
// exchange.
type body struct {
	io.ReadCloser
	ctx context.Context // of the exchange, which lasts as long as the body
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = Error(b.ctx, err)
	}
	return n, err
}

// NewClient makes an http.Client with its own connections, time limits for each
// step of an exchange, and no cookie jar. Proxies come from the environment.
func NewClient() *http.Client {
	return &http.Client{Transport: &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		TLSHandshakeTimeout:    10 * time.Second,
		ResponseHeaderTimeout:  time.Minute,
		ExpectContinueTimeout:  time.Second,
		IdleConnTimeout:        90 * time.Second,
		MaxIdleConns:           100,
		MaxIdleConnsPerHost:    32,
		MaxResponseHeaderBytes: 1 << 20,
		ForceAttemptHTTP2:      true,
	}}
}
