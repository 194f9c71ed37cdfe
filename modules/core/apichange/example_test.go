package apichange_test

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

func ExampleCompare() {
	old := []byte(`{"openapi": "3.1.0", "paths": {"/users": {"get": {}, "post": {}}}}`)
	changed := []byte(`{"openapi": "3.1.0", "paths": {"/users": {"get": {"deprecated": true}}}}`)

	changes, err := apichange.Compare(old, changed)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range changes {
		fmt.Println(c)
		fmt.Println("  by", c.Rule.Source())
	}
	// Output:
	// compatible: GET /users: the operation is deprecated now (/paths/~1users/get)
	//   by OpenAPI 3.1, sections 4.8.10 and 4.8.12.2
	// breaking: POST /users: the operation is gone (/paths/~1users/post)
	//   by OpenAPI 3.1, section 4.8.9
}
