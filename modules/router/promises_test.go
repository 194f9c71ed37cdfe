package router_test

import (
	"fmt"
	"net/http"
	"os/exec"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/routertest"
)

// readme are the samples of the README that the router was modelled on.
func readme(r *router.Router) {
	r.BeforeFunctionCall("AUTH", func(c *router.Context, next func() error) error {
		params, err := c.Params()
		if err != nil {
			return err
		}
		if params["user"] != "jim" || params["password"] != "secret" {
			return &router.ClientError{Status: http.StatusForbidden, Message: "invalid login"}
		}
		return next()
	})
	r.Register(router.Controllers{
		"GET /user/:id":             func(c *router.Context, id int) error { return c.Render(user{ID: id, Name: "Jim"}) },
		"POST /user":                func(c *router.Context) error { return c.Error(http.StatusNotImplemented, "not implemented yet") },
		"GET AUTH /user/:id/secret": func(c *router.Context, id int) error { return c.Render(fmt.Sprint("secret of ", id)) },
	})
}

var _ = Describe("The README of the original", func() {
	for name, engine := range engines {
		It("runs in process, on "+name, func() {
			f := newFixture(router.WithEngine(engine()))
			readme(f.Router)

			found := f.get("/user/123", "Accept", "*/*")
			Expect(found.Code).To(Equal(200))
			Expect(found.Header().Get("Content-Type")).To(Equal("application/json"))
			Expect(found.Body.String()).To(MatchJSON(`{"id":123,"name":"Jim"}`))
			expectProblem(f.do("POST", "/user", ""), 501, "not implemented yet")
			expectProblem(f.get("/user/1/secret?user=jim&password=wrong"), 403, "invalid login")
			expectProblem(f.get("/user/1/secret"), 403, "invalid login")
			Expect(f.get("/user/1/secret?user=jim&password=secret").Body.String()).To(Equal(`"secret of 1"`))
		})
	}

	It("runs over a port, as curl asks", func() {
		s := newServed(readme)

		res, body := s.get("/user/123", "User-Agent", "curl/8.0", "Accept", "*/*")
		Expect(res.StatusCode).To(Equal(200))
		Expect(body).To(Equal(`{"id":123,"name":"Jim"}`))
		res, body = s.do("POST", "/user", strings.NewReader("name=Jim"), "Content-Type", "application/x-www-form-urlencoded")
		Expect(res.StatusCode).To(Equal(501))
		Expect(decoded(body)).To(HaveKeyWithValue("detail", "not implemented yet"))
		res, _ = s.get("/user/1/secret?user=jim")
		Expect(res.StatusCode).To(Equal(403))
	})
})

var _ = Describe("A flag that promises security", func() {
	table := router.Controllers{"GET AUTH /a": list, "POST AUTH /b": router.With(list, router.OperationID("b")), "GET /c": nothing}

	It("does not start without its hook", func() {
		f := newFixture()
		f.Flag(router.Flag{Name: "AUTH", Security: router.Bearer("jwt")})
		f.Register(table)

		Expect(f.mistakes()).To(ConsistOf(ContainSubstring("no beforeFunctionCall hook enforces it")))
	})

	It("documents security, 401 and 403 of every route with the flag, and none of the others", func() {
		f := newFixture(router.WithDocument("/openapi.json"))
		f.Flag(router.Flag{Name: "AUTH", Security: router.Bearer("jwt"), Tag: "private"})
		f.Guard("AUTH", func(c *router.Context) error { return c.Error(401, "who?") })
		f.Register(table)

		paths := decoded(f.get("/openapi.json").Body.String())["paths"].(map[string]any)

		for _, at := range [][2]string{{"/a", "get"}, {"/b", "post"}} {
			op := paths[at[0]].(map[string]any)[at[1]].(map[string]any)
			Expect(op["security"]).To(Equal([]any{map[string]any{"bearer": []any{}}}))
			Expect(op["tags"]).To(Equal([]any{"private"}))
			Expect(op["responses"]).To(And(HaveKey("401"), HaveKey("403")))
			Expect(f.do(strings.ToUpper(at[1]), at[0], "").Code).To(Equal(401))
		}
		open := paths["/c"].(map[string]any)["get"].(map[string]any)
		Expect(open).To(HaveKeyWithValue("security", []any{}), "it is public, and says so")
		Expect(open["responses"]).NotTo(Or(HaveKey("401"), HaveKey("403")))
	})
})

// answers are what all engines answer a list of requests with.
func answers(requests []string) map[string]string {
	GinkgoHelper()
	all := map[string]string{}
	for name, engine := range engines {
		f := newFixture(router.WithEngine(engine()))
		for _, key := range []string{
			"GET /users/:id", "DELETE /users/:key", "GET /users/:name/posts", "GET /users/me", "GET /files/*path", "GET /files/x",
			"GET /a/:x/c", "POST /a/b/:y", "GET /slash", "GET /slash/", "QUERY /search", "GET /v1.0/:v",
		} {
			register(f, key, func(w http.ResponseWriter, r *http.Request) {
				_, _ = fmt.Fprint(w, key, " ", r.PathValue("id"), r.PathValue("key"), r.PathValue("name"), r.PathValue("path"))
			})
		}
		for _, request := range requests {
			method, target, _ := strings.Cut(request, " ")
			w := f.do(method, target, "")
			all[name] += fmt.Sprintln(request, w.Code, w.Header(), w.Body)
		}
	}
	return all
}

var _ = Describe("A table of routes", func() {
	It("gives the same answers byte for byte on gin, ServeMux and the tree", func() {
		all := answers([]string{
			"GET /users/7", "HEAD /users/7", "OPTIONS /users/7", "PUT /users/7", "GET /users/a%2Fb/posts", "GET /users/a+b", "GET /users/%00",
			"GET /users//posts", "GET /files/", "GET /files/x", "GET /files/x/", "GET /files/%2e%2e/x", "GET /a/b/c", "POST /a/b/c", "GET /a/b/d",
			"GET /slash", "GET /slash/", "GET /slash//", "QUERY /search", "GET /search", "GET /v1.0/1.2", "GET /nothing", "BREW /users/7",
		})

		Expect(all["gin"]).To(ContainSubstring("GET /users/7 200"))
		Expect(all["gin"]).To(Equal(all["trie"]))
		Expect(all["ServeMux"]).To(Equal(all["trie"]))
	})
})

var _ = Describe("Names of parameters that differ at one place", func() {
	DescribeTable("on gin",
		func(target, body string, keys ...string) {
			f := newFixture(router.WithEngine(engines["gin"]()))
			for _, key := range keys {
				register(f, key, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(key)) })
			}

			Expect(f.get(target).Body.String()).To(Equal(body))
		},
		Entry("two names at one place", "/u/1/posts", "GET /u/:name/posts", "GET /u/:id", "GET /u/:name/posts"),
		Entry("a literal beside a parameter", "/u/new", "GET /u/new", "GET /u/:id", "GET /u/new"),
		Entry("a prefix of a literal", "/u/ne", "GET /u/:id", "GET /u/:id", "GET /u/new"),
		Entry("a catch-all beside a literal", "/f/x", "GET /f/x", "GET /f/*p", "GET /f/x"),
		Entry("a catch-all beside a parameter", "/f/1/y", "GET /f/:a/y", "GET /f/*p", "GET /f/:a/y"),
		Entry("a catch-all at the root", "/x", "GET /x", "GET /*p", "GET /x"),
		Entry("a parameter at the root", "/x", "GET /x", "GET /:p", "GET /x"),
		Entry("a longer way back", "/a/b/c", "GET /:x/b/c", "GET /a/b/d", "GET /:x/b/c"),
	)
})

var _ = Describe("What a path allows", func() {
	register := func(r *router.Router) {
		r.Register(router.Controllers{
			"GET /json":    func(c *router.Context) error { return c.Render(user{ID: 7}) },
			"GET /none":    func(*router.Context) (router.None, error) { return router.None{}, nil },
			"GET /error":   func(c *router.Context) error { return c.Error(404, "no") },
			"GET /handler": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello")) },
			"GET /late": func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write([]byte("hello"))
				w.Header().Set("X-Late", "yes")
			},
			"GET /long": func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "5000")
				_, _ = w.Write([]byte(strings.Repeat("x", 5000)))
			},
		})
	}

	for _, path := range []string{"/json", "/none", "/error", "/handler", "/late", "/long", "/nothing"} {
		It("HEAD "+path+" has the headers of GET and no body", func() {
			s := newServed(register, router.WithRequestID(func(*http.Request) string { return "id-1" }))

			get, _ := s.get(path)
			head, body := s.do(http.MethodHead, path, nil)

			for _, h := range []http.Header{get.Header, head.Header} {
				h.Del("Date")
			}
			Expect(head.StatusCode).To(Equal(get.StatusCode))
			Expect(head.Header).To(Equal(get.Header))
			Expect(body).To(BeEmpty())
		})
	}

	It("405 and OPTIONS name what the path allows", func() {
		s := newServed(register)

		res, body := s.do(http.MethodDelete, "/json", nil)
		Expect(res.StatusCode).To(Equal(405))
		Expect(res.Header.Get("Allow")).To(Equal("GET, HEAD, OPTIONS"))
		Expect(decoded(body)).To(HaveKeyWithValue("status", 405.0))
		res, body = s.do(http.MethodOptions, "/json", nil)
		Expect(res.StatusCode).To(Equal(204))
		Expect(res.Header.Get("Allow")).To(Equal("GET, HEAD, OPTIONS"))
		Expect(body).To(BeEmpty())
	})
})

var _ = Describe("Package routertest", func() {
	It("calls a route by its key, without a port, in one line", func() {
		f := newFixture()
		register(f, "GET /user/:id", router.F1(func(_ *router.Context, id int) (user, error) { return user{ID: id}, nil }))
		var got user

		routertest.Call(GinkgoTB(), f, "GET /user/:id", 7).Status(200).JSON(&got)

		Expect(got).To(Equal(user{ID: 7}))
		Expect(f.Address()).To(BeEmpty())
	})
})

var _ = Describe("Package router", func() {
	It("depends on the standard library and modules/core only", func(ctx SpecContext) {
		out, err := exec.CommandContext(ctx, "go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").Output()

		Expect(err).NotTo(HaveOccurred())
		Expect(strings.Fields(string(out))).To(HaveEach(Or(
			HavePrefix("github.com/trefoil-go/trefoil/modules/core"), HavePrefix("github.com/trefoil-go/trefoil/modules/router"))))
		Expect(strings.Fields(string(out))).To(ContainElement("github.com/trefoil-go/trefoil/modules/router"))
	})
})
