package wire

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

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

// count counts how often a request is written whole, beside its redirects.
func (t *trail) count(ctx context.Context) context.Context {
	again, ok := ctx.Value(resentKey{}).(*atomic.Bool)
	if !ok {
		return ctx
	}
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(info httptrace.WroteRequestInfo) {
		if info.Err == nil && t.written.Add(1) > 1+t.redirects.Load() {
			again.Store(true)
		}
	}})
}
