package router_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// load is eight clients and what they have seen. Each asks on one connection at
// a time, which it keeps for as long as the server allows, until a new one is
// refused or fails.
type load struct {
	url       string
	clients   sync.WaitGroup
	leaving   sync.WaitGroup // clients that were not told yet to leave their connection
	connected atomic.Int64   // connections that have answered
	answered  atomic.Int64   // requests
	failed    atomic.Int64   // requests on connections that had answered before
}

func startLoad(ctx context.Context, address string) *load {
	l := &load{url: "http://" + address + "/"}
	for range 8 {
		l.leaving.Add(1)
		told := sync.OnceFunc(l.leaving.Done)
		l.clients.Go(func() {
			defer told() // also when it fails
			client := http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}}
			defer client.CloseIdleConnections()
			for l.ask(ctx, &client, told) {
			}
		})
	}
	return l
}

// ask sends one POST, which no transport repeats, and reports whether it was
// answered. It calls told when the server wants the connection to be left.
func (l *load) ask(ctx context.Context, client *http.Client, told func()) bool {
	var conn httptrace.GotConnInfo
	trace := &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) { conn = c }}
	req, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), http.MethodPost, l.url, nil)
	if err != nil {
		panic(err) // the url is ours
	}
	res, err := client.Do(req)
	if got := answer(res, err); got != `200 "ok"` {
		if conn.Reused {
			l.failed.Add(1)
		}
		return false
	}
	l.answered.Add(1)
	if !conn.Reused {
		l.connected.Add(1)
	}
	if res.Close {
		told()
	}
	return true
}

func answer(res *http.Response, err error) string {
	if err != nil {
		return err.Error()
	}
	body, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return err.Error()
	}
	return fmt.Sprint(res.StatusCode, " ", string(body))
}

// countingListener counts the connections that it accepts.
type countingListener struct {
	net.Listener
	accepted atomic.Int64
}

func (l *countingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err == nil {
		l.accepted.Add(1)
	}
	return conn, err
}

var _ = Describe("A server that stops under load", func() {
	BeforeEach(expectNoLeaks)

	// A connection that is in the queue of the system when the port closes is
	// reset by it: that is what a refused connection looks like then.
	It("answers every request on every connection that it has accepted", func(ctx SpecContext) {
		over := make(chan time.Time)
		f := newFixture(router.WithAddress(loopback), router.WithDrainDelayUntil(over))
		register(f, "POST /", func(c *router.Context) error { return c.Render("ok") })
		tcp, err := f.Listen()
		Expect(err).NotTo(HaveOccurred())
		l := &countingListener{Listener: tcp}
		stopped := make(chan error, 1)
		go func() { stopped <- f.Serve(l) }()
		load := startLoad(ctx, f.Address())
		eventually(ctx, load.answered.Load).Should(BeNumerically(">", 200))

		stop := make(chan error, 1)
		go func() { stop <- f.Stop(ctx) }()
		load.leaving.Wait() // each keeps a connection only for as long as the server allows
		close(over)
		load.clients.Wait()

		Expect(load.failed.Load()).To(BeZero())
		Expect(load.connected.Load()).To(Equal(l.accepted.Load()))
		eventually(ctx, stop).Should(Receive(BeNil()))
		eventually(ctx, stopped).Should(Receive(BeNil()))
	})
})
