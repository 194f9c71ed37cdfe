package store_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// numbered is an entity with a number as its key.
type numbered[K int8 | uint16 | int32 | uint32 | uint64] struct{ ID K }

func (n numbered[K]) PK() K { return n.ID }

func draftOf[K int8 | uint16 | int32 | uint32 | uint64](n uint64) K {
	GinkgoHelper()
	s := store.New(store.WithDraftNumbers(func() uint64 { return n }))
	draft, ok := TableOf[numbered[K]](s).NewDraft(numbered[K]{})
	Expect(ok).To(BeTrue())
	return draft.ID
}

func rowOf(table *Table[numbered[int8], int8], id int8) Row[numbered[int8]] {
	GinkgoHelper()
	row, err := table.Decode(fmt.Appendf(nil, `{"ID":%d}`, id))
	Expect(err).NotTo(HaveOccurred())
	return row
}

var _ = Describe("The key of a draft", func() {
	It("is made of numbers of one's own", func() {
		Expect(draftOf[int32](5)).To(Equal(int32(-5)))
		Expect(draftOf[uint64](5)).To(Equal(^uint64(0) - 5))
	})

	It("is in the range of its type, and never zero", func() {
		for _, n := range []uint64{0, 1, 127, 128, 1 << 40, ^uint64(0)} {
			Expect(draftOf[int8](n)).To(BeNumerically("<", 0), "%d", n)
			Expect(draftOf[uint32](n)).To(BeNumerically(">=", uint32(1<<31)), "%d", n)
			Expect(draftOf[int32](n)).To(BeNumerically("<", 0), "%d", n)
		}
	})

	It("is not made up where a server may have given any", func() {
		_, ok := TableOf[numbered[uint16]](store.New()).NewDraft(numbered[uint16]{})
		Expect(ok).To(BeFalse())

		draft, ok := TableOf[numbered[uint16]](store.New()).NewDraft(numbered[uint16]{ID: 7})
		Expect(ok).To(BeTrue())
		Expect(draft.ID).To(Equal(uint16(7)))
	})

	It("is one that nothing has which is stored", func() {
		s := store.New()
		table := TableOf[numbered[int8]](s)
		for id := int8(-127); id < 0; id++ {
			if id != -5 {
				table.Put(store.Write{}, rowOf(table, id))
			}
		}

		draft, ok := table.NewDraft(numbered[int8]{})
		Expect(ok).To(BeTrue())
		Expect(draft.ID).To(Equal(int8(-5)))

		table.Put(store.Write{}, rowOf(table, -5))
		_, ok = table.NewDraft(numbered[int8]{})
		Expect(ok).To(BeFalse())
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
