package viewer_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"unicode/utf16"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("A text is refused with its place and what is wrong:",
	func(ctx SpecContext, text, message, place string) {
		v := hostile(ctx, text)

		answer := get(v, "/")
		Expect(answer.Code).To(BeNumerically(">=", 500))
		page := htmltest.Parse(answer.Body.Bytes())
		Expect(page.Find("main").Text()).To(And(ContainSubstring(message), ContainSubstring(place)))
		Expect(harmful(page)).To(BeEmpty())
		alive(v)
		expectCheapToLoad(ctx, text)
	},
	Entry("a billion laughs", laughs(10), "too many aliases", "line 8"),
	Entry("aliases that only our own walk would expand", laughs(6), "too many aliases", "line 8"),
	Entry("a long text behind many aliases", yamlHead+"x-a: &a '"+long("a")+"'\npaths:\n"+strings.Join(numbered(100, "  /p%d: {get: {description: *a}}\n"), ""), "too many aliases", "line 4"),
	Entry("a long name behind many aliases", yamlHead+"x-a: &a '"+long("a")+"'\nx-b:\n"+strings.Join(numbered(100, "  - {*a : 1}\n"), ""), "too many aliases", "line 4"),
	Entry("an alias that holds itself", yamlHead+"x-a: &a [*a]\n", "stands inside what it stands for", "line 3"),
	Entry("a million brackets", strings.Repeat("[", 1_000_000), "nested deeper than 200", "column 201"),
	Entry("50,000 objects of YAML", strings.Repeat("{a: ", 50_000), "max depth", "line 1"),
	Entry("100,000 objects of JSON", strings.Repeat(`{"a":`, 100_000), "nested deeper than 200", "line 1"),
	Entry("JSON of 9,000 levels", `{"openapi":"3.1.0","x-a":`+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)+"}", "nested deeper than 200", "column 225"),
	Entry("path items that lead to each other", yamlHead+"paths: {/a: {$ref: '#/paths/~1b'}, /b: {$ref: '#/paths/~1a'}}\n", "leads back to where it stands", "line 3"),
	Entry("a path item that leads to itself", yamlHead+"paths: {/a: {$ref: '#/paths/~1a'}}\n", `"#/paths/~1a" leads back`, "line 3, column 20"),
	Entry("allOf in allOf, 1,000 deep", yamlHead+"components: {schemas: {A: "+strings.Repeat("{allOf: [", 1000)+strings.Repeat("]}", 1000)+"}}", "nested deeper than 200", "line 3"),
	Entry("one byte more than the limit", strings.Repeat(" ", 32<<20)+"{", "larger than 33554432 bytes", ""),
	Entry("an array", "[]", "this is a list", "line 1"), Entry("a number", "1", "this is a number", "line 1"),
	Entry("empty text", `""`, "this is text", "line 1"), Entry("the version 3", `{"openapi": 3}`, "the number 3", "column 13"),
	Entry("the version 9.9.9", "openapi: 9.9.9", "not a version", "column 10"),
	Entry("a lone 0xFF", "{\"openapi\":\"3.1.0\",\n\"x\":\"\xff\"}", "not UTF-8", "line 2"), Entry("a NUL", "openapi: 3.1.0\n\x00", "NUL", "line 2"),
	Entry("a tab in YAML", "openapi: 3.1.0\ninfo:\n\ttitle: x\n", "a tab in the indentation", "line 3"),
	Entry("a callback loop", yamlHead+"paths: {/a: {post: {callbacks: {c: {x: {$ref: '#/paths/~1a'}}}}}}\n", "leads back", "line 3"),
	Entry("a YAML anchor cycle through two", yamlHead+"x-a: &a {b: &b [*a]}\n", "stands inside", "line 3"),
	Entry("3,000 nested properties", nestedProperties(3000), "nested deeper than 200", "line 1"),
	Entry("a chain of 101 references", refChain(101), "more than 100 references", "line 105"),
	Entry("a trailing comma", "{\"openapi\":\"3.1.0\",}", "remove it", "column 19"),
	Entry("latin-1", "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"caf\xe9\"}}", "not UTF-8", "line 1"),
	Entry("the version banana", "openapi: banana", "not a version", "column 10"),
	Entry("the version 4.0.0", "openapi: 4.0.0", "not a version", "column 10"),
	Entry("Swagger 1.x", `{"swaggerVersion":"1.2"}`, "Swagger 1.2", "line 1"), Entry("AsyncAPI", "asyncapi: 3.0.0", "AsyncAPI", "line 1"),
	Entry("Postman", `{"info":{},"item":[]}`, "Postman", "line 1"), Entry("HTML", "<html></html>", "HTML", "line 1"),
	Entry("a scalar", "x", "this is text", "line 1"), Entry("nothing", "", "empty", ""),
)

var _ = DescribeTable("A description that is hard to read has all its pages:", worktest.Large,
	func(ctx SpecContext, text, problem string) {
		v := hostile(ctx, text)

		expectHarmless(everyPage(v))
		if problem != "" {
			Expect(v.Document().Problems).To(ContainElement(And(HaveField("Message", ContainSubstring(problem)), HaveField("Line", BeNumerically(">", 0)))))
			live := start(ctx, openapi.FromContent(text), viewer.WithLiveReload())
			Expect(read(live, "/").Find("details.notice").Text()).To(And(ContainSubstring(problem), ContainSubstring("line ")))
		}
		expectCheapToLoad(ctx, text)
	},
	Entry("a schema that refers to itself", yamlHead+"components: {schemas: {N: {properties: {n: {$ref: '#/components/schemas/N'}}}}}", ""),
	Entry("41 schemas that stand for 2^40", bomb(), ""),
	Entry("a reference to a file", yamlHead+"components: {schemas: {A: {$ref: 'file:///etc/passwd'}}}", "leads out of the description and is not followed"),
	Entry("a reference to a path", yamlHead+"components: {schemas: {A: {$ref: /etc/passwd}}}", "is not followed"),
	Entry("a reference that climbs", yamlHead+"paths: {/a: {$ref: ../../../etc/passwd}}", "is not followed"),
	Entry("9.9 MiB of spaces", describing(nil)+strings.Repeat(" ", 9_900_000), ""),
	Entry("an integer of 1 MiB", `{"openapi":"3.1.0","info":{"title":"T"},"x-n":`+strings.Repeat("9", 1<<20)+"}", ""),
	Entry("a name of 2 MiB", `{"openapi":"3.1.0","info":{"title":"T"},"paths":{"/`+strings.Repeat("k", 2<<20)+`":{"get":{}},"/b":{"get":{}}}}`, "is longer than 2000 bytes and is left out"),
	Entry("an expensive pattern", yamlHead+"components: {schemas: {A: {type: string, pattern: '(a+)+$'}, B: {type: string, pattern: '(x{1000}){1000}'}, C: {type: string, pattern: '(?<=a)b'}}}", ""),
	Entry("nulls", yamlHead+"paths: {/a: {get: null, post: {parameters: null, responses: {'200': null}, requestBody: null}}, /b: null}\ncomponents: {schemas: {A: null, B: {properties: null, items: null}}}\n", "the schema is nothing"),
	Entry("no info", "openapi: 3.1.0\npaths: {/a: {get: {}}}\n", `"info" is missing`),
	Entry("UTF-16 with byte order mark", utf16Of(describing(nil)), ""), Entry("CRLF", strings.ReplaceAll(yamlHead+"paths:\n  /a:\n    get: {}\n", "\n", "\r\n"), ""),
	Entry("names that occur twice", yamlHead+"paths:\n  /a: {get: {operationId: x}}\n  /a: {get: {operationId: y}}\n", "occurs twice"),
	Entry("operationIds that occur twice", yamlHead+"paths: {/a: {get: {operationId: x}}, /b: {get: {operationId: x}}}\n", `"x" is that of`),
	Entry("paths that are the same", yamlHead+"paths: {'/a/{x}': {get: {}}, '/a/{y}': {get: {}}}\n", "means the same as"),
	Entry("paths that lead elsewhere", yamlHead+"paths: {/../admin: {get: {}}, //evil: {get: {}}, '/{a}{b}': {get: {}}, '/a?x=1#y': {get: {}}}\n", ""),
	Entry("a reference to a missing component", yamlHead+"components: {schemas: {A: {$ref: '#/components/schemas/B'}}}", "leads nowhere"),
	Entry("parameters as a map", yamlHead+"paths: {/a: {get: {parameters: {p: 1}}}}\n", "must be a list"),
	Entry("several documents of YAML", yamlHead+"---\na: 1\n", "several YAML documents"),
	Entry("query and additional operations", "openapi: 3.2.0\ninfo: {title: T, version: '1'}\npaths: {/a: {query: {}, additionalOperations: {LINK: {}}}}\n", ""),
	Entry("callbacks, each of them two others", callbackBomb(), ""),
)

var _ = Describe("A description that is large", func() {
	DescribeTable("has pages of a bounded size:", worktest.Large,
		func(ctx SpecContext, text string) {
			v := hostile(ctx, text)

			for _, path := range []string{"/", "/models/", "/search?q=x"} {
				body := get(v, path).Body.String()
				Expect(strings.Count(body, "<")/2).To(BeNumerically("<", 5000), path)
			}
			expectCheapToLoad(ctx, text)
		},
		Entry("1,000 operations", manyPaths(1000)), Entry("5,000 operations", manyPaths(5000)), Entry("20,000 paths", manyPaths(20_000)),
		Entry("20,000 schemas", manySchemas(20_000)), Entry("an enumeration of 100,000 values", yamlHead+"components: {schemas: {A: {enum: ["+strings.Repeat("aaaa, ", 100_000)+"b]}}}"),
		Entry("20,000 names in one object", yamlHead+"x-a:\n"+strings.Repeat("  ", 1)+strings.Join(numbered(20_000, "k%d: 1"), "\n  ")+"\n"),
	)

	DescribeTable("costs four times as much, and its pages too, when it is four times as long:", worktest.Large,
		func(ctx SpecContext, text func(n int) string) {
			steps := stepsOf(ctx, "reference", text(5000), text(20_000))

			AddReportEntry(fmt.Sprint(steps))
			Expect(steps[1]).To(BeNumerically("<", 4.5*float64(steps[0])))
		},
		Entry("operations", manyPaths), Entry("schemas", manySchemas),
	)

	It("asks no host for what a reference names", func(ctx SpecContext) {
		var asked atomic.Int32
		canary := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
		DeferCleanup(canary.Close)

		v := hostile(ctx, yamlHead+"paths: {/a: {$ref: '"+canary.URL+"/x'}}\ncomponents: {schemas: {A: {$ref: '"+canary.URL+"/y#/a'}, B: {$id: 'https://e.example/b', $ref: '"+canary.URL+"/z'}}}\n")
		expectHarmless(everyPage(v))

		Expect(asked.Load()).To(BeZero())
		Expect(v.Document().Problems).To(ContainElement(HaveField("Message", ContainSubstring("is not followed"))))
	})
})

// laughs is a description whose aliases stand for 10 to the power of n values.
func laughs(n int) string {
	var b strings.Builder
	b.WriteString(yamlHead + "x-0: &a0 lol\n")
	for i := range n {
		fmt.Fprintf(&b, "x-%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	return b.String()
}

func nestedProperties(n int) string {
	return `{"openapi":"3.1.0","components":{"schemas":{"A":` + strings.Repeat(`{"properties":{"a":`, n) + "{}" + strings.Repeat("}}", n) + "}}}"
}

func refChain(n int) string {
	return yamlHead + "components:\n  parameters:\n" +
		strings.Join(numbered(n, "    P%d: {$ref: '#/components/parameters/P%n'}\n"), "") + fmt.Sprintf("    P%d: {name: p, in: query}\n", n)
}

func bomb() string {
	return yamlHead + "components:\n  schemas:\n" +
		strings.Join(numbered(41, "    S%d: {type: object, properties: {a: {$ref: '#/components/schemas/S%n'}, b: {$ref: '#/components/schemas/S%n'}}}\n"), "") + "    S41: {type: string}\n"
}

func callbackBomb() string {
	return yamlHead + "paths: {/a: {post: {callbacks: {c: {$ref: '#/components/callbacks/C0'}}}}}\ncomponents:\n  callbacks:\n" +
		strings.Join(numbered(60, "    C%d: {x: {post: {callbacks: {a: {$ref: '#/components/callbacks/C%n'}, b: {$ref: '#/components/callbacks/C%n'}}}}}\n"), "") + "    C60: {x: {post: {}}}\n"
}

func manyPaths(n int) string {
	return yamlHead + "paths:\n" + strings.Join(numbered(n, "  /p%d: {get: {summary: x, responses: {'200': {description: x}}}}\n"), "")
}

func manySchemas(n int) string {
	return yamlHead + "components:\n  schemas:\n" + strings.Join(numbered(n, "    S%d: {properties: {next: {$ref: '#/components/schemas/S0'}}}\n"), "")
}

// numbered writes the numbers from 0 to n-1 in place of %d, and the next ones in
// place of %n.
func numbered(n int, format string) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = strings.NewReplacer("%d", fmt.Sprint(i), "%n", fmt.Sprint(i+1)).Replace(format)
	}
	return lines
}

func utf16Of(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune("\uFEFF" + s)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}
