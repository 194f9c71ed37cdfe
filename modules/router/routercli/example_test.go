package routercli_test

import (
	"fmt"
	"os"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/routercli"
)

func greet(*router.Context) (string, error) { return "hi", nil }

func ExampleRun() {
	r := router.New()
	r.Register(router.Controllers{"GET /hello": router.F0(greet)})

	code, handled := routercli.Run(r, []string{"routes"}, os.Stdout, os.Stderr)
	fmt.Println(code, handled)
	// Output:
	// METHOD  FLAGS  PATH    FUNCTION              FILE                HOOKS
	// GET     -      /hello  routercli_test.greet  example_test.go:11  -
	// 0 true
}

// A table with mistakes is told, and no port is opened.
func ExampleRun_mistakes() {
	r := router.New()
	r.Flag(router.Flag{Name: "AUTH"})
	r.Flag(router.Flag{Name: "AUTH"})

	code, handled := routercli.Run(r, []string{"doc"}, os.Stdout, os.Stdout)
	fmt.Println(code, handled)
	// Output:
	// router: 1 problem(s) in the route table
	//   example_test.go:29: flag AUTH is declared twice, first at example_test.go:28
	// 1 true
}
