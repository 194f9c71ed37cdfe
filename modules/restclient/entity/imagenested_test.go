package entity_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

var _ = Describe("Values that were saved", func() {
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
		Expect(to.Revision(entity.Write{}, "GET /a")).To(Equal(values.Revision(entity.Write{}, "GET /a")))
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

var _ = Describe("Values with others inside that were saved", func() {
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

var _ = Describe("The fingerprint of what is stored", func() {
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

var _ = Describe("A hook on commits", func() {
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
