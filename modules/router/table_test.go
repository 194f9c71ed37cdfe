package router_test

import (
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

func show(*router.Context, int) (user, error) { return user{}, nil }

func list(*router.Context) ([]user, error) { return nil, nil }

var _ = Describe("A route table", func() {
	DescribeTable("reports",
		func(key string, fn any, message string) {
			f := newFixture()
			f.Flag(router.Flag{Name: "AUTH"})
			register(f, key, fn)

			Expect(f.mistakes()).To(ConsistOf(MatchRegexp(message)))
		},
		Entry("a bad route string", "GET users", list, `^"GET users" -> router_test\.list \(table_test\.go:\d+\): offset 4: "users" is neither a flag nor a path`),
		Entry("a flag in lower case", "GET auth /q", list, `offset 4: "auth" is neither`),
		Entry("a parameter twice", "GET /:i/:i", list, `parameter i appears twice`),
		Entry("a flag that is misspelt", "GET AUT /q", list, `: unknown flag AUT \(did you mean AUTH\?\)$`),
		Entry("a flag that nobody knows", "GET CACHED /q", list, `: unknown flag CACHED: declare it with Flag or register a hook for it$`),
		Entry("too few arguments", "GET /u/:id/:y", router.F1(show), `^"GET /u/:id/:y" -> router_test\.show \(table_test\.go:\d+\): controller takes 1 path parameter\(s\) \[int\], route has 2 \[id y\]$`),
		Entry("too many arguments", "GET /u", show, `controller takes 1 path parameter\(s\) \[int\], route has 0 \[\]`),
		Entry("an argument that no text becomes", "GET /u/:x", func(*router.Context, []int) error { return nil }, `parameter x: a \[\]int cannot be read from a path`),
		Entry("the same in a typed function", "GET /u/:x", router.F1(func(*router.Context, struct{}) (router.None, error) { return router.None{}, nil }), `parameter x: a struct \{\} cannot be read`),
		Entry("no function at all", "GET /u", 42, `int cannot serve: a controller is`),
		Entry("nil", "GET /u", nil, `the controller is nil`),
		Entry("a nil function", "GET /u", (func(*router.Context) error)(nil), `the function is nil`),
		Entry("a nil typed function", "GET /u", router.F0[int](nil), `the function is nil`),
		Entry("a nil *Function", "GET /u", (*router.Function)(nil), `the controller is nil`),
		Entry("a function without a context", "GET /u", func(int) error { return nil }, `func\(int\) error cannot serve`),
		Entry("a function without an error", "GET /u", func(*router.Context) int { return 1 }, `cannot serve`),
		Entry("a result with a channel", "GET /u", router.F0(func(*router.Context) (chan int, error) { return nil, nil }), `result chan int cannot be encoded: chan int is no data`),
		Entry("a result with a func inside", "GET /u", func(*router.Context) (struct{ F func() }, error) { return struct{ F func() }{}, nil }, `member F: func\(\) is no data`),
		Entry("an input that is left out and read", "GET /u", router.In(func(*router.Context, *struct {
			A int `json:"-" header:"X-A"`
			B int `json:"-" query:"b"`
		},
		) (router.None, error) {
			return router.None{}, nil
		}), `B has the tag json:"-", which leaves it out: drop that, or the tag query$`),
		Entry("an input in an embedded pointer", "GET /u", router.In(func(*router.Context, *struct{ *Sealed }) (router.None, error) { return router.None{}, nil }), `Sealed is embedded by a pointer: embed the struct itself$`),
		Entry("an input without a source", "POST /u", router.In(func(*router.Context, *struct{ A int }) (router.None, error) { return router.None{}, nil }), `A names no source: add a tag`),
		Entry("an input with two sources", "POST /u", router.In(func(*router.Context, *struct {
			A int `json:"a" query:"a"`
		},
		) (router.None, error) {
			return router.None{}, nil
		}), `A names several sources: \[query json\]`),
		Entry("an input that misses a parameter", "POST /u/:id", router.In(func(*router.Context, *struct{}) (router.None, error) { return router.None{}, nil }), `no field of the struct takes path parameter "id"`),
		Entry("an input for a parameter that is not there", "POST /u", router.In(func(*router.Context, *struct {
			A int `path:"a"`
		},
		) (router.None, error) {
			return router.None{}, nil
		}), `the struct takes path parameter "a", route has \[\]`),
		Entry("a body of a GET", "GET /u", router.In(func(*router.Context, *struct {
			A int `json:"a"`
		},
		) (router.None, error) {
			return router.None{}, nil
		}), `a GET request has no body to read`),
		Entry("an input that is no struct", "POST /u", router.In(func(*router.Context, *int) (router.None, error) { return router.None{}, nil }), `router.In takes a struct, not int`),
	)

	DescribeTable("reports a flag without the one that it needs",
		func(key string, wrong bool) {
			f := newFixture()
			f.Flag(router.Flag{Name: "OWNER", Needs: []string{"AUTH"}}, router.Flag{Name: "AUTH"}, router.Flag{Name: "LOG"})
			register(f, key, list)

			if !wrong {
				Expect(f.get("/q").Code).To(Equal(200))
				return
			}
			Expect(f.mistakes()).To(ConsistOf(MatchRegexp(
				`^"` + key + `" -> router_test\.list \(table_test\.go:\d+\): flag OWNER needs flag AUTH in front of it, because hooks run in the order of the flags$`)))
		},
		Entry("that the route has not", "GET OWNER /q", true),
		Entry("that the route has behind it, whose hooks run later", "GET OWNER AUTH /q", true),
		Entry("but not when it is in front", "GET AUTH OWNER /q", false),
		Entry("but not when others are between", "GET AUTH LOG OWNER /q", false),
		Entry("but not where it is not carried", "GET LOG /q", false),
	)

	It("reports a need that no flag can meet, where the flag is declared", func() {
		f := newFixture()
		f.Flag(router.Flag{Name: "AUTH"})
		f.Flag(router.Flag{Name: "OWNER", Needs: []string{"AUHT"}})
		f.Flag(router.Flag{Name: "STAFF", Needs: []string{"STAFF", "BADGE"}})

		Expect(f.mistakes()).To(ConsistOf(
			MatchRegexp(`^table_test\.go:\d+: flag OWNER needs flag AUHT, which does not exist \(did you mean AUTH\?\)$`),
			MatchRegexp(`^table_test\.go:\d+: flag STAFF needs itself$`),
			MatchRegexp(`^table_test\.go:\d+: flag STAFF needs flag BADGE, which does not exist: declare it with Flag or register a hook for it$`),
		))
	})

	It("reports answers that there are not", func() {
		f := newFixture()
		f.Flag(router.Flag{Name: "ODD", Answers: []router.Answer{{Status: 42}, {Status: 429, Headers: []apidoc.Header{{Name: "Retry After"}}}, {Headers: []apidoc.Header{{Name: "X-Odd"}}}}})
		register(f, "GET ODD /x", router.With(list, router.Status(0, "None"), router.Status(600, "Much"), router.Status(404, "Gone"), router.Status(101, "Switched")))

		Expect(f.mistakes()).To(ConsistOf(
			HaveSuffix("flag ODD: 42 is no status"), HaveSuffix(`flag ODD: "Retry After" is no name of a header`),
			HaveSuffix("Status: 0 is no status"), HaveSuffix("Status: 600 is no status"),
		))
	})

	It("reports limits of less than nothing", func() {
		f := newFixture()
		register(f, "GET /x", router.With(list, router.MaxBody(-1), router.MaxUpload(-2), router.Timeout(-time.Second)))

		Expect(f.mistakes()).To(ConsistOf(
			HaveSuffix("MaxBody: -1 is less than 0"), HaveSuffix("MaxUpload: -2 is less than 0"), HaveSuffix("Timeout: -1s is less than 0"),
		))
	})

	It("reports the flags of packs where these are installed", func() {
		f := newFixture()
		audit := func(r *router.Router) { r.Flag(router.Flag{Name: "AUDIT"}) }
		f.Install(audit)
		f.Install(func(r *router.Router) { r.Install(audit) }, func(r *router.Router) { r.Flag(router.Flag{Name: "audit"}) })
		_, _, line, _ := runtime.Caller(0)

		Expect(f.mistakes()).To(Equal([]string{
			fmt.Sprintf("table_test.go:%d: flag AUDIT is declared twice, first at table_test.go:%d", line-1, line-2),
			fmt.Sprintf(`table_test.go:%d: flag "audit": flags are [A-Z][A-Z0-9_]*`, line-1),
		}))
	})

	DescribeTable("reports two routes that collide",
		func(a, b, message string) {
			f := newFixture()
			nothing := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
			f.Register(router.Controllers{a: nothing}, router.Controllers{b: nothing})

			Expect(f.mistakes()).To(ConsistOf(And(HavePrefix(`"`+b+`" -> `), ContainSubstring(message+` "`+a+`"`))))
		},
		Entry("the same with another name", "GET /u/:id", "GET /u/:name", "same route as"),
		Entry("the same with flags", "GET /u", "GET  /u", "same route as"),
	)

	It("says which of two routes that cross is meant", func() {
		f := newFixture()
		f.Register(router.Controllers{
			"GET /a/:x/c": nothing, "GET /a/b/:y": nothing, "HEAD /:z/b/c": nothing, "GET /a/:x.:y/d": nothing, "GET /a/v:x/d": nothing, "GET /a/1": nothing,
		})

		routes, err := f.Routes()

		Expect(err).NotTo(HaveOccurred())
		before := map[string][]string{}
		for _, r := range routes {
			if r.Before != nil {
				before[r.Key] = r.Before
			}
		}
		Expect(before).To(Equal(map[string][]string{
			"GET /a/b/:y":  {"HEAD /:z/b/c", "GET /a/:x/c"},
			"GET /a/:x/c":  {"HEAD /:z/b/c"},
			"GET /a/v:x/d": {"GET /a/:x.:y/d"},
		}))
	})

	It("reports everything at once and opens no port", func() {
		f := newFixture(router.WithEnvironment("PRODUCTION"), router.WithAddress("127.0.0.1:0"))
		f.Flag(router.Flag{Name: "AUTH", Security: router.Bearer("jwt")}, router.Flag{Name: "auth"})
		f.Flag(router.Flag{Name: "KEY", Security: &apidoc.SecurityScheme{Name: "bearer"}})
		f.BeforeRender("AUTH", func(_ *router.Context, next func() error) error { return next() })
		f.BeforeFunctionCall(42)
		f.BeforeResponse("", func(*router.Context, func() error) error { return nil })
		f.Hook(nil, core.HookAt(core.HookPoint{Stage: "later"}, nil))
		f.Register(nil, router.Controllers{"GET AUTH /x": list, "GET AUTH /y": show})

		err := f.Start()

		Expect(err).To(MatchError(HavePrefix("router: 10 problem(s) in the route table\n  ")))
		Expect(f.Address()).To(BeEmpty())
		Expect(f.mistakes()).To(ConsistOf(
			MatchRegexp(`^table_test\.go:\d+: beforeFunctionCall: a hook is an optional flag`),
			MatchRegexp(`^table_test\.go:\d+: beforeResponse: the flag is ""`),
			MatchRegexp(`^table_test\.go:\d+: the hook is nil`),
			ContainSubstring(`environment "PRODUCTION" does not exist`),
			ContainSubstring(`flag "auth": flags are`),
			ContainSubstring(`flags AUTH and KEY define security scheme "bearer" differently`),
			ContainSubstring(`stage "later" does not exist`),
			HaveSuffix(`: a controller module is nil`),
			ContainSubstring(`controller takes 1 path parameter(s)`),
			HaveSuffix(`flag AUTH promises security scheme "bearer" in the description but no beforeFunctionCall hook enforces it`),
		))
	})

	It("is closed once it is built", func() {
		f := newFixture()
		_, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())

		Expect(func() { f.Register(router.Controllers{}) }).To(PanicWith("router: Register after the router was built"))
	})
})

type zoo struct{}

func (zoo) show(*router.Context, int) (string, error) { return "", nil }

func (zoo) plain(*router.Context, int) error { return nil }

var _ = Describe("A mistake about a method value", func() {
	DescribeTable("names",
		func(value any, file string) {
			r := router.New()
			r.Register(router.Controllers{"GET /zoo": value})
			_, err := r.Handler()

			var table *router.TableError
			Expect(errors.As(err, &table)).To(BeTrue())
			Expect(table.Mistakes).To(HaveExactElements(And(
				HaveField("Function", HavePrefix("router_test.zoo.")),
				HaveField("File", HaveSuffix(file)),
				HaveField("Message", ContainSubstring("path parameter")),
			)))
			Expect(err.Error()).NotTo(ContainSubstring("autogenerated"))
		},
		Entry("where F1 was called", router.F1(zoo{}.show), "/table_test.go"),
		Entry("where With was called", router.With(zoo{}.plain, router.Summary("x")), "/table_test.go"),
		Entry("no place that is unknown", zoo{}.plain, ""),
	)
})
