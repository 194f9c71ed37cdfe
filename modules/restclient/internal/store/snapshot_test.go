package store_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("A snapshot", func() {
	var f *fixture

	BeforeEach(func() {
		f = newFixture()
		f.todos.Replace(f.begin(), listKey(), f.rows(`{"id":1,"title":"a"}`, `{"id":2,"title":"b"}`))
	})

	It("sees nothing of what is committed later", func() {
		before := f.st.Snapshot()
		DeferCleanup(before.Release)

		for range 3 {
			f.put(`{"id":1,"title":"x"}`)
			f.put(`{"id":1,"title":"y"}`)
		}
		f.todos.Delete(store.Write{}, 2)
		f.put(`{"id":3,"title":"c"}`)

		one, _ := f.todos.GetAt(before, 1)
		two, _ := f.todos.GetAt(before, 2)
		_, three := f.todos.GetAt(before, 3)
		list, _ := f.todos.ListAt(before, listKey())
		Expect([]string{one.Title, two.Title}).To(Equal([]string{"a", "b"}))
		Expect(three).To(Equal(store.Missing))
		Expect(keys(list)).To(Equal([]int{1, 2}))
		Expect(list.At(0).Title).To(Equal("a"))
		Expect(f.get(1).Title).To(Equal("y"))
	})

	It("sees the newest state after its release", func() {
		sn := f.st.Snapshot()
		f.put(`{"id":1,"title":"x"}`)
		sn.Release()
		sn.Release()

		one, _ := f.todos.GetAt(sn, 1)

		Expect(one.Title).To(Equal("x"))
	})

	It("costs no more for the number of commits, however snapshots overlap", func() {
		last := f.st.Snapshot()
		for i := range 100 {
			f.put(fmt.Sprintf(`{"id":1,"title":"%d"}`, i))
			next := f.st.Snapshot()
			last.Release()
			last = next
		}
		f.put(`{"id":1,"title":"x"}`)

		Expect(f.st.Kept()).To(Equal(1))
		last.Release()
		Expect(f.st.Kept()).To(BeZero())
	})

	It("sees a commit as a whole", func() {
		rows := f.rows(`{"id":1,"title":"x"}`, `{"id":2,"title":"y"}`)
		f.st.Commit(f.begin(), func(w store.Write) {
			f.todos.Put(w, rows[0])
			Expect(f.get(1).Title).To(Equal("a"))
			f.todos.Put(w, rows[1])
		})

		Expect([]string{f.get(1).Title, f.get(2).Title}).To(Equal([]string{"x", "y"}))
	})
})

var _ = Describe("A watch", func() {
	var (
		f     *fixture
		watch *store.Watch
	)

	BeforeEach(func() {
		f = newFixture()
		f.todos.Replace(f.begin(), listKey(), f.rows(`{"id":1,"title":"a"}`, `{"id":2,"title":"b"}`))
		watch = f.st.Watch()
		DeferCleanup(watch.Close)
	})

	read := func(ids ...int) {
		watch.Read(func(sn *store.Snapshot) {
			for _, id := range ids {
				f.todos.GetAt(sn, id)
			}
		})
	}

	It("wakes for what it has read, and for nothing else", func() {
		read(1, 7)

		f.put(`{"id":2,"title":"x"}`)
		f.put(`{"id":1,"title":"a"}`)
		Expect(watch.Changed()).NotTo(Receive())

		f.put(`{"id":1,"title":"x"}`)
		Expect(watch.Changed()).To(Receive())
		f.put(`{"id":7}`)
		f.put(`{"id":7,"title":"y"}`)
		Expect(watch.Changed()).To(Receive())
		Expect(watch.Changed()).NotTo(Receive())
	})

	It("wakes for a list when a row changes, comes or goes", func() {
		watch.Read(func(sn *store.Snapshot) { f.todos.ListAt(sn, listKey()) })

		f.put(`{"id":2,"title":"x"}`)
		Expect(watch.Changed()).To(Receive())
		f.todos.Add(f.begin(), listKey(), f.rows(`{"id":3}`), false)
		Expect(watch.Changed()).To(Receive())
		f.put(`{"id":3,"title":"z"}`)
		Expect(watch.Changed()).To(Receive())
		f.todos.Delete(store.Write{}, 1)
		Expect(watch.Changed()).To(Receive())
		f.put(`{"id":9}`)
		Expect(watch.Changed()).NotTo(Receive())
	})

	It("wakes at once for a change between its snapshot and its reading", func() {
		watch.Read(func(sn *store.Snapshot) {
			f.put(`{"id":1,"title":"x"}`)
			one, _ := f.todos.GetAt(sn, 1)
			Expect(one.Title).To(Equal("a"))
		})

		Expect(watch.Changed()).To(Receive())
	})

	It("is on what the last reading has read", func() {
		read(1)
		read(2)

		f.put(`{"id":1,"title":"x"}`)

		Expect(watch.Changed()).NotTo(Receive())
	})
})

var _ = Describe("A layer", func() {
	var f *fixture

	BeforeEach(func() {
		f = newFixture()
		f.todos.Replace(f.begin(), listKey(), f.rows(`{"id":1,"title":"a"}`, `{"id":2,"title":"b"}`, `{"id":3,"title":"c"}`))
	})

	titled := func(title string) func(*todo) { return func(t *todo) { t.Title = title } }

	It("is shown until it is removed", func() {
		l := f.st.Layer()
		f.todos.Edit(store.Write{}, l, 1, titled("x"))
		Expect(f.get(1).Title).To(Equal("x"))
		Expect(f.list(listKey()).At(0).Title).To(Equal("x"))

		l.Remove(store.Write{})

		Expect(f.get(1).Title).To(Equal("a"))
	})

	It("gives a hidden row its place back", func() {
		l := f.st.Layer()
		f.todos.Hide(store.Write{}, l, 2)
		Expect(keys(f.list(listKey()))).To(Equal([]int{1, 3}))

		l.Remove(store.Write{})

		Expect(keys(f.list(listKey()))).To(Equal([]int{1, 2, 3}))
	})

	It("keeps what another layer of the same instant shows", func() {
		first, second := f.st.Layer(), f.st.Layer()
		f.todos.Edit(store.Write{}, first, 1, titled("x"))
		f.todos.Edit(store.Write{}, second, 1, func(t *todo) { t.User = 7 })

		answer := store.Write{Start: second.Start(), Mutation: true}
		f.st.Commit(answer, func(w store.Write) {
			f.todos.Put(w, f.rows(`{"id":1,"title":"a","userId":7}`)[0])
			second.Remove(w)
		})
		Expect(f.get(1)).To(And(HaveField("Title", "x"), HaveField("User", 7)))

		answer.Start = first.Start()
		f.st.Commit(answer, func(w store.Write) {
			f.todos.Put(w, f.rows(`{"id":1,"title":"x","userId":0}`)[0])
			first.Remove(w)
		})
		Expect(f.get(1)).To(And(HaveField("Title", "x"), HaveField("User", 7)))
	})

	It("adopts the real entity in place of a draft", func() {
		l := f.st.Layer()
		f.todos.Draft(store.Write{}, l, todo{ID: -1, Title: "new"}, listKey(), false)
		f.todos.Add(f.begin(), listKey(), f.rows(`{"id":4}`), false)
		Expect(keys(f.list(listKey()))).To(Equal([]int{1, 2, 3, -1, 4}))

		f.st.Commit(store.Write{Start: l.Start(), Mutation: true}, func(w store.Write) {
			f.todos.Adopt(w, -1, f.rows(`{"id":9,"title":"new"}`)[0])
			l.Remove(w)
		})

		Expect(keys(f.list(listKey()))).To(Equal([]int{1, 2, 3, 9, 4}))
		Expect(f.get(-1).ID).To(Equal(9))
	})

	It("takes a draft back", func() {
		l := f.st.Layer()
		f.todos.Draft(store.Write{}, l, todo{ID: -1, Title: "new"}, listKey(), true)
		Expect(keys(f.list(listKey()))).To(Equal([]int{-1, 1, 2, 3}))

		l.Remove(store.Write{})

		Expect(keys(f.list(listKey()))).To(Equal([]int{1, 2, 3}))
		_, status := f.todos.Get(-1)
		Expect(status).To(Equal(store.Missing))
	})

	It("keeps a draft when the list is read again", func() {
		l := f.st.Layer()
		f.todos.Draft(store.Write{}, l, todo{ID: -1, Title: "new"}, listKey(), false)

		f.todos.Replace(f.begin(), listKey(), f.rows(`{"id":1}`, `{"id":2}`))

		Expect(keys(f.list(listKey()))).To(Equal([]int{1, 2, -1}))
	})
})

var _ = Describe("A field that a list selects by", func() {
	It("moves a row between lists, and back", func() {
		f := newFixture()
		ones, twos := listKey("userId", "1"), listKey("userId", "2")
		f.todos.Replace(f.begin(), ones, f.rows(`{"id":1,"userId":1}`, `{"id":2,"userId":1}`))
		f.todos.Replace(f.begin(), twos, f.rows(`{"id":3,"userId":2}`))

		l := f.st.Layer()
		f.todos.Edit(store.Write{}, l, 1, func(t *todo) { t.User = 2 })
		Expect([][]int{keys(f.list(ones)), keys(f.list(twos))}).To(Equal([][]int{{2}, {3, 1}}))

		l.Remove(store.Write{})
		Expect([][]int{keys(f.list(ones)), keys(f.list(twos))}).To(Equal([][]int{{1, 2}, {3}}))

		f.put(`{"id":1,"userId":2}`)
		Expect([][]int{keys(f.list(ones)), keys(f.list(twos))}).To(Equal([][]int{{2}, {3, 1}}))
	})
})
