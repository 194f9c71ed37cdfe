package openapi_test

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// bound ends what hangs. It is long enough for a slow and busy machine.
const bound = 2 * time.Minute

// head begins a description in YAML.
const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"

var _ = Describe("A text that is no usable description", func() {
	DescribeTable("is refused with its place and a sentence",
		func(ctx SpecContext, text string, line, column int, message string) {
			_, err := openapi.FromContent(text).Load(ctx)

			spec := specError(err)
			Expect(spec.Message).To(ContainSubstring(message))
			Expect([]int{spec.Line, spec.Column}).To(Equal([]int{line, column}))
		},
		Entry("a lone brace", "{", 1, 2, "the text ends"),
		Entry("an empty file", "", 0, 0, "the description is empty"),
		Entry("a file of spaces", " \n\t\n", 0, 0, "the description is empty"),
		Entry("comments alone", "# nothing\n", 0, 0, "this is nothing"),
		Entry("a tab in YAML", "openapi: 3.0.0\ninfo:\n\ttitle: x\n", 3, 1, "a tab"),
		Entry("a tab elsewhere in YAML", "openapi: 3.0.0\n\tinfo: x\n", 2, 1, "a tab in the indentation"),
		Entry("an array", `[1]`, 1, 1, "this is a list"),
		Entry("a number", "1", 1, 1, "this is a number"),
		Entry("text", `""`, 1, 1, "this is text"),
		Entry("a word", "hello", 1, 1, "this is text"),
		Entry("null", "null", 1, 1, "this is nothing"),
		Entry("true", "true", 1, 1, "this is true or false"),
		Entry("HTML", "<!DOCTYPE html><html></html>", 1, 1, "this is an HTML page"),
		Entry("XML", "<?xml version='1.0'?><a/>", 1, 1, "this is XML or HTML"),
		Entry("Swagger 1.x", `{"swaggerVersion":"1.2","apis":[]}`, 1, 1, "this is a Swagger 1.2 description, which is too old"),
		Entry("Swagger 1.0 by its version", `{"swagger":"1.0"}`, 1, 12, "too old"),
		Entry("AsyncAPI", "asyncapi: 2.6.0\n", 1, 1, "this is an AsyncAPI description"),
		Entry("Postman", `{"info":{"_postman_id":"x"},"item":[]}`, 1, 1, "this is a Postman collection"),
		Entry("JSON Schema", `{"$schema":"https://json-schema.org/draft/2020-12/schema"}`, 1, 1, "this is a JSON Schema"),
		Entry("an object of something else", `{"a":1}`, 1, 1, `neither "openapi" nor "swagger"`),
		Entry("no version", `{"info":{},"paths":{}}`, 1, 1, "the version is missing"),
		Entry("the version banana", "openapi: banana\n", 1, 10, `"banana" is not a version of openapi`),
		Entry("the version 4.0.0", "openapi: 4.0.0\n", 1, 10, `"4.0.0" is not a version`),
		Entry("the version 9.9.9", "openapi: 9.9.9\n", 1, 10, `"9.9.9" is not a version`),
		Entry("the version 3.1x", "openapi: 3.1x\n", 1, 10, `"3.1x" is not a version`),
		Entry("a number as version", `{"openapi": 3}`, 1, 13, "the number 3 and must be text"),
		Entry("a number with a point as version", "openapi: 3.1\n", 1, 10, "the number 3.1 and must be text"),
		Entry("an object as version", `{"openapi": {}}`, 1, 13, "is an object and not a version"),
		Entry("null as version", `{"openapi": null}`, 1, 13, "is nothing and not a version"),
		Entry("a trailing comma in JSON", "{\"openapi\":\"3.0.0\",\n\"info\":{},\n}", 2, 10, "a comma before '}'; remove it"),
		Entry("a comment in JSON", "{\"openapi\":\"3.0.0\" // x\n}", 1, 20, "JSON has no comments"),
		Entry("text after the end of JSON", `{"openapi":"3.0.0"} x`, 1, 21, "more text after the end"),
		Entry("a missing comma in JSON", "{\"a\":1\n\"b\":2}", 2, 1, "where a comma"),
		Entry("a string that does not end", `{"openapi":"3.0`, 1, 12, "this string does not end"),
		Entry("a byte of latin-1", "{\"openapi\":\"3.0.0\",\n\"info\":\"caf\xe9\"}", 2, 12, "not UTF-8"),
		Entry("a NUL", "openapi: 3.0.0\n\x00", 2, 1, "NUL"),
		Entry("a compressed file", "\x1f\x8b\x08\x00{", 1, 1, "compressed with gzip; decompress it"),
		Entry("UTF-32", "\x00\x00\xFE\xFF\x00\x00\x00{", 1, 1, "UTF-32"),
		Entry("an unknown alias", "openapi: 3.0.0\ninfo: *nope\n", 2, 7, "unknown anchor"),
		Entry("a list as name", "openapi: 3.0.0\n? [a]\n: b\n", 2, 3, "must be text"),
		Entry("an object as name", "openapi: 3.0.0\n{a: 1}: b\n", 2, 1, "must be text"),
		Entry("an object as the first name", "{a: 1}: b\nopenapi: 3.0.0\n", 1, 7, "mapping values are not allowed"),
	)

	DescribeTable("that would never end is refused in bounded time",
		func(ctx SpecContext, text string, message string) {
			_, err := openapi.FromContent(text).Load(ctx)

			Expect(specError(err).Message).To(ContainSubstring(message))
		},
		Entry("a path item that refers to itself", `{"openapi":"3.0.0","paths":{"/a":{"$ref":"#/paths/~1a"}}}`, "leads back", NodeTimeout(bound)),
		Entry("path items that refer to each other", `{"openapi":"3.0.0","paths":{"/a":{"$ref":"#/paths/~1b"},"/b":{"$ref":"#/paths/~1a"}}}`, "leads back", NodeTimeout(bound)),
		Entry("parameters that refer to each other", head+"components: {parameters: {A: {$ref: '#/components/parameters/B'}, B: {$ref: '#/components/parameters/A'}}}", "leads back", NodeTimeout(bound)),
		Entry("responses that refer to each other", head+"components: {responses: {A: {$ref: '#/components/responses/B'}, B: {$ref: '#/components/responses/A'}}}", "leads back", NodeTimeout(bound)),
		Entry("a callback that leads back to its path item", head+"paths: {/a: {post: {callbacks: {again: {'{$url}': {$ref: '#/paths/~1a'}}}}}}", "leads back", NodeTimeout(bound)),
		Entry("a callback that holds itself", head+"components: {callbacks: {C: {x: {post: {callbacks: {c: {$ref: '#/components/callbacks/C'}}}}}}}", "leads back", NodeTimeout(bound)),
		Entry("an example that refers to itself", head+"components: {examples: {A: {$ref: '#/components/examples/A'}}}", "leads back", NodeTimeout(bound)),
		Entry("a chain of 101 parameters", chain(101), "more than 100 references", NodeTimeout(bound)),
		Entry("a YAML anchor that holds itself", head+"x: &a [*a]\n", "stands inside what it stands for", NodeTimeout(bound)),
		Entry("a billion laughs", laughs(), "too many aliases", NodeTimeout(bound)),
		Entry("3,000 nested properties", nested(3000), "nested deeper than 200", NodeTimeout(bound)),
		Entry("allOf in allOf, 1,000 deep", head+"components: {schemas: {A: "+strings.Repeat("{allOf: [", 1000)+strings.Repeat("]}", 1000)+"}}", "nested deeper than 200", NodeTimeout(bound)),
		Entry("a million brackets", strings.Repeat("[", 1_000_000), "nested deeper than 200", NodeTimeout(bound)),
		Entry("100,000 nested objects of JSON", strings.Repeat(`{"a":`, 100_000), "nested deeper than 200", NodeTimeout(bound)),
		Entry("50,000 nested objects of YAML", strings.Repeat("{a: ", 50_000), "max depth", NodeTimeout(bound)),
		Entry("aliases that add up to more depth", deepAliases(), "nested deeper than 200", NodeTimeout(bound)),
		Entry("50,000 tags of one value", head+"x:\n- "+strings.Repeat("! ", 50_000), "more than 10000 values and signs that may all be the name", NodeTimeout(bound)),
		Entry("more text than the limit", `{"openapi":"3.0.0"}`+strings.Repeat(" ", 32<<20), "larger than", NodeTimeout(bound)),
	)
})

var _ = Describe("A description that is hard to read", func() {
	DescribeTable("is read in bounded time", worktest.Large,
		func(ctx SpecContext, text string, check func(*apidoc.Document)) {
			doc, err := openapi.FromContent(text).Load(ctx)
			Expect(err).NotTo(HaveOccurred())
			readAll(ctx, doc)

			check(doc)
		},
		Entry("a schema that refers to itself", head+"components: {schemas: {A: {properties: {a: {$ref: '#/components/schemas/A'}}}}}", hasModels(1), NodeTimeout(bound)),
		Entry("schemas that are nothing but references to each other",
			head+"components: {schemas: {A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}, C: {$ref: '#/components/schemas/A'}}}",
			hasProblem("leads back to itself"), NodeTimeout(bound)),
		Entry("41 schemas that expand to 2^40", schemaBomb(), hasModels(42), NodeTimeout(bound)),
		Entry("20,000 paths", manyPaths(20_000), hasOperations(20_000), NodeTimeout(bound)),
		Entry("20,000 schemas that are referred to", manySchemas(20_000), hasModels(20_000), NodeTimeout(bound)),
		Entry("an enumeration of 100,000 values", head+"components: {schemas: {A: {enum: ["+strings.Repeat("aaaa, ", 100_000)+"b]}}}", hasModels(1), NodeTimeout(bound)),
		Entry("190 nested properties", nested(60), hasModels(1), NodeTimeout(bound)),
		Entry("9.9 MiB of spaces", small+strings.Repeat(" ", 9_900_000), hasOperations(1), NodeTimeout(bound)),
		Entry("an integer of 1 MiB", `{"openapi":"3.0.0","x-n":`+strings.Repeat("9", 1<<20)+`}`, hasOperations(0), NodeTimeout(bound)),
		Entry("a name of 2 MiB", `{"openapi":"3.0.0","`+strings.Repeat("k", 2<<20)+`":1}`, hasOperations(0), NodeTimeout(bound)),
		Entry("an expensive pattern", head+"components: {schemas: {A: {pattern: '(a+)+$'}}}", hasModels(1), NodeTimeout(bound)),
	)

	DescribeTable("is shown as far as it can be read",
		func(ctx SpecContext, text, pointer, message string, line, column int) {
			doc, err := openapi.FromContent(text).Load(ctx)
			Expect(err).NotTo(HaveOccurred())
			readAll(ctx, doc)

			Expect(doc.Problems).To(ContainElement(And(
				HaveField("Pointer", pointer), HaveField("Message", ContainSubstring(message)),
				HaveField("Line", line), HaveField("Column", column))))
		},
		Entry("a missing schema", head+"components: {schemas: {A: {$ref: '#/components/schemas/B'}}}", "/components/schemas/A/$ref", `"#/components/schemas/B" leads nowhere`, 3, 34),
		Entry("a missing schema with a long name in letters of several bytes", head+"components: {schemas: {A: {$ref: '#/components/schemas/注文明細一覧表示'}}}", "/components/schemas/A/$ref", `"#/components/schemas/注文明細一覧…" leads nowhere`, 3, 34),
		Entry("a missing parameter", head+"paths: {/a: {get: {parameters: [{$ref: '#/components/parameters/P'}]}}}", "/paths/~1a/get/parameters/0/$ref", "leads nowhere", 3, 40),
		Entry("a missing response", head+"paths: {/a: {get: {responses: {'200': {$ref: '#/nowhere'}}}}}", "/paths/~1a/get/responses/200/$ref", "leads nowhere", 3, 46),
		Entry("a missing anchor", head+"components: {schemas: {A: {$ref: '#nowhere'}}}", "/components/schemas/A/$ref", "leads nowhere", 3, 34),
		Entry("a reference to a file", head+"components: {schemas: {A: {$ref: 'file:///etc/passwd'}}}", "/components/schemas/A/$ref", "is not followed", 3, 34),
		Entry("a reference to a path", head+"components: {schemas: {A: {$ref: '../../etc/passwd'}}}", "/components/schemas/A/$ref", "is not followed", 3, 34),
		Entry("a reference to a host", head+"paths: {/a: {$ref: 'http://127.0.0.1:1/x'}}", "/paths/~1a/$ref", "is not followed", 3, 20),
		Entry("a pattern between slashes", head+"components: {schemas: {A: {pattern: /^a$/i}}}", "/components/schemas/A/pattern", `"(?i:^a$)" is read`, 3, 37),
		Entry("the enumeration of the items of a list", head+"components: {schemas: {A: {type: array, enum: [a]}}}", "/components/schemas/A/enum", "that of the items", 3, 47),
		Entry("an enumeration of nothing", head+"components: {schemas: {A: {enum: []}}}", "/components/schemas/A/enum", "allows nothing", 3, 34),
		Entry("the same of a parameter of Swagger 2.0", "swagger: '2.0'\npaths: {/a: {get: {parameters: [{name: p, in: query, type: array, enum: [a]}]}}}", "/paths/~1a/get/parameters/0/enum", "that of the items", 2, 73),
		Entry("no info", "openapi: 3.0.0\npaths: {}\n", "", `"info" is missing`, 1, 1),
		Entry("a list as paths", head+"paths: [a]\n", "/paths", `"paths" is a list and must be an object`, 3, 8),
		Entry("text as a path item", head+"paths: {/a: text}\n", "/paths/~1a", "the path item is text", 3, 13),
		Entry("null as an operation", head+"paths: {/a: {get: }}\n", "/paths/~1a/get", "the operation is nothing", 3, 19),
		Entry("a map as parameters", head+"paths: {/a: {get: {parameters: {a: 1}}}}\n", "/paths/~1a/get/parameters", `"parameters" is an object and must be a list`, 3, 32),
		Entry("a parameter without name", head+"paths: {/a: {get: {parameters: [{in: query}]}}}\n", "/paths/~1a/get/parameters/0", `lacks "name" or "in"`, 3, 33),
		Entry("a number as a schema", head+"components: {schemas: {A: 1}}\n", "/components/schemas/A", "the schema is a number", 3, 27),
		Entry("a host with a scheme and a path", "swagger: '2.0'\nhost: https://a.example/v1\n", "/host", `"https://a.example/v1" holds a scheme or a path`, 2, 7),
		Entry("a base path without slash", "swagger: '2.0'\nbasePath: v1\n", "/basePath", `"v1" does not begin with a slash`, 2, 11),
		Entry("a path without slash", head+"paths: {a: {}}\n", "/paths/a", "does not begin with a slash", 3, 12),
		Entry("a name that occurs twice", head+"paths:\n  /a: {get: {summary: one}}\n  /a: {get: {summary: two}}\n", "/paths", `"/a" occurs twice`, 4, 3),
		Entry("an operationId that occurs twice", head+"paths:\n  /a: {get: {operationId: x}}\n  /b: {get: {operationId: x}}\n", "/paths/~1b/get", `"x" is that of /paths/~1a/get too`, 5, 13),
		Entry("two paths that are the same", head+"paths:\n  /a/{x}: {get: {}}\n  /a/{y}: {get: {}}\n", "/paths/~1a~1{y}/get", "means the same as /a/{x}", 5, 17),
		Entry("a group of an unknown tag", head+"x-tagGroups: [{name: G, tags: [t]}]\n", "/x-tagGroups/0/tags/0", `the tag "t", which does not exist`, 3, 32),
		Entry("groups that are no list", head+"x-tagGroups: {}\n", "/x-tagGroups", "must be a list", 3, 14),
		Entry("a tag without name", head+"tags: [{description: x}]\n", "/tags/0", "the tag has no name", 3, 8),
		Entry("a requirement of an unknown scheme", head+"security: [{k: []}]\n", "/security/0", `the security scheme "k" does not exist`, 3, 12),
		Entry("several YAML documents", head+"---\na: 1\n", "", "several YAML documents", 3, 1),
	)

	It("reads paths that are null", func(ctx SpecContext) {
		doc, err := openapi.FromContent(head + "paths: null\ncomponents: null\ntags: null\nsecurity: null\n").Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Operations).To(BeEmpty())
		Expect(doc.Problems).To(BeEmpty())
	})

	It("keeps names that mean something in other languages", func(ctx SpecContext) {
		doc, err := openapi.FromContent(`{"openapi":"3.0.0","paths":{"/__proto__":{"get":{"tags":["constructor"]}}},"components":{"schemas":{"__proto__":{"type":"object"},"toString":{}}}}`).Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Models).To(HaveExactElements(HaveField("Name", "__proto__"), HaveField("Name", "toString")))
		Expect(doc.TagNamed("constructor")).NotTo(BeNil())
	})

	DescribeTable("is read in other encodings",
		func(ctx SpecContext, text string) {
			doc, err := openapi.FromContent(text).Load(ctx)

			Expect(err).NotTo(HaveOccurred())
			Expect(doc.Operations).To(HaveLen(1))
			Expect(string(doc.Text.Data)).To(Equal(small))
		},
		Entry("UTF-8 with byte order mark", "\uFEFF"+small),
		Entry("UTF-16, little endian, with byte order mark", utf16Text(small, true, true)),
		Entry("UTF-16, big endian, with byte order mark", utf16Text(small, false, true)),
		Entry("UTF-16, little endian", utf16Text(small, true, false)),
		Entry("UTF-16, big endian", utf16Text(small, false, false)),
	)

	It("reads CRLF", func(ctx SpecContext) {
		doc, err := openapi.FromContent(strings.ReplaceAll(head, "\n", "\r\n") + "paths:\r\n  /a:\r\n    get: {}\r\n").Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Operations).To(HaveLen(1))
	})

	It("reads flow mappings of YAML that are no JSON", func(ctx SpecContext) {
		doc, err := openapi.FromContent(`{openapi: 3.0.0, paths: {/a: {get: {}}}}`).Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Operations).To(HaveLen(1))
		Expect(doc.Text.MediaType).To(Equal("application/yaml"))
	})

	It("takes other limits", func(ctx SpecContext) {
		_, err := openapi.FromContent(nested(200), openapi.WithLimits(openapi.Limits{Depth: -1})).Load(ctx)
		Expect(err).NotTo(HaveOccurred())

		values := openapi.WithLimits(openapi.Limits{Nodes: 5})
		_, err = openapi.FromContent(small, values).Load(ctx)
		Expect(err).To(MatchError(ContainSubstring("more than 5 values")))
		_, err = openapi.FromContent("[1,1,1,1,1,1]", values).Load(ctx)
		Expect(err).To(MatchError(ContainSubstring("more than 5 values")))
		_, err = openapi.FromContent("{a: [1,1,1,1,1,1,1,1,1,1,1]}", values).Load(ctx)
		Expect(err).To(MatchError(ContainSubstring("more than 5 values")))

		_, err = openapi.FromContent(manySchemas(3), openapi.WithLimits(openapi.Limits{References: 2})).Load(ctx)
		Expect(err).To(MatchError(ContainSubstring("more than 2 references")))
	})
})

// readAll reads every page of a document.
func readAll(ctx SpecContext, doc *apidoc.Document) {
	GinkgoHelper()
	for _, o := range doc.Operations {
		_, err := doc.Operation(ctx, o.Slug)
		Expect(err).NotTo(HaveOccurred())
	}
	for _, o := range doc.Webhooks {
		_, err := doc.Webhook(ctx, o.Slug)
		Expect(err).NotTo(HaveOccurred())
	}
	for _, m := range doc.Models {
		_, err := doc.Model(ctx, m.Slug)
		Expect(err).NotTo(HaveOccurred())
	}
}

func hasOperations(n int) func(*apidoc.Document) {
	return func(doc *apidoc.Document) { Expect(doc.Operations).To(HaveLen(n)) }
}

func hasModels(n int) func(*apidoc.Document) {
	return func(doc *apidoc.Document) { Expect(doc.Models).To(HaveLen(n)) }
}

func hasProblem(message string) func(*apidoc.Document) {
	return func(doc *apidoc.Document) {
		Expect(doc.Problems).To(ContainElement(HaveField("Message", ContainSubstring(message))))
	}
}

// chain is a description with n parameters that refer to each other in a row.
func chain(n int) string {
	var b strings.Builder
	b.WriteString(head + "components:\n  parameters:\n")
	for i := range n {
		fmt.Fprintf(&b, "    P%d: {$ref: '#/components/parameters/P%d'}\n", i, i+1)
	}
	fmt.Fprintf(&b, "    P%d: {name: p, in: query}\n", n)
	return b.String()
}

// laughs is a description whose aliases stand for 10^10 values.
func laughs() string {
	var b strings.Builder
	b.WriteString(head + "x0: &a0 lol\n")
	for i := range 10 {
		fmt.Fprintf(&b, "x%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	return b.String()
}

// deepAliases is a description in which aliases nest what is flat.
func deepAliases() string {
	var b strings.Builder
	b.WriteString(head + "x0: &a0 lol\n")
	for i := range 210 {
		fmt.Fprintf(&b, "x%d: &a%d [*a%d]\n", i+1, i+1, i)
	}
	return b.String()
}

func nested(n int) string {
	return `{"openapi":"3.0.0","components":{"schemas":{"A":` +
		strings.Repeat(`{"type":"object","properties":{"a":`, n) + "{}" + strings.Repeat("}}", n) + "}}}"
}

func schemaBomb() string {
	var b strings.Builder
	b.WriteString(head + "components:\n  schemas:\n")
	for i := range 41 {
		fmt.Fprintf(&b, "    S%d: {properties: {a: {$ref: '#/components/schemas/S%d'}, b: {$ref: '#/components/schemas/S%d'}}}\n", i, i+1, i+1)
	}
	b.WriteString("    S41: {type: string}\n")
	return b.String()
}

func manyPaths(n int) string {
	var b strings.Builder
	b.WriteString(head + "paths:\n")
	for i := range n {
		fmt.Fprintf(&b, "  /p%d: {get: {responses: {'200': {description: x}}}}\n", i)
	}
	return b.String()
}

func manySchemas(n int) string {
	var b strings.Builder
	b.WriteString(head + "components:\n  schemas:\n")
	for i := range n {
		fmt.Fprintf(&b, "    S%d: {properties: {next: {$ref: '#/components/schemas/S%d'}}}\n", i, (i+1)%n)
	}
	return b.String()
}

func utf16Text(s string, little, mark bool) string {
	if mark {
		s = "\uFEFF" + s
	}
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		high, low := byte(u>>8), byte(u)
		if little {
			high, low = low, high
		}
		b.WriteByte(high)
		b.WriteByte(low)
	}
	return b.String()
}

var _ = DescribeTable("Columns are counted in bytes, of YAML and of JSON",
	func(ctx SpecContext, text string, line, column int) {
		doc, err := openapi.FromContent(text).Load(ctx)
		if err != nil {
			var spec *core.SpecError
			Expect(errors.As(err, &spec)).To(BeTrue())
			Expect([]int{spec.Line, spec.Column}).To(Equal([]int{line, column}))
			return
		}
		Expect(doc.Problems).To(HaveLen(1))
		Expect(doc.Problems[0]).To(And(HaveField("Line", line), HaveField("Column", column)))
	},
	Entry("a text in YAML that cannot be read", "openapi: 3.1.0\ninfo:\n  title: Füße 🐾: [\n", 3, len("  title: Füße 🐾")+1),
	Entry("the same without letters of several bytes", "openapi: 3.1.0\ninfo:\n  title: Feet: [\n", 3, len("  title: Feet")+1),
	Entry("a problem in YAML", "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /ä: {get: {summary: ü, parameters: [{}]}}\n", 4, len("  /ä: {get: {summary: ü, parameters: [")+1),
	Entry("a problem in JSON", "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"},\n\"paths\": {\"/ä\": {\"get\": {\"parameters\": [{}]}}}}", 2, len(`"paths": {"/ä": {"get": {"parameters": [`)+1),
	Entry("a text in JSON that cannot be read", "{\"openapi\": \"3.1.0\",\n\"ä\": x}", 2, len(`"ä": `)+1),
)
