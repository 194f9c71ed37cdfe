package trial_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/trial"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// part is that of the first operation of a description.
func part(ctx context.Context, text string, o trial.Options) trial.Part {
	GinkgoHelper()
	doc, err := openapi.FromContent(text).Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	op, err := doc.Operation(ctx, doc.Operations[0].Slug)
	Expect(err).NotTo(HaveOccurred())
	o.Kind = core.PageOperation
	p, err := trial.New(ctx, doc, op, o)
	Expect(err).NotTo(HaveOccurred())
	return p
}

const pets = `
openapi: 3.0.3
info: {title: Pets, version: "1"}
servers: [{url: "https://{region}.example", description: Main, variables: {region: {default: eu, enum: [eu, us]}}}]
security: [{key: []}, {login: [read]}]
paths:
  /pets/{id}:
    post:
      operationId: addPet
      summary: Add a pet
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
        - {name: tags, in: query, description: "First [line](https://x.example) of **two**.\nSecond line.", deprecated: true, style: pipeDelimited, explode: false, example: [a, 12345678901234567890.10], schema: {type: array, items: {type: string}}}
        - {name: filter, in: query, content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: "#/components/schemas/Pet"}
            examples: {cat: {summary: A cat, value: {name: Tom}}, outside: {externalValue: "https://x.example"}}
          multipart/form-data: {schema: {type: object, properties: {photo: {type: string, format: binary}}}, encoding: {photo: {contentType: image/png}}}
          image/*: {}
      responses:
        "201":
          description: Made
          headers: {Location: {required: true, schema: {type: string}}}
          content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}
          links: {again: {operationId: addPet, parameters: {path.id: $response.body#/id, size: 1.50}, requestBody: {n: 12345678901234567890}, server: {url: "https://eu.example"}}, lost: {operationId: nope}}
components:
  schemas:
    Pet: {type: object, required: [name], properties: {name: {type: string, nullable: true, maxLength: 5}, parent: {$ref: "#/components/schemas/Pet"}, owner: {$ref: "#/components/schemas/Owner"}, id: {type: integer, readOnly: true}}}
    Owner: {type: object, additionalProperties: {type: string, exclusiveMinimum: true, minimum: 0, enum: [a, 1.50]}}
    Unused: {type: string}
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: "**Key** of a <b>user</b>: X-Key: <api_key>, or <your key>"}
    login: {type: oauth2, flows: {clientCredentials: {tokenUrl: "https://id.example/token", scopes: {read: Reading}}}}
    unused: {type: http, scheme: basic}
`

var _ = Describe("A part", func() {
	It("tells servers apart by their names (OpenAPI 3.2), which are short", func(ctx SpecContext) {
		p := part(ctx, strings.NewReplacer("3.0.3", "3.2.0", "description: Main", "name: main, description: Main").Replace(pets), trial.Options{})

		Expect(p.Servers).To(HaveExactElements(HaveField("Description", "main")))
	})

	It("names the operation, its servers and its parameters", func(ctx SpecContext) {
		p := part(ctx, pets, trial.Options{OwnProxy: true, ProxyURL: "https://proxy.example"})

		Expect(p.Operation).To(Equal(trial.Operation{Slug: "addPet", URL: "operations/addPet", Method: "POST", Path: "/pets/{id}", ID: "addPet", Title: "Add a pet"}))
		Expect(p.Servers).To(Equal([]trial.Server{{URL: "https://{region}.example", Description: "Main", Variables: []trial.Variable{{Name: "region", Default: "eu", Enum: []string{"eu", "us"}}}}}))
		Expect(p.Proxy).To(Equal(trial.Proxy{Own: true, URL: "https://proxy.example"}))
		Expect(p.Parameters).To(HaveLen(3))
		Expect(p.Parameters[0]).To(And(HaveField("Required", true), HaveField("Given", false), HaveField("Style", "simple")))
		Expect(p.Parameters[1]).To(And(HaveField("Deprecated", true), HaveField("Given", true), HaveField("Description", "First line of two. Second line."),
			HaveField("Example", `["a",12345678901234567890.10]`), HaveField("Style", "pipeDelimited"), HaveField("Explode", false)))
		Expect(p.Parameters[2].Media).To(Equal("application/json"))
		Expect(p.Parameters[2].Schema).To(MatchJSON(`{"$ref":"#/components/schemas/Pet"}`))
	})

	It("says what bodies begin with, and of which kind they are", func(ctx SpecContext) {
		p := part(ctx, pets, trial.Options{})

		Expect(p.Body.Required).To(BeTrue())
		Expect(p.Body.Media).To(HaveLen(3))
		Expect(p.Body.Media[0]).To(And(HaveField("Kind", trial.KindText), HaveField("Example", "{\n  \"name\": \"Tom\"\n}")))
		Expect(p.Body.Media[0].Examples).To(Equal([]trial.Example{{Name: "cat", Summary: "A cat", Value: "{\n  \"name\": \"Tom\"\n}"}}))
		Expect(p.Body.Media[1]).To(And(HaveField("Kind", trial.KindForm), HaveField("Encoding", ConsistOf(HaveField("ContentType", "image/png")))))
		Expect(p.Body.Media[2]).To(And(HaveField("Kind", trial.KindFile), HaveField("Type", "image/png")))
	})

	It("holds the schemas that are referred to, each once, as those of JSON Schema 2020-12", func(ctx SpecContext) {
		p := part(ctx, pets, trial.Options{})

		Expect(p.Schemas).To(HaveLen(2))
		Expect(p.Schemas["#/components/schemas/Pet"]).To(MatchJSON(`{"type":"object","properties":{
			"name":{"type":["string","null"],"maxLength":5},"parent":{"$ref":"#/components/schemas/Pet"},
			"owner":{"$ref":"#/components/schemas/Owner"},"id":{"type":"integer","readOnly":true}},"required":["name"]}`))
		Expect(p.Schemas["#/components/schemas/Owner"]).To(MatchJSON(`{"type":"object","additionalProperties":{"type":"string","enum":["a",1.50],"exclusiveMinimum":0}}`))
		Expect(string(p.Schemas["#/components/schemas/Owner"])).To(ContainSubstring("1.50"))
		Expect(p.Truncated).To(BeFalse())
	})

	It("says what answers look like and where they lead", func(ctx SpecContext) {
		p := part(ctx, pets, trial.Options{})

		Expect(p.Responses).To(HaveLen(1))
		Expect(p.Responses[0].Headers).To(ConsistOf(And(HaveField("Name", "Location"), HaveField("Required", true))))
		Expect(p.Responses[0].Media[0].Schema).To(MatchJSON(`{"$ref":"#/components/schemas/Pet"}`))
		Expect(p.Responses[0].Links).To(ConsistOf(
			trial.Link{
				Name: "again", Operation: "addPet", URL: "operations/addPet", Title: "Add a pet", Server: "https://eu.example",
				Parameters:  []trial.Argument{{Name: "path.id", Value: `"$response.body#/id"`}, {Name: "size", Value: "1.50"}},
				RequestBody: `{"n":12345678901234567890}`,
			},
			And(HaveField("Name", "lost"), HaveField("Operation", ""), HaveField("URL", ""), HaveField("Title", "nope"))))
	})

	It("has the schemes that the operation names, and what the configuration fills in", func(ctx SpecContext) {
		p := part(ctx, pets, trial.Options{Credentials: core.Credentials{APIKey: "k", Username: "u", Schemes: map[string]core.SchemeCredentials{"login": {Token: "t"}}}})

		Expect(p.Security).To(Equal([][]trial.Requirement{{{Scheme: "key", Scopes: []string{}}}, {{Scheme: "login", Scopes: []string{"read"}}}}))
		Expect(p.Schemes).To(HaveExactElements(
			And(HaveField("Name", "key"), HaveField("Scheme", And(HaveField("In", apidoc.InHeader), HaveField("Name", "X-Key"), HaveField("Description", "Key of a user: X-Key: <api_key>, or <your key>")))),
			And(HaveField("Name", "login"), HaveField("Scheme.Flows", ConsistOf(And(HaveField("Kind", "clientCredentials"), HaveField("TokenURL", "https://id.example/token"))))),
		))
		Expect(json.Marshal(p.Schemes)).To(And(HavePrefix(`{"key":{"type":"apiKey"`), ContainSubstring(`},"login":{"type":"oauth2"`)))
		Expect(p.Prefill.APIKey.Token).To(Equal("k"))
		Expect(p.Prefill.HTTP.Basic.Username).To(Equal("u"))
		Expect(p.Prefill.SecuritySchemes["login"].Token).To(Equal("t"))
	})

	It("has lists and objects where there is nothing, so that scripts need not ask", func(ctx SpecContext) {
		text, err := json.Marshal(part(ctx, `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"get":{}}}}`, trial.Options{}))

		Expect(err).NotTo(HaveOccurred())
		Expect(strings.Count(string(text), "null")).To(Equal(1), string(text))
		Expect(string(text)).To(ContainSubstring(`"body":null`))
	})

	It("says of the schemas of responses alone only what can be checked", func(ctx SpecContext) {
		p := part(ctx, `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"post":{"requestBody":{"content":{"a/b":{"schema":{"$ref":"#/components/schemas/In"}}}},"responses":{"200":{"description":"","content":{"a/b":{"schema":{"$ref":"#/components/schemas/Out"}}}}}}}},
			"components":{"schemas":{"In":{"title":"I","description":"Said"},"Out":{"title":"O","description":"Not said","minLength":2}}}}`, trial.Options{})

		Expect(p.Schemas["#/components/schemas/In"]).To(MatchJSON(`{"title":"I","description":"Said"}`))
		Expect(p.Schemas["#/components/schemas/Out"]).To(MatchJSON(`{"minLength":2}`))
	})

	It("is bounded, and has the schemas of the request first", func(ctx SpecContext) {
		var text strings.Builder
		text.WriteString(`{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/s0"}}}},"responses":{"200":{"description":"","content":{"a/b":{"schema":{"$ref":"#/components/schemas/last"}}}}}}}},"components":{"schemas":{"last":{"type":"string"}`)
		for i := range 3000 {
			fmt.Fprintf(&text, `,"s%d":{"description":%q,"anyOf":[{"$ref":"#/components/schemas/s%d"},{"$ref":"#/components/schemas/s%d"}]}`, i, strings.Repeat("é", 400), i+1, (i*7)%3000)
		}
		text.WriteString(`}}}`)

		p := part(ctx, text.String(), trial.Options{})

		out, err := json.Marshal(p)
		Expect(err).NotTo(HaveOccurred())
		Expect(p.Truncated).To(BeTrue())
		Expect(len(out)).To(BeNumerically("<", 600<<10))
		Expect(p.Schemas).To(HaveKey("#/components/schemas/s0"))
		Expect(p.Schemas).NotTo(HaveKey("#/components/schemas/last"))
	})

	It("is not written when nobody waits for it", func(ctx SpecContext) {
		doc := apidoc.New(apidoc.Outline{}, apidoc.Memory{}, apidoc.Text{})
		gone, cancel := context.WithCancel(ctx)
		cancel()

		_, err := trial.New(gone, doc, &apidoc.Operation{}, trial.Options{})

		Expect(err).To(MatchError(context.Canceled))
	})
})

var _ = Describe("Lists within lists of Swagger 2.0", func() {
	const lists = `
swagger: "2.0"
info: {title: Lists, version: "1"}
host: api.example
paths:
  /m/{path}:
    post:
      operationId: lists
      consumes: [application/x-www-form-urlencoded]
      parameters:
        - {name: path, in: path, required: true, type: array, collectionFormat: pipes, items: {type: string}, x-example: [a, b]}
        - {name: q, in: query, required: true, type: array, collectionFormat: pipes, items: {type: array, collectionFormat: ssv, items: {type: string}}, x-example: [[a, b], [c]]}
        - {name: m, in: query, required: true, type: array, collectionFormat: multi, items: {type: array, items: {type: array, collectionFormat: pipes, items: {type: integer}}}, x-example: [[[1, 2], [3]]]}
        - {name: X-H, in: header, required: true, type: array, collectionFormat: pipes, items: {type: integer}, x-example: [1, 2]}
        - {name: f, in: formData, type: array, collectionFormat: pipes, items: {type: array, items: {type: string}}, x-example: [[a, b], [c]]}
      responses: {200: {description: Done}}
`

	It("are texts with the separators of their items", func(ctx SpecContext) {
		doc, err := openapi.FromContent(lists).Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		o, err := doc.Operation(ctx, "lists")
		Expect(err).NotTo(HaveOccurred())

		r := snippet.Build(ctx, doc, o, snippet.Options{})

		Expect(r.URL.Shown).To(HaveSuffix("api.example/m/a%7Cb?q=a%20b%7Cc&m=1%7C2%2C3"))
		Expect(r.Headers).To(ContainElement(snippet.Header{Name: "X-H", Value: snippet.Secret{Shown: "1|2"}}))
		Expect(r.Body.Text).To(Equal("f=a%2Cb%7Cc"))
	})

	It("are texts to be filled in", func(ctx SpecContext) {
		p := part(ctx, lists, trial.Options{})

		Expect(p.Parameters[1]).To(And(HaveField("Example", `["a b","c"]`), HaveField("Schema", MatchJSON(`{"type":"array","items":{"type":"string"}}`))))
		Expect(p.Body.Media[0]).To(And(HaveField("Example", MatchJSON(`{"f":["a,b","c"]}`)), HaveField("Schema", MatchJSON(`{"type":"object","properties":{"f":{"type":"array","items":{"type":"string"}}}}`))))
	})
})

var _ = Describe("Parts of a form in XML", func() {
	It("are texts to be filled in, with the headers that they are sent with", func(ctx SpecContext) {
		p := part(ctx, `
openapi: 3.1.0
info: {title: Parts, version: "1"}
paths:
  /a:
    post:
      operationId: send
      requestBody:
        content:
          multipart/form-data:
            schema: {type: object, properties: {pet: {$ref: "#/components/schemas/Pet"}, meta: {type: object, properties: {n: {type: integer, example: 1}}}}}
            encoding: {pet: {contentType: application/xml, headers: {X-Sum: {required: true, example: abc, schema: {type: string}}}}}
components: {schemas: {Pet: {type: object, properties: {name: {type: string, example: Rex}}}}}
`, trial.Options{})

		Expect(p.Body.Media[0].Schema).To(MatchJSON(`{"type":"object","properties":{"pet":{"type":"string","contentMediaType":"application/xml"},"meta":{"type":"object","properties":{"n":{"type":"integer","examples":[1]}}}}}`))
		Expect(p.Body.Media[0].Example).To(MatchJSON(`{"pet":"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Pet>\n  <name>Rex</name>\n</Pet>","meta":{"n":1}}`))
		Expect(p.Body.Media[0].Encoding[0].Send).To(Equal([][2]string{{"X-Sum", "abc"}}))
	})
})
