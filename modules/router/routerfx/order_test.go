package routerfx_test

import (
	"encoding/json"
	"fmt"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/routerfx"
)

// shop and depot are two modules of an application that know nothing of each
// other.
func shop() fx.Option {
	return fx.Module("shop",
		routerfx.Flag(router.Flag{Name: "SHOP", Tag: "shop"}),
		routerfx.Pack("audit", hooked("audit")),
		routerfx.NamedOption("20 shop", router.WithInfo(router.Info{Title: "Shop"})),
		fx.Provide(
			routerfx.AsController(func() router.Controllers { return router.Controllers{"GET SHOP DEPOT /shop": http.NotFoundHandler()} }),
			routerfx.AsHook(at(core.BeforeFunctionCall, "shop")), routerfx.AsHook(at(core.AfterResponse, "shop")),
			routerfx.AsGuard(guard("closed")),
		))
}

func depot() fx.Option {
	return fx.Module("depot",
		routerfx.Flag(router.Flag{Name: "DEPOT", Tag: "depot"}),
		routerfx.Pack("trace", hooked("trace")),
		routerfx.NamedOption("10 depot", router.WithInfo(router.Info{Title: "Depot", Version: "7"})),
		fx.Provide(
			routerfx.AsController(func() router.Controllers { return router.Controllers{"GET /depot": http.NotFoundHandler()} }),
			routerfx.AsHook(at(core.BeforeFunctionCall, "depot")), routerfx.AsHook(at(core.AfterResponse, "depot")),
			routerfx.AsGuard(guard("banned")),
			routerfx.AsPack(func() routerfx.NamedPack { return routerfx.NamedPack{Name: "metrics", Pack: hooked("metrics")} }),
		))
}

func at(stage core.Stage, name string) func() core.Hook {
	return func() core.Hook {
		return core.HookAt(core.HookPoint{Stage: stage, Name: name}, func(_ core.Exchange, next func() error) error { return next() })
	}
}

// hooked is a pack with one hook.
func hooked(name string) router.Pack {
	return func(r *router.Router) { r.Hook(at(core.BeforeFunctionCall, name)()) }
}

func guard(name string) func() routerfx.NamedGuard {
	return func() routerfx.NamedGuard {
		return routerfx.NamedGuard{Name: name, Flag: "SHOP", Guard: func(*router.Context) error { return fmt.Errorf("%s", name) }}
	}
}

var _ = Describe("Two modules that contribute to one router", func() {
	It("have one order in a hundred starts, whatever order fx provides them in", func(ctx SpecContext) {
		seen := map[string]int{}
		var hooks []string
		for range 100 {
			var r *router.Router
			app := fx.New(routerfx.Module, fx.NopLogger, shop(), depot(), fx.Populate(&r))
			Expect(app.Err()).NotTo(HaveOccurred())
			routes, err := r.Routes()
			Expect(err).NotTo(HaveOccurred())
			listing, err := json.Marshal(routes)
			Expect(err).NotTo(HaveOccurred())
			doc, err := r.Load(ctx)
			Expect(err).NotTo(HaveOccurred())
			seen[string(listing)+string(doc.Text.Data)]++
			hooks = nil
			for _, h := range routes[0].Hooks {
				hooks = append(hooks, h.Stage+" "+h.Name)
			}
		}

		Expect(seen).To(HaveLen(1))
		Expect(hooks).To(Equal([]string{
			"beforeFunctionCall audit", "beforeFunctionCall metrics", "beforeFunctionCall trace",
			"beforeFunctionCall depot", "beforeFunctionCall shop", "afterResponse depot", "afterResponse shop",
		}))
	})

	It("have one order of guards and of options", func() {
		answers := map[string]int{}
		for range 100 {
			var r *router.Router
			app := fx.New(routerfx.Module, fx.NopLogger, shop(), depot(), fx.Populate(&r),
				routerfx.Option(router.WithLogger(nil)), routerfx.Environment(router.Development), routerfx.Option(router.WithDocument("/doc")))
			Expect(app.Err()).NotTo(HaveOccurred())
			h, err := r.Handler()
			Expect(err).NotTo(HaveOccurred())
			answers[text(h, "/shop", "detail")+", "+text(h, "/doc", "info", "title")+" "+text(h, "/doc", "info", "version")]++
		}

		Expect(answers).To(Equal(map[string]int{"banned, Shop 7": 100}))
	})

	It("have one order of flags, in which their mistakes are told", func() {
		messages := map[string]int{}
		for range 100 {
			var r *router.Router
			app := fx.New(routerfx.Module, fx.NopLogger, fx.Populate(&r),
				routerfx.Flag(router.Flag{Name: "b"}), routerfx.Flag(router.Flag{Name: "a"}), routerfx.Flag(router.Flag{Name: "c"}))
			Expect(app.Err()).NotTo(HaveOccurred())
			_, err := r.Handler()
			messages[fmt.Sprint(err)]++
		}

		Expect(messages).To(HaveLen(1))
		Expect(messages).To(HaveKey(MatchRegexp(`(?s)"a".*"b".*"c"`)))
	})

	DescribeTable("fail the start when fx cannot tell apart",
		func(message string, opts ...fx.Option) {
			app := fx.New(routerfx.Module, fx.NopLogger, fx.Options(opts...), fx.Invoke(func(*router.Router) {}))

			Expect(app.Err()).To(MatchError(ContainSubstring(message)))
		},
		Entry("hooks", `two hooks named "a" at beforeFunctionCall with flag "AUTH" and order 0`,
			fx.Provide(routerfx.AsHook(step("a", 0)), routerfx.AsHook(step("a", 0)))),
		Entry("guards", `two guards named "a" with flag "SHOP"`,
			fx.Provide(routerfx.AsGuard(guard("a")), routerfx.AsGuard(guard("a")))),
		Entry("packs", `two packs named "a"`, routerfx.Pack("a", hooked("x")), routerfx.Pack("a", hooked("y"))),
		Entry("options", `options "a" are given twice`, routerfx.NamedOption("a"), routerfx.NamedOption("a")),
	)
})

// text is a text in the JSON that a path is answered with.
func text(h http.Handler, path string, members ...string) string {
	GinkgoHelper()
	w := serve(h, path)
	var value any
	Expect(json.Unmarshal(w.Body.Bytes(), &value)).To(Succeed(), w.Body.String())
	for _, name := range members {
		value = value.(map[string]any)[name]
	}
	return fmt.Sprint(value)
}
