package store_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// saved writes what a store holds, and returns it for the same places of
// another one.
func saved(from *store.Store, of, to []store.Persistent) []store.Saved {
	GinkgoHelper()
	var all []store.Saved
	for i, image := range from.Images(of...) {
		data, err := image.Encode(json.Marshal)
		Expect(err).NotTo(HaveOccurred())
		all = append(all, store.Saved{Of: to[i], Data: data})
	}
	return all
}

// again is the store of a fixture in the next run, some time later.
func (f *fixture) again(ago time.Duration, opts ...store.Option) *fixture {
	GinkgoHelper()
	next := &fixture{now: f.now.Add(ago)}
	next.st = store.New(append(opts, store.WithClock(func() time.Time { return next.now }))...)
	next.todos = TableOf[todo](next.st)
	Expect(next.st.Restore(ago, saved(f.st, []store.Persistent{f.todos}, []store.Persistent{next.todos})...)).To(Succeed())
	return next
}

var _ = Describe("A table that was saved", func() {
	var f *fixture
	all, ones := listKey(), listKey("userId", "1")
	BeforeEach(func() { f = newFixture() })

	It("has its entities and its lists, in order", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":2,"title":"b","tags":["x"]}`, `{"id":1,"title":"a","meta":{"k":"v"}}`))
		f.put(`{"id":0,"title":"zero is a key"}`)

		next := f.again(0)

		Expect(next.list(all).Slice()).To(Equal(f.list(all).Slice()))
		Expect(keys(next.list(all))).To(Equal([]int{2, 1}))
		Expect(next.get(0).Title).To(Equal("zero is a key"))
	})

	It("has an entity that a mutation under way has hidden since before it was read", func() {
		f.todos.Hide(store.Write{}, f.st.Layer(), 1)
		f.put(`{"id":1,"title":"a"}`)

		Expect(f.again(0).get(1).Title).To(Equal("a"))
	})

	It("is fresh for the time that was left", func() {
		f.put(`{"id":1}`)
		f.todos.Replace(f.begin(), all, nil)
		f.now = f.now.Add(20 * time.Second)

		next := f.again(30 * time.Second)

		Expect(next.status(1)).To(Equal(store.Fresh))
		next.now = next.now.Add(9 * time.Second)
		Expect(next.status(1)).To(Equal(store.Fresh))
		next.now = next.now.Add(2 * time.Second)
		Expect(next.status(1)).To(Equal(store.Stale))
		_, status := next.todos.List(all)
		Expect(status).To(Equal(store.Stale))
	})

	It("is never fresher than it was, whatever the clock says", func() {
		f.put(`{"id":1}`)
		f.now = f.now.Add(90 * time.Second)

		next := f.again(0)
		Expect(next.status(1)).To(Equal(store.Stale))

		fresh := newFixture()
		fresh.put(`{"id":1}`)
		Expect(fresh.again(-time.Hour).status(1)).To(Equal(store.Stale))
	})

	It("is without what was to be dropped since", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`))

		next := f.again(store.MinRetention)

		Expect(next.status(1)).To(Equal(store.Missing))
		_, status := next.todos.List(all)
		Expect(status).To(Equal(store.Missing))
		Expect(next.st.Len()).To(BeZero())
	})

	It("is dropped when it would have been", func() {
		f.put(`{"id":1}`)
		f.now = f.now.Add(time.Minute)
		next := f.again(30 * time.Second)

		next.now = next.now.Add(20 * time.Second)
		next.st.Sweep()
		Expect(next.st.Len()).To(Equal(1))
		next.now = next.now.Add(20 * time.Second)
		next.st.Sweep()
		Expect(next.st.Len()).To(BeZero())
	})

	It("has what the server has said, not what mutations would do", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1,"title":"said"}`, `{"id":2,"title":"there"}`))
		layer := f.st.Layer()
		f.todos.Edit(f.begin(), layer, 1, func(t *todo) { t.Title = "expected" })
		f.todos.Hide(f.begin(), layer, 2)
		f.todos.Draft(f.begin(), layer, todo{ID: -1, Title: "new"}, all, false)
		Expect(keys(f.list(all))).To(Equal([]int{1, -1}))

		next := f.again(0)

		Expect(keys(next.list(all))).To(Equal([]int{1, 2}))
		Expect(next.get(1).Title).To(Equal("said"))
		Expect(next.status(-1)).To(Equal(store.Missing))
	})

	It("is without what the server has deleted", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`, `{"id":2}`))
		f.todos.Delete(f.begin(), 1)

		next := f.again(0)

		Expect(keys(next.list(all))).To(Equal([]int{2}))
		Expect(next.status(1)).To(Equal(store.Missing))
	})

	It("has lists that show what fits, and what the server has put into them all the same", func() {
		f.todos.Replace(f.begin(), ones, f.rows(`{"id":1,"userId":1}`, `{"id":2,"userId":2}`, `{"id":3,"userId":1}`))
		f.put(`{"id":3,"userId":9}`)
		Expect(keys(f.list(ones))).To(Equal([]int{1, 2}))

		next := f.again(0)

		Expect(keys(next.list(ones))).To(Equal([]int{1, 2}))
		next.put(`{"id":3,"userId":1}`)
		Expect(keys(next.list(ones))).To(Equal([]int{1, 2, 3}))
	})

	It("stays invalid", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`, `{"id":2}`))
		f.todos.Touch(1, store.Invalidate)
		f.todos.TouchList(all, store.Invalidate)

		next := f.again(0)

		Expect(next.status(1)).To(Equal(store.Invalid))
		Expect(next.status(2)).To(Equal(store.Fresh))
		l, status := next.todos.List(all)
		Expect(status).To(Equal(store.Invalid))
		Expect(keys(l)).To(Equal([]int{1, 2}))
		next.todos.Replace(next.begin(), all, next.rows(`{"id":1}`))
		Expect(next.status(1)).To(Equal(store.Fresh))
		_, status = next.todos.List(all)
		Expect(status).To(Equal(store.Fresh))
	})

	It("is older than each request that begins now", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1,"title":"old","userId":5}`))
		next := f.again(0)

		next.put(`{"id":1,"title":"new"}`)
		next.todos.Replace(next.begin(), all, next.rows(`{"id":7}`))

		Expect(next.get(1)).To(Equal(todo{ID: 1, Title: "new", User: 5}))
		Expect(keys(next.list(all))).To(Equal([]int{7}))
	})

	It("tells as before which commit has changed what", func() {
		f.put(`{"id":1}`)
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`, `{"id":2}`))
		f.put(`{"id":3}`)

		next := f.again(0)

		for id := 1; id <= 3; id++ {
			Expect(next.todos.ChangedAt(id)).To(Equal(f.todos.ChangedAt(id)))
		}
		Expect(next.todos.ListRevision(store.Write{}, all)).To(Equal(f.todos.ListRevision(store.Write{}, all)))
		Expect(next.st.Seq()).To(Equal(f.st.Seq()))
		Expect(next.todos.ListRevision(store.Write{}, all)).To(Equal(f.todos.ListRevision(store.Write{}, all)))
		next.put(`{"id":4}`)
		Expect(next.todos.ChangedAt(4)).To(Equal(f.st.Seq() + 1))
	})

	It("has no revision that the last run has given to something else", func() {
		f.put(`{"id":1,"title":"a"}`)
		values := ValuesOf[string](f.st)
		values.Set(f.begin(), "k", "v")
		old := f.todos.Revision(store.Write{}, 1)
		next := newFixture()

		Expect(next.st.Restore(0, saved(f.st, []store.Persistent{values.Values}, []store.Persistent{store.ValuesOf[string](next.st)})...)).To(Succeed())
		next.put(`{"id":1,"title":"b"}`)

		Expect(next.todos.Revision(store.Write{}, 1)).NotTo(Equal(old))
	})

	It("has the revisions that were asked for", func() {
		f.put(`{"id":1}`)
		f.put(`{"id":2}`)
		one := f.todos.Revision(store.Write{}, 1)

		next := f.again(0)

		Expect(next.todos.Revision(store.Write{}, 1)).To(Equal(one))
		Expect(next.todos.Revision(store.Write{}, 2)).NotTo(Equal(one))
		next.put(`{"id":1,"title":"changed"}`)
		Expect(next.todos.Revision(store.Write{}, 1)).NotTo(Equal(one))
	})

	It("is watched, queried and listed as if it had come from the server", func() {
		f.todos.Replace(f.begin(), ones, f.rows(`{"id":2,"userId":1}`, `{"id":1,"userId":1}`))
		next := f.again(0)
		every, status := next.todos.All()
		Expect(status).To(Equal(store.Fresh))
		Expect(keys(every)).To(Equal([]int{1, 2}))
		w := next.st.Watch()
		defer w.Close()
		w.Read(func(sn *store.Snapshot) { next.todos.ListAt(sn, ones) })

		next.put(`{"id":1,"userId":1,"title":"changed"}`)

		Expect(w.Changed()).To(Receive())
		Expect(next.list(ones).At(1).Title).To(Equal("changed"))
	})

	It("fits into the bound of the store", func() {
		var rows []string
		for i := range 100 {
			rows = append(rows, fmt.Sprintf(`{"id":%d}`, i))
		}
		for _, row := range rows {
			f.put(row)
		}

		Expect(f.again(0, store.WithMaxEntries(50)).st.Len()).To(BeNumerically("<=", 50))
	})

	Context("of which some must not be saved", func() {
		volatile := func() store.Write {
			w := f.begin()
			w.Volatile = true
			return w
		}

		It("is without it, and without the lists that hold it", func() {
			f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`, `{"id":2}`))
			f.todos.Replace(f.begin(), ones, f.rows(`{"id":2,"userId":1}`))
			f.todos.Put(volatile(), f.row(`{"id":1,"title":"secret"}`))

			next := f.again(0)

			Expect(next.status(1)).To(Equal(store.Missing))
			Expect(next.status(2)).To(Equal(store.Fresh))
			_, status := next.todos.List(all)
			Expect(status).To(Equal(store.Missing))
			Expect(keys(next.list(ones))).To(Equal([]int{2}))
		})

		It("is without a list that came so, but has its entities that came otherwise", func() {
			f.todos.Replace(volatile(), all, f.rows(`{"id":1}`))
			f.todos.Append(volatile(), ones, f.rows(`{"id":2,"userId":1}`))
			f.put(`{"id":1,"userId":1,"title":"","note":null,"tags":null,"meta":null}`)

			next := f.again(0)

			Expect(next.st.Len()).To(Equal(1))
			Expect(next.status(1)).To(Equal(store.Fresh))
		})

		It("has it when all of it has come otherwise", func() {
			full := `{"id":1,"userId":1,"title":"a","note":null,"tags":null,"meta":null}`
			f.todos.Put(volatile(), f.row(`{"id":1,"title":"secret"}`))
			f.put(`{"id":1,"userId":1}`)
			Expect(f.again(0).status(1)).To(Equal(store.Missing), "the title is still the secret one")

			f.put(full)

			Expect(f.again(0).get(1).Title).To(Equal("a"))
		})

		It("is without it while a request has said more since", func() {
			late := f.begin()
			f.put(`{"id":1,"title":"a"}`)
			f.todos.Put(volatile(), f.row(`{"id":1,"title":"secret"}`))

			f.todos.Put(late, f.row(`{"id":1,"userId":1,"title":"a","note":null,"tags":null,"meta":null}`))

			Expect(f.get(1).Title).To(Equal("secret"))
			Expect(f.again(0).status(1)).To(Equal(store.Missing))
		})
	})

	It("is restored but for what cannot be read", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1,"title":"a"}`, `{"id":2}`))
		f.todos.Replace(f.begin(), ones, f.rows(`{"id":2,"userId":1}`))
		next := newFixture()
		data := saved(f.st, []store.Persistent{f.todos}, []store.Persistent{next.todos})
		data[0].Data = []byte(strings.Replace(string(data[0].Data), `"a"`, `{}`, 1))

		err := next.st.Restore(0, data...)

		Expect(err).To(MatchError(And(ContainSubstring("store_test.todo"), ContainSubstring("1 entries cannot be read"))))
		Expect(next.st.Len()).To(Equal(2))
		Expect(keys(next.list(ones))).To(Equal([]int{2}))
	})

	It("is written but for what cannot be", func() {
		type reading struct{ Celsius float64 }
		values := ValuesOf[reading](f.st)
		values.Set(f.begin(), "good", reading{20})
		values.Set(f.begin(), "bad", reading{math.Inf(1)})

		data, err := f.st.Images(values)[0].Encode(json.Marshal)

		Expect(err).To(MatchError(ContainSubstring("1 entries cannot be written")))
		other := store.New()
		Expect(other.Restore(0, store.Saved{Of: ValuesOf[reading](other), Data: data})).To(Succeed())
		Expect(other.Len()).To(Equal(1))
	})

	DescribeTable("is empty when it is no image",
		func(data string) {
			Expect(f.st.Restore(0, store.Saved{Of: f.todos, Data: []byte(data)})).NotTo(Succeed())

			Expect(f.st.Len()).To(BeZero())
			f.put(`{"id":1}`)
			Expect(f.status(1)).To(Equal(store.Fresh))
		},
		Entry("nothing", ""),
		Entry("no JSON", "{"),
		Entry("something else", `[1]`),
		Entry("of a commit that cannot be", `{"seq":18446744073709551615,"rows":[{"value":{"id":1},"seq":1,"keep":9}]}`),
	)
})
