package routerfx_test

import (
	"errors"
	"fmt"
	"net/http/httptest"

	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/routerfx"
)

// The constructors may take what other parts of the application provide.
func ExampleAsController() {
	var r *router.Router
	app := fx.New(
		routerfx.Module,
		fx.Provide(
			routerfx.AsController(func() router.Controllers {
				return router.Controllers{"GET AUTH /me": router.F0(func(*router.Context) (string, error) { return "Ida", nil })}
			}),
			routerfx.AsGuard(func() routerfx.NamedGuard {
				return routerfx.NamedGuard{Name: "login", Flag: "AUTH", Guard: func(c *router.Context) error {
					if c.Header("Authorization") == "" {
						return c.Error(401, "log in")
					}
					return nil
				}}
			}),
			routerfx.AsHook(func() core.Hook {
				return core.HookAt(core.HookPoint{Stage: core.BeforeResponse, Name: "version"}, func(x core.Exchange, next func() error) error {
					x.ResponseWriter().Header().Set("X-Version", "7")
					return next()
				})
			}),
			routerfx.AsPack(func() routerfx.NamedPack {
				return routerfx.NamedPack{Name: "quiet", Pack: func(*router.Router) {}}
			}),
		),
		routerfx.Flag(router.Flag{Name: "AUTH", Security: router.Bearer("")}),
		routerfx.Environment(router.Test),
		routerfx.Option(router.WithLogger(nil)),
		routerfx.NamedOption("limits", router.WithMaxBody(1<<10)),
		fx.Populate(&r),
		fx.NopLogger,
	)
	h, err := r.Handler()
	if err := errors.Join(app.Err(), err); err != nil {
		fmt.Println(err)
		return
	}
	for _, token := range []string{"", "Bearer x"} {
		w, req := httptest.NewRecorder(), httptest.NewRequest("GET", "/me", nil)
		req.Header.Set("Authorization", token)
		h.ServeHTTP(w, req)
		fmt.Println(w.Code, w.Header().Get("X-Version"))
	}
	// Output:
	// 401 7
	// 200 7
}
