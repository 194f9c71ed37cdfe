package schemacheck_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/schemacheck"
)

func ExampleCheck() {
	user := &apidoc.Schema{
		Types:      []string{"object"},
		Required:   []string{"id"},
		Properties: []apidoc.Property{{Name: "name", Schema: &apidoc.Schema{Types: []string{"string"}}}},
	}

	for _, fault := range schemacheck.Check([]byte(`{"name": 7}`), user, nil) {
		fmt.Println(fault)
	}
	// Output:
	// the value lacks the member "id"
	// /name: is an integer, not a string
}

func ExampleAnswer() {
	op := &apidoc.Operation{Responses: []apidoc.Response{{Status: "200"}, {Status: "default"}}}

	fmt.Println(schemacheck.Answer(op, 404, "application/problem+json", []byte(`{}`), nil))
	// Output: [status 404 is not documented]
}
