package routerfx

import (
	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

// AsController marks a constructor as one of a core.Controller of the router.
func AsController(constructor any) any {
	return fx.Annotate(constructor, fx.As(new(core.Controller)), fx.ResultTags(`group:"controllers"`))
}

// AsHook marks a constructor as one of a core.Hook of the router.
func AsHook(constructor any) any {
	return fx.Annotate(constructor, fx.As(new(core.Hook)), fx.ResultTags(`group:"hooks"`))
}

// NamedGuard is a guard with the name that puts it in order. Names are unique
// among the guards of a flag.
type NamedGuard struct {
	Name  string
	Flag  string // empty: every route
	Guard router.GuardFunc
}

func (g NamedGuard) addTo(r *router.Router) {
	if g.Flag == "" {
		r.Guard(g.Guard)
		return
	}
	r.Guard(g.Flag, g.Guard)
}

// AsGuard marks a constructor as one of a NamedGuard of the router: see
// router.Router.Guard.
func AsGuard(constructor any) any {
	return fx.Annotate(constructor, fx.ResultTags(`group:"guards"`))
}

// Flag declares a flag of the router.
func Flag(f router.Flag) fx.Option {
	return fx.Supply(fx.Annotate(f, fx.ResultTags(`group:"flags"`)))
}

// NamedPack is a pack with the unique name that puts it in order.
type NamedPack struct {
	Name string
	Pack router.Pack
}

// Pack installs a pack. AsPack is for one that needs something of the
// application.
func Pack(name string, p router.Pack) fx.Option {
	return fx.Supply(fx.Annotate(NamedPack{name, p}, fx.ResultTags(`group:"packs"`)))
}

// AsPack marks a constructor as one of a NamedPack of the router.
func AsPack(constructor any) any {
	return fx.Annotate(constructor, fx.ResultTags(`group:"packs"`))
}

// NamedOptions are options with the name that puts them in order, which is
// unique unless it is empty.
type NamedOptions struct {
	Name    string
	Options []router.Option
}

// Option gives the router options, which apply in the order in which they are
// written, before those of NamedOption. Several calls of Option apply in no
// particular order, so no two of them may set the same thing.
func Option(opts ...router.Option) fx.Option { return NamedOption("", opts...) }

// NamedOption is Option for what has to apply in a certain order: by name, behind
// all without one.
func NamedOption(name string, opts ...router.Option) fx.Option {
	return fx.Supply(fx.Annotate(NamedOptions{name, opts}, fx.ResultTags(`group:"router_options"`)))
}

// Environment sets the environment of the router. Default: router.Production.
func Environment(e router.Environment) fx.Option { return Option(router.WithEnvironment(e)) }

// Engine runs the router on another engine than gin.
func Engine(e router.Engine) fx.Option {
	return fx.Supply(fx.Annotate(e, fx.As(new(router.Engine))))
}
