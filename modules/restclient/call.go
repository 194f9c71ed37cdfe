package restclient

import (
	"errors"
	"io"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// call is one use of an endpoint, and how far it is.
type call struct {
	answer.Request // what its schema knows of it

	upload      *upload          // a body that is sent as it is, nil when there is none
	conditional bool             // 304 is a good answer
	revision    uint64           // of the state that conditions are about
	known       any              // key of the entity that conditions are about; nil when it is found in the commit
	forced      bool             // it is made although there may be a fresh answer
	brief       bool             // the answer is stale at once
	client      *Client          // that makes it
	purpose     Purpose          // from the moment that it is made
	found       entity.Status    // what the store had
	seen        *observation     // of what the call is made for; nil when nobody observes
	poll        time.Duration    // how often it is made by itself; 0: it is not
	sent        bool             // an exchange was begun
	attempts    *policy.Attempts // of the exchange; nil without middleware, which may repeat it
}

// readID identifies the answer of a read of what the call is about.
func (c *call) readID() string {
	if c.Mutates {
		return c.ReadID()
	}
	return c.ID
}

// fail makes an error of the call, for who makes the exchange.
func (c *call) fail(kind Kind, err error) *Error {
	e := c.leave(kind, err)
	e.Attempts = c.tries()
	return e
}

// tries is how often the request of the last exchange was made.
func (c *call) tries() int {
	switch {
	case c.attempts != nil:
		return c.attempts.N()
	case c.sent:
		return 1
	}
	return 0
}

// leave is fail for who does not wait for the exchange, which may go on.
func (c *call) leave(kind Kind, err error) *Error {
	e := &Error{Op: c.Op, Kind: kind, Method: c.Method, URL: redactURL(c.URL), Err: err}
	if c.URL == "" {
		e.Method, e.URL = "", ""
	}
	return e
}

// encode writes out the body of the call.
func (c *call) encode(client *Client, body any) (err error) {
	u, ok := body.(Upload)
	if !ok {
		c.Body, err = encodeBody(client, body)
		return err
	}
	b, err := u.Body()
	if err != nil {
		return err
	}
	if b.Open == nil {
		return errors.New("the body cannot be opened: Open is nil")
	}
	c.upload = &upload{Body: b}
	return nil
}

// What follows sets the purpose of a call by how it is made.

func (c *call) inForeground() *call {
	c.purpose = ForRead
	if c.forced {
		c.purpose = ForFetch
	}
	return c
}

func (c *call) inBackground() *call {
	c.purpose = ForRevalidate
	if c.poll > 0 {
		c.purpose = ForPoll
	}
	return c
}

func (c *call) alone() *call {
	c.purpose = ForPage
	if c.Mutates {
		c.purpose = ForMutate
	}
	return c
}

func (c *call) stream(client *Client) *call {
	c.client, c.purpose = client, ForStream
	return c
}

func (c *call) cacheState() CacheState {
	if c.Mutates || c.forced || c.purpose == ForPage || c.purpose == ForStream {
		return CacheBypass
	}
	return cacheStateOf(c.found)
}

// dropConditions makes a call unconditional.
func (c *call) dropConditions() {
	c.conditional = false
	c.Header.Del("If-None-Match")
	c.Header.Del("If-Modified-Since")
}

// accept refuses a response whose status is not 2xx.
func (c *call) accept(res *core.Response) (*reply, error) {
	r := newReply(c, res.Status, res.Header, nil)
	if res.Status >= 200 && res.Status <= 299 {
		return r, nil
	}
	defer res.Body.Close()
	r.Body, _ = io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
	err := r.refused()
	c.seen.end(err)
	return nil, err
}

// end tells the observers that the call is over. What is stored keeps the call,
// which need not keep them.
func (c *call) end(err error) {
	c.seen.end(err)
	c.seen = nil
}

// wrap makes an *Error of another error: the end of a context, or ErrClosed.
func (c *call) wrap(err error) error {
	if _, ok := asError(err); ok {
		return err
	}
	return c.leave(kindOf(err), err)
}

// sorted makes an *Error of err, unless it is one.
func (c *call) sorted(kind Kind, err error) error {
	if _, ok := asError(err); ok {
		return err
	}
	return c.fail(kind, err)
}

// inBatch makes the error of a request that of one of its calls.
func (c *call) inBatch(err error) error {
	var whole *Error
	if !errors.As(err, &whole) {
		return err
	}
	e := *whole
	e.Op = c.Op
	return &e
}

// broken makes the error of an exchange without a response.
func (c *call) broken(err error) error {
	e := c.fail(kindOf(err), err)
	e.OutcomeUnknown = c.Mutates && (c.attempts != nil && c.attempts.MaybeSent() || !neverSent(err))
	if open, ok := errors.AsType[*policy.OpenError](err); ok {
		e.RetryAfter = open.RetryAfter
	}
	return e
}

// unauthorized makes the error of a 401 after which there was no other token.
func (c *call) unauthorized(refused *policy.RefusedError) error {
	r := newReply(c, refused.Status, refused.Header, refused.Body)
	e := r.refused()
	e.Err = refused.Err
	return e
}
