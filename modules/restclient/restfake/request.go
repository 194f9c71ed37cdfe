package restfake

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exact"
)

// Request is a request that has arrived. It belongs to its handler.
type Request struct {
	Method string
	URL    string // as it was sent
	Path   string // without escapes
	Query  url.Values
	Header http.Header // with names in canonical form
	Body   []byte      // all of it
	Op     string      // the operation, such as "Todo.get"

	// Attempt counts the requests of the route, from 1.
	Attempt int

	params      map[string]string
	escapedPath string
	ctx         context.Context // of the exchange
}

// Context is the context of the caller.
func (r *Request) Context() context.Context { return r.ctx }

// Param returns what a parameter of the path stands for, without escapes, and
// "" for one that is absent.
func (r *Request) Param(name string) string { return r.params[name] }

// Int is Param as a number, 0 when it is none.
func (r *Request) Int(name string) int {
	n, _ := strconv.Atoi(r.params[name])
	return n
}

// Decode reads the body as one JSON document into v.
func (r *Request) Decode(v any) error {
	if err := exact.Unmarshal(r.Body, v); err != nil {
		return fmt.Errorf("restfake: body of %s %s: %w", r.Method, r.Path, err)
	}
	return nil
}

// forward makes a request to send on.
func (r *Request) forward() *core.Request {
	req := &core.Request{Method: r.Method, URL: r.URL, Header: r.Header, ContentLength: int64(len(r.Body)), Op: r.Op}
	if len(r.Body) > 0 {
		req.Body = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(r.Body)), nil }
	}
	return req
}
