package store_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"pgregory.net/rapid"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

var _ = Describe("A recording", func() {
	var (
		f *fixture
		r *store.Recording
	)

	BeforeEach(func() {
		f = newFixture()
		f.put(`{"id":1,"title":"a"}`)
		r = f.st.Record(4)
		DeferCleanup(r.Stop)
	})

	titleAt := func(seq uint64, id int) string {
		sn, ok := r.At(seq)
		if !ok {
			return "unknown"
		}
		defer sn.Release()
		todo, _ := f.todos.GetAt(sn, id)
		return todo.Title
	}

	It("has the commits since it began, what they changed, when and by whom", func() {
		f.now = f.now.Add(time.Second)
		w := f.begin()
		w.By = "Todo.get"
		f.todos.Put(w, f.row(`{"id":1,"title":"b"}`))

		Expect(r.Commits()).To(Equal([]store.Commit{{
			Seq: f.st.Seq(), At: f.now, By: "Todo.get",
			Changes: []store.Change{{Type: "store_test.todo", Kind: "entity", Key: 1}},
		}}))
	})

	It("has the state after each of them, and before the first", func() {
		before := f.st.Seq()
		f.put(`{"id":1,"title":"b"}`)
		f.put(`{"id":1,"title":"c"}`)

		Expect([]string{titleAt(before, 1), titleAt(before+1, 1), titleAt(before+2, 1), titleAt(before+3, 1)}).To(Equal([]string{"a", "b", "c", "unknown"}))
	})

	It("drops the oldest, and lets the store do so, too", func() {
		for i := range 100 {
			f.put(fmt.Sprintf(`{"id":1,"title":"%d"}`, i))
		}

		oldest := r.Commits()[0].Seq
		Expect(len(r.Commits())).To(BeNumerically("~", 4, 1))
		Expect(titleAt(oldest-2, 1)).To(Equal("unknown"))
		Expect(titleAt(oldest-1, 1)).NotTo(Equal("unknown"))
		Expect(f.todos.Versions(1)).To(BeNumerically("<=", 6))
		Expect(f.st.Kept()).To(Equal(1))
	})

	It("keeps a bounded number of changes", func() {
		r := f.st.Record(1000)
		DeferCleanup(r.Stop)
		var rows [2][]Row[todo] // of which each changes what the other has left
		for i, title := range []string{"a", "b"} {
			for k := range store.MaxRecordedChanges / 4 {
				rows[i] = append(rows[i], f.row(fmt.Sprintf(`{"id":%d,"title":%q}`, k, title)))
			}
		}
		for round := range 5 {
			f.st.Commit(f.begin(), func(w store.Write) {
				for _, row := range rows[round%2] {
					f.todos.Put(w, row)
				}
			})
		}

		changes := 0
		for _, c := range r.Commits() {
			changes += len(c.Changes)
		}
		Expect(changes).To(And(BeNumerically("<=", store.MaxRecordedChanges), BeNumerically(">", store.MaxRecordedChanges/4)))
	})

	It("keeps nothing after its end", func() {
		f.put(`{"id":1,"title":"b"}`)
		sn, ok := r.At(f.st.Seq())
		Expect(ok).To(BeTrue())
		sn.Release()

		r.Stop()
		r.Stop()
		f.put(`{"id":1,"title":"c"}`)

		Expect(r.Commits()).To(BeEmpty())
		Expect(titleAt(f.st.Seq(), 1)).To(Equal("unknown"))
		Expect(f.todos.Versions(1)).To(Equal(1))
		Expect(f.st.Kept()).To(BeZero())
	})
})

var _ = Describe("OnCommit", func() {
	It("calls nobody who was removed", func() {
		f := newFixture()
		var seen []string
		removeA := f.st.OnCommit(func(store.Commit) { seen = append(seen, "a") })
		f.st.OnCommit(func(store.Commit) { seen = append(seen, "b") })

		f.put(`{"id":1}`)
		removeA()
		removeA()
		f.put(`{"id":2}`)

		Expect(seen).To(Equal([]string{"a", "b", "b"}))
	})
})

// TestRecordingEqualsSnapshots compares the states that a recording has with
// snapshots that were taken when they were the newest.
func TestRecordingEqualsSnapshots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine()
		r := m.st.Record(1000)
		defer r.Stop()
		actions := m.actions()
		names := rapid.SampledFrom(slices.Sorted(maps.Keys(actions)))
		want := map[uint64][]string{}
		for range thorough.Times(30, 60) {
			actions[names.Draw(t, "action")](t)
			want[m.st.Seq()] = contents(m.st, nil)
		}
		for seq, want := range want {
			sn, ok := r.At(seq)
			if !ok {
				t.Fatalf("commit %d was not recorded", seq)
			}
			if got := contents(m.st, sn); !slices.Equal(got, want) {
				t.Fatalf("after commit %d there was\n%q, the recording has\n%q", seq, want, got)
			}
			sn.Release()
		}
	})
}

// contents are the rows and the lists of a store, apart from how fresh they are.
func contents(s *store.Store, sn *store.Snapshot) []string {
	var all []string
	for table := range s.Inspect(sn) {
		for _, key := range table.Keys() {
			row, _ := table.Row(key)
			all = append(all, fmt.Sprintf("%s %v %+v invalid=%t %d", table.Type, key, row.Value, row.Status == store.Invalid, row.Seq))
		}
		for _, l := range table.Lists() {
			all = append(all, fmt.Sprintf("%s %q %v invalid=%t %d", table.Type, l.Key.ID(), l.Rows, l.Status == store.Invalid, l.Seq))
		}
	}
	return all
}
