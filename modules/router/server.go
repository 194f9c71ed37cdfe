package router

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

type server struct {
	exiting sync.Once
	stopped sync.Once
	done    chan struct{} // closed when Stop has drained

	leaving latch // fires when a panic on purpose begins to end the process
	left    latch // fires when that has come to its end: in a process it does not

	draining   latch // fires when Stop begins: not ready any more
	closing    latch // fires when the drain delay is over: streams end
	arrivals   arrivals
	background background

	mu        sync.Mutex
	ports     []port
	http      *http.Server
	address   string
	serving   bool
	delayEnds time.Time // of the first Stop
}

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
func (r *Router) Run(ctx context.Context) error {
	told, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer release()
	l, err := r.Listen()
	if err != nil {
		return err
	}
	r.logger.Info("listening", "address", r.Address())
	served := make(chan error, 1)
	go func() { served <- r.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-told.Done():
		r.logger.Debug("stopping", "cause", context.Cause(told))
	}
	return errors.Join(r.stopUnlessSignalled(), <-served)
}

// stopUnlessSignalled stops, and cuts what is left when a signal arrives.
func (r *Router) stopUnlessSignalled() error {
	again := make(chan os.Signal, 1)
	signal.Notify(again, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(again)
	ctx, cut := context.WithCancel(context.Background())
	defer cut()
	stopped := make(chan error, 1)
	go func() { stopped <- r.Stop(ctx) }()
	select {
	case err := <-stopped:
		return err
	case s := <-again:
		cut()
		if err := <-stopped; err != nil {
			return fmt.Errorf("router: cut short by a second signal (%s): %w", s, err)
		}
		return nil
	}
}

// Listen builds the router and listens at its address. A table with mistakes
// opens no port. The caller gives the listener to Serve. Neither handles
// signals.
func (r *Router) Listen() (net.Listener, error) {
	if _, err := r.Handler(); err != nil {
		return nil, err
	}
	address := r.listenAddress()
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("router: listen at %s: %w", address, err)
	}
	r.setAddress(l)
	return l, nil
}

// Serve serves on l until Stop, and returns nil when the requests of then are
// answered. It closes l.
func (r *Router) Serve(l net.Listener) error {
	h, err := r.Handler()
	if err != nil {
		return errors.Join(err, l.Close())
	}
	r.setAddress(l)
	p := newPort(l)
	r.keepPort(p)
	err = r.serve(r.httpServer(h), p)
	close(p.left)
	if !r.server.closing.fired() {
		return fmt.Errorf("router: serve at %s: %w", l.Addr(), err)
	}
	<-r.server.done
	if r.server.leaving.fired() {
		<-r.server.left.channel() // the status is that of the panic, not of main
	}
	return nil
}

func (r *Router) serve(s *http.Server, l net.Listener) error {
	if r.tls == nil {
		return s.Serve(l)
	}
	return s.ServeTLS(l, "", "") // the certificate is that of the configuration
}

// Address is where the router listens, such as "127.0.0.1:8080", empty before
// it does.
func (r *Router) Address() string {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	return r.server.address
}

// Ready tells whether the router listens and was not told to stop.
func (r *Router) Ready() bool { return r.Address() != "" && !r.server.draining.fired() }

func (r *Router) setAddress(l net.Listener) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	r.server.address = l.Addr().String()
}

// httpServer returns the one server there is, which serves h from now on unless
// it is nil.
func (r *Router) httpServer(h http.Handler) *http.Server {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	if r.server.http == nil {
		r.server.http = &http.Server{
			TLSConfig:         r.tls,
			ReadHeaderTimeout: cmp.Or(r.headerTimeout, r.readTimeout),
			WriteTimeout:      r.writeTimeout,
			IdleTimeout:       cmp.Or(r.idleTimeout, r.readTimeout),
			MaxHeaderBytes:    r.headerBytes,
			ConnContext:       r.server.arrivals.track,
			ConnState:         r.server.arrivals.changed,
			ErrorLog:          slog.NewLogLogger(r.logger.Handler(), slog.LevelWarn),
		}
	}
	if h != nil {
		r.server.http.Handler = r.closingConnections(r.timingBodies(h))
		r.server.serving = true
	}
	return r.server.http
}
