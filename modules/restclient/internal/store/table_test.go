package store_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

type todo struct {
	ID    int               `json:"id"`
	User  int               `json:"userId"`
	Title string            `json:"title"`
	Note  *string           `json:"note"`
	Tags  []string          `json:"tags"`
	Meta  map[string]string `json:"meta"`
}

func (t todo) PK() int { return t.ID }

type slug struct {
	Slug string `json:"slug"`
	Text string `json:"text"`
}

func (s slug) PK() string { return s.Slug }

// fixture is a store with a clock that specs move.
type fixture struct {
	now   time.Time
	st    *store.Store
	todos *Table[todo, int]
}

func newFixture() *fixture {
	f := &fixture{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	f.st = store.New(store.WithClock(func() time.Time { return f.now }))
	f.todos = TableOf[todo](f.st)
	return f
}

func (f *fixture) begin() store.Write {
	return store.Write{Start: f.st.Begin(), TTL: time.Minute}
}

func (f *fixture) row(json string) Row[todo] {
	row, err := f.todos.Decode([]byte(json))
	if err != nil {
		GinkgoHelper()
		Fail(err.Error())
	}
	return row
}

func (f *fixture) rows(json ...string) []Row[todo] {
	GinkgoHelper()
	var rows []Row[todo]
	for _, j := range json {
		rows = append(rows, f.row(j))
	}
	return rows
}

func (f *fixture) put(json string) { f.todos.Put(f.begin(), f.row(json)) }

func (f *fixture) get(k int) todo {
	t, _ := f.todos.Get(k)
	return t
}

func (f *fixture) status(k int) store.Status {
	_, s := f.todos.Get(k)
	return s
}

var _ = Describe("A table", func() {
	var f *fixture

	BeforeEach(func() { f = newFixture() })

	It("is one per entity type and store", func() {
		Expect(TableOf[todo](f.st).Table).To(BeIdenticalTo(f.todos.Table))
		Expect(TableOf[todo](store.New()).Table).NotTo(BeIdenticalTo(f.todos.Table))
	})

	It("keeps absent fields, nulls explicit ones and replaces nested objects", func() {
		f.put(`{"id":1,"userId":7,"title":"a","note":"n","tags":["x","y"],"meta":{"a":"1","b":"2"}}`)

		f.put(`{"id":1,"title":"b","note":null,"meta":{"c":"3"}}`)

		Expect(f.get(1)).To(Equal(todo{ID: 1, User: 7, Title: "b", Tags: []string{"x", "y"}, Meta: map[string]string{"c": "3"}}))
	})

	It("never changes a stored version", func() {
		key := store.ListKey{Collection: "todos"}
		before := f.todos.Replace(f.begin(), key, f.rows(`{"id":1,"tags":["x","y","z"],"meta":{"a":"1"}}`))

		f.put(`{"id":1,"tags":["changed"],"meta":{"b":"2"}}`)

		Expect(before.At(0)).To(Equal(todo{ID: 1, Tags: []string{"x", "y", "z"}, Meta: map[string]string{"a": "1"}}))
	})

	It("hands out copies", func() {
		f.put(`{"id":1,"note":"n","tags":["x"],"meta":{"a":"1"}}`)
		got := f.get(1)

		got.Tags[0], got.Meta["a"], *got.Note = "changed", "changed", "changed"

		Expect(f.get(1)).To(Equal(todo{ID: 1, Note: new("n"), Tags: []string{"x"}, Meta: map[string]string{"a": "1"}}))
	})

	DescribeTable("refuses what does not identify an entity",
		func(json string) {
			_, err := f.todos.Decode([]byte(json))
			Expect(err).To(HaveOccurred())
		},
		Entry("an array", `[{"id":1}]`),
		Entry("a string", `"x"`),
		Entry("null", `null`),
		Entry("a number", `5`),
		Entry("a key of the wrong type", `{"id":"1"}`),
		Entry("a duplicate name", `{"id":1,"id":2}`),
		Entry("trailing data", `{"id":1}{}`),
		Entry("a truncated object", `{"id":1`),
	)

	It("names the missing key, and takes zero for one", func() {
		_, err := f.todos.Decode([]byte(`{"title":"x"}`))
		Expect(err).To(MatchError(&store.KeyError{Type: "store_test.todo", Field: "id"}))

		_, err = TableOf[slug](f.st).Decode([]byte(`{"slug":""}`))
		Expect(err).To(MatchError(&store.KeyError{Type: "store_test.slug", Field: "slug"}))

		f.put(`{"id":0,"title":"zero"}`)
		Expect(f.get(0).Title).To(Equal("zero"))
	})

	It("takes null for a key that is missing", func() {
		_, err := f.todos.Decode([]byte(`{"id":null,"title":"x"}`))
		Expect(err).To(MatchError(&store.KeyError{Type: "store_test.todo", Field: "id"}))
		_, err = f.todos.DecodeAll([]byte(`[{"id":0},{"id":null}]`))
		Expect(err).To(MatchError(ContainSubstring(`item 1: store_test.todo without a primary key`)))

		row, err := f.todos.DecodeFor(7, []byte(`{"id":null,"title":"x"}`))
		Expect(err).NotTo(HaveOccurred())
		Expect(f.todos.KeyIn(row)).To(Equal(7))
	})

	It("takes no empty text for a key, of whatever type", func() {
		_, err := TableOf[named](f.st).Decode([]byte(`{"name":""}`))
		Expect(err).To(MatchError(&store.KeyError{Type: "store_test.named", Field: "name"}))
	})

	It("lets a late response fill only what newer ones lacked", func() {
		first, second, third := f.begin(), f.begin(), f.begin()
		f.todos.Put(first, f.row(`{"id":1,"userId":1,"title":"first"}`))
		f.todos.Put(third, f.row(`{"id":1,"title":"third"}`))

		f.todos.Put(second, f.row(`{"id":1,"userId":2,"title":"second"}`))

		Expect(f.get(1)).To(Equal(todo{ID: 1, User: 2, Title: "third"}))
	})

	It("does not let a response from before the deletion bring an entity back", func() {
		early := f.begin()
		f.put(`{"id":1}`)
		f.todos.Delete(store.Write{}, 1)

		f.todos.Put(early, f.row(`{"id":1,"title":"late"}`))
		Expect(f.status(1)).To(Equal(store.Missing))

		f.put(`{"id":1,"title":"made anew"}`)
		Expect(f.get(1)).To(Equal(todo{ID: 1, Title: "made anew"}))
	})

	It("updates what it has, and nothing else", func() {
		row, err := f.todos.DecodeFields([]byte(`{"id":9,"title":"b"}`))
		Expect(err).NotTo(HaveOccurred())

		_, ok := f.todos.Update(f.begin(), 1, row)
		Expect(ok).To(BeFalse())

		f.put(`{"id":1,"title":"a","userId":3}`)
		got, ok := f.todos.Update(f.begin(), 1, row)
		Expect(ok).To(BeTrue())
		Expect(got).To(Equal(todo{ID: 1, User: 3, Title: "b"}))
	})
})

var _ = Describe("Freshness", func() {
	var f *fixture

	BeforeEach(func() {
		f = newFixture()
		f.put(`{"id":1}`)
	})

	It("ends with the time to live", func() {
		f.now = f.now.Add(time.Minute - 1)
		Expect(f.status(1)).To(Equal(store.Fresh))

		f.now = f.now.Add(1)
		Expect(f.status(1)).To(Equal(store.Stale))
	})

	It("ends by expiry and invalidation until the next delivery", func() {
		f.todos.Touch(1, store.Expire)
		Expect(f.status(1)).To(Equal(store.Stale))
		f.todos.Touch(1, store.Invalidate)
		Expect(f.status(1)).To(Equal(store.Invalid))

		f.put(`{"id":1}`)
		Expect(f.status(1)).To(Equal(store.Fresh))
	})

	It("is not restored by a request from before the invalidation", func() {
		early := f.begin()
		f.todos.Touch(1, store.Invalidate)

		f.todos.Put(early, f.row(`{"id":1}`))

		Expect(f.status(1)).To(Equal(store.Invalid))
	})

	DescribeTable("has names", func(s store.Status, name string) { Expect(s.String()).To(Equal(name)) },
		Entry("for missing", store.Missing, "missing"),
		Entry("for invalid", store.Invalid, "invalid"),
		Entry("for stale", store.Stale, "stale"),
		Entry("for fresh", store.Fresh, "fresh"),
	)
})

// named is an entity whose key is a text of a type of its own.
type named struct {
	Name name `json:"name"`
}

type name string

func (n named) PK() name { return n.Name }
