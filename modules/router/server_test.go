package router_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"syscall"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("A server", func() {
	BeforeEach(expectNoLeaks)

	It("answers over TCP, HEAD with the length of GET, and stops", func(ctx SpecContext) {
		f := newFixture(router.WithAddress("127.0.0.1:0"))
		register(f, "GET /hello", func(c *router.Context) error { return c.Render("hi") })
		base, stopped := serve(f)

		status, body := fetch(base + "/hello")
		Expect(status).To(Equal(200))
		Expect(body).To(Equal(`"hi"`))
		res, err := http.Head(base + "/hello")
		Expect(err).NotTo(HaveOccurred())
		Expect(res.ContentLength).To(Equal(int64(4)))

		Expect(f.Stop(ctx)).To(Succeed())
		Eventually(ctx, stopped).Should(Receive(BeNil()))
	})

	It("says where it listens as soon as it does, with the port that it has taken", func(ctx SpecContext) {
		log := &sharedLog{}
		f := newFixture(router.WithAddress("127.0.0.1:0"), log.to())
		ended := make(chan error, 1)
		go func() { ended <- f.Start() }()
		DeferCleanup(func(ctx SpecContext) {
			Expect(f.Stop(ctx)).To(Succeed())
			eventually(ctx, ended).Should(Receive(BeNil()))
		})

		eventually(ctx, log.String).Should(ContainSubstring("level=INFO msg=listening address="))

		Expect(log.String()).To(HaveSuffix("address=" + f.Address() + "\n"))
		Expect(f.Address()).NotTo(HaveSuffix(":0"))
		Expect(dial(f.Address())).To(Succeed())
	})

	It("finishes the requests that are being served before it stops", func(ctx SpecContext) {
		f := newFixture(router.WithAddress("127.0.0.1:0"))
		entered, leave := make(chan struct{}), make(chan struct{})
		register(f, "GET /slow", func(c *router.Context) error {
			close(entered)
			<-leave
			return c.Render("done")
		})
		base, stopped := serve(f)
		answer := make(chan string, 1)
		go func() {
			defer GinkgoRecover()
			_, body := fetch(base + "/slow")
			answer <- body
		}()
		Eventually(ctx, entered).Should(BeClosed())

		stop := make(chan error, 1)
		go func() { stop <- f.Stop(ctx) }()
		Eventually(ctx, func() error { return dial(f.Address()) }).Should(MatchError(syscall.ECONNREFUSED))
		Expect(stopped).NotTo(Receive())
		close(leave)

		Eventually(ctx, answer).Should(Receive(Equal(`"done"`)))
		Eventually(ctx, stop).Should(Receive(BeNil()))
		Eventually(ctx, stopped).Should(Receive(BeNil()))
	})

	It("cuts what is left when the time to stop is over", func(ctx SpecContext) {
		f := newFixture(router.WithAddress("127.0.0.1:0"))
		failed, stopped := stuck(ctx, f)

		over, cancel := context.WithCancel(ctx)
		cancel()

		Expect(f.Stop(over)).To(MatchError(context.Canceled))
		Eventually(ctx, failed).Should(Receive(MatchError(io.EOF)))
		Eventually(ctx, stopped).Should(Receive(BeNil()))
	})

	It("says that a port is taken", func() {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(l.Close)

		err = newFixture(router.WithAddress(l.Addr().String())).Start()

		Expect(err).To(MatchError(syscall.EADDRINUSE))
		Expect(err).To(MatchError(HavePrefix("router: listen at " + l.Addr().String())))
	})

	It("does not start again once it was stopped", func(ctx SpecContext) {
		f := newFixture(router.WithAddress("127.0.0.1:0"))
		Expect(f.Stop(ctx)).To(Succeed())

		Expect(f.Start()).To(Succeed())
	})

	It("lives on after a bug, and after a panic on purpose when it recovers", func(ctx SpecContext) {
		f := newFixture(router.WithAddress("127.0.0.1:0"), router.WithExit(func(int) { Fail("exits") }))
		register(f, "GET /bug", func(c *router.Context) error { var list []int; return c.Render(list[len(c.Param("x"))]) })
		base, stopped := serve(f)

		for range 2 {
			status, _ := fetch(base + "/bug")
			Expect(status).To(Equal(500))
		}

		Expect(f.Stop(ctx)).To(Succeed())
		Eventually(ctx, stopped).Should(Receive(BeNil()))
	})
})

// expectNoLeaks fails the spec when it leaves a goroutine behind.
func expectNoLeaks() {
	before := goleak.IgnoreCurrent()
	DeferCleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		Eventually(func() error { return goleak.Find(before) }).Should(Succeed())
	})
}

// serve starts the router of a fixture; stopped gets what Serve returns.
func serve(f *fixture) (base string, stopped chan error) {
	GinkgoHelper()
	l, err := f.Listen()
	Expect(err).NotTo(HaveOccurred())
	stopped = make(chan error, 1)
	go func() { stopped <- f.Serve(l) }()
	return "http://" + f.Address(), stopped
}

// stuck serves a request that ends with its context; failed gets what the client
// sees, stopped what Serve returns.
func stuck(ctx SpecContext, f *fixture) (failed, stopped chan error) {
	GinkgoHelper()
	entered := make(chan struct{})
	register(f, "GET /stuck", func(c *router.Context) error {
		close(entered)
		<-c.Context().Done()
		return c.Context().Err()
	})
	base, stopped := serve(f)
	failed = make(chan error, 1)
	go func() {
		_, err := http.Get(base + "/stuck")
		failed <- err
	}()
	Eventually(ctx, entered).Should(BeClosed())
	return failed, stopped
}

func fetch(url string) (int, string) {
	GinkgoHelper()
	res, err := http.Get(url)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	Expect(err).NotTo(HaveOccurred())
	return res.StatusCode, string(body)
}

// dial reports whether anybody listens, and hangs up: the server waits for new
// connections.
func dial(address string) error {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	return conn.Close()
}
