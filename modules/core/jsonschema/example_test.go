package jsonschema_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

func ExampleNew() {
	user := &apidoc.Schema{
		Types:      []string{"object"},
		Required:   []string{"id"},
		Properties: []apidoc.Property{{Name: "name", Schema: &apidoc.Schema{Types: []string{"string"}}}},
	}

	checker := jsonschema.New(nil)
	for _, fault := range checker.Check([]byte(`{"name": 7}`), user, core.InRequest).Faults {
		fmt.Println(fault)
	}
	// Output:
	// the value lacks the member "id"
	// /name: is an integer, not a string
}
