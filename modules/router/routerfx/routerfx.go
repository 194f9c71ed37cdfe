// Package routerfx wires a router into an fx application:
//
//	fx.New(
//		routerfx.Module,
//		fx.Provide(routerfx.AsController(newUsers), routerfx.AsHook(newLogin)),
//		routerfx.Option(router.WithAddress("127.0.0.1:8080")),
//	).Run()
//
// The router runs on gin; routerfx.Engine(muxrouter.Engine()) swaps it. It is
// served from the start of the application to its stop.
package routerfx

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"slices"

	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
)

// Params is what Module needs. New fields may be added.
//
// Value groups come in random order, so each is sorted: controllers by the name
// of their type and their first route, hooks by stage, order, flag and name.
// Hooks of one stage, flag, order and name are indistinguishable and fail the
// start.
type Params struct {
	fx.In

	Lifecycle   fx.Lifecycle
	Shutdowner  fx.Shutdowner
	Controllers []core.Controller `group:"controllers"`
	Hooks       []core.Hook       `group:"hooks"`
	Flags       []router.Flag     `group:"flags"`
	Options     []router.Option   `group:"router_options"`
	Engine      router.Engine     `optional:"true"` // default: gin
	Logger      *slog.Logger      `optional:"true"` // default: slog.Default()
}

// Module provides *router.Router. A router that something asks for is served:
// the start of the application fails when the route table has mistakes or the
// address is taken, its stop waits for the requests that are being served.
// Router.Address tells where it listens.
var Module = fx.Module("router", fx.Provide(newRouter))

// AsController marks a constructor as one of a core.Controller of the router.
func AsController(constructor any) any {
	return fx.Annotate(constructor, fx.As(new(core.Controller)), fx.ResultTags(`group:"controllers"`))
}

// AsHook marks a constructor as one of a core.Hook of the router.
func AsHook(constructor any) any {
	return fx.Annotate(constructor, fx.As(new(core.Hook)), fx.ResultTags(`group:"hooks"`))
}

// Flag declares a flag of the router.
func Flag(f router.Flag) fx.Option {
	return fx.Supply(fx.Annotate(f, fx.ResultTags(`group:"flags"`)))
}

// Option gives the router an option. Options apply in no particular order, so
// no two of them may set the same thing.
func Option(o router.Option) fx.Option {
	return fx.Supply(fx.Annotate(o, fx.ResultTags(`group:"router_options"`)))
}

// Engine runs the router on another engine than gin.
func Engine(e router.Engine) fx.Option {
	return fx.Supply(fx.Annotate(e, fx.As(new(router.Engine))))
}

func newRouter(p Params) (*router.Router, error) {
	if err := sortHooks(p.Hooks); err != nil {
		return nil, err
	}
	slices.SortFunc(p.Flags, func(a, b router.Flag) int { return cmp.Compare(a.Name, b.Name) })
	r := router.New(options(p)...)
	r.Flag(p.Flags...)
	r.Hook(p.Hooks...)
	r.Register(sorted(p.Controllers)...)
	p.Lifecycle.Append(lifecycle(r, p.Shutdowner))
	return r, nil
}

// options puts what fx decides first, so that an option of the application
// overrides it.
func options(p Params) []router.Option {
	engine := p.Engine
	if engine == nil {
		engine = ginrouter.Engine()
	}
	first := []router.Option{router.WithEngine(engine), router.WithExit(func(code int) {
		_ = p.Shutdowner.Shutdown(fx.ExitCode(code)) // the application stops already
	})}
	if p.Logger != nil {
		first = append(first, router.WithLogger(p.Logger))
	}
	return append(first, p.Options...)
}

func lifecycle(r *router.Router, s fx.Shutdowner) fx.Hook {
	served := make(chan error, 1)
	return fx.Hook{
		OnStart: func(context.Context) error {
			l, err := r.Listen()
			if err != nil {
				return err
			}
			go func() {
				err := r.Serve(l)
				served <- err
				if err != nil {
					_ = s.Shutdown(fx.ExitCode(1)) // the application stops already
				}
			}()
			return nil
		},
		OnStop: func(ctx context.Context) error {
			if err := r.Stop(ctx); err != nil {
				return err
			}
			return <-served
		},
	}
}

// sorted reads the routes of every controller once and sorts the controllers by
// the name of their type, then by their first route.
func sorted(controllers []core.Controller) []core.Controller {
	type module struct {
		name   string
		routes router.Controllers
	}
	modules := make([]module, len(controllers))
	for i, c := range controllers {
		routes := router.Controllers(c.Routes())
		first := append(slices.Sorted(maps.Keys(routes)), "")[0]
		modules[i] = module{reflect.TypeOf(c).String() + " " + first, routes}
	}
	slices.SortStableFunc(modules, func(a, b module) int { return cmp.Compare(a.name, b.name) })
	all := make([]core.Controller, len(modules))
	for i, m := range modules {
		all[i] = m.routes
	}
	return all
}

func sortHooks(hooks []core.Hook) error {
	slices.SortFunc(hooks, compareHooks)
	for i := 1; i < len(hooks); i++ {
		if compareHooks(hooks[i-1], hooks[i]) == 0 {
			p := hooks[i].Point()
			return fmt.Errorf("routerfx: two hooks named %q at %s with flag %q and order %d: give them names or orders", hookName(hooks[i]), p.Stage, p.Flag, p.Order)
		}
	}
	return nil
}

func compareHooks(a, b core.Hook) int {
	p, q := a.Point(), b.Point()
	return cmp.Or(cmp.Compare(p.Stage, q.Stage), cmp.Compare(p.Order, q.Order), cmp.Compare(p.Flag, q.Flag), cmp.Compare(hookName(a), hookName(b)))
}

func hookName(h core.Hook) string {
	return cmp.Or(h.Point().Name, reflect.TypeOf(h).String())
}
