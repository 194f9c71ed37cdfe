package httptransport

import (
	"context"
	"io"
	"net/http"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
)

var _ core.Transport = (*HandlerTransport)(nil)

// HandlerTransport calls an http.Handler of the same process, without a
// network. It is safe for concurrent use when the handler is.
type HandlerTransport struct {
	handler http.Handler
	running sync.WaitGroup
}

// InProcess makes a transport that calls h, whatever the host of the URL.
//
// Each request runs h in a goroutine of its own; the response is there as soon
// as h writes, and its body streams: a write waits until it is read. Redirects
// are returned as responses. A panic of h ends the process, as nothing recovers
// it, apart from http.ErrAbortHandler, which cuts the response off.
func InProcess(h http.Handler) *HandlerTransport { return &HandlerTransport{handler: h} }

// Wait returns when no call of the handler is left, which ends when its context
// ends or the body of its response is closed, if the handler heeds that.
func (t *HandlerTransport) Wait() { t.running.Wait() }

// Do calls the handler, as core.Transport has it.
func (t *HandlerTransport) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	req, err := newServerRequest(ctx, r)
	if err != nil {
		cancel()
		return nil, exchange.Error(ctx, err)
	}
	w := newResponseWriter(r.Method)
	t.running.Go(func() {
		defer req.Body.Close()
		w.serve(t.handler, req)
	})
	select {
	case <-w.started:
		if w.err != nil {
			cancel()
			return nil, w.err
		}
		return w.response(ctx, cancel), nil
	case <-ctx.Done():
		cancel()
		_ = w.reader.Close()
		return nil, ctx.Err()
	}
}

// newServerRequest makes the request as a server would have read it.
func newServerRequest(ctx context.Context, r *core.Request) (*http.Request, error) {
	req, err := newRequest(ctx, r)
	if err != nil {
		return nil, err
	}
	req.RequestURI = req.URL.RequestURI()
	req.URL.Scheme, req.URL.Host, req.URL.User = "", "", nil
	req.RemoteAddr = "127.0.0.1:0"
	req.GetBody = nil
	if req.Body == nil {
		req.Body = http.NoBody
	}
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
		req.Header.Del("Host")
	}
	return req, nil
}

// response is called once the header is complete.
func (w *responseWriter) response(ctx context.Context, cancel context.CancelFunc) *core.Response {
	stop := context.AfterFunc(ctx, func() { _ = w.writer.CloseWithError(ctx.Err()) })
	return &core.Response{
		Status:        w.status,
		Header:        w.sent,
		ContentLength: w.length(),
		Body:          &pipeBody{PipeReader: w.reader, leave: func() { stop(); cancel() }},
	}
}

// pipeBody tells the handler when its reader leaves.
type pipeBody struct {
	*io.PipeReader
	leave func()
}

func (b *pipeBody) Close() error {
	err := b.PipeReader.Close()
	b.leave()
	return err
}
