package htmlrender_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// knowing is a reader that knows the children of every model.
type knowing struct {
	apidoc.Memory
	children []string
}

func (k knowing) ReadUses(_ context.Context, ref string) (apidoc.References, error) {
	if strings.HasSuffix(ref, "/Pet") {
		return apidoc.References{Children: k.children, Direct: k.children}, nil
	}
	return apidoc.References{}, nil
}

var _ = Describe("Alternatives", func() {
	cat, dog := "#/m/Cat", "#/m/Dog"
	schemas := map[string]*apidoc.Schema{
		"#/m/Pet": {
			Types: []string{"object"}, Properties: []apidoc.Property{prop("kind", text)},
			Discriminator: &apidoc.Discriminator{Property: "kind", Mapping: []apidoc.Mapping{{Value: "c", Ref: cat}}},
		},
		cat: {AllOf: []*apidoc.Schema{{Ref: "#/m/Pet"}, object(prop("purrs", integer))}},
		dog: {AllOf: []*apidoc.Schema{{Ref: "#/m/Pet"}, object(prop("barks", integer))}},
	}

	It("are named by their models and the values of the discriminator", func(ctx SpecContext) {
		s := &apidoc.Schema{
			OneOf:         []*apidoc.Schema{{Ref: cat}, {Ref: dog}},
			Discriminator: &apidoc.Discriminator{Property: "kind", Mapping: []apidoc.Mapping{{Value: "c", Ref: cat}}, DefaultMapping: dog},
		}
		page := bodyOf(ctx, &apidoc.Schema{Types: []string{"array"}, Items: s}, schemas)

		Expect(page.Find(".part-label").Text()).To(HavePrefix("One of, told apart by kind"))
		Expect(page.Find(".alternative-value").Texts()).To(Equal([]string{"kind: c", "kind: Dog"}))
		Expect(page.Find("[data-option=Dog] summary .mark").Text()).To(Equal("any other value"))
		Expect(page.Find("details.alternative").Attributes("name")).To(HaveEach("choice.response.200.j"))
		Expect(page.Find("[data-option=Cat] .schema-name").Texts()).To(Equal([]string{"kind", "purrs"}))
	})

	It("are the models that extend a base with a discriminator", func(ctx SpecContext) {
		page := render(ctx, modelPage(ctx, "Pet", schemas, cat, dog))

		Expect(page.Find(".alternative-value").Texts()).To(Equal([]string{"kind: c", "kind: Dog"}))
		Expect(page.Find(".text [data-option=Cat] .schema-name").Texts()).To(Equal([]string{"kind", "purrs"}))
		Expect(page.Find("[data-examples] .code").Text()).To(Equal(`{ "kind" : "c" , "purrs" : 1 }`))
	})

	It("follow the reader's choice in schema and example together", func(ctx SpecContext) {
		page := modelPage(ctx, "Pet", schemas, cat, dog)
		page.Choices = map[string]int{"schema": 1}

		shown := render(ctx, page)

		Expect(shown.Find("details[open]").Find("summary .alternative-name").Texts()).To(Equal([]string{"Dog"}))
		Expect(shown.Find("[data-examples] .code").Text()).To(Equal(`{ "kind" : "Dog" , "barks" : 1 }`))
	})

	It("each have an example where there are few", func(ctx SpecContext) {
		s := &apidoc.Schema{OneOf: []*apidoc.Schema{{Ref: cat}, {Ref: dog}}}
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST", Path: "/"},
			RequestBody:      &apidoc.RequestBody{Content: []apidoc.MediaType{{Name: "application/json", Schema: s}}},
		}, schemas))

		Expect(page.Find("details[data-pick]").Attributes("data-pick")).To(Equal([]string{"request-body.application-json:0", "request-body.application-json:1"}))
		Expect(page.Find("details[data-pick] .code").Texts()[1]).To(ContainSubstring("barks"))
		Expect(page.Find("[data-choice]").Attributes("data-choice")).To(Equal([]string{"request-body.application-json"}))
	})
})

var _ = Describe("Levels of schemas", func() {
	ring := map[string]*apidoc.Schema{
		"#/m/A": object(prop("b", &apidoc.Schema{Ref: "#/m/B"}), prop("self", &apidoc.Schema{Ref: "#/m/A"})),
		"#/m/B": object(prop("a", &apidoc.Schema{Ref: "#/m/A"})),
	}
	models := []apidoc.ModelSummary{{Name: "A", Ref: "#/m/A"}, {Name: "B", Ref: "#/m/B"}}

	It("end where a schema stands in itself, with a link and an address of the rest", func(ctx SpecContext) {
		page := bodyOf(ctx, &apidoc.Schema{Ref: "#/m/A"}, ring, models...)

		Expect(page.Find(".response .schema-head").Texts()).To(Equal([]string{"b B { a }", "a A { b, self } recursive", "self A { b, self } recursive"}))
		Expect(page.Find("details[data-lazy]").Attributes("data-lazy")).To(HaveEach("../schemas/m/A?part&for=response"))
		Expect(page.Find("details[data-lazy] .schema-page a").Attributes("href")).To(HaveEach("../models/A"))
	})

	It("come as a part without the page around it", func(ctx SpecContext) {
		page := modelPage(ctx, "A", ring)
		page.Kind, page.Part, page.Schema = core.PageSchema, true, &core.Schema{Ref: "#/m/B", Schema: ring["#/m/B"]}

		shown := render(ctx, page)

		Expect(shown.Find("h1")).To(BeEmpty())
		Expect(shown.Find("[data-fragment] .schema-head").Texts()).To(Equal([]string{"a A { b, self }"}))
		Expect(shown.Find("[data-fragment] .schema-row").Attributes("id")).To(Equal([]string{"schema.a"}))
	})

	It("have their titles where they are written inline, in a body and in the row of a list", func(ctx SpecContext) {
		titled := &apidoc.Schema{Title: "A pet of the list", Types: []string{"object"}, Properties: []apidoc.Property{prop("id", text)}}
		list := &apidoc.Schema{Types: []string{"array"}, Items: titled}

		page := bodyOf(ctx, object(prop("pets", list)), nil)
		Expect(page.Find("[id=response.200.j.pets] .schema-title").Texts()).To(Equal([]string{"A pet of the list"}))
		Expect(bodyOf(ctx, titled, nil).Find(".schema-top .schema-title").Texts()).To(Equal([]string{"A pet of the list"}))
		Expect(bodyOf(ctx, list, nil).Find(".schema-top .schema-title").Texts()).To(Equal([]string{"A pet of the list"}))
	})

	It("have a page of their own wherever they stand", func(ctx SpecContext) {
		page := modelPage(ctx, "A", ring)
		page.Kind, page.Schema = core.PageSchema, &core.Schema{Ref: "#/m/A/properties/b", Schema: ring["#/m/B"]}
		page.Model = nil

		shown := render(ctx, page)

		Expect(shown.Find("h1").Text()).To(Equal("b"))
		Expect(shown.Find(".breadcrumb a").Texts()).To(ContainElement("A"))
		Expect(shown.Find("meta[name=robots]").Attributes("content")).To(Equal([]string{"noindex"}))
	})

	It("of a schema that unfolds into 2^40 cost what is shown", func(ctx SpecContext) {
		bomb := map[string]*apidoc.Schema{}
		for i := range 40 {
			next := &apidoc.Schema{Ref: fmt.Sprintf("#/m/S%d", i+1)}
			bomb[fmt.Sprintf("#/m/S%d", i)] = &apidoc.Schema{
				AllOf: []*apidoc.Schema{next, next}, OneOf: []*apidoc.Schema{next, next}, Properties: []apidoc.Property{prop("a", next), prop("b", next)},
			}
		}
		bomb["#/m/S40"] = text
		page := modelPage(ctx, "S0", bomb)
		reads := 0
		page.Document = apidoc.New(page.Document.Outline, counting{apidoc.Memory{Schemas: bomb}, &reads}, apidoc.Text{})

		shown := render(ctx, page)

		Expect(reads).To(Equal(41), "each schema is read once")
		Expect(len(shown.All())).To(BeNumerically("<", maxElements))
		Expect(shown.Find(".schema-name").Texts()).To(ContainElements("a", "b"))
	}, NodeTimeout(time.Minute))

	It("end for a list that is its own item", func(ctx SpecContext) {
		list := map[string]*apidoc.Schema{"#/m/L": {Types: []string{"array"}, Items: &apidoc.Schema{Ref: "#/m/L"}}}

		Expect(render(ctx, modelPage(ctx, "L", list)).Find("h1").Text()).To(Equal("L"))
	}, NodeTimeout(time.Minute))
})

var _ = Describe("Every part", func() {
	It("has an id of its own, and its name links to it", func(ctx SpecContext) {
		nested := object(prop("owner", object(prop("name", text))), prop("a b", text), prop("a.b", text))
		content := []apidoc.MediaType{{Name: "application/json", Schema: nested, Examples: []apidoc.Example{{Name: "one", Value: raw("1")}}}}
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST", Path: "/"},
			Parameters:       []apidoc.Parameter{{Name: "limit", In: apidoc.InQuery}, {Name: "<img>", In: apidoc.InHeader}},
			RequestBody:      &apidoc.RequestBody{Content: content},
			Responses:        []apidoc.Response{{Status: "2XX", Content: content, Headers: []apidoc.Header{{Name: "X-Rate"}}, Links: []apidoc.Link{{Name: "next"}}}},
		}, nil))

		ids := page.Find("main [id]").Attributes("id")
		Expect(ids).To(ContainElements(
			"parameter.query.limit", "parameter.header.img", "request-body.application-json", "request-body.application-json.owner",
			"request-body.application-json.owner.name", "request-body.application-json.a-b", "response.2XX", "response.2XX.header.X-Rate",
			"response.2XX.link.next", "response.2XX.application-json.owner.name", "response.2XX.application-json.example.one",
		))
		Expect(unique(ids)).To(HaveLen(len(ids)))
		Expect(page.Find("a.part-link").Attributes("href")).To(ContainElements("#response.2XX", "#response.2XX.application-json", "#response.2XX.application-json.example.one"))
		for _, a := range append(page.Find("a.schema-anchor").Attributes("href"), page.Find("a.part-link").Attributes("href")...) {
			Expect(ids).To(ContainElement(strings.TrimPrefix(a, "#")))
		}
	})

	It("has an id in a callback too", func(ctx SpecContext) {
		callback := apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST"}, Parameters: []apidoc.Parameter{{Name: "limit", In: apidoc.InQuery}},
		}
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST", Path: "/"}, Parameters: callback.Parameters,
			Callbacks: []apidoc.Callback{{Name: "done", Operations: []apidoc.Operation{callback}}},
		}, nil))

		Expect(page.Find(".schema-row").Attributes("id")).To(Equal([]string{"parameter.query.limit", "callback.done-POST.parameter.query.limit"}))
	})
})

func unique(list []string) map[string]bool {
	set := map[string]bool{}
	for _, s := range list {
		set[s] = true
	}
	return set
}

var _ = Describe("Parts of allOf", func() {
	It("are named, and what contradicts is said", func(ctx SpecContext) {
		schemas := map[string]*apidoc.Schema{"#/m/Pet": {Description: "Lives here", Properties: []apidoc.Property{prop("id", text)}}}
		s := &apidoc.Schema{AllOf: []*apidoc.Schema{{Ref: "#/m/Pet"}, {Properties: []apidoc.Property{prop("id", integer), prop("age", integer)}}}}
		page := bodyOf(ctx, s, schemas, apidoc.ModelSummary{Name: "Pet", Ref: "#/m/Pet"})

		Expect(page.Find(".schema-consists").Text()).To(Equal("Combines Pet Pet"))
		Expect(page.Find(".schema-consists a").Attributes("href")).To(Equal([]string{"../models/Pet"}))
		Expect(page.Find(".media .schema-head").Texts()).To(Equal([]string{"id string from Pet", "age integer"}))
		Expect(page.Find(".schema-conflict").Text()).To(Equal("Conflict The parts demand different types: string and integer. No value fits."))
	})

	It("say of the items of a list what they say of a property", func(ctx SpecContext) {
		schemas := map[string]*apidoc.Schema{"#/m/Pet": {Description: "Lives here", Properties: []apidoc.Property{prop("id", text)}}}
		both := &apidoc.Schema{AllOf: []*apidoc.Schema{{Ref: "#/m/Pet"}, {Description: "Sold already"}}}
		page := bodyOf(ctx, object(prop("one", both), prop("sold", &apidoc.Schema{Types: []string{"array"}, Items: both})), schemas, apidoc.ModelSummary{Name: "Pet", Ref: "#/m/Pet"})

		Expect(page.Find("[id=response.200.j.sold] .prose").Texts()).To(ContainElement("Sold already"))
		Expect(page.Find("[id=response.200.j.one] .schema-head").Texts()).To(ContainElement(ContainSubstring("Pet")))
		Expect(page.Find("[id=response.200.j.sold] .schema-head").Texts()).To(ContainElement(ContainSubstring("Pet")))
	})
})

var _ = Describe("A model", func() {
	It("lists what refers to it, linked and bounded", func(ctx SpecContext) {
		schemas := map[string]*apidoc.Schema{"#/m/Pet": text}
		var users []string
		for i := range 100 {
			ref := fmt.Sprintf("#/m/U%d", i)
			schemas[ref] = text
			users = append(users, ref)
		}

		page := render(ctx, modelPage(ctx, "Pet", schemas, users...))

		Expect(page.Find(".used-by .part-label").Texts()).To(Equal([]string{"100 models"}))
		Expect(page.Find(".used-by .use")).To(HaveLen(72))
		Expect(page.Find(".used-more summary").Text()).To(Equal("88 more"))
		Expect(page.Find(".used-by a").Attributes("href")).To(HaveEach(HavePrefix("../models/U")))
	})
})

var _ = Describe("Examples", func() {
	It("carry what joins those of a request and its response", func(ctx SpecContext) {
		content := func(names ...string) []apidoc.MediaType {
			m := apidoc.MediaType{Name: "application/json"}
			for _, name := range names {
				m.Examples = append(m.Examples, apidoc.Example{Name: name, Description: "About *it*", Value: raw("1")})
			}
			return []apidoc.MediaType{m}
		}
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST", Path: "/"},
			RequestBody:      &apidoc.RequestBody{Content: content("zex1", "zex2")}, Responses: []apidoc.Response{{Status: "200", Content: content("zr1", "zr2")}},
		}, nil))

		Expect(page.Find("details[data-example]").Attributes("data-example")).To(Equal([]string{"zex1", "zex2", "zr1", "zr2"}))
		Expect(page.Find("details[data-example]").Attributes("data-number")).To(Equal([]string{"0", "1", "0", "1"}))
		Expect(page.Find(".sample-text em").Texts()).To(HaveLen(4))
	})

	It("are XML where the body is", func(ctx SpecContext) {
		s := object(prop("id", &apidoc.Schema{Types: []string{"integer"}, XML: &apidoc.XML{Attribute: true}}))
		s.XML = &apidoc.XML{Name: "pet"}
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "GET", Path: "/"},
			Responses:        []apidoc.Response{{Status: "200", Content: []apidoc.MediaType{{Name: "application/xml", Schema: s}}}},
		}, nil))

		Expect(page.Find("[data-examples] .code").Exact()).To(HaveSuffix("\n" + `<pet id="1"/>`))
	})
})

// counting counts the schemas that are read.
type counting struct {
	apidoc.Reader
	reads *int
}

func (c counting) ReadSchema(ctx context.Context, ref string) (*apidoc.Schema, error) {
	*c.reads++
	return c.Reader.ReadSchema(ctx, ref)
}
