package router_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// cycle encodes to nothing, because it never ends.
type cycle struct {
	Next *cycle `json:"next"`
}

// grenade panics when it is encoded.
type grenade struct{ value any }

func (g grenade) MarshalJSON() ([]byte, error) { panic(g.value) }

// spelling is an error with a text alone.
type spelling struct{ word string }

func (s *spelling) Error() string { return s.word }

// brokenLog panics when it is told something.
type brokenLog struct{ slog.Handler }

func (brokenLog) Enabled(context.Context, slog.Level) bool  { return true }
func (brokenLog) Handle(context.Context, slog.Record) error { panic("no such file") }

var _ = Describe("A fault of a controller", func() {
	DescribeTable("that panics before it writes is a 500 with its hooks and one line in the log",
		func(value any) {
			f := newFixture(router.WithPanicPolicy(router.Recover))
			var ran counter
			for stage, add := range map[string]func(...any){"before": f.BeforeFunctionCall, "response": f.BeforeResponse, "after": f.AfterResponse} {
				add(func(_ *router.Context, next func() error) error { ran.add(stage); return next() })
			}
			register(f, "GET /x", func(*router.Context) error { panic(value) })

			expectProblem(f.get("/x"), 500, "")

			Expect(ran.n).To(Equal(map[string]int{"before": 1, "response": 1, "after": 1}))
			Expect(strings.Count(f.log.String(), "\n")).To(Equal(1), f.log.String())
			Expect(f.log.String()).To(And(ContainSubstring("level=WARN"), ContainSubstring("request=id-1"), ContainSubstring("stack=")))
		},
		Entry("a string", "boom"),
		Entry("an error", errors.New("boom")),
		Entry("nil", nil),
		Entry("a number", 42),
	)

	DescribeTable("that ends its goroutine is a bug, sends nothing more and has its hooks",
		func(fn any, status int) {
			f := newFixture()
			var seen []string
			f.BeforeFunctionCall(func(_ *router.Context, next func() error) error { return next() })
			for range 2 {
				f.AfterResponse(func(c *router.Context) { seen = append(seen, fmt.Sprint(c.Status(), " ", c.Err())) })
			}
			register(f, "GET /x", fn)
			var returned bool
			f.Use(func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					next.ServeHTTP(w, r)
					returned = true
				})
			})
			h, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
			server := httptest.NewServer(h)
			defer server.Close()

			res, err := http.Get(server.URL + "/x")
			if err == nil {
				_, err = io.ReadAll(res.Body)
				_ = res.Body.Close()
			}
			server.Close()

			Expect(err).To(HaveOccurred(), "an answer that was cut off")
			Expect(returned).To(BeFalse())
			Expect(f.Bugs()).To(Equal(int64(1)))
			Expect(seen).To(HaveLen(2))
			Expect(seen).To(HaveEach(And(HavePrefix(fmt.Sprint(status)), ContainSubstring("runtime.Goexit"))))
			Expect(strings.Count(f.log.String(), "level=WARN")).To(Equal(1), f.log.String())
			Expect(f.log.String()).To(And(ContainSubstring("runtime.Goexit"), ContainSubstring("stack="), ContainSubstring("controllerfaults_test.go")))
		},
		Entry("a function", func(*router.Context) error { runtime.Goexit(); return nil }, 0),
		Entry("a handler that has written", func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "a part")
			runtime.Goexit()
		}, 0),
		Entry("a handler that has sent a part", func(w http.ResponseWriter, _ *http.Request) {
			writeSome(w, 1, true)
			runtime.Goexit()
		}, 200),
		Entry("a stream", router.SSE(func(*router.Context) events {
			return func(yield func(router.Event, error) bool) {
				yield(router.Event{Data: "one"}, nil)
				runtime.Goexit()
			}
		}), 200),
	)

	DescribeTable("that returns an error which panics when it is looked at is a 500 with its hooks",
		func(environment router.Environment, wrong error) {
			f := newFixture(router.WithEnvironment(environment))
			var ran counter
			for stage, add := range map[string]func(...any){"before": f.BeforeFunctionCall, "response": f.BeforeResponse, "after": f.AfterResponse} {
				add(func(_ *router.Context, next func() error) error { ran.add(stage); return next() })
			}
			register(f, "GET /x", func(*router.Context) error { return wrong })

			Expect(f.get("/x").Code).To(Equal(500))

			Expect(ran.n).To(Equal(map[string]int{"before": 1, "response": 1, "after": 1}))
			Expect(f.log.String()).To(ContainSubstring("level=WARN"))
		},
		Entry("a *ClientError that is nil", router.Production, (*router.ClientError)(nil)),
		Entry("one that is wrapped", router.Production, fmt.Errorf("look: %w", (*router.ClientError)(nil))),
		Entry("an *InputError that is nil", router.Production, (*router.InputError)(nil)),
		Entry("another one that is nil", router.Production, (*fs.PathError)(nil)),
		Entry("one that wraps nothing, in development", router.Development, (*spelling)(nil)),
	)

	It("that makes the logger panic is answered and has its hooks", func() {
		f := &fixture{Router: router.New(router.WithLogger(slog.New(brokenLog{})))}
		var ran counter
		f.AfterResponse(func(c *router.Context) { ran.add(fmt.Sprint(c.Status())) })
		register(f, "GET /x", func(*router.Context) error { return errors.New("wrong") })

		Expect(f.get("/x").Code).To(Equal(500))

		Expect(ran.n).To(Equal(map[string]int{"500": 1}))
	})

	DescribeTable("with a runtime error is a 500 and counted as a bug",
		func(fn func(*router.Context) error) {
			f := newFixture()
			register(f, "GET /x", fn)

			expectProblem(f.get("/x"), 500, "")

			Expect(f.Bugs()).To(Equal(int64(1)))
		},
		Entry("nil dereference", func(*router.Context) error { var u *user; return errors.New(u.Name) }),
		Entry("index out of range", func(c *router.Context) error { return c.Render([]int{}[len(c.Param("no"))]) }),
		//lint:ignore SA5000 the bug that is answered
		Entry("nil map", func(*router.Context) error { var m map[string]int; m["a"] = 1; return nil }),
		Entry("wrong type", func(c *router.Context) error { return c.Render(any(1).(string)) }),
		Entry("division by zero", func(c *router.Context) error { return c.Render(1 / len(c.Param("no"))) }),
	)

	DescribeTable("that fails after a part was sent is logged, adds nothing and cuts the connection",
		func(fail func() error, logged string) {
			f := newFixture(router.WithPanicPolicy(router.Recover))
			register(f, "GET /x", func(c *router.Context) error {
				writeSome(c.ResponseWriter(), 1, true)
				return fail()
			})
			h, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
			w := &strictWriter{header: http.Header{}}

			Expect(func() { h.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil)) }).To(PanicWith(http.ErrAbortHandler))

			Expect(w.statuses).To(Equal([]int{200}))
			Expect(string(w.body)).To(Equal("x"))
			Expect(f.log.String()).To(And(ContainSubstring(logged), ContainSubstring("sent=true")))
		},
		Entry("with an error", func() error { return errors.New("late") }, "err=late"),
		Entry("with a panic", func() error { panic("late") }, "panic: late"),
	)

	DescribeTable("that renders what cannot be encoded is a 500, never an empty 200",
		func(value any) {
			for _, hooked := range []bool{false, true} {
				f := newFixture()
				if hooked {
					f.BeforeResponse(func(_ *router.Context, next func() error) error { return next() })
				}
				register(f, "GET /x", func(c *router.Context) error { return c.Render(value) })

				expectProblem(f.get("/x"), 500, "")
				Expect(strings.Count(f.log.String(), "level=WARN")).To(Equal(1), f.log.String())
			}
		},
		Entry("a function", func() {}),
		Entry("a channel in a map", map[string]any{"a": make(chan int)}),
		Entry("no number", math.NaN()),
		Entry("infinity in a list", []float64{1, math.Inf(1)}),
		Entry("a cycle", func() *cycle { c := &cycle{}; c.Next = c; return c }()),
		Entry("an encoder that fails", json.RawMessage("{")),
	)

	DescribeTable("whose result panics while it is encoded is a 500 like any other panic",
		func(hooked bool, opts ...router.Option) {
			f := &fixture{Router: router.New(append(opts, router.WithLogger(nil), router.WithPanicPolicy(router.Recover))...)}
			var ran counter
			if hooked {
				f.BeforeResponse(func(_ *router.Context, next func() error) error { return next() })
			}
			f.AfterResponse(func(c *router.Context) { ran.add(fmt.Sprint("after ", c.Status())) })
			register(f, "GET /x", func(c *router.Context) error { return c.Render(grenade{"boom"}) })
			h, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
			w := httptest.NewRecorder()

			Expect(func() { h.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil)) }).NotTo(Panic())

			Expect(w.Code).To(Equal(500))
			Expect(w.Header().Get("Content-Type")).To(Equal("application/problem+json"))
			Expect(ran.n).To(Equal(map[string]int{"after 500": 1}))
		},
		Entry("by MarshalJSON", false),
		Entry("by MarshalJSON behind a hook", true),
		Entry("by an encoder", false, router.WithEncoder(throwing{})),
	)

	It("that writes the header twice is one response", func() {
		f := newFixture()
		register(f, "GET /x", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(201)
			w.WriteHeader(500)
			_, _ = w.Write([]byte("once"))
		})
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		w := &strictWriter{header: http.Header{}}

		h.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))

		Expect(w.statuses).To(Equal([]int{201}))
		Expect(string(w.body)).To(Equal("once"))
	})
})

func nothing(http.ResponseWriter, *http.Request) {}

// throwing is an encoder that panics, for the default format.
type throwing struct{}

func (throwing) MediaType() string { return "application/json" }
func (throwing) Encode(io.Writer, any) error {
	panic("boom")
}

// strictWriter notes every status that it is told.
type strictWriter struct {
	header   http.Header
	statuses []int
	body     []byte
}

func (w *strictWriter) Header() http.Header    { return w.header }
func (w *strictWriter) WriteHeader(status int) { w.statuses = append(w.statuses, status) }
func (w *strictWriter) Write(p []byte) (int, error) {
	w.body = append(w.body, p...)
	return len(p), nil
}

var _ = Describe("A fault of a route table", func() {
	DescribeTable("is an error at the start that names both routes",
		func(a, b string, told ...string) {
			f := newFixture()
			f.Flag(router.Flag{Name: "AUTH"})
			f.Register(router.Controllers{a: nothing}, router.Controllers{b: nothing})

			_, err := f.Handler()

			var table *router.TableError
			Expect(errors.As(err, &table)).To(BeTrue())
			Expect(table.Mistakes).To(HaveLen(1))
			for _, text := range append(told, "router_test.nothing (controllerfaults_test.go:") {
				Expect(err.Error()).To(ContainSubstring(text))
			}
		},
		Entry("two controllers with one route", "GET /a", "GET AUTH /a", `"GET AUTH /a"`, `"GET /a"`),
		Entry("a route with other names", "GET /a/:x.:y/c", "GET /a/:b.:c/c", `"GET /a/:x.:y/c"`, `"GET /a/:b.:c/c"`),
		Entry("something behind a catch-all", "GET /ok", "GET /*x/y", `"GET /*x/y"`),
	)

	DescribeTable("is none where only the names differ or a catch-all stands beside a parameter",
		func(engine string, a, b, target string) {
			f := newFixture(router.WithEngine(engines[engine]()))
			name := func(name string) any {
				return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(name)) }
			}
			f.Register(router.Controllers{a: name("a"), b: name("b")})

			Expect(f.get(target).Body.String()).To(Equal("b"))
		},
		Entry("trie: catch-all", "trie", "GET /a/*c", "GET /a/:b", "/a/1"),
		Entry("ServeMux: catch-all", "ServeMux", "GET /a/*c", "GET /a/:b", "/a/1"),
		Entry("gin: catch-all", "gin", "GET /a/*c", "GET /a/:b", "/a/1"),
		Entry("trie: names", "trie", "GET /a/:b", "GET /a/:c/x", "/a/1/x"),
		Entry("ServeMux: names", "ServeMux", "GET /a/:b", "GET /a/:c/x", "/a/1/x"),
		Entry("gin: names", "gin", "GET /a/:b", "GET /a/:c/x", "/a/1/x"),
	)

	DescribeTable("about the environment",
		func(e router.Environment, mistake string) {
			f := newFixture(router.WithEnvironment(e))
			register(f, "GET /x", func(*router.Context) error { return errors.New("secret") })

			if mistake != "" {
				Expect(f.mistakes()).To(ConsistOf(ContainSubstring(mistake)))
				return
			}
			expectProblem(f.get("/x"), 500, "")
		},
		Entry("unknown: an error", router.Environment("staging"), `environment "staging" does not exist`),
		Entry("in capitals: an error", router.Environment("PRODUCTION"), `environment "PRODUCTION" does not exist`),
		Entry("empty: production", router.Environment(""), ""),
		Entry("production", router.Production, ""),
	)

	It("is production when no environment is named", func() {
		f := newFixture()
		register(f, "GET /x", func(*router.Context) error { return errors.New("secret") })

		expectProblem(f.get("/x"), 500, "")
	})
})
