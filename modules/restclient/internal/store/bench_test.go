package store_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// The benchmarks whose names begin with BenchmarkStore are rows of the report that
// benchmarks/restclient writes: it reads their metrics. What they compare takes turns,
// so that what else the machine does falls on both.

const (
	smallTable = 1000
	largeTable = 1_000_000
	hotKeys    = 64 // are read and written in turns
)

// BenchmarkStoreTable compares reads of a large table with those of a small one, and
// writes, each of which changes the title.
func BenchmarkStoreTable(b *testing.B) {
	large, small := newHotTable(b, largeTable), newHotTable(b, smallTable)
	b.Run("read", func(b *testing.B) { inTurns(b, large.read, small.read) })
	b.Run("write", func(b *testing.B) { inTurns(b, large.write, small.write) })
}

// BenchmarkStoreMemo measures what it costs to find the memo of a list after a write
// of an entity that is not in the list.
func BenchmarkStoreMemo(b *testing.B) {
	const rows = 1000
	t, key := newHotTable(b, 2*rows), store.ListKey{Collection: "/todos"}
	t.table.Replace(t.now(), key, t.decoded(b, rows, 0))
	id, computed := new(int), 0
	both := func() {
		t.writeOf(2*rows - 1)
		l, _ := t.table.ListAt(nil, key)
		if _, ok := l.View().Memo(id); !ok {
			computed++
			l.View().KeepMemo(id, computed)
		}
	}
	with, without := inTurns(b, both, func() { t.writeOf(2*rows - 1) })
	if computed != 1 {
		b.Fatalf("computed %d times", computed)
	}
	var added []float64
	for i := range with {
		added = append(added, (with[i]-without[i])/rows)
	}
	slices.Sort(added)
	b.ReportMetric(added[len(added)/2], "added-ns")
	allocs := func(f func()) float64 { return testing.AllocsPerRun(100, f) }
	b.ReportMetric(allocs(both)-allocs(func() { t.writeOf(2*rows - 1) }), "added-allocs")
}

// BenchmarkStoreWatch compares a write of an entity that is watched, beside watches on
// 10 000 others, with one beside none.
func BenchmarkStoreWatch(b *testing.B) {
	const watchers = 10_000
	write := func(others int) func() {
		t := newHotTable(b, watchers+1)
		watch := func(id int) *store.Watch {
			w := t.st.Watch()
			w.Read(func(sn *store.Snapshot) { t.table.GetAt(sn, id) })
			b.Cleanup(w.Close)
			return w
		}
		written := watch(1)
		for i := range others {
			watch(i + 2)
		}
		return func() {
			t.writeOf(0)
			select {
			case <-written.Changed():
			default:
				b.Fatal("the watch on the entity does not wake")
			}
		}
	}
	inTurns(b, write(watchers), write(0))
}

// BenchmarkStoreEdit compares an optimistic change and its answer, as two commits,
// beside 1 000 pending edits of other entities with one beside none.
func BenchmarkStoreEdit(b *testing.B) {
	const pending = 1000
	edit := func(others int) func() {
		t := newHotTable(b, pending+1)
		complete := func(e any) { e.(*chore).Done = !e.(*chore).Done }
		for i := range others {
			t.table.Edit(store.Write{}, t.st.Layer(), i+2, complete)
		}
		done := false
		answers := map[bool]store.Row{}
		for _, done := range []bool{false, true} {
			answers[done] = t.row(b, fmt.Sprintf(`{"id":1,"done":%t}`, done))
		}
		return func() {
			done = !done
			l := t.st.Layer()
			t.table.Edit(store.Write{}, l, 1, complete)
			shown := *stored(t, 1)
			t.st.Commit(store.Write{Start: l.Start(), TTL: time.Hour, Mutation: true}, func(w store.Write) {
				t.table.Put(w, answers[done])
				l.Remove(w)
			})
			if settled := stored(t, 1); shown.Done != done || settled.Done != done {
				b.Fatalf("the edit shows %t and settles as %t, want %t", shown.Done, settled.Done, done)
			}
		}
	}
	inTurns(b, edit(pending), edit(0))
}

// BenchmarkStoreWriteAmong writes an entity that is in no list, next to one of 2 000
// rows.
func BenchmarkStoreWriteAmong(b *testing.B) {
	const rows = 2000
	t := newHotTable(b, rows+1)
	t.table.Replace(t.now(), store.ListKey{Collection: "/todos"}, t.decoded(b, rows, 0))
	var took []float64
	for b.Loop() {
		took = append(took, timed(func() { t.writeOf(rows) }))
	}
	b.ReportMetric(slices.Min(took), "ns-min")
}

// point is an entity of 40 bytes that refers to nothing else on the heap.
type point struct {
	ID, X, Y, Z, T int
}

func (p point) PK() int { return p.ID }

// BenchmarkStoreMemory measures what an entity takes on the heap.
func BenchmarkStoreMemory(b *testing.B) {
	const entities = largeTable
	for b.Loop() {
		inStore := grown(func() any {
			st := store.New()
			table := store.KindOf[point]().In(st)
			for i := range entities {
				row, err := table.Decode(fmt.Appendf(nil, `{"ID":%d,"X":%[1]d,"Y":-%[1]d,"Z":1,"T":2}`, i))
				if err != nil {
					b.Fatal(err)
				}
				table.Put(store.Write{Start: st.Begin(), TTL: time.Hour}, row)
			}
			if last, status := store.Get[point](table, nil, entities-1); last.X != entities-1 || status != store.Fresh {
				b.Fatalf("the last of the points is %v and %v", *last, status)
			}
			return st
		}) / entities
		inMap := grown(func() any {
			points := map[int]point{}
			for i := range entities {
				points[i] = point{ID: i, X: i, Y: -i, Z: 1, T: 2}
			}
			return points
		}) / entities
		size := float64(unsafe.Sizeof(point{}))
		b.ReportMetric(entities, "entities")
		b.ReportMetric(size, "entity-B")
		b.ReportMetric(inStore, "store-B")
		b.ReportMetric(inStore-size, "beyond-B")
		b.ReportMetric(inMap, "map-B")
	}
}

// grown is how many bytes of the heap are in use after build, beyond what was before.
func grown(build func() any) float64 {
	inUse := func() uint64 {
		runtime.GC()
		runtime.GC() // pools hold on for one cycle
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := inUse()
	built := build()
	after := inUse()
	runtime.KeepAlive(built)
	return float64(after) - float64(before)
}

// chore is an entity of 40 bytes.
type chore struct {
	ID    int    `json:"id"`
	User  int    `json:"userId"`
	Title string `json:"title"`
	Done  bool   `json:"done"`
}

func (c chore) PK() int { return c.ID }

func stored(t *hotTable, key int) *chore {
	c, _ := store.Get[chore](t.table, nil, key)
	return c
}

// written is a row, and what it makes of its entity.
type written struct {
	row   store.Row
	value any
}

// hotTable is a table of which some entities are read and written in turns.
type hotTable struct {
	b             *testing.B
	st            *store.Store
	table         *store.Table
	keys          []int
	rows          map[int][2]written
	reads, writes int
}

func newHotTable(b *testing.B, n int) *hotTable {
	b.Helper()
	st := store.New()
	t := &hotTable{b: b, st: st, table: store.KindOf[chore]().In(st), rows: map[int][2]written{}}
	for _, row := range t.decoded(b, n, 0) {
		t.table.Put(t.now(), row)
	}
	for i := range hotKeys {
		t.keys = append(t.keys, i*(n/hotKeys))
	}
	for _, i := range append(t.keys, n-1) {
		one, other := t.row(b, titled(i, 1)), t.row(b, titled(i, 2))
		t.rows[i] = [2]written{{one, one.Value()}, {other, other.Value()}}
	}
	return t
}

func titled(i, version int) string {
	return fmt.Sprintf(`{"id":%d,"title":"todo number %[1]d of the list, version %d"}`, i+1, version)
}

func (t *hotTable) row(b *testing.B, data string) store.Row {
	row, err := t.table.Decode([]byte(data))
	if err != nil {
		b.Fatal(err)
	}
	return row
}

func (t *hotTable) decoded(b *testing.B, n, version int) []store.Row {
	rows := make([]store.Row, n)
	for i := range rows {
		rows[i] = t.row(b, titled(i, version))
	}
	return rows
}

func (t *hotTable) now() store.Write { return store.Write{Start: t.st.Begin(), TTL: time.Hour} }

func (t *hotTable) read() {
	key := t.keys[t.reads%hotKeys] + 1
	t.reads++
	if e, status := store.Get[chore](t.table, nil, key); e.ID != key || status != store.Fresh {
		t.b.Fatalf("todo %d is %v and %v", key, *e, status)
	}
}

func (t *hotTable) write() { t.writeOf(t.keys[t.writes/2%hotKeys]) }

// writeOf changes todo i, whose rows are there.
func (t *hotTable) writeOf(i int) {
	t.writes++
	next := t.rows[i][t.writes%2]
	if got := t.table.Put(t.now(), next.row); got != next.value {
		t.b.Fatalf("wrote %v, want %v", got, next.value)
	}
}

// inTurns measures two functions in alternating rounds and reports the least and the
// median of the ratios. It returns what one call took in each round.
func inTurns(b *testing.B, ours, theirs func()) (our, their []float64) {
	ours()
	theirs()
	var ratios []float64
	for b.Loop() {
		one, other := timed(ours), timed(theirs)
		our, their, ratios = append(our, one), append(their, other), append(ratios, one/other)
	}
	median := func(of []float64) float64 { return slices.Sorted(slices.Values(of))[len(of)/2] }
	b.ReportMetric(slices.Min(ratios), "ratio-min")
	b.ReportMetric(median(ratios), "ratio-median")
	b.ReportMetric(median(our), "ours-ns")
	b.ReportMetric(median(their), "theirs-ns")
	b.ReportMetric(testing.AllocsPerRun(200, ours), "ours-allocs")
	b.ReportMetric(0, "ns/op")
	return our, their
}

// timed is how many nanoseconds one of many calls takes.
func timed(f func()) float64 {
	const calls = 500
	start := time.Now()
	for range calls {
		f()
	}
	return float64(time.Since(start)) / calls
}
