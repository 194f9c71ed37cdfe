package openapi_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing/fstest"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const zoo = `
openapi: 3.1.0
info: {title: Zoo, version: "1"}
paths:
  /animals/{id}:
    get:
      operationId: getAnimal
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {"200": {description: An animal}}
`

func ExampleFromContent() {
	source := openapi.FromContent(zoo)

	doc, err := source.Load(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	op, err := doc.Operation(context.Background(), "getAnimal")
	fmt.Println(doc.Info.Title, op.Method, op.Path, op.Parameters[0].Name, err)

	// Output: Zoo GET /animals/{id} id <nil>
}

func ExampleFromContent_refused() {
	source := openapi.FromContent("openapi: banana")

	_, err := source.Load(context.Background())
	fmt.Println(err)

	// Output: line 1, column 10: "banana" is not a version of openapi that is known; a Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2 description is expected
}

func ExampleFromFile() {
	source, err := openapi.FromFile("testdata/petstore.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := source.Load(context.Background())
	fmt.Println(doc.Info.Title, len(doc.Operations), err)

	_, err = openapi.FromFile("testdata/missing.json")
	fmt.Println(err)

	// Output:
	// Swagger Petstore - OpenAPI 3.0 19 <nil>
	// testdata/missing.json: there is no such file
}

func ExampleFromFS() {
	files := fstest.MapFS{"zoo.yaml": {Data: []byte(zoo)}}

	source, err := openapi.FromFS(files, "zoo.yaml")
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := source.Load(context.Background())
	fmt.Println(doc.Info.Title, err)

	// Output: Zoo <nil>
}

func ExampleFromURL() {
	transport := core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
		return &core.Response{Status: http.StatusNotFound, Body: io.NopCloser(strings.NewReader("no"))}, nil
	})

	source, err := openapi.FromURL("https://zoo.example/openapi.json", transport)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = source.Load(context.Background())
	fmt.Println(err)

	// Output: https://zoo.example/openapi.json: the server answered 404 Not Found
}

// A description in several files is one document. What is not followed, and why, is told
// with its file and line.
func ExampleWithFilesBelow() {
	files := fstest.MapFS{
		"api/openapi.yaml": {Data: []byte("openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\npaths:\n  /pets:\n    $ref: pets.yaml\n")},
		"api/pets.yaml":    {Data: []byte("get:\n  operationId: listPets\n  responses:\n    '200': {$ref: '../shared/responses.yaml#/Pets'}\n")},
		"shared/responses.yaml": {Data: []byte("Pets:\n  description: All pets.\n" +
			"  content: {application/json: {schema: {type: array, items: {$ref: Pet.yaml}}}}\n")},
	}
	source, err := openapi.FromFS(files, "api/openapi.yaml", openapi.WithFilesBelow("."))
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, err := source.Load(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Operations[0].Method, doc.Operations[0].Path)
	for _, problem := range doc.Problems {
		fmt.Println(problem)
	}
	// Output:
	// GET /pets
	// shared/responses.yaml, line 3, column 62: the reference "Pet.yaml" is not followed: there is no such file
}
