package entity_test

import (
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// nest is a slice of itself.
type nest []nest

var _ = Describe("A response with a type that holds itself", func() {
	type answer struct {
		Author person             `json:"author"`
		Nest   nest               `json:"nest"`
		Deep   map[string][]nest  `json:"deep"`
		Tree   map[string]*answer `json:"-"`
	}

	It("is stored with the entities inside", func() {
		Expect(entity.CheckObject(reflect.TypeFor[answer](), []entity.Part{entity.PartOf[person]()})).To(Succeed())
		store := entity.NewStore()
		objects := entity.ObjectsOf[answer](store, entity.PartOf[person]())
		obj, err := objects.Decode([]byte(`{"author":{"id":1,"name":"a"},"nest":[[],[[]]],"deep":{"x":[[[]]]}}`))
		Expect(err).NotTo(HaveOccurred())

		stored := objects.Set(entity.Write{Start: store.Begin()}, entity.ListKey{Collection: "x"}, obj)

		Expect(stored.Nest).To(HaveLen(2))
		one, _ := entity.TableOf[person](store).Get(1)
		Expect(one.Name).To(Equal("a"))
	})
})
