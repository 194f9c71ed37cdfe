package htmlrender_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

// render writes a page and reads it.
func render(ctx context.Context, page *core.Page) htmltest.Nodes {
	GinkgoHelper()
	var out bytes.Buffer
	Expect(htmlrender.New().Render(ctx, &out, page)).To(Succeed())
	return htmltest.Parse(out.Bytes())
}

// samplePage is the page of a kind over the sample document.
func samplePage(kind core.PageKind) *core.Page {
	for _, page := range coretest.Pages(&testing.T{}) {
		if page.Kind == kind {
			return page
		}
	}
	return nil
}

// operationPage is the page of the only operation of a document.
func operationPage(operation *apidoc.Operation, schemas map[string]*apidoc.Schema, models ...apidoc.ModelSummary) *core.Page {
	GinkgoHelper()
	summary := operation.OperationSummary
	summary.Pointer = "/o"
	doc := apidoc.New(apidoc.Outline{Operations: []apidoc.OperationSummary{summary}, Models: models},
		apidoc.Memory{Operations: map[string]*apidoc.Operation{"/o": operation}, Schemas: schemas}, apidoc.Text{})
	whole, err := doc.Operation(context.Background(), doc.Operations[0].Slug)
	Expect(err).NotTo(HaveOccurred())
	return &core.Page{Kind: core.PageOperation, Document: doc, Operation: whole, Root: "../"}
}

var _ = Describe("The overview", func() {
	It("says what the API is", func(ctx SpecContext) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: coretest.Document(), Settings: listing})

		Expect(page.Find("title").Text()).To(Equal("Zoo"))
		Expect(page.Find("h1").Texts()).To(Equal([]string{"Zoo"}))
		Expect(page.Find(".badge").Texts()).To(Equal([]string{"1.2.3", "OpenAPI 3.1.0"}))
		Expect(page.Find(".lead").Text()).To(Equal("Animals over HTTP"))
		Expect(page.Find(".text .prose strong").Text()).To(Equal("small"))
		Expect(page.Find(".info-links a").Attributes("href")).To(Equal([]string{"mailto:keeper@zoo.example", "https://zoo.example/terms"}))
		Expect(page.Find(".server-url").Text()).To(Equal("https://{region}.zoo.example"))
		Expect(page.Find(".scheme summary").Text()).To(Equal("key API key"))
	})

	It("lists every operation below its tags and what has none after them", func(ctx SpecContext) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: coretest.Document(), Settings: listing})

		Expect(page.Find(".tag-section h2").Texts()).To(Equal([]string{"Our animals", "food", "More operations and webhooks"}))
		Expect(page.Find(".operation-line").Attributes("href")).To(Equal([]string{
			"./operations/listAnimals", "./operations/feed", "./operations/feed", "./operations/GET-health", "./webhooks/animalBorn",
		}))
	})

	It("counts the operations of a tag that it does not list", func(ctx SpecContext) {
		text := strings.Builder{}
		text.WriteString("openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n")
		for i := range 199 {
			fmt.Fprintf(&text, "  /%d: {get: {tags: [%c], responses: {}}}\n", i, 'a'+i/101)
		}
		text.WriteString("  /b: {get: {tags: [b], responses: {}}}\n  /c: {get: {tags: [b], responses: {}}}\n  /d: {get: {tags: [b], responses: {}}}\n")

		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: load(ctx, text.String()), Settings: listing})

		Expect(page.Find(".operation-more").Texts()).To(Equal([]string{"1 more operation", "1 more operation"}))
	})

	It("lists what could not be read, with its place", func(ctx SpecContext) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: coretest.Document(), Settings: authoring})

		Expect(page.Find("[data-problems] li").Text()).To(Equal("line 3, column 5 /paths/~1lost the path item is a number"))

		doc := load(ctx, "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n")
		doc.Problems = []apidoc.Problem{{File: "api/lost.yaml", Line: 3, Column: 5, Message: "it is a number"}}
		page = render(ctx, &core.Page{Kind: core.PageOverview, Document: doc, Settings: authoring})
		Expect(page.Find("[data-problems] li").Text()).To(Equal("api/lost.yaml, line 3, column 5 it is a number"))
	})
})

var _ = Describe("A heading in the description of an operation", func() {
	It("stands one level below its title", func(ctx SpecContext) {
		doc := load(ctx, "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {get: {description: \"Text\\n\\n### Related\", responses: {}}}}\n")
		whole, err := doc.Operation(ctx, doc.Operations[0].Slug)
		Expect(err).NotTo(HaveOccurred())

		page := render(ctx, &core.Page{Kind: core.PageOperation, Document: doc, Operation: whole, Root: "../"})

		Expect(page.Find(".prose h2").Text()).To(HavePrefix("Related"))
	})
})

// authoring shows what concerns those who write a description.
var authoring = core.Settings{ForAuthors: true}

var _ = Describe("A description with problems", func() {
	const odd = `openapi: 3.1.0
info: {title: T, version: '1'}
x-tagGroups: [{name: G, tags: [ghost]}]
paths: {/a: {get: {operationId: same, responses: {}}, put: {operationId: same, responses: {}}}%s}
`

	It("has no notice for readers", func(ctx SpecContext) {
		doc := load(ctx, fmt.Sprintf(odd, ", /b: 7"))

		Expect(doc.Problems).To(HaveLen(3))
		Expect(render(ctx, &core.Page{Kind: core.PageOverview, Document: doc}).Find("[data-problems]")).To(BeEmpty())
	})

	It("has one that lists everything for its authors", func(ctx SpecContext) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: load(ctx, fmt.Sprintf(odd, "")), Settings: authoring})

		Expect(page.Find("[data-problems] summary").Text()).To(Equal("2 findings about the description"))
		Expect(page.Find("[data-problems] li")).To(HaveLen(2))
	})
})

var _ = Describe("The sidebar", func() {
	It("groups the tags and opens the one of the page", func(ctx SpecContext) {
		page := render(ctx, samplePage(core.PageOperation))

		Expect(page.Find(".nav-group-name").Texts()).To(Equal([]string{"Inhabitants", "Other", "More operations", "Webhooks", "Models"}))
		Expect(page.Find(".sidebar a[aria-current=page] .nav-text").Texts()).To(HaveEach("Feed an animal"))
		Expect(page.Find(".sidebar [data-nav-tag] a.nav-tag").Texts()).To(Equal([]string{"Our animals", "food"}))
		Expect(page.Find(".sidebar .nav-item details[open] summary").Attributes("aria-label")).To(Equal([]string{"What is in Our animals", "What is in food"}))
	})
})

var _ = Describe("The page of an operation", func() {
	It("shows the method, the path and what is sent", func(ctx SpecContext) {
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "PUT", Path: "/a/{id}", Summary: "Put it", Deprecated: true},
			Parameters: []apidoc.Parameter{
				{Name: "q", In: apidoc.InQuery, Style: "form", Explode: true, Schema: &apidoc.Schema{Types: []string{"integer"}, Minimum: "0", Default: json.RawMessage("0")}},
				{Name: "id", In: apidoc.InPath, Required: true, Style: "simple", Schema: &apidoc.Schema{Types: []string{"string"}, Format: "uuid"}},
			},
		}, nil))

		Expect(page.Find("h1").Texts()).To(Equal([]string{"Put it"}))
		Expect(page.Find(".endpoint").Text()).To(Equal("PUT /a/{id} Copy"))
		Expect(page.Find(".badge-warning").Text()).To(Equal("Deprecated"))
		Expect(page.Find("section.section h2").Texts()).To(Equal([]string{"Path parameters", "Query parameters"}))
		Expect(page.Find(".schema-row .schema-head").Texts()).To(Equal([]string{"id string · uuid required", "q integer"}))
		Expect(page.Find(".facts-inline").Text()).To(Equal("default 0 at least 0"))
	})

	It("marks parameters that are deprecated, by themselves or by their schemas, once", func(ctx SpecContext) {
		old := &apidoc.Schema{Types: []string{"string"}, Deprecated: true}
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "GET", Path: "/"},
			Parameters: []apidoc.Parameter{
				{Name: "page", In: apidoc.InQuery, Deprecated: true, Schema: &apidoc.Schema{Types: []string{"string"}}},
				{Name: "sort", In: apidoc.InQuery, Deprecated: true, Schema: old},
				{Name: "size", In: apidoc.InQuery, Schema: old},
				{Name: "q", In: apidoc.InQuery, Schema: &apidoc.Schema{Types: []string{"string"}}},
			},
		}, nil))

		Expect(page.Find(".schema-row .schema-head").Texts()).To(Equal([]string{"page string deprecated", "sort string deprecated", "size string deprecated", "q string"}))
		Expect(page.Find(".is-deprecated").Texts()).To(Equal([]string{"page", "sort"}))
	})

	It("says which authentication is possible", func(ctx SpecContext) {
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "GET", Path: "/"},
			Security: []apidoc.SecurityRequirement{
				{Schemes: []apidoc.RequiredScheme{{Name: "key"}, {Name: "oauth", Scopes: []string{"read", "write"}}}}, {},
			},
		}, nil))

		Expect(page.Find(".requirements li").Texts()).To(Equal([]string{"key and oauth read write", "or no authentication"}))
	})

	It("shows responses with their headers, bodies and links", func(ctx SpecContext) {
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{ID: "o", Method: "GET", Path: "/"},
			Responses: []apidoc.Response{
				{
					Status: "200", Description: "Fine",
					Headers: []apidoc.Header{{Name: "X-Left", Schema: &apidoc.Schema{Types: []string{"integer"}}}},
					Content: []apidoc.MediaType{{Name: "application/json", Example: json.RawMessage(`{"a":1}`)}},
					Links:   []apidoc.Link{{Name: "next", OperationID: "o", Parameters: []apidoc.LinkArgument{{Name: "page", Value: json.RawMessage(`"$response.body#/next"`)}}}},
				},
				{Status: "404"},
			},
		}, nil))

		Expect(page.Find(".response summary .status").Texts()).To(Equal([]string{"200", "404"}))
		Expect(page.Find(".response-text").Texts()).To(Equal([]string{"Fine", "Not Found"}))
		Expect(page.Find(".response .schema-name").Texts()).To(Equal([]string{"X-Left", "next"}))
		Expect(page.Find(".response .schema-type a").Attributes("href")).To(Equal([]string{"../operations/o"}))
		Expect(page.Find(".samples section[aria-label=Response] .code").Text()).To(Equal(`{ "a" : 1 }`))
	})

	It("has an item of a stream beside it", func(ctx SpecContext) {
		op := &apidoc.Operation{OperationSummary: apidoc.OperationSummary{Method: "GET", Path: "/s"}, Responses: []apidoc.Response{{Status: "200", Content: []apidoc.MediaType{
			{Name: "application/jsonl", ItemSchema: &apidoc.Schema{Types: []string{"object"}, Properties: []apidoc.Property{{Name: "a", Schema: &apidoc.Schema{Types: []string{"integer"}}}}}},
		}}}}

		card := render(ctx, operationPage(op, nil)).Find(".samples section[aria-label=Response]")

		Expect(card.Find(".code").Text()).To(Equal(`{ "a" : 1 }`))
		Expect(card.Find(".sample-note").Text()).To(Equal("application/jsonl · Each item of the stream"))
	})

	It("shows callbacks with everything in them", func(ctx SpecContext) {
		callback := apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST", Summary: "Tell"}, Responses: []apidoc.Response{{Status: "202"}},
		}
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST", Path: "/"},
			Callbacks:        []apidoc.Callback{{Name: "done", Expression: "{$request.body#/url}", Operations: []apidoc.Operation{callback}}},
		}, nil))

		Expect(page.Find(".callback summary").Texts()[0]).To(Equal("POST done {$request.body#/url}"))
		Expect(page.Find(".callback .status").Texts()).To(Equal([]string{"202"}))
	})

	It("gives a command that can be pasted into a shell", func(ctx SpecContext) {
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST", Path: "/it's"},
			Servers:          []apidoc.Server{{URL: "https://api.example"}},
		}, nil))

		Expect(page.Find("section[aria-label=Request] .code").Exact()).To(Equal("curl 'https://api.example/it'\\''s' \\\n  --request POST"))
	})
})

var _ = Describe("A schema", func() {
	pet := "#/components/schemas/Pet"
	models := []apidoc.ModelSummary{{Name: "Pet", Ref: pet}}

	It("links models and opens them one level", func(ctx SpecContext) {
		schemas := map[string]*apidoc.Schema{pet: {Types: []string{"object"}, Properties: []apidoc.Property{
			{Name: "name", Schema: &apidoc.Schema{Types: []string{"string"}}, Required: true},
			{Name: "mother", Schema: &apidoc.Schema{Ref: pet}},
			{Name: "friends", Schema: &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Ref: pet}}},
		}}}
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "GET", Path: "/"},
			Responses:        []apidoc.Response{{Status: "200", Content: []apidoc.MediaType{{Name: "application/json", Schema: &apidoc.Schema{Ref: pet}}}}},
		}, schemas, models...))

		Expect(page.Find(".response .schema-type a").Attributes("href")).To(HaveEach("../models/Pet"))
		Expect(page.Find(".response .schema-head").Texts()).To(Equal([]string{
			"name string required", "mother Pet { name, mother, friends } recursive", "friends array of Pet { name, mother, friends } recursive",
		}))
	})

	It("says which reference leads nowhere", func(ctx SpecContext) {
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "GET", Path: "/"},
			Parameters:       []apidoc.Parameter{{Name: "a", In: apidoc.InQuery, Schema: &apidoc.Schema{Ref: "#/gone"}}},
		}, nil))

		Expect(page.Find(".broken code").Text()).To(Equal("#/gone"))
	})

	DescribeTable("names its type",
		func(ctx SpecContext, s *apidoc.Schema, want string) {
			page := render(ctx, operationPage(&apidoc.Operation{
				OperationSummary: apidoc.OperationSummary{Method: "GET", Path: "/"},
				Parameters:       []apidoc.Parameter{{Name: "a", In: apidoc.InQuery, Schema: s}},
			}, map[string]*apidoc.Schema{pet: {}}, models...))

			Expect(page.Find(".schema-head .schema-type").Texts()[0]).To(Equal(want))
		},
		Entry("of a plain value", &apidoc.Schema{Types: []string{"integer"}, Format: "int64"}, "integer · int64"),
		Entry("of a value that may be null", &apidoc.Schema{Types: []string{"string", "null"}}, "string or null"),
		Entry("of a list of models", &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Ref: pet}}, "array of Pet"),
		Entry("of alternatives", &apidoc.Schema{OneOf: []*apidoc.Schema{{Ref: pet}, {Types: []string{"string"}}}}, "Pet or string"),
		Entry("of alternatives of the same type, once", &apidoc.Schema{AnyOf: []*apidoc.Schema{{Types: []string{"string"}}, {Types: []string{"string"}, MaxLength: new(int64(0))}}}, "string"),
		Entry("of nothing said", &apidoc.Schema{}, "any"),
		Entry("of a schema that matches nothing", &apidoc.Schema{Always: new(false)}, "nothing"),
		Entry("of no schema", nil, "any"),
	)
})

var _ = Describe("Settings", func() {
	overview := func(ctx context.Context, s core.Settings) htmltest.Nodes {
		return render(ctx, &core.Page{Kind: core.PageOverview, Document: coretest.Document(), Settings: s})
	}

	It("leave the sidebar out", func(ctx SpecContext) {
		page := overview(ctx, core.Settings{HideSidebar: true})

		Expect(page.Find("nav.sidebar")).To(BeEmpty())
		Expect(page.Find("a[download]")).To(HaveLen(2))
	})

	It("leave models out, also out of the names of types", func(ctx SpecContext) {
		page := samplePage(core.PageOperation)
		page.Settings.HideModels = true

		shown := render(ctx, page)

		Expect(shown.Find("a").Attributes("href")).NotTo(ContainElement(ContainSubstring("models/")))
	})

	It("leave the download out", func(ctx SpecContext) {
		Expect(overview(ctx, core.Settings{}).Find("a[download]").Attributes("href")).To(Equal([]string{"./openapi.json", "./openapi.yaml"}))
		Expect(overview(ctx, core.Settings{HideDownloadButton: true}).Find("a[download]")).To(BeEmpty())
	})

	It("leave the search out", func(ctx SpecContext) {
		page := overview(ctx, core.Settings{HideSearch: true})

		Expect(page.Find("form")).To(BeEmpty())
		Expect(page.Find("dialog[data-search-dialog]")).To(BeEmpty())
	})

	It("choose the colours", func(ctx SpecContext) {
		page := overview(ctx, core.Settings{Theme: "moon", DarkMode: "dark"})

		Expect(page.Find("html.theme-moon")).To(HaveLen(1))
		Expect(page.Find("html[data-mode=dark]")).To(HaveLen(1))
	})

	It("hide the sample of a client", func(ctx SpecContext) {
		page := samplePage(core.PageOperation)
		Expect(render(ctx, page).Find("details[data-curl]")).To(HaveLen(1))

		page.Settings.HiddenClients = []string{"shell/curl"}
		Expect(render(ctx, page).Find("details[data-curl]")).To(BeEmpty())

		page.Settings.HiddenClients = []string{"*"}
		Expect(render(ctx, page).Find("section[aria-label=Request]")).To(BeEmpty())
	})

	It("give the page its meta information", func(ctx SpecContext) {
		page := overview(ctx, core.Settings{Meta: []core.MetaItem{
			{Name: "title", Value: "T"}, {Name: "description", Value: "D"}, {Name: "og:title", Value: "O"}, {Name: "twitter:card", Value: "summary"},
		}})

		Expect(page.Find("title").Text()).To(Equal("T"))
		Expect(page.Find("meta[name=description]").Attributes("content")).To(Equal([]string{"D"}))
		Expect(page.Find("meta[property=og:title]").Attributes("content")).To(Equal([]string{"O"}))
		Expect(page.Find("meta[name=twitter:card]").Attributes("content")).To(Equal([]string{"summary"}))
	})
})
