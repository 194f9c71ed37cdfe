// Package pipetest is a network of memory, so that a synctest bubble holds all
// there is of a connection:
//
//	l := pipetest.Listen()
//	client := http.Client{Transport: &http.Transport{DialContext: l.Dial}}
package pipetest

import (
	"context"
	"net"
	"sync"
)

// Listener is a listener and its dialer. It is safe for concurrent use.
type Listener struct {
	conns  chan net.Conn
	closed chan struct{}
	close  func()
}

// Listen returns a listener that is open.
func Listen() *Listener {
	l := &Listener{conns: make(chan net.Conn), closed: make(chan struct{})}
	l.close = sync.OnceFunc(func() { close(l.closed) })
	return l
}

// Dial connects with whoever accepts, whatever the network and the address.
func (l *Listener) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.conns <- theirs:
		return ours, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept waits for a Dial.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close lets nothing connect any more.
func (l *Listener) Close() error { l.close(); return nil }

// Addr is always the same.
func (*Listener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }
