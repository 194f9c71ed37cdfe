package router_test

import (
	"crypto/tls"
	"errors"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// answered is what a client of a real connection gets.
type answered struct {
	status int
	proto  string
	body   string
	header http.Header
	err    error // of the request, or of reading the body
}

// askOnce asks a handler over HTTP/1.1 or HTTP/2.
func askOnce(h http.Handler, method string, http2 bool) (a answered) {
	GinkgoHelper()
	s := httptest.NewUnstartedServer(h)
	s.EnableHTTP2 = http2
	s.Config.ErrorLog = nil
	if http2 {
		s.TLS = &tls.Config{MinVersion: tls.VersionTLS13}
		s.StartTLS()
	} else {
		s.Start()
	}
	defer s.Close()
	req, err := http.NewRequest(method, s.URL+"/x", nil)
	Expect(err).NotTo(HaveOccurred())
	res, err := s.Client().Do(req)
	if err != nil {
		return answered{err: err}
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	return answered{res.StatusCode, res.Proto, string(text), res.Header, err}
}

// writeSome writes n bytes and flushes them if told to.
func writeSome(w http.ResponseWriter, n int, flush bool) {
	w.Header().Set("Content-Type", "text/plain")
	_, _ = io.WriteString(w, strings.Repeat("x", n))
	if flush {
		_ = http.NewResponseController(w).Flush()
	}
}

var _ = Describe("A controller that fails in the middle of its response", func() {
	ways := map[string]func(n int, flush bool) (any, router.PanicPolicy){
		"a panic on purpose": func(n int, flush bool) (any, router.PanicPolicy) {
			return func(c *router.Context) error {
				writeSome(c.ResponseWriter(), n, flush)
				panic("late")
			}, router.Recover
		},
		"a panic on purpose that ends the process": func(n int, flush bool) (any, router.PanicPolicy) {
			return func(c *router.Context) error {
				writeSome(c.ResponseWriter(), n, flush)
				c.Crash(errors.New("late"))
				return nil
			}, router.Exit
		},
		"a bug": func(n int, flush bool) (any, router.PanicPolicy) {
			return func(w http.ResponseWriter, _ *http.Request) {
				writeSome(w, n, flush)
				throw(nil)
			}, router.Crash
		},
		"an error": func(n int, flush bool) (any, router.PanicPolicy) {
			return func(c *router.Context) error {
				writeSome(c.ResponseWriter(), n, flush)
				return errors.New("late")
			}, router.Exit
		},
		"an error of the client": func(n int, flush bool) (any, router.PanicPolicy) {
			return func(c *router.Context) error {
				writeSome(c.ResponseWriter(), n, flush)
				return &router.ClientError{Status: 500, Message: "late"}
			}, router.Exit
		},
	}
	for engineName, engine := range engines {
		for wayName, way := range ways {
			routed := func(n int, flush bool) http.Handler {
				GinkgoHelper()
				fn, policy := way(n, flush)
				r := router.New(router.WithEngine(engine()), router.WithLogger(nil), router.WithPanicPolicy(policy), router.WithExit(func(int) {}))
				r.Register(router.Controllers{"GET /x": fn})
				h, err := r.Handler()
				Expect(err).NotTo(HaveOccurred())
				return h
			}

			DescribeTable("by "+wayName+", on "+engineName,
				func(n int, flush, http2, torn bool) {
					a := askOnce(routed(n, flush), http.MethodGet, http2)

					if torn {
						Expect(a.err).To(HaveOccurred(), "status %d, %d bytes", a.status, len(a.body))
						return
					}
					Expect(a.err).NotTo(HaveOccurred())
					Expect(a.status).To(Equal(500))
					Expect(a.header.Get("Content-Type")).To(Equal("application/problem+json"))
					Expect(a.body).NotTo(ContainSubstring("x"))
				},
				Entry("has its connection cut once a part is on its way", 1, true, false, true),
				Entry("has its stream reset once a part is on its way", 1, true, true, true),
				Entry("has its connection cut when more is written than is held back", 100_000, false, false, true),
				Entry("has its stream reset when more is written than is held back", 100_000, false, true, true),
				Entry("is answered with 500 as long as nothing is on its way", 1, false, false, false),
				Entry("is answered with 500 as long as nothing is on its way, over HTTP/2", 1, false, true, false),
			)

			It("by "+wayName+", answers HEAD with 500, on "+engineName, func() {
				a := askOnce(routed(1, false), http.MethodHead, false)

				Expect(a.err).NotTo(HaveOccurred())
				Expect(a.status).To(Equal(500))
			})
		}
	}

	DescribeTable("is told apart from one that is whole: what fails behind a result that was sent is logged",
		func(method, body string, fn any) {
			f := newFixture()
			f.BeforeResponse(func(c *router.Context, next func() error) error {
				err := next()
				c.SetHeader("X-Late", "1")
				return errors.Join(err, errors.New("late"))
			})
			register(f, "GET /x", fn)

			w := f.do(method, "/x", "")

			Expect(w.Code).To(Equal(200))
			Expect(w.Body.String()).To(Equal(body))
			Expect(w.Result().Header).NotTo(HaveKey("X-Late"))
			Expect(f.log.String()).To(And(ContainSubstring("err=late"), ContainSubstring("sent=true")))
		},
		Entry("a value", "GET", `"whole"`, func(c *router.Context) error { return c.Render("whole") }),
		Entry("the header of a value", "HEAD", "", func(c *router.Context) error { return c.Render("whole") }),
		Entry("lines", "GET", "1\n", router.NDJSON(oneLine)),
		Entry("the header of lines", "HEAD", "", router.NDJSON(oneLine)),
		Entry("lines that are rendered", "GET", "1\n", func(c *router.Context) error { return c.Render(router.Stream[int](oneLine(c))) }),
		Entry("a content", "GET", "whole", func(c *router.Context) error { return c.Render(router.Content{Data: strings.NewReader("whole")}) }),
		Entry("the header of a content", "HEAD", "", func(c *router.Context) error { return c.Render(router.Content{Data: strings.NewReader("whole")}) }),
	)

	for name, engine := range engines {
		It("leaves nothing of what is written too late to the next request, on "+name, func() {
			f := newFixture(router.WithEngine(engine()))
			f.AfterResponse("LATE", func(c *router.Context) { _, _ = io.WriteString(c.ResponseWriter(), "late") })
			f.Register(router.Controllers{
				"GET LATE /aborted": func(*router.Context) error { panic(http.ErrAbortHandler) },
				"GET /next":         func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "own") },
			})

			for range 100 { // one of them has the exchange of the other
				Expect(func() { f.get("/aborted") }).To(PanicWith(http.ErrAbortHandler))
				Expect(f.get("/next").Body.String()).To(Equal("own"))
			}
		})
	}

	It("is answered with the error of a hook that undoes what it did", func() {
		f := newFixture()
		f.BeforeFunctionCall(func(_ *router.Context, next func() error) error { return errors.Join(next(), errors.New("no commit")) })
		register(f, "GET /x", func(w http.ResponseWriter, _ *http.Request) { writeSome(w, 1, false) })

		expectProblem(f.get("/x"), 500, "")

		Expect(f.log.String()).To(ContainSubstring("sent=false"))
	})
})

func oneLine(*router.Context) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) { yield(1, nil) }
}

var _ = Describe("A response that a handler writes itself", func() {
	served := func(handler http.HandlerFunc) answered {
		GinkgoHelper()
		r := router.New(router.WithLogger(nil))
		r.Register(router.Controllers{"GET /x": handler})
		h, err := r.Handler()
		Expect(err).NotTo(HaveOccurred())
		return askOnce(h, http.MethodGet, false)
	}

	It("has the header that it had when its status was written", func() {
		a := served(func(w http.ResponseWriter, _ *http.Request) {
			h := w.Header()
			h.Set("X-Before", "1")
			w.WriteHeader(http.StatusAccepted)
			h.Set("X-Before", "2")
			h.Set("X-After", "1")
			_, _ = io.WriteString(w, "body")
		})

		Expect(a.status).To(Equal(http.StatusAccepted))
		Expect(a.header.Get("X-Before")).To(Equal("1"))
		Expect(a.header).NotTo(HaveKey("X-After"))
		Expect(a.header.Get("Content-Length")).To(Equal("4"))
		Expect(a.body).To(Equal("body"))
	})

	It("has its trailers", func() {
		r := router.New(router.WithLogger(nil))
		r.Register(router.Controllers{"GET /x": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Trailer", "X-Sum")
			_, _ = io.WriteString(w, "body")
			w.Header().Set("X-Sum", "7")
		}})
		h, err := r.Handler()
		Expect(err).NotTo(HaveOccurred())
		s := httptest.NewServer(h)
		defer s.Close()

		res, err := s.Client().Get(s.URL + "/x")
		Expect(err).NotTo(HaveOccurred())
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)

		Expect(err).NotTo(HaveOccurred())
		Expect(string(body)).To(Equal("body"))
		Expect(res.Header).NotTo(HaveKey("X-Sum"))
		Expect(res.Trailer.Get("X-Sum")).To(Equal("7"))
	})

	DescribeTable("has no trailers where an error takes its place",
		func(announced, trailer string) {
			f := newFixture()
			register(f, "GET /x", func(c *router.Context) error {
				w := c.ResponseWriter()
				if announced != "" {
					w.Header().Set("Trailer", announced)
				}
				_, _ = io.WriteString(w, "body")
				w.Header().Set(trailer, "7")
				return c.Error(http.StatusNotFound, "gone")
			})

			res, body := wired(f, "GET")

			Expect(res.StatusCode).To(Equal(http.StatusNotFound))
			Expect(res.ContentLength).To(BeEquivalentTo(len(body)))
			Expect(res.Header).NotTo(HaveKey("X-Sum"))
			Expect(res.Trailer).To(BeEmpty())
		},
		Entry("that are announced", "x-sum, x-other", "X-Sum"),
		Entry("that are not", "", http.TrailerPrefix+"X-Sum"),
	)

	It("is told by net/http when it is longer than it has said, or may have no body", func() {
		var errs []error
		f := newFixture()
		f.Register(router.Controllers{
			"GET /long": func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "1")
				_, err := io.WriteString(w, "long")
				errs = append(errs, err)
			},
			"GET /none": func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(http.StatusNotModified)
				_, err := io.WriteString(w, "body")
				errs = append(errs, err)
			},
		})
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		s := httptest.NewServer(h)
		defer s.Close()

		for _, path := range []string{"/long", "/none"} {
			if res, err := s.Client().Get(s.URL + path); err == nil {
				_, _ = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
			}
		}
		s.Close()

		Expect(errs).To(Equal([]error{http.ErrContentLength, http.ErrBodyNotAllowed}))
	})
})
