package restclient

import (
	"errors"
	"fmt"
	"time"

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

// call writes the arguments out. Nothing is sent when it fails.
func (e *endpoint) call(client *Client, args any) (*call, error) {
	if err := e.fault(); err != nil {
		return nil, &Error{Op: e.label(), Kind: KindDeclaration, Err: err}
	}
	if client == nil {
		return nil, noController(e)
	}
	written, err := e.declared.Call(client.config.baseURL, args)
	c := &call{client: client, Request: answer.Request{Call: written}}
	if err != nil {
		return nil, c.fail(KindArgument, err)
	}
	client.outbox.realNames(e, c)
	return c, nil
}

// readCall is call for a read. What identifies a list is without what selects a
// page of it, so that a read of the list takes no such argument.
func (e *endpoint) readCall(client *Client, args any) (*call, error) {
	c, err := e.call(client, args)
	if err != nil || !e.declared.NamesList || e.isPage() {
		return c, err
	}
	if name, ok := e.declared.PageIn(args); ok {
		return nil, c.fail(KindArgument, fmt.Errorf("the parameter %q selects a page, and this reads a list: read one page with GetPage or PageOf, and all of them with Pages", name))
	}
	return c, nil
}

// isPage reports whether the endpoint reads a page of a list.
func (e *endpoint) isPage() bool {
	switch e.schema.(type) {
	case answer.Page, answer.ObjectPage:
		return true
	}
	return false
}

func (e *endpoint) label() string {
	if e == nil {
		return "endpoint"
	}
	return e.declared.Name
}

func asError(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}
