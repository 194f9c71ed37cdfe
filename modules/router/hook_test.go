package router_test

import (
	"errors"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/router"
)

var (
	_ core.Exchange   = (*router.Context)(nil)
	_ core.SpecSource = (*router.Router)(nil)
	_                 = coretest.Exchange{}
)

var _ = Describe("Hooks", func() {
	var f *fixture
	var order []string

	step := func(name string) router.HookFunc {
		return func(_ *router.Context, next func() error) error {
			order = append(order, name)
			err := next()
			order = append(order, "/"+name)
			return err
		}
	}

	BeforeEach(func() {
		f, order = newFixture(), nil
	})

	It("run without a flag first, then by the flags of the route, in their order", func() {
		f.BeforeFunctionCall("ADMIN", step("admin"))
		f.BeforeFunctionCall("AUTH", step("auth"))
		f.BeforeFunctionCall(step("all"))
		f.Hook(core.HookAt(core.HookPoint{Stage: core.BeforeFunctionCall, Flag: "AUTH", Order: -1}, func(_ core.Exchange, next func() error) error {
			order = append(order, "early")
			return next()
		}))
		f.BeforeFunctionCall("OTHER", step("other"))
		register(f, "GET AUTH ADMIN /x", func(*router.Context) error {
			order = append(order, "controller")
			return nil
		})

		f.get("/x")

		Expect(order).To(Equal([]string{"all", "early", "auth", "admin", "controller", "/admin", "/auth", "/all"}))
	})

	It("pass the three stages one after the other", func() {
		f.BeforeResponse(step("response"))
		f.BeforeRender(step("render"))
		f.BeforeFunctionCall(step("call"))
		register(f, "GET /x", func(*router.Context) error { return nil })

		f.get("/x")

		Expect(order).To(Equal([]string{"call", "/call", "render", "/render", "response", "/response"}))
	})

	It("do not run for routes without their flag", func() {
		f.BeforeFunctionCall("AUTH", step("auth"))
		f.Register(router.Controllers{
			"GET AUTH /x": func(*router.Context) error { return nil },
			"GET /open":   func(*router.Context) error { return nil },
		})

		Expect(f.get("/open").Code).To(Equal(http.StatusNoContent))
		Expect(order).To(BeEmpty())
	})

	It("see and replace the typed result before it is rendered", func() {
		f.BeforeRender(func(c *router.Context, next func() error) error {
			u := c.Result().(user)
			c.SetResult(map[string]user{"data": u})
			return next()
		})
		register(f, "GET /x", router.F0(func(*router.Context) (user, error) { return user{1, "Ida"}, nil }))

		Expect(f.get("/x").Body.String()).To(Equal(`{"data":{"id":1,"name":"Ida"}}`))
	})

	It("see the error and the panic of the controller, and may replace it", func() {
		f = newFixture(router.WithPanicPolicy(router.Recover))
		var seen error
		f.BeforeFunctionCall(func(_ *router.Context, next func() error) error {
			seen = next()
			return &router.ClientError{Status: 409, Message: "replaced"}
		})
		register(f, "GET /x", func(*router.Context) error { panic("boom") })

		expectProblem(f.get("/x"), 409, "replaced")
		Expect(seen).To(MatchError("panic: boom"))
	})

	DescribeTable("that fail end the request",
		func(hook router.HookFunc, status int, detail string) {
			called := false
			f.BeforeFunctionCall(hook)
			register(f, "GET /x", func(*router.Context) error { called = true; return nil })

			expectProblem(f.get("/x"), status, detail)
			Expect(called).To(BeFalse())
		},
		Entry("with a ClientError", router.HookFunc(func(c *router.Context, _ func() error) error { return c.Error(403, "invalid login") }), 403, "invalid login"),
		Entry("with a plain error", router.HookFunc(func(*router.Context, func() error) error { return errors.New("secret") }), 500, ""),
		Entry("with a panic", router.HookFunc(func(*router.Context, func() error) error { panic("secret") }), 500, ""),
		Entry("with a ClientError they panic with", router.HookFunc(func(*router.Context, func() error) error { panic(&router.ClientError{Status: 401, Message: "who?"}) }), 401, "who?"),
		Entry("without saying anything", router.HookFunc(func(*router.Context, func() error) error { return nil }), 500, ""),
	)

	It("may answer themselves, by rendering or by writing", func() {
		f.BeforeFunctionCall("CACHE", func(c *router.Context, _ func() error) error { return c.Render("cached") })
		f.BeforeFunctionCall("RAW", func(c *router.Context, _ func() error) error {
			c.ResponseWriter().WriteHeader(http.StatusTeapot)
			return nil
		})
		f.Register(router.Controllers{
			"GET CACHE /cached": func(*router.Context) error { return errors.New("not reached") },
			"GET RAW /raw":      func(*router.Context) error { return errors.New("not reached") },
		})

		Expect(f.get("/cached").Body.String()).To(Equal(`"cached"`))
		Expect(f.get("/raw").Code).To(Equal(http.StatusTeapot))
	})

	It("call next once: the second call is an error and runs nothing", func() {
		calls := 0
		f.BeforeFunctionCall(func(_ *router.Context, next func() error) error {
			return errors.Join(next(), next())
		})
		register(f, "GET /x", func(*router.Context) error { calls++; return nil })

		Expect(f.get("/x").Code).To(Equal(500))
		Expect(calls).To(Equal(1))
		Expect(f.log.String()).To(ContainSubstring("calls next twice"))
	})

	It("before the response run for errors and for HTTP handlers, and set headers", func() {
		f.BeforeResponse(func(c *router.Context, next func() error) error {
			c.SetHeader("X-Hook", "ran")
			return next()
		})
		f.Register(router.Controllers{
			"GET /handler": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hi")) },
			"GET /error":   func(c *router.Context) error { return c.Error(404, "") },
		})

		Expect(f.get("/handler").Header().Get("X-Hook")).To(Equal("ran"))
		Expect(f.get("/error").Header().Get("X-Hook")).To(Equal("ran"))
	})

	It("before the response that fail replace the response, also of an HTTP handler", func() {
		f.BeforeResponse(func(c *router.Context, _ func() error) error { return c.Error(503, "closed") })
		f.Register(router.Controllers{
			"GET /handler": func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "2")
				_, _ = w.Write([]byte("hi"))
			},
			"GET /plain": func(c *router.Context) error { return c.Render("hi") },
			"GET /error": func(c *router.Context) error { return c.Error(404, "") },
		})

		for _, target := range []string{"/handler", "/plain", "/error"} {
			expectProblem(f.get(target), 503, "closed")
		}
	})

	DescribeTable("that panic with http.ErrAbortHandler cut the connection, whatever the request was about to be answered",
		func(register func(*fixture, router.HookFunc)) {
			f := newFixture()
			register(f, func(*router.Context, func() error) error { panic(http.ErrAbortHandler) })
			f.Register(router.Controllers{"GET /x": func(c *router.Context) error { return c.Error(404, "") }})

			Expect(func() { f.get("/x") }).To(PanicWith(http.ErrAbortHandler))
			Expect(f.log.String()).NotTo(ContainSubstring("ErrAbortHandler"))
		},
		Entry("before the function", func(f *fixture, hook router.HookFunc) { f.BeforeFunctionCall(hook) }),
		Entry("before the response", func(f *fixture, hook router.HookFunc) { f.BeforeResponse(hook) }),
	)

	It("find the parameters of body, query and path, the later over the earlier", func() {
		var params map[string]any
		f.BeforeFunctionCall(func(c *router.Context, next func() error) (err error) {
			if params, err = c.Params(); err != nil {
				return err
			}
			return next()
		})
		register(f, "POST /x/:path", router.In(func(_ *router.Context, in *struct {
			Path string `path:"path"`
			Body string `json:"body"`
			All  string `json:"query"`
		},
		) (string, error) {
			return in.Body, nil
		}))

		w := f.do("POST", "/x/p?query=q&path=no&many=1&many=2", `{"body":"b","query":"no"}`, "Content-Type", "application/json")

		Expect(w.Body.String()).To(Equal(`"b"`), "the function reads the body after the hook")
		Expect(params).To(Equal(map[string]any{"body": "b", "query": "q", "path": "p", "many": []string{"1", "2"}}))
	})

	DescribeTable("get an error for parameters that cannot be read",
		func(target, body, mediaType string, status int, detail string) {
			f.BeforeFunctionCall(func(c *router.Context, next func() error) error {
				_, err := c.Params()
				return errors.Join(err, next())
			})
			register(f, "POST /x", func(*router.Context) error { return nil })

			expectProblem(f.do("POST", target, body, "Content-Type", mediaType), status, detail)
		},
		Entry("malformed JSON", "/x", `{"a":`, "application/json", 400, "not JSON: the text ends where a value is expected, at byte 5"),
		Entry("a repeated member", "/x", `{"a":1,"a":2}`, "application/json", 400, "/a appears twice"),
		Entry("a malformed query", "/x?a=%zz", ``, "application/json", 400, "the query cannot be read"),
		Entry("a malformed form", "/x", `a=%zz`, "application/x-www-form-urlencoded", 400, "the form cannot be read"),
	)
})

var _ = Describe("The list of routes", func() {
	It("says which hooks a pack has registered", func() {
		f := newFixture()
		f.AfterResponse("AUTH", func(*router.Context) {})
		f.Install(func(r *router.Router) {
			r.Guard("AUTH", func(*router.Context) error { return nil })
			r.Hook(core.HookAt(core.HookPoint{Stage: core.BeforeRender, Flag: "AUTH"}, func(_ core.Exchange, next func() error) error { return next() }))
		})
		f.BeforeResponse("AUTH", func(_ *router.Context, next func() error) error { return next() })
		register(f, "GET AUTH /x", func(*router.Context) error { return nil })

		routes, err := f.Routes()
		Expect(err).NotTo(HaveOccurred())

		packed := map[string]bool{}
		for _, h := range routes[0].Hooks {
			packed[h.Stage] = h.Pack
		}
		Expect(packed).To(Equal(map[string]bool{"beforeFunctionCall": true, "beforeRender": true, "beforeResponse": false, "afterResponse": false}))
	})
})
