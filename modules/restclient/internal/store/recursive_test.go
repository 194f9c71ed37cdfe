package store_test

import (
	"reflect"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("A page of a response", func() {
	It("says nothing about how long the response is fresh", func() {
		type page struct {
			Next  string                `json:"next"`
			Todos restclient.List[todo] `json:"todos"`
		}
		f, key := newFixture(), store.ListKey{Collection: "/todos"}
		pages := ObjectsOf[page](f.st, store.KindOf[todo]())
		decoded := func(json string) store.Row {
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
		Expect(status).To(Equal(store.Stale))
		pages.Set(f.begin(), key, decoded(`{"next":"","todos":[]}`))
		pages.Extend(store.Write{Start: f.st.Begin()}, key, decoded(`{"next":"","todos":[{"id":2}]}`))
		_, status = pages.Get(key)
		Expect(status).To(Equal(store.Fresh))
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
		Expect(store.CheckObject(reflect.TypeFor[answer](), []store.Part{store.KindOf[person]()})).To(Succeed())
		st := store.New()
		objects := ObjectsOf[answer](st, store.KindOf[person]())
		obj, err := objects.Decode([]byte(`{"author":{"id":1,"name":"a"},"nest":[[],[[]]],"deep":{"x":[[[]]]}}`))
		Expect(err).NotTo(HaveOccurred())

		stored := objects.Set(store.Write{Start: st.Begin()}, store.ListKey{Collection: "x"}, obj)

		Expect(stored.Nest).To(HaveLen(2))
		one, _ := TableOf[person](st).Get(1)
		Expect(one.Name).To(Equal("a"))
	})
})
