package router_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
)

// pipes is a listener and its dialer over memory, so that a synctest bubble
// holds all there is of a connection.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	close  func()
}

func newPipes() *pipes {
	p := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	p.close = sync.OnceFunc(func() { close(p.closed) })
	return p
}

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error { p.close(); return nil }

func (*pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

// piped is a router that is served over pipes.
type piped struct {
	*router.Router
	*pipes
	client *http.Client
}

// newPiped serves a router until the end of the bubble.
func newPiped(t *testing.T, table router.Controllers, opts ...router.Option) *piped {
	t.Helper()
	p := &piped{router.New(append([]router.Option{router.WithLogger(nil)}, opts...)...), newPipes(), nil}
	p.Register(table)
	transport := &http.Transport{DialContext: p.dial}
	p.client = &http.Client{Transport: transport}
	served := make(chan error, 1)
	go func() { served <- p.Serve(p.pipes) }()
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := errors.Join(p.Stop(context.Background()), <-served); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	return p
}

// get asks for a path and returns the whole answer.
func (p *piped) get(t *testing.T, path string) (*http.Response, string) {
	t.Helper()
	res, err := p.client.Get("http://pipe" + path)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return res, string(body)
}

// connect opens a connection, closed at the end of the bubble.
func (p *piped) connect(t *testing.T) net.Conn {
	t.Helper()
	conn, err := p.dial(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}
