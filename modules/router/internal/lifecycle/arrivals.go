package lifecycle

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// arrivalGrace is how long a request whose header was read may take to reach the
// handler while the server stops.
const arrivalGrace = 5 * time.Second

// readingGrace is how long the server may take to read the header of a request that
// has arrived. Connections that bring no whole one within it are hung up on.
const readingGrace = 2 * time.Second

// arrivals are the connections that were accepted and have not brought a request
// yet, and those whose request has not reached the handler. http.Server.Shutdown
// waits five seconds for the first and hangs up on the others: net/http looks whether
// the server shuts down when it has read the header. So Stop first closes the port and
// waits for them.
//
// The zero value is ready; it is safe for concurrent use.
type arrivals struct {
	mu      sync.Mutex
	waiting map[net.Conn]bool // whether a header was read
	none    chan struct{}     // closed when no connection waits; nil while nobody asks
}

type connKey struct{}

// track is the ConnContext of the server.
func (a *arrivals) track(ctx context.Context, c net.Conn) context.Context {
	a.add(c, false)
	return context.WithValue(ctx, connKey{}, c)
}

// changed is the ConnState of the server: a connection that becomes active has
// brought a header, and one in any other state waits for nothing.
func (a *arrivals) changed(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew: // tracked
	case http.StateActive:
		a.add(c, true)
	default:
		a.remove(c)
	}
}

func (a *arrivals) add(c net.Conn, read bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.waiting == nil {
		a.waiting = map[net.Conn]bool{}
	}
	a.waiting[c] = read
}

// handled is told of a request that has reached the handler.
func (a *arrivals) handled(req *http.Request) {
	if c, ok := req.Context().Value(connKey{}).(net.Conn); ok {
		a.remove(c)
	}
}

func (a *arrivals) remove(c net.Conn) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.waiting, c)
	if len(a.waiting) == 0 && a.none != nil {
		close(a.none)
		a.none = nil
	}
}

// wait waits until no connection is waited for, no longer than the grace and
// ctx.
func (a *arrivals) wait(ctx context.Context) {
	a.waitFor(ctx, readingGrace)
	a.hangUp()
	a.waitFor(ctx, arrivalGrace)
}

// hangUp closes the connections of which no header was read.
func (a *arrivals) hangUp() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for c, read := range a.waiting {
		if !read {
			_ = c.Close() // the error is that it is closed already
		}
	}
}

func (a *arrivals) waitFor(ctx context.Context, grace time.Duration) {
	a.mu.Lock()
	if len(a.waiting) == 0 {
		a.mu.Unlock()
		return
	}
	if a.none == nil {
		a.none = make(chan struct{})
	}
	none := a.none
	a.mu.Unlock()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-none:
	case <-timer.C:
	case <-ctx.Done():
	}
}
