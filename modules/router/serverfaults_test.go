package router_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("A server with faults around it", func() {
	BeforeEach(expectNoLeaks)

	It("keeps its flags and hooks while it serves", func(ctx SpecContext) {
		f := newFixture(router.WithAddress(loopback))
		entered, leave := make(chan struct{}), make(chan struct{})
		register(f, "GET AUTH /", func(c *router.Context) error { return c.Render("secret") })
		f.BeforeFunctionCall("AUTH", func(c *router.Context, _ func() error) error {
			close(entered)
			<-leave
			return c.Error(403, "no")
		})
		base, stopped := serve(f)
		answer := make(chan int, 1)
		go func() {
			defer GinkgoRecover()
			status, _ := fetch(base + "/")
			answer <- status
		}()
		Eventually(ctx, entered).Should(BeClosed())

		Expect(func() { f.Flag(router.Flag{Name: "AUTH"}) }).To(PanicWith("router: Flag after the router was built"))
		Expect(func() { f.BeforeFunctionCall("AUTH", func(*router.Context, func() error) error { return nil }) }).To(Panic())
		close(leave)

		Eventually(ctx, answer).Should(Receive(Equal(403)))
		Expect(f.Stop(ctx)).To(Succeed())
		Eventually(ctx, stopped).Should(Receive(BeNil()))
	})

	DescribeTable("logs broken HTTP/2 at Debug, as all that a client does wrong", func(ctx SpecContext, frames, told string) {
		s := newServed(func(*router.Router) {}, router.WithUnencryptedHTTP2())
		const settings = "\x00\x00\x00\x04\x00\x00\x00\x00\x00"

		_, err := io.WriteString(s.dial(), "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"+settings+frames)

		Expect(err).NotTo(HaveOccurred())
		eventually(ctx, s.log.String).Should(ContainSubstring(told))
		Expect(s.log.String()).To(And(ContainSubstring("level=DEBUG"), Not(ContainSubstring("level=WARN"))))
	},
		Entry("a header that cannot be unpacked", "\x00\x00\x05\x01\x05\x00\x00\x00\x01\xff\xff\xff\xff\xff", "COMPRESSION_ERROR"),
		Entry("a farewell with an error", "\x00\x00\x08\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01", "received GOAWAY"),
		Entry("a window that is never larger", "\x00\x00\x04\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00", "PROTOCOL_ERROR"),
	)

	DescribeTable("logs a failed handshake of TLS at Debug when the client has caused it, and at Warn otherwise", func(ctx SpecContext, level string, client func(net.Conn, *tls.Config), told string) {
		certificate, roots := selfSigned(NewWithT(GinkgoT()))
		s := newServed(func(*router.Router) {}, router.WithTLS(&tls.Config{MinVersion: tls.VersionTLS13, GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			if hello.ServerName == "gone.test" {
				return nil, errors.New("the issuer does not answer")
			}
			return &certificate, nil
		}}))
		conn := s.dial()

		client(conn, &tls.Config{RootCAs: roots, ServerName: "127.0.0.1"})

		Expect(conn.Close()).To(Succeed())
		eventually(ctx, s.log.String).Should(ContainSubstring(told))
		Expect(s.log.String()).To(ContainSubstring("level=" + level + " msg=\"http: TLS handshake error from "))
	},
		Entry("a client that goes", "DEBUG", func(net.Conn, *tls.Config) {}, ": EOF"),
		Entry("one that goes within a record", "DEBUG", func(c net.Conn, _ *tls.Config) { _, _ = io.WriteString(c, "\x16\x03\x01\x00\x05\x01") }, ": unexpected EOF"),
		Entry("one that does not speak TLS", "DEBUG", func(c net.Conn, _ *tls.Config) { _, _ = io.WriteString(c, "GET / HTTP/1.1\r\n\r\n") }, "client sent an HTTP request"),
		Entry("noise", "DEBUG", func(c net.Conn, _ *tls.Config) { _, _ = io.WriteString(c, "\x00\x01\x02\x03\x04\x05") }, "does not look like a TLS handshake"),
		Entry("a message that no client sends", "DEBUG", func(c net.Conn, _ *tls.Config) { _, _ = io.WriteString(c, "\x16\x03\x01\x00\x04\x02\x00\x00\x00") }, "local error: tls: "),
		Entry("an old version", "DEBUG", func(c net.Conn, o *tls.Config) { o.MaxVersion = tls.VersionTLS12; _ = tls.Client(c, o).Handshake() }, "unsupported versions"),
		Entry("one that takes the certificate for a wrong one", "WARN", func(c net.Conn, o *tls.Config) { o.RootCAs = x509.NewCertPool(); _ = tls.Client(c, o).Handshake() }, "remote error: tls: bad certificate"),
		Entry("no certificate from where there should be one", "WARN", func(c net.Conn, o *tls.Config) { o.ServerName = "gone.test"; _ = tls.Client(c, o).Handshake() }, "the issuer does not answer"),
	)

	DescribeTable("tells about an internal error what the environment allows",
		func(o router.Option, body string) {
			f := newFixture(o)
			register(f, "GET /", func(*router.Context) error { return errors.New("dial postgres://user:hunter2@db") })

			w := f.get("/")

			Expect(w.Body.String()).To(MatchJSON(body))
			Expect(f.log.String()).To(ContainSubstring("hunter2"))
		},
		Entry("nothing by default", router.WithInfo(router.Info{}), `{"title":"Internal Server Error","status":500,"instance":"id-1"}`),
		Entry("nothing in production", router.WithEnvironment(router.Production), `{"title":"Internal Server Error","status":500,"instance":"id-1"}`),
		Entry("its text in development", router.WithEnvironment(router.Development),
			`{"title":"Internal Server Error","status":500,"detail":"dial postgres://user:hunter2@db","instance":"id-1"}`),
	)

	It("leaves a taken port alone and nothing behind", func(ctx SpecContext) {
		first := newFixture(router.WithAddress(loopback))
		_, stopped := serve(first)
		second := newFixture(router.WithAddress(first.Address()))

		Expect(second.Start()).To(MatchError(HavePrefix("router: listen at " + first.Address() + ": ")))
		Expect(second.Ready()).To(BeFalse())
		Expect(second.Stop(ctx)).To(Succeed())

		Expect(closesAt("http://" + first.Address())).To(Equal(404))
		Expect(first.Stop(ctx)).To(Succeed())
		Eventually(ctx, stopped).Should(Receive(BeNil()))
	})
})
