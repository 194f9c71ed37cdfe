package spelling_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/router/internal/spelling"
)

func ExampleNearest() {
	known := []string{"after", "limit"}
	fmt.Printf("%q %q %q\n", spelling.Nearest("limti", known, 2), spelling.Nearest("page", known, 2), spelling.Nearest("a", []string{"b"}, 2))
	// Output: "limit" "" ""
}
