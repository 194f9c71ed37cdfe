package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

func keysOf(l List[todo]) []int {
	keys := []int{}
	for _, t := range l.All() {
		keys = append(keys, t.ID)
	}
	return keys
}

var _ = Describe("All", func() {
	It("holds what is stored, ordered by key, after any writes", func() {
		f := newFixture()
		_, status := f.todos.All()
		Expect(status).To(Equal(store.Missing))
		rng := rand.New(rand.NewPCG(2, uint64(GinkgoRandomSeed())))
		have := map[int]bool{}
		var layer *store.Layer
		for range thorough.Times(500, 20_000) {
			id := rng.IntN(20)
			switch rng.IntN(4) {
			case 0:
				f.todos.Delete(f.begin(), id)
				delete(have, id)
			case 1:
				if layer == nil {
					layer = f.st.Layer()
					f.todos.Hide(f.begin(), layer, -1)
					f.todos.Draft(f.begin(), layer, todo{ID: 100}, store.ListKey{}, false)
					have[100] = true
				} else {
					layer.Remove(f.begin())
					layer = nil
					delete(have, 100)
				}
			default:
				f.todos.Replace(f.begin(), store.ListKey{}, f.rows(fmt.Sprintf(`{"id":%d}`, id), fmt.Sprintf(`{"id":%d}`, (id+7)%20)))
				have[id], have[(id+7)%20] = true, true
			}
			all, _ := f.todos.All()
			want := []int{}
			for id := range have {
				want = append(want, id)
			}
			slices.Sort(want)
			if got := keysOf(all); !slices.Equal(got, want) {
				Fail(fmt.Sprintf("All has %v, want %v", got, want))
			}
		}
	})

	It("holds what was stored before it was asked for, also in a snapshot", func() {
		f := newFixture()
		f.todos.Put(f.begin(), f.row(`{"id":2}`))
		f.todos.Put(f.begin(), f.row(`{"id":1}`))
		sn := f.st.Snapshot()
		defer sn.Release()

		all, status := f.todos.All()
		f.todos.Put(f.begin(), f.row(`{"id":3}`))

		Expect(status).To(Equal(store.Fresh))
		Expect(keysOf(all)).To(Equal([]int{1, 2}))
		pinned, _ := f.todos.AllAt(sn)
		Expect(keysOf(pinned)).To(Equal([]int{1, 2}))
	})

	It("is fresh also when something in it is in doubt: no server has it", func() {
		f := newFixture()
		f.put(`{"id":1,"title":"a"}`)
		f.todos.All()

		f.todos.Doubt(store.Write{}, 1)

		_, status := f.todos.All()
		Expect(status).To(Equal(store.Fresh))
	})

	It("wakes who watches it before anything is stored", func() {
		f := newFixture()
		w := f.st.Watch()
		defer w.Close()
		w.Read(func(sn *store.Snapshot) { f.todos.AllAt(sn) })

		f.todos.Put(f.begin(), f.row(`{"id":1}`))

		Expect(w.Changed()).To(Receive())
	})

	It("has the real entity instead of the draft that became it", func() {
		f := newFixture()
		f.todos.Put(f.begin(), f.row(`{"id":5}`))
		f.todos.All()
		layer := f.st.Layer()
		f.todos.Draft(f.begin(), layer, todo{ID: -1}, store.ListKey{}, false)

		f.st.Commit(f.begin(), func(w store.Write) {
			f.todos.Adopt(w, -1, f.row(`{"id":9}`))
			layer.Remove(w)
		})

		all, _ := f.todos.All()
		Expect(keysOf(all)).To(Equal([]int{5, 9}))
	})
})

var _ = Describe("An Index", func() {
	var (
		f     *fixture
		index *Index[todo]
	)

	BeforeEach(func() {
		f = newFixture()
		f.todos.Put(f.begin(), f.row(`{"id":1,"title":"A"}`))
		index = f.todos.Index("title", func(t todo) string { return strings.ToLower(t.Title) })
	})

	It("is the same at each call, and knows what was stored before", func() {
		Expect(f.todos.Index("title", nil).Index).To(BeIdenticalTo(index.Index))
		found, status := index.Get("a")
		Expect(status).To(Equal(store.Fresh))
		Expect(found.ID).To(Equal(1))
	})

	It("finds by the present key only, and by the earlier one in a snapshot", func() {
		sn := f.st.Snapshot()
		defer sn.Release()

		f.todos.Put(f.begin(), f.row(`{"id":1,"title":"B"}`))

		_, status := index.Get("a")
		Expect(status).To(Equal(store.Missing))
		found, _ := index.Get("b")
		Expect(found.ID).To(Equal(1))
		_, status = index.GetAt(sn, "a")
		Expect(status).To(Equal(store.Fresh))
		_, status = index.GetAt(sn, "b")
		Expect(status).To(Equal(store.Missing))
	})

	It("finds another entity with the key when the first is gone", func() {
		f.todos.Put(f.begin(), f.row(`{"id":2,"title":"a"}`))

		f.todos.Delete(f.begin(), 1)

		found, _ := index.Get("a")
		Expect(found.ID).To(Equal(2))
		f.todos.Delete(f.begin(), 2)
		_, status := index.Get("a")
		Expect(status).To(Equal(store.Missing))
	})

	It("follows optimistic changes and what takes them back", func() {
		layer := f.st.Layer()
		f.todos.Edit(f.begin(), layer, 1, func(t *todo) { t.Title = "C" })
		found, _ := index.Get("c")
		Expect(found.ID).To(Equal(1))

		layer.Remove(f.begin())

		_, status := index.Get("c")
		Expect(status).To(Equal(store.Missing))
	})

	It("wakes who looked for a key that nothing had", func() {
		w := f.st.Watch()
		defer w.Close()
		w.Read(func(sn *store.Snapshot) { index.GetAt(sn, "x") })
		f.todos.Put(f.begin(), f.row(`{"id":3,"title":"y"}`))
		Expect(w.Changed()).NotTo(Receive())

		f.todos.Put(f.begin(), f.row(`{"id":4,"title":"x"}`))

		Expect(w.Changed()).To(Receive())
	})
})
