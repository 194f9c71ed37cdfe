package store_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// numbered is an entity with a number as its key.
type numbered[K int8 | uint8 | int32 | uint64] struct{ ID K }

func (n numbered[K]) PK() K { return n.ID }

func draftOf[K int8 | uint8 | int32 | uint64](n uint64) K {
	GinkgoHelper()
	s := store.New(store.WithDraftNumbers(func() uint64 { return n }))
	draft, ok := TableOf[numbered[K]](s).NewDraft(numbered[K]{})
	Expect(ok).To(BeTrue())
	return draft.ID
}

var _ = Describe("The key of a draft", func() {
	It("is made of numbers of one's own", func() {
		Expect(draftOf[int32](5)).To(Equal(int32(-5)))
		Expect(draftOf[uint64](5)).To(Equal(^uint64(0) - 5))
	})

	It("is in the range of its type, and never zero", func() {
		for _, n := range []uint64{0, 1, 127, 128, 1 << 40, ^uint64(0)} {
			Expect(draftOf[int8](n)).To(BeNumerically("<", 0), "%d", n)
			Expect(draftOf[uint8](n)).To(BeNumerically(">=", 128), "%d", n)
			Expect(draftOf[int32](n)).To(BeNumerically("<", 0), "%d", n)
		}
	})

	It("can be given to what was a draft in another run", func() {
		s := store.New()
		value, ok := store.KindOf[todo]().In(s).WithKey(todo{Title: "new"}, -7)
		Expect(ok).To(BeTrue())
		Expect(value).To(Equal(todo{ID: -7, Title: "new"}))

		_, ok = store.KindOf[todo]().In(s).WithKey(todo{}, "tmp")
		Expect(ok).To(BeFalse())
	})
})

func ExampleWithDraftNumbers() {
	st := store.New(store.WithDraftNumbers(func() uint64 { return 41 }))
	draft, ok := TableOf[todo](st).NewDraft(todo{Title: "new"})
	fmt.Println(draft.ID, ok)
	// Output:
	// -41 true
}
