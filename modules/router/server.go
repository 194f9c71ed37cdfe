package router

import (
	"context"
	"net"

	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
)

// Start is Run without a context: it serves until Stop or a signal.
func (r *Router) Start() error { return r.Run(context.Background()) }

// Run builds the router, listens at its address and serves until ctx is done,
// Stop is called or the process is sent SIGINT or SIGTERM. Then it stops as Stop
// does and returns nil. The error is a *TableError, or says why the address
// cannot be listened at, or what was cut.
//
// Where it listens is logged at Info, as "listening" with the address.
//
// A signal that arrives while the router is built counts. A second signal cuts
// the requests that are left, which the error says. Run handles signals until it
// returns, and leaves them as it has found them.
func (r *Router) Run(ctx context.Context) error { return r.server.Run(ctx) }

// Listen builds the router and listens at its address. A table with mistakes
// opens no port. The caller gives the listener to Serve. Neither handles
// signals.
func (r *Router) Listen() (net.Listener, error) { return r.server.Listen() }

// Serve serves on l until Stop, and returns nil when the requests of then are
// answered. It closes l. It may be called for several listeners, such as one of a Unix
// socket.
func (r *Router) Serve(l net.Listener) error { return r.server.Serve(l) }

// Stop makes the router not ready and goes on serving for the drain delay. Then
// it stops accepting and waits until the requests that are being served are
// answered and what runs behind them has ended, no longer than the drain timeout
// and ctx; ctx also ends the delay. What is left then is cut, and the error wraps
// the ctx.Err() of the bound that was reached.
//
// A connection that has not brought a whole request is closed two seconds later. The client
// of one of HTTP/2 is told to close it (GOAWAY, RFC 9113, section 6.8); net/http closes it a
// second behind that or its last answer where the client has not.
//
// From the beginning of Stop responses carry "Connection: close", so that no
// client sends a request into a connection that is about to be closed. A router
// that was stopped does not start again.
func (r *Router) Stop(ctx context.Context) error { return r.server.Stop(ctx) }

// Address is where the router listens, such as "127.0.0.1:8080", empty before
// it does.
func (r *Router) Address() string { return r.server.Address() }

// Ready reports whether the router listens and was not told to stop.
func (r *Router) Ready() bool { return r.server.Ready() }

// obey ends the process after the response was sent.
func (r *Router) obey(err *failure.Panic) { r.server.Leave(func() { r.leave(err) }) }

func (r *Router) leave(err *failure.Panic) {
	r.logger.Warn("leaving: a controller panicked on purpose", "err", err, "status", exitStatus)
	if err := r.Stop(context.Background()); err != nil {
		r.logger.Warn("requests were cut", "err", err)
	}
	r.exit(exitStatus)
}

// exitStatus is EX_SOFTWARE of sysexits.h.
const exitStatus = 70
