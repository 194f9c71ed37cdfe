package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

var _ = Describe("Values that were saved", func() {
	It("are there under their keys, and stay invalid", func() {
		f := newFixture()
		values := ValuesOf[[]string](f.st)
		values.Set(f.begin(), "GET /a", []string{"x"})
		values.Set(f.begin(), "GET /b", nil)
		values.Set(f.begin(), "GET /gone", nil)
		values.Delete(f.begin(), "GET /gone")
		values.Touch("GET /b", store.Invalidate)
		next := newFixture()
		to := ValuesOf[[]string](next.st)

		Expect(next.st.Restore(0, saved(f.st, []store.Persistent{values}, []store.Persistent{to})...)).To(Succeed())

		a, status := to.Get("GET /a")
		Expect(a).To(Equal([]string{"x"}))
		Expect(status).To(Equal(store.Fresh))
		_, status = to.Get("GET /b")
		Expect(status).To(Equal(store.Invalid))
		Expect(to.Revision(store.Write{}, "GET /a")).To(Equal(values.Revision(store.Write{}, "GET /a")))
		Expect(next.st.Len()).To(Equal(2))
	})
})

// shelf holds a list, and entities of several types.
type shelf struct {
	ID     int                       `json:"id"`
	Papers restclient.List[paper]    `json:"papers"`
	Heads  restclient.Map[person]    `json:"heads"`
	Owner  restclient.OneOf[ownable] `json:"owner"`
}

type ownable interface{ PK() int }

func (s shelf) PK() int { return s.ID }

func (shelf) Nested() []store.Part {
	return []store.Part{
		store.NestedList(store.KindOf[paper](), reflect.TypeFor[shelf](), func(s any) (store.ListKey, bool) {
			return store.ListKey{Collection: fmt.Sprint("shelf ", s.(*shelf).ID)}, true
		}),
		store.KindOf[person](),
		store.Union(reflect.TypeFor[restclient.OneOf[ownable]](), reflect.TypeFor[ownable](), "kind", store.Case{Value: "firm", Part: store.KindOf[company]()}),
	}
}

type company struct {
	ID   int    `json:"id"`
	Kind string `json:"kind"`
	Name string `json:"name"`
}

func (c company) PK() int { return c.ID }

type found struct {
	Total  int                    `json:"total"`
	Papers restclient.List[paper] `json:"papers"`
}

const oneShelf = `{"id":1,"papers":[` + onePaper + `],"heads":{"first":{"id":7,"name":"head"}},"owner":{"kind":"firm","id":5,"name":"owner"}}`

// archive is a store with all the types.
type archive struct {
	st      *store.Store
	shelves *Table[shelf, int]
	found   *Objects[found]
}

func newArchive() *archive {
	s := store.New()
	return &archive{s, TableOf[shelf](s), ObjectsOf[found](s, store.KindOf[paper]())}
}

func (a *archive) parts() []store.Persistent {
	var all []store.Persistent
	for _, k := range store.Closure(append(a.found.Kinds(), store.KindOf[shelf]())...) {
		all = append(all, k.In(a.st))
	}
	return append(all, a.found)
}

var _ = Describe("Values with others inside that were saved", func() {
	var from *archive
	var w store.Write
	key := store.ListKey{Collection: "found", Args: []store.Arg{{Name: "q", Value: "x"}}}
	BeforeEach(func() {
		from = newArchive()
		w = store.Write{Start: from.st.Begin(), TTL: time.Minute}
		row, err := from.shelves.Decode([]byte(oneShelf))
		Expect(err).NotTo(HaveOccurred())
		from.shelves.Put(w, row)
		object, err := from.found.Decode([]byte(`{"total":1,"papers":[` + onePaper + `]}`))
		Expect(err).NotTo(HaveOccurred())
		from.found.Set(w, key, object)
	})

	It("are whole, and follow what is inside", func() {
		to := newArchive()
		Expect(to.st.Restore(0, saved(from.st, from.parts(), to.parts())...)).To(Succeed())

		was, _ := from.shelves.Get(1)
		is, status := to.shelves.Get(1)
		Expect(status).To(Equal(store.Fresh))
		Expect(json.Marshal(is)).To(MatchJSON(must(json.Marshal(was))))
		head, _ := is.Heads.Get("first")
		Expect(head.Name).To(Equal("head"))
		owner, ok := is.Owner.Value()
		Expect(ok).To(BeTrue())
		Expect(owner).To(Equal(company{5, "firm", "owner"}))
		answer, status := to.found.Get(key)
		Expect(status).To(Equal(store.Fresh))
		Expect(answer.Papers.At(0).Author.Firm.Name).To(Equal("f"))
		Expect(to.st.Len()).To(Equal(from.st.Len()))

		firms := TableOf[firm](to.st)
		changed, err := firms.Decode([]byte(`{"id":1,"name":"changed"}`))
		Expect(err).NotTo(HaveOccurred())
		firms.Put(store.Write{Start: to.st.Begin()}, changed)

		is, _ = to.shelves.Get(1)
		Expect(is.Papers.At(0).Author.Firm.Name).To(Equal("changed"))
		answer, _ = to.found.Get(key)
		Expect(answer.Papers.At(0).Pair[0].Firm.Name).To(Equal("changed"))
	})

	It("are without what was deleted, and invalid where they cannot be", func() {
		people, companies := TableOf[person](from.st), TableOf[company](from.st)
		people.Delete(store.Write{Start: from.st.Begin()}, 7)
		TableOf[firm](from.st).Delete(store.Write{Start: from.st.Begin()}, 1)
		hidden := from.st.Layer()
		companies.Hide(store.Write{}, hidden, 5) // the server has not said so
		restored := func() *archive {
			to := newArchive()
			Expect(to.st.Restore(0, saved(from.st, from.parts(), to.parts())...)).To(Succeed())
			return to
		}

		to := restored()
		is, status := to.shelves.Get(1)
		Expect(status).To(Equal(store.Fresh))
		Expect(is.Heads.Len()).To(Equal(0))
		Expect(is.Papers.At(0).Author.Firm).To(BeNil())
		owner, _ := is.Owner.Value()
		Expect(owner).To(Equal(company{5, "firm", "owner"}))
		answer, _ := to.found.Get(key)
		Expect(answer.Papers.At(0).Author.Firm).To(BeNil())

		companies.Delete(store.Write{Start: from.st.Begin()}, 5)
		_, status = restored().shelves.Get(1)
		Expect(status).To(Equal(store.Invalid))
	})

	It("have the state that their parts had, not that in which they came", func() {
		firms := TableOf[firm](from.st)
		changed, err := firms.Decode([]byte(`{"id":1,"name":"changed"}`))
		Expect(err).NotTo(HaveOccurred())
		firms.Put(store.Write{Start: from.st.Begin(), TTL: time.Minute}, changed)
		to := newArchive()

		Expect(to.st.Restore(0, saved(from.st, from.parts(), to.parts())...)).To(Succeed())

		is, _ := to.shelves.Get(1)
		Expect(is.Papers.At(0).Author.Firm.Name).To(Equal("changed"))
	})

	It("are dropped when a list in them is not there", func() {
		to := newArchive()
		all := saved(from.st, from.parts(), to.parts())
		var rest []store.Saved
		for _, s := range all {
			if !strings.HasSuffix(s.Of.TypeName(), ".paper") {
				rest = append(rest, s)
			}
		}

		err := to.st.Restore(0, rest...)

		Expect(err).To(MatchError(ContainSubstring("a list inside is not there")))
		_, status := to.shelves.Get(1)
		Expect(status).To(Equal(store.Missing))
		_, status = to.found.Get(key)
		Expect(status).To(Equal(store.Missing))
		p, status := TableOf[person](to.st).Get(7)
		Expect(status).To(Equal(store.Fresh))
		Expect(p.Name).To(Equal("head"))
	})
})

func must(data []byte, err error) []byte {
	GinkgoHelper()
	Expect(err).NotTo(HaveOccurred())
	return data
}

var _ = Describe("The fingerprint of what is stored", func() {
	of := func(p store.Persistent) string { return p.Fingerprint() }

	It("changes with the type, and with those that are written inside", func() {
		s := store.New()
		Expect(of(TableOf[person](s))).NotTo(Equal(of(TableOf[firm](s))))
		Expect(of(TableOf[embeds[firm]](s))).NotTo(Equal(of(TableOf[embeds[company]](s))))
		Expect(of(ValuesOf[string](s))).NotTo(Equal(of(ValuesOf[int](s))))
	})

	It("changes with the field that is the key", func() {
		s := store.New()
		Expect(of(TableOf[numberedPage](s))).NotTo(Equal(of(TableOf[countedPage](s))))
	})

	It("names types by their package", func() {
		s := store.New()
		Expect(TableOf[todo](s).TypeName()).To(HaveSuffix("/store_test.todo"))
		Expect(ValuesOf[[]int](s).TypeName()).To(Equal("[]int"))
		Expect(ValuesOf[string](s).TypeName()).To(Equal("string"))
		Expect(ObjectsOf[found](s, store.KindOf[paper]()).TypeName()).To(HaveSuffix("/store_test.found"))
	})
})

// numberedPage and countedPage are two versions of one type.
type (
	numberedPage struct{ Number, Count int }
	countedPage  struct{ Number, Count int }
)

func (p numberedPage) PK() int { return p.Number }
func (p countedPage) PK() int  { return p.Count }

// embeds holds another entity.
type embeds[E store.Entity[int]] struct {
	ID    int
	Other restclient.Map[E]
}

func (e embeds[E]) PK() int { return e.ID }

func (embeds[E]) Nested() []store.Part { return []store.Part{store.KindOf[E]()} }

func FuzzRestore(f *testing.F) {
	f.Add([]byte(`{"seq":5,"rows":[{"value":{"id":1},"seq":3,"keep":60,"fresh":10},{"value":{"id":2},"seq":5,"keep":60,"invalid":true}],` +
		`"lists":[{"key":{"Collection":"todos","Args":[{"Name":"userId","Value":"1"}]},"rows":[0,1],"loose":[1],"seq":4,"keep":60}]}`))
	f.Add([]byte(`{"seq":1,"rows":[{"value":{"id":1},"keep":1},{"value":{"id":1},"keep":1}],"lists":[{"rows":[0,1],"loose":[-1,9],"keep":1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := store.New()
		todos := TableOf[todo](s)
		_ = s.Restore(0, store.Saved{Of: todos, Data: data})
		row, err := todos.Decode([]byte(`{"id":1,"title":"new"}`))
		if err != nil {
			t.Fatal(err)
		}
		todos.Put(store.Write{Start: s.Begin(), TTL: time.Minute}, row)
		if e, status := todos.Get(1); status != store.Fresh || e.Title != "new" {
			t.Fatalf("%v %v", e, status)
		}
		_, _ = s.Images(todos)[0].Encode(json.Marshal)
	})
}

func ExampleStore_Restore() {
	st := store.New()
	todos := TableOf[todo](st)
	row, _ := todos.Decode([]byte(`{"id":1,"title":"read"}`))
	todos.Put(store.Write{Start: st.Begin(), TTL: time.Hour}, row)

	data, err := st.Images(todos)[0].Encode(json.Marshal)
	fmt.Println(err)

	next := store.New()
	same := TableOf[todo](next)
	fmt.Println(next.Restore(time.Minute, store.Saved{Of: same, Data: data}))
	e, status := same.Get(1)
	fmt.Println(e.Title, status)
	// Output:
	// <nil>
	// <nil>
	// read fresh
}

var errNoJSON = errors.New("not this time")

func ExampleImage_Encode() {
	st := store.New()
	todos := TableOf[todo](st)
	row, _ := todos.Decode([]byte(`{"id":1,"title":"read"}`))
	todos.Put(store.Write{Start: st.Begin(), TTL: time.Hour}, row)

	image := st.Images(todos)[0]
	_, err := image.Encode(func(any) ([]byte, error) { return nil, errNoJSON })
	fmt.Println(image.Len(), errors.Is(err, errNoJSON))
	// Output:
	// 1 true
}

func ExampleClosure() {
	for _, k := range store.Closure(store.KindOf[paper]()) {
		fmt.Println(k)
	}
	// Output:
	// store_test.firm
	// store_test.person
	// store_test.paper
}

var _ = Describe("A hook on commits", func() {
	It("is told of what was stored, and of what is only fresh for another time", func() {
		f := newFixture()
		var told []bool
		f.st.OnPublish(func(changed bool) { told = append(told, changed) })

		f.put(`{"id":1,"title":"a"}`)
		f.put(`{"id":1,"title":"a"}`)
		f.todos.Touch(1, store.Expire)
		f.todos.Touch(1, store.Invalidate)
		f.todos.Get(1)

		Expect(told).To(Equal([]bool{true, false, false, true}))
	})
})
