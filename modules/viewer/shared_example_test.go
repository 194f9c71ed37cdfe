package viewer_test

import (
	"context"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// The stores of this example are those of one process; valkeystore and pgstore have those
// of many.
func ExampleWithShared() {
	blobs, signals := state.NewMemoryBlobs(state.MemoryOptions{}), &state.MemorySignals{}
	for range 2 {
		source := openapi.FromContent(description)
		v, err := viewer.New(source, htmlrender.New(), viewer.WithShared("pets", blobs, signals))
		if err != nil {
			fmt.Println(err)
			return
		}
		defer v.Close()
		fmt.Println(v.Wait(context.Background()), v.Document().Info.Title)
	}
	// Output:
	// <nil> Pets
	// <nil> Pets
}
