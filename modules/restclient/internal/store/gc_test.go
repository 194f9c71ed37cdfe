package store_test

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

var _ = Describe("A store that nobody has to clean", func() {
	var f *fixture

	BeforeEach(func() { f = newFixture() })

	It("drops what has expired twice over, and not before", func() {
		f.put(`{"id":1}`)
		f.now = f.now.Add(2*time.Minute - time.Second)
		f.st.Sweep()
		Expect(f.st.Len()).To(Equal(1))

		f.now = f.now.Add(time.Second)
		f.st.Sweep()

		Expect(f.st.Len()).To(BeZero())
		_, status := f.todos.Get(1)
		Expect(status).To(Equal(store.Missing))
	})

	DescribeTable("drops what it knows of entities that it never had",
		func(tell func(key int)) {
			for i := range 1000 {
				tell(i)
				f.now = f.now.Add(store.SweepInterval / 100)
			}

			Expect(f.st.Len()).To(BeNumerically("<=", 200))
		},
		Entry("which were deleted", func(key int) { f.todos.Delete(store.Write{Start: f.st.Begin(), Mutation: true}, key) }),
		Entry("which may have been changed", func(key int) {
			l := f.st.Layer()
			f.todos.Expect(store.Write{}, l, key, Row[todo]{})
			f.st.Commit(store.Write{Start: l.Start(), Mutation: true}, func(w store.Write) {
				f.todos.Doubt(w, key)
				l.Remove(w)
			})
		}),
	)

	It("keeps what is watched, and what a list holds", func() {
		f.todos.Replace(store.Write{Start: f.st.Begin(), TTL: time.Hour}, listKey(), f.rows(`{"id":1}`))
		f.put(`{"id":2}`)
		watch := f.st.Watch()
		watch.Read(func(sn *store.Snapshot) { f.todos.GetAt(sn, 2) })
		f.now = f.now.Add(10 * time.Minute)

		f.st.Sweep()
		Expect(f.st.Len()).To(Equal(3))

		watch.Close()
		f.st.Sweep() // it was read since the last time
		Expect(f.st.Len()).To(Equal(3))
		f.st.Sweep()
		Expect(f.st.Len()).To(Equal(2))
	})

	It("never holds more than it may, whatever is stored", func() {
		st := store.New(store.WithMaxEntries(1000))
		todos := TableOf[todo](st)
		watch := st.Watch()
		DeferCleanup(watch.Close)
		put := func(i int) {
			row, err := todos.Decode(fmt.Appendf(nil, `{"id":%d,"title":"some text"}`, i))
			if err != nil {
				Fail(err.Error())
			}
			todos.Put(store.Write{Start: st.Begin(), TTL: time.Hour}, row)
		}
		put(-1)
		watch.Read(func(sn *store.Snapshot) { todos.GetAt(sn, -1) })
		for i := range 2000 {
			put(i)
		}
		before := heap()
		most := 0
		for i := range thorough.Times(5_000, 100_000) {
			put(i)
			most = max(most, st.Len())
		}

		Expect(most).To(Equal(1000))
		Expect(heap()).To(BeNumerically("~", before, before/5))
		_, status := todos.Get(-1)
		Expect(status).To(Equal(store.Fresh))
	})

	It("drops the lists that nobody has read for longest before entities in lists", func() {
		st := store.New(store.WithMaxEntries(50))
		todos := TableOf[todo](st)
		write := func() store.Write { return store.Write{Start: st.Begin(), TTL: time.Hour} }
		for i := range 10 {
			rows, err := todos.DecodeAll(fmt.Appendf(nil, `[{"id":%d},{"id":%d},{"id":%d},{"id":%d}]`, 4*i, 4*i+1, 4*i+2, 4*i+3))
			Expect(err).NotTo(HaveOccurred())
			todos.Replace(write(), listKey("page", fmt.Sprint(i)), rows)
		}
		todos.List(listKey("page", "0"))

		rows, err := todos.DecodeAll([]byte(`[{"id":100},{"id":101}]`))
		Expect(err).NotTo(HaveOccurred())
		todos.Replace(write(), listKey("page", "new"), rows)

		Expect(st.Len()).To(BeNumerically("<=", 50))
		l, status := todos.List(listKey("page", "0"))
		Expect(status).To(Equal(store.Fresh))
		Expect(keys(l)).To(Equal([]int{0, 1, 2, 3}))
	})

	It("looks through what it has twice before lists are dropped, and once behind", func() {
		Expect(store.LooksToEvict(10_000)).To(Equal(3))
	})

	Context("with less room than one list needs", func() {
		var (
			st    *store.Store
			todos *Table[todo, int]
		)
		put := func(id int) {
			row, err := todos.Decode(fmt.Appendf(nil, `{"id":%d}`, id))
			Expect(err).NotTo(HaveOccurred())
			todos.Put(store.Write{Start: st.Begin(), TTL: time.Hour}, row)
		}
		replace := func(page string, from, to int) {
			var all []string
			for id := from; id <= to; id++ {
				all = append(all, fmt.Sprintf(`{"id":%d}`, id))
			}
			rows, err := todos.DecodeAll([]byte("[" + strings.Join(all, ",") + "]"))
			Expect(err).NotTo(HaveOccurred())
			todos.Replace(store.Write{Start: st.Begin(), TTL: time.Hour}, listKey("page", page), rows)
		}
		statusOf := func(page string) store.Status {
			_, status := todos.List(listKey("page", page))
			return status
		}

		BeforeEach(func() {
			st = store.New(store.WithMaxEntries(50))
			todos = TableOf[todo](st)
		})

		It("has the list until something else takes a tenth of the room", func() {
			replace("long", 1, 100)
			for id := 1001; id <= 1005; id++ {
				put(id)
			}
			Expect(statusOf("long")).To(Equal(store.Fresh))

			put(1006)

			Expect(statusOf("long")).To(Equal(store.Missing))
			Expect(st.Len()).To(BeNumerically("<=", 50))
		})

		It("has the list that came last", func() {
			replace("long", 1, 100)
			Expect(statusOf("long")).To(Equal(store.Fresh))

			replace("longer", 201, 400)

			Expect(statusOf("long")).To(Equal(store.Missing))
			Expect(statusOf("longer")).To(Equal(store.Fresh))
			Expect(st.Len()).To(Equal(201))
		})

		It("has what comes beside a list that is watched", func() {
			replace("long", 1, 100)
			watch := st.Watch()
			DeferCleanup(watch.Close)
			watch.Read(func(sn *store.Snapshot) { todos.ListAt(sn, listKey("page", "long")) })

			for id := 1001; id <= 1100; id++ {
				put(id)
				_, status := todos.Get(id)
				Expect(status).To(Equal(store.Fresh))
				Expect(st.Len()).To(BeNumerically("<=", 107))
			}
			Expect(statusOf("long")).To(Equal(store.Fresh))
		})
	})
})

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
