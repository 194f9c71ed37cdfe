package lifecycle

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// arrivalGrace is how long an accepted connection may take, while the server
// stops, to bring its first request. http.Server.Shutdown has the same bound.
const arrivalGrace = 5 * time.Second

// arrivals are the connections that were accepted and have not brought a request
// yet, and those whose request has not reached the handler. http.Server.Shutdown
// hangs up on both: net/http looks whether the server shuts down when it has read
// the header. So Stop first closes the port and waits for them.
//
// The zero value is ready; it is safe for concurrent use.
type arrivals struct {
	mu      sync.Mutex
	waiting map[net.Conn]struct{}
	none    chan struct{} // closed when no connection waits; nil while nobody asks
}

type connKey struct{}

// track is the ConnContext of the server.
func (a *arrivals) track(ctx context.Context, c net.Conn) context.Context {
	a.add(c)
	return context.WithValue(ctx, connKey{}, c)
}

// changed is the ConnState of the server: a connection that becomes active has
// brought a header, and one in any other state waits for nothing.
func (a *arrivals) changed(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew: // tracked
	case http.StateActive:
		a.add(c)
	default:
		a.remove(c)
	}
}

func (a *arrivals) add(c net.Conn) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.waiting == nil {
		a.waiting = map[net.Conn]struct{}{}
	}
	a.waiting[c] = struct{}{}
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
	timer := time.NewTimer(arrivalGrace)
	defer timer.Stop()
	select {
	case <-none:
	case <-timer.C:
	case <-ctx.Done():
	}
}
