package origin_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/router/internal/origin"
)

type users struct{}

func (*users) show() {}

func ExampleOf() {
	o := origin.Of((*users).show)
	fmt.Println(o.Name, o.Module(), o.Short())
	// Output: origin_test.(*users).show users show
}
