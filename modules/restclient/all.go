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
	of := entity.KindOf[E]()
	return Read[None, List[E]]{(*typed[None, List[E]])(&endpoint{
		name: of.Name() + ".all", args: reflect.TypeFor[None](), local: true, schema: allSchema{listSchema{of}}, err: r.err,
	})}
}

type allSchema struct{ listSchema }

func (a allSchema) lookup(s session, _ *call) (any, entity.Status) {
	l, status := a.table(s).AllAt(s.at)
	return l.List(), status
}

func (allSchema) touch(session, *call, touch) {}
