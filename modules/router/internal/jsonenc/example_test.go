package jsonenc_test

import (
	"fmt"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
)

func ExampleFor() {
	type city struct {
		Name string   `json:"name"`
		Zips []string `json:"zips,omitempty"`
	}
	cities := jsonenc.For(reflect.TypeFor[[]city]())

	body, err := cities.Append(nil, []city{{Name: "Ulm", Zips: []string{"89073"}}, {Name: "Bern & Thun"}})
	fmt.Println(string(body), err)
	body, err = cities.Append(body[:0], []city(nil))
	fmt.Println(string(body), err)
	// Output:
	// [{"name":"Ulm","zips":["89073"]},{"name":"Bern & Thun"}] <nil>
	// [] <nil>
}
