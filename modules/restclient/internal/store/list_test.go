package store_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

func listKey(args ...string) store.ListKey {
	k := store.ListKey{Collection: "todos"}
	for i := 0; i < len(args); i += 2 {
		k.Args = append(k.Args, store.Arg{Name: args[i], Value: args[i+1], Open: args[i] == "orderBy"})
	}
	return k
}

func (f *fixture) list(k store.ListKey) List[todo] {
	l, _ := f.todos.List(k)
	return l
}

func keys(l List[todo]) []int {
	ks := []int{}
	for _, t := range l.All() {
		ks = append(ks, t.ID)
	}
	return ks
}

var _ = Describe("A list", func() {
	var (
		f       *fixture
		all     = listKey()
		ones    = listKey("userId", "1")
		ordered = listKey("orderBy", "title", "userId", "1")
		twos    = listKey("userId", "2")
		done    = listKey("completed", "false", "userId", "1")
	)

	BeforeEach(func() { f = newFixture() })

	It("is missing until it is stored", func() {
		_, status := f.todos.List(all)
		Expect(status).To(Equal(store.Missing))

		f.todos.Replace(f.begin(), all, nil)

		l, status := f.todos.List(all)
		Expect(status).To(Equal(store.Fresh))
		Expect(l.Slice()).To(BeEmpty())
	})

	It("shares its entities with everything else", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1,"title":"a"}`, `{"id":2,"title":"b"}`))
		Expect(f.get(2).Title).To(Equal("b"))

		f.put(`{"id":2,"title":"changed"}`)

		Expect(f.list(all).At(1).Title).To(Equal("changed"))
	})

	It("stays the same value as long as its data is equal", func() {
		before := f.todos.Replace(f.begin(), all, f.rows(`{"id":1,"title":"a","tags":["x"]}`))
		f.put(`{"id":9}`)

		after := f.todos.Replace(f.begin(), all, f.rows(`{"id":1,"title":"a","tags":["x"]}`))

		Expect(after == before).To(BeTrue())
		Expect(f.list(all) == before).To(BeTrue())
		f.put(`{"id":1,"title":"b"}`)
		Expect(f.list(all) == before).To(BeFalse())
		Expect(before.At(0).Title).To(Equal("a"))
	})

	It("takes a pushed entity when its arguments allow", func() {
		for _, k := range []store.ListKey{all, ones, ordered, twos, done} {
			f.todos.Replace(f.begin(), k, f.rows(`{"id":1,"userId":1}`))
		}

		f.todos.Add(f.begin(), ones, f.rows(`{"id":5,"userId":1}`), false)

		Expect(keys(f.list(all))).To(Equal([]int{1, 5}))
		Expect(keys(f.list(ones))).To(Equal([]int{1, 5}))
		Expect(keys(f.list(ordered))).To(Equal([]int{1, 5}))
		Expect(keys(f.list(twos))).To(Equal([]int{1}))
		Expect(keys(f.list(done))).To(Equal([]int{1}))
	})

	It("takes an unshifted entity at the front, several in order", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`))

		f.todos.Add(f.begin(), all, f.rows(`{"id":5}`, `{"id":4}`), true)

		Expect(keys(f.list(all))).To(Equal([]int{5, 4, 1}))
	})

	It("takes an entity that has moved to it, which another list tells of and which no list held before", func() {
		f.put(`{"id":5,"userId":1}`)
		f.todos.Replace(f.begin(), twos, nil)

		f.todos.Replace(f.begin(), all, f.rows(`{"id":5,"userId":2}`))

		Expect(keys(f.list(twos))).To(Equal([]int{5}))
	})

	It("takes an entity that has moved to it, which a page of another list tells of", func() {
		f.put(`{"id":5,"userId":1}`)
		f.todos.Replace(f.begin(), twos, nil)
		f.todos.Replace(f.begin(), all, nil)

		f.todos.Append(f.begin(), all, f.rows(`{"id":5,"userId":2}`))

		Expect(keys(f.list(twos))).To(Equal([]int{5}))
	})

	It("never holds an entity twice", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`, `{"id":1}`))

		f.todos.Add(f.begin(), all, f.rows(`{"id":1,"title":"again"}`), false)

		Expect(keys(f.list(all))).To(Equal([]int{1}))
		Expect(f.list(all).At(0).Title).To(Equal("again"))
	})

	It("is not created by a push", func() {
		f.todos.Add(f.begin(), all, f.rows(`{"id":1}`), false)

		_, status := f.todos.List(all)
		Expect(status).To(Equal(store.Missing))
		Expect(f.status(1)).To(Equal(store.Fresh))
	})

	It("keeps a pushed row when an older fetch of the list comes in", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`))
		early := f.begin()
		f.todos.Add(f.begin(), all, f.rows(`{"id":2}`), false)

		f.todos.Replace(early, all, f.rows(`{"id":1,"title":"new"}`))

		Expect(keys(f.list(all))).To(Equal([]int{1, 2}))
		Expect(f.list(all).At(0).Title).To(Equal("new"))
	})

	It("loses deleted rows, and an older fetch does not bring them back", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`, `{"id":2}`))
		early := f.begin()

		f.todos.Delete(store.Write{}, 1)
		Expect(keys(f.list(all))).To(Equal([]int{2}))

		f.todos.Replace(early, ones, f.rows(`{"id":1}`, `{"id":2}`))
		Expect(keys(f.list(ones))).To(Equal([]int{2}))
	})

	It("grows by pages without duplicates", func() {
		f.todos.Replace(f.begin(), ones, f.rows(`{"id":1}`, `{"id":2}`))
		f.todos.Replace(f.begin(), twos, nil)

		page := f.todos.Append(f.begin(), ones, f.rows(`{"id":2}`, `{"id":3}`))

		Expect(keys(page)).To(Equal([]int{2, 3}))
		Expect(keys(f.list(ones))).To(Equal([]int{1, 2, 3}))
		Expect(keys(f.list(twos))).To(BeEmpty())
	})

	It("can be expired and invalidated alone", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`))
		f.todos.Replace(f.begin(), ones, f.rows(`{"id":1}`))

		f.todos.TouchList(all, store.Invalidate)
		_, status := f.todos.List(all)
		Expect(status).To(Equal(store.Invalid))
		f.todos.TouchList(ones, store.Expire)
		_, status = f.todos.List(ones)
		Expect(status).To(Equal(store.Stale))

		Expect(f.status(1)).To(Equal(store.Fresh))
	})

	It("is empty as a zero value", func() {
		Expect(List[todo]{}.Slice()).To(BeEmpty())
		Expect(Memo(List[todo]{}, "id", func() int { return 3 })).To(Equal(3))
	})
})

var _ = Describe("Memo", func() {
	It("computes once per state of a list", func() {
		f := newFixture()
		f.todos.Replace(f.begin(), listKey(), f.rows(`{"id":1}`))
		calls := 0
		count := func() int {
			return Memo(f.list(listKey()), "count", func() int { calls++; return f.list(listKey()).Len() })
		}

		Expect([]int{count(), count()}).To(Equal([]int{1, 1}))
		f.put(`{"id":7}`)
		Expect(count()).To(Equal(1))
		Expect(calls).To(Equal(1))

		f.todos.Delete(store.Write{}, 1)
		Expect(count()).To(Equal(0))
		f.todos.Add(f.begin(), listKey(), f.rows(`{"id":1}`), false)
		Expect(count()).To(Equal(1))
		Expect(calls).To(Equal(3))
	})
})

var _ = Describe("Values", func() {
	It("keeps the newest value of a key, and copies", func() {
		f := newFixture()
		values := ValuesOf[[]string](f.st)
		early, late := f.begin(), f.begin()
		given := []string{"late"}
		values.Set(late, "k", given)
		values.Set(early, "k", []string{"early"})

		given[0] = "changed"
		got, status := values.Get("k")

		Expect(got).To(Equal([]string{"late"}))
		Expect(status).To(Equal(store.Fresh))
		values.Touch("k", store.Expire)
		_, status = values.Get("k")
		Expect(status).To(Equal(store.Stale))
		values.Touch("k", store.Invalidate)
		_, status = values.Get("k")
		Expect(status).To(Equal(store.Invalid))
	})
})
