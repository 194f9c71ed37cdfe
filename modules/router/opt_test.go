package router_test

import (
	"encoding/json"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("Opt", func() {
	type change struct {
		Nick router.Opt[string] `json:"nick,omitzero"`
	}

	DescribeTable("tells absent, null and a value apart",
		func(text string, want router.Opt[string], present, null, set bool) {
			var c change
			Expect(json.Unmarshal([]byte(text), &c)).To(Succeed())

			Expect(c.Nick).To(Equal(want))
			_, ok := c.Nick.Get()
			Expect(ok).To(Equal(present))
			Expect(c.Nick.IsNull()).To(Equal(null))
			Expect(c.Nick.IsSet()).To(Equal(set))
			Expect(c.Nick.IsZero()).To(Equal(!set))
			Expect(json.Marshal(c)).To(MatchJSON(text))
		},
		Entry("absent", `{}`, router.Opt[string]{}, false, false, false),
		Entry("null", `{"nick":null}`, router.Null[string](), false, true, true),
		Entry("a value", `{"nick":"Io"}`, router.Some("Io"), true, false, true),
		Entry("the zero value", `{"nick":""}`, router.Some(""), true, false, true),
	)

	It("falls back when there is no value", func() {
		Expect(router.Some(3).Or(7)).To(Equal(3))
		Expect(router.Null[int]().Or(7)).To(Equal(7))
		Expect(router.Opt[int]{}.Or(7)).To(Equal(7))
	})

	It("is null in JSON without omitzero", func() {
		Expect(json.Marshal([]router.Opt[int]{{}, router.Null[int](), router.Some(1)})).To(MatchJSON(`[null,null,1]`))
	})

	It("refuses a value of another type", func() {
		o := router.Some(1)

		Expect(json.Unmarshal([]byte(`"x"`), &o)).To(BeAssignableToTypeOf(&json.UnmarshalTypeError{}))
		Expect(o).To(Equal(router.Some(1)))
	})

	It("prints what it holds", func() {
		Expect(fmt.Sprint(router.Some(1), router.Null[int](), router.Opt[int]{})).To(Equal("1 null absent"))
	})

	It("forgets the value when it becomes null", func() {
		o := router.Some(1)

		Expect(o.Slot(true)).To(BeNil())
		Expect(o).To(Equal(router.Null[int]()))
	})
})

var _ = Describe("An Opt in a struct for In", func() {
	type search struct {
		Since router.Opt[time.Time] `query:"since"`
		Near  router.Opt[string]    `query:"near" min:"2"`
		Pages router.Opt[[]int]     `header:"X-Page" items.min:"1"`
	}
	var f *fixture
	var got search

	BeforeEach(func() {
		f, got = newFixture(), search{}
		register(f, "GET /search", router.In(func(_ *router.Context, in *search) (router.None, error) {
			got = *in
			return router.None{}, nil
		}))
	})

	DescribeTable("is filled from",
		func(query string, header []string, want search) {
			Expect(f.get("/search?"+query, header...).Code).To(Equal(204))
			Expect(got).To(Equal(want))
		},
		Entry("nothing", "", nil, search{}),
		Entry("an empty value", "since=", nil, search{Since: router.Null[time.Time]()}),
		Entry("a value", "since=2024-01-02T00:00:00Z&near=Ulm", nil,
			search{Since: router.Some(time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)), Near: router.Some("Ulm")}),
		Entry("several values in one line", "", []string{"X-Page", "1, 2,,3", "X-Page", "4"}, search{Pages: router.Some([]int{1, 2, 3, 4})}),
		Entry("several values", "", []string{"X-Page", "1", "X-Page", "2"}, search{Pages: router.Some([]int{1, 2})}),
	)

	It("is described as what may be null where that can be sent", func() {
		doc, err := f.Load(GinkgoT().Context())
		Expect(err).NotTo(HaveOccurred())

		op := at(parse(string(doc.Text.Data)), "paths", "/search", "get").(map[string]any)
		types := map[string]any{}
		for _, p := range op["parameters"].([]any) {
			types[at(p, "name").(string)] = at(p, "schema", "type")
		}
		Expect(types).To(Equal(map[string]any{"since": []any{"string", "null"}, "near": "string", "X-Page": []any{"array", "null"}}))
	})

	DescribeTable("refuses",
		func(query string, header []string, status int, detail string) {
			expectProblem(f.get("/search?"+query, header...), status, detail)
		},
		Entry("an empty string that is too short", "near=", nil, 422, `query parameter "near": fewer than 2 characters`),
		Entry("an item that is too small", "", []string{"X-Page", "0"}, 422, `header parameter "X-Page": item 1: less than 1`),
		Entry("an item of another type", "", []string{"X-Page", "1,x"}, 400, `header parameter "X-Page": "x" is not an integer`),
		Entry("a value of another type", "", []string{"X-Page", "x"}, 400, `header parameter "X-Page": "x" is not an integer`),
	)

	DescribeTable("is refused at the start",
		func(fn any, mistake string) {
			f := newFixture()
			register(f, "POST /x", fn)

			Expect(f.mistakes()).To(ContainElement(ContainSubstring(mistake)))
		},
		Entry("with a default", taking[struct {
			A router.Opt[int] `query:"a" default:"1"`
		}](), `field A: a default fills what the type is there to leave absent`),
		Entry("for what cannot be read", taking[struct {
			A router.Opt[struct{}] `header:"A"`
		}](), `cannot be read from the header`),
	)
})

func ExampleSome() {
	nick := router.Some("Io")
	v, ok := nick.Get()
	fmt.Println(v, ok)
	// Output: Io true
}

func ExampleNull() {
	nick := router.Null[string]()
	fmt.Println(nick.IsNull(), nick.IsSet(), nick.Or("nobody"))
	// Output: true true nobody
}
