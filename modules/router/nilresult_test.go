package router_test

import (
	"fmt"
	"iter"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// crate has every place where a list can be missing.
type crate struct {
	Names   []string                 `json:"names"`
	Inside  []crate                  `json:"inside"`
	Grid    [][]int64                `json:"grid"`
	ByName  map[string][]string      `json:"byName"`
	Bytes   []byte                   `json:"bytes"`
	Left    []string                 `json:"left,omitempty"`
	Pointer *[]string                `json:"pointer"`
	Chosen  router.Opt[shelfOfLists] `json:"chosen"`
}

type shelfOfLists struct {
	Lists map[string][]string `json:"lists"`
}

const (
	emptyCrate  = `{"names":[],"inside":[],"grid":[],"byName":{},"bytes":"","pointer":null,"chosen":null}`
	filledCrate = `{"names":[],"inside":[` + emptyCrate + `],"grid":[[]],"byName":{"a":[]},"bytes":"","pointer":[],"chosen":{"lists":{"b":[]}}}`
)

func filled() crate {
	return crate{
		Inside: []crate{{}}, Grid: [][]int64{nil}, ByName: map[string][]string{"a": nil}, Pointer: new([]string),
		Chosen: router.Some(shelfOfLists{map[string][]string{"b": nil}}),
	}
}

// crates serves a crate in every way, and takes one.
func crates(opts ...router.Option) *fixture {
	f := newFixture(append(opts, router.WithDocument("/openapi.json"))...)
	f.Register(router.Controllers{
		"GET /one":   router.F0(func(*router.Context) (crate, error) { return filled(), nil }),
		"GET /list":  router.F0(func(*router.Context) ([]crate, error) { return nil, nil }),
		"GET /map":   router.F0(func(*router.Context) (map[string][]crate, error) { return map[string][]crate{"a": nil}, nil }),
		"GET /plain": func(c *router.Context) error { return c.Render(filled()) },
		"POST /made": router.F0(func(*router.Context) (router.Created[crate], error) {
			return router.Created[crate]{Value: filled()}, nil
		}),
		"GET /lines":  router.NDJSON(func(*router.Context) iter.Seq2[crate, error] { return one(filled()) }),
		"GET /events": router.SSE(func(*router.Context) iter.Seq2[router.Event, error] { return one(router.Event{Data: filled()}) }),
		"PUT /crate": router.In(func(_ *router.Context, c *struct {
			Names []string          `json:"names"`
			Some  []string          `json:"some,omitempty" minItems:"1"`
			Map   map[string]string `json:"map,omitempty"`
			Grid  [][]int64         `json:"grid,omitempty"`
		},
		) (crate, error) {
			return crate{Names: c.Names}, nil
		}),
	})
	return f
}

func one[T any](v T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) { yield(v, nil) }
}

var _ = Describe("A list that is nil", func() {
	DescribeTable("is sent as an empty one, as the description says",
		func(method, path, body string) {
			f := crates(router.WithEnvironment(router.Test)) // compares with the description

			w := f.do(method, path, "")

			Expect(w.Code).To(BeElementOf(200, 201), w.Body.String())
			Expect(w.Body.String()).To(Equal(body))
		},
		Entry("in a struct", "GET", "/one", filledCrate),
		Entry("by itself", "GET", "/list", `[]`),
		Entry("in a map", "GET", "/map", `{"a":[]}`),
		Entry("in a value that is rendered", "GET", "/plain", filledCrate),
		Entry("in what was created", "POST", "/made", filledCrate),
		Entry("in a line of a stream", "GET", "/lines", filledCrate+"\n"),
		Entry("in an event", "GET", "/events", "data: "+filledCrate+"\n\n"),
	)

	It("is described as a list, which only a pointer makes null", func() {
		doc := parse(crates().get("/openapi.json").Body.String())

		Expect(at(doc, "components", "schemas", "crate", "properties")).To(Equal(parse(`{
			"names": {"type": "array", "items": {"type": "string"}},
			"inside": {"type": "array", "items": {"$ref": "#/components/schemas/crate"}},
			"grid": {"type": "array", "items": {"type": "array", "items": {"type": "integer", "format": "int64"}}},
			"byName": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
			"bytes": {"type": "string", "contentEncoding": "base64"},
			"left": {"type": "array", "items": {"type": "string"}},
			"pointer": {"type": ["array", "null"], "items": {"type": "string"}},
			"chosen": {"anyOf": [{"$ref": "#/components/schemas/shelfOfLists"}, {"type": "null"}]}}`)))
	})

	DescribeTable("is taken from a request where the description has null",
		func(member, value string, taken bool) {
			f := crates(router.WithEnvironment(router.Test))
			s := at(parse(f.get("/openapi.json").Body.String()), "paths", "/crate", "put", "requestBody", "content", "application/json", "schema", "properties", member)
			if value == "[null]" {
				s = at(s, "items")
			}

			body := fmt.Sprintf(`{"names": [], %q: %s}`, member, value)
			w := f.do("PUT", "/crate", strings.Replace(body, `"names": [], "names"`, `"names"`, 1), "Content-Type", "application/json")

			Expect(at(s, "type")).To(WithTransform(nullIsIn, Equal(taken)))
			Expect(w).To(WithTransform(func(w *httptest.ResponseRecorder) bool { return w.Code == 200 }, Equal(taken)), w.Body.String())
		},
		Entry("a list", "names", "null", true),
		Entry("a map", "map", "null", true),
		Entry("a list of lists", "grid", "[null]", true),
		Entry("but not where elements are required", "some", "null", false),
	)
})

func nullIsIn(types any) bool {
	all, _ := types.([]any)
	for _, t := range all {
		if t == "null" {
			return true
		}
	}
	return false
}

var _ = Describe("A list or map of pointers", func() {
	It("is what its description says, with elements that are null too", func() {
		f := newFixture(router.WithEnvironment(router.Test))
		f.Register(router.Controllers{
			"GET /list": router.F0(func(*router.Context) ([]*user, error) { return []*user{nil}, nil }),
			"GET /map":  router.F0(func(*router.Context) (map[string]*int, error) { return map[string]*int{"a": nil}, nil }),
			"PUT /list": router.In(func(_ *router.Context, in *struct {
				Kinds []*string `json:"kinds" items.enum:"a,b"`
			},
			) ([]*string, error) {
				return in.Kinds, nil
			}),
		})

		Expect(f.get("/list").Body.String()).To(Equal("[null]"))
		doc, err := f.Load(GinkgoT().Context())
		Expect(err).NotTo(HaveOccurred())
		Expect(string(doc.Text.Data)).To(ContainSubstring(`{"type":["string","null"],"enum":["a","b",null]}`))
		Expect(f.get("/map").Body.String()).To(Equal(`{"a":null}`))
		Expect(f.do("PUT", "/list", `{"kinds":["a",null]}`, "Content-Type", "application/json").Body.String()).To(Equal(`["a",null]`))
	})
})

var _ = Describe("What was made and is nil", func() {
	DescribeTable("is answered without a body, of which a test learns",
		func(fn any, told string) {
			served, tested := newFixture(), newFixture(router.WithEnvironment(router.Test))
			register(served, "POST /x", fn)
			register(tested, "POST /x", fn)

			w := served.do("POST", "/x", "")

			Expect(w.Code).To(Equal(201))
			Expect(w.Body.String()).To(BeEmpty())
			Expect(w.Header()).NotTo(HaveKey("Content-Type"))
			expectProblem(tested.do("POST", "/x", ""), 500, "the response is not what the description says: "+told)
		},
		Entry("a pointer", resultOf(router.Created[*user]{}), "the response 201 has a body in the description"),
		Entry("an interface", resultOf(router.Created[any]{}), "the response 201 has a body in the description"),
	)

	It("is nothing where all of it is", func() {
		f := newFixture()
		register(f, "POST /x", func(c *router.Context) error { return c.Render((*router.Created[user])(nil)) })

		Expect(f.do("POST", "/x", "").Code).To(Equal(204))
	})
})

var _ = Describe("A pointer to a pointer that is nil", func() {
	It("is null, which the description says", func() {
		f := newFixture(router.WithEnvironment(router.Test))
		register(f, "GET /crate", router.F0(func(*router.Context) (**shelfOfLists, error) { return new(*shelfOfLists), nil }))

		w := f.get("/crate")

		Expect(w.Code).To(Equal(200), w.Body.String())
		Expect(w.Body.String()).To(Equal("null"))
	})
})
