package restclient

import (
	"context"
	"errors"
	"net/url"
	"reflect"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// call is one use of an endpoint: its arguments written out.
type call struct {
	op     string
	method string
	url    string
	list   entity.ListKey // of the list that the arguments name
	key    any            // primary key in the arguments, nil when unknown
	body   []byte         // nil when there is none
	// mutates says that the call may change something on the server.
	mutates bool
}

// id identifies the answer of a read.
func (c *call) id() string { return c.method + " " + c.url }

func (c *call) fail(kind Kind, err error) *Error {
	e := &Error{Op: c.op, Kind: kind, Method: c.method, URL: redactURL(c.url), Err: err}
	if c.url == "" {
		e.Method, e.URL = "", ""
	}
	return e
}

// call writes the arguments out. Nothing is sent when it fails.
func (e *endpoint[A, R]) call(client *Client, args A) (*call, error) {
	if err := e.fault(); err != nil {
		return nil, &Error{Op: e.label(), Kind: KindDeclaration, Err: err}
	}
	c := &call{op: e.name, method: e.method}
	if client == nil {
		return nil, c.fail(KindArgument, ErrNoController)
	}
	bound, err := e.plan.Bind(reflect.ValueOf(&args).Elem())
	if err != nil {
		return nil, c.fail(KindArgument, err)
	}
	path, err := e.template.Expand(bound.Path)
	if err != nil {
		return nil, c.fail(KindArgument, err)
	}
	c.url = e.join(client, path, bound.Encode())
	if err := checkURL(c.url); err != nil {
		return nil, c.fail(KindArgument, err)
	}
	for _, v := range bound.Values(e.cursor) {
		c.list.Args = append(c.list.Args, entity.Arg(v))
	}
	c.list.Collection = e.collection
	if e.key != nil {
		c.key = e.key(args)
	}
	return c, nil
}

func (e *endpoint[A, R]) label() string {
	if e == nil {
		return "endpoint"
	}
	return e.name
}

func (e *endpoint[A, R]) join(client *Client, path, query string) string {
	u := e.prefix + path
	if e.prefix == "" && !strings.HasPrefix(path, "http://") && !strings.HasPrefix(path, "https://") {
		u = client.config.baseURL + path
	}
	if query == "" {
		return u
	}
	if strings.Contains(u, "?") {
		return u + "&" + query
	}
	return u + "?" + query
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

// client finds the client of ctx.
func clientOf[A, R any](ctx context.Context, ep *endpoint[A, R]) (*Client, error) {
	if c := UseController(ctx); c != nil {
		return c, nil
	}
	return nil, &Error{Op: ep.label(), Kind: KindArgument, Err: ErrNoController}
}

func asError(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}
