package routerfx

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

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
