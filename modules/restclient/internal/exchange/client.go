// Package exchange makes one request and reads the response.
//
//	client := exchange.Client{Transport: transport, MaxBody: 32 << 20}
//	reply, err := client.Send(ctx, &request, exchange.Conditions{ETag: `"1"`})
//
// Every error is a *Refused, a *Lost or an *Unread. The package stores nothing.
package exchange

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/wire"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// maxErrorBody is how much of the body is kept of a response that is refused.
const maxErrorBody = 64 << 10

// Client sends requests through a transport. It is safe for concurrent use.
type Client struct {
	Transport core.Transport
	// Layered says that the transport has middleware, which may repeat requests and
	// wants to know whom they are for.
	Layered  bool
	Identity *string // whom requests are for; nil: the program
	MaxBody  int64   // of a response that is read whole, in bytes
}

// Send makes one exchange, reads the whole body of a 2xx and refuses every other
// status, but 304 when there are conditions.
func (c *Client) Send(ctx context.Context, r *Request, known Conditions) (Reply, error) {
	out, began := r.HTTP(ctx, known), time.Now()
	res, err := c.Do(ctx, out)
	if err != nil {
		return Reply{}, err
	}
	if res.Status == http.StatusNotModified && known != (Conditions{}) {
		res.Body.Close()
		res.Reply.cameAfter(time.Since(began))
		return res.Reply, nil
	}
	if err := res.acceptFor(out); err != nil {
		return Reply{}, err
	}
	defer res.Body.Close()
	body, err := readAll(res.Response, c.MaxBody)
	res.Reply.cameAfter(time.Since(began))
	if res.Reply.Body = res.Reply.ofJSON(body); err != nil {
		return Reply{}, &Unread{res.Reply, err}
	}
	return res.Reply, nil
}

// What a transport must not return (core.Transport), and middleware might.
var (
	errNothing  = errors.New("the transport, or its middleware, has returned neither a response nor an error")
	errNoStatus = errors.New("the transport, or its middleware, has returned a response without a status")
)

// Do makes one exchange and leaves the body to the caller, who closes it. Any
// status is a response.
func (c *Client) Do(ctx context.Context, r *core.Request) (Response, error) {
	var attempts *policy.Attempts
	if c.Layered {
		ctx, attempts = policy.Count(ctx)
		if c.Identity != nil {
			ctx = policy.ForIdentity(ctx, *c.Identity)
		}
	}
	var again *atomic.Bool
	if r.Method != http.MethodGet && (c.Layered || wire.IsReplayed(r.Header)) {
		ctx, again = wire.NoteResent(ctx)
	}
	res, err := c.Transport.Do(ctx, r)
	switch {
	case err != nil:
	case res == nil:
		err = errNothing
	case res.Status == 0:
		err = errors.Join(errNoStatus, closed(res.Body))
	}
	n, maybeSent := 1, false
	if attempts != nil {
		n, maybeSent = attempts.N(), attempts.MaybeSent()
	}
	maybeSent = maybeSent || again != nil && again.Load()
	if refused, ok := errors.AsType[*policy.RefusedError](err); ok {
		reply := newReply(refused.Status, refused.Header, n)
		reply.Body, reply.MaybeDone = refused.Body, maybeSent
		return Response{}, &Refused{reply, refused.Err}
	}
	if err != nil {
		if errors.Is(err, policy.ErrNotSent) {
			n-- // the last one
		}
		return Response{}, &Lost{Attempts: n, MaybeSent: maybeSent || !neverSent(err), Err: err}
	}
	if res.Body == nil {
		empty := *res
		empty.Body, res = http.NoBody, &empty
	}
	response := NewResponse(unzip(r, res), n)
	response.Reply.MaybeDone = maybeSent
	return response, nil
}

// closed closes a body that may be nil.
func closed(body io.Closer) error {
	if body == nil {
		return nil
	}
	return body.Close()
}

// Response is a response whose body has not been read.
type Response struct {
	*core.Response
	Reply Reply // without the body
}

// NewResponse makes a Response of one to a request that was made so often.
func NewResponse(res *core.Response, attempts int) Response {
	return Response{res, newReply(res.Status, res.Header, attempts)}
}

// Accept refuses a response whose status is not 2xx.
func (r *Response) Accept() error {
	if r.Reply.IsSuccess() {
		return nil
	}
	return r.Refuse()
}

// acceptFor is Accept for a response to a request, which refuses a part when that has
// not asked for one (RFC 9110, section 15.3.7): it would count as the whole.
func (r *Response) acceptFor(sent *core.Request) error {
	if r.Reply.Status != http.StatusPartialContent || sent.Header.Get("Range") != "" {
		return r.Accept()
	}
	err := r.Refuse()
	err.Err = ErrPart
	return err
}

// Refuse reads the beginning of the body, closes it, and returns a *Refused.
func (r *Response) Refuse() *Refused {
	defer r.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(r.Body, maxErrorBody))
	r.Reply.Body = r.Reply.ofJSON(body)
	return &Refused{Reply: r.Reply}
}

// Open is Do for a body that is read as it arrives. The exchange ends when
// nothing moves for idle; not positive means without limit. Reading tells why it
// ended.
func (c *Client) Open(ctx context.Context, r *core.Request, idle time.Duration) (Response, error) {
	ctx, dog := watch(ctx, idle)
	sent := *r
	sent.Body = fed(r.Body, dog)
	res, err := c.Do(ctx, &sent)
	if err != nil {
		if lost, ok := errors.AsType[*Lost](err); ok {
			lost.Err = WithCause(ctx, lost.Err)
		}
		dog.end()
		return Response{}, err
	}
	dog.rest()
	opened := *res.Response
	opened.Body = &openBody{ReadCloser: res.Body, ctx: ctx, dog: dog}
	return Response{&opened, res.Reply}, nil
}

// OpenSuccess is Open for a response that is refused unless its status is 2xx.
func (c *Client) OpenSuccess(ctx context.Context, r *core.Request, idle time.Duration) (Response, error) {
	res, err := c.Open(ctx, r, idle)
	if err != nil {
		return Response{}, err
	}
	if err := res.acceptFor(r); err != nil {
		return Response{}, err
	}
	return res, nil
}

// openBody is the body of a response that is read as it arrives.
type openBody struct {
	io.ReadCloser
	ctx context.Context // of the exchange, which lasts as long as the body
	dog *watchdog
}

func (b *openBody) Read(p []byte) (int, error) {
	b.dog.feed()
	n, err := b.ReadCloser.Read(p)
	b.dog.rest()
	if err != nil && err != io.EOF {
		err = WithCause(b.ctx, err)
	}
	return n, err
}

func (b *openBody) Close() error {
	err := b.ReadCloser.Close()
	b.dog.end()
	return err
}
