package store_test

import (
	"iter"
	"reflect"
	"sync"
	"testing"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// pairing is a store with an entity that every operation is about.
type pairing struct {
	t     *testing.T
	st    *store.Store
	todos *Table[todo, int]
	row   Row[todo]
	rows  []Row[todo]
	list  store.ListKey
}

func newPairing(t *testing.T) *pairing {
	st := store.New()
	p := &pairing{t: t, st: st, todos: TableOf[todo](st), list: store.ListKey{Collection: "/todos"}}
	var err error
	if p.row, err = p.todos.Decode([]byte(`{"id":1,"userId":1,"title":"a","tags":["x"],"meta":{"k":"v"}}`)); err != nil {
		t.Fatal(err)
	}
	p.rows = []Row[todo]{p.row}
	p.todos.Replace(p.begin(), p.list, p.rows)
	return p
}

func (p *pairing) begin() store.Write { return store.Write{Start: p.st.Begin()} }

// shown does something with a layer and takes it away.
func (p *pairing) shown(f func(w store.Write, l *store.Layer)) {
	l := p.st.Layer()
	f(p.begin(), l)
	l.Remove(p.begin())
}

func (p *pairing) snapshot(f func(sn *store.Snapshot)) {
	sn := p.st.Snapshot()
	defer sn.Release()
	f(sn)
}

func drained[T any](all iter.Seq[T]) {
	for range all {
		continue
	}
}

// paired calls the methods of a table and of its store, by their names. Those of an
// index or of a watch are called where one is made.
var paired = map[string]func(p *pairing){
	"Table.Add":      func(p *pairing) { p.todos.Add(p.begin(), p.list, p.rows, true) },
	"Table.Rename":   func(p *pairing) { p.todos.Rename(p.begin(), 1, p.row.Row) },
	"Table.StatusAt": func(p *pairing) { p.todos.StatusAt(nil, 1) },
	"Table.Arrive":   func(p *pairing) { p.todos.Arrive(p.begin(), p.list.Collection, p.row.Row) },
	"Table.Adopt":    func(p *pairing) { p.todos.Adopt(p.begin(), -1, p.row) },
	"Table.All":      func(p *pairing) { l, _ := p.todos.All(); l.Slice() },
	"Table.AllAt":    func(p *pairing) { p.snapshot(func(sn *store.Snapshot) { p.todos.AllAt(sn) }) },
	"Table.Append":   func(p *pairing) { p.todos.Append(p.begin(), p.list, p.rows) },
	"Table.Apply": func(p *pairing) {
		p.shown(func(w store.Write, l *store.Layer) { p.todos.Apply(w, l, 1, p.row, true) })
	},
	"Table.ChangedAt":    func(p *pairing) { p.todos.ChangedAt(1) },
	"Table.ToldSince":    func(p *pairing) { p.todos.ToldSince(1, p.begin().Start) },
	"Table.DoubtedSince": func(p *pairing) { p.todos.DoubtedSince(1, p.begin().Start) },
	"Table.GoneSince":    func(p *pairing) { p.todos.GoneSince(1, p.begin().Start) },
	"Table.Confirms":     nil, // of rows without their type
	"Table.Decode":       func(p *pairing) { _, _ = p.todos.Decode([]byte(`{"id":1}`)) },
	"Table.DecodeAll":    func(p *pairing) { _, _ = p.todos.DecodeAll([]byte(`[{"id":1}]`)) },
	"Table.DecodeList": func(p *pairing) {
		list, _ := p.todos.DecodeList(p.list, []byte(`[{"id":1,"title":"b"},{"id":2,"title":"c"}]`))
		p.st.Commit(p.begin(), func(w store.Write) {
			list.Store(w)
			list.Confirmed(w)
		})
	},
	"Table.DecodeFor":    func(p *pairing) { _, _ = p.todos.DecodeFor(1, []byte(`{"title":"b"}`)) },
	"Table.DecodeFields": func(p *pairing) { _, _ = p.todos.DecodeFields([]byte(`{"title":"b"}`)) },
	"Table.Delete":       func(p *pairing) { p.todos.Delete(p.begin(), 1) },
	"Table.Doubt":        func(p *pairing) { p.todos.Doubt(p.begin(), 1) },
	"Table.DoubtLists":   func(p *pairing) { p.todos.DoubtLists(p.begin(), p.list) },
	"Table.Draft": func(p *pairing) {
		p.shown(func(w store.Write, l *store.Layer) { p.todos.Draft(w, l, todo{ID: -1}, p.list, false) })
	},
	"Table.Edit": func(p *pairing) {
		p.shown(func(w store.Write, l *store.Layer) { p.todos.Edit(w, l, 1, func(t *todo) { t.Meta["k"] += "'" }) })
	},
	"Table.Expect":           func(p *pairing) { p.shown(func(w store.Write, l *store.Layer) { p.todos.Expect(w, l, 1, p.row) }) },
	"Table.ExpireAll":        func(p *pairing) { p.todos.ExpireAll() },
	"Table.Fields":           func(p *pairing) { drained(p.todos.Fields()) },
	"Table.Fingerprint":      func(p *pairing) { p.todos.Fingerprint() },
	"Table.Forget":           func(p *pairing) { p.todos.Forget(p.list) },
	"Table.Get":              func(p *pairing) { p.todos.Get(1) },
	"Table.GetAt":            func(p *pairing) { p.snapshot(func(sn *store.Snapshot) { p.todos.GetAt(sn, 1) }) },
	"Table.Has":              func(p *pairing) { p.todos.Has(1) },
	"Table.HasField":         func(p *pairing) { p.todos.HasField("title") },
	"Table.Hide":             func(p *pairing) { p.shown(func(w store.Write, l *store.Layer) { p.todos.Hide(w, l, 1) }) },
	"Table.Index":            func(p *pairing) { p.todos.Index("title", func(t todo) string { return t.Title }).Get("a") },
	"Table.Touch":            func(p *pairing) { p.todos.Touch(1, store.Expire); p.todos.Touch(1, store.Invalidate) },
	"Table.TouchList":        func(p *pairing) { p.todos.TouchList(p.list, store.Expire); p.todos.TouchList(p.list, store.Invalidate) },
	"Table.KeyIn":            func(p *pairing) { p.todos.KeyIn(p.row.Row) },
	"Table.KeyOf":            func(p *pairing) { p.todos.KeyOf(todo{ID: 1}) },
	"Table.List":             func(p *pairing) { l, _ := p.todos.List(p.list); l.Slice() },
	"Table.ListAt":           func(p *pairing) { p.snapshot(func(sn *store.Snapshot) { p.todos.ListAt(sn, p.list) }) },
	"Table.FindList":         func(p *pairing) { p.snapshot(func(sn *store.Snapshot) { p.todos.FindList(sn, p.list.ID()) }) },
	"Table.ListDoubtedSince": func(p *pairing) { p.todos.ListDoubtedSince(p.list, 0) },
	"Table.ListGrown":        func(p *pairing) { p.todos.ListGrown(p.begin(), p.list) },
	"Table.ListRevision":     func(p *pairing) { p.todos.ListRevision(p.begin(), p.list) },
	"Table.NewDraft":         func(p *pairing) { p.todos.NewDraft(todo{}) },
	"Table.Preview": func(p *pairing) {
		p.shown(func(w store.Write, l *store.Layer) {
			p.todos.Edit(w, l, 1, func(t *todo) { t.Title = "c" })
			p.todos.Preview(l, 1, false)
		})
	},
	"Table.PutAgain":  func(p *pairing) { p.todos.PutAgain(p.begin(), p.list, untyped(p.rows)) },
	"Table.Put":       func(p *pairing) { p.todos.Put(p.begin(), p.row) },
	"Table.Renew":     func(p *pairing) { p.todos.Renew(p.begin(), 1) },
	"Table.RenewList": func(p *pairing) { p.todos.RenewList(p.begin(), p.list) },
	"Table.Replace":   func(p *pairing) { p.todos.Replace(p.begin(), p.list, p.rows) },
	"Table.Revision":  func(p *pairing) { p.todos.Revision(p.begin(), 1) },
	"Table.TypeName":  func(p *pairing) { p.todos.TypeName() },
	"Table.Update":    func(p *pairing) { p.todos.Update(p.begin(), 1, p.row) },
	"Table.Versions":  nil, // exists in tests alone
	"Table.WithKey":   func(p *pairing) { p.todos.WithKey(todo{}, 2) },

	"Store.Marshal": func(p *pairing) { _, _ = p.st.Marshal(todo{}) },
	"Store.Begin":   func(p *pairing) { p.st.Begin() },
	"Store.Commit": func(p *pairing) {
		p.st.Commit(p.begin(), func(w store.Write) { p.todos.Put(w, p.row); p.todos.Delete(w, 1) })
	},
	"Store.Images":  func(p *pairing) { p.st.Images(p.todos) },
	"Store.Inspect": func(p *pairing) { p.snapshot(func(sn *store.Snapshot) { drained(p.st.Inspect(sn)) }) },
	"Store.Instead": func(p *pairing) { p.st.Instead(p.st.Watch()).Close() },
	"Store.Kept":    nil, // exists in tests alone
	"Store.Layer": func(p *pairing) {
		p.shown(func(_ store.Write, l *store.Layer) {
			p.todos.Apply(p.begin(), l, 1, p.row, true)
			p.st.Commit(p.begin(), func(w store.Write) { l.Settle(w); l.Keep(w) })
		})
	},
	"Store.Layers":    func(p *pairing) { p.st.Layers() },
	"Store.Lasts":     func(p *pairing) { p.st.Lasts(p.st.Seq()) },
	"Store.Len":       func(p *pairing) { p.st.Len() },
	"Store.OnCommit":  func(p *pairing) { p.st.OnCommit(func(store.Commit) {})() },
	"Store.OnPublish": nil, // once, before the store is used
	"Store.Record":    func(p *pairing) { p.st.Record(1).Stop() },
	"Store.Elapsed":   func(p *pairing) { p.st.Elapsed() },
	"Store.Restore":   func(p *pairing) { _ = p.st.Restore(0) },
	"Store.Seq":       func(p *pairing) { p.st.Seq() },
	"Store.Settle":    func(p *pairing) { p.st.Settle() },
	"Store.Snapshot":  func(p *pairing) { p.snapshot(func(*store.Snapshot) {}) },
	"Store.Sweep":     func(p *pairing) { p.st.Sweep() },
	"Store.Unmarshal": func(p *pairing) { _ = p.st.Unmarshal([]byte(`{"id":1}`), &todo{}) },
	"Store.Wake":      func(p *pairing) { p.st.Wake() },
	"Store.Watch": func(p *pairing) {
		w := p.st.Watch()
		defer w.Close()
		w.Read(func(sn *store.Snapshot) { p.todos.GetAt(sn, 1) })
	},
}

func TestEveryMethodOfATableAndAStoreIsPaired(t *testing.T) {
	for of, typ := range map[string]reflect.Type{"Table": reflect.TypeFor[*Table[todo, int]](), "Store": reflect.TypeFor[*store.Store]()} {
		for m := range typ.Methods() {
			if _, known := paired[of+"."+m.Name]; !known {
				t.Errorf("%s.%s is not among the operations that run together", of, m.Name)
			}
		}
	}
}

// The race detector says what two paired do to each other.
func TestEveryPairOfOperationsRunsTogether(t *testing.T) {
	times := thorough.Times(10, 100)
	for one, f := range paired {
		for other, g := range paired {
			if f == nil || g == nil || one > other {
				continue
			}
			p := newPairing(t)
			var both sync.WaitGroup
			for _, f := range []func(*pairing){f, g} {
				both.Go(func() {
					for range times {
						f(p)
					}
				})
			}
			both.Wait()
			if t.Failed() {
				t.Fatalf("%s beside %s", one, other)
			}
		}
	}
}
