package store_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("A new entity", func() {
	const ones, twos = `{"id":5,"title":"a","userId":1}`, `{"id":5,"title":"a","userId":2}`
	var (
		f     *fixture
		ofOne = listKey("userId", "1")
		ofTwo = listKey("userId", "2")
		draft *store.Layer
		key   int // of the draft
	)

	// creates begins a mutation with a list of user 1 in its arguments, that shows a todo of user 2.
	creates := func(id int) store.Write {
		draft = f.st.Layer()
		value, ok := f.todos.NewDraft(todo{ID: id, Title: "a", User: 2})
		Expect(ok).To(BeTrue())
		key = value.ID
		added := listKey("userId", "2")
		added.Args = append(added.Args, ofOne.Args...)
		f.todos.Draft(store.Write{}, draft, value, added, false)
		return store.Write{Start: draft.Start(), TTL: f.begin().TTL, Mutation: true}
	}
	answer := func(w store.Write, json string) {
		f.st.Commit(w, func(w store.Write) {
			draft.Settle(w)
			f.todos.Adopt(w, key, f.row(json))
			f.todos.Add(w, ofOne, f.rows(json), false)
			draft.Remove(w)
		})
	}

	BeforeEach(func() {
		f = newFixture()
		f.todos.Replace(f.begin(), ofOne, nil)
		f.todos.Replace(f.begin(), ofTwo, nil)
	})

	It("is filed by what a later request has read, when its push is stored after that", func() {
		push, read := f.begin(), f.begin()
		f.todos.Put(read, f.row(twos))

		f.todos.Add(push, listKey(), f.rows(ones), false)

		Expect(f.get(5).User).To(Equal(2))
		Expect(keys(f.list(ofOne))).To(BeEmpty())
		Expect(keys(f.list(ofTwo))).To(Equal([]int{5}))
	})

	It("is filed by what a push has said since, when the answer comes after that", func() {
		w := creates(0)
		f.todos.Add(f.begin(), listKey(), f.rows(twos), false)
		f.put(ones)

		answer(w, twos)

		Expect(f.get(5).User).To(Equal(1))
		Expect(keys(f.list(ofOne))).To(Equal([]int{5}))
		Expect(keys(f.list(ofTwo))).To(BeEmpty())
	})

	It("is not shown by a list that it has left, when the answer comes after that", func() {
		w := creates(0)
		f.todos.Add(f.begin(), listKey(), f.rows(twos), false)
		f.todos.Replace(f.begin(), ofOne, f.rows(ones))
		f.put(twos)

		answer(w, twos)

		Expect(keys(f.list(ofOne))).To(BeEmpty())
		Expect(f.listStatus(ofOne)).To(Equal(store.Fresh))
	})

	It("leaves the list that was asked for when the answer says so and it had its key before", func() {
		w := creates(5)

		answer(w, twos)

		Expect(keys(f.list(ofOne))).To(BeEmpty())
		Expect(keys(f.list(ofTwo))).To(Equal([]int{5}))
	})

	It("leaves the list that was asked for when a push says so and the mutation fails", func() {
		creates(5)
		f.todos.Add(f.begin(), listKey(), f.rows(twos), false)

		draft.Remove(store.Write{})

		Expect(keys(f.list(ofOne))).To(BeEmpty())
		Expect(keys(f.list(ofTwo))).To(Equal([]int{5}))
	})
})

var _ = Describe("A row that a later request has found in another list", func() {
	const ones, twos = `{"id":5,"title":"a","userId":1}`, `{"id":5,"title":"a","userId":2}`
	ofOne, ofTwo := listKey("userId", "1"), listKey("userId", "2")

	for name, known := range map[string]bool{"stays in a list that an answer from before lacks it in": true, "makes a list stale that was asked for before": false} {
		It(name, func() {
			f := newFixture()
			f.todos.Replace(f.begin(), ofOne, f.rows(ones))
			f.todos.Replace(f.begin(), listKey("userId", "3"), nil)
			if known {
				f.todos.Replace(f.begin(), ofTwo, nil)
			}
			before := f.begin()
			f.put(twos)

			f.todos.Replace(before, ofTwo, nil)

			if known {
				Expect(keys(f.list(ofTwo))).To(Equal([]int{5}))
			} else {
				Expect(f.listStatus(ofTwo)).To(Equal(store.Stale))
			}
			f.todos.Replace(f.begin(), ofTwo, f.rows(twos))
			Expect(f.listStatus(ofTwo)).To(Equal(store.Fresh))
		})
	}
})
