package openapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// preamble is what a description begins with.
const preamble = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"

var _ = Describe("A description in several files", func() {
	bundled := func(ctx context.Context) string {
		doc, err := openapi.FromContent(shopFiles()["bundle.yaml"]).Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		return inJSON(doc)
	}

	It("is one document, of files of the operating system", func(ctx SpecContext) {
		dir := shopFiles().write()
		source, err := openapi.FromFile(filepath.Join(dir, "api", "openapi.yaml"), openapi.WithFilesBelow(dir))
		Expect(err).NotTo(HaveOccurred())

		doc, err := source.Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Problems).To(BeEmpty())
		Expect(inJSON(doc)).To(MatchJSON(bundled(ctx)))
		Expect(doc.Text.MediaType).To(Equal("application/yaml"))
		Expect(doc.Operations).To(HaveLen(2))
		Expect(doc.Models).To(HaveExactElements(
			HaveField("Name", "Animal"), HaveField("Name", "Owner"), HaveField("Name", "Dog"), HaveField("Name", "Error"), HaveField("Name", "Details")))
	})

	It("is one document, of a file system", func(ctx SpecContext) {
		for _, dir := range []string{".", "api"} {
			source, err := openapi.FromFS(shopFiles().system(), "api/openapi.yaml", openapi.WithFilesBelow(dir))
			Expect(err).NotTo(HaveOccurred())

			doc, err := source.Load(ctx)

			Expect(err).NotTo(HaveOccurred())
			Expect(inJSON(doc)).To(MatchJSON(bundled(ctx)))
		}
	})

	It("is one document, of a server", func(ctx SpecContext) {
		asked := []string{}
		transport := core.TransportFunc(func(_ context.Context, r *core.Request) (*core.Response, error) {
			asked = append(asked, r.URL)
			text, there := shopFiles()[strings.TrimPrefix(r.URL, "https://example.com/v1/")]
			if !there {
				return answer(http.StatusNotFound, "").Do(ctx, r)
			}
			return answer(http.StatusOK, text).Do(ctx, r)
		})
		for _, dir := range []string{".", "/", "../", "https://example.com/v1"} {
			source, err := openapi.FromURL("https://example.com/v1/api/openapi.yaml", transport, openapi.WithFilesBelow(dir))
			Expect(err).NotTo(HaveOccurred())

			doc, err := source.Load(ctx)

			Expect(err).NotTo(HaveOccurred())
			Expect(inJSON(doc)).To(MatchJSON(bundled(ctx)))
			Expect(doc.Text.Origin(7).File).To(Equal("https://example.com/v1/api/paths/pets.yaml"))
		}
		Expect(asked).To(HaveEach(HavePrefix("https://example.com/v1/api/")))
	})

	It("may be what a server has at no path at all", func(ctx SpecContext) {
		transport := core.TransportFunc(func(_ context.Context, r *core.Request) (*core.Response, error) {
			if r.URL == "https://example.com/a.yaml" {
				return answer(http.StatusOK, "get: {operationId: a}\n").Do(ctx, r)
			}
			return answer(http.StatusOK, preamble+"paths: {/a: {$ref: a.yaml}}\n").Do(ctx, r)
		})
		for _, address := range []string{"https://example.com", "https://example.com/", "https://example.com?v=1", "https://example.com/api.yaml?v=1#x"} {
			source, err := openapi.FromURL(address, transport, openapi.WithFilesBelow("."))
			Expect(err).NotTo(HaveOccurred())

			doc, err := source.Load(ctx)

			Expect(err).NotTo(HaveOccurred())
			Expect(doc.Operations).To(HaveLen(1), address)
		}
	})

	It("is not followed unless that is asked for", func(ctx SpecContext) {
		source, err := openapi.FromFS(shopFiles().system(), "api/openapi.yaml")
		Expect(err).NotTo(HaveOccurred())

		doc, err := source.Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(messages(doc)).To(ContainElement(HaveSuffix(`the reference "paths/pets.yaml" leads out of the description and is not followed`)))
	})

	It("stays as it was written when nothing in it leads to another file", func(ctx SpecContext) {
		text := preamble + "paths: {} # none\ncomponents: {schemas: {A: {$ref: '#/components/schemas/B'}, B: {type: string}}}\n"

		doc := folder{"openapi.yaml": text}.loaded(ctx)

		Expect(string(doc.Text.Data)).To(Equal(text))
		Expect(doc.Text.Origins).To(BeEmpty())
	})

	It("is JSON when its first file is", func(ctx SpecContext) {
		doc := folder{
			"openapi.yaml": `{"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"$ref": "a.yaml"}}}`,
			"a.yaml":       "get:\n  operationId: a\n",
		}.loaded(ctx)

		Expect(doc.Text.MediaType).To(Equal("application/json"))
		Expect(string(doc.Text.Data)).To(MatchJSON(`{"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": {"/a": {"get": {"operationId": "a"}}}}`))
		places, err := openapi.Places(doc.Text, []string{"/paths/~1a/get/operationId", "/paths/~1a", "/openapi"})
		Expect(err).NotTo(HaveOccurred())
		Expect(places).To(Equal([]openapi.Place{{"a.yaml", 2, 3}, {"openapi.yaml", 1, 72}, {"openapi.yaml", 1, 2}}))
	})

	It("may be Swagger 2.0", func(ctx SpecContext) {
		doc := folder{
			"openapi.yaml": "swagger: '2.0'\ninfo: {title: T, version: '1'}\npaths: {/a: {$ref: 'a.json'}}\n",
			"a.json":       `{"get": {"parameters": [{"$ref": "parts.yaml#/p"}], "responses": {"200": {"description": "", "schema": {"$ref": "parts.yaml#/A"}}, "404": {"$ref": "parts.yaml#/gone"}}}}`,
			"parts.yaml":   "p: {name: p, in: query, type: string}\nA: {type: object}\ngone: {description: gone}\n",
		}.loaded(ctx)

		Expect(doc.Problems).To(BeEmpty())
		Expect(inJSON(doc)).To(MatchJSON(`{"swagger": "2.0", "info": {"title": "T", "version": "1"},
			"paths": {"/a": {"get": {"parameters": [{"$ref": "#/parameters/p"}], "responses": {"200": {"description": "", "schema": {"$ref": "#/definitions/A"}}, "404": {"$ref": "#/responses/gone"}}}}},
			"parameters": {"p": {"name": "p", "in": "query", "type": "string"}}, "definitions": {"A": {"type": "object"}}, "responses": {"gone": {"description": "gone"}}}`))
	})

	DescribeTable("writes what it leads to",
		func(ctx SpecContext, files folder, parts map[string]string) {
			doc := files.loaded(ctx)

			Expect(doc.Problems).To(BeEmpty())
			part, err := openapi.FromContent(inJSON(doc)).Load(ctx)
			Expect(err).NotTo(HaveOccurred())
			text := plain(string(part.Text.Data))
			for pointer, want := range parts {
				Expect(at(text, pointer)).To(Equal(plain(`{"it": ` + want + `}`)["it"]), pointer)
			}
		},
		Entry("in the place of a map of paths, schemas or properties, as many write it", folder{
			"openapi.yaml":  preamble + "paths: {$ref: paths.yaml}\ncomponents:\n  schemas: {$ref: s/index.yaml}\n",
			"paths.yaml":    "/a: {get: {responses: {'200': {description: '', content: {application/json: {schema: {$ref: 's/index.yaml#/A'}}}}}}}\n",
			"s/index.yaml":  "A: {type: object, properties: {$ref: fields.yaml}}\n",
			"s/fields.yaml": "b: {type: string}\n",
		}, map[string]string{
			"/components/schemas/A/properties": `{"b": {"type": "string"}}`,
		}),
		Entry("in the place of texts, examples and extensions", folder{
			"openapi.yaml": preamble + "tags: [{name: a, description: {$ref: 'about.yaml#/a'}}]\npaths: {}\nx-samples: [{$ref: sample.json}, {$ref: nowhere.json}, {$ref: sample.json, more: 1}]\n" +
				"components: {examples: {e: {value: {$ref: sample.json}}}}\n",
			"about.yaml":  "a: About A.\n",
			"sample.json": `{"deep": [{"$ref": "more.yaml"}]}`,
			"more.yaml":   "yes: it is\n",
		}, map[string]string{
			"/tags/0/description":          `"About A."`,
			"/x-samples":                   `[{"deep": [{"yes": "it is"}]}, {"$ref": "nowhere.json"}, {"$ref": "sample.json", "more": 1}]`,
			"/components/examples/e/value": `{"deep": [{"yes": "it is"}]}`,
		}),
		Entry("beside members of a path item, which come first", folder{
			"openapi.yaml": preamble + "paths: {/a: {$ref: a.yaml, summary: Mine, parameters: []}}\n",
			"a.yaml":       "summary: Theirs\nget: {operationId: a}\n",
		}, map[string]string{
			"/paths/~1a": `{"summary": "Mine", "parameters": [], "get": {"operationId": "a"}}`,
		}),
		Entry("under other names when two are the same", folder{
			"openapi.yaml": preamble + "paths: {}\ncomponents: {schemas: {A: {type: object, properties: {a: {$ref: b/A.yaml}, b: {$ref: 'A.yaml'}, c: {$ref: 'p t/index.yaml'}}}}}\n",
			"A.yaml":       "type: string\n", "b/A.yaml": "type: integer\n", "p t/index.yaml": "type: number\n",
		}, map[string]string{
			"/components/schemas/A/properties": `{"a": {"$ref": "#/components/schemas/A_2"}, "b": {"$ref": "#/components/schemas/A_3"}, "c": {"$ref": "#/components/schemas/p_t"}}`,
			"/components/schemas/A_2":          `{"type": "integer"}`, "/components/schemas/A_3": `{"type": "string"}`, "/components/schemas/p_t": `{"type": "number"}`,
		}),
		Entry("of a part that refers to the description", folder{
			"openapi.yaml": preamble + "paths: {/a: {$ref: paths/a.yaml}}\ncomponents: {schemas: {A: {type: string}}}\n",
			"paths/a.yaml": "parameters:\n  - {name: a, in: query, schema: {$ref: '../openapi.yaml#/components/schemas/A'}}\n  - {name: b, in: query, schema: {$ref: '#/components/schemas/A'}}\n",
		}, map[string]string{
			"/paths/~1a/parameters/0/schema": `{"$ref": "#/components/schemas/A"}`,
			"/paths/~1a/parameters/1/schema": `{"$ref": "#/components/schemas/A"}`,
		}),
		Entry("of the description by its own name", folder{
			"openapi.yaml": preamble + "paths: {}\ncomponents: {schemas: {A: {type: string}, B: {$ref: './openapi.yaml#/components/schemas/A'}}}\n",
		}, map[string]string{"/components/schemas/B": `{"$ref": "#/components/schemas/A"}`}),
		Entry("by the address that $self gives it (OpenAPI 3.2)", folder{
			"openapi.yaml": "openapi: 3.2.0\n$self: https://example.com/api/v1.yaml\ninfo: {title: T, version: '1'}\npaths: {}\n" +
				"components: {schemas: {Own: {type: integer}, A: {$ref: 'https://example.com/api/s/pet.yaml#/Pet'}, B: {$ref: /api/s/pet.yaml#/Pet}, C: {$ref: s/pet.yaml#/Pet}, D: {$ref: 'https://example.com/api/v1.yaml#/components/schemas/Own'}}}\n",
			"s/pet.yaml": "Pet: {properties: {a: {$ref: 'https://example.com/api/v1.yaml#/components/schemas/Own'}, b: {$ref: /api/toy.yaml}, c: {$ref: ../toy.yaml}}}\n",
			"toy.yaml":   "type: string\n",
		}, map[string]string{
			"/components/schemas/A": `{"properties": {"a": {"$ref": "#/components/schemas/Own"}, "b": {"$ref": "#/components/schemas/toy"}, "c": {"$ref": "#/components/schemas/toy"}}}`,
			"/components/schemas/B": `{"$ref": "#/components/schemas/A"}`,
			"/components/schemas/C": `{"$ref": "#/components/schemas/A"}`,
			"/components/schemas/D": `{"$ref": "#/components/schemas/Own"}`,
		}),
		Entry("of the description by its $self, which ends as the name of a file does", folder{
			"openapi.yaml": "openapi: 3.2.0\n$self: https://example.com/api/v1.yaml\ninfo: {title: T, version: '1'}\npaths: {}\n" +
				"components: {schemas: {Own: {type: integer}, A: {$ref: 'v1.yaml#/components/schemas/Own'}, B: {$ref: toy.yaml}}}\n",
			"toy.yaml": "properties: {a: {$ref: './v1.yaml#/components/schemas/Own'}, b: {$ref: 'openapi.yaml#/components/schemas/Own'}}\n",
		}, map[string]string{
			"/components/schemas/A": `{"$ref": "#/components/schemas/Own"}`,
			"/components/schemas/B": `{"properties": {"a": {"$ref": "#/components/schemas/Own"}, "b": {"$ref": "#/components/schemas/Own"}}}`,
		}),
		Entry("by an anchor", folder{
			"openapi.yaml": preamble + "paths: {}\ncomponents: {schemas: {A: {$ref: 'defs.yaml#money'}}}\n",
			"defs.yaml":    "$defs: {Money: {$anchor: money, type: integer, enum: [{$ref: '#other'}]}}\n",
		}, map[string]string{"/components/schemas/A": `{"$anchor": "money", "type": "integer", "enum": [{"$ref": "#other"}]}`}),
		Entry("by an $id, which no component has", folder{
			"openapi.yaml": preamble + "paths: {/a: {$ref: a.yaml}}\ncomponents: {schemas: {Far: {$ref: 'https://example.com/s/owner'}}}\n",
			"a.yaml":       "get: {responses: {'200': {description: '', content: {application/json: {schema: {$ref: s/pet.json}}}}}}\n",
			"s/pet.json": `{"$id": "https://example.com/s/pet", "properties": {"a": {"$ref": "owner.json"}, "b": {"$ref": "owner#/$defs/B"}, "c": {"$ref": "/s/pet#mine"}, "d": {"$ref": "#/$defs/D"}},
				"$defs": {"D": {"$id": "in/d", "$defs": {"E": {"$ref": "#/$defs/F"}, "F": {"$anchor": "f"}}, "items": {"$ref": "../pet"}}, "M": {"$anchor": "mine"}, "F": {"type": "string"}}}`,
			"s/owner.json": `{"$id": "https://example.com/s/owner", "$defs": {"B": {"$ref": "in/d#f"}, "F": {}}}`,
		}, map[string]string{
			"/components/schemas/pet": `{"properties": {"a": {"$ref": "#/components/schemas/owner"}, "b": {"$ref": "#/components/schemas/owner/$defs/B"}, "c": {"$ref": "#/components/schemas/pet/$defs/M"}, "d": {"$ref": "#/components/schemas/pet/$defs/D"}},
				"$defs": {"D": {"$defs": {"E": {"$ref": "#/components/schemas/pet/$defs/D/$defs/F"}, "F": {"$anchor": "f"}}, "items": {"$ref": "#/components/schemas/pet"}}, "M": {"$anchor": "mine"}, "F": {"type": "string"}}}`,
			"/components/schemas/owner": `{"$defs": {"B": {"$ref": "#/components/schemas/pet/$defs/D/$defs/F"}, "F": {}}}`,
			"/components/schemas/Far":   `{"$ref": "#/components/schemas/owner"}`,
		}),
		Entry("with an $id where anchors are dynamic", folder{
			"openapi.yaml": preamble + "paths: {}\ncomponents: {schemas: {A: {$ref: a.json}}}\n", "a.json": `{"$id": "https://example.com/a", "$dynamicAnchor": "node", "items": {"$dynamicRef": "#node"}}`,
		}, map[string]string{"/components/schemas/A": `{"$id": "https://example.com/a", "$dynamicAnchor": "node", "items": {"$dynamicRef": "#node"}}`}),
		Entry("by a name with characters that are escaped", folder{
			"openapi.yaml": preamble + "paths: {}\ncomponents: {schemas: {A: {$ref: 'my%20defs.yaml#/a~1b%25'}, B: {$ref: 'my defs.yaml#/a~1b%25/properties/c%7Cd'}}}\n",
			"my defs.yaml": "a/b%: {type: object, properties: {c|d: {type: string}}}\n",
		}, map[string]string{
			"/components/schemas/A": `{"type": "object", "properties": {"c|d": {"type": "string"}}}`,
			"/components/schemas/B": `{"type": "string"}`,
		}),
		Entry("of an alias of YAML, wherever it stands", folder{
			"openapi.yaml": preamble + "paths: {}\nx-ref: &a b/A.yaml\ncomponents: {schemas: {A: {properties: {a: {$ref: *a}, b: {$ref: 'b/B.yaml'}}}}}\n",
			"b/A.yaml":     "type: string\n", "b/B.yaml": "properties: {a: {$ref: &a A.yaml}, b: {$ref: *a}}\n",
		}, map[string]string{
			"/components/schemas/A/properties/a": `{"$ref": "#/components/schemas/A_2"}`,
			"/components/schemas/B/properties":   `{"a": {"$ref": "#/components/schemas/A_2"}, "b": {"$ref": "#/components/schemas/A_2"}}`,
		}),
		Entry("where schemas lead round in a circle", folder{
			"openapi.yaml": preamble + "paths: {}\ncomponents: {schemas: {A: {$ref: A.yaml}}}\n",
			"A.yaml":       "properties: {b: {$ref: B.yaml}}\n", "B.yaml": "properties: {a: {$ref: A.yaml}}\n",
		}, map[string]string{
			"/components/schemas/A": `{"properties": {"b": {"$ref": "#/components/schemas/B"}}}`,
			"/components/schemas/B": `{"properties": {"a": {"$ref": "#/components/schemas/A"}}}`,
		}),
	)

	DescribeTable("says what is not followed and why",
		func(ctx SpecContext, files folder, problems ...string) {
			Expect(messages(files.loaded(ctx))).To(Equal(problems))
		},
		Entry("a file that is not there", folder{
			"openapi.yaml": preamble + "paths:\n  /a: {$ref: a.yaml}\n", "a.yaml": "get:\n  parameters:\n    - $ref: gone/b.yaml\n",
		}, `a.yaml, line 3, column 7: the reference "gone/b.yaml" is not followed: there is no such file`),
		Entry("a part that is not there", folder{
			"openapi.yaml": preamble + "paths: {}\ncomponents:\n  schemas:\n    A:\n      $ref: b/a.yaml#/A\n", "b/a.yaml": "B: {}\n",
		}, `openapi.yaml, line 7, column 7: the reference "b/a.yaml#/A" leads nowhere: b/a.yaml has no such part`),
		Entry("a file that cannot be read", folder{
			"openapi.yaml": preamble + "paths:\n  /a: {$ref: a.yaml}\n  /b: {$ref: b.json}\n  /c: {$ref: c.yaml}\n", "a.yaml": "get:\n\toperationId: a\n", "b.json": "{\"a\":\n1,}", "c.yaml": "# none\n",
		}, `a.yaml, line 2, column 1: a tab in the indentation; YAML is indented with spaces`, `b.json, line 2, column 2: a comma before '}'; remove it`, `c.yaml, line 1, column 1: the text holds nothing but comments`,
			`openapi.yaml, line 4, column 8: the reference "a.yaml" is not followed: the file cannot be read`,
			`openapi.yaml, line 5, column 8: the reference "b.json" is not followed: the file cannot be read`,
			`openapi.yaml, line 6, column 8: the reference "c.yaml" is not followed: the file cannot be read`),

		Entry("a mapping of a discriminator", folder{
			"openapi.yaml": preamble + "paths: {}\ncomponents:\n  schemas:\n    A: {$ref: a.yaml}\n", "a.yaml": "discriminator:\n  propertyName: p\n  mapping:\n    b: b.yaml\n",
		}, `a.yaml, line 4, column 5: the reference "b.yaml" is not followed: there is no such file`),
		Entry("a file that is out of the folder", folder{
			"openapi.yaml": preamble + "paths:\n  /a: {$ref: ../a.yaml}\n",
		}, `openapi.yaml, line 4, column 8: the reference "../a.yaml" is not followed: it is outside of the folder that files are read from (.)`),
		Entry("what is no file in JSON or YAML", folder{
			"openapi.yaml": preamble + "paths:\n  /a: {$ref: a.txt}\n  /b: {$ref: /b.yaml}\n  /c: {$ref: 'https://example.com/c.yaml'}\n  /d: {$ref: d.yaml}\n", "a.txt": "get: {}\n", "d.yaml": "get: {}\n",
		}, `openapi.yaml, line 4, column 8: the reference "a.txt" leads out of the description and is not followed`,
			`openapi.yaml, line 5, column 8: the reference "/b.yaml" leads out of the description and is not followed`,
			`openapi.yaml, line 6, column 8: the reference "https://example.com/c.yaml" leads out of the description and is not followed`),
		Entry("a folder", folder{"openapi.yaml": preamble + "paths:\n  /a: {$ref: a.yaml}\n", "a.yaml/b": ""},
			`openapi.yaml, line 4, column 8: the reference "a.yaml" is not followed: it is no regular file`),
		Entry("a path item that leads back to where it stands", folder{
			"openapi.yaml": preamble + "paths:\n  /a: {$ref: a.yaml}\n", "a.yaml": "get:\n  callbacks:\n    b:\n      '{$url}': {$ref: a.yaml}\n",
		}, `a.yaml, line 4, column 18: the reference "a.yaml" leads back to where it stands`),
		Entry("properties that lead back to where they stand", folder{
			"openapi.yaml": preamble + "paths: {}\ncomponents: {schemas: {A: {$ref: 'a.yaml#/A'}}}\n", "a.yaml": "A:\n  properties: {$ref: '#/all'}\nall:\n  b:\n    properties:\n      $ref: '#/all'\n",
		}, `a.yaml, line 6, column 7: the reference "#/all" leads back to where it stands`),
		Entry("a name that occurs twice, which the bundle has once", folder{
			"openapi.yaml": preamble + "paths:\n  /a: {$ref: a.yaml}\n", "a.yaml": "get:\n  operationId: a\n  operationId: b\n",
		}, `a.yaml, line 2, column 3: "operationId" occurs twice in this object; the last one counts`),
		Entry("the same behind letters of several bytes", folder{
			"openapi.yaml": preamble + "paths:\n  /a: {$ref: a.yaml}\n", "a.yaml": "get: {summary: 一覧, operationId: a, operationId: b}\n",
		}, `a.yaml, line 1, column 24: "operationId" occurs twice in this object; the last one counts`),
	)

	It("says where in a file a value is refused", func(ctx SpecContext) {
		_, err := folder{"openapi.yaml": preamble + "paths:\n  /a: {$ref: b/a.yaml}\n", "b/a.yaml": "get:\n  responses:\n    '200': {$ref: '#/get/responses/200'}\n"}.load(ctx)

		Expect(err).To(MatchError(HavePrefix("b/a.yaml:3:13: ")))
	})

	It("says where its values were written", func(ctx SpecContext) {
		source, err := openapi.FromFS(shopFiles().system(), "api/openapi.yaml", openapi.WithFilesBelow("."))
		Expect(err).NotTo(HaveOccurred())
		doc, err := source.Load(ctx)
		Expect(err).NotTo(HaveOccurred())

		places, err := openapi.Places(doc.Text, []string{
			"/paths/~1owners~1{id}/get/operationId", "/paths/~1pets/get/responses/200/description", "/components/schemas/Owner/properties/home/$ref",
			"/components/schemas/Animal", "/components/responses/NotFound", "/components/schemas/Dog/allOf/1/properties",
		})

		Expect(err).NotTo(HaveOccurred())
		Expect(places).To(Equal([]openapi.Place{
			{"api/openapi.yaml", 10, 7},
			{"api/paths/pets.yaml", 8, 7},
			{"api/schemas/Owner.json", 6, 12},
			{"api/openapi.yaml", 20, 5},
			{"api/common.yaml", 9, 3},
			{"api/schemas/Dog.yaml", 4, 5},
		}))
	})

	It("follows no link that leads out of the folder", func(ctx SpecContext) {
		secret := folder{"secret.yaml": "get: {summary: secret}\n"}.write()
		dir := folder{"openapi.yaml": preamble + "paths:\n  /a: {$ref: a.yaml}\n"}.write()
		Expect(os.Symlink(filepath.Join(secret, "secret.yaml"), filepath.Join(dir, "a.yaml"))).To(Succeed())
		source, err := openapi.FromFile(filepath.Join(dir, "openapi.yaml"), openapi.WithFilesBelow(dir))
		Expect(err).NotTo(HaveOccurred())

		doc, err := source.Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(messages(doc)).To(ConsistOf(ContainSubstring(`the reference "a.yaml" is not followed: `)))
		Expect(string(doc.Text.Data)).NotTo(ContainSubstring("summary"))
	})

	DescribeTable("must stand below the folder",
		func(open func(dir string) error, message string) {
			Expect(open(shopFiles().write())).To(MatchError(HaveSuffix(message)))
		},
		Entry("of the operating system", func(dir string) error {
			_, err := openapi.FromFile(filepath.Join(dir, "api", "openapi.yaml"), openapi.WithFilesBelow(filepath.Join(dir, "other")))
			return err
		}, "other"),
		Entry("of a file system", func(string) error {
			_, err := openapi.FromFS(shopFiles().system(), "api/openapi.yaml", openapi.WithFilesBelow("ap"))
			return err
		}, "openapi: api/openapi.yaml is not below ap"),
		Entry("of a server", func(string) error {
			_, err := openapi.FromURL("https://example.com/api/openapi.yaml", answer(200, ""), openapi.WithFilesBelow("https://example.org/"))
			return err
		}, "openapi: https://example.com/api/openapi.yaml is not below https://example.org/"),
	)

	It("is bounded in the bytes of all files: what goes beyond is not followed", func(ctx SpecContext) {
		files := folder{"openapi.yaml": preamble + "paths:\n  /a: {$ref: a.yaml}\n", "a.yaml": "get: {description: '" + strings.Repeat("long ", 100) + "'}\n"}

		doc, err := files.load(ctx, openapi.WithLimits(openapi.Limits{Bytes: 500}))

		Expect(err).NotTo(HaveOccurred())
		Expect(messages(doc)).To(ConsistOf(ContainSubstring("larger than 500 bytes")))
	})

	DescribeTable("is bounded",
		func(ctx SpecContext, files folder, limits openapi.Limits, message string) {
			_, err := files.load(ctx, openapi.WithLimits(limits))

			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("in what a file stands for where many refer to it", laughing(12), openapi.Limits{Nodes: 20_000}, "more than 20000 values"),
		Entry("in depth, from file to file", deep("paths: {/a: {$ref: 0.yaml}}\n", "get: {callbacks: {a: {b: {$ref: %d.yaml}}}}\n"), openapi.Limits{}, "nested deeper than 200 levels"),
		Entry("in depth, from file to file in examples", deep("paths: {}\nx-a: {$ref: 0.yaml}\n", "a: {$ref: %d.yaml}\n"), openapi.Limits{}, "nested deeper than 200 levels"),
		Entry("in circles of what has no name", folder{
			"openapi.yaml": preamble + "paths: {}\ncomponents: {schemas: {A: {$ref: 'a.yaml#/all/A'}}}\n", "a.yaml": "all: {A: {properties: {$ref: '#/all'}}}\n",
		}, openapi.Limits{}, "is part of itself"),
	)

	It("has a version that changes with any of its files", func(ctx SpecContext) {
		dir := shopFiles().with(folder{"api/schemas/Dog.yaml": "allOf: [{$ref: Cat.yaml}]\n"}).write()
		file := func(name string) string { return filepath.Join(dir, "api", name) }
		age := func() {
			for name := range shopFiles() {
				old := time.Now().Add(-time.Hour)
				Expect(os.Chtimes(filepath.Join(dir, name), old, old)).To(Succeed())
			}
		}
		age()
		source, err := openapi.FromFile(file("openapi.yaml"), openapi.WithFilesBelow(dir))
		Expect(err).NotTo(HaveOccurred())
		seen := map[string]bool{}
		version := func() string {
			GinkgoHelper()
			now, err := source.Version(ctx)
			Expect(err).NotTo(HaveOccurred())
			return now
		}

		seen[version()] = true
		Expect(seen).To(HaveKey(version()))
		for _, change := range []func(){
			func() {
				Expect(os.WriteFile(file("common.yaml"), []byte(shopFiles()["api/common.yaml"]+"# more\n"), 0o600)).To(Succeed())
			},
			func() {
				Expect(os.WriteFile(file("schemas/Owner.json"), []byte(`{"type": "string", "$defs": {"Address": {}}}`), 0o600)).To(Succeed())
			},
			func() { Expect(os.WriteFile(file("schemas/Cat.yaml"), []byte("type: object\n"), 0o600)).To(Succeed()) },
			func() { Expect(os.Remove(file("schemas/Cat.yaml"))).To(Succeed()) },
		} {
			change()
			seen[version()] = true
		}

		Expect(seen).To(HaveLen(3), "a comment changes nothing, and without the cat all is as before")
	})

	It("is kept with its files, not with those that they were", func(ctx SpecContext) {
		cache := GinkgoT().TempDir()
		files := folder{"openapi.yaml": preamble + "paths: {/a: {$ref: a.yaml}, /b: {$ref: b.yaml}}\n", "a.yaml": "get: {summary: First}\n"}
		for _, summary := range []string{"First", "First", "Second"} {
			doc, err := files.with(folder{"a.yaml": "get: {summary: " + summary + "}\n"}).load(ctx, openapi.WithCacheDir(cache))

			Expect(err).NotTo(HaveOccurred())
			Expect(doc.Operations).To(HaveExactElements(HaveField("Summary", summary)))
			Expect(messages(doc)).To(ConsistOf(HaveSuffix("there is no such file")))
		}
	})

	It("is what it was when each of its components stands in a file", func(ctx SpecContext) {
		for _, s := range samples() {
			if len(s.text) > 15<<20 {
				continue // it takes a quarter of a minute
			}
			whole, err := openapi.FromContent(s.text).Load(ctx)
			Expect(err).NotTo(HaveOccurred())
			files := split(plain(inJSON(whole)))

			doc := files.loaded(ctx)

			Expect(len(files)).To(BeNumerically(">", 1), s.name)
			Expect(difference(plain(inJSON(whole)), plain(inJSON(doc)), "")).To(BeEmpty(), s.name)
		}
	})
})

// at returns what stands at a JSON pointer.
func at(v any, pointer string) any {
	for _, token := range strings.Split(pointer, "/")[1:] {
		switch below := v.(type) {
		case map[string]any:
			v = below[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
		case []any:
			i, err := strconv.Atoi(token)
			Expect(err).NotTo(HaveOccurred())
			v = below[i]
		}
	}
	return v
}

// difference is where two values differ, "" for nowhere.
func difference(a, b any, pointer string) string {
	object, isObject := a.(map[string]any)
	list, isList := a.([]any)
	other, _ := b.(map[string]any)
	others, _ := b.([]any)
	switch {
	case isObject && len(object) == len(other):
		for name := range object {
			if found := difference(object[name], other[name], pointer+"/"+name); found != "" {
				return found
			}
		}
		return ""
	case isList && len(list) == len(others):
		for i := range list {
			if found := difference(list[i], others[i], fmt.Sprint(pointer, "/", i)); found != "" {
				return found
			}
		}
		return ""
	case reflect.DeepEqual(a, b):
		return ""
	}
	return fmt.Sprintf("%s: %.200v became %.200v", pointer, a, b)
}

// laughing is a path item in which each of n levels stands twice in the one above.
func laughing(n int) folder {
	files := folder{"openapi.yaml": preamble + "paths: {/a: {$ref: 0.yaml}}\n", fmt.Sprintf("%d.yaml", n): "get: {}\n"}
	for i := range n {
		files[fmt.Sprintf("%d.yaml", i)] = fmt.Sprintf("get: {callbacks: {a: {b: {$ref: %[1]d.yaml}}, c: {d: {$ref: %[1]d.yaml}}}}\n", i+1)
	}
	return files
}

// deep is a description that leads from file to file.
func deep(rest, each string) folder {
	const n = 300
	files := folder{"openapi.yaml": preamble + rest, fmt.Sprintf("%d.yaml", n): "get: {}\n"}
	for i := range n {
		files[fmt.Sprintf("%d.yaml", i)] = fmt.Sprintf(each, i+1)
	}
	return files
}

// split puts each schema of a description into a file, as a component that is nothing but a
// reference to it; and each path item.
func split(description map[string]any) folder {
	files := folder{}
	lift := func(list any, dir string) {
		all, _ := list.(map[string]any)
		for i, name := range slices.Sorted(maps.Keys(all)) {
			if strings.HasPrefix(name, "x-") {
				continue
			}
			file := fmt.Sprintf("%s/%d.json", dir, i)
			files[file] = encoded(beyond(all[name], "../openapi.yaml"))
			all[name] = map[string]any{"$ref": file}
		}
	}
	components, _ := description["components"].(map[string]any)
	lift(components["schemas"], "schemas")
	lift(description["definitions"], "schemas")
	lift(description["paths"], "paths")
	files["openapi.yaml"] = encoded(description)
	return files
}

func encoded(v any) string {
	GinkgoHelper()
	text, err := json.Marshal(v)
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

// beyond makes references within a description those to its file.
func beyond(v any, file string) any {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			if ref, ok := value.(string); ok && name == "$ref" && strings.HasPrefix(ref, "#") {
				v[name] = file + ref
				continue
			}
			v[name] = beyond(value, file)
		}
	case []any:
		for i := range v {
			v[i] = beyond(v[i], file)
		}
	}
	return v
}
