package store_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("Inspect", func() {
	var f *fixture

	BeforeEach(func() {
		f = newFixture()
		f.todos.Replace(f.begin(), listKey("userId", "1"), f.rows(`{"id":10,"userId":1}`, `{"id":9,"userId":1,"tags":["x"]}`))
	})

	tables := func(sn *store.Snapshot) []store.TableInfo {
		var all []store.TableInfo
		for t := range f.st.Inspect(sn) {
			all = append(all, t)
		}
		return all
	}

	It("yields the tables in order", func() {
		ValuesOf[int](f.st).Set(f.begin(), "GET /count", 3)
		TableOf[slug](f.st)

		var names []string
		for _, t := range tables(nil) {
			names = append(names, t.Kind+" "+t.Type)
		}
		Expect(names).To(Equal([]string{"entity store_test.slug", "entity store_test.todo", "value int"}))
	})

	It("has the rows by key, with how far they can be trusted", func() {
		f.now = f.now.Add(30 * time.Second)
		f.put(`{"id":11}`)
		f.todos.Touch(9, store.Invalidate)
		f.todos.Touch(10, store.Expire)
		f.todos.Delete(f.begin(), 12)

		table := tables(nil)[0]
		Expect(table.Keys()).To(Equal([]any{9, 10, 11}))
		Expect(table.Len()).To(Equal(3))
		nine, _ := table.Row(9)
		Expect(nine).To(HaveField("Value", todo{ID: 9, User: 1, Tags: []string{"x"}}))
		Expect(nine).To(HaveField("Status", store.Invalid))
		eleven, _ := table.Row(11)
		Expect(eleven).To(And(HaveField("Status", store.Fresh), HaveField("FreshFor", time.Minute), HaveField("Seq", f.todos.ChangedAt(11))))
		ten, _ := table.Row(10)
		Expect(ten).To(HaveField("Status", store.Stale))
	})

	It("hands out copies", func() {
		row, _ := tables(nil)[0].Row(9)
		row.Value.(todo).Tags[0] = "changed"

		Expect(f.get(9).Tags).To(Equal([]string{"x"}))
	})

	It("knows nothing of other keys", func() {
		table := tables(nil)[0]
		for _, key := range []any{1, "9", nil} {
			_, ok := table.Row(key)
			Expect(ok).To(BeFalse())
		}
		_, ok := table.List("nothing")
		Expect(ok).To(BeFalse())
	})

	It("has the lists with the keys of what they show", func() {
		f.put(`{"id":10,"userId":2}`)

		Expect(tables(nil)[0].Lists()).To(ConsistOf(And(
			HaveField("Key.Args", listKey("userId", "1").Args),
			HaveField("Rows", []any{9}),
			HaveField("Status", store.Fresh),
			HaveField("FreshFor", time.Minute))))
	})

	It("shows the state of a snapshot", func() {
		sn := f.st.Snapshot()
		DeferCleanup(sn.Release)
		f.put(`{"id":9,"userId":2}`)
		f.put(`{"id":11}`)

		table := tables(sn)[0]

		Expect(table.Keys()).To(Equal([]any{9, 10}))
		list, _ := table.List(listKey("userId", "1").ID())
		Expect(list.Rows).To(Equal([]any{10, 9}))
	})

	It("has whole responses under their names", func() {
		type page struct {
			Total int                   `json:"total"`
			Todos restclient.List[todo] `json:"todos"`
		}
		pages := ObjectsOf[page](f.st, store.KindOf[todo]())
		answer, err := pages.Decode([]byte(`{"total":1,"todos":[{"id":1}]}`))
		Expect(err).NotTo(HaveOccurred())
		pages.Set(f.begin(), store.ListKey{Text: "/page"}, answer)

		for _, t := range tables(nil) {
			if t.Kind == "value" {
				row, ok := t.Row("/page")
				Expect(ok).To(BeTrue())
				Expect(row.Value).To(HaveField("Total", 1))
			}
		}
		Expect(tables(nil)).To(ContainElement(And(HaveField("Kind", "value"), HaveField("Type", "store_test.page"), HaveField("Internal", false))))
	})

	It("does not keep data from being dropped", func() {
		f.put(`{"id":11}`)
		f.now = f.now.Add(time.Hour)
		tables(nil)[0].Row(11)

		f.st.Sweep()

		Expect(tables(nil)[0].Keys()).NotTo(ContainElement(11))
	})
})

var _ = Describe("Layers", func() {
	It("are what is shown before it is answered", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a"}`)
		first, second := f.st.Layer(), f.st.Layer()
		Expect(f.st.Layers()).To(BeEmpty())

		f.todos.Hide(store.Write{By: "Todo.delete"}, second, 1)
		f.now = f.now.Add(time.Second)
		f.todos.Edit(store.Write{By: "Todo.update"}, first, 1, func(t *todo) { t.Title = "b" })
		f.todos.Expect(store.Write{}, first, 1, f.row(`{"id":1}`))

		change := store.Change{Type: "store_test.todo", Kind: "entity", Key: 1}
		Expect(f.st.Layers()).To(Equal([]store.LayerInfo{
			{Start: first.Start(), At: f.now, By: "Todo.update", Changes: []store.Change{change}},
			{Start: second.Start(), At: f.now.Add(-time.Second), By: "Todo.delete", Changes: []store.Change{change}},
		}))
		first.Remove(store.Write{})
		second.Remove(store.Write{})
		Expect(f.st.Layers()).To(BeEmpty())
	})
})
