package apidoc_test

import (
	"context"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func ExampleNew() {
	outline := apidoc.Outline{Operations: []apidoc.OperationSummary{
		{ID: "listPets", Method: "GET", Path: "/pets", Tags: []string{"pets"}, Pointer: "/paths/~1pets/get"},
	}}
	reader := apidoc.Memory{Operations: map[string]*apidoc.Operation{"/paths/~1pets/get": {Description: "All of them."}}}
	doc := apidoc.New(outline, reader, apidoc.Text{})

	for _, o := range doc.TagOperations("pets") {
		op, err := doc.Operation(context.Background(), o.Slug)
		fmt.Println(op.Slug, op.Description, err)
	}
	// Output: listPets All of them. <nil>
}
