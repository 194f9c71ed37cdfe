package router

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// cutGrace is how long Stop waits for background functions whose context it has
// cancelled.
const cutGrace = time.Second

// Stop makes the router not ready and goes on serving for the drain delay. Then
// it stops accepting and waits until the requests that are being served are
// answered and what runs behind them has ended, no longer than the drain timeout
// and ctx; ctx also ends the delay. What is left then is cut, and the error wraps
// the ctx.Err() of the bound that was reached.
//
// From the beginning of Stop responses carry "Connection: close", so that no
// client sends a request into a connection that is about to be closed. A router
// that was stopped does not start again.
func (r *Router) Stop(ctx context.Context) error {
	r.delay(ctx)
	r.server.closing.fire()
	ctx, cancel := context.WithTimeout(ctx, r.drain)
	defer cancel()
	for _, p := range r.closePorts() {
		p.drained(ctx)
	}
	r.server.arrivals.wait(ctx)
	s := r.httpServer(nil)
	err := shutDown(ctx, s)
	if err != nil {
		err = errors.Join(fmt.Errorf("router: stop: %w", err), s.Close())
	}
	err = errors.Join(err, r.server.background.stop(ctx, cutGrace))
	r.server.stopped.Do(func() { close(r.server.done) })
	return err
}

// closingGrace is how long a connection whose last response is written may take
// to be closed, whoever waits for it.
const closingGrace = 50 * time.Millisecond

// shutDown is s.Shutdown, only that it does not take a connection that is closing
// for a request that is being served when ctx is done already.
func shutDown(ctx context.Context, s *http.Server) error {
	err := s.Shutdown(ctx)
	if err == nil || ctx.Err() == nil {
		return err
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingGrace)
	defer cancel()
	if s.Shutdown(last) == nil {
		return nil
	}
	return err
}

// delay waits until the drain delay is over, which begins with the first Stop. A
// router that does not serve has none.
func (r *Router) delay(ctx context.Context) {
	s := &r.server
	s.mu.Lock()
	if !s.draining.fired() && s.serving {
		s.delayEnds = time.Now().Add(r.drainDelay)
	}
	s.draining.fire()
	left := time.Until(s.delayEnds)
	s.mu.Unlock()
	if left <= 0 {
		return
	}
	select {
	case <-r.after(left):
	case <-ctx.Done():
	}
}

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

func (r *Router) keepPort(p port) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	r.server.ports = append(r.server.ports, p)
}

// closePorts closes all ports and returns them.
func (r *Router) closePorts() []port {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	for _, p := range r.server.ports {
		_ = p.Close() // it accepts no more, which is what counts
	}
	return r.server.ports
}

// closingConnections tells the clients of a router that drains to open another
// connection for their next request.
func (r *Router) closingConnections(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.server.arrivals.handled(req)
		if r.server.draining.fired() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, req)
	})
}

// latch is a signal that is given once. The zero value is ready; it is safe for
// concurrent use.
type latch struct {
	made, closed sync.Once
	c            chan struct{}
}

// channel is closed when the latch fires.
func (l *latch) channel() <-chan struct{} {
	l.made.Do(func() { l.c = make(chan struct{}) })
	return l.c
}

func (l *latch) fire() {
	l.channel()
	l.closed.Do(func() { close(l.c) })
}

func (l *latch) fired() bool {
	select {
	case <-l.channel():
		return true
	default:
		return false
	}
}
