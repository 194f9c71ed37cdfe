package store_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("Answers to mutations that come in reverse order", func() {
	var f *fixture

	// edited is one mutation: the layer that shows it, and the write of its answer.
	edited := func(change func(*todo)) (*store.Layer, store.Write) {
		l := f.st.Layer()
		f.todos.Edit(store.Write{}, l, 1, change)
		return l, store.Write{Start: l.Start(), Mutation: true}
	}
	answer := func(l *store.Layer, w store.Write, json string) {
		f.st.Commit(w, func(w store.Write) {
			f.todos.Put(w, f.row(json))
			l.Remove(w)
		})
	}

	BeforeEach(func() {
		f = newFixture()
		f.put(`{"id":1,"title":"a","userId":1}`)
	})

	It("leave what the later one has set, even if that was so before", func() {
		on, onAnswer := edited(func(t *todo) { t.Title = "b" })
		off, offAnswer := edited(func(t *todo) { t.Title = "a" })
		answer(off, offAnswer, `{"id":1,"title":"a","userId":1}`)
		answer(on, onAnswer, `{"id":1,"title":"b","userId":1}`)

		Expect(f.get(1).Title).To(Equal("a"))
	})

	It("leave what the later one has set, when it is not shown before", func() {
		expected := func(json string) (*store.Layer, store.Write) {
			l := f.st.Layer()
			f.todos.Expect(store.Write{}, l, 1, f.row(json))
			return l, store.Write{Start: l.Start(), Mutation: true}
		}
		on, onAnswer := expected(`{"id":1,"title":"b"}`)
		off, offAnswer := expected(`{"id":1,"title":"a"}`)
		answer(off, offAnswer, `{"id":1,"title":"a","userId":1}`)
		answer(on, onAnswer, `{"id":1,"title":"b","userId":1}`)

		Expect(f.get(1).Title).To(Equal("a"))
	})

	It("keep what the earlier one alone has set", func() {
		title, titleAnswer := edited(func(t *todo) { t.Title = "b" })
		user, userAnswer := edited(func(t *todo) { t.User = 2 })
		answer(user, userAnswer, `{"id":1,"title":"a","userId":2}`)
		answer(title, titleAnswer, `{"id":1,"title":"b","userId":1}`)

		Expect(f.get(1).Title).To(Equal("b"))
		Expect(f.get(1).User).To(Equal(2))
	})
})

var _ = Describe("A change that is taken back", func() {
	ofOne, ofTwo := listKey("userId", "1"), listKey("userId", "2")

	It("leaves the row out of a list that lacks it as the server has said", func() {
		f := newFixture()
		f.todos.Replace(f.begin(), listKey(), f.rows(`{"id":1,"title":"a","userId":1}`))
		f.todos.Replace(f.begin(), ofOne, f.rows(`{"id":1,"title":"a","userId":1}`))
		layer := f.st.Layer()
		f.todos.Edit(store.Write{}, layer, 1, func(t *todo) { t.User = 2 })
		f.todos.Replace(f.begin(), ofOne, nil)

		layer.Remove(store.Write{})

		Expect(f.list(ofOne).Len()).To(BeZero())
		Expect(keys(f.list(listKey()))).To(Equal([]int{1}))
	})

	It("leaves the row where a change beneath has it", func() {
		f := newFixture()
		f.todos.Replace(f.begin(), ofOne, f.rows(`{"id":1,"title":"a","userId":1}`))
		f.todos.Replace(f.begin(), ofTwo, nil)
		beneath, above := f.st.Layer(), f.st.Layer()
		f.todos.Edit(store.Write{}, beneath, 1, func(t *todo) { t.User = 2 })
		f.todos.Edit(store.Write{}, above, 1, func(t *todo) { t.User = 3 })
		f.todos.Replace(f.begin(), ofTwo, nil)

		above.Remove(store.Write{})

		Expect(keys(f.list(ofTwo))).To(Equal([]int{1}))
	})

	It("shows the row in a list that the server has moved it to meanwhile", func() {
		f := newFixture()
		f.todos.Replace(f.begin(), ofOne, f.rows(`{"id":1,"title":"a","userId":1}`))
		f.todos.Replace(f.begin(), ofTwo, nil)
		layer := f.st.Layer()
		f.todos.Edit(store.Write{}, layer, 1, func(t *todo) { t.User = 3 })
		f.put(`{"id":1,"userId":2}`)

		layer.Remove(store.Write{})

		Expect(keys(f.list(ofTwo))).To(Equal([]int{1}))
	})

	It("leaves valid what the server has confirmed meanwhile", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a","userId":1}`)
		f.todos.Touch(1, store.Invalidate)
		layer := f.st.Layer()
		f.todos.Edit(store.Write{}, layer, 1, func(t *todo) { t.Title = "b" })
		f.todos.Renew(f.begin(), 1)

		layer.Remove(store.Write{})

		_, status := f.todos.Get(1)
		Expect(status).To(Equal(store.Fresh))
	})
})

var _ = Describe("A function that panics in an edit", func() {
	It("does so in whoever edits, and in nobody who writes later", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a"}`)
		layer := f.st.Layer()
		f.todos.Edit(store.Write{}, layer, 1, func(t *todo) {
			if t.Title == "b" {
				panic("edit")
			}
			t.User = 7
		})
		Expect(f.get(1).User).To(Equal(7))

		f.put(`{"id":1,"title":"b"}`)

		Expect(f.get(1).Title).To(Equal("b"))
		Expect(f.get(1).User).To(BeZero())
		Expect(func() { _, _, _ = f.todos.Preview(layer, 1, false) }).To(PanicWith("edit"))
		f.put(`{"id":1,"title":"c"}`)
		Expect(f.get(1).User).To(Equal(7))
	})

	It("leaves no trace when it does so at once", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a"}`)
		layer := f.st.Layer()

		Expect(func() {
			f.todos.Edit(store.Write{}, layer, 1, func(t *todo) {
				t.Title = "b"
				panic("edit")
			})
		}).To(PanicWith("edit"))

		Expect(f.get(1).Title).To(Equal("a"))
		_, _, ok := f.todos.Preview(layer, 1, false)
		Expect(ok).To(BeFalse())
	})
})

var _ = Describe("A draft", func() {
	It("is fresh until it has become an entity, whatever is expired", func() {
		f := newFixture()
		layer := f.st.Layer()
		f.todos.Draft(store.Write{}, layer, todo{ID: -1, Title: "a"}, listKey(), false)
		f.todos.Touch(-1, store.Expire)
		f.todos.Touch(-1, store.Invalidate)
		Expect(f.status(-1)).To(Equal(store.Fresh))

		f.st.Commit(f.begin(), func(w store.Write) {
			w.TTL = 0
			f.todos.Adopt(w, -1, f.row(`{"id":5,"title":"a"}`))
			layer.Remove(w)
		})

		Expect(f.status(-1)).To(Equal(store.Stale))
		Expect(f.status(5)).To(Equal(store.Stale))
	})
})

var _ = Describe("A revision", func() {
	It("changes with what the server says, and not with what is expected", func() {
		f := newFixture()
		Expect(f.todos.Revision(store.Write{}, 1)).To(BeZero())
		f.put(`{"id":1,"title":"a"}`)
		first := f.todos.Revision(store.Write{}, 1)
		Expect(first).NotTo(BeZero())

		layer := f.st.Layer()
		f.todos.Edit(store.Write{}, layer, 1, func(t *todo) { t.Title = "b" })
		Expect(f.todos.Revision(store.Write{}, 1)).To(Equal(first))
		layer.Remove(store.Write{})
		f.put(`{"id":1,"title":"a"}`)
		Expect(f.todos.Revision(store.Write{}, 1)).To(Equal(first))

		f.put(`{"id":1,"title":"c"}`)
		Expect(f.todos.Revision(store.Write{}, 1)).NotTo(Equal(first))
	})

	It("of a list changes with what the server says beneath a layer that shows just that", func() {
		f := newFixture()
		all := store.ListKey{Collection: "/todos"}
		f.todos.Replace(store.Write{}, all, f.rows(`{"id":1,"title":"a"}`))
		layer := f.st.Layer()
		f.todos.Edit(store.Write{}, layer, 1, func(t *todo) { t.Title = "b" })
		first := f.todos.ListRevision(store.Write{}, all)

		f.put(`{"id":1,"title":"b"}`)
		Expect(f.todos.ListRevision(store.Write{}, all)).NotTo(Equal(first))
		layer.Remove(store.Write{})
		Expect(f.todos.ListRevision(store.Write{}, all)).NotTo(Equal(first))
	})

	It("of what shows a list changes so, too", func() {
		type page struct {
			Todos restclient.List[todo] `json:"todos"`
		}
		f, k := newFixture(), store.ListKey{Collection: "/page"}
		pages := ObjectsOf[page](f.st, store.KindOf[todo]())
		answer, err := pages.Decode([]byte(`{"todos":[{"id":1,"title":"a"}]}`))
		Expect(err).NotTo(HaveOccurred())
		pages.Set(f.begin(), k, answer)
		layer := f.st.Layer()
		f.todos.Edit(store.Write{}, layer, 1, func(t *todo) { t.Title = "b" })
		first := pages.Revision(store.Write{}, k)

		f.put(`{"id":1,"title":"b"}`)
		layer.Remove(store.Write{})
		Expect(pages.Revision(store.Write{}, k)).NotTo(Equal(first))
	})

	It("is not that of an entity that was dropped", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a"}`)
		first := f.todos.Revision(store.Write{}, 1)
		f.todos.Delete(store.Write{}, 1)
		f.put(`{"id":1,"title":"a"}`)

		Expect(f.todos.Revision(store.Write{}, 1)).NotTo(Equal(first))
	})
})

var _ = Describe("The answer to a mutation that shows what was expected", func() {
	It("outdates earlier requests, though nothing changes", func() {
		f := newFixture()
		earlier, layer := f.begin(), f.st.Layer()
		row := f.row(`{"id":1,"userId":1,"title":"b","note":null,"tags":null,"meta":null}`)
		f.todos.Apply(store.Write{}, layer, 1, row, true)
		w := store.Write{Start: layer.Start(), Mutation: true}
		f.st.Commit(w, func(w store.Write) {
			layer.Settle(w)
			f.todos.Put(w, row)
			layer.Remove(w)
		})

		f.todos.Put(earlier, f.row(`{"id":1,"title":"a"}`))

		Expect(f.get(1).Title).To(Equal("b"))
	})
})

var _ = Describe("What a mutation creates", func() {
	It("has the key that it was asked to have, when the body lacks that", func() {
		f := newFixture()
		layer := f.st.Layer()
		row, err := f.todos.DecodeFields([]byte(`{"title":"a"}`))
		Expect(err).NotTo(HaveOccurred())

		f.todos.Apply(store.Write{}, layer, 7, row, true)

		Expect(f.get(7)).To(Equal(todo{ID: 7, Title: "a"}))
	})
})

var _ = Describe("What the server has confirmed", func() {
	It("is not overwritten by the late answer to a request that began before", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a"}`)
		late, confirming := f.begin(), f.begin()
		f.todos.Renew(confirming, 1)

		f.todos.Put(late, f.row(`{"id":1,"title":"b"}`))

		Expect(f.get(1).Title).To(Equal("a"))
	})

	It("is not overwritten as a list, nor in one", func() {
		f := newFixture()
		f.todos.Replace(f.begin(), listKey(), f.rows(`{"id":1,"title":"a"}`))
		late, confirming := f.begin(), f.begin()
		f.todos.RenewList(confirming, listKey())

		f.todos.Replace(late, listKey(), f.rows(`{"id":1,"title":"b"}`, `{"id":2,"title":"c"}`))

		Expect(keys(f.list(listKey()))).To(Equal([]int{1}))
		Expect(f.get(1).Title).To(Equal("a"))
	})

	It("is not overwritten as a value", func() {
		f := newFixture()
		values := ValuesOf[string](f.st)
		values.Set(f.begin(), "k", "a")
		late, confirming := f.begin(), f.begin()
		values.Renew(confirming, "k")

		values.Set(late, "k", "b")

		value, _ := values.Get("k")
		Expect(value).To(Equal("a"))
	})

	It("takes what a mutation under way shows as before", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a"}`)
		layer := f.st.Layer()
		late, confirming := f.begin(), f.begin()
		f.todos.Edit(store.Write{}, layer, 1, func(t *todo) { t.Title = "b" })
		f.todos.Renew(confirming, 1)
		f.todos.Put(late, f.row(`{"id":1,"title":"c"}`))
		Expect(f.get(1).Title).To(Equal("b"))

		layer.Remove(store.Write{})

		Expect(f.get(1).Title).To(Equal("a"))
	})
})
