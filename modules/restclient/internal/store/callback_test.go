package store_test

import (
	"strconv"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("A callback that panics", func() {
	var f *fixture

	BeforeEach(func() {
		f = newFixture()
		f.put(`{"id":1,"title":"a"}`)
	})

	It("in a hook loses no entity, and leaves the store usable", func() {
		f.st.OnCommit(func(c store.Commit) {
			if c.Changes[0].Key == 2 {
				panic("hook")
			}
		})

		Expect(func() { f.put(`{"id":2,"title":"b"}`) }).To(PanicWith("hook"))
		f.put(`{"id":3,"title":"c"}`)

		Expect([]string{f.get(1).Title, f.get(2).Title, f.get(3).Title}).To(Equal([]string{"a", "b", "c"}))
	})

	It("in a commit or an edit leaves the store usable", func() {
		Expect(func() { f.st.Commit(f.begin(), func(store.Write) { panic("commit") }) }).To(PanicWith("commit"))
		layer := f.st.Layer()
		Expect(func() { f.todos.Edit(store.Write{}, layer, 1, func(*todo) { panic("edit") }) }).To(PanicWith("edit"))

		layer.Remove(store.Write{})
		f.put(`{"id":1,"title":"b"}`)

		Expect(f.get(1).Title).To(Equal("b"))
	})
})

var _ = Describe("What only a snapshot needs", func() {
	It("is dropped with it", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a"}`)
		first, second := f.st.Snapshot(), f.st.Snapshot()
		for _, title := range []string{"b", "c", "d"} {
			f.put(`{"id":1,"title":"` + title + `"}`)
		}
		Expect(f.todos.Versions(1)).To(BeNumerically(">", 1))

		first.Release()
		pinned, _ := f.todos.GetAt(second, 1)
		Expect(pinned.Title).To(Equal("a"))
		second.Release()

		Expect(f.todos.Versions(1)).To(Equal(1))
		Expect(f.st.Kept()).To(BeZero())
	})
})

var _ = Describe("An entity that is written often", func() {
	It("keeps a version for each snapshot, and no others", func() {
		f := newFixture()
		before := f.st.Snapshot()
		snapshots := map[string]*store.Snapshot{}
		for i := range 100 {
			title := strconv.Itoa(i)
			f.put(`{"id":1,"title":"` + title + `"}`)
			if i%40 == 20 {
				snapshots[title] = f.st.Snapshot()
			}
		}
		Expect(f.todos.Versions(1)).To(BeNumerically("<=", 2*(len(snapshots)+2)))
		Expect(f.st.Kept()).To(Equal(1))

		_, status := f.todos.GetAt(before, 1)
		Expect(status).To(Equal(store.Missing))
		for title, sn := range snapshots {
			one, _ := f.todos.GetAt(sn, 1)
			Expect(one.Title).To(Equal(title))
		}

		before.Release()
		for _, sn := range snapshots {
			sn.Release()
		}
		Expect(f.todos.Versions(1)).To(Equal(1))
		Expect(f.st.Kept()).To(BeZero())
	})
})

var _ = Describe("An invalidation", func() {
	It("outdates requests that began after an earlier one", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a"}`)
		f.todos.Replace(f.begin(), listKey(), f.rows(`{"id":1}`))
		f.todos.Touch(1, store.Invalidate)
		f.todos.TouchList(listKey(), store.Invalidate)
		between := f.begin()
		f.todos.Touch(1, store.Invalidate)
		f.todos.TouchList(listKey(), store.Invalidate)

		f.todos.Replace(between, listKey(), f.rows(`{"id":1,"title":"b"}`))

		Expect(f.status(1)).To(Equal(store.Invalid))
		_, status := f.todos.List(listKey())
		Expect(status).To(Equal(store.Invalid))
	})
})
