package export_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/export"
)

func example() (*viewer.Viewer, error) {
	const description = `{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{"/pets":{"get":{"operationId":"listPets"}}}}`
	return viewer.NewReference(viewer.Configuration{Spec: viewer.Spec{Content: description}})
}

func ExampleFolder() {
	v, err := example()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()
	dir, err := os.MkdirTemp("", "reference")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	if err := export.Folder(ctx, v, dir); err != nil {
		fmt.Println(err)
		return
	}
	names, err := filepath.Glob(filepath.Join(dir, "operations", "*.html"))
	fmt.Println(filepath.Base(names[0]), err)
	// Output: listPets.html <nil>
}

func ExampleSingle() {
	v, err := example()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()
	ctx := context.Background()
	var out bytes.Buffer
	if err := export.Single(ctx, v, &out); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Contains(out.Bytes(), []byte(`id="operations/listPets"`)))
	// Output: true
}
