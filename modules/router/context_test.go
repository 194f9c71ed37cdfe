package router_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("stale-context detector", func() {
	token := router.NewKey[string]("token")

	// keep serves a request and returns the Context of it, which has ended.
	keep := func(e router.Environment) (c *router.Context, w http.ResponseWriter) {
		GinkgoHelper()
		f := newFixture(router.WithEnvironment(e), router.WithRequestID(nil))
		register(f, "GET /users/:id", func(own *router.Context, id string) error {
			c, w = own, own.ResponseWriter()
			token.Set(c, id)
			return c.Render(id)
		})
		Expect(f.get("/users/7", "X-A", "a").Code).To(Equal(200))
		return c, w
	}

	uses := map[string]func(c *router.Context, w http.ResponseWriter) any{
		"Request":        func(c *router.Context, _ http.ResponseWriter) any { return c.Request().RemoteAddr },
		"Header":         func(c *router.Context, _ http.ResponseWriter) any { return c.Header("X-A") },
		"Param":          func(c *router.Context, _ http.ResponseWriter) any { return c.Param("id") },
		"RequestID":      func(c *router.Context, _ http.ResponseWriter) any { return c.RequestID() },
		"Result":         func(c *router.Context, _ http.ResponseWriter) any { return c.Result() },
		"Status":         func(c *router.Context, _ http.ResponseWriter) any { return c.Status() },
		"LastEventID":    func(c *router.Context, _ http.ResponseWriter) any { return c.LastEventID() },
		"a key":          func(c *router.Context, _ http.ResponseWriter) any { v, _ := token.Get(c); return v },
		"the header":     func(_ *router.Context, w http.ResponseWriter) any { return len(w.Header()) },
		"Render":         func(c *router.Context, _ http.ResponseWriter) any { return c.Render(1) },
		"Params":         func(c *router.Context, _ http.ResponseWriter) any { _, err := c.Params(); return err },
		"Err":            func(c *router.Context, _ http.ResponseWriter) any { return c.Err() },
		"Go":             func(c *router.Context, _ http.ResponseWriter) any { return c.Go(func(*router.Context) {}) },
		"writing":        func(_ *router.Context, w http.ResponseWriter) any { _, err := w.Write([]byte("x")); return err },
		"copying":        func(_ *router.Context, w http.ResponseWriter) any { return second(io.Copy(w, strings.NewReader("x"))) },
		"Context().Err":  func(c *router.Context, _ http.ResponseWriter) any { return c.Context().Err() },
		"the cause":      func(c *router.Context, _ http.ResponseWriter) any { return context.Cause(c.Context()) },
		"Detach().Param": func(c *router.Context, _ http.ResponseWriter) any { return c.Detach().Param("id") },
	}

	for name, use := range uses {
		for _, e := range []router.Environment{router.Development, router.Test} {
			It("panics and names the route in "+string(e)+": "+name, func() {
				c, w := keep(e)

				Expect(func() { use(c, w) }).To(PanicWith(And(ContainSubstring("after its request ended"), ContainSubstring(`"GET /users/:id"`))))
			})
		}

		It("is nothing in production: "+name, func() {
			c, w := keep(router.Production)

			got := use(c, w)

			if err, ok := got.(error); ok {
				Expect(errors.Is(err, router.ErrStale) || errors.Is(err, context.Canceled)).To(BeTrue(), err.Error())
				return
			}
			Expect(got).To(Or(BeNil(), BeZero()))
		})
	}
})

func second(_ int64, err error) error { return err }

var _ = Describe("c.Go and c.Detach", func() {
	token := router.NewKey[string]("token")

	It("outlive the request with path values, keys and id, without body and response", func(ctx SpecContext) {
		answered, checked := make(chan struct{}), make(chan string, 2)
		s := newServed(func(r *router.Router) {
			r.Register(router.Controllers{"POST /users/:id": func(c *router.Context, id string) error {
				token.Set(c, "t"+id)
				describe := func(c *router.Context) {
					<-answered
					value, _ := token.Get(c)
					body, _ := io.ReadAll(c.Request().Body)
					_, err := c.ResponseWriter().Write([]byte("late"))
					checked <- strings.Join([]string{c.Param("id"), value, c.RequestID(), c.Header("X-A"), string(body), err.Error()}, " ")
				}
				detached := c.Detach()
				go describe(detached)
				if err := c.Go(describe); err != nil {
					return err
				}
				return c.Render(c.RequestID())
			}})
		})

		_, body := s.do(http.MethodPost, "/users/7", strings.NewReader("body"), "X-A", "a")
		close(answered)

		want := "7 t7 " + strings.Trim(body, `"`) + " a  router: a detached Context has no response"
		eventually(ctx, checked).Should(Receive(Equal(want)))
		eventually(ctx, checked).Should(Receive(Equal(want)))
	})

	It("is an error after Stop", func(ctx SpecContext) {
		f := newFixture()
		register(f, "GET /x", func(c *router.Context) error { return c.Go(func(*router.Context) { Fail("runs") }) })
		Expect(f.Stop(ctx)).To(Succeed())

		expectProblem(f.get("/x"), 500, "")
	})

	DescribeTable("follows the policy when it panics",
		func(ctx SpecContext, policy router.PanicPolicy, value any, exits bool, bugs int) {
			exited := make(chan int, 1)
			log := &sharedLog{}
			f := newFixture(log.to(), router.WithPanicPolicy(policy), router.WithExit(func(code int) { exited <- code }))
			register(f, "GET /x", func(c *router.Context) error { return c.Go(func(*router.Context) { throw(value) }) })

			f.get("/x")

			eventually(ctx, log.String).Should(And(ContainSubstring("background function panicked"), ContainSubstring("id-1")))
			if exits {
				eventually(ctx, exited).Should(Receive(Equal(70)))
			}
			Expect(f.Stop(ctx)).To(Succeed())
			Expect(exited).NotTo(Receive())
			Expect(f.Bugs()).To(BeEquivalentTo(bugs))
		},
		Entry("Recover: lives", router.Recover, "boom", false, 0),
		Entry("Exit: 70", router.Exit, "boom", true, 0),
		Entry("Exit with a bug: lives", router.Exit, nil, false, 1),
	)
})

// throw panics, with a runtime error for nil.
func throw(v any) {
	if v == nil {
		var u *user
		u.Name = "x"
	}
	panic(v)
}

// ledger is a database that knows what became of a transaction.
type ledger struct{ done []string }

func (l *ledger) commit() error { l.done = append(l.done, "commit"); return nil }
func (l *ledger) rollback()     { l.done = append(l.done, "rollback") }

// transaction is all that a hook for transactions takes.
func (l *ledger) transaction(_ *router.Context, next func() error) error {
	if err := next(); err != nil {
		l.rollback()
		return err
	}
	return l.commit()
}

var _ = Describe("typed hooks", func() {
	It("see the result with its type", func() {
		f := newFixture()
		f.BeforeRender(func(c *router.Context, next func() error) error {
			u, ok := router.ResultOf[user](c)
			_, number := router.ResultOf[int](c)
			c.SetHeader("X-User", u.Name+map[bool]string{true: " typed"}[ok && !number])
			u.Name = strings.ToUpper(u.Name)
			c.SetResult(u)
			return next()
		})
		register(f, "GET /x", router.F0(func(*router.Context) (user, error) { return user{1, "jim"}, nil }))

		w := f.get("/x")

		Expect(w.Header().Get("X-User")).To(Equal("jim typed"))
		Expect(w.Body.String()).To(Equal(`{"id":1,"name":"JIM"}`))
	})

	It("see the input with its type", func() {
		f := newFixture()
		f.BeforeRender(func(c *router.Context, next func() error) error {
			in, ok := router.InputOf[numbered](c)
			Expect(ok).To(BeTrue())
			Expect(in.N).To(Equal(7))
			return next()
		})
		register(f, "POST /x", router.In(takeNumber))

		Expect(f.do("POST", "/x", `{"n":7}`, "Content-Type", "application/json").Code).To(Equal(200))
	})

	DescribeTable("make a transaction",
		func(fn any, done string) {
			f, l := newFixture(router.WithPanicPolicy(router.Recover)), &ledger{}
			f.BeforeFunctionCall("TX", l.transaction)
			register(f, "GET TX /x", fn)

			f.get("/x")

			Expect(l.done).To(Equal([]string{done}))
		},
		Entry("that commits on success", func(c *router.Context) error { return c.Render(1) }, "commit"),
		Entry("that rolls back on an error", func(*router.Context) error { return errors.New("no") }, "rollback"),
		Entry("that rolls back on an error of the client", func(c *router.Context) error { return c.Error(409, "no") }, "rollback"),
		Entry("that rolls back on a panic", func(*router.Context) error { panic("no") }, "rollback"),
		Entry("that rolls back on a bug", func(*router.Context) error { throw(nil); return nil }, "rollback"),
	)
})

var _ = Describe("afterResponse always", func() {
	for name, engine := range engines {
		DescribeTable("runs exactly once, on "+name,
			func(fn any, settle func(r *router.Router)) {
				f := newFixture(router.WithEngine(engine()), router.WithPanicPolicy(router.Recover))
				var ran counter
				f.AfterResponse(func(c *router.Context) { ran.add("after") })
				if settle != nil {
					settle(f.Router)
				}
				register(f, "GET /x", fn)
				h, err := f.Handler()
				Expect(err).NotTo(HaveOccurred())

				_ = throws(h, httptest.NewRequest(http.MethodGet, "/x", nil))

				Expect(ran.of("after")).To(Equal(1))
			},
			Entry("success", func(c *router.Context) error { return c.Render(1) }, nil),
			Entry("an error", func(*router.Context) error { return errors.New("no") }, nil),
			Entry("a panic on purpose", func(*router.Context) error { panic("no") }, nil),
			Entry("a bug", func(*router.Context) error { throw(nil); return nil }, nil),
			Entry("http.ErrAbortHandler", func(*router.Context) error { panic(http.ErrAbortHandler) }, nil),
			Entry("a handler", nothing, nil),
			Entry("a result that cannot be encoded", func(c *router.Context) error { return c.Render(func() {}) }, nil),
			Entry("a result that panics", func(c *router.Context) error { return c.Render(grenade{"no"}) }, nil),
			Entry("a hook before the response that fails", func(c *router.Context) error { return c.Render(1) },
				func(r *router.Router) {
					r.BeforeResponse(func(*router.Context, func() error) error { return errors.New("no") })
				}),
			Entry("a hook before the response that panics", func(c *router.Context) error { return c.Render(1) },
				func(r *router.Router) { r.BeforeResponse(func(*router.Context, func() error) error { panic("no") }) }),
			Entry("a guard that refuses", nothing, func(r *router.Router) { r.Guard(func(c *router.Context) error { return c.Error(403, "no") }) }),
		)

		It("runs exactly once for a connection that is taken over, on "+name, func(ctx SpecContext) {
			var ran counter
			s := newServed(func(r *router.Router) {
				r.AfterResponse(func(c *router.Context) { ran.add("after") })
				r.Register(router.Controllers{"GET /x": func(w http.ResponseWriter, _ *http.Request) {
					conn, rw, err := http.NewResponseController(w).Hijack()
					if err != nil {
						panic(err)
					}
					if _, accepted := conn.(*net.TCPConn); !accepted {
						panic(fmt.Sprintf("%T is not what was accepted", conn))
					}
					_, _ = rw.WriteString("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi")
					_ = rw.Flush()
					_ = conn.Close()
				}})
			}, router.WithEngine(engine()))

			_, body := s.get("/x")

			Expect(body).To(Equal("hi"))
			eventually(ctx, func() int { return ran.of("after") }).Should(Equal(1))
			Expect(s.log.String()).To(BeEmpty())
		})

		It("runs exactly once for a client that is gone, on "+name, func(ctx SpecContext) {
			var ran counter
			DeferCleanup(func() { Expect(ran.of("after")).To(Equal(1), "when the server has stopped") })
			entered := make(chan struct{})
			s := newServed(func(r *router.Router) {
				r.AfterResponse(func(c *router.Context) { ran.add("after") })
				r.Register(router.Controllers{"GET /x": func(c *router.Context) error {
					close(entered)
					<-c.Context().Done()
					return c.Context().Err()
				}})
			}, router.WithEngine(engine()))
			conn := s.dial()
			_, err := io.WriteString(conn, "GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
			Expect(err).NotTo(HaveOccurred())
			eventually(ctx, entered).Should(BeClosed())

			Expect(conn.Close()).To(Succeed())

			eventually(ctx, func() int { return ran.of("after") }).Should(Equal(1))
		})
	}
})
