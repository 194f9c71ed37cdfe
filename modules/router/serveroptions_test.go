package router_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("Health", func() {
	DescribeTable("answers before routes, middleware and hooks",
		func(method, path string, status int, body string) {
			f := newFixture(router.WithHealth("/livez", "/readyz"))
			f.BeforeFunctionCall(func(c *router.Context, next func() error) error { return c.Error(403, "no") })
			f.Use(func(http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(418) })
			})

			w := f.do(method, path, "")

			Expect(w.Code).To(Equal(status))
			Expect(w.Body.String()).To(Equal(body))
			if status == 200 {
				Expect(w.Header()).To(HaveKeyWithValue("Content-Type", []string{"text/plain; charset=utf-8"}))
				Expect(w.Header()).To(HaveKeyWithValue("Cache-Control", []string{"no-store"}))
				Expect(w.Header()).To(HaveKeyWithValue("Content-Length", []string{"2"}))
			}
		},
		Entry("live", "GET", "/livez", 200, "ok"),
		Entry("ready", "GET", "/readyz", 200, "ok"),
		Entry("HEAD", "HEAD", "/readyz", 200, ""),
		Entry("nothing else", "GET", "/livez/", 418, ""),
		Entry("no other method", "POST", "/livez", 418, ""),
	)

	DescribeTable("allows no other method",
		func(method, path string, status int, allow string) {
			f := newFixture(router.WithHealth("/livez", "/health/ready"))
			register(f, "PUT /livez", func(*router.Context) error { return nil })

			w := f.do(method, path, "")

			Expect(w.Code).To(Equal(status))
			Expect(w.Header().Get("Allow")).To(Equal(allow))
		},
		Entry("POST", "POST", "/health/ready", 405, "GET, HEAD, OPTIONS"),
		Entry("OPTIONS", "OPTIONS", "/health/ready", 204, "GET, HEAD, OPTIONS"),
		Entry("beside a route", "POST", "/livez", 405, "GET, HEAD, OPTIONS, PUT"),
		Entry("that of a route", "PUT", "/livez", 204, ""),
		Entry("another path", "POST", "/health", 404, ""),
	)

	It("is off by default", func() {
		Expect(newFixture().get("/livez").Code).To(Equal(404))
	})

	It("may have one path only", func(ctx SpecContext) {
		f := newFixture(router.WithHealth("", "/readyz"))
		Expect(f.get("/readyz").Code).To(Equal(200))

		Expect(f.Stop(ctx)).To(Succeed())

		Expect(f.get("/readyz").Code).To(Equal(503))
		Expect(f.get("/livez").Code).To(Equal(404))
	})
})

var _ = Describe("The options of the server", func() {
	BeforeEach(expectNoLeaks)

	It("choose a free port in the environment test", func() {
		l, err := newFixture(router.WithEnvironment("test")).Listen()
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(l.Close)

		Expect(l.Addr().String()).To(MatchRegexp(`^127\.0\.0\.1:\d+$`))
		Expect(l.Addr().String()).NotTo(HaveSuffix(":8080"))
	})

	It("choose the address that is set in the environment test too", func() {
		l, err := net.Listen("tcp", loopback)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(l.Close)
		f := newFixture(router.WithEnvironment("test"), router.WithAddress(l.Addr().String()))

		Expect(f.Start()).To(MatchError(HavePrefix("router: listen at " + l.Addr().String())))
	})

	DescribeTable("are mistakes of the table, which opens no port",
		func(o router.Option, want string) {
			f := newFixture(router.WithAddress(loopback), o)

			Expect(f.mistakes()).To(ConsistOf(ContainSubstring(want)))
			Expect(f.Start()).To(BeAssignableToTypeOf(&router.TableError{}))
			Expect(f.Address()).To(BeEmpty())
			Expect(f.Ready()).To(BeFalse())
		},
		Entry("a relative path", router.WithHealth("livez", "/readyz"), `health path "livez": it begins with a slash`),
		Entry("one path twice", router.WithHealth("/z", "/z"), `health path "/z" is given twice`),
		Entry("TLS without a certificate", router.WithTLS(&tls.Config{}), "the TLS configuration has no certificate"),
		Entry("trust in everybody", router.WithTrustedProxies(netip.MustParsePrefix("0.0.0.0/0")), "trusted proxy 0.0.0.0/0: name the proxies, not everybody"),
		Entry("trust in nothing", router.WithTrustedProxies(netip.Prefix{}), "trusted proxy invalid Prefix"),
		Entry("a body of less than nothing", router.WithMaxBody(-1), "WithMaxBody: -1 is less than 0"),
		Entry("an upload of less than nothing", router.WithMaxUpload(-1), "WithMaxUpload: -1 is less than 0"),
		Entry("an environment that does not exist", router.WithEnvironment("PRODUCTION"), `environment "PRODUCTION" does not exist`),
	)

	It("are mistakes where TLS and HTTP/2 without it are asked for", func() {
		certificate, _ := selfSigned(NewWithT(GinkgoT()))
		f := newFixture(router.WithUnencryptedHTTP2(), router.WithTLS(&tls.Config{Certificates: []tls.Certificate{certificate}}))

		Expect(f.mistakes()).To(ConsistOf(ContainSubstring("HTTP/2 without TLS beside TLS, which has it: leave one of the two options out")))
	})

	It("find the client behind trusted proxies only", func() {
		req := httptest.NewRequest("GET", "/", nil)
		req.RemoteAddr = "10.0.0.1:1234"
		req.Header.Set("X-Forwarded-For", "6.6.6.6, 203.0.113.9")
		client := func(f *fixture) string {
			register(f, "GET /", func(c *router.Context) error { return c.Render(c.ClientIP()) })
			h, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
			w := httptest.NewRecorder()
			h.ServeHTTP(w, req)
			return w.Body.String()
		}

		Expect(client(newFixture())).To(Equal(`"10.0.0.1"`))
		Expect(client(newFixture(router.WithTrustedProxies(netip.MustParsePrefix("10.0.0.0/8"))))).To(Equal(`"203.0.113.9"`))
	})
})

// TestServesTLS is in a bubble because HTTP/2 takes a second to say goodbye.
func TestServesTLS(t *testing.T) {
	for proto, http2 := range map[string]bool{"HTTP/1.1": false, "HTTP/2.0": true} {
		t.Run(proto, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				certificate, roots := selfSigned(g)
				p := newPiped(t, router.Controllers{"GET /": func(c *router.Context) error { return c.Render(c.Request().Proto) }},
					router.WithTLS(&tls.Config{Certificates: []tls.Certificate{certificate}}))
				protocols := new(http.Protocols)
				protocols.SetHTTP1(!http2)
				protocols.SetHTTP2(http2)
				transport := &http.Transport{DialContext: p.Dial, TLSClientConfig: &tls.Config{RootCAs: roots}, Protocols: protocols}
				defer transport.CloseIdleConnections()
				client := http.Client{Transport: transport}

				g.Expect(answer(client.Get("https://127.0.0.1"))).To(Equal(`200 "` + proto + `"`))
			})
		})
	}
}

// unencrypted is a client of a router without TLS.
func unencrypted(p *piped, http1, http2 bool) (*http.Client, func()) {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(http1)
	protocols.SetUnencryptedHTTP2(http2)
	transport := &http.Transport{DialContext: p.Dial, Protocols: protocols}
	return &http.Client{Transport: transport}, transport.CloseIdleConnections
}

func TestServesHTTP2WithoutTLS(t *testing.T) {
	table := router.Controllers{"POST /": func(c *router.Context) error {
		body, err := io.ReadAll(c.Request().Body)
		if err != nil {
			return err
		}
		return c.Render(c.Request().Proto + " " + string(body))
	}}
	for proto, http2 := range map[string]bool{"HTTP/1.1": false, "HTTP/2.0": true} {
		t.Run(proto, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				p := newPiped(t, table, router.WithUnencryptedHTTP2())
				client, end := unencrypted(p, !http2, http2)
				defer end()

				g.Expect(answer(client.Post("http://127.0.0.1", "text/plain", strings.NewReader("text")))).To(Equal(`200 "` + proto + ` text"`))
			})
		})
	}
	t.Run("not by an upgrade", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g := NewWithT(t)
			conn := newPiped(t, table, router.WithUnencryptedHTTP2()).connect(t)
			go func() {
				_, _ = io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n")
			}()

			text, err := io.ReadAll(conn)

			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(string(text)).To(And(HavePrefix("HTTP/1.1 200 "), HaveSuffix(`"HTTP/1.1 "`)))
		})
	})
	t.Run("not unless it is asked to", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			g := NewWithT(t)
			client, end := unencrypted(newPiped(t, table), false, true)
			defer end()

			_, err := client.Post("http://127.0.0.1", "text/plain", nil)

			g.Expect(err).To(HaveOccurred())
		})
	})
}

func TestHangsUpOnAClientThatDoesNotFinishThePrefaceOfHTTP2(t *testing.T) {
	for _, begun := range []string{"", "PRI * HTTP/2.0\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"} {
		t.Run(begun, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, since := NewWithT(t), time.Now()
				p := newPiped(t, nil, router.WithUnencryptedHTTP2(), router.WithReadHeaderTimeout(3*time.Second))
				conn := p.connect(t)
				go func() { _, _ = io.WriteString(conn, begun) }()

				_, err := io.Copy(io.Discard, conn)

				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(time.Since(since)).To(BeNumerically("<=", 3*time.Second))
			})
		})
	}
}

func TestStopAnswersTheRequestsOfHTTP2WithoutTLS(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		entered, leave := make(chan struct{}), make(chan struct{})
		p := newPiped(t, router.Controllers{"GET /slow": func(c *router.Context) error { close(entered); <-leave; return c.Render("done") }},
			router.WithUnencryptedHTTP2())
		client, end := unencrypted(p, false, true)
		defer end()
		answers, stopped := make(chan string, 1), make(chan error, 1)
		go func() { answers <- answer(client.Get("http://pipe/slow")) }()
		<-entered

		go func() { stopped <- p.Stop(t.Context()) }()
		time.Sleep(5 * time.Second)
		synctest.Wait()
		g.Expect(stopped).NotTo(Receive())
		close(leave)

		g.Expect(<-answers).To(Equal(`200 "done"`))
		g.Expect(<-stopped).To(Succeed())
	})
}

// selfSigned makes a certificate for 127.0.0.1, and a pool that trusts it.
func selfSigned(g Gomega) (tls.Certificate, *x509.CertPool) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	g.Expect(err).NotTo(HaveOccurred())
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		NotAfter:     time.Now().Add(time.Hour),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	g.Expect(err).NotTo(HaveOccurred())
	leaf, err := x509.ParseCertificate(der)
	g.Expect(err).NotTo(HaveOccurred())
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}
