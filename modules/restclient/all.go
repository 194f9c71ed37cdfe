package restclient

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// AllOf returns a read of every stored entity of a resource, whatever delivered
// it, in the order of the keys. It is for UseCache and NewQuery: nothing is ever
// sent for it, so it has no value until such an entity was stored.
//
// The first use makes the client keep that list from then on, at a cost in
// proportion to the number of entities for each commit that adds some.
func AllOf[E Entity[K], P, F any, K comparable](r Resource[E, P, F]) Read[None, List[E]] {
	name := reflect.TypeFor[E]().Name() + ".all"
	return Read[None, List[E]]{&endpoint[None, List[E]]{name: name, local: true, schema: allSchema[E, K]{}, err: r.err}}
}

type allSchema[E Entity[K], K comparable] struct{ listSchema[E, K] }

func (allSchema[E, K]) lookup(s session, _ *call) (List[E], entity.Status) {
	return entity.TableOf[E](s.store()).AllAt(s.at)
}

func (allSchema[E, K]) touch(session, *call, touch) {}
