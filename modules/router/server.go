package router

import (
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

// cutGrace is how long Stop waits for background functions whose context it has
// cancelled.
const cutGrace = time.Second

type server struct {
	exiting sync.Once
	stopped sync.Once
	done    chan struct{} // closed when Stop has drained

	draining   latch // fires when Stop begins: not ready any more
	closing    latch // fires when the drain delay is over: streams end
	background background

	mu        sync.Mutex
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
	if err := r.serve(r.httpServer(h), l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("router: serve at %s: %w", l.Addr(), err)
	}
	<-r.server.done
	return nil
}

func (r *Router) serve(s *http.Server, l net.Listener) error {
	if r.tls == nil {
		return s.Serve(l)
	}
	return s.ServeTLS(l, "", "") // the certificate is that of the configuration
}

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
	s := r.httpServer(nil)
	err := s.Shutdown(ctx)
	if err != nil {
		err = errors.Join(fmt.Errorf("router: stop: %w", err), s.Close())
	}
	err = errors.Join(err, r.server.background.stop(ctx, cutGrace))
	r.server.stopped.Do(func() { close(r.server.done) })
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
	timer := time.NewTimer(left)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
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
			ReadHeaderTimeout: r.headerTimeout,
			ReadTimeout:       r.readTimeout,
			WriteTimeout:      r.writeTimeout,
			IdleTimeout:       r.idleTimeout,
			MaxHeaderBytes:    r.headerBytes,
			ErrorLog:          slog.NewLogLogger(r.logger.Handler(), slog.LevelWarn),
		}
	}
	if h != nil {
		r.server.http.Handler = r.closingConnections(h)
		r.server.serving = true
	}
	return r.server.http
}

// closingConnections tells the clients of a router that drains to open another
// connection for their next request.
func (r *Router) closingConnections(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
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
