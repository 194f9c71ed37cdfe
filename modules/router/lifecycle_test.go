package router_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

const loopback = "127.0.0.1:0"

// closes asks for url on a new connection, and tells the status and whether the
// server closes the connection behind its answer.
func closes(url string) (status int, closing bool, err error) {
	client := http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	res, err := client.Get(url)
	if err != nil {
		return 0, false, err
	}
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, res.Close, errors.Join(err, res.Body.Close())
}

var _ = Describe("Stopping a server", func() {
	BeforeEach(expectNoLeaks)

	It("is told by readiness first, while it serves on for the drain delay", func(ctx SpecContext) {
		f := newFixture(router.WithAddress(loopback), router.WithHealth("/livez", "/readyz"), router.WithDrainDelay(time.Hour))
		register(f, "GET /", func(c *router.Context) error { return c.Render("hi") })
		Expect(f.Ready()).To(BeFalse())
		base, stopped := serve(f)
		Expect(f.Ready()).To(BeTrue())
		status, closing, err := closes(base + "/readyz")
		Expect([]any{status, closing, err}).To(Equal([]any{200, false, nil}))

		within, end := context.WithCancel(ctx)
		stop := make(chan error, 1)
		go func() { stop <- f.Stop(within) }()
		Eventually(ctx, f.Ready).Should(BeFalse())

		for path, want := range map[string]int{"/readyz": 503, "/livez": 200, "/": 200} {
			status, closing, err := closes(base + path)
			Expect([]any{status, closing, err}).To(Equal([]any{want, true, nil}), path)
		}
		Expect(f.Closing()).NotTo(BeClosed())
		Expect(stop).NotTo(Receive())

		end()
		Eventually(ctx, stop).Should(Receive(BeNil()), "nothing is left to cut")
		Expect(f.Closing()).To(BeClosed())
		Eventually(ctx, stopped).Should(Receive(BeNil()))
	})

	It("does not wait for a client that goes on sending what nobody reads", func(ctx SpecContext) {
		f := newFixture(router.WithAddress(loopback), router.WithDrainTimeout(3*time.Second))
		register(f, "POST /", func(c *router.Context) error { _, err := c.Body(); return err })
		_, stopped := serve(f)
		conn := connect(f.Address())
		_, err := io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n")
		Expect(err).NotTo(HaveOccurred())
		answer, err := io.ReadAll(conn)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(answer)).To(HavePrefix("HTTP/1.1 413 "))

		Expect(f.Stop(ctx)).To(Succeed())

		Eventually(ctx, stopped).Should(Receive(BeNil()))
	})

	It("has no delay when it does not serve", func(ctx SpecContext) {
		f := newFixture(router.WithDrainDelay(time.Hour))

		Expect(f.Stop(ctx)).To(Succeed())

		Expect(f.Ready()).To(BeFalse())
	})

	It("cuts what is left after the drain timeout, also when the context goes on", func(ctx SpecContext) {
		f := newFixture(router.WithAddress(loopback), router.WithDrainTimeout(20*time.Millisecond))
		failed, stopped := stuck(ctx, f)

		Expect(f.Stop(ctx)).To(MatchError(context.DeadlineExceeded))

		Eventually(ctx, failed).Should(Receive(MatchError(io.EOF)))
		Eventually(ctx, stopped).Should(Receive(BeNil()))
	})

	It("happens when the context of Run is done, and is no error", func(ctx SpecContext) {
		f := newFixture(router.WithAddress(loopback))
		register(f, "GET /", func(c *router.Context) error { return c.Render("hi") })
		within, end := context.WithCancel(ctx)
		ended := make(chan error, 1)
		go func() { ended <- f.Run(within) }()
		Eventually(ctx, f.Ready).Should(BeTrue())
		status, _ := fetch("http://" + f.Address())
		Expect(status).To(Equal(200))

		end()

		Eventually(ctx, ended).Should(Receive(BeNil()))
		Expect(dial(f.Address())).To(MatchError(syscall.ECONNREFUSED))
	})

	It("ends Start too", func(ctx SpecContext) {
		f := newFixture(router.WithAddress(loopback))
		ended := make(chan error, 1)
		go func() { ended <- f.Start() }()
		Eventually(ctx, f.Ready).Should(BeTrue())

		Expect(f.Stop(ctx)).To(Succeed())

		Eventually(ctx, ended).Should(Receive(BeNil()))
	})
})

func closesAt(url string) (int, error) {
	status, _, err := closes(url)
	return status, err
}
