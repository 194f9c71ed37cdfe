package measure

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
)

// Request is what a client sends.
type Request struct {
	Method, Path string
	Header       map[string]string
	Body         string // JSON; empty for none
}

// Exchange sends one request to a handler as often as wanted and allocates
// nothing for it. Every time the request is as fresh as from a server, whatever
// the handler did to the one before.
type Exchange struct {
	Response Recorder // of the last Do

	handler http.Handler
	fresh   http.Request
	sent    http.Request
	content string
	body    body
}

// NewExchange returns an exchange between the client's request and a handler.
func NewExchange(h http.Handler, q Request) *Exchange {
	e := &Exchange{handler: h, content: q.Body, Response: Recorder{header: http.Header{}}}
	r := httptest.NewRequest(q.Method, q.Path, http.NoBody)
	r.Header.Set("User-Agent", "bench")
	r.Header.Set("Accept", "*/*")
	for name, value := range q.Header {
		r.Header.Set(name, value)
	}
	if q.Body != "" {
		r.Header.Set("Content-Type", "application/json")
		r.ContentLength, r.Body = int64(len(q.Body)), &e.body
	}
	e.fresh = *r.WithContext(serverContext())
	return e
}

// serverContext is a context with the values and the cancellations that a
// server of net/http gives to a request.
func serverContext() context.Context {
	ctx := context.WithValue(context.Background(), http.ServerContextKey, &http.Server{})
	ctx = context.WithValue(ctx, http.LocalAddrContextKey, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080})
	ctx, endConnection := context.WithCancel(ctx)
	ctx, endRequest := context.WithCancel(ctx)
	_, _ = endConnection, endRequest // as long as the process
	return ctx
}

// Do lets the handler answer the request.
func (e *Exchange) Do() {
	e.Response.reset()
	e.body.Reset(e.content)
	e.sent = e.fresh
	e.handler.ServeHTTP(&e.Response, &e.sent)
}

type body struct{ strings.Reader }

func (*body) Close() error { return nil }
