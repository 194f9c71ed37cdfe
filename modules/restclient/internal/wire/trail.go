package wire

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

type guarded struct{}

// trail is what has become of a request on its way.
type trail struct {
	seeOther           *http.Response // the answer to it, nil without
	location           string         // that was removed by Locate
	asked, connected   atomic.Bool    // for a connection, and whether there was one
	redirects, written atomic.Int64   // see notesAgain
}

// Guard marks a request with side effects for GuardedRedirects, and has Response and Failed
// know which redirect was the answer, and whether there was a connection to send it on. It
// notes when the request is sent again, see NoteResent.
func Guard(ctx context.Context, header http.Header) context.Context {
	t := &trail{}
	trace := &httptrace.ClientTrace{
		GetConn: func(string) { t.asked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { t.connected.Store(true) },
	}
	if again, ok := ctx.Value(resentKey{}).(*atomic.Bool); ok && IsReplayed(header) {
		t.notesAgain(trace, again)
	}
	return context.WithValue(httptrace.WithClientTrace(ctx, trace), guarded{}, t)
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

// notesAgain counts how often a request is written whole, and compares that with its redirects
// when it gets a connection: net/http waits for the end of an attempt before it begins the
// next one. An answer is not waited for: it may come before the request is known as written.
func (t *trail) notesAgain(trace *httptrace.ClientTrace, again *atomic.Bool) {
	trace.WroteRequest = func(info httptrace.WroteRequestInfo) {
		if info.Err == nil {
			t.written.Add(1)
		}
	}
	trace.GotConn = func(httptrace.GotConnInfo) {
		t.connected.Store(true)
		if t.written.Load() > t.redirects.Load() {
			again.Store(true)
		}
	}
}

// undialed makes the error of a request that never had a connection one of dialing, as it is
// where the server refuses to be connected to: a proxy before it, TLS, or the end of the
// context may be why, too. A RoundTripper that does not say when it asks for a connection
// leaves it open.
func undialed(ctx context.Context, err error) error {
	t, ok := ctx.Value(guarded{}).(*trail)
	if !ok || !t.asked.Load() || t.connected.Load() {
		return err
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return err
	}
	return &net.OpError{Op: "dial", Net: "tcp", Err: err}
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
