package store_test

import (
	"fmt"
	"runtime"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("A list that grows row by row", func() {
	const long, more = 20_000, 1_000

	DescribeTable("is not copied for each of them",
		func(grow func(f *fixture, rows []Row[todo])) {
			f := newFixture()
			var all []string
			for id := range long {
				all = append(all, fmt.Sprintf(`{"id":%d}`, id))
			}
			f.todos.Replace(store.Write{Start: f.st.Begin(), TTL: time.Hour}, listKey(), f.rows(all...))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for id := range more {
				grow(f, f.rows(fmt.Sprintf(`{"id":%d}`, long+id)))
			}
			runtime.ReadMemStats(&after)

			Expect(after.TotalAlloc-before.TotalAlloc).To(BeNumerically("<", more*long*8/10), "a tenth of what copies would take")
			l, _ := f.todos.List(listKey())
			Expect(l.Len()).To(Equal(long + more))
			Expect(l.At(long + more - 1).ID).To(Equal(long + more - 1))
		},
		Entry("by pages", func(f *fixture, rows []Row[todo]) {
			f.todos.Append(store.Write{Start: f.st.Begin(), TTL: time.Hour}, listKey(), rows)
		}),
		Entry("by what is created", func(f *fixture, rows []Row[todo]) {
			f.todos.Add(store.Write{Start: f.st.Begin(), TTL: time.Hour, Mutation: true}, listKey(), rows, false)
		}),
	)

	It("is for a snapshot what it was, whatever has come and gone since", func() {
		f := newFixture()
		write := func() store.Write { return store.Write{Start: f.st.Begin(), TTL: time.Hour} }
		f.todos.Replace(write(), listKey(), f.rows(`{"id":1}`, `{"id":2}`))
		var snapshots []*store.Snapshot
		var want [][]int
		see := func() {
			snapshots = append(snapshots, f.st.Snapshot())
			l, _ := f.todos.List(listKey())
			want = append(want, keys(l))
		}
		for id := 3; id < 20; id++ {
			see()
			f.todos.Append(write(), listKey(), f.rows(fmt.Sprintf(`{"id":%d}`, id), `{"id":1}`))
			see()
			if id%3 == 0 {
				f.todos.Delete(write(), id)
				see()
				f.todos.Add(write(), listKey(), f.rows(fmt.Sprintf(`{"id":%d}`, 100+id)), id%2 == 0)
			}
		}

		for i, sn := range snapshots {
			l, _ := f.todos.ListAt(sn, listKey())
			Expect(keys(l)).To(Equal(want[i]))
			sn.Release()
		}
	})
})
