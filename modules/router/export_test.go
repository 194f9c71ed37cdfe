package router

import (
	"context"
	"net"
	"net/http"
	"time"
)

// What the specs of the server reach that routes reach through a Context.

func (r *Router) Background(ctx context.Context, fn func(context.Context)) error {
	return r.server.background.start(ctx, fn)
}

func (r *Router) Draining() <-chan struct{} { return r.server.draining.channel() }

func (r *Router) Closing() <-chan struct{} { return r.server.closing.channel() }

// WithDrainDelayUntil is a drain delay that lasts until over is closed.
func WithDrainDelayUntil(over <-chan time.Time) Option {
	return func(c *config) {
		c.drainDelay, c.after = time.Hour, func(time.Duration) <-chan time.Time { return over }
	}
}

// OnConnState has fn called behind what the server does at a change of a
// connection. It is called before Serve.
func (r *Router) OnConnState(fn func(net.Conn, http.ConnState)) {
	s := r.httpServer(nil)
	own := s.ConnState
	s.ConnState = func(c net.Conn, state http.ConnState) {
		own(c, state)
		fn(c, state)
	}
}
