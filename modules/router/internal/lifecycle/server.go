// Package lifecycle runs a server until it is told to stop:
//
//	s := lifecycle.New(config, handler)
//	err := s.Run(ctx)
//
// Neither it nor what it waits for knows what the handler does.
package lifecycle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// Server is one server. It starts once and is safe for concurrent use.
type Server struct {
	Config
	handler func() (http.Handler, error)

	leaving latch // fires when something begins to end the process
	left    latch // fires when that has come to its end: in a process it does not

	draining   latch // fires when Stop begins: not ready any more
	closing    latch // fires when the drain delay is over: streams end
	stopped    latch // fires when Stop has drained
	arrivals   arrivals
	background background

	http      *http.Server
	mu        sync.Mutex
	ports     []port // those that were served
	address   string
	delayEnds time.Time // of the first Stop
}

// New returns a server of what handler returns, which is called before the first
// connection and whose error opens no port.
func New(c Config, handler func() (http.Handler, error)) *Server {
	s := &Server{Config: c, handler: handler}
	s.http = &http.Server{
		TLSConfig:         c.tls,
		ReadHeaderTimeout: cmp.Or(c.HeaderTimeout, c.ReadTimeout),
		WriteTimeout:      c.WriteTimeout,
		IdleTimeout:       cmp.Or(c.IdleTimeout, c.ReadTimeout),
		MaxHeaderBytes:    c.HeaderBytes,
		ConnContext:       s.arrivals.track,
		ConnState:         s.arrivals.changed,
		ErrorLog:          log.New(errorLog{c.Logger}, "", 0),
	}
	if c.UnencryptedHTTP2 {
		s.http.Protocols = new(http.Protocols)
		s.http.Protocols.SetHTTP1(true)
		s.http.Protocols.SetUnencryptedHTTP2(true)
	}
	return s
}

// Run listens and serves until ctx is done, Stop is called or the process is sent
// SIGINT or SIGTERM, and stops then. A signal that arrives while the handler is
// made counts; a second one cuts what is left.
func (s *Server) Run(ctx context.Context) error {
	told, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer release()
	l, err := s.Listen()
	if err != nil {
		return err
	}
	s.Logger.Info("listening", "address", s.Address())
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-told.Done():
		s.Logger.Debug("stopping", "cause", context.Cause(told))
	}
	return errors.Join(s.stopUnlessSignalled(), <-served)
}

// stopUnlessSignalled stops, and cuts what is left when a signal arrives.
func (s *Server) stopUnlessSignalled() error {
	again := make(chan os.Signal, 1)
	signal.Notify(again, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(again)
	ctx, cut := context.WithCancel(context.Background())
	defer cut()
	stopped := make(chan error, 1)
	go func() { stopped <- s.Stop(ctx) }()
	select {
	case err := <-stopped:
		return err
	case which := <-again:
		cut()
		if err := <-stopped; err != nil {
			return fmt.Errorf("router: cut short by a second signal (%s): %w", which, err)
		}
		return nil
	}
}

// Listen makes the handler and listens at the address. The caller gives the
// listener to Serve.
func (s *Server) Listen() (net.Listener, error) {
	if _, err := s.handler(); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", s.Config.Address)
	if err != nil {
		return nil, fmt.Errorf("router: listen at %s: %w", s.Config.Address, err)
	}
	s.setAddress(l)
	return l, nil
}

// Serve serves on l until Stop, and returns nil when the requests of then are
// answered. It closes l. It may be called for several listeners.
func (s *Server) Serve(l net.Listener) error {
	h, err := s.handler()
	if err != nil {
		return errors.Join(err, l.Close())
	}
	s.setAddress(l)
	err = s.accept(s.open(l, h))
	if !s.closing.fired() {
		return fmt.Errorf("router: serve at %s: %w", l.Addr(), err)
	}
	<-s.stopped.channel()
	if s.leaving.fired() {
		<-s.left.channel()
	}
	return nil
}

// open makes a port of l, where h answers.
func (s *Server) open(l net.Listener, h http.Handler) port {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := newPort(l, s.closing.channel())
	if s.ports = append(s.ports, p); s.http.Handler == nil { // else another port has requests that read it
		s.http.Handler = s.closingConnections(timingBodies(h, s.ReadTimeout))
	}
	return p
}

func (s *Server) accept(p port) error {
	defer close(p.left)
	if s.serve == nil {
		return s.http.Serve(p)
	}
	return s.serve(s.http, p)
}

// Address is where the server listens, empty before it does.
func (s *Server) Address() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.address
}

// Ready reports whether the server listens and was not told to stop.
func (s *Server) Ready() bool { return s.Address() != "" && !s.draining.fired() }

func (s *Server) setAddress(l net.Listener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.address = l.Addr().String()
}

// Stop serves on for the drain delay and is not ready. Then it accepts nothing
// more and waits for requests and background functions, no longer than the drain
// timeout and ctx. What is left is cut, which the error says.
func (s *Server) Stop(ctx context.Context) error {
	s.delay(ctx)
	s.closing.fire()
	ctx, cancel := context.WithTimeout(ctx, s.DrainTimeout)
	defer cancel()
	for _, p := range s.closePorts() {
		p.drained(ctx)
	}
	s.arrivals.wait(ctx)
	err := shutDown(ctx, s.http)
	if err != nil {
		err = errors.Join(fmt.Errorf("router: stop: %w", err), s.http.Close())
	}
	err = errors.Join(err, s.background.stop(ctx, cutGrace))
	s.stopped.fire()
	return err
}

// delay waits until the drain delay is over, which begins with the first Stop. A
// server that does not serve has none.
func (s *Server) delay(ctx context.Context) {
	s.mu.Lock()
	if s.draining.fire() && len(s.ports) > 0 {
		s.delayEnds = time.Now().Add(s.DrainDelay)
	}
	left := time.Until(s.delayEnds)
	s.mu.Unlock()
	if left <= 0 {
		return
	}
	select {
	case <-s.After(left):
	case <-ctx.Done():
	}
}

// closePorts closes all ports and returns them.
func (s *Server) closePorts() []port {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.ports {
		_ = p.Close() // it accepts no more, which is what counts
	}
	return s.ports
}

// Closing is closed when the drain delay is over: what lasts ends then.
func (s *Server) Closing() <-chan struct{} { return s.closing.channel() }

// Go runs fn in a goroutine that Stop waits for, with the values of ctx but not
// its end: the context of fn is done when Stop runs out of time. The error says
// that the server has stopped, and fn was not called. A panic of fn is not
// recovered.
func (s *Server) Go(ctx context.Context, fn func(context.Context)) error {
	return s.background.start(ctx, fn)
}

// Leave runs fn, which ends the process, in a goroutine, unless it was called
// before. Serve returns behind fn only: the status of the process is that of fn,
// not of main.
func (s *Server) Leave(fn func()) {
	if s.leaving.fire() {
		go func() {
			fn()
			s.left.fire()
		}()
	}
}

// Health answers the paths of the health checks before next.
func (s *Server) Health(next http.Handler) http.Handler {
	return health(next, s.LivePath, s.ReadyPath, &s.draining)
}

// closingConnections tells the clients of a server that drains to open another
// connection for their next request.
func (s *Server) closingConnections(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		s.arrivals.handled(req)
		if s.draining.fired() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, req)
	})
}

// cutGrace is how long Stop waits for background functions whose context it has
// cancelled.
const cutGrace = time.Second

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
