package viewer_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

func ExampleWithWatch() {
	const description = `{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}`
	dir, err := os.MkdirTemp("", "outlines")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	source := openapi.FromContent(description, openapi.WithCacheDir(dir))
	v, err := viewer.New(source, htmlrender.New(), viewer.WithWatch(500*time.Millisecond))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()
	fmt.Println(v.Wait(context.Background()), v.Document().Info.Title)
	// Output: <nil> Pets
}
