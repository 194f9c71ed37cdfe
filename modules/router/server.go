package router

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
)

type server struct {
	exiting sync.Once
	stopped sync.Once
	done    chan struct{} // closed when Stop has drained

	mu      sync.Mutex
	http    *http.Server
	address string
}

// Start builds the router, listens at its address and serves until Stop. The
// error is a *TableError, or says why the address cannot be listened at; it is
// nil after Stop.
func (r *Router) Start() error {
	l, err := r.Listen()
	if err != nil {
		return err
	}
	return r.Serve(l)
}

// Listen builds the router and listens at its address. A table with mistakes
// opens no port. The caller gives the listener to Serve.
func (r *Router) Listen() (net.Listener, error) {
	if _, err := r.Handler(); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", r.config.address)
	if err != nil {
		return nil, fmt.Errorf("router: listen at %s: %w", r.config.address, err)
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
	if err := r.httpServer(h).Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("router: serve at %s: %w", l.Addr(), err)
	}
	<-r.server.done
	return nil
}

// Stop stops accepting, waits until the requests that are being served are
// answered and closes. When ctx ends first, the rest is cut and the error wraps
// ctx.Err(). A router that was stopped does not start again.
func (r *Router) Stop(ctx context.Context) error {
	s := r.httpServer(nil)
	err := s.Shutdown(ctx)
	if err != nil {
		err = errors.Join(fmt.Errorf("router: stop: %w", err), s.Close())
	}
	r.server.stopped.Do(func() { close(r.server.done) })
	return err
}

// Address is where the router listens, such as "127.0.0.1:8080", empty before
// it does.
func (r *Router) Address() string {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	return r.server.address
}

func (r *Router) setAddress(l net.Listener) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	r.server.address = l.Addr().String()
}

func (r *Router) httpServer(h http.Handler) *http.Server {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	if r.server.http == nil {
		r.server.http = &http.Server{
			ReadHeaderTimeout: r.headerTimeout,
			ReadTimeout:       r.readTimeout,
			WriteTimeout:      r.writeTimeout,
			IdleTimeout:       r.idleTimeout,
			MaxHeaderBytes:    r.headerBytes,
			ErrorLog:          slog.NewLogLogger(r.logger.Handler(), slog.LevelWarn),
		}
	}
	if h != nil {
		r.server.http.Handler = h
	}
	return r.server.http
}
