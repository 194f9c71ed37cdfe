package stream_test

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"
)

// pipe serves h over memory, so that a synctest bubble holds all there is of a
// connection. The client speaks HTTP/1.1 or HTTP/2.
func pipe(t *testing.T, h http.Handler, http2 bool) (*http.Client, *pipeListener) {
	t.Helper()
	l := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(!http2)
	protocols.SetUnencryptedHTTP2(http2)
	server := &http.Server{Handler: h, WriteTimeout: serverTimeout, ReadTimeout: serverTimeout, Protocols: protocols}
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	transport := &http.Transport{DialContext: l.dial, Protocols: protocols}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := server.Shutdown(t.Context()); err != nil && t.Context().Err() == nil {
			t.Errorf("shut down: %v", err)
		}
		_ = server.Close()
		<-served
	})
	return &http.Client{Transport: transport}, l
}

const serverTimeout = 10 * time.Second

type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l *pipeListener) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case l.conns <- theirs:
		return ours, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	select {
	case <-l.closed:
	default:
		close(l.closed)
	}
	return nil
}

func (*pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }
