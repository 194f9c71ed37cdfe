package restclient

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
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
		declared: declare.Endpoint{Settings: declare.Settings{Name: of.Name() + ".all"}, Args: reflect.TypeFor[None](), Err: r.err},
		schema:   answer.All{List: answer.List{Of: of}},
	})}
}
