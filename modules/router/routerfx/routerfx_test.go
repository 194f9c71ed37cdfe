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
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

type greetings struct{}

func newGreetings() *greetings { return &greetings{} }

func (*greetings) Routes() map[string]any {
	return router.Controllers{
		"GET AUTH /hello/:name": router.F1(func(c *router.Context, name string) (string, error) {
			order, _ := steps.Get(c)
			return strings.Join(append(order, "hello "+name), ", "), nil
		}),
		"GET /broken": func(*router.Context) error { return errors.New("the disk is full") },
		"GET /boom":   func(*router.Context) error { panic(errors.New("on purpose")) },
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

// leakNothing expects that the spec ends what it starts.
func leakNothing() {
	before := goleak.IgnoreCurrent()
	DeferCleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		Eventually(func() error { return goleak.Find(before) }).Should(Succeed())
	})
}

var _ = Describe("Module", func() {
	BeforeEach(leakNothing)

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
		Entry("on the tree", routerfx.Engine(trierouter.Engine())),
	)

	It("runs afterResponse hooks, behind the response", func(ctx SpecContext) {
		var r *router.Router
		statuses := make(chan int, 1)
		note := core.HookAt(core.HookPoint{Stage: core.AfterResponse, Name: "note"}, func(x core.Exchange, next func() error) error {
			statuses <- x.(*router.Context).Status()
			return next()
		})
		app := fxtest.New(GinkgoTB(), modules(fx.Populate(&r), fx.Provide(routerfx.AsHook(func() core.Hook { return note }))))
		app.RequireStart()

		get("http://" + r.Address() + "/hello/Ida")

		Eventually(ctx, statuses).Should(Receive(Equal(200)))
		app.RequireStop()
	})

	DescribeTable("sets the environment", func(environment router.Environment, matcher OmegaMatcher) {
		var r *router.Router
		app := fxtest.New(GinkgoTB(), modules(routerfx.Environment(environment), fx.Populate(&r)))
		app.RequireStart()

		_, body := get("http://" + r.Address() + "/broken")

		Expect(body).To(matcher)
		app.RequireStop()
	},
		Entry("of clients that are told everything", router.Development, ContainSubstring("the disk is full")),
		Entry("of clients that are told nothing", router.Production, Not(ContainSubstring("the disk is full"))),
	)

	It("fails the start when the table has mistakes", func(ctx SpecContext) {
		bad := routerfx.AsController(func() router.Controllers { return router.Controllers{"GET": nil} })
		app := fx.New(modules(fx.NopLogger, fx.Provide(bad), fx.Invoke(func(*router.Router) {})))

		Expect(app.Start(ctx)).To(MatchError(ContainSubstring(`"GET"`)))
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
