package routerfx_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/fx"
	"go.uber.org/fx/fxtest"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
	"github.com/trefoil-go/trefoil/modules/router/routerfx"
)

type greetings struct{}

func newGreetings() *greetings { return &greetings{} }

func (*greetings) Routes() map[string]any {
	return router.Controllers{
		"GET AUTH /hello/:name": router.F1(func(c *router.Context, name string) (string, error) {
			order, _ := steps.Get(c)
			return strings.Join(append(order, "hello "+name), ", "), nil
		}),
		"GET /boom": func(*router.Context) error { panic(errors.New("on purpose")) },
	}
}

var steps = router.NewKey[[]string]("steps")

// step is a hook constructor that notes its name.
func step(name string, order int) func() core.Hook {
	point := core.HookPoint{Stage: core.BeforeFunctionCall, Flag: "AUTH", Order: order, Name: name}
	return func() core.Hook {
		return core.HookAt(point, func(x core.Exchange, next func() error) error {
			c := x.(*router.Context)
			before, _ := steps.Get(c)
			steps.Set(c, append(before, name))
			return next()
		})
	}
}

func modules(opts ...fx.Option) fx.Option {
	return fx.Options(
		routerfx.Module,
		routerfx.Option(router.WithAddress("127.0.0.1:0")),
		routerfx.Option(router.WithLogger(nil)),
		routerfx.Flag(router.Flag{Name: "AUTH", Security: router.Basic()}),
		fx.Provide(
			routerfx.AsController(newGreetings),
			routerfx.AsHook(step("b", 0)), routerfx.AsHook(step("first", -1)), routerfx.AsHook(step("a", 0)),
		),
		fx.Options(opts...),
	)
}

func get(url string) (int, string) {
	GinkgoHelper()
	res, err := http.Get(url)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	Expect(err).NotTo(HaveOccurred())
	return res.StatusCode, string(body)
}

var _ = Describe("Module", func() {
	BeforeEach(func() {
		before := goleak.IgnoreCurrent()
		DeferCleanup(func() {
			http.DefaultClient.CloseIdleConnections()
			Eventually(func() error { return goleak.Find(before) }).Should(Succeed())
		})
	})

	It("is complete", func() {
		Expect(fx.ValidateApp(modules(fx.Invoke(func(*router.Router) {})))).To(Succeed())
		Expect(fx.ValidateApp(routerfx.Module, fx.Invoke(func(*router.Router) {}))).To(Succeed())
	})

	DescribeTable("serves from start to stop", func(engine fx.Option) {
		var r *router.Router
		app := fxtest.New(GinkgoTB(), modules(engine, fx.Populate(&r)))
		app.RequireStart()

		status, body := get("http://" + r.Address() + "/hello/Ida")

		Expect(status).To(Equal(200))
		Expect(body).To(Equal(`"first, a, b, hello Ida"`))
		status, body = get("http://" + r.Address() + "/nothing")
		Expect(status).To(Equal(404))
		Expect(body).To(HavePrefix(`{"title":"Not Found","status":404,`))
		app.RequireStop()
		_, err := net.Dial("tcp", r.Address())
		Expect(err).To(MatchError(syscall.ECONNREFUSED))
	},
		Entry("on gin, the default", fx.Options()),
		Entry("on gin, named", routerfx.Engine(ginrouter.Engine())),
		Entry("on ServeMux", routerfx.Engine(muxrouter.Engine())),
	)

	It("has one order of hooks and one description, whatever order fx provides them in", func(ctx SpecContext) {
		texts := map[string]int{}
		for range 20 {
			var r *router.Router
			app := fx.New(modules(fx.NopLogger, fx.Populate(&r), fx.Provide(
				routerfx.AsController(func() router.Controllers { return router.Controllers{"GET /z": http.NotFoundHandler()} }),
				routerfx.AsController(func() router.Controllers { return router.Controllers{"GET /a": http.NotFoundHandler()} }),
			)))
			Expect(app.Err()).NotTo(HaveOccurred())
			doc, err := r.Load(ctx)
			Expect(err).NotTo(HaveOccurred())
			texts[string(doc.Text.Data)]++
		}

		Expect(texts).To(HaveLen(1))
	})

	It("fails the start when two hooks cannot be told apart", func() {
		app := fx.New(modules(fx.NopLogger, fx.Provide(routerfx.AsHook(step("a", 0))), fx.Invoke(func(*router.Router) {})))

		Expect(app.Err()).To(MatchError(ContainSubstring(`two hooks named "a" at beforeFunctionCall with flag "AUTH" and order 0`)))
	})

	It("fails the start when the table has mistakes", func(ctx SpecContext) {
		bad := routerfx.AsController(func() router.Controllers { return router.Controllers{"GET": nil} })
		app := fx.New(modules(fx.NopLogger, fx.Provide(bad), fx.Invoke(func(*router.Router) {})))

		Expect(app.Start(ctx)).To(MatchError(ContainSubstring(`"GET"`)))
	})

	It("fails the start when the port is taken", func(ctx SpecContext) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(l.Close)
		app := fx.New(routerfx.Module, fx.NopLogger, routerfx.Option(router.WithAddress(l.Addr().String())), fx.Invoke(func(*router.Router) {}))

		Expect(app.Start(ctx)).To(MatchError(syscall.EADDRINUSE))
	})

	It("stops the application with status 70 after a panic on purpose", func(ctx SpecContext) {
		var r *router.Router
		app := fx.New(modules(fx.NopLogger, fx.Populate(&r)))
		Expect(app.Start(ctx)).To(Succeed())
		done := app.Wait()

		status, _ := get("http://" + r.Address() + "/boom")

		Expect(status).To(Equal(500))
		var signal fx.ShutdownSignal
		Eventually(ctx, done).Should(Receive(&signal))
		Expect(signal.ExitCode).To(Equal(70))
		Expect(app.Stop(ctx)).To(Succeed())
	})
})

func ExampleEngine() {
	var r *router.Router
	app := fx.New(
		routerfx.Module,
		routerfx.Engine(muxrouter.Engine()),
		fx.Provide(routerfx.AsController(newGreetings), routerfx.AsHook(step("login", 0))),
		fx.Populate(&r),
		fx.NopLogger,
	)
	_, err := r.Handler()
	fmt.Println(app.Err(), err)
	// Output: <nil> <nil>
}
