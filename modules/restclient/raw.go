package restclient

import (
	"context"
	"io"
	"net/http"
	"reflect"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
)

var _ core.Transport = (*Client)(nil)

// Do sends one request through the middleware and the transport of the client
// and returns the response as it arrives: the store has no part in it, and any
// status is a response. The caller closes its body.
//
// WithTimeout does not bound the exchange as a whole, but each wait in it: for
// the response, and for every further part of the body. Neither does
// WithMaxBody apply. Every error, those of reading the body included, is an
// *Error; Close of the client ends what is under way.
func (c *Client) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	call := &call{Request: answer.Request{Call: declare.Call{Op: r.Op, Method: r.Method, URL: r.URL}, Mutates: !isSafe(r.Method)}}
	if call.Op == "" {
		call.Op = "request"
	}
	if c == nil {
		return nil, call.fail(KindArgument, ErrNoController)
	}
	if err := declare.CheckURL(r.URL); err != nil {
		return nil, call.fail(KindArgument, err)
	}
	return c.session(ctx).open(ctx, call, r, c.config.timeout)
}

func isSafe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}

// Request writes out the request of a read without sending it, for Do and for
// transfer.Download.
func (r Read[A, R]) Request(c *Client, args A) (*core.Request, error) {
	return requestOf(c, (*endpoint)(r.ep), boxed(args))
}

func requestOf(c *Client, e *endpoint, args any) (*core.Request, error) {
	call, err := e.call(c, args)
	if err != nil {
		return nil, err
	}
	return newRequest(call), nil
}

// StatusError makes the *Error of a response to r whose status is not 2xx, with
// the first 64 KiB of its body, which it closes. It returns nil, and leaves the
// body alone, for a 2xx.
func StatusError(r *core.Request, res *core.Response) error {
	call := &call{Request: answer.Request{Call: declare.Call{Op: r.Op, Method: r.Method, URL: r.URL}}}
	_, err := call.accept(res)
	return err
}

// open makes an exchange whose body the caller reads as it arrives, and closes.
// It ends when nothing moves for idle, with ctx, and with the client.
func (s session) open(ctx context.Context, c *call, r *core.Request, idle time.Duration) (*core.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, c.fail(kindOf(err), err)
	}
	ctx, release, err := s.space.calls.Open(ctx, c.stream(s.client))
	if err != nil {
		return nil, c.fail(KindCanceled, err)
	}
	ctx, c.seen = s.client.observe(ctx, c)
	ctx, dog := watch(ctx, idle)
	sent := *r
	sent.Body = fed(r.Body, dog)
	start := s.client.config.now()
	res, err := s.client.do(ctx, c, &sent)
	if err != nil {
		err = c.broken(withCause(ctx, err))
		dog.end()
		release()
		c.seen.exchanged(c, nil, err)
		c.seen.end(err)
		s.client.log(ctx, c, nil, err, start)
		return nil, err
	}
	dog.rest()
	body := liveBody{ReadCloser: res.Body, ctx: ctx, dog: dog, release: release, reply: reply{call: c, Reply: answer.Reply{Request: &c.Request, Status: res.Status, Header: res.Header}}}
	c.seen.exchanged(c, &body.reply, nil)
	s.client.log(ctx, c, &body.reply, nil, start)
	opened := *res
	opened.Body = &body
	return &opened, nil
}

// liveBody is the body of a response that is read as it arrives.
type liveBody struct {
	io.ReadCloser
	ctx     context.Context // of the exchange, which lasts as long as the body
	dog     *watchdog
	release func()
	reply   reply
}

func (b *liveBody) Read(p []byte) (int, error) {
	b.dog.feed()
	n, err := b.ReadCloser.Read(p)
	b.dog.rest()
	b.reply.call.seen.read(n)
	if err != nil && err != io.EOF {
		err = withCause(b.ctx, err)
		err = b.reply.fail(kindOf(err), err)
		b.reply.call.seen.end(err)
	}
	return n, err
}

func (b *liveBody) Close() error {
	err := b.ReadCloser.Close()
	b.dog.end()
	b.release()
	b.reply.call.seen.end(nil)
	return err
}

// isOpen tells whether results are io.ReadCloser: the body itself, which is never
// stored and never shared.
func isOpen(result reflect.Type) bool { return result == reflect.TypeFor[io.ReadCloser]() }

// openBody returns the body of the response to a read.
func (s session) openBody(ctx context.Context, c *call) (any, error) {
	r := newRequest(c)
	r.Header.Set("Accept", "*/*")
	res, err := s.open(ctx, c, r, s.client.config.timeout)
	if err != nil {
		return nil, err
	}
	if _, err := c.accept(res); err != nil {
		return nil, err
	}
	return res.Body, nil
}
