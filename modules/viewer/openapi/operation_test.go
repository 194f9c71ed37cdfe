package openapi_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// readOperation reads an operation of a file of testdata.
func readOperation(ctx SpecContext, file, slug string) *apidoc.Operation {
	GinkgoHelper()
	op, err := loadSample(ctx, file).Operation(ctx, slug)
	Expect(err).NotTo(HaveOccurred())
	return op
}

var _ = Describe("An operation", func() {
	It("holds what stands beside its parts", func(ctx SpecContext) {
		op := readOperation(ctx, "library-3.0.json", "getBook")

		Expect(op.PathSummary).To(Equal("One book"))
		Expect(op.PathDescription).To(Equal("Path text"))
		Expect(op.ExternalDocs).To(Equal(&apidoc.ExternalDocs{URL: "https://example.com/get"}))
		Expect(op.Extensions).To(BeEmpty())
		Expect(op.PathExtensions).To(Equal([]apidoc.Extension{{Name: "x-path", Value: raw("true")}}))
	})

	It("has the parameters of its path item and its own, with the defaults of their places", func(ctx SpecContext) {
		op := readOperation(ctx, "library-3.0.json", "getBook")

		Expect(op.Parameters).To(HaveExactElements(
			apidoc.Parameter{
				Name: "id", In: apidoc.InPath, Required: true, Description: "Which", Style: "simple", Ref: "#/components/parameters/Id",
				Schema: &apidoc.Schema{Types: []string{"integer"}, Format: "int64", ExclusiveMinimum: "0", Maximum: "9"},
			},
			apidoc.Parameter{
				Name: "fields", In: apidoc.InQuery, Style: "spaceDelimited", AllowReserved: true,
				Schema: &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Types: []string{"string"}}},
			},
			And(HaveField("Style", "deepObject"), HaveField("Explode", false), HaveField("AllowEmptyValue", true)),
			And(HaveField("In", apidoc.InCookie), HaveField("Style", "form"), HaveField("Explode", true), HaveField("Example", raw(`"abc"`))),
			And(HaveField("Style", "simple"), HaveField("Explode", false), HaveField("Deprecated", true), HaveField("Schema", BeNil()),
				HaveField("Content", HaveExactElements(HaveField("Schema.Types", []string{"object"})))),
			And(HaveField("Extensions", []apidoc.Extension{{Name: "x-hint", Value: raw(`"fast"`)}}), HaveField("Examples", []apidoc.Example{
				{Name: "up", Summary: "Rising", Description: "d", ExternalValue: "https://example.com/up"}, {Name: "down", Summary: "Falling", Value: raw(`"-x"`)},
			})),
		))
	})

	It("has parameters that override those of the path item", func(ctx SpecContext) {
		op := readOperation(ctx, "library-v2.yaml", "listBooks")

		Expect(op.Parameters[:2]).To(HaveExactElements(
			And(HaveField("Name", "page"), HaveField("Ref", "#/parameters/page"), HaveField("Example", raw("3")),
				HaveField("Schema", &apidoc.Schema{Types: []string{"integer"}, Format: "int32", Minimum: "1", Default: raw("1")})),
			And(HaveField("Name", "shelf"), HaveField("Description", "of the operation"))))
	})

	It("has the responses in their order, references followed", func(ctx SpecContext) {
		op := readOperation(ctx, "library-3.0.json", "getBook")

		Expect(op.Responses).To(HaveExactElements(
			And(HaveField("Status", "200"), HaveField("Ref", "")),
			And(HaveField("Status", "4XX"), HaveField("Ref", "#/components/responses/Refused"), HaveField("Description", "Refused"),
				HaveField("Content", HaveExactElements(HaveField("Schema.Ref", "#/components/schemas/Problem")))),
			apidoc.Response{Status: "default", Description: "Anything else"},
		))
	})

	It("has headers, content, encoding and links in a response", func(ctx SpecContext) {
		response := readOperation(ctx, "library-3.0.json", "getBook").Responses[0]

		explode := true
		integer := &apidoc.Schema{Types: []string{"integer"}}
		Expect(response.Headers).To(Equal([]apidoc.Header{
			{Name: "ETag", Description: "Version", Required: true, Style: "simple", Schema: &apidoc.Schema{Types: []string{"string"}}},
			{Name: "X-Limit", Description: "Left", Style: "simple", Schema: integer, Ref: "#/components/headers/Limit"},
		}))
		Expect(response.Content).To(Equal([]apidoc.MediaType{
			{Name: "application/json", Schema: &apidoc.Schema{Ref: "#/components/schemas/Book"}, Example: raw(`{"z":1,"a":[1.50,12345678901234567890]}`)},
			{Name: "multipart/mixed", Schema: &apidoc.Schema{Types: []string{"object"}}, Encoding: []apidoc.Encoding{{
				Property: "cover", ContentType: "image/png", Style: "form", Explode: &explode,
				Headers: []apidoc.Header{{Name: "X-Size", Style: "simple", Schema: integer}},
			}}},
		}))
		Expect(response.Links).To(Equal([]apidoc.Link{{
			Name: "author", OperationID: "getAuthor", RequestBody: raw(`{"a":1}`), Server: &apidoc.Server{URL: "https://authors.example.com"},
			Parameters: []apidoc.LinkArgument{{Name: "id", Value: raw(`"$response.body#/author"`)}},
		}}))
	})

	It("has a request body", func(ctx SpecContext) {
		op := readOperation(ctx, "library-3.0.json", "putBook")

		Expect(op.RequestBody).To(Equal(&apidoc.RequestBody{
			Description: "The book", Required: true, Ref: "#/components/requestBodies/Book",
			Content: []apidoc.MediaType{{Name: "application/json", Schema: &apidoc.Schema{Ref: "#/components/schemas/Book"}}},
		}))
		Expect(readOperation(ctx, "library-3.0.json", "getBook").RequestBody).To(BeNil())
	})

	It("has callbacks with the servers that they name alone, and not those of the API", func(ctx SpecContext) {
		doc := loadText(ctx, head+`servers: [{url: https://api.example}]
paths: {/a: {post: {operationId: a, callbacks: {c: {'{$url}': {post: {}, put: {servers: [{url: https://own.example}]}}, /x: {servers: [{url: https://item.example}], get: {}}}}}}}
`)
		op, err := doc.Operation(ctx, "a")

		Expect(err).NotTo(HaveOccurred())
		Expect(op.Servers).To(HaveExactElements(HaveField("URL", "https://api.example")))
		Expect(op.Callbacks[0].Operations).To(ConsistOf(HaveField("Servers", BeEmpty()), HaveField("Servers", HaveExactElements(HaveField("URL", "https://own.example")))))
		Expect(op.Callbacks[1].Operations).To(HaveExactElements(HaveField("Servers", HaveExactElements(HaveField("URL", "https://item.example")))))
	})

	It("has callbacks", func(ctx SpecContext) {
		op := readOperation(ctx, "library-3.0.json", "putBook")

		Expect(op.Callbacks).To(HaveExactElements(
			And(HaveField("Name", "stored"), HaveField("Expression", "{$request.body#/url}"), HaveField("Operations", HaveExactElements(
				And(HaveField("Method", "POST"), HaveField("Summary", "Stored"), HaveField("Path", "{$request.body#/url}"),
					HaveField("Pointer", "/paths/~1books~1{id}/put/callbacks/stored/{$request.body#~1url}/post"),
					HaveField("Responses", HaveExactElements(HaveField("Description", "Seen"))))))),
			And(HaveField("Name", "shared"), HaveField("Operations", HaveExactElements(HaveField("Method", "PUT")))),
		))
	})

	DescribeTable("has the nearest security and servers",
		func(ctx SpecContext, file, slug string, security int, urls ...string) {
			op := readOperation(ctx, file, slug)

			var got []string
			for _, s := range op.Servers {
				got = append(got, s.URL)
			}
			Expect(op.Security).To(HaveLen(security))
			Expect(got).To(Equal(urls))
		},
		Entry("those of the description and of the path item", "library-3.0.json", "getBook", 3, "https://books.example.com"),
		Entry("its own, even if nothing is required", "library-3.0.json", "putBook", 0, "https://write.example.com"),
		Entry("none of its own in Swagger 2.0", "library-v2.yaml", "putCover", 1, "https://api.example.com:8443/v1", "http://api.example.com:8443/v1"),
		Entry("its own schemes in Swagger 2.0", "library-v2.yaml", "addBook", 1, "https://api.example.com:8443/v1"),
		Entry("those of the description", "library-3.2.yaml", "queryBooks", 0, "https://example.com"),
	)

	It("stands behind the reference of a path item, with what stands beside it", func(ctx SpecContext) {
		op := readOperation(ctx, "library-3.1.yaml", "deleteAlias")

		Expect(op.Path).To(Equal("/alias"))
		Expect(op.PathSummary).To(Equal("Beside the reference"))
		Expect(op.Responses).To(HaveExactElements(HaveField("Description", "Gone")))
	})

	It("has what YAML merges", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.1.yaml")

		op, err := doc.Operation(ctx, doc.Operations[0].Slug)

		Expect(err).NotTo(HaveOccurred())
		Expect(op.Responses).To(HaveExactElements(
			And(HaveField("Status", "200"), HaveField("Description", "Shared text")),
			And(HaveField("Status", "500"), HaveField("Description", "Broken"))))
	})

	It("has examples in which YAML means what its core schema says", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.1.yaml")

		op, err := doc.Operation(ctx, doc.Operations[0].Slug)

		Expect(err).NotTo(HaveOccurred())
		Expect(string(op.Responses[0].Content[0].Examples[0].Value)).To(Equal(`{"born":"2024-01-31","ok":"yes","big":12345678901234567890,` +
			`"hex":31,"oct":15,"zip":1234,"neg":-0.5,"plain":"1_000","nothing":null,"nan":".nan","text":"5","tagged":"5"}`))
	})

	It("has the value of the example that a value refers to, and keeps a reference that leads nowhere", func(ctx SpecContext) {
		doc, err := openapi.FromContent(`{"openapi": "3.0.3", "info": {"title": "Zoo", "version": "1"},
			"components": {"examples": {"bear": {"value": {"name": "Bruno"}}, "same": {"value": {"$ref": "#/components/examples/bear"}}}},
			"paths": {"/animals": {"get": {"operationId": "list", "responses": {"200": {"description": "All", "content": {"application/json": {"examples": {
				"bear": {"value": {"$ref": "#/components/examples/bear"}},
				"same": {"$ref": "#/components/examples/same"},
				"gone": {"value": {"$ref": "#/components/examples/gone"}},
				"text": {"value": {"$ref": "#/components/schemas/Animal"}}}}}}}}}}}`).Load(ctx)
		Expect(err).NotTo(HaveOccurred())

		op, err := doc.Operation(ctx, doc.Operations[0].Slug)

		Expect(err).NotTo(HaveOccurred())
		Expect(op.Responses[0].Content[0].Examples).To(HaveExactElements(
			And(HaveField("Name", "bear"), HaveField("Value", raw(`{"name":"Bruno"}`))),
			And(HaveField("Name", "same"), HaveField("Value", raw(`{"name":"Bruno"}`))),
			And(HaveField("Name", "gone"), HaveField("Value", raw(`{"$ref":"#/components/examples/gone"}`))),
			And(HaveField("Name", "text"), HaveField("Value", raw(`{"$ref":"#/components/schemas/Animal"}`)))))
	})

	It("has the items of a stream that OpenAPI 3.1 has an extension for", func(ctx SpecContext) {
		doc, err := openapi.FromContent(`{"openapi": "3.1.0", "info": {"title": "Zoo", "version": "1"}, "components": {"schemas": {"Feeding": {"type": "object"}}},
			"paths": {"/feedings": {"get": {"operationId": "watch", "responses": {"200": {"description": "All", "content": {"text/event-stream": {
				"schema": {"type": "string"}, "x-itemSchema": {"$ref": "#/components/schemas/Feeding"}, "x-other": 1}}}}}}}}`).Load(ctx)
		Expect(err).NotTo(HaveOccurred())

		op, err := doc.Operation(ctx, doc.Operations[0].Slug)

		Expect(err).NotTo(HaveOccurred())
		Expect(op.Responses[0].Content).To(HaveExactElements(And(
			HaveField("ItemSchema.Ref", "#/components/schemas/Feeding"), HaveField("Extensions", HaveExactElements(HaveField("Name", "x-other"))))))
		item, err := doc.Schema(ctx, "#/paths/~1feedings/get/responses/200/content/text~1event-stream/itemSchema")
		Expect(err).NotTo(HaveOccurred())
		Expect(item.Ref).To(Equal("#/components/schemas/Feeding"))
		uses, err := doc.Uses(ctx, "#/components/schemas/Feeding")
		Expect(err).NotTo(HaveOccurred())
		Expect(uses.Direct.Operations).To(HaveExactElements(HaveField("ID", "watch")))
	})

	It("has what OpenAPI 3.2 adds", func(ctx SpecContext) {
		op := readOperation(ctx, "library-3.2.yaml", "queryBooks")

		Expect(op.Parameters).To(HaveExactElements(
			And(HaveField("In", apidoc.InQueryString), HaveField("Content", HaveLen(1))),
			And(HaveField("Style", "cookie"), HaveField("Explode", true))))
		Expect(op.Responses).To(HaveExactElements(And(HaveField("Summary", "Found"), HaveField("Content", HaveExactElements(
			And(HaveField("ItemSchema.Types", []string{"object"}), HaveField("Examples", []apidoc.Example{{
				Name: "one", Value: raw(`{"a":1}`), Serialized: `{"a":1}`,
			}})))))))
	})
})

var _ = Describe("An operation of Swagger 2.0", func() {
	DescribeTable("has a style for each collectionFormat",
		func(ctx SpecContext, name, style string, explode bool) {
			op := readOperation(ctx, "library-v2.yaml", "listBooks")

			Expect(op.Parameters).To(ContainElement(And(HaveField("Name", name), HaveField("Style", style), HaveField("Explode", explode))))
		},
		Entry("pipes", "ids", "pipeDelimited", false),
		Entry("multi", "tags", "form", true),
		Entry("none, in a header", "X-Codes", "simple", false),
		Entry("no array", "page", "form", true),
	)

	It("has content for what it produces, and for its examples", func(ctx SpecContext) {
		op := readOperation(ctx, "library-v2.yaml", "listBooks")

		books := &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Ref: "#/definitions/Book"}}
		Expect(op.Responses).To(HaveExactElements(
			apidoc.Response{
				Status: "200", Description: "Books",
				Headers: []apidoc.Header{{Name: "X-Total", Description: "How many", Style: "simple", Schema: &apidoc.Schema{Types: []string{"integer"}}}},
				Content: []apidoc.MediaType{
					{Name: "application/json", Schema: books, Example: raw(`[{"id":1}]`)}, {Name: "text/csv", Schema: books, Example: raw(`"1;Dune"`)},
				},
			},
			apidoc.Response{Status: "404", Description: "There is no such thing", Ref: "#/responses/Missing"},
		))
	})

	It("has a request body made of the parameter in body", func(ctx SpecContext) {
		op := readOperation(ctx, "library-v2.yaml", "addBook")

		Expect(op.RequestBody).To(Equal(&apidoc.RequestBody{
			Description: "The book", Required: true,
			Content: []apidoc.MediaType{{Name: "application/json", Schema: &apidoc.Schema{Ref: "#/definitions/Book"}}},
		}))
		Expect(op.Parameters).To(HaveExactElements(HaveField("Name", "page"), HaveField("Name", "shelf")))
	})

	It("has a request body made of the parameters in formData", func(ctx SpecContext) {
		op := readOperation(ctx, "library-v2.yaml", "putCover")

		explode := false
		Expect(op.RequestBody).To(Equal(&apidoc.RequestBody{Required: true, Content: []apidoc.MediaType{{
			Name: "multipart/form-data",
			Schema: &apidoc.Schema{Types: []string{"object"}, Required: []string{"image"}, Properties: []apidoc.Property{
				{Name: "image", Required: true, Schema: &apidoc.Schema{Types: []string{"string"}, Format: "binary"}},
				{Name: "labels", Schema: &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Types: []string{"string"}}}},
			}},
			Encoding: []apidoc.Encoding{{Property: "labels", Style: "spaceDelimited", Explode: &explode}},
		}}}))
		Expect(op.Parameters).To(HaveExactElements(And(HaveField("Name", "id"), HaveField("Required", true))))
	})
})
