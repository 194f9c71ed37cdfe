package middleware_test

import (
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/alexedwards/scs/v2"
	chi "github.com/go-chi/chi/v5/middleware"
	"github.com/gorilla/handlers"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/trefoil-go/trefoil/modules/router"
)

// What tells the controller something.
var _ = Describe("Middleware of net/http", func() {
	DescribeTable("alexedwards/scs keeps a session", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		sessions := scs.New()
		p.put(s.Router, sessions.LoadAndSave)
		var visits []int
		s.asked = func(c *router.Context) {
			visits = append(visits, sessions.GetInt(c.Context(), "visits"))
			sessions.Put(c.Context(), "visits", sessions.GetInt(c.Context(), "visits")+1)
		}
		s.serve()

		first := s.get(ctx, "/user/7")
		Expect(first.cookies).To(ConsistOf(HaveField("Name", sessions.Cookie.Name)))
		s.get(ctx, "/user/7", "Cookie", first.cookies[0].String())
		s.get(ctx, "/user/7")

		Expect(visits).To(Equal([]int{0, 1, 0}))
	}, places())

	DescribeTable("otelhttp records a span that controllers are in", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		spans := tracetest.NewSpanRecorder()
		provider := trace.NewTracerProvider(trace.WithSpanProcessor(spans))
		p.put(s.Router, otelhttp.NewMiddleware("request", otelhttp.WithTracerProvider(provider)))
		var inside oteltrace.SpanContext
		s.asked = func(c *router.Context) { inside = oteltrace.SpanContextFromContext(c.Context()) }
		s.serve()

		s.get(ctx, "/user/7")
		s.get(ctx, "/broken")

		Eventually(ctx, spans.Ended).Should(HaveLen(2))
		Expect(spans.Ended()[0].SpanContext()).To(Equal(inside))
		Expect(inside.IsValid()).To(BeTrue())
		Expect(spans.Ended()[0].Attributes()).To(ContainElement(attribute.Int("http.response.status_code", 200)))
		Expect(spans.Ended()[1].Attributes()).To(ContainElement(attribute.Int("http.response.status_code", 500)))
	}, places())

	DescribeTable("chi names requests, finds clients and sets deadlines", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		p.put(s.Router, chi.RequestID, chi.ClientIPFromXFF("127.0.0.0/8"), chi.Timeout(time.Hour))
		var id, client string
		var deadline time.Time
		s.asked = func(c *router.Context) {
			id, client = chi.GetReqID(c.Context()), chi.GetClientIP(c.Context())
			deadline, _ = c.Context().Deadline()
		}
		s.serve()

		s.get(ctx, "/user/7", "X-Request-Id", "req-1", "X-Forwarded-For", "192.0.2.7")

		Expect(id).To(Equal("req-1"))
		Expect(client).To(Equal("192.0.2.7"))
		Expect(deadline).To(BeTemporally("~", time.Now().Add(time.Hour), time.Minute))
	}, places())

	DescribeTable("gorilla/handlers puts the client of a proxy in the place of its address", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		p.put(s.Router, handlers.ProxyHeaders)
		var address, scheme string
		s.asked = func(c *router.Context) { address, scheme = c.Request().RemoteAddr, c.Request().URL.Scheme }
		s.serve()

		s.get(ctx, "/user/7", "X-Forwarded-For", "192.0.2.7", "X-Forwarded-Proto", "https")

		Expect(address).To(Equal("192.0.2.7"))
		Expect(scheme).To(Equal("https"))
	}, places())

	DescribeTable("chi strips a trailing slash before the router matches", func(ctx SpecContext, p place) {
		s := newService(p.engine)
		s.Use(chi.StripSlashes)
		s.serve()

		Expect(s.get(ctx, "/user/7/").user().ID).To(Equal(7))
	}, places()[:3])
})

// record serves a request in process.
func record(h http.Handler, method, target string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, target, nil))
	return w
}
