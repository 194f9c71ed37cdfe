package exchange

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"maps"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/member"
)

// Request is a call, and what is sent with it.
type Request struct {
	declare.Call
	// Mutates says that the call may change something on the server.
	Mutates bool
	Body    []byte  // nil for nothing, and for what is not JSON
	BodyIn  string  // the member of what is sent that Body is, as member.Path has it; empty: Body is sent
	Format  string  // the media type of Body; empty: JSON
	Upload  *Upload // what is sent in place of Body; nil without
}

// Upload is a body that is sent as it is.
type Upload struct {
	Open        func() (io.ReadCloser, error) // opens it anew for each attempt
	ContentType string                        // may be empty
	Length      int64                         // in bytes, -1 when unknown
}

// Conditions make a read conditional (RFC 9110, section 13.1). Without any, it is
// not.
type Conditions struct {
	ETag         string // of If-None-Match
	LastModified string // of If-Modified-Since
}

// acceptJSON is shared by all requests. It is full, so that to append to it is to
// copy it.
var acceptJSON = []string{"application/json, */*;q=0.1"}

// HTTP writes the request out for a transport. An upload feeds the watch of ctx,
// if there is one.
func (r *Request) HTTP(ctx context.Context, known Conditions) *core.Request {
	out := &core.Request{Method: r.Method, URL: r.URL, Op: r.Op, Header: http.Header{"Accept": acceptJSON}}
	if len(r.Header) > 0 {
		maps.Copy(out.Header, r.Header)
	}
	if known.ETag != "" {
		out.Header.Set("If-None-Match", known.ETag)
	}
	if known.LastModified != "" {
		out.Header.Set("If-Modified-Since", known.LastModified)
	}
	switch {
	case r.Upload != nil:
		if r.Upload.ContentType != "" {
			out.Header.Set("Content-Type", r.Upload.ContentType)
		}
		out.ContentLength = r.Upload.Length
		out.Body = fed(r.Upload.Open, watchdogIn(ctx))
	case r.Body != nil:
		body := member.Around(r.Body, r.BodyIn)
		out.Header.Set("Content-Type", cmp.Or(r.Format, "application/json"))
		out.ContentLength = int64(len(body))
		out.Body = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	}
	return out
}
