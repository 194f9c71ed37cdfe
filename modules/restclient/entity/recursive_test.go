package entity_test

import (
	"reflect"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

var _ = Describe("A page of a response", func() {
	It("says nothing about how long the response is fresh", func() {
		type page struct {
			Next  string            `json:"next"`
			Todos entity.List[todo] `json:"todos"`
		}
		f, key := newFixture(), entity.ListKey{Collection: "/todos"}
		pages := entity.ObjectsOf[page](f.store, entity.PartOf[todo]())
		decoded := func(json string) entity.Object[page] {
			answer, err := pages.Decode([]byte(json))
			Expect(err).NotTo(HaveOccurred())
			return answer
		}
		pages.Set(f.begin(), key, decoded(`{"next":"2","todos":[{"id":1}]}`))
		f.now = f.now.Add(2 * time.Minute)

		pages.Extend(f.begin(), key, decoded(`{"next":"","todos":[{"id":2}]}`))

		all, status := pages.Get(key)
		Expect(all.Next).To(BeEmpty())
		Expect(all.Todos.Len()).To(Equal(2))
		Expect(status).To(Equal(entity.Stale))
		pages.Set(f.begin(), key, decoded(`{"next":"","todos":[]}`))
		pages.Extend(entity.Write{Start: f.store.Begin()}, key, decoded(`{"next":"","todos":[{"id":2}]}`))
		_, status = pages.Get(key)
		Expect(status).To(Equal(entity.Fresh))
	})
})

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
