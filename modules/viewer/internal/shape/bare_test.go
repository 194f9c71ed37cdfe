package shape_test

import (
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

var _ = Describe("OnlyRef", func() {
	It("knows every keyword that can stand beside a reference", func() {
		Expect(shape.OnlyRef(&apidoc.Schema{Ref: "#/components/schemas/Pet", Description: "A pet."})).To(BeTrue())

		kind := reflect.TypeFor[apidoc.Schema]()
		for i := range kind.NumField() {
			name := kind.Field(i).Name
			if name == "Ref" || name == "Description" {
				continue
			}
			s := &apidoc.Schema{Ref: "#/components/schemas/Pet"}
			fill(reflect.ValueOf(s).Elem().Field(i))

			Expect(shape.OnlyRef(s)).To(BeFalse(), name)
		}
	})
})

// fill sets a field to something.
func fill(field reflect.Value) {
	switch field.Kind() {
	case reflect.String:
		field.SetString("1")
	case reflect.Bool:
		field.SetBool(true)
	case reflect.Pointer:
		field.Set(reflect.New(field.Type().Elem()))
	case reflect.Slice:
		field.Set(reflect.MakeSlice(field.Type(), 1, 1))
	}
}
