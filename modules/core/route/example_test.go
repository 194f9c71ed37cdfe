package route_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/route"
)

func ExampleParse() {
	r, err := route.Parse("GET AUTH /users/:id")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Method, r.Flags, r.Params(), r.Template())
	fmt.Println(r.Pattern())

	_, err = route.Parse("GET auth /users/:id")
	fmt.Println(err)
	// Output:
	// GET [AUTH] [id] /users/{id}
	// GET /users/{id}
	// route "GET auth /users/:id", offset 4: "auth" is neither a flag nor a path: flags are [A-Z][A-Z0-9_]*, paths begin with "/"
}

func ExampleMustParse() {
	fmt.Println(route.MustParse("POST   AUTH  ADMIN /users"))
	// Output: POST AUTH ADMIN /users
}
