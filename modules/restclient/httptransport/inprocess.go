package httptransport

import (
	"context"
	"io"
	"net/http"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/wire"
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
// as h writes, and its body streams: a write waits until it is read. Requests
// and responses that could not be sent over a network are errors here too.
// Redirects are returned as responses, trailers and informational responses are
// dropped, and there is no connection to hijack. A panic of h ends the process,
// as nothing recovers it, apart from http.ErrAbortHandler, which cuts the
// response off.
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
	failed := make(chan error, 1)
	req, err := newServerRequest(ctx, r, failed)
	if err != nil {
		err = wire.Error(ctx, err)
		cancel()
		return nil, err
	}
	w := newResponseWriter(r.Method)
	t.running.Go(func() {
		defer req.Body.Close()
		w.serve(t.handler, req)
	})
	if err := w.await(ctx, failed); err != nil {
		err = wire.Error(ctx, err)
		cancel()
		_ = w.reader.Close()
		return nil, err
	}
	return w.response(ctx, cancel), nil
}

// await waits until the response begins. A request whose body failed has no
// response, whatever the handler made of it.
func (w *responseWriter) await(ctx context.Context, failed <-chan error) error {
	select {
	case <-w.started:
	case <-ctx.Done():
		return ctx.Err()
	case err := <-failed:
		return err
	}
	select {
	case err := <-failed:
		return err
	default:
		return w.err
	}
}

// newServerRequest makes the request as a server would have read it.
func newServerRequest(ctx context.Context, r *core.Request, failed chan<- error) (*http.Request, error) {
	if _, err := wire.Check(r); err != nil {
		return nil, err
	}
	req, err := newRequest(ctx, r)
	if err != nil {
		return nil, err
	}
	req.Header = wire.Canonical(r.Header)
	req.Header.Del("Host")
	if user := req.URL.User; user != nil && req.Header.Get("Authorization") == "" {
		password, _ := user.Password()
		req.SetBasicAuth(user.Username(), password)
	}
	req.RequestURI = req.URL.RequestURI()
	req.URL.Scheme, req.URL.Host, req.URL.User, req.URL.Fragment, req.URL.RawFragment = "", "", nil, "", ""
	req.RemoteAddr = "127.0.0.1:0"
	req.GetBody = nil
	switch req.Body {
	case nil, http.NoBody:
		req.Body, req.ContentLength = http.NoBody, 0
	default:
		req.Body = &serverBody{ReadCloser: req.Body, failed: failed}
	}
	return req, nil
}

// serverBody is a request body as a server reads it. What is wrong with it goes
// to the client, too.
type serverBody struct {
	io.ReadCloser
	failed chan<- error
}

func (b *serverBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		select {
		case b.failed <- err:
		default:
		}
	}
	return n, err
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
