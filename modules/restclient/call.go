package restclient

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// call is one use of an endpoint: its arguments written out.
type call struct {
	answer.Request // what its schema knows of it

	op   string
	url  string
	path string // as it was declared; empty when it was not
	// variant tells answers at one URL apart by the headers in the arguments; empty
	// when there are none.
	variant     string
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
	args        any              // a pointer to them
	poll        time.Duration    // how often it is made by itself; 0: it is not
	sent        bool             // an exchange was begun
	attempts    *policy.Attempts // of the exchange; nil without middleware, which may repeat it
	header      http.Header      // besides those of every call; may be nil
}

// setHeader adds a header, unless it is empty.
func (c *call) setHeader(name, value string) {
	if value == "" {
		return
	}
	if c.header == nil {
		c.header = http.Header{}
	}
	c.header.Set(name, value)
}

// setURL sets the URL, and with it what identifies the answer.
func (c *call) setURL(url string) { c.url, c.ID = url, c.Method+" "+url+c.variant }

// readID identifies the answer of a read of what the call is about.
func (c *call) readID() string {
	if c.Mutates {
		return http.MethodGet + " " + c.url + c.variant
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
	e := &Error{Op: c.op, Kind: kind, Method: c.Method, URL: redactURL(c.url), Err: err}
	if c.url == "" {
		e.Method, e.URL = "", ""
	}
	return e
}

// call writes the arguments out. Nothing is sent when it fails.
func (e *endpoint) call(client *Client, args any) (*call, error) {
	if err := e.fault(); err != nil {
		return nil, &Error{Op: e.label(), Kind: KindDeclaration, Err: err}
	}
	c := &call{client: client, op: e.name, path: e.path, args: args, Request: answer.Request{Method: e.method}}
	if client == nil {
		return nil, c.fail(KindArgument, ErrNoController)
	}
	if e.local {
		return c, nil
	}
	if err := e.bind(c, client, e.plan.Args(args)); err != nil {
		return nil, c.fail(KindArgument, err)
	}
	if e.key != nil {
		c.Key = e.key(args)
	}
	client.outbox.realNames(e, c)
	return c, nil
}

// readCall is call for a read. What identifies a list is without what selects a
// page of it, so that a read of the list takes no such argument.
func (e *endpoint) readCall(client *Client, args any) (*call, error) {
	c, err := e.call(client, args)
	if err != nil || !e.namesList || e.isPage() {
		return c, err
	}
	if name, ok := e.plan.Cursor(e.plan.Args(args)); ok {
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

// bind writes the arguments into the call.
func (e *endpoint) bind(c *call, client *Client, args argument.Args) error {
	url, err := e.url(client, e.base(client), args, argument.Whole)
	if err != nil {
		return err
	}
	c.url = url // errors name it
	if err := e.checkBase(client, url); err != nil {
		return err
	}
	if c.header, err = e.plan.Headers(args); err != nil {
		return err
	}
	c.variant = variantOf(c.header)
	c.setURL(url)
	if !e.namesList {
		return nil
	}
	return e.bindList(c, client, args)
}

// variantOf names headers, which may be secret, without telling them.
func variantOf(h http.Header) string {
	if len(h) == 0 {
		return ""
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(h)) {
		fmt.Fprintf(sum, "%q%q", name, h[name])
	}
	return fmt.Sprintf(" #%x", sum.Sum(nil)[:12])
}

// bindList writes out which list the arguments name: its URL without the base
// of the client and without the cursor is what identifies it.
func (e *endpoint) bindList(c *call, client *Client, args argument.Args) (err error) {
	c.List = entity.ListKey{Collection: e.collection, Text: c.url}
	if e.plan.HasCursor() || e.prefix != e.base(client) {
		if c.List.Text, err = e.url(client, e.prefix, args, argument.WithoutCursor); err != nil {
			return err
		}
	}
	c.List.Text += c.variant
	c.List.Args, err = e.listArgs(args)
	return err
}

// listArgs lists what restricts the list that the arguments name.
func (e *endpoint) listArgs(args argument.Args) (all []entity.Arg, err error) {
	values, err := e.plan.Values(args, argument.WithoutCursor)
	for _, v := range values {
		all = append(all, entity.Arg(v))
	}
	return all, err
}

// url writes a URL out.
func (e *endpoint) url(client *Client, base string, args argument.Args, part argument.Part) (string, error) {
	buf := client.buffers.Get().(*[]byte)
	defer client.buffers.Put(buf)
	url, err := e.appendURL((*buf)[:0], base, args, part)
	*buf = url
	return string(url), err
}

func (e *endpoint) appendURL(dst []byte, base string, args argument.Args, part argument.Part) ([]byte, error) {
	if strings.Contains(base, "?") {
		part |= argument.Continued
	}
	return e.plan.Append(append(dst, base...), args, part)
}

// checkBase checks that a URL is absolute. Plans write what a URL can hold, so
// that one check of each base is enough.
func (e *endpoint) checkBase(client *Client, url string) error {
	base := e.base(client)
	if good := e.goodBase.Load(); good != nil && *good == base && base != "" {
		return nil
	}
	if err := checkURL(url); err != nil {
		return err
	}
	e.goodBase.Store(new(base))
	return nil
}

func (e *endpoint) label() string {
	if e == nil {
		return "endpoint"
	}
	return e.name
}

// base is what the path is appended to.
func (e *endpoint) base(client *Client) string {
	if e.prefix == "" && !e.template.Absolute() {
		return client.config.baseURL
	}
	return e.prefix
}

func checkURL(raw string) error {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return errors.New("the URL cannot be parsed")
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return errors.New("the URL is not absolute: set WithURLPrefix on the endpoint or WithBaseURL on the client")
	}
	return nil
}

func asError(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}
