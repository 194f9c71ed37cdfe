package router_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// deaf is a connection that nothing can be written to.
type deaf struct{ *httptest.ResponseRecorder }

func (deaf) Write([]byte) (int, error) { return 0, syscall.EPIPE }

var _ = Describe("A fault of a hook", func() {
	var order []string
	var f *fixture

	passing := func(name string) router.HookFunc {
		return func(_ *router.Context, next func() error) error {
			order = append(order, name)
			defer func() { order = append(order, "/"+name) }()
			return next()
		}
	}

	BeforeEach(func() {
		order = nil
		f = newFixture(router.WithPanicPolicy(router.Recover))
		for name, add := range map[string]func(...any){"call": f.BeforeFunctionCall, "render": f.BeforeRender, "response": f.BeforeResponse, "after": f.AfterResponse} {
			add(passing(name))
		}
	})

	panicking := func(*router.Context, func() error) error { panic("boom") }
	refusing := func(c *router.Context, _ func() error) error { return c.Error(409, "no") }

	DescribeTable("keeps the order and runs what was entered once",
		func(add func(hook func(*router.Context, func() error) error), hook func(*router.Context, func() error) error, status int, detail, ran string) {
			add(hook)
			register(f, "GET /x", func(c *router.Context) error { order = append(order, "fn"); return c.Render(1) })

			expectProblem(f.get("/x"), status, detail)

			Expect(strings.Join(order, " ")).To(Equal(ran))
		},
		Entry("before the function fails", func(h func(*router.Context, func() error) error) { f.BeforeFunctionCall(h) }, refusing, 409, "no",
			"call /call response /response after /after"),
		Entry("before the function panics", func(h func(*router.Context, func() error) error) { f.BeforeFunctionCall(h) }, panicking, 500, "",
			"call /call response /response after /after"),
		Entry("before rendering fails", func(h func(*router.Context, func() error) error) { f.BeforeRender(h) }, refusing, 409, "no",
			"call fn /call render /render response /response after /after"),
		Entry("before rendering panics", func(h func(*router.Context, func() error) error) { f.BeforeRender(h) }, panicking, 500, "",
			"call fn /call render /render response /response after /after"),
		Entry("before the response fails", func(h func(*router.Context, func() error) error) { f.BeforeResponse(h) }, refusing, 409, "no",
			"call fn /call render /render response /response after /after"),
		Entry("before the response panics", func(h func(*router.Context, func() error) error) { f.BeforeResponse(h) }, panicking, 500, "",
			"call fn /call render /render response /response after /after"),
	)

	It("after the response is logged, and the other hooks run", func() {
		f.AfterResponse(func(*router.Context) { panic("boom") })
		f.AfterResponse(func(*router.Context, func() error) error { return errors.New("late") })
		f.AfterResponse(passing("last"))
		register(f, "GET /x", func(c *router.Context) error { return c.Render(1) })

		Expect(f.get("/x").Body.String()).To(Equal("1"))

		Expect(order).To(ContainElements("after", "last"))
		Expect(strings.Count(f.log.String(), "afterResponse hook failed")).To(Equal(2))
	})

	It("after the response that ends its goroutine is a bug, and the other hooks run", func() {
		data := &opened{ReadSeeker: strings.NewReader("x")}
		f.AfterResponse(func(*router.Context) { runtime.Goexit() })
		f.AfterResponse(passing("between"))
		f.AfterResponse(func(*router.Context) { runtime.Goexit() })
		f.AfterResponse(passing("last"))
		var kept *router.Context
		register(f, "GET /x", func(c *router.Context) error {
			kept = c
			return c.Render(router.Content{Data: data})
		})
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		done := make(chan struct{})

		go func() {
			defer close(done)
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/x", nil))
			order = append(order, "returned")
		}()
		Eventually(done).Should(BeClosed())

		Expect(order[len(order)-4:]).To(Equal([]string{"between", "/between", "last", "/last"}))
		Expect(f.Bugs()).To(Equal(int64(2)))
		Expect(strings.Count(f.log.String(), "runtime.Goexit")).To(Equal(2), f.log.String())
		Expect(data.closed).To(Equal(1), "the request has ended, once")
		Expect(kept.Err()).To(MatchError(router.ErrStale))
	})

	DescribeTable("before the response to an error that ends its goroutine is a bug, and the hooks behind the response run",
		func(fn any) {
			data := &opened{ReadSeeker: strings.NewReader("x")}
			f.BeforeRender(func(c *router.Context, _ func() error) error {
				c.SetResult(router.Content{Data: data})
				return c.Error(409, "no")
			})
			f.BeforeResponse(func(*router.Context, func() error) error { runtime.Goexit(); return nil })
			var seen []string
			for range 2 {
				f.AfterResponse(func(c *router.Context) { seen = append(seen, fmt.Sprint(c.Status(), " ", c.Err())) })
			}
			register(f, "GET /x", fn)
			h, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
			done := make(chan struct{})

			go func() {
				defer close(done)
				h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/x", nil))
				seen = append(seen, "returned")
			}()
			Eventually(done).Should(BeClosed())

			Expect(seen).To(HaveLen(2))
			Expect(seen).To(HaveEach(And(HavePrefix("0 "), ContainSubstring("runtime.Goexit"))))
			Expect(f.Bugs()).To(Equal(int64(1)))
			Expect(data.closed).To(Equal(1))
		},
		Entry("of rendering", func(c *router.Context) error { return c.Render(1) }),
		Entry("of a typed function", router.F0(func(*router.Context) (int, error) { return 1, nil })),
	)

	DescribeTable("that drops the error of the function leaves no answer but that of a function without a result",
		func(failing any, status int) {
			f.BeforeFunctionCall(func(_ *router.Context, next func() error) error { _ = next(); return nil })
			register(f, "GET /x", failing)

			Expect(f.get("/x").Code).To(Equal(status))
			Expect(strings.Contains(f.log.String(), "a hook ended the request without an answer")).To(Equal(status == 500), f.log.String())
		},
		Entry("of a struct", router.F0(func(*router.Context) (user, error) { return user{}, errors.New("no") }), 500),
		Entry("of a pointer", router.F0(func(*router.Context) (*user, error) { return nil, errors.New("no") }), 500),
		Entry("of a text", router.F0(func(*router.Context) (string, error) { return "", errors.New("no") }), 500),
		Entry("of what was created", router.F0(func(*router.Context) (router.Created[int], error) { return router.Created[int]{}, errors.New("no") }), 500),
		Entry("that leads elsewhere", router.F0(func(*router.Context) (router.Redirect, error) { return router.Redirect{}, errors.New("no") }), 500),
		Entry("that is called with reflection", func(*router.Context) (user, error) { return user{}, errors.New("no") }, 500),
		Entry("which is None", router.F0(func(*router.Context) (router.None, error) { return router.None{}, errors.New("no") }), 204),
		Entry("which there is not", func(*router.Context) error { return errors.New("no") }, 204),
	)

	DescribeTable("that writes the response before it lets it be sent is sent alone",
		func(fn any) {
			f.BeforeResponse(func(c *router.Context, next func() error) error { return errors.Join(write(c), next()) })
			register(f, "GET /x", fn)

			Expect(f.get("/x").Body.String()).To(Equal("other"))
		},
		Entry("of a value", router.F0(func(*router.Context) (user, error) { return user{}, nil })),
		Entry("of an error", router.F0(func(c *router.Context) (user, error) { return user{}, c.Error(409, "no") })),
		Entry("of lines", router.NDJSON(func(*router.Context) iter.Seq2[int, error] {
			return func(yield func(int, error) bool) { yield(1, nil) }
		})),
		Entry("of events", router.SSE(func(*router.Context) iter.Seq2[router.EventOf[int], error] {
			return func(yield func(router.EventOf[int], error) bool) { yield(router.EventOf[int]{Data: 1}, nil) }
		})),
		Entry("of what a handler writes", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "mine") }),
		Entry("of what a handler writes in large parts", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.Copy(w, strings.NewReader(strings.Repeat("x", 10_000)))
		}),
		Entry("of a status that a handler writes", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusAccepted)
			_ = http.NewResponseController(w).Flush()
			_, _ = io.WriteString(w, "mine")
		}),
	)

	DescribeTable("that writes behind a response is told so and changes nothing",
		func(add func(hook func(*router.Context, func() error) error), fn any, want string) {
			var late error
			add(func(c *router.Context, next func() error) error {
				err := next()
				_, late = io.WriteString(c.ResponseWriter(), "late")
				return err
			})
			register(f, "GET /x", fn)

			w := f.get("/x")

			Expect(w.Body.String()).To(HavePrefix(want))
			Expect(w.Body.String()).NotTo(ContainSubstring("late"))
			Expect(late).To(MatchError("router: the response was sent"))
		},
		Entry("of a value, before the response", func(h func(*router.Context, func() error) error) { f.BeforeResponse(h) }, func(c *router.Context) error { return c.Render("sent") }, `"sent"`),
		Entry("of an error, before the response", func(h func(*router.Context, func() error) error) { f.BeforeResponse(h) }, func(c *router.Context) error { return c.Error(404, "none") }, `{"title"`),
		Entry("of lines, before the response", func(h func(*router.Context, func() error) error) { f.BeforeResponse(h) }, router.NDJSON(oneLine), "1\n"),
		Entry("of a value, after it", func(h func(*router.Context, func() error) error) { f.AfterResponse(h) }, func(c *router.Context) error { return c.Render("sent") }, `"sent"`),
		Entry("of an error, after it", func(h func(*router.Context, func() error) error) { f.AfterResponse(h) }, func(c *router.Context) error { return c.Error(404, "none") }, `{"title"`),
		Entry("of nothing, after it", func(h func(*router.Context, func() error) error) { f.AfterResponse(h) }, func(*router.Context) error { return nil }, ""),
		Entry("of what a handler has written, after it", func(h func(*router.Context, func() error) error) { f.AfterResponse(h) }, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "sent") }, "sent"),
	)

	It("that fails behind the headers of another body than that of the error leaves none of them", func() {
		f.BeforeResponse(func(c *router.Context, _ func() error) error {
			c.SetHeader("Content-Encoding", "gzip")
			c.SetHeader("Etag", `"v1"`)
			return c.Error(409, "no")
		})
		register(f, "GET /x", func(c *router.Context) error { return c.Error(404, "none") })

		w := f.get("/x")

		expectProblem(w, 409, "no")
		Expect(w.Header()).NotTo(Or(HaveKey("Content-Encoding"), HaveKey("Etag")))
	})

	DescribeTable("that fails behind the first part of a response cuts it",
		func(fn func(*router.Context) error) {
			f.BeforeResponse(func(c *router.Context, _ func() error) error {
				_, err := c.ResponseWriter().Write(make([]byte, 4000))
				return errors.Join(err, errors.New("late"))
			})
			register(f, "GET /x", fn)

			Expect(func() { f.get("/x") }).To(PanicWith(http.ErrAbortHandler))
		},
		Entry("to what is written", func(c *router.Context) error { _, err := io.WriteString(c.ResponseWriter(), "mine"); return err }),
		Entry("to what succeeded", func(c *router.Context) error { return c.Render(1) }),
		Entry("to an error", func(c *router.Context) error { return c.Error(404, "none") }),
	)

	It("that hangs is ended by the timeout of the route", func() {
		f.BeforeFunctionCall(func(c *router.Context, _ func() error) error {
			<-c.Context().Done()
			return c.Context().Err()
		})
		register(f, "GET /x", router.With(func(*router.Context) error { Fail("reached"); return nil }, router.Timeout(10*time.Millisecond)))

		expectProblem(f.get("/x"), 503, "the request took too long")
		Expect(strings.Join(order, " ")).To(Equal("call /call response /response after /after"))
	})

	It("that keeps next is told in test and cannot run another request with it", func() {
		f := newFixture(router.WithEnvironment(router.Test))
		var kept func() error
		calls := 0
		f.BeforeFunctionCall("KEEP", func(_ *router.Context, next func() error) error { kept = next; return next() })
		f.BeforeFunctionCall("USE", func(_ *router.Context, next func() error) error {
			Expect(kept()).To(MatchError(ContainSubstring("after it has returned")))
			return next()
		})
		f.Register(router.Controllers{
			"GET KEEP /keep": func(c *router.Context) error { return c.Render(0) },
			"GET USE /use":   func(c *router.Context) error { calls++; return c.Render(calls) },
		})

		for i := range 50 {
			Expect(f.get("/keep").Code).To(Equal(200))
			Expect(f.get("/use").Code).To(Equal(200))
			Expect(calls).To(Equal(i + 1))
		}
	})

	It("that is a bug is counted, wherever it is", func() {
		bug := func(*router.Context, func() error) error { var u *user; return errors.New(u.Name) }
		f.BeforeFunctionCall("A", bug)
		f.BeforeRender("B", bug)
		f.BeforeResponse("C", bug)
		f.AfterResponse("D", bug)
		f.Guard("E", func(*router.Context) error { var u *user; return errors.New(u.Name) })
		for _, flag := range []string{"A", "B", "C", "D", "E"} {
			register(f, "GET "+flag+" /"+flag, func(c *router.Context) error { return c.Render(1) })
		}

		for i, flag := range []string{"A", "B", "C", "D", "E"} {
			f.get("/" + flag)
			Expect(f.Bugs()).To(Equal(int64(i+1)), flag)
		}
	})
})

var _ = Describe("A fault while a request runs", func() {
	It("by its timeout cancels the context, and nothing is written behind it", func() {
		f := newFixture()
		late, written := make(chan struct{}), make(chan error, 1)
		register(f, "GET /x", router.With(func(c *router.Context) error {
			<-c.Context().Done()
			Expect(c.Context().Err()).To(Equal(context.DeadlineExceeded))
			w := c.ResponseWriter()
			go func() { <-late; _, err := w.Write([]byte("late")); written <- err }()
			return c.Context().Err()
		}, router.Timeout(5*time.Millisecond)))

		w := f.get("/x")
		expectProblem(w, 503, "the request took too long")
		close(late)

		Eventually(written).Should(Receive(MatchError(router.ErrStale)))
		Expect(w.Body.String()).NotTo(ContainSubstring("late"))
	})

	It("that is a context.Canceled of the function's own is an internal error, with a timeout too", func() {
		f := newFixture()
		register(f, "GET /x", router.With(func(*router.Context) error { return context.Canceled }, router.Timeout(time.Minute)))

		expectProblem(f.get("/x"), 500, "")
		Expect(f.log.String()).To(ContainSubstring(`level=WARN msg="request failed" status=500`))
	})

	It("by a client that is gone cancels the context and is no internal error", func(ctx SpecContext) {
		ended := make(chan error, 1)
		entered := make(chan struct{})
		s := newServed(func(r *router.Router) {
			r.AfterResponse(func(c *router.Context) { ended <- c.Err() })
			r.Register(router.Controllers{"GET /x": func(c *router.Context) error {
				close(entered)
				<-c.Context().Done()
				return c.Context().Err()
			}})
		})
		client, leave := context.WithCancel(ctx)
		req, err := http.NewRequestWithContext(client, http.MethodGet, s.base+"/x", nil)
		Expect(err).NotTo(HaveOccurred())
		go func() { <-entered; leave() }()

		_, err = s.client.Do(req)

		Expect(err).To(MatchError(context.Canceled))
		eventually(ctx, ended).Should(Receive(MatchError(context.Canceled)))
		Expect(s.log.String()).To(And(ContainSubstring("status=499"), Not(ContainSubstring("level=WARN"))))
	})

	large := strings.Repeat("x", 64<<20)
	DescribeTable("by a client that is gone in the middle of its answer is no internal error either", func(ctx SpecContext, fn any) {
		ended := make(chan error, 1)
		s := newServed(func(r *router.Router) {
			r.AfterResponse(func(c *router.Context) { ended <- c.Err() })
			register(&fixture{Router: r}, "GET /x", fn)
		})
		conn := s.dial()
		_, err := io.WriteString(conn, "GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
		Expect(err).NotTo(HaveOccurred())
		_, err = io.ReadFull(conn, make([]byte, 1000))
		Expect(err).NotTo(HaveOccurred())

		Expect(conn.Close()).To(Succeed())

		var got error
		eventually(ctx, ended).Should(Receive(&got))
		Expect(got).To(MatchError(context.Canceled))
		Expect(s.log.String()).To(And(ContainSubstring("status=499"), Not(ContainSubstring("level=WARN"))))
	},
		Entry("of JSON", func(*router.Context) (string, error) { return large, nil }),
		Entry("of a file", func(*router.Context) (router.Content, error) {
			return router.Content{Data: strings.NewReader(large)}, nil
		}),
		Entry("that the function writes", func(c *router.Context) error { _, err := io.WriteString(c.ResponseWriter(), large); return err }),
		Entry("that the function flushes", func(c *router.Context) error {
			w := http.NewResponseController(c.ResponseWriter())
			for {
				if _, err := io.WriteString(c.ResponseWriter(), "a part"); err != nil {
					return err
				}
				if err := w.Flush(); err != nil {
					return err
				}
			}
		}),
	)

	DescribeTable("by a body that breaks off is the client's, whoever reads it", func(fn any, opts ...router.Option) {
		s := newServed(func(r *router.Router) { register(&fixture{Router: r}, "POST /x", fn) }, opts...)
		conn := s.dial()
		_, err := io.WriteString(conn, "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
		Expect(err).NotTo(HaveOccurred())
		Expect(conn.(*net.TCPConn).CloseWrite()).To(Succeed())

		res, err := http.ReadResponse(bufio.NewReader(conn), nil)

		Expect(err).NotTo(HaveOccurred())
		Expect(res.StatusCode).To(Equal(400))
		Expect(s.log.String()).NotTo(ContainSubstring("level=WARN"))
	},
		Entry("the function itself", func(c *router.Context) error { _, err := io.Copy(io.Discard, c.Request().Body); return err }),
		Entry("the function itself, for as long as it takes", func(c *router.Context) error { _, err := io.Copy(io.Discard, c.Request().Body); return err }, router.WithReadTimeout(0)),
		Entry("the function, up to a limit", func(c *router.Context) error {
			_, err := io.Copy(io.Discard, http.MaxBytesReader(c.ResponseWriter(), c.Request().Body, 100))
			return err
		}),
		Entry("the router", func(c *router.Context) error { _, err := c.Body(); return err }),
	)

	It("by a client that leaves before the answer 404 is no internal error", func() {
		f := newFixture()
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())

		h.ServeHTTP(deaf{httptest.NewRecorder()}, httptest.NewRequest("GET", "/nothing", nil))

		Expect(f.log.String()).To(And(ContainSubstring("response not written"), Not(ContainSubstring("level=WARN"))))
	})

	It("by a table that is changed behind its back is none", func() {
		f := newFixture()
		f.BeforeFunctionCall("AUTH", func(c *router.Context, _ func() error) error { return c.Error(403, "no") })
		table := router.Controllers{}
		table["GET AUTH /x"] = func(c *router.Context) error {
			table["GET /y"] = func(c *router.Context) error { return c.Render("open") }
			return c.Render("in")
		}
		table["GET /free"] = func(c *router.Context) error {
			delete(table, "GET AUTH /x")
			table["GET /x"] = func(c *router.Context) error { return c.Render("open") }
			return c.Render(c.Route().Flags)
		}
		f.Register(table)

		Expect(f.get("/free").Code).To(Equal(200))
		expectProblem(f.get("/x"), 403, "no")
		Expect(f.get("/y").Code).To(Equal(404))
	})

	It("by a hook that changes the flags of its route stays in its request", func() {
		f := newFixture()
		f.Flag(router.Flag{Name: "AUTH"})
		register(f, "GET AUTH /x", func(c *router.Context) error {
			flags := strings.Join(c.Route().Flags, " ")
			c.Route().Flags[0] = "FREE"
			return c.Render(flags)
		})

		Expect(f.get("/x").Body.String()).To(Equal(`"AUTH"`))
		Expect(f.get("/x").Body.String()).To(Equal(`"AUTH"`))
	})

	DescribeTable("tells secrets to developers only",
		func(e router.Environment, visible bool, fn func(*router.Context) error) {
			f := newFixture(router.WithEnvironment(e), router.WithPanicPolicy(router.Recover))
			register(f, "GET /x", fn)

			w := f.get("/x")

			Expect(w.Code).To(Equal(500))
			if visible {
				Expect(w.Body.String()).To(ContainSubstring("hunter2"))
			} else {
				Expect(w.Body.String()).To(Equal(`{"title":"Internal Server Error","status":500,"instance":"id-1"}`))
			}
			Expect(f.log.String()).To(And(ContainSubstring("hunter2"), ContainSubstring("request=id-1")))
		},
		Entry("an error in production", router.Production, false, func(*router.Context) error { return errors.New("password hunter2") }),
		Entry("an error in development", router.Development, true, func(*router.Context) error { return errors.New("password hunter2") }),
		Entry("a panic in production", router.Production, false, func(*router.Context) error { panic("password hunter2") }),
		Entry("a panic in test", router.Test, true, func(*router.Context) error { panic("password hunter2") }),
	)
})

var _ = Describe("A fault of middleware", func() {
	It("that panics behind the response is logged, adds nothing and cuts the connection", func() {
		f := newFixture()
		f.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				next.ServeHTTP(w, r)
				panic("late")
			})
		})
		register(f, "GET /x", func(c *router.Context) error { return c.Render("once") })

		w := &strictWriter{header: http.Header{}}
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		Expect(func() { h.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil)) }).To(PanicWith(http.ErrAbortHandler))
		Expect(string(w.body)).To(Equal(`"once"`))
		Expect(f.log.String()).To(And(ContainSubstring("late"), ContainSubstring("sent=true")))
	})
})

func TestAFunctionMayWorkLongerThanTheReadTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPiped(t, router.Controllers{"GET /x": func(c *router.Context) error {
			select {
			case <-c.Context().Done():
				return c.Context().Err()
			case <-time.After(5 * serverTimeout):
				return c.Render("done")
			}
		}}, router.WithReadTimeout(serverTimeout), router.WithReadHeaderTimeout(serverTimeout))

		res, body := p.get(t, "/x")

		NewWithT(t).Expect(res.StatusCode).To(Equal(200), body)
	})
}

var _ = Describe("A hook that does not wait for next", func() {
	It("leaves the function no place in the response to another request", func() {
		f := newFixture(router.WithEnvironment(router.Production))
		entered, slow, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
		register(f, "GET /:who", router.F1(func(_ *router.Context, who string) (string, error) {
			if who == "slow" {
				close(entered)
				<-slow
			}
			return "of " + who, nil
		}))
		f.BeforeFunctionCall(func(c *router.Context, next func() error) error {
			if c.Param("who") != "slow" {
				return next()
			}
			go func() {
				defer close(done)
				_ = next()
			}()
			<-entered
			return c.Error(http.StatusServiceUnavailable, "it takes too long")
		})
		f.BeforeRender(func(_ *router.Context, next func() error) error {
			close(slow)
			<-done
			return next()
		})
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())

		late, other := httptest.NewRecorder(), httptest.NewRecorder()
		h.ServeHTTP(late, httptest.NewRequest("GET", "/slow", nil))
		h.ServeHTTP(other, httptest.NewRequest("GET", "/other", nil))

		Expect(late.Code).To(Equal(503))
		Expect(other.Body.String()).To(Equal(`"of other"`))
	})
})
