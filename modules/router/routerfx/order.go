package routerfx

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

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

// pairs yields every two neighbours.
func pairs[T any](all []T) func(yield func(a, b T) bool) {
	return func(yield func(a, b T) bool) {
		for i := 1; i < len(all); i++ {
			if !yield(all[i-1], all[i]) {
				return
			}
		}
	}
}

func compareGuards(a, b NamedGuard) int {
	return cmp.Or(cmp.Compare(a.Flag, b.Flag), cmp.Compare(a.Name, b.Name))
}

func compareHooks(a, b core.Hook) int {
	p, q := a.Point(), b.Point()
	return cmp.Or(cmp.Compare(p.Stage, q.Stage), cmp.Compare(p.Order, q.Order), cmp.Compare(p.Flag, q.Flag), cmp.Compare(hookName(a), hookName(b)))
}

func hookName(h core.Hook) string {
	return cmp.Or(h.Point().Name, reflect.TypeOf(h).String())
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
