package otelpack_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
	"github.com/trefoil-go/trefoil/modules/router/otelpack"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

var engines = map[string]func() engine.Engine{
	"trie": func() engine.Engine { return trierouter.Engine() },
	"gin":  func() engine.Engine { return ginrouter.Engine() },
	"mux":  func() engine.Engine { return muxrouter.Engine() },
}

// service is a router with the pack, and what the pack has reported.
type service struct {
	*router.Router
	spans  *tracetest.InMemoryExporter
	reader *sdkmetric.ManualReader
	server *httptest.Server
}

func newService(e engine.Engine, opts ...otelpack.Option) *service {
	s := &service{spans: tracetest.NewInMemoryExporter(), reader: sdkmetric.NewManualReader()}
	s.Router = router.New(router.WithEngine(e), router.WithHealth("/live", "/ready"))
	s.Install(otelpack.New(append([]otelpack.Option{
		otelpack.WithTracerProvider(sdktrace.NewTracerProvider(sdktrace.WithSyncer(s.spans))),
		otelpack.WithMeterProvider(sdkmetric.NewMeterProvider(sdkmetric.WithReader(s.reader))),
		otelpack.WithPropagator(propagation.TraceContext{}),
	}, opts...)...))
	s.Flag(router.Flag{Name: "AUTH"}, router.Flag{Name: "ADMIN"})
	s.Guard("AUTH", func(c *router.Context) error {
		if c.Header("Authorization") == "" {
			return c.Error(http.StatusUnauthorized, "who are you?")
		}
		return nil
	})
	s.Guard("ADMIN", func(*router.Context) error { return nil })
	return s
}

// get sends a request and reads its answer.
func (s *service) get(path string, header ...string) (*http.Response, string, error) {
	GinkgoHelper()
	if s.server == nil {
		handler, err := s.Handler()
		Expect(err).NotTo(HaveOccurred())
		s.server = httptest.NewServer(handler)
		DeferCleanup(s.server.Close)
	}
	request, err := http.NewRequest(http.MethodGet, s.server.URL+path, nil)
	Expect(err).NotTo(HaveOccurred())
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := s.server.Client().Do(request)
	if err != nil {
		return nil, "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, string(body), err
}

// span waits for the span of the only request.
func (s *service) span() tracetest.SpanStub {
	GinkgoHelper()
	Eventually(s.spans.GetSpans).Should(HaveLen(1))
	return s.spans.GetSpans()[0]
}

// durations are the attributes of http.server.request.duration, and how often each
// set of them was seen.
func (s *service) durations(ctx context.Context) []string {
	GinkgoHelper()
	var data metricdata.ResourceMetrics
	Expect(s.reader.Collect(ctx, &data)).To(Succeed())
	var lines []string
	for _, scope := range data.ScopeMetrics {
		for _, m := range scope.Metrics {
			if m.Name != "http.server.request.duration" {
				continue
			}
			for _, point := range m.Data.(metricdata.Histogram[float64]).DataPoints {
				var words []string
				for _, a := range point.Attributes.ToSlice() {
					if slices.Contains([]attribute.Key{"http.request.method", "http.route", "http.response.status_code", otelpack.Flags, "error.type"}, a.Key) {
						words = append(words, a.Value.String())
					}
				}
				lines = append(lines, fmt.Sprint(strings.Join(words, " "), " × ", point.Count))
			}
		}
	}
	slices.Sort(lines)
	return lines
}

func value(span tracetest.SpanStub, key attribute.Key) string {
	set := attribute.NewSet(span.Attributes...)
	v, _ := set.Value(key)
	return v.String()
}

type user struct {
	Name string `json:"name"`
}

var _ = Describe("A request", func() {
	for name, engine := range engines {
		Context("on "+name, func() {
			It("is a span and counts by method, route, flags and status", func(ctx SpecContext) {
				s := newService(engine())
				s.Register(router.Controllers{"GET AUTH ADMIN /users/:id": router.F1(func(_ *router.Context, id int) (user, error) { return user{"Ann"}, nil })})

				_, body, err := s.get("/users/7", "Authorization", "x")
				Expect(err).NotTo(HaveOccurred())
				Expect(body).To(Equal(`{"name":"Ann"}`))

				span := s.span()
				Expect(span.Name).To(Equal("GET /users/{id}"))
				Expect(span.SpanKind).To(Equal(trace.SpanKindServer))
				Expect(value(span, "http.route")).To(Equal("/users/{id}"))
				Expect(value(span, otelpack.Flags)).To(Equal(`["AUTH","ADMIN"]`))
				Expect(value(span, "http.response.status_code")).To(Equal("200"))
				Expect(span.Status.Code).To(Equal(codes.Unset))

				_, _, err = s.get("/users/8", "Authorization", "x")
				Expect(err).NotTo(HaveOccurred())
				_, _, err = s.get("/users/8")
				Expect(err).NotTo(HaveOccurred())
				Eventually(s.spans.GetSpans).Should(HaveLen(3))
				Expect(s.durations(ctx)).To(Equal([]string{
					`GET 200 /users/{id} ["AUTH","ADMIN"] × 2`, `GET 401 /users/{id} ["AUTH","ADMIN"] × 1`,
				}))
				Expect(s.spans.GetSpans()[2].Status.Code).To(Equal(codes.Unset), "who is refused is no error of the server")
				Expect(s.spans.GetSpans()[2].Events).To(BeEmpty())
			})

			It("has its route behind middleware that gives the request a context", func(ctx SpecContext) {
				s := newService(engine())
				s.Use(func(next http.Handler) http.Handler {
					return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), user{}, "Ann")))
					})
				})
				s.Register(router.Controllers{"GET /users/:id": router.F1(func(_ *router.Context, id int) (user, error) { return user{"Ann"}, nil })})

				_, _, err := s.get("/users/7")
				Expect(err).NotTo(HaveOccurred())

				Expect(s.span().Name).To(Equal("GET /users/{id}"))
				Expect(value(s.span(), "http.route")).To(Equal("/users/{id}"))
				Expect(s.durations(ctx)).To(Equal([]string{"GET 200 /users/{id} × 1"}))
			})

			It("is answered behind middleware that gives it a context from elsewhere", func(ctx SpecContext) {
				s := newService(engine())
				s.Use(func(next http.Handler) http.Handler {
					return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						next.ServeHTTP(w, r.WithContext(ctx))
					})
				})
				s.Register(router.Controllers{"GET /users": router.F0(func(*router.Context) ([]user, error) { return nil, nil })})

				_, body, err := s.get("/users")
				Expect(err).NotTo(HaveOccurred())

				Expect(body).To(Equal("[]"))
				Expect(s.span().Name).To(Equal("GET"))
				Expect(s.Bugs()).To(BeZero())
			})

			It("that middleware of a flag answers has its route", func(ctx SpecContext) {
				s := newService(engine())
				s.UseFor("ADMIN", func(http.Handler) http.Handler { return http.NotFoundHandler() })
				s.Register(router.Controllers{"GET ADMIN /users/:id": router.F1(func(_ *router.Context, id int) (user, error) { return user{"Ann"}, nil })})

				_, _, err := s.get("/users/7")
				Expect(err).NotTo(HaveOccurred())

				Expect(s.span().Name).To(Equal("GET /users/{id}"))
				Expect(value(s.span(), "http.route")).To(Equal("/users/{id}"))
				Expect(s.durations(ctx)).To(Equal([]string{"GET 404 /users/{id} × 1"}))
			})

			It("that no route answers has no route, and one for the health of the server is none", func(ctx SpecContext) {
				s := newService(engine())
				s.Register(router.Controllers{"GET /users": router.F0(func(*router.Context) ([]user, error) { return nil, nil })})

				for _, path := range []string{"/nothing/1", "/nothing/2", "/live"} {
					_, _, err := s.get(path)
					Expect(err).NotTo(HaveOccurred())
				}

				Eventually(s.spans.GetSpans).Should(HaveLen(2))
				Expect(s.spans.GetSpans()[0].Name).To(Equal("GET"))
				Expect(s.durations(ctx)).To(Equal([]string{"GET 404 × 2"}))
			})

			It("makes no metric of its own with the host, the method or the version that it names", func(ctx SpecContext) {
				s := newService(engine())
				s.Register(router.Controllers{"GET /users": router.F0(func(c *router.Context) (string, error) { return c.Request().Host, nil })})
				_, _, err := s.get("/users")
				Expect(err).NotTo(HaveOccurred())

				for i, method := range []string{"GET", "GET", "SPAM", "MAPS"} {
					host := fmt.Sprintf("h%d.example:%d", i, 1000+i)
					request, err := http.NewRequest(method, s.server.URL+"/users", nil)
					Expect(err).NotTo(HaveOccurred())
					request.Host = host
					response, err := s.server.Client().Do(request)
					Expect(err).NotTo(HaveOccurred())
					body, err := io.ReadAll(response.Body)
					Expect(err).NotTo(HaveOccurred())
					Expect(response.Body.Close()).To(Succeed())
					if method == "GET" {
						Expect(string(body)).To(Equal(`"` + host + `"`))
					}
				}

				Eventually(s.spans.GetSpans).Should(HaveLen(5))
				Expect(value(s.spans.GetSpans()[1], "server.address")).To(Equal("h0.example"))
				Expect(s.durations(ctx)).To(Equal([]string{"GET 200 /users × 3", "_OTHER 405 × 2"}))
			})

			It("is of the client that the router knows, and not of one that a header names", func() {
				s := newService(engine())
				s.Register(router.Controllers{"GET /users": router.F0(func(*router.Context) (string, error) { return "", nil })})

				_, _, err := s.get("/users", "X-Forwarded-For", "192.0.2.1")
				Expect(err).NotTo(HaveOccurred())

				Expect(value(s.span(), "client.address")).To(Equal("127.0.0.1"))
			})

			It("that fails is an error with what was wrong", func() {
				s := newService(engine())
				s.Register(router.Controllers{"GET /users": router.F0(func(*router.Context) (user, error) { return user{}, errors.New("no disk") })})

				response, _, err := s.get("/users")
				Expect(err).NotTo(HaveOccurred())
				Expect(response.StatusCode).To(Equal(500))

				span := s.span()
				Expect(span.Status.Code).To(Equal(codes.Error))
				Expect(span.Events).To(HaveLen(1))
				Expect(fmt.Sprint(span.Events[0].Attributes)).To(ContainSubstring("no disk"))
			})

			It("whose answer is cut off counts, and is an error", func(ctx SpecContext) {
				s := newService(engine())
				s.Register(router.Controllers{"GET /rows": router.NDJSON(func(c *router.Context) iter.Seq2[user, error] {
					return func(yield func(user, error) bool) {
						yield(user{"Ann"}, nil)
						yield(user{}, errors.New("no disk"))
					}
				})})

				_, body, err := s.get("/rows")
				Expect(err).To(MatchError(io.ErrUnexpectedEOF))
				Expect(body).To(ContainSubstring("Ann"))

				span := s.span()
				Expect(span.Name).To(Equal("GET /rows"))
				Expect(span.Status.Code).To(Equal(codes.Error))
				Expect(span.Events).To(HaveLen(1))
				Expect(s.durations(ctx)).To(Equal([]string{"aborted GET 200 /rows × 1"}))
			})

			DescribeTable("whose connection ends otherwise has the status that was sent",
				func(ctx SpecContext, fn any, want, status string, code codes.Code) {
					s := newService(engine())
					s.Register(router.Controllers{"GET /x": fn})

					_, _, err := s.get("/x")
					Expect(err).To(HaveOccurred())

					span := s.span()
					Expect(span.Status.Code).To(Equal(code))
					Expect(value(span, "http.response.status_code")).To(Equal(status))
					Expect(s.durations(ctx)).To(Equal([]string{want + " × 1"}))
				},
				Entry("none when it is cut before its first byte", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "aborted GET /x", "", codes.Error),
				Entry("that of its first byte when it is cut behind it", func(w http.ResponseWriter, _ *http.Request) {
					w.WriteHeader(http.StatusAccepted)
					_ = http.NewResponseController(w).Flush()
					panic(http.ErrAbortHandler)
				}, "aborted GET 202 /x", "202", codes.Error),
				Entry("that of a handler whose error cuts it", func(c *router.Context) error {
					_, _ = c.ResponseWriter().Write([]byte(strings.Repeat("x", 5000)))
					return errors.New("no disk")
				}, "aborted GET 200 /x", "200", codes.Error),
				Entry("none when its goroutine ends before its first byte", func(*router.Context) error { runtime.Goexit(); return nil }, "aborted GET /x", "", codes.Error),
				Entry("that of its first byte when its goroutine ends behind it", func(w http.ResponseWriter, _ *http.Request) {
					w.WriteHeader(http.StatusAccepted)
					_ = http.NewResponseController(w).Flush()
					runtime.Goexit()
				}, "aborted GET 202 /x", "202", codes.Error),
				Entry("101 when it is taken over", func(w http.ResponseWriter, _ *http.Request) {
					conn, _, err := http.NewResponseController(w).Hijack()
					if err == nil {
						_ = conn.Close()
					}
				}, "GET 101 /x", "101", codes.Unset),
			)

			It("that middleware behind the pack panics at counts with the status of the answer", func(ctx SpecContext) {
				s := newService(engine())
				s.Use(func(next http.Handler) http.Handler {
					return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						switch r.URL.Path {
						case "/bug":
							panic("no disk")
						case "/refused":
							panic(&router.ClientError{Status: http.StatusTeapot, Message: "no"})
						}
						next.ServeHTTP(w, r)
						panic("too late")
					})
				})
				s.Register(router.Controllers{"GET /x": func(w http.ResponseWriter, r *http.Request) {
					_, _ = io.WriteString(w, strings.Repeat("x", 5000))
				}})

				for path, want := range map[string]int{"/bug": 500, "/refused": 418} {
					response, _, err := s.get(path)
					Expect(err).NotTo(HaveOccurred())
					Expect(response.StatusCode).To(Equal(want))
				}
				_, _, err := s.get("/x")
				Expect(err).To(HaveOccurred())

				Eventually(s.spans.GetSpans).Should(HaveLen(3))
				Expect(value(s.spans.GetSpans()[2], "http.response.body.size")).To(Equal("5000"))
				Expect(s.durations(ctx)).To(Equal([]string{"GET 418 × 1", "GET 500 × 1", "aborted GET 200 /x × 1"}))
			})

			It("whose file the connection copies itself counts with the bytes of it", func() {
				path := filepath.Join(GinkgoT().TempDir(), "a.txt")
				Expect(os.WriteFile(path, []byte(strings.Repeat("x", 70_000)), 0o600)).To(Succeed())
				s := newService(engine())
				s.Register(router.Controllers{"GET /file": func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, path) }})

				_, body, err := s.get("/file")
				Expect(err).NotTo(HaveOccurred())
				Expect(body).To(HaveLen(70_000))

				Expect(value(s.span(), "http.response.body.size")).To(Equal("70000"))
			})

			It("continues the trace of its caller, or links to it when the endpoint is public", func() {
				const caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
				for _, public := range []bool{false, true} {
					var opts []otelpack.Option
					if public {
						opts = append(opts, otelpack.WithPublicEndpoint())
					}
					s := newService(engine(), opts...)
					s.Register(router.Controllers{"GET /trace": router.F0(func(c *router.Context) (string, error) {
						return trace.SpanContextFromContext(c.Context()).TraceID().String(), nil
					})})
					_, body, err := s.get("/trace", "traceparent", caller)
					Expect(err).NotTo(HaveOccurred())
					span := s.span()
					Expect(body).To(ContainSubstring(span.SpanContext.TraceID().String()), "what the controller calls is in the trace")
					Expect(span.SpanContext.TraceID().String() == "0af7651916cd43dd8448eb211c80319c").To(Equal(!public))
					Expect(span.Links).To(HaveLen(map[bool]int{true: 1}[public]))
				}
			})

			It("that is a stream arrives event by event", func() {
				s := newService(engine())
				next := make(chan string, 1)
				s.Register(router.Controllers{"GET /events": router.SSE(func(c *router.Context) iter.Seq2[router.Event, error] {
					return func(yield func(router.Event, error) bool) {
						for text := range next {
							if !yield(router.Event{Data: text}, nil) {
								return
							}
						}
					}
				})})
				_, _, err := s.get("/nothing")
				Expect(err).NotTo(HaveOccurred())
				next <- "zero" // the headers go with it
				response, err := http.Get(s.server.URL + "/events")
				Expect(err).NotTo(HaveOccurred())
				defer response.Body.Close()
				lines := bufio.NewScanner(response.Body)
				for i, text := range []string{"zero", "one", "two"} {
					if i > 0 {
						next <- text
					}
					for lines.Scan() && !strings.Contains(lines.Text(), text) {
					}
					Expect(lines.Text()).To(ContainSubstring(text))
				}
				close(next)
				Expect(io.ReadAll(response.Body)).Error().NotTo(HaveOccurred())
				Eventually(s.spans.GetSpans).Should(HaveLen(2))
			})
		})
	}
})
