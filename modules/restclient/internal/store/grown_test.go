package store_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("A response with a list", func() {
	var a *archive
	key := store.ListKey{Collection: "found", Args: []store.Arg{{Name: "q", Value: "x"}}}
	begin := func() store.Write { return store.Write{Start: a.st.Begin(), TTL: time.Minute} }
	page := func(data string) store.Row {
		GinkgoHelper()
		row, err := a.found.Decode([]byte(data))
		Expect(err).NotTo(HaveOccurred())
		return row
	}
	grown := func() (store.Stamp, bool) { return a.found.Grown(begin(), key) }
	BeforeEach(func() { a = newArchive() })

	It("has not grown where it is not stored", func() {
		since, ok := grown()

		Expect(since).To(BeZero())
		Expect(ok).To(BeFalse())
	})

	It("has grown by a page that was asked for since it was stored", func() {
		asked := a.st.Begin()
		a.found.Set(begin(), key, page(`{"total":1,"papers":[]}`))
		stored, ok := grown()
		Expect(stored).To(BeNumerically(">", asked))
		Expect(ok).To(BeFalse())

		a.found.Extend(begin(), key, page(`{"total":1,"papers":[`+onePaper+`]}`))

		since, ok := grown()
		Expect(since).To(Equal(stored))
		Expect(ok).To(BeTrue())
	})

	It("has not grown by a page that was asked for before", func() {
		before := begin()
		a.found.Set(begin(), key, page(`{"total":1,"papers":[]}`))

		a.found.Extend(before, key, page(`{"total":1,"papers":[`+onePaper+`]}`))

		_, ok := grown()
		Expect(ok).To(BeFalse())
	})

	It("is as it was stored when it is stored again", func() {
		a.found.Set(begin(), key, page(`{"total":1,"papers":[]}`))
		a.found.Extend(begin(), key, page(`{"total":1,"papers":[`+onePaper+`]}`))

		a.found.Set(begin(), key, page(`{"total":1,"papers":[]}`))

		_, ok := grown()
		Expect(ok).To(BeFalse())
	})
})
