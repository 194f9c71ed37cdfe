package lifecycle

import (
	"context"
	"net"
	"sync"
	"time"
)

// port is a listener that Stop closes before net/http does.
type port struct {
	net.Listener
	close func() error  // once
	left  chan struct{} // closed when net/http calls Accept no more
}

func newPort(l net.Listener) port {
	return port{Listener: l, close: sync.OnceValue(l.Close), left: make(chan struct{})}
}

func (p port) Close() error { return p.close() }

// drained waits until every connection that Accept has returned is one of the
// arrivals, no longer than the grace and ctx. The port is closed.
func (p port) drained(ctx context.Context) {
	timer := time.NewTimer(arrivalGrace)
	defer timer.Stop()
	select {
	case <-p.left:
	case <-timer.C:
	case <-ctx.Done():
	}
}
