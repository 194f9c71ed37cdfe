package schemacheck_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/router/internal/schemacheck"
)

func ExampleAnswer() {
	op := &apidoc.Operation{Responses: []apidoc.Response{{Status: "200"}, {Status: "default"}}}

	fmt.Println(schemacheck.Answer(op, 404, "application/problem+json", []byte(`{}`), jsonschema.New(nil)))
	// Output: [status 404 is not documented]
}
