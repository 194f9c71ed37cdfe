package core

import (
	"context"
	"io"
	"net/http"
)

// Transport sends one HTTP request and returns its response. The typed client
// sends every call through it, the viewer every description it is given by URL.
//
// A transport sends what it is given once: it does not retry, follow a redirect
// to another origin with credentials, decode the body or turn a status into an
// error. All of that belongs to its caller.
type Transport interface {
	// Do is called concurrently. The response is nil exactly when the error is
	// not; any status, 500 included, is a response. The caller closes Body.
	//
	// Do returns when ctx ends, with an error that wraps ctx.Err(); so does a
	// Read of the body. An error wraps its cause, so that net.Error,
	// *net.OpError and the like are found with errors.As.
	Do(ctx context.Context, r *Request) (*Response, error)
}

// TransportFunc lets a function serve as a Transport.
type TransportFunc func(ctx context.Context, r *Request) (*Response, error)

// Do calls f.
func (f TransportFunc) Do(ctx context.Context, r *Request) (*Response, error) { return f(ctx, r) }

// Request is one request that is ready to be sent. A transport does not change
// it and does not keep it.
type Request struct {
	Method string // an HTTP method in upper case, never empty
	URL    string // absolute and final: escaped, query included
	Header http.Header

	// Body opens the body, anew at each call, so that a caller may send the
	// request again. Nil means that the request has none.
	Body func() (io.ReadCloser, error)
	// ContentLength is the length of the body in bytes, -1 when unknown.
	ContentLength int64

	// Op names the operation for logs and traces, such as "Todo.get". It is
	// never sent.
	Op string
}

// Response is the answer to one Request.
type Response struct {
	Status int // as received, such as 404
	Header http.Header

	// Body is never nil; the caller closes it. Transports decompress what they
	// asked to be compressed and nothing else.
	Body io.ReadCloser
	// ContentLength is the length of Body in bytes, -1 when unknown.
	ContentLength int64
}
