package entity_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// saved writes what a store holds, and returns it for the same places of
// another one.
func saved(from *entity.Store, of, to []entity.Persistent) []entity.Saved {
	GinkgoHelper()
	var all []entity.Saved
	for i, image := range from.Images(of...) {
		data, err := image.Encode(json.Marshal)
		Expect(err).NotTo(HaveOccurred())
		all = append(all, entity.Saved{Of: to[i], Data: data})
	}
	return all
}

// again is the store of a fixture in the next run, some time later.
func (f *fixture) again(ago time.Duration, opts ...entity.Option) *fixture {
	GinkgoHelper()
	next := &fixture{now: f.now.Add(ago)}
	next.store = entity.NewStore(append(opts, entity.WithClock(func() time.Time { return next.now }))...)
	next.todos = entity.TableOf[todo](next.store)
	Expect(next.store.Restore(ago, saved(f.store, []entity.Persistent{f.todos}, []entity.Persistent{next.todos})...)).To(Succeed())
	return next
}

var _ = Describe("Feature 37: a table that was saved", func() {
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

	It("is fresh for the time that was left", func() {
		f.put(`{"id":1}`)
		f.todos.Replace(f.begin(), all, nil)
		f.now = f.now.Add(20 * time.Second)

		next := f.again(30 * time.Second)

		Expect(next.status(1)).To(Equal(entity.Fresh))
		next.now = next.now.Add(9 * time.Second)
		Expect(next.status(1)).To(Equal(entity.Fresh))
		next.now = next.now.Add(2 * time.Second)
		Expect(next.status(1)).To(Equal(entity.Stale))
		_, status := next.todos.List(all)
		Expect(status).To(Equal(entity.Stale))
	})

	It("is never fresher than it was, whatever the clock says", func() {
		f.put(`{"id":1}`)
		f.now = f.now.Add(90 * time.Second)

		next := f.again(0)
		Expect(next.status(1)).To(Equal(entity.Stale))

		fresh := newFixture()
		fresh.put(`{"id":1}`)
		back := fresh.again(-time.Hour)
		back.now = back.now.Add(61 * time.Second)
		Expect(back.status(1)).To(Equal(entity.Stale))
	})

	It("is without what was to be dropped since", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`))

		next := f.again(entity.MinRetention)

		Expect(next.status(1)).To(Equal(entity.Missing))
		_, status := next.todos.List(all)
		Expect(status).To(Equal(entity.Missing))
		Expect(next.store.Len()).To(BeZero())
	})

	It("is dropped when it would have been", func() {
		f.put(`{"id":1}`)
		f.now = f.now.Add(time.Minute)
		next := f.again(30 * time.Second)

		next.now = next.now.Add(20 * time.Second)
		next.store.Sweep()
		Expect(next.store.Len()).To(Equal(1))
		next.now = next.now.Add(20 * time.Second)
		next.store.Sweep()
		Expect(next.store.Len()).To(BeZero())
	})

	It("has what the server has said, not what mutations would do", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1,"title":"said"}`, `{"id":2,"title":"there"}`))
		layer := f.store.Layer()
		f.todos.Edit(f.begin(), layer, 1, func(t *todo) { t.Title = "expected" })
		f.todos.Hide(f.begin(), layer, 2)
		f.todos.Draft(f.begin(), layer, todo{ID: -1, Title: "new"}, all, false)
		Expect(keys(f.list(all))).To(Equal([]int{1, -1}))

		next := f.again(0)

		Expect(keys(next.list(all))).To(Equal([]int{1, 2}))
		Expect(next.get(1).Title).To(Equal("said"))
		Expect(next.status(-1)).To(Equal(entity.Missing))
	})

	It("is without what the server has deleted", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`, `{"id":2}`))
		f.todos.Delete(f.begin(), 1)

		next := f.again(0)

		Expect(keys(next.list(all))).To(Equal([]int{2}))
		Expect(next.status(1)).To(Equal(entity.Missing))
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
		f.todos.Invalidate(1)
		f.todos.InvalidateList(all)

		next := f.again(0)

		Expect(next.status(1)).To(Equal(entity.Invalid))
		Expect(next.status(2)).To(Equal(entity.Fresh))
		l, status := next.todos.List(all)
		Expect(status).To(Equal(entity.Invalid))
		Expect(keys(l)).To(Equal([]int{1, 2}))
		next.todos.Replace(next.begin(), all, next.rows(`{"id":1}`))
		Expect(next.status(1)).To(Equal(entity.Fresh))
		_, status = next.todos.List(all)
		Expect(status).To(Equal(entity.Fresh))
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
		Expect(next.todos.ListChangedAt(all)).To(Equal(f.todos.ListChangedAt(all)))
		Expect(next.store.Seq()).To(Equal(f.store.Seq()))
		Expect(next.todos.ListRevision(entity.Write{}, all)).To(Equal(f.todos.ListRevision(entity.Write{}, all)))
		next.put(`{"id":4}`)
		Expect(next.todos.ChangedAt(4)).To(Equal(f.store.Seq() + 1))
	})

	It("has the revisions that were asked for", func() {
		f.put(`{"id":1}`)
		f.put(`{"id":2}`)
		one := f.todos.Revision(entity.Write{}, 1)

		next := f.again(0)

		Expect(next.todos.Revision(entity.Write{}, 1)).To(Equal(one))
		Expect(next.todos.Revision(entity.Write{}, 2)).NotTo(Equal(one))
		next.put(`{"id":1,"title":"changed"}`)
		Expect(next.todos.Revision(entity.Write{}, 1)).NotTo(Equal(one))
	})

	It("is watched, queried and listed as if it had come from the server", func() {
		f.todos.Replace(f.begin(), ones, f.rows(`{"id":2,"userId":1}`, `{"id":1,"userId":1}`))
		next := f.again(0)
		every, status := next.todos.All()
		Expect(status).To(Equal(entity.Fresh))
		Expect(keys(every)).To(Equal([]int{1, 2}))
		w := next.store.Watch()
		defer w.Close()
		w.Read(func(sn *entity.Snapshot) { next.todos.ListAt(sn, ones) })

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

		Expect(f.again(0, entity.WithMaxEntries(50)).store.Len()).To(BeNumerically("<=", 50))
	})

	Context("of which some must not be saved", func() {
		volatile := func() entity.Write {
			w := f.begin()
			w.Volatile = true
			return w
		}

		It("is without it, and without the lists that hold it", func() {
			f.todos.Replace(f.begin(), all, f.rows(`{"id":1}`, `{"id":2}`))
			f.todos.Replace(f.begin(), ones, f.rows(`{"id":2,"userId":1}`))
			f.todos.Put(volatile(), f.row(`{"id":1,"title":"secret"}`))

			next := f.again(0)

			Expect(next.status(1)).To(Equal(entity.Missing))
			Expect(next.status(2)).To(Equal(entity.Fresh))
			_, status := next.todos.List(all)
			Expect(status).To(Equal(entity.Missing))
			Expect(keys(next.list(ones))).To(Equal([]int{2}))
		})

		It("is without a list that came so, but has its entities that came otherwise", func() {
			f.todos.Replace(volatile(), all, f.rows(`{"id":1}`))
			f.todos.Append(volatile(), ones, f.rows(`{"id":2,"userId":1}`))
			f.put(`{"id":1,"userId":1,"title":"","note":null,"tags":null,"meta":null}`)

			next := f.again(0)

			Expect(next.store.Len()).To(Equal(1))
			Expect(next.status(1)).To(Equal(entity.Fresh))
		})

		It("has it when all of it has come otherwise", func() {
			full := `{"id":1,"userId":1,"title":"a","note":null,"tags":null,"meta":null}`
			f.todos.Put(volatile(), f.row(`{"id":1,"title":"secret"}`))
			f.put(`{"id":1,"userId":1}`)
			Expect(f.again(0).status(1)).To(Equal(entity.Missing), "the title is still the secret one")

			f.put(full)

			Expect(f.again(0).get(1).Title).To(Equal("a"))
		})

		It("is without it while a request has said more since", func() {
			late := f.begin()
			f.put(`{"id":1,"title":"a"}`)
			f.todos.Put(volatile(), f.row(`{"id":1,"title":"secret"}`))

			f.todos.Put(late, f.row(`{"id":1,"userId":1,"title":"a","note":null,"tags":null,"meta":null}`))

			Expect(f.get(1).Title).To(Equal("secret"))
			Expect(f.again(0).status(1)).To(Equal(entity.Missing))
		})
	})

	It("is restored but for what cannot be read", func() {
		f.todos.Replace(f.begin(), all, f.rows(`{"id":1,"title":"a"}`, `{"id":2}`))
		f.todos.Replace(f.begin(), ones, f.rows(`{"id":2,"userId":1}`))
		next := newFixture()
		data := saved(f.store, []entity.Persistent{f.todos}, []entity.Persistent{next.todos})
		data[0].Data = []byte(strings.Replace(string(data[0].Data), `"a"`, `{}`, 1))

		err := next.store.Restore(0, data...)

		Expect(err).To(MatchError(And(ContainSubstring("entity_test.todo"), ContainSubstring("1 entries cannot be read"))))
		Expect(next.store.Len()).To(Equal(2))
		Expect(keys(next.list(ones))).To(Equal([]int{2}))
	})

	It("is written but for what cannot be", func() {
		type reading struct{ Celsius float64 }
		values := entity.ValuesOf[reading](f.store)
		values.Set(f.begin(), "good", reading{20})
		values.Set(f.begin(), "bad", reading{math.Inf(1)})

		data, err := f.store.Images(values)[0].Encode(json.Marshal)

		Expect(err).To(MatchError(ContainSubstring("1 entries cannot be written")))
		other := entity.NewStore()
		Expect(other.Restore(0, entity.Saved{Of: entity.ValuesOf[reading](other), Data: data})).To(Succeed())
		Expect(other.Len()).To(Equal(1))
	})

	DescribeTable("is empty when it is no image",
		func(data string) {
			Expect(f.store.Restore(0, entity.Saved{Of: f.todos, Data: []byte(data)})).NotTo(Succeed())

			Expect(f.store.Len()).To(BeZero())
			f.put(`{"id":1}`)
			Expect(f.status(1)).To(Equal(entity.Fresh))
		},
		Entry("nothing", ""),
		Entry("no JSON", "{"),
		Entry("something else", `[1]`),
		Entry("of a commit that cannot be", `{"seq":18446744073709551615,"rows":[{"value":{"id":1},"seq":1,"keep":9}]}`),
	)
})

var _ = Describe("Feature 37: values that were saved", func() {
	It("are there under their keys, and stay invalid", func() {
		f := newFixture()
		values := entity.ValuesOf[[]string](f.store)
		values.Set(f.begin(), "GET /a", []string{"x"})
		values.Set(f.begin(), "GET /b", nil)
		values.Set(f.begin(), "GET /gone", nil)
		values.Delete(f.begin(), "GET /gone")
		values.Invalidate("GET /b")
		next := newFixture()
		to := entity.ValuesOf[[]string](next.store)

		Expect(next.store.Restore(0, saved(f.store, []entity.Persistent{values}, []entity.Persistent{to})...)).To(Succeed())

		a, status := to.Get("GET /a")
		Expect(a).To(Equal([]string{"x"}))
		Expect(status).To(Equal(entity.Fresh))
		_, status = to.Get("GET /b")
		Expect(status).To(Equal(entity.Invalid))
		Expect(to.ChangedAt("GET /a")).To(Equal(values.ChangedAt("GET /a")))
		Expect(next.store.Len()).To(Equal(2))
	})
})

// shelf holds a list, and entities of several types.
type shelf struct {
	ID     int                   `json:"id"`
	Papers entity.List[paper]    `json:"papers"`
	Heads  entity.Map[person]    `json:"heads"`
	Owner  entity.OneOf[ownable] `json:"owner"`
}

type ownable interface{ PK() int }

func (s shelf) PK() int { return s.ID }

func (shelf) Nested() []entity.Part {
	return []entity.Part{
		entity.NestedList[shelf, paper, int](func(s shelf) (entity.ListKey, bool) {
			return entity.ListKey{Collection: fmt.Sprint("shelf ", s.ID)}, true
		}),
		entity.PartOf[person](),
		entity.Union[ownable]("kind", entity.Case{Value: "firm", Part: entity.PartOf[company]()}),
	}
}

type company struct {
	ID   int    `json:"id"`
	Kind string `json:"kind"`
	Name string `json:"name"`
}

func (c company) PK() int { return c.ID }

type found struct {
	Total  int                `json:"total"`
	Papers entity.List[paper] `json:"papers"`
}

const oneShelf = `{"id":1,"papers":[` + onePaper + `],"heads":{"first":{"id":7,"name":"head"}},"owner":{"kind":"firm","id":5,"name":"owner"}}`

// archive is a store with all the types.
type archive struct {
	store   *entity.Store
	shelves *entity.Table[shelf, int]
	found   *entity.Objects[found]
}

func newArchive() *archive {
	s := entity.NewStore()
	return &archive{s, entity.TableOf[shelf](s), entity.ObjectsOf[found](s, entity.PartOf[paper]())}
}

func (a *archive) parts() []entity.Persistent {
	var all []entity.Persistent
	for _, k := range entity.Closure(append(a.found.Kinds(), entity.KindOf[shelf]())...) {
		all = append(all, k.In(a.store))
	}
	return append(all, a.found)
}

var _ = Describe("Feature 37: values with others inside that were saved", func() {
	var from *archive
	var w entity.Write
	key := entity.ListKey{Collection: "found", Args: []entity.Arg{{Name: "q", Value: "x"}}}
	BeforeEach(func() {
		from = newArchive()
		w = entity.Write{Start: from.store.Begin(), TTL: time.Minute}
		row, err := from.shelves.Decode([]byte(oneShelf))
		Expect(err).NotTo(HaveOccurred())
		from.shelves.Put(w, row)
		object, err := from.found.Decode([]byte(`{"total":1,"papers":[` + onePaper + `]}`))
		Expect(err).NotTo(HaveOccurred())
		from.found.Set(w, key, object)
	})

	It("are whole, and follow what is inside", func() {
		to := newArchive()
		Expect(to.store.Restore(0, saved(from.store, from.parts(), to.parts())...)).To(Succeed())

		was, _ := from.shelves.Get(1)
		is, status := to.shelves.Get(1)
		Expect(status).To(Equal(entity.Fresh))
		Expect(json.Marshal(is)).To(MatchJSON(must(json.Marshal(was))))
		head, _ := is.Heads.Get("first")
		Expect(head.Name).To(Equal("head"))
		owner, ok := is.Owner.Value()
		Expect(ok).To(BeTrue())
		Expect(owner).To(Equal(company{5, "firm", "owner"}))
		answer, status := to.found.Get(key)
		Expect(status).To(Equal(entity.Fresh))
		Expect(answer.Papers.At(0).Author.Firm.Name).To(Equal("f"))
		Expect(to.store.Len()).To(Equal(from.store.Len()))

		firms := entity.TableOf[firm](to.store)
		changed, err := firms.Decode([]byte(`{"id":1,"name":"changed"}`))
		Expect(err).NotTo(HaveOccurred())
		firms.Put(entity.Write{Start: to.store.Begin()}, changed)

		is, _ = to.shelves.Get(1)
		Expect(is.Papers.At(0).Author.Firm.Name).To(Equal("changed"))
		answer, _ = to.found.Get(key)
		Expect(answer.Papers.At(0).Pair[0].Firm.Name).To(Equal("changed"))
	})

	It("have the state that their parts had, not that in which they came", func() {
		firms := entity.TableOf[firm](from.store)
		changed, err := firms.Decode([]byte(`{"id":1,"name":"changed"}`))
		Expect(err).NotTo(HaveOccurred())
		firms.Put(entity.Write{Start: from.store.Begin(), TTL: time.Minute}, changed)
		to := newArchive()

		Expect(to.store.Restore(0, saved(from.store, from.parts(), to.parts())...)).To(Succeed())

		is, _ := to.shelves.Get(1)
		Expect(is.Papers.At(0).Author.Firm.Name).To(Equal("changed"))
	})

	It("are dropped when a list in them is not there", func() {
		to := newArchive()
		all := saved(from.store, from.parts(), to.parts())
		var rest []entity.Saved
		for _, s := range all {
			if !strings.HasSuffix(s.Of.TypeName(), ".paper") {
				rest = append(rest, s)
			}
		}

		err := to.store.Restore(0, rest...)

		Expect(err).To(MatchError(ContainSubstring("a list inside is not there")))
		_, status := to.shelves.Get(1)
		Expect(status).To(Equal(entity.Missing))
		_, status = to.found.Get(key)
		Expect(status).To(Equal(entity.Missing))
		p, status := entity.TableOf[person](to.store).Get(7)
		Expect(status).To(Equal(entity.Fresh))
		Expect(p.Name).To(Equal("head"))
	})
})

func must(data []byte, err error) []byte {
	GinkgoHelper()
	Expect(err).NotTo(HaveOccurred())
	return data
}

var _ = Describe("Feature 37: the fingerprint of what is stored", func() {
	of := func(p entity.Persistent) string { return p.Fingerprint() }

	It("changes with the type, and with those that are written inside", func() {
		s := entity.NewStore()
		Expect(of(entity.TableOf[person](s))).NotTo(Equal(of(entity.TableOf[firm](s))))
		Expect(of(entity.TableOf[embeds[firm]](s))).NotTo(Equal(of(entity.TableOf[embeds[company]](s))))
		Expect(of(entity.ValuesOf[string](s))).NotTo(Equal(of(entity.ValuesOf[int](s))))
	})

	It("names types by their package", func() {
		s := entity.NewStore()
		Expect(entity.TableOf[todo](s).TypeName()).To(HaveSuffix("/entity_test.todo"))
		Expect(entity.ValuesOf[[]int](s).TypeName()).To(Equal("[]int"))
		Expect(entity.ValuesOf[string](s).TypeName()).To(Equal("string"))
		Expect(entity.ObjectsOf[found](s, entity.PartOf[paper]()).TypeName()).To(HaveSuffix("/entity_test.found"))
	})
})

// embeds holds another entity.
type embeds[E entity.Entity[int]] struct {
	ID    int
	Other entity.Map[E]
}

func (e embeds[E]) PK() int { return e.ID }

func (embeds[E]) Nested() []entity.Part { return []entity.Part{entity.PartOf[E]()} }

func FuzzRestore(f *testing.F) {
	f.Add([]byte(`{"seq":5,"rows":[{"value":{"id":1},"seq":3,"keep":60,"fresh":10},{"value":{"id":2},"seq":5,"keep":60,"invalid":true}],` +
		`"lists":[{"key":{"Collection":"todos","Args":[{"Name":"userId","Value":"1"}]},"rows":[0,1],"loose":[1],"seq":4,"keep":60}]}`))
	f.Add([]byte(`{"seq":1,"rows":[{"value":{"id":1},"keep":1},{"value":{"id":1},"keep":1}],"lists":[{"rows":[0,1],"loose":[-1,9],"keep":1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := entity.NewStore()
		todos := entity.TableOf[todo](s)
		_ = s.Restore(0, entity.Saved{Of: todos, Data: data})
		row, err := todos.Decode([]byte(`{"id":1,"title":"new"}`))
		if err != nil {
			t.Fatal(err)
		}
		todos.Put(entity.Write{Start: s.Begin(), TTL: time.Minute}, row)
		if e, status := todos.Get(1); status != entity.Fresh || e.Title != "new" {
			t.Fatalf("%v %v", e, status)
		}
		_, _ = s.Images(todos)[0].Encode(json.Marshal)
	})
}

func ExampleStore_Restore() {
	store := entity.NewStore()
	todos := entity.TableOf[todo](store)
	row, _ := todos.Decode([]byte(`{"id":1,"title":"read"}`))
	todos.Put(entity.Write{Start: store.Begin(), TTL: time.Hour}, row)

	data, err := store.Images(todos)[0].Encode(json.Marshal)
	fmt.Println(err)

	next := entity.NewStore()
	same := entity.TableOf[todo](next)
	fmt.Println(next.Restore(time.Minute, entity.Saved{Of: same, Data: data}))
	e, status := same.Get(1)
	fmt.Println(e.Title, status)
	// Output:
	// <nil>
	// <nil>
	// read fresh
}

var errNoJSON = errors.New("not this time")

func ExampleImage_Encode() {
	store := entity.NewStore()
	todos := entity.TableOf[todo](store)
	row, _ := todos.Decode([]byte(`{"id":1,"title":"read"}`))
	todos.Put(entity.Write{Start: store.Begin(), TTL: time.Hour}, row)

	image := store.Images(todos)[0]
	_, err := image.Encode(func(any) ([]byte, error) { return nil, errNoJSON })
	fmt.Println(image.Len(), errors.Is(err, errNoJSON))
	// Output:
	// 1 true
}

func ExampleClosure() {
	for _, k := range entity.Closure(entity.KindOf[paper]()) {
		fmt.Println(k)
	}
	// Output:
	// entity_test.firm
	// entity_test.person
	// entity_test.paper
}

var _ = Describe("Feature 37: a hook on commits", func() {
	It("is told of what was stored, and of what is only fresh for another time", func() {
		f := newFixture()
		var told []bool
		f.store.OnPublish(func(changed bool) { told = append(told, changed) })

		f.put(`{"id":1,"title":"a"}`)
		f.put(`{"id":1,"title":"a"}`)
		f.todos.Expire(1)
		f.todos.Invalidate(1)
		f.todos.Get(1)

		Expect(told).To(Equal([]bool{true, false, false, true}))
	})
})
