package store_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"pgregory.net/rapid"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// TestRecalledRows does the same to two stores. One of them decodes every answer, the
// other one only what it does not know, and nobody can tell them apart.
func TestRecalledRows(t *testing.T) {
	steps := thorough.Times(25, 1000) // in each of the 100 checks that rapid makes
	known := 0
	rapid.Check(t, func(t *rapid.T) {
		p := newTwins()
		actions := p.actions()
		names := rapid.SampledFrom(slices.Sorted(maps.Keys(actions)))
		for range steps {
			actions[names.Draw(t, "action")](t)
			recalled, decoded := p.all[0].state(t), p.all[1].state(t)
			for i := range decoded {
				if recalled[i] != decoded[i] {
					t.Fatalf("the store that recalls has\n%s\nand the other one\n%s", recalled[i], decoded[i])
				}
			}
		}
		known += p.all[1].decoded - p.all[0].decoded
	})
	if known == 0 {
		t.Fatal("no row was recalled")
	}
}

// twin is one of the two stores.
type twin struct {
	recalls bool
	now     time.Time
	decoded int // bytes of JSON
	st      *store.Store
	table   *Table[item, int]
	pending []store.Stamp
	layers  []*store.Layer
	watch   *store.Watch
	frozen  *store.Snapshot
	commits []store.Commit
	said    []string // errors, and whether answers are confirmed
	views   int      // states of lists that differ from those before
	last    map[string]*store.View
}

func newTwin(recalls bool) *twin {
	w := &twin{recalls: recalls, last: map[string]*store.View{}}
	w.st = store.New(store.WithClock(func() time.Time { return w.now }), store.WithUnmarshal(func(data []byte, v any) error {
		w.decoded += len(data)
		return json.Unmarshal(data, v)
	}))
	w.table, w.watch, w.frozen = TableOf[item](w.st), w.st.Watch(), w.st.Snapshot()
	w.st.OnCommit(func(c store.Commit) {
		slices.SortFunc(c.Changes, func(a, b store.Change) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) // lists come in any order
		w.commits = append(w.commits, c)
	})
	w.table.Index("b", func(i item) string { return i.B })
	for range 3 {
		w.pending = append(w.pending, w.st.Begin())
	}
	return w
}

// answer stores a list, for one of the requests that are under way.
func (w *twin) answer(list string, request int, body string, write store.Write) {
	write.Start, w.pending[request] = w.pending[request], w.st.Begin()
	k := keyOf(list)
	if !w.recalls {
		w.table.Forget(k)
	}
	arrived, err := w.table.DecodeList(k, []byte(body))
	if err != nil {
		w.said = append(w.said, err.Error())
		return
	}
	w.st.Commit(write, func(write store.Write) {
		arrived.Store(write)
		w.said = append(w.said, fmt.Sprint(arrived.Confirmed(write)))
	})
}

// state is all that anybody can see.
func (w *twin) state(t *rapid.T) []string {
	var b strings.Builder
	for _, sn := range []*store.Snapshot{nil, w.frozen} {
		for id := range 5 {
			value, status := w.table.GetAt(sn, id)
			fmt.Fprintln(&b, id, value, status)
		}
		for _, name := range listNames {
			l, status := w.table.ListAt(sn, keyOf(name))
			fmt.Fprintln(&b, name, l.Slice(), status)
			if sn == nil && w.last[name] != l.View() {
				w.last[name] = l.View()
				w.views++
			}
		}
	}
	image, err := w.st.Images(w.table)[0].Encode(json.Marshal)
	if err != nil {
		t.Fatal(err)
	}
	woken := false
	select {
	case <-w.watch.Changed():
		woken = true
	default:
	}
	fmt.Fprintln(&b, sorted(image), woken)
	fmt.Fprintln(&b, w.commits, w.st.Layers(), w.st.Seq())
	fmt.Fprintln(&b, w.st.Len(), w.said, w.views)
	return strings.Split(b.String(), "\n")
}

// sorted has the parts of an image in an order, and rows of lists in place of where
// they are: both come in any order.
func sorted(image []byte) []string {
	var saved struct {
		Seq   int
		Rows  []map[string]any
		Lists []map[string]any
	}
	if err := json.Unmarshal(image, &saved); err != nil {
		panic(err)
	}
	all := []string{fmt.Sprint(saved.Seq)}
	for _, row := range saved.Rows {
		all = append(all, fmt.Sprint(row))
	}
	for _, list := range saved.Lists {
		for i, at := range list["rows"].([]any) {
			list["rows"].([]any)[i] = saved.Rows[int(at.(float64))]["value"]
		}
		all = append(all, fmt.Sprint(list))
	}
	slices.Sort(all)
	return all
}

type twins struct{ all [2]*twin }

func newTwins() *twins { return &twins{[2]*twin{newTwin(true), newTwin(false)}} }

func (p *twins) both(f func(*twin)) {
	for _, w := range p.all {
		f(w)
	}
}

func (p *twins) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"answer": p.answer, "answer again": p.answer, "answer once more": p.answer,
		"put": p.put, "edit": p.edit, "hide": p.hide, "settle": p.settle, "touch": p.touch,
		"wait": p.wait, "freeze": p.freeze,
	}
}

// rowTexts are what a server says of one entity: few, so that they come again.
func rowTexts(id int) []string {
	return []string{
		fmt.Sprintf(`{"id":%d,"group":"x","a":"","b":"y"}`, id), fmt.Sprintf(`{"id":%d,"group":"x","a":"z","b":"y"}`, id),
		fmt.Sprintf(`{"id":%d,"group":"y","a":"z","b":""}`, id), fmt.Sprintf(`{"id":%d,"a":"z"}`, id), fmt.Sprintf("{ \"b\":\"y\",\n\"id\":%d}", id),
	}
}

var (
	oftenFirst = rapid.SampledFrom([]int{0, 0, 0, 0, 1, 2, 3, 4})
	endings    = rapid.SampledFrom([]string{"]", "]", "]", " ] ", "\n]", "", "]]", ",]", `,{"id":0,"a":1}]`, `,null]`})
)

func (p *twins) answer(t *rapid.T) {
	var rows []string
	ids := rapid.SampledFrom([][]int{{0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {1, 2, 3}, {4, 0, 1, 2, 3}, {0, 1, 3, 4}, {0, 0, 1}, {}}).Draw(t, "ids")
	for _, id := range ids {
		rows = append(rows, rowTexts(id)[oftenFirst.Draw(t, "text")])
	}
	body := "[" + strings.Join(rows, rapid.SampledFrom([]string{",", ",", " ,\n"}).Draw(t, "between")) + endings.Draw(t, "end")
	list, request := names.Draw(t, "list"), rapid.IntRange(0, 2).Draw(t, "request")
	write := store.Write{TTL: ttls.Draw(t, "time"), Volatile: rapid.SampledFrom([]bool{false, false, true}).Draw(t, "volatile"), By: "answer"}
	p.both(func(w *twin) { w.answer(list, request, body, write) })
}

var ttls = rapid.SampledFrom([]time.Duration{0, time.Minute, time.Hour})

func (p *twins) put(t *rapid.T) {
	id, at, ttl := ids.Draw(t, "id"), oftenFirst.Draw(t, "text"), ttls.Draw(t, "time")
	p.both(func(w *twin) {
		row, err := w.table.Decode([]byte(rowTexts(id)[at]))
		if err != nil {
			t.Fatal(err)
		}
		w.table.Put(store.Write{Start: w.st.Begin(), TTL: ttl}, row)
	})
}

func (p *twins) edit(t *rapid.T) {
	id, text, shown := ids.Draw(t, "id"), texts.Draw(t, "text"), rapid.Bool().Draw(t, "shown")
	p.both(func(w *twin) {
		l := w.st.Layer()
		if shown {
			w.table.Edit(store.Write{}, l, id, func(i *item) { i.A = text })
		} else {
			w.table.Expect(store.Write{}, l, id, Row[item]{})
		}
		w.layers = append(w.layers, l)
	})
}

func (p *twins) hide(t *rapid.T) {
	id := ids.Draw(t, "id")
	p.both(func(w *twin) {
		l := w.st.Layer()
		w.table.Hide(store.Write{}, l, id)
		w.layers = append(w.layers, l)
	})
}

// settle ends the oldest mutation, with an answer, a deletion, or nothing.
func (p *twins) settle(t *rapid.T) {
	if len(p.all[0].layers) == 0 {
		return
	}
	id, at, how := ids.Draw(t, "id"), oftenFirst.Draw(t, "text"), rapid.IntRange(0, 3).Draw(t, "how")
	p.both(func(w *twin) {
		l := w.layers[0]
		w.layers = w.layers[1:]
		w.st.Commit(store.Write{Start: l.Start(), TTL: time.Hour, Mutation: true}, func(write store.Write) {
			switch how {
			case 0:
				row, err := w.table.Decode([]byte(rowTexts(id)[at]))
				if err != nil {
					t.Fatal(err)
				}
				w.table.Put(write, row)
			case 1:
				w.table.Delete(write, id)
			case 2:
				w.table.Doubt(write, id)
			}
			l.Remove(write)
		})
	})
}

func (p *twins) touch(t *rapid.T) {
	id, list, how := ids.Draw(t, "id"), names.Draw(t, "list"), rapid.IntRange(0, 3).Draw(t, "how")
	p.both(func(w *twin) {
		switch how {
		case 0:
			w.table.Touch(id, store.Invalidate)
		case 1:
			w.table.Touch(id, store.Expire)
		case 2:
			w.table.TouchList(keyOf(list), store.Invalidate)
		default:
			w.table.TouchList(keyOf(list), store.Expire)
		}
	})
}

func (p *twins) wait(t *rapid.T) {
	d := rapid.SampledFrom([]time.Duration{time.Second, time.Minute, 5 * time.Hour}).Draw(t, "for")
	p.both(func(w *twin) {
		w.now = w.now.Add(d)
		if d > time.Hour {
			w.st.Sweep() // spares what was read
			w.st.Sweep()
		}
	})
}

func (p *twins) freeze(t *rapid.T) {
	list := names.Draw(t, "list")
	p.both(func(w *twin) {
		w.frozen.Release()
		w.frozen = w.st.Snapshot()
		w.watch.Read(func(sn *store.Snapshot) { w.table.ListAt(sn, keyOf(list)) })
	})
}

var _ = Describe("An answer that was there before", func() {
	var (
		f       *fixture
		decoded []string
	)
	text := func(id int, title string) string {
		return fmt.Sprintf(`{"id":%d,"userId":1,"title":%q,"note":null,"tags":["x"],"meta":null}`, id, title)
	}
	rows := func(titles ...string) string {
		var all []string
		for i, title := range titles {
			all = append(all, text(i, title))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	titles := func(body string) (all []string) {
		GinkgoHelper()
		decoded = nil
		arrived, err := f.todos.DecodeList(listKey(), []byte(body))
		Expect(err).NotTo(HaveOccurred())
		arrived.Store(f.begin())
		for _, t := range f.list(listKey()).Slice() {
			all = append(all, t.Title)
		}
		return all
	}

	BeforeEach(func() {
		f = &fixture{}
		f.st = store.New(store.WithClock(func() time.Time { return f.now }), store.WithUnmarshal(func(data []byte, v any) error {
			decoded = append(decoded, string(data))
			return json.Unmarshal(data, v)
		}))
		f.todos = TableOf[todo](f.st)
		Expect(titles(rows("a", "b", "c", "d", "e"))).To(Equal([]string{"a", "b", "c", "d", "e"}))
		Expect(decoded).To(HaveLen(1))
	})

	It("is not decoded again", func() {
		Expect(titles(rows("a", "b", "c", "d", "e"))).To(Equal([]string{"a", "b", "c", "d", "e"}))
		Expect(decoded).To(BeEmpty())
	})

	DescribeTable("is decoded where it differs",
		func(body string, want []string, anew ...string) {
			Expect(titles(body)).To(Equal(want))
			Expect(decoded).To(ConsistOf(anew))
			Expect(titles(body)).To(Equal(want))
			Expect(decoded).To(BeEmpty(), "it is known now")
		},
		Entry("in a row", rows("a", "b", "C", "d", "e"), []string{"a", "b", "C", "d", "e"}, text(2, "C")),
		Entry("by a row at the end", rows("a", "b", "c", "d", "e", "f"), []string{"a", "b", "c", "d", "e", "f"}, text(5, "f")),
		Entry("by a row at the front", "["+text(9, "z")+","+rows("a", "b", "c", "d", "e")[1:], []string{"z", "a", "b", "c", "d", "e"}, text(9, "z")),
		Entry("by space", " "+strings.ReplaceAll(rows("a", "b", "c", "d", "e"), "},", "} ,\n")+" ", []string{"a", "b", "c", "d", "e"}),
		Entry("by a row that is gone", "["+text(0, "a")+","+text(2, "c")+"]", []string{"a", "c"}),
		Entry("by their order", "["+text(3, "d")+","+text(0, "a")+"]", []string{"d", "a"}),
	)

	It("is decoded as a whole when most of it differs", func() {
		body := rows("A", "B", "C", "D", "E", "F", "G")
		Expect(titles(body)).To(HaveLen(7))
		Expect(decoded[len(decoded)-1]).To(Equal(body))
	})

	It("is decoded where the store has something else meanwhile", func() {
		f.put(text(1, "changed"))

		Expect(titles(rows("a", "b", "c", "d", "e"))).To(Equal([]string{"a", "b", "c", "d", "e"}))
		Expect(decoded).To(Equal([]string{text(1, "b")}))
	})

	It("has the values that it had, also when another answer is stored before it", func() {
		late, err := f.todos.DecodeList(listKey(), []byte(rows("a", "b", "c", "d", "e")))
		Expect(err).NotTo(HaveOccurred())
		titles(rows("A", "b", "c", "d", "e"))

		late.Store(f.begin())

		Expect(f.list(listKey()).At(0).Title).To(Equal("a"))
	})

	DescribeTable("is refused as any other when it is not JSON",
		func(change func(string) string) {
			body := change(rows("a", "b", "c", "d", "e"))
			_, want := f.todos.DecodeAll([]byte(body))
			Expect(want).To(HaveOccurred())

			_, err := f.todos.DecodeList(listKey(), []byte(body))

			Expect(err).To(MatchError(want.Error()))
		},
		Entry("cut", func(s string) string { return s[:len(s)-1] }),
		Entry("cut in a row", func(s string) string { return s[:len(s)-9] }),
		Entry("too long", func(s string) string { return s + "]" }),
		Entry("with a comma too many", func(s string) string { return s[:len(s)-1] + ",]" }),
		Entry("without a comma", func(s string) string { return strings.Replace(s, "},", "} ", 1) }),
		Entry("followed by zero bytes", func(s string) string { return s + "\x00" }),
	)
})
