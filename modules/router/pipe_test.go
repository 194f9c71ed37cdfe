package router_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/internal/pipetest"
)

// piped is a router that is served over memory.
type piped struct {
	*router.Router
	*pipetest.Listener
	client *http.Client
}

// newPiped serves a router until the end of the bubble.
func newPiped(t *testing.T, table router.Controllers, opts ...router.Option) *piped {
	t.Helper()
	p := &piped{router.New(append([]router.Option{router.WithLogger(nil)}, opts...)...), pipetest.Listen(), nil}
	p.Register(table)
	transport := &http.Transport{DialContext: p.Dial}
	p.client = &http.Client{Transport: transport}
	served := make(chan error, 1)
	go func() { served <- p.Serve(p.Listener) }()
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
	conn, err := p.Dial(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}
