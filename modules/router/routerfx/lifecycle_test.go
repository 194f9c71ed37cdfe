package routerfx_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/routerfx"
)

func serve(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// story is what components tell, in order.
type story []string

// component tells when it starts, which may fail, and when it stops.
func (s *story) component(name string, err error) fx.Option {
	return fx.Invoke(func(lc fx.Lifecycle) {
		lc.Append(fx.Hook{
			OnStart: func(context.Context) error { *s = append(*s, "start "+name); return err },
			OnStop:  func(context.Context) error { *s = append(*s, "stop "+name); return nil },
		})
	})
}

// needed makes fx construct the router here.
func needed(r **router.Router) fx.Option {
	return fx.Invoke(func(made *router.Router) { *r = made })
}

var _ = Describe("An application with a router", func() {
	var told story
	var r *router.Router

	BeforeEach(func() {
		leakNothing()
		told = nil
	})

	It("does not start when the port is taken, and stops what was started before in reverse", func(ctx SpecContext) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(l.Close)
		app := fx.New(routerfx.Module, fx.NopLogger, routerfx.Option(router.WithAddress(l.Addr().String())),
			told.component("store", nil), told.component("cache", nil),
			needed(&r),
			told.component("mail", nil), told.component("clock", nil))

		err = app.Start(ctx)

		Expect(err).To(MatchError(syscall.EADDRINUSE))
		Expect(err).To(MatchError(ContainSubstring("router: listen at " + l.Addr().String())))
		Expect(told).To(Equal(story{"start store", "start cache", "stop cache", "stop store"}))
	})

	It("gives the port back when a component behind it does not start", func(ctx SpecContext) {
		broken := errors.New("no mail")
		app := fx.New(modules(fx.NopLogger,
			told.component("store", nil), needed(&r), told.component("mail", broken), told.component("clock", nil)))

		Expect(app.Start(ctx)).To(MatchError(broken))

		Expect(told).To(Equal(story{"start store", "start mail", "stop store"}))
		_, err := net.Dial("tcp", r.Address())
		Expect(err).To(MatchError(syscall.ECONNREFUSED))
	})

	It("stops with status 70 after a panic on purpose, which is answered", func(ctx SpecContext) {
		app := fx.New(modules(fx.NopLogger, told.component("store", nil), needed(&r)))
		Expect(app.Start(ctx)).To(Succeed())
		done := app.Wait()

		status, _ := get("http://" + r.Address() + "/boom")

		Expect(status).To(Equal(500))
		var signal fx.ShutdownSignal
		Eventually(ctx, done).Should(Receive(&signal))
		Expect(signal.ExitCode).To(Equal(70))
		Expect(app.Stop(ctx)).To(Succeed())
		Expect(told).To(Equal(story{"start store", "stop store"}))
	})

	It("drains: is not ready, goes on serving, and answers what it has begun", func(ctx SpecContext) {
		began, goOn := make(chan struct{}), make(chan struct{})
		app := fx.New(modules(fx.NopLogger, needed(&r),
			routerfx.Drain(300*time.Millisecond, 5*time.Second),
			routerfx.Option(router.WithHealth("/livez", "/readyz")),
			slow(began, goOn)))
		Expect(app.StopTimeout()).To(Equal(7300 * time.Millisecond))
		Expect(app.Start(ctx)).To(Succeed())
		url := "http://" + r.Address()
		answered := begin(url + "/slow")
		Eventually(ctx, began).Should(BeClosed())

		stopped := stop(ctx, app)

		Eventually(func() int { status, _ := get(url + "/readyz"); return status }).WithContext(ctx).Should(Equal(503))
		status, _ := get(url + "/hello/Ida")
		Expect(status).To(Equal(200))
		Consistently(stopped, "500ms").ShouldNot(Receive())
		close(goOn)
		Eventually(ctx, answered).Should(Receive(Equal(200)))
		Eventually(ctx, stopped).Should(Receive(Succeed()))
	})

	It("cuts what does not end in time to stop what was started before", func(ctx SpecContext) {
		began, goOn := make(chan struct{}), make(chan struct{})
		app := fx.New(modules(fx.NopLogger, told.component("store", nil), needed(&r),
			routerfx.Drain(time.Hour, time.Hour), fx.StopTimeout(2*time.Second),
			slow(began, goOn)))
		Expect(app.Start(ctx)).To(Succeed())
		answered := begin("http://" + r.Address() + "/slow")
		Eventually(ctx, began).Should(BeClosed())

		Eventually(ctx, stop(ctx, app)).Should(Receive(MatchError(context.DeadlineExceeded)))

		Expect(told).To(Equal(story{"start store", "stop store"}))
		close(goOn)
		Eventually(ctx, answered).Should(Receive(BeZero()))
	})
})

// slow is a controller that says when it has begun and waits.
func slow(began chan<- struct{}, goOn <-chan struct{}) fx.Option {
	return fx.Provide(routerfx.AsController(func() router.Controllers {
		return router.Controllers{"GET /slow": func(c *router.Context) error {
			close(began)
			<-goOn
			return c.Render("done")
		}}
	}))
}

// begin sends a request and returns what gets its status, 0 when it is cut.
func begin(url string) <-chan int {
	answered := make(chan int, 1)
	go func() {
		res, err := http.Get(url)
		if err != nil {
			answered <- 0
			return
		}
		_ = res.Body.Close()
		answered <- res.StatusCode
	}()
	return answered
}

// stop stops an application as fx.App.Run does.
func stop(ctx context.Context, app *fx.App) <-chan error {
	stopped := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(ctx, app.StopTimeout())
		defer cancel()
		stopped <- app.Stop(ctx)
	}()
	return stopped
}

func ExamplePack() {
	var r *router.Router
	fx.New(routerfx.Module, fx.NopLogger, fx.Populate(&r),
		routerfx.Pack("powered", func(r *router.Router) {
			r.BeforeResponse(func(c *router.Context, next func() error) error {
				c.SetHeader("X-Powered-By", "steam")
				return next()
			})
		}),
		fx.Provide(routerfx.AsController(newGreetings), routerfx.AsHook(step("login", 0))),
	)
	h, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(serve(h, "/hello/Ida").Header().Get("X-Powered-By"))
	// Output: steam
}

func ExampleDrain() {
	app := fx.New(routerfx.Module, fx.NopLogger, routerfx.Drain(5*time.Second, 20*time.Second))
	fmt.Println(app.StopTimeout())
	// Output: 27s
}
