package router_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"regexp"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

func create[T any](*router.Context, *T) (router.None, error) { return router.None{}, nil }

func passOn(_ *router.Context, next func() error) error { return next() }

// mistaken makes one mistake in every line that ends with "// mistake".
func mistaken(opts ...router.Option) *router.Router {
	r := router.New(append(opts,
		router.WithEnvironment("staging"),
		router.WithHealth("livez", ""),
		router.WithTrustedProxies(netip.MustParsePrefix("0.0.0.0/0")),
		router.WithOpenAPI("2.0"),
	)...)
	r.Flag(router.Flag{Name: "AUTH", Security: router.Bearer("jwt")})
	r.Flag(router.Flag{Name: "TWICE"})
	r.Flag(router.Flag{Name: "TWICE"})                                                   // mistake
	r.Flag(router.Flag{Name: "lower"})                                                   // mistake
	r.Flag(router.Flag{Name: "OTHER", Security: &apidoc.SecurityScheme{Name: "bearer"}}) // mistake
	r.Guard("OTHER", func(*router.Context) error { return nil })
	r.BeforeRender("AUTH", passOn)
	r.BeforeFunctionCall(nil)                                                                // mistake
	r.BeforeResponse(func(string) error { return nil })                                      // mistake
	r.Hook(core.HookAt(core.HookPoint{Stage: "later", Name: "late"}, nil))                   // mistake
	r.Use(nil)                                                                               // mistake
	r.Install(nil)                                                                           // mistake
	r.Register(nil)                                                                          // mistake
	r.Register(router.Controllers{"GET AUTH /secret": list})                                 // the flag promises too much
	r.Register(router.Controllers{"GET users": func(*router.Context) error { return nil }})  // mistake
	r.Register(router.Controllers{"GET AUT /q": func(*router.Context) error { return nil }}) // mistake
	r.Register(router.Controllers{"GET /same/:a": router.F1(func(*router.Context, int) (int, error) { return 0, nil })})
	r.Register(router.Controllers{"GET /same/:b": router.F1(func(*router.Context, int) (int, error) { return 0, nil })})   // mistake
	r.Register(router.Controllers{"GET /few/:a/:b": router.F1(func(*router.Context, int) (int, error) { return 0, nil })}) // mistake
	r.Register(router.Controllers{"GET /type/:a": func(*router.Context, []int) error { return nil }})                      // mistake
	r.Register(router.Controllers{"GET /chan": router.F0(func(*router.Context) (chan int, error) { return nil, nil })})    // mistake
	r.Register(router.Controllers{"GET /two/:a": nothing})
	r.Register(router.Controllers{"GET /two/:y": func(http.ResponseWriter, *http.Request) {}})                                        // mistake
	r.Register(router.Controllers{"GET /nil": nil})                                                                                   // mistake
	r.Register(router.Controllers{"GET /:i/:i": func(*router.Context) error { return nil }})                                          // mistake
	r.Register(router.Controllers{"GET /*all/x": func(*router.Context) error { return nil }})                                         // mistake
	r.Register(router.Controllers{"POST /source": router.In(func(*router.Context, *struct{ A int }) (int, error) { return 0, nil })}) // mistake
	return r
}

// seeded are the mistakes of mistaken: a part of the message each, and whether
// it comes from a line of the application.
var seeded = []struct {
	told   string
	placed bool
}{
	{`environment "staging" does not exist`, false},
	{`health path "livez": it begins with a slash`, false},
	{`trusted proxy 0.0.0.0/0`, false},
	{`OpenAPI "2.0" cannot be written`, false},
	{`flag TWICE is declared twice`, true},
	{`flag "lower": flags are`, true},
	{`define security scheme "bearer" differently`, true},
	{`flag AUTH promises security scheme "bearer"`, true},
	{`beforeFunctionCall: a hook is an optional flag and`, true},
	{`beforeResponse: a hook is an optional flag and`, true},
	{`stage "later" does not exist`, true},
	{`the middleware is nil`, true},
	{`the pack is nil`, true},
	{`a controller module is nil`, true},
	{`"GET users"`, true},
	{`"GET AUT /q" -> `, true},
	{`"GET /same/:b" -> `, true},
	{`"GET /few/:a/:b" -> `, true},
	{`"GET /type/:a" -> `, true},
	{`"GET /chan" -> `, true},
	{`"GET /two/:y" -> `, true},
	{`"GET /nil"`, true},
	{`"GET /:i/:i" -> `, true},
	{`"GET /*all/x" -> `, true},
	{`"POST /source" -> `, true},
}

var _ = Describe("The boot doctor", func() {
	message := func() string {
		GinkgoHelper()
		_, err := mistaken(router.WithLogger(nil)).Handler()
		Expect(err).To(HaveOccurred())
		return err.Error()
	}

	lineOf := func(told string) string {
		GinkgoHelper()
		for line := range strings.Lines(message()) {
			if strings.Contains(line, told) {
				return line
			}
		}
		Fail("nobody tells " + told + " in\n" + message())
		return ""
	}

	It("tells every mistake, each once", func() {
		lines := strings.Split(message(), "\n")

		Expect(seeded).To(HaveLen(25))
		Expect(lines[0]).To(Equal(fmt.Sprintf("router: %d problem(s) in the route table", len(seeded))))
		Expect(lines[1:]).To(HaveLen(len(seeded)))
		for _, m := range seeded {
			Expect(strings.Count(message(), m.told)).To(Equal(1), m.told)
		}
	})

	for _, m := range seeded {
		if !m.placed {
			continue
		}
		It("tells the file and the line of: "+m.told, func() {
			Expect(lineOf(m.told)).To(MatchRegexp(`boot_test\.go:\d+`))
		})
	}

	It("tells the lines where the mistakes are", func() {
		source, err := os.ReadFile("boot_test.go")
		Expect(err).NotTo(HaveOccurred())
		told := message()

		for i, line := range strings.Split(string(source), "\n") {
			if strings.HasPrefix(line, "\tr.") && strings.HasSuffix(line, "// mistake") {
				Expect(told).To(ContainSubstring(fmt.Sprintf("boot_test.go:%d", i+1)), line)
			}
		}
	})

	It("suggests the flag that was meant", func() {
		Expect(lineOf(`"GET AUT /q"`)).To(ContainSubstring("unknown flag AUT (did you mean AUTH?)"))
	})

	It("names both routes of a pair", func() {
		Expect(lineOf(`"GET /same/:b"`)).To(MatchRegexp(`\(boot_test\.go:\d+\): same route as "GET /same/:a" -> .*\(boot_test\.go:\d+\)`))
	})

	DescribeTable("tells a middleware that returns a nil handler, with the other mistakes",
		func(none http.Handler) {
			f := newFixture()
			f.Use(func(next http.Handler) http.Handler { return next }, func(http.Handler) http.Handler { return none })
			f.UseFor("AUTH", func(http.Handler) http.Handler { return none })
			f.Guard("AUTH", func(*router.Context) error { return nil })
			register(f, "GET AUTH /x", nothing)
			register(f, "GET /y", nothing)
			register(f, "GET z", nothing)

			const told = "the middleware returns a nil handler"
			Expect(f.mistakes()).To(ConsistOf(
				ContainSubstring(`"GET z"`),
				And(ContainSubstring(told), MatchRegexp(`boot_test\.go:\d+`)),
				And(ContainSubstring(told), ContainSubstring(`"GET AUTH /x"`), MatchRegexp(`boot_test\.go:\d+`)),
			))
		},
		Entry("nil", nil),
		Entry("a nil function", http.HandlerFunc(nil)),
	)

	It("opens no port", func() {
		r := mistaken(router.WithLogger(nil), router.WithAddress(loopback))

		l, err := r.Listen()

		Expect(l).To(BeNil())
		Expect(err).To(BeAssignableToTypeOf(&router.TableError{}))
		Expect(r.Address()).To(BeEmpty())
	})

	It("ends a process with another status than 0 and all mistakes on standard error", func(ctx SpecContext) {
		p := startProcess("mistakes")

		Expect(p.exits(ctx).ExitStatus()).To(Equal(1))
		Expect(strings.TrimSpace(p.errors.String())).To(Equal(message()))
		Expect(p.lines).To(BeClosed(), "it never said that it listens")
	})

	DescribeTable("tells a mistake in an input",
		func(key string, fn *router.Function, told string) {
			f := newFixture()
			register(f, key, fn)

			lines := f.mistakes()
			Expect(lines).To(ConsistOf(ContainSubstring(told)))
			Expect(regexp.MustCompile(`boot_test\.go:\d+`).MatchString(lines[0])).To(BeTrue(), lines[0])
		},
		Entry("two sources", "POST /x", router.In(create[struct {
			A int `query:"a" header:"a"`
		}]), "names several sources"),
		Entry("a body of a GET", "GET /x", router.In(create[struct {
			A int `json:"a"`
		}]), "has no body"),
		Entry("two bodies", "POST /x", router.In(create[struct {
			A int `json:"a"`
			B int `form:"b"`
		}]), "a request has one body"),
		Entry("a type that no text becomes", "POST /x", router.In(create[struct {
			A chan int `query:"a"`
		}]), "cannot be read from the query"),
		Entry("a parameter that nobody takes", "POST /x/:id", router.In(create[struct{}]), `no field of the struct takes path parameter "id"`),
		Entry("no struct", "POST /x", router.In(create[int]), "takes a struct"),
		Entry("a member that is no data", "POST /x", router.In(create[struct {
			A func() `json:"a"`
		}]), "cannot be read from JSON"),
	)

	DescribeTable("tells a mistake in an option instead of panicking",
		func(told string, option func() router.Option) {
			var err error
			Expect(func() { _, err = router.New(router.WithLogger(nil), option()).Handler() }).NotTo(Panic())

			var table *router.TableError
			Expect(errors.As(err, &table)).To(BeTrue(), "there is no error")
			Expect(err.Error()).To(ContainSubstring(told))
		},
		Entry("a nil engine", "engine", func() router.Option { return router.WithEngine(nil) }),
		Entry("a nil encoder", "encoder", func() router.Option { return router.WithEncoder(nil) }),
		Entry("an encoder without a type", "encoder", func() router.Option { return router.WithEncoder(typed("")) }),
		Entry("an encoder of half a type", "encoder", func() router.Option { return router.WithEncoder(typed("cbor")) }),
		Entry("an encoder with parameters", "encoder", func() router.Option { return router.WithEncoder(typed("text/csv; header=present")) }),
		Entry("a policy that is none", "panic policy", func() router.Option { return router.WithPanicPolicy(7) }),
		Entry("a description at no path", "openapi.json", func() router.Option { return router.WithDocument("openapi.json") }),
		Entry("the same health path twice", "/health", func() router.Option { return router.WithHealth("/health", "/health") }),
		Entry("nothing that ends the process", "exit", func() router.Option { return router.WithExit(nil) }),
	)

	It("takes twice as much for a thousand routes as for half of them", func() {
		allocations := func(routes int) float64 {
			table := router.Controllers{}
			for i := range routes {
				table[fmt.Sprintf("GET /r%d/:id", i)] = nothing
			}
			return testing.AllocsPerRun(1, func() {
				r := router.New(router.WithLogger(nil))
				r.Register(table)
				_, err := r.Handler()
				Expect(err).NotTo(HaveOccurred())
			})
		}

		Expect(allocations(1000)).To(BeNumerically("<", 2.2*allocations(500)))
	})

	It("reads a type once for all routes that have it", func() {
		type wide struct {
			A, B, C, D, E, F, G, H string `json:"-"`

			Name    string   `json:"name" minLength:"2" maxLength:"64" pattern:"^[a-z]+$"`
			Email   string   `json:"email" format:"email" doc:"Where to write to."`
			Age     int      `json:"age" minimum:"0" maximum:"150" default:"18"`
			Country string   `json:"country" enum:"DE,FR,GB"`
			Tags    []string `json:"tags" maxItems:"8" items.minLength:"1"`
		}
		type narrow struct {
			Name string `json:"name"`
		}

		Expect(startOf(create[wide])).To(BeNumerically("<", 1.05*startOf(create[narrow])))
	})

	It("leaves the description to who asks for it first in production", func() {
		alone, described := startOf(create[struct{}]), startOf(create[struct{}], (*router.Router).Load)

		Expect(alone).To(BeNumerically("<", 0.8*described))
	})
})

// startOf counts the allocations of a start with 200 routes of one function, and of
// what follows it.
func startOf[T any](fn func(*router.Context, *T) (router.None, error), then ...func(*router.Router, context.Context) (*apidoc.Document, error)) float64 {
	return testing.AllocsPerRun(1, func() {
		r := router.New(router.WithLogger(nil))
		for i := range 200 {
			r.Register(router.Controllers{fmt.Sprintf("POST /r%d", i): router.With(router.In(fn), router.OperationID(fmt.Sprintf("create%d", i)))})
		}
		_, err := r.Handler()
		Expect(err).NotTo(HaveOccurred())
		for _, ask := range then {
			_, err := ask(r, context.Background())
			Expect(err).NotTo(HaveOccurred())
		}
	})
}

// typed is an encoder of a media type.
type typed string

func (t typed) MediaType() string { return string(t) }

func (typed) Encode(w io.Writer, v any) error {
	_, err := fmt.Fprint(w, v)
	return err
}
