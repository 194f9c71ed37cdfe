package spelling_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/router/internal/spelling"
)

func ExampleNearest() {
	known := []string{"after", "limit"}
	fmt.Printf("%q %q %q\n", spelling.Nearest("limti", known), spelling.Nearest("page", known), spelling.Nearest("a", []string{"b"}))
	// Output: "limit" "" ""
}
