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
	"fmt"
	"log/slog"
	"slices"

	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
)

// Params is what Module needs. New fields may be added.
//
// Value groups come in random order, so each is sorted: options and packs by
// name, flags by name, guards by flag and name, hooks by stage, order, flag and
// name, controllers by the name of their type and their first route. What cannot
// be told apart, such as two packs of one name, fails the start. Packs come
// before the rest: their hooks run before others of the same stage, flag and
// order.
type Params struct {
	fx.In

	Lifecycle   fx.Lifecycle
	Shutdowner  fx.Shutdowner
	Controllers []core.Controller `group:"controllers"`
	Hooks       []core.Hook       `group:"hooks"`
	Guards      []NamedGuard      `group:"guards"`
	Flags       []router.Flag     `group:"flags"`
	Packs       []NamedPack       `group:"packs"`
	Options     []NamedOptions    `group:"router_options"`
	Engine      router.Engine     `optional:"true"` // default: gin
	Logger      *slog.Logger      `optional:"true"` // default: slog.Default()
}

// Module provides *router.Router. A router that something asks for is served:
// the start of the application fails when the route table has mistakes or the
// address is taken, its stop is Router.Stop: see Drain. A panic on purpose under
// the policy router.Exit shuts the application down with status 70.
// Router.Address tells where it listens.
var Module = fx.Module("router", fx.Provide(newRouter))

func newRouter(p Params) (*router.Router, error) {
	if err := p.sort(); err != nil {
		return nil, err
	}
	r := router.New(p.options()...)
	for _, pack := range p.Packs {
		r.Install(pack.Pack)
	}
	r.Flag(p.Flags...)
	for _, g := range p.Guards {
		g.addTo(r)
	}
	r.Hook(p.Hooks...)
	r.Register(sorted(p.Controllers)...)
	p.Lifecycle.Append(lifecycle(r, p.Shutdowner))
	return r, nil
}

// sort gives every group the order that Params promises.
func (p Params) sort() error {
	slices.SortFunc(p.Flags, func(a, b router.Flag) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(p.Options, func(a, b NamedOptions) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(p.Packs, func(a, b NamedPack) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(p.Guards, compareGuards)
	slices.SortFunc(p.Hooks, compareHooks)
	for a, b := range pairs(p.Options) {
		if a.Name == b.Name && a.Name != "" {
			return fmt.Errorf("routerfx: options %q are given twice", a.Name)
		}
	}
	for a, b := range pairs(p.Packs) {
		if a.Name == b.Name {
			return fmt.Errorf("routerfx: two packs named %q", a.Name)
		}
	}
	for a, b := range pairs(p.Guards) {
		if compareGuards(a, b) == 0 {
			return fmt.Errorf("routerfx: two guards named %q with flag %q", a.Name, a.Flag)
		}
	}
	for a, b := range pairs(p.Hooks) {
		if compareHooks(a, b) == 0 {
			at := a.Point()
			return fmt.Errorf("routerfx: two hooks named %q at %s with flag %q and order %d: give them names or orders", hookName(a), at.Stage, at.Flag, at.Order)
		}
	}
	return nil
}

// options puts what fx decides first, so that an option of the application
// overrides it.
func (p Params) options() []router.Option {
	engine := p.Engine
	if engine == nil {
		engine = ginrouter.Engine()
	}
	all := []router.Option{router.WithEngine(engine), router.WithExit(func(code int) {
		_ = p.Shutdowner.Shutdown(fx.ExitCode(code)) // the application stops already
	})}
	if p.Logger != nil {
		all = append(all, router.WithLogger(p.Logger))
	}
	for _, bundle := range p.Options {
		all = append(all, bundle.Options...)
	}
	return all
}
