package store_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// dated says itself what is later.
type dated struct {
	ID    int    `json:"id"`
	At    int    `json:"at"`
	Title string `json:"title"`
}

func (d dated) PK() int { return d.ID }

func (d dated) Newer(than dated) bool { return d.At > than.At }

var _ = Describe("What is said of an entity apart", func() {
	type held struct {
		store.Apart
		table *store.Table
		st    *store.Store
	}
	of := func(k *store.Kind) held {
		st := store.New()
		return held{k.Apart(st), k.In(st), st}
	}
	set := func(h held, w store.Write, id, json string) {
		GinkgoHelper()
		row, err := h.table.Decode([]byte(json))
		Expect(err).NotTo(HaveOccurred())
		said, err := h.Decode([]byte(json))
		Expect(err).NotTo(HaveOccurred())
		h.Set(w, id, row, said)
	}
	status := func(h held, id string) store.Status {
		_, status := h.GetAt(nil, 1, id)
		return status
	}
	begin := func(h held) store.Write { return store.Write{Start: h.st.Begin(), TTL: store.SweepInterval} }

	It("stands beside what a later request has said in another way, and been answered before", func() {
		h := of(store.KindOf[todo]())
		one, other := begin(h), begin(h)
		set(h, other, "other", `{"id":1,"title":"short"}`)
		set(h, one, "one", `{"id":1,"title":"in full"}`)

		Expect([]store.Status{status(h, "one"), status(h, "other")}).To(HaveEach(store.Fresh))
	})

	It("does not stand against what a later request has said of the entity itself", func() {
		h := of(store.KindOf[todo]())
		one, later := begin(h), begin(h)
		row, err := h.table.Decode([]byte(`{"id":1,"title":"b"}`))
		Expect(err).NotTo(HaveOccurred())
		h.table.Put(later, row)
		set(h, one, "one", `{"id":1,"title":"a"}`)

		Expect(status(h, "one")).To(Equal(store.Invalid))
	})

	It("stands beside another state of the same time, and not behind a newer one", func() {
		h := of(store.KindOf[dated]())
		set(h, begin(h), "other", `{"id":1,"at":2,"title":"short"}`)
		set(h, begin(h), "one", `{"id":1,"at":2,"title":"in full"}`)
		Expect([]store.Status{status(h, "one"), status(h, "other")}).To(HaveEach(store.Fresh))

		set(h, begin(h), "one", `{"id":1,"at":1,"title":"late"}`)
		Expect(status(h, "one")).To(Equal(store.Invalid))
	})
})
