package wire

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

type guarded struct{}

// trail is what has become of a request on its way.
type trail struct {
	seeOther           *http.Response // the answer to it, nil without
	redirects, written atomic.Int64   // see count
}

// Guard marks a request with side effects for GuardedRedirects, and has Response and Failed
// know which redirect was the answer. It notes when the request is sent again, see NoteResent.
func Guard(ctx context.Context, header http.Header) context.Context {
	t := &trail{}
	if IsReplayed(header) {
		ctx = t.count(ctx)
	}
	return context.WithValue(ctx, guarded{}, t)
}

// IsReplayed reports whether net/http sends a request with side effects again by itself,
// when a connection that was used before ends without an answer: its header says that it
// may (http.Transport).
func IsReplayed(header http.Header) bool {
	return header.Get("Idempotency-Key") != "" || header.Get("X-Idempotency-Key") != ""
}

type resentKey struct{}

// NoteResent returns a context for one call. Again becomes true when net/http sends a
// request of it a second time by itself: what is answered may be about the first.
func NoteResent(ctx context.Context) (noting context.Context, again *atomic.Bool) {
	again = new(atomic.Bool)
	return context.WithValue(ctx, resentKey{}, again), again
}

// count counts how often a request is written whole, and compares that with its redirects
// when it gets a connection: net/http waits for the end of an attempt before it begins the
// next one. An answer is not waited for: it may come before the request is known as written.
func (t *trail) count(ctx context.Context) context.Context {
	again, ok := ctx.Value(resentKey{}).(*atomic.Bool)
	if !ok {
		return ctx
	}
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteRequest: func(info httptrace.WroteRequestInfo) {
			if info.Err == nil {
				t.written.Add(1)
			}
		},
		GotConn: func(httptrace.GotConnInfo) {
			if t.written.Load() > t.redirects.Load() {
				again.Store(true)
			}
		},
	})
}

// answer is the 303 that a request has been answered with when it has led to something else,
// nil otherwise. That something is not there says nothing about what was done (RFC 9110,
// section 15.4.4).
func answer(ctx context.Context) *http.Response {
	t, ok := ctx.Value(guarded{}).(*trail)
	if !ok || t.seeOther == nil {
		return nil
	}
	seeOther := *t.seeOther
	seeOther.Body, seeOther.ContentLength = http.NoBody, 0
	return &seeOther
}
