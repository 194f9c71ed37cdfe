package router_test

import (
	"errors"
	"fmt"
	"log"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// wanted is the number that a request is about, -1.
func wanted(r *http.Request) int {
	n, _ := strconv.Atoi(r.PathValue("n"))
	return n
}

var _ = Describe("A controller that panics", func() {
	for engineName, engine := range engines {
		var f *fixture
		var exits chan int
		BeforeEach(func() {
			exits = make(chan int, 1)
			f = newFixture(router.WithEngine(engine()), router.WithExit(func(code int) { exits <- code }))
		})

		DescribeTable("because a library does is a bug: 500, counted, and the process lives, on "+engineName,
			func(throw func(r *http.Request)) {
				f.Register(router.Controllers{
					"GET /function/:n": func(c *router.Context, _ int) error {
						c.Request().SetPathValue("n", c.Param("n"))
						throw(c.Request())
						return nil
					},
					"GET /handler/:n": func(_ http.ResponseWriter, r *http.Request) { throw(r) },
				})

				expectProblem(f.get("/function/-1"), 500, "")
				expectProblem(f.get("/handler/-1"), 500, "")

				Expect(f.Bugs()).To(Equal(int64(2)))
				Expect(exits).NotTo(Receive())
			},
			Entry("strings.Repeat", func(r *http.Request) { _ = strings.Repeat("x", wanted(r)) }),
			Entry("big.Int.Div", func(r *http.Request) { new(big.Int).Div(big.NewInt(1), big.NewInt(int64(wanted(r)+1))) }),
			Entry("time.NewTicker", func(r *http.Request) { time.NewTicker(time.Duration(wanted(r) + 1)) }),
			Entry("log.Panic", func(r *http.Request) { log.New(GinkgoWriter, "", 0).Panic(wanted(r)) }),
			Entry("sync.OnceFunc", func(r *http.Request) { sync.OnceFunc(func() { _ = strings.Repeat("x", wanted(r)) })() }),
			Entry("a runtime error in another error", func(*http.Request) {
				defer func() {
					if err, ok := recover().(error); ok {
						panic(fmt.Errorf("while cleaning up: %w", err))
					}
				}()
				throw(nil)
			}),
			Entry("strings.Repeat, thrown on by a deferred function", func(r *http.Request) {
				defer func() {
					if v := recover(); v != nil {
						panic(fmt.Sprint("while cleaning up: ", v))
					}
				}()
				_ = strings.Repeat("x", wanted(r))
			}),
		)

		DescribeTable("on purpose ends the process, on "+engineName,
			func(throw func(c *router.Context)) {
				register(f, "GET /x", func(c *router.Context) error { throw(c); return nil })

				expectProblem(f.get("/x"), 500, "")

				Eventually(exits).Should(Receive(Equal(70)))
				Expect(f.Bugs()).To(BeZero())
			},
			Entry("with an error", func(*router.Context) { panic(errors.New("thrown")) }),
			Entry("with a text, in a function that a library calls", func(*router.Context) { (&sync.Once{}).Do(func() { panic("thrown") }) }),
			Entry("with Crash", func(c *router.Context) { c.Crash(errors.New("thrown")) }),
			Entry("with Crash and an error for the client", func(c *router.Context) { c.Crash(&router.ClientError{Status: 404}) }),
			Entry("with Crash, thrown on by a library", func(c *router.Context) { sync.OnceFunc(func() { c.Crash(errors.New("thrown")) })() }),
		)

		It("on purpose is answered as other errors are where the process lives, and not flushed, on "+engineName, func() {
			f := newFixture(router.WithEngine(engine()), router.WithPanicPolicy(router.Recover))
			register(f, "GET /x", func(*router.Context) error { panic("thrown") })

			w := f.get("/x")

			expectProblem(w, 500, "")
			Expect(w.Flushed).To(BeFalse())
			Expect(w.Header()).NotTo(HaveKey("Connection"))
		})

		DescribeTable("with an error for the client answers with it, on "+engineName,
			func(fn any) {
				f.Register(router.Controllers{"GET /x": fn})

				w := f.get("/x")

				expectProblem(w, 404, "no such thing")
				Expect(w.Header().Get("X-Hint")).To(Equal("look elsewhere"))
				Expect(f.Bugs()).To(BeZero())
				Expect(exits).NotTo(Receive())
				Expect(f.log.String()).NotTo(ContainSubstring("level=WARN"))
			},
			Entry("in a handler", func(http.ResponseWriter, *http.Request) { panic(noSuchThing()) }),
			Entry("in a function", func(*router.Context) error { panic(noSuchThing()) }),
			Entry("in another error", func(*router.Context) error { panic(fmt.Errorf("look up: %w", noSuchThing())) }),
			Entry("in a typed function", router.F0(func(*router.Context) (string, error) { panic(noSuchThing()) })),
			Entry("in a stream that has not begun", router.SSE(func(*router.Context) events {
				return func(func(router.Event, error) bool) { panic(noSuchThing()) }
			})),
		)

		It("behind its request with an error for the client is logged, and the process lives, on "+engineName, func(ctx SpecContext) {
			log := &sharedLog{}
			r := router.New(router.WithEngine(engine()), log.to(), router.WithExit(func(code int) { exits <- code }))
			r.Register(router.Controllers{"GET /x": func(c *router.Context) error {
				return c.Go(func(*router.Context) { panic(noSuchThing()) })
			}})
			f.Router = r

			Expect(f.get("/x").Code).To(Equal(204))
			Expect(r.Stop(ctx)).To(Succeed())

			Expect(log.String()).To(And(ContainSubstring("background function"), ContainSubstring("no such thing")))
			Expect(exits).NotTo(Receive())
			Expect(r.Bugs()).To(BeZero())
		})
	}
})

func noSuchThing() error {
	return &router.ClientError{Status: 404, Message: "no such thing", Header: http.Header{"X-Hint": {"look elsewhere"}}}
}
