package middleware_test

import (
	"bytes"
	"net/http"
	"time"

	chi "github.com/go-chi/chi/v5/middleware"
	"github.com/gorilla/handlers"
	"github.com/justinas/nosurf"
	"github.com/klauspost/compress/gzhttp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/rs/cors"
	"github.com/unrolled/secure"

	"github.com/trefoil-go/trefoil/modules/router"
)

// What changes, writes or refuses responses.
var _ = Describe("Middleware of net/http", func() {
	DescribeTable("rs/cors answers preflight requests and marks responses", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		p.put(s.Router, cors.New(cors.Options{AllowedOrigins: []string{"https://app.example"}}).Handler)
		if p.inner { // the router answers OPTIONS itself, outside the middleware of flags
			s.Register(router.Controllers{"OPTIONS MW /user/:id": http.NotFoundHandler()})
		}
		s.serve()

		preflight := s.do(ctx, http.MethodOptions, "/user/7", "", "Origin", "https://app.example", "Access-Control-Request-Method", "GET")
		Expect(preflight.status).To(Equal(204))
		Expect(preflight.header.Get("Access-Control-Allow-Origin")).To(Equal("https://app.example"))
		Expect(preflight.header.Get("Access-Control-Allow-Methods")).To(Equal("GET"))
		Expect(s.get(ctx, "/user/7", "Origin", "https://app.example").header.Get("Access-Control-Allow-Origin")).To(Equal("https://app.example"))
		Expect(s.get(ctx, "/missing/7", "Origin", "https://app.example").header.Get("Access-Control-Allow-Origin")).To(Equal("https://app.example"))
		Expect(s.get(ctx, "/user/7", "Origin", "https://evil.example").header.Get("Access-Control-Allow-Origin")).To(BeEmpty())
	}, places())

	compressors := map[string]wrap{
		"gorilla/handlers":   handlers.CompressHandler,
		"chi":                chi.Compress(5),
		"klauspost/compress": func(h http.Handler) http.Handler { return gzhttp.GzipHandler(h) },
	}
	for name, compressor := range compressors {
		DescribeTable(name+" compresses", func(ctx SpecContext, p place) {
			s := newService(p.engine)
			p.put(s.Router, compressor)
			s.serve()

			answer := s.get(ctx, "/user/7")
			plain := s.get(ctx, "/user/7", "Accept-Encoding", "identity")

			Expect(answer.header.Get("Content-Encoding")).To(Equal("gzip"))
			Expect(answer.header.Values("Vary")).To(ContainElement("Accept-Encoding"))
			Expect(answer.sent).To(BeNumerically("<", plain.sent/4))
			Expect(plain.header.Get("Content-Encoding")).To(BeEmpty())
			Expect(answer.body).To(Equal(plain.body))
		}, places())
	}

	DescribeTable("gorilla/handlers logs status and size", func(ctx SpecContext, p place) {
		var log bytes.Buffer
		s := newService(p.engine)
		p.put(s.Router, func(h http.Handler) http.Handler { return handlers.LoggingHandler(&log, h) })
		h, err := s.Handler()
		Expect(err).NotTo(HaveOccurred())

		found := record(h, http.MethodGet, "/user/7")
		missing := record(h, http.MethodGet, "/missing/Ida")

		Expect(log.String()).To(MatchRegexp(`"GET /user/7 HTTP/1.1" 200 %d\n.*"GET /missing/Ida HTTP/1.1" 404 %d\n$`, found.Body.Len(), missing.Body.Len()))
	}, places())

	DescribeTable("unrolled/secure sets headers, of errors too, and refuses a host", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		p.put(s.Router, secure.New(secure.Options{FrameDeny: true, AllowedHosts: []string{`127\.0\.0\.1:\d+`}, AllowedHostsAreRegex: true}).Handler)
		s.serve()

		Expect(s.get(ctx, "/user/7").header.Get("X-Frame-Options")).To(Equal("DENY"))
		Expect(s.get(ctx, "/missing/Ida").header.Get("X-Frame-Options")).To(Equal("DENY"))
		req := s.request(ctx, http.MethodGet, "/user/7", "")
		req.Host = "evil.example"
		res, err := http.DefaultTransport.RoundTrip(req)
		Expect(err).NotTo(HaveOccurred())
		Expect(res.Body.Close()).To(Succeed())
		Expect(res.StatusCode).To(Equal(500))
	}, places())

	DescribeTable("chi keeps answers out of caches, errors too", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		p.put(s.Router, chi.NoCache)
		s.serve()

		Expect(s.get(ctx, "/user/7").header.Get("Cache-Control")).To(HavePrefix("no-cache, no-store"))
		Expect(s.get(ctx, "/missing/Ida").header.Get("Cache-Control")).To(HavePrefix("no-cache, no-store"))
	}, places())

	DescribeTable("justinas/nosurf refuses a form without the token that it gave", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		p.put(s.Router, func(h http.Handler) http.Handler { return nosurf.New(h) })
		var token string
		s.asked = func(c *router.Context) { token = nosurf.Token(c.Request()) }
		s.serve()

		Expect(s.do(ctx, http.MethodPost, "/user", `{"bio":"x"}`, "Sec-Fetch-Site", "same-origin").status).To(Equal(400))
		cookie := s.get(ctx, "/user/7").cookies[0].String()
		Expect(s.do(ctx, http.MethodPost, "/user", `{"bio":"x"}`,
			"Sec-Fetch-Site", "same-origin", "Cookie", cookie, nosurf.HeaderName, token).status).To(Equal(201))
	}, places())

	DescribeTable("http.CrossOriginProtection refuses a request of another site", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		p.put(s.Router, http.NewCrossOriginProtection().Handler)
		s.serve()

		Expect(s.do(ctx, http.MethodPost, "/user", `{"bio":"x"}`, "Sec-Fetch-Site", "cross-site").status).To(Equal(403))
		Expect(s.do(ctx, http.MethodPost, "/user", `{"bio":"x"}`, "Sec-Fetch-Site", "same-origin").header.Get("Location")).To(Equal("/user/8"))
	}, places())

	DescribeTable("http.TimeoutHandler answers in the place of a slow controller", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		p.put(s.Router, func(h http.Handler) http.Handler { return http.TimeoutHandler(h, 20*time.Millisecond, "late") })
		ended := make(chan struct{})
		s.asked = func(c *router.Context) {
			<-c.Context().Done()
			close(ended)
		}
		s.serve()

		answer := s.get(ctx, "/user/7")

		Expect(answer.status).To(Equal(503))
		Expect(string(answer.body)).To(Equal("late"))
		Eventually(ctx, ended).Should(BeClosed())
	}, places())

	DescribeTable("http.MaxBytesHandler bounds the body, which the router says", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		p.put(s.Router, func(h http.Handler) http.Handler { return http.MaxBytesHandler(h, 16) })
		s.serve()

		s.do(ctx, http.MethodPost, "/user", `{"bio":"`+bio+`"}`).isProblem(413)
		Expect(s.do(ctx, http.MethodPost, "/user", `{"bio":"x"}`).status).To(Equal(201))
	}, places())

	DescribeTable("chi refuses more requests than it lets through at once", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		p.put(s.Router, chi.Throttle(1))
		s.serve()

		stream := s.send(ctx, http.MethodGet, "/events/Ida", "")
		Expect(s.get(ctx, "/user/7").status).To(Equal(429))
		Expect(stream.Body.Close()).To(Succeed())

		Eventually(func() int { return s.get(ctx, "/user/7").status }).WithContext(ctx).Should(Equal(200))
	}, places())
})
