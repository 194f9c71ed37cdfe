package store_test

import (
	"maps"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// mutation is one under way, in the order in which it and reads begin and are
// answered.
type mutation struct {
	f     *fixture
	layer *store.Layer
}

// expect begins a mutation of todo 1, that sets what the JSON has.
func (f *fixture) expect(json string) mutation {
	m := mutation{f, f.st.Layer()}
	f.todos.Expect(store.Write{}, m.layer, 1, f.row(json))
	return m
}

// edit begins a mutation of todo 1, that is shown at once.
func (f *fixture) edit(change func(*todo)) mutation {
	m := mutation{f, f.st.Layer()}
	f.todos.Edit(store.Write{}, m.layer, 1, change)
	return m
}

func (m mutation) answer(json string) {
	w := m.f.begin()
	w.Start, w.Mutation = m.layer.Start(), true
	m.f.st.Commit(w, func(w store.Write) {
		m.f.todos.Put(w, m.f.row(json))
		m.layer.Remove(w)
	})
}

func (f *fixture) listStatus(k store.ListKey) store.Status {
	_, status := f.todos.List(k)
	return status
}

var _ = Describe("A read that overlaps a mutation", func() {
	const ones, twos = `{"id":1,"title":"a","userId":1}`, `{"id":1,"title":"a","userId":2}`
	var (
		f      *fixture
		ofTwo  = listKey("userId", "2")
		begins = map[string]func() mutation{
			"a mutation": func() mutation { return f.expect(`{"id":1,"userId":2}`) },
			"an edit":    func() mutation { return f.edit(func(t *todo) { t.User = 2 }) },
		}
	)

	BeforeEach(func() {
		f = newFixture()
		f.put(ones)
	})

	It("and shows a list leaves that stale, and itself, when a mutation has said something else of the list", func() {
		type page struct {
			Todos restclient.List[todo] `json:"todos"`
		}
		k, pages := store.ListKey{Collection: "/page"}, ObjectsOf[page](f.st, store.KindOf[todo]())
		set := func(w store.Write, todos string) {
			GinkgoHelper()
			answer, err := pages.Decode([]byte(`{"todos":` + todos + `}`))
			Expect(err).NotTo(HaveOccurred())
			pages.Set(w, k, answer)
		}
		set(f.begin(), "["+ones+"]")
		move := f.expect(`{"id":1,"userId":2}`)
		f.todos.Doubt(store.Write{}, 1)
		reading := f.begin()

		move.answer(twos)
		set(reading, "[]")

		_, status := pages.Get(k)
		Expect(status).To(Equal(store.Stale))
		set(f.begin(), "[]")
		_, status = pages.Get(k)
		Expect(status).To(Equal(store.Fresh))
	})

	It("and confirms a list says nothing of what is only expected to be in it", func() {
		f.todos.Replace(f.begin(), listKey("userId", "1"), f.rows(ones))
		f.todos.Replace(f.begin(), ofTwo, nil)
		f.todos.Touch(1, store.Expire)
		move := f.edit(func(t *todo) { t.User = 2 })
		Expect(keys(f.list(ofTwo))).To(Equal([]int{1}))

		f.todos.RenewList(f.begin(), ofTwo)
		Expect(f.status(1)).To(Equal(store.Stale))

		move.layer.Remove(store.Write{})
		Expect(f.status(1)).To(Equal(store.Stale))
		Expect(f.listStatus(ofTwo)).To(Equal(store.Fresh))
	})

	for name, begin := range maps.All(begins) {
		It("and tells of a move before "+name+" is answered leaves a list stale that was served before the move", func() {
			move := begin()
			one, list := f.begin(), f.begin()
			f.todos.Put(one, f.row(twos))
			f.todos.Replace(list, ofTwo, nil)

			move.answer(twos)

			Expect(f.listStatus(ofTwo)).To(Equal(store.Stale))
			f.todos.Replace(f.begin(), ofTwo, f.rows(twos))
			Expect(f.listStatus(ofTwo)).To(Equal(store.Fresh))
		})

		It("and tells of a move before "+name+" is answered keeps the row in lists that are read from before", func() {
			f.todos.Replace(f.begin(), ofTwo, nil)
			f.todos.Replace(f.begin(), listKey(), f.rows(ones))
			move := begin()
			one, list := f.begin(), f.begin()
			f.todos.Put(one, f.row(twos))
			move.answer(twos)

			f.todos.Replace(list, ofTwo, nil)

			Expect(keys(f.list(ofTwo))).To(Equal([]int{1}))
		})
	}

	It("and tells what it has set before it is answered does not let an older answer take that back", func() {
		patch := f.expect(`{"id":1,"title":"b"}`)
		told, late := f.begin(), f.begin()
		f.todos.Put(told, f.row(`{"id":1,"title":"b","userId":1}`))
		patch.answer(`{"id":1,"title":"b","userId":1}`)

		f.todos.Put(late, f.row(ones))

		todo, status := f.todos.Get(1)
		Expect(todo.Title).To(Equal("b"))
		Expect(status).To(Equal(store.Stale))
	})

	It("and tells of a change by another client is not mixed with its answer", func() {
		whole := f.expect(`{"id":1,"title":"b","userId":2}`)
		f.todos.Put(f.begin(), f.row(`{"id":1,"title":"c","userId":1}`))

		whole.answer(`{"id":1,"title":"b","userId":2}`)

		todo, status := f.todos.Get(1)
		Expect(todo.Title).To(Equal("c"))
		Expect(todo.User).To(Equal(1))
		Expect(status).To(Equal(store.Stale))
	})

	It("and that was served before it is not mixed with its answer", func() {
		move := f.expect(`{"id":1,"userId":2}`)
		f.todos.Put(f.begin(), f.row(`{"id":1,"title":"c","userId":1}`))

		move.answer(twos)

		todo, status := f.todos.Get(1)
		Expect(todo.Title).To(Equal("a"))
		Expect(todo.User).To(Equal(2))
		Expect(status).To(Equal(store.Stale))
	})

	It("and differs from its answer leaves the lists stale that select by what differs", func() {
		f = newFixture()
		f.todos.Replace(f.begin(), ofTwo, nil)
		f.todos.Replace(f.begin(), listKey("completed", "true"), nil)
		move := f.expect(`{"id":1,"userId":2}`)
		f.todos.Put(f.begin(), f.row(ones))

		move.answer(twos)

		_, status := f.todos.Get(1)
		Expect(status).To(Equal(store.Stale))
		Expect(f.listStatus(ofTwo)).To(Equal(store.Stale))
		Expect(f.listStatus(listKey("completed", "true"))).To(Equal(store.Fresh))
	})

	It("and that is the first of a list says nothing of what is moved into it meanwhile", func() {
		list := f.begin()
		move := f.expect(`{"id":1,"userId":2}`)
		f.todos.Put(f.begin(), f.row(twos))
		move.answer(twos)

		f.todos.Replace(list, ofTwo, nil)

		Expect(f.listStatus(ofTwo)).To(Equal(store.Stale))
	})
})

var _ = Describe("The answer to a mutation", func() {
	It("that lacks fields leaves stale what an earlier one may have changed, until that is read", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a","userId":1}`)
		lost := f.expect(`{"id":1,"userId":2}`)
		f.todos.Doubt(store.Write{Start: lost.layer.Start(), Mutation: true}, 1)
		lost.layer.Remove(store.Write{})

		f.expect(`{"id":1,"title":"b"}`).answer(`{"id":1,"title":"b"}`)
		Expect(f.status(1)).To(Equal(store.Stale))

		f.put(`{"id":1,"title":"b","userId":2}`)
		f.expect(`{"id":1,"title":"c"}`).answer(`{"id":1,"title":"c"}`)
		Expect(f.status(1)).To(Equal(store.Fresh))
	})
})

var _ = Describe("An entity that comes back after its deletion", func() {
	It("is in no doubt because of what a mutation may have changed before, expired or not", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a"}`)
		f.todos.Doubt(f.begin(), 1)
		f.todos.Delete(f.begin(), 1)
		f.todos.Replace(f.begin(), listKey(), nil)
		adding := f.begin()
		f.todos.Touch(1, store.Expire)

		f.todos.Add(adding, listKey(), f.rows(`{"id":1,"title":"b"}`), false)

		Expect(f.listStatus(listKey())).To(Equal(store.Fresh))
	})
})

var _ = Describe("A mutation of an entity that was never stored", func() {
	It("leaves it stale when its answer has some of the fields", func() {
		f := newFixture()
		patch := f.expect(`{"id":1,"title":"b"}`)

		patch.answer(`{"id":1,"title":"b"}`)

		todo, status := f.todos.Get(1)
		Expect(todo.Title).To(Equal("b"))
		Expect(status).To(Equal(store.Stale))
	})

	It("makes it fresh when its answer has all fields", func() {
		f := newFixture()
		patch := f.expect(`{"id":1,"title":"b"}`)

		patch.answer(`{"id":1,"title":"b","userId":1,"note":null,"tags":[],"meta":{}}`)

		_, status := f.todos.Get(1)
		Expect(status).To(Equal(store.Fresh))
	})
})
