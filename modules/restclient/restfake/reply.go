package restfake

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/wire"
)

// Reply is what a route answers with: a response, or a fault instead of one. It
// is a value: its methods return a changed copy.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte

	fault error // instead of a response
	hang  bool
	delay time.Duration
	cut   bool // the body ends with an error
	chunk int  // of bytes that come at a time
	every time.Duration
}

// Status makes a reply without a body.
func Status(status int) Reply { return Reply{Status: status, Header: http.Header{}} }

// Bytes makes a reply with a body of any type.
func Bytes(status int, contentType string, body []byte) Reply {
	r := Status(status).With("Content-Type", contentType)
	r.Body = slices.Clone(body)
	return r
}

// Text makes a reply with a plain text.
func Text(status int, text string) Reply {
	return Bytes(status, "text/plain; charset=utf-8", []byte(text))
}

// HTML makes a reply with a page, as proxies and login walls send it where JSON
// is expected.
func HTML(status int, page string) Reply {
	return Bytes(status, "text/html; charset=utf-8", []byte(page))
}

// JSON makes a reply with v as JSON. It panics when v has no JSON form, because
// a test is wrong then.
func JSON(status int, v any) Reply { return Bytes(status, "application/json", mustJSON(v)) }

// Problem makes a reply with problem details (RFC 9457).
func Problem(status int, detail string) Reply {
	return Bytes(status, problem.MediaType, problem.New(status, detail).Append(nil))
}

func mustJSON(v any) []byte {
	body, err := exact.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic(fmt.Sprintf("restfake: %T as JSON: %v", v, err))
	}
	return body
}

// Fail makes a reply that is an error of the transport. Nil means one that says
// so.
func Fail(err error) Reply {
	if err == nil {
		err = errNoServer
	}
	return Reply{fault: err}
}

// Refused makes a reply that is a refused connection: nothing was sent.
func Refused() Reply {
	return Fail(&net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)})
}

// Reset makes a reply that is a connection reset after the request was sent: the
// caller cannot know whether it was carried out.
func Reset() Reply {
	return Fail(&net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", syscall.ECONNRESET)})
}

// Timeout makes a reply that is a time limit of the network: a net.Error whose
// Timeout method returns true. The context goes on.
func Timeout() Reply {
	return Fail(&net.OpError{Op: "read", Net: "tcp", Err: os.ErrDeadlineExceeded})
}

// Hang makes a reply that never comes: the call ends with its context.
func Hang() Reply { return Reply{hang: true} }

// With adds a header field.
func (r Reply) With(key, value string) Reply {
	r.Header = maps.Clone(r.Header)
	if r.Header == nil {
		r.Header = http.Header{}
	}
	key = http.CanonicalHeaderKey(key)
	r.Header[key] = append(slices.Clone(r.Header[key]), value)
	return r
}

// After delays the reply, fault or not, by d. The call ends earlier when its
// context does. The clock is the one of package time, which testing/synctest
// replaces.
func (r Reply) After(d time.Duration) Reply {
	r.delay = d
	return r
}

// Cut breaks the connection after n bytes of the body: reading it ends with
// io.ErrUnexpectedEOF, while the header promises all of it.
func (r Reply) Cut(n int) Reply {
	r = r.With("Content-Length", fmt.Sprint(len(r.Body))).Truncate(n)
	r.cut = true
	return r
}

// Truncate ends the body after n bytes, as if it were complete.
func (r Reply) Truncate(n int) Reply {
	r.Body = r.Body[:min(n, len(r.Body))]
	return r
}

// Trickle sends the body in pieces of n bytes, with a pause before each.
func (r Reply) Trickle(n int, pause time.Duration) Reply {
	r.chunk, r.every = max(n, 1), pause
	return r
}

// response waits and makes the response.
func (r Reply) response(ctx context.Context, method string) (*core.Response, error) {
	if r.hang {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if err := wait(ctx, r.delay); err != nil {
		return nil, err
	}
	switch {
	case r.fault != nil:
		return nil, r.fault
	case r.Status < 200 || r.Status > 999:
		return nil, fmt.Errorf("restfake: a reply with status %d", r.Status)
	}
	header := wire.Received(r.Header)
	promised := strings.Join(header["Content-Length"], "")
	if method == http.MethodHead || r.Status == http.StatusNoContent || r.Status == http.StatusNotModified {
		r.Body, r.cut, promised = nil, false, ""
	}
	body, length := r.open(ctx, promised)
	return &core.Response{Status: r.Status, Header: header, Body: body, ContentLength: length}, nil
}

// wait returns when d is over, or with the error of ctx.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// errNoServer is what Fail(nil) fails with.
var errNoServer = errors.New("restfake: failed as told")
