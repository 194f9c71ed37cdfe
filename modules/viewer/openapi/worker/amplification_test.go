package worker_test

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

// What a text of at most 100 kB may cost: steps, and ten times its size of memory
// besides what the process needs for itself.
const (
	maxText    = 100_000
	maxSteps   = 50_000_000
	ownMemory  = 28 << 20
	timesText  = 10
	hangsAfter = time.Minute
)

const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"

// head32 begins a description of OpenAPI 3.2.
const head32 = "openapi: 3.2.0\ninfo: {title: T, version: '1'}\n"

// fill repeats a pattern, with its number in place of @ and the next one in place
// of ^, until the text is as long as it may be.
func fill(before, pattern, after string) string { return fillTo(maxText, before, pattern, after) }

func fillTo(size int, before, pattern, after string) string {
	var b strings.Builder
	b.WriteString(before)
	for i := 0; b.Len()+len(pattern)+len(after)+16 < size; i++ {
		b.WriteString(numbered(pattern, i))
	}
	return b.String() + after
}

// times repeats a pattern n times, as fill does.
func times(n int, pattern string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(numbered(pattern, i))
	}
	return b.String()
}

// numbered is a pattern for the repetition i.
func numbered(pattern string, i int) string {
	return strings.ReplaceAll(strings.ReplaceAll(pattern, "@", strconv.Itoa(i)), "^", strconv.Itoa(i+1))
}

var _ = Describe("A text of at most 100 kB", Ordered, ContinueOnFailure, func() {
	var counter *worktest.Counter

	BeforeAll(func(ctx SpecContext) {
		var err error
		counter, err = worktest.Build(ctx, GinkgoT().TempDir())
		Expect(err).NotTo(HaveOccurred())
	})

	expectLittleMemory := func(ctx SpecContext, text string) {
		GinkgoHelper()
		Expect(len(text)).To(BeNumerically("<=", maxText))
		j := judge(worker.WithMemory(int64(timesText*len(text)+ownMemory)), worker.WithCPU(hangsAfter), worker.WithTimeout(hangsAfter))

		if err := j.Judge(ctx, []byte(text), openapi.UntrustedLimits()); err != nil {
			Expect(message(err)).NotTo(ContainSubstring("reading the description takes"))
		}
	}

	DescribeTable("costs little to read in full",
		func(ctx SpecContext, text string) {
			steps, err := counter.Steps(ctx, "openapi", text)

			Expect(err).NotTo(HaveOccurred())
			AddReportEntry(fmt.Sprintf("%d bytes: %d steps", len(text), steps))
			Expect(steps).To(HaveExactElements(BeNumerically("<", maxSteps)))
			expectLittleMemory(ctx, text)
		},
		Entry("path items that share a long text", fill(head+"paths:\n  /x: {get: {description: "+strings.Repeat("a ", 25_000)+"}}\n", "  /a@: {$ref: '#/paths/~1x'}\n", "")),
		Entry("path items that share many tags", fill(head+"paths:\n  /x: {get: {tags: ["+times(5000, "t@, ")+"]}}\n", "  /a@: {$ref: '#/paths/~1x'}\n", "")),
		Entry("one path with many methods", fill(head32+"paths:\n  /"+strings.Repeat("a", 50_000)+":\n    additionalOperations: {", "A@: {}, ", "}\n")),
		Entry("a long path with many methods", fill(head32+"paths:\n  /"+strings.Repeat("a", 1900)+":\n    additionalOperations: {", "A@: {}, ", "}\n")),
		Entry("a parameter that is large, many times", fill(head+"components: {parameters: {P: {name: p, in: query, schema: {properties: {"+times(2500, "p@: {a: 1}, ")+"}}}}}\npaths: {/a: {get: {parameters: [", "{$ref: '#/components/parameters/P'}, ", "]}}}\n")),
		Entry("a response with a large example, many times", fill(head+"components: {responses: {R: {description: x, x-example: "+strings.Repeat("a", 50_000)+"}}}\npaths: {/a: {get: {responses: {", "'@': {$ref: '#/components/responses/R'}, ", "}}}}\n")),
		Entry("callbacks, each of them two others", head+"paths: {/a: {post: {callbacks: {c: {$ref: '#/components/callbacks/C0'}}}}}\ncomponents:\n  callbacks:\n"+
			times(90, "    C@: {x: {post: {callbacks: {a: {$ref: '#/components/callbacks/C^'}, b: {$ref: '#/components/callbacks/C^'}}}}}\n")+"    C90: {x: {post: {}}}\n"),
		Entry("headers, each of them two others", head+"paths: {/a: {post: {responses: {'200': {description: x, headers: {h: {$ref: '#/components/headers/H0'}}}}}}}\ncomponents:\n  headers:\n"+
			times(90, "    H@: {content: {a: {encoding: {x: {headers: {a: {$ref: '#/components/headers/H^'}, b: {$ref: '#/components/headers/H^'}}}}}}}\n")+"    H90: {schema: {}}\n"),
		Entry("schemas, each of them two others", head+"components:\n  schemas:\n"+times(41, "    S@: {properties: {a: {$ref: '#/components/schemas/S^'}, b: {$ref: '#/components/schemas/S^'}}}\n")+"    S41: {type: string}\n"),
		Entry("schemas of aliases", head+"components:\n  schemas:\n    S0: &a0 {type: string}\n"+aliased()),
		Entry("aliases of aliases", head+"x-0: &a0 [1,1,1,1,1,1,1,1,1,1]\n"+times(3, "x-^: &a^ [*a@, *a@, *a@, *a@, *a@, *a@, *a@, *a@, *a@, *a@]\n")),
		Entry("merge keys", fill(head+"x-a: &a {"+times(4000, "k@: 1, ")+"}\nx-b:\n", "  m@: {<<: *a}\n", "")),
		Entry("references that lead nowhere, below a long name", fill(head+"x-webhooks: {"+strings.Repeat("n", 1990)+": {get: {parameters: [", "{$ref: '#/@'}, ", "]}}}")),
		Entry("references out, below a long name", fill(head+"components: {schemas: {"+strings.Repeat("n", 40_000)+": {allOf: [", "{$ref: 'a@'}, ", "]}}}")),
		Entry("references to anchors", fill(head+"components: {schemas: {A: {$anchor: a, allOf: [", "{$ref: '#a'}, ", "]}}}")),
		Entry("references to identifiers", fill(head+"components: {schemas: {A: {$id: 'https://e.example/a', allOf: [", "{$ref: 'https://e.example/b@'}, ", "]}}}")),
		Entry("identifiers within each other", head+"components: {schemas: {A: "+times(90, "{$id: 'a@/', not: ")+"{$ref: 'a0/'}"+strings.Repeat("}", 90)+"}}"),
		Entry("a chain of schemas, referred to from everywhere", fill(head+"components:\n  schemas:\n"+times(99, "    S@: {$ref: '#/components/schemas/S^'}\n")+"    S99: {}\n    T: {allOf: [", "{$ref: '#/components/schemas/S0'}, ", "]}\n")),
		Entry("a long pointer, many times", fill(head+"components: {schemas: {T: {allOf: [", "{$ref: '#/components/schemas/"+strings.Repeat("a/", 500)+"'}, ", "]}}}")),
		Entry("an enumeration with descriptions by value", fill(head+"components: {schemas: {T: {x-enumDescriptions: {"+times(4000, "v@: a, ")+"}, enum: [", "v@, ", "]}}}")),
		Entry("many required properties", fill(head+"components: {schemas: {T: {properties: {"+times(4000, "p@: {}, ")+"}, required: [", "p@, ", "]}}}")),
		Entry("many empty schemas", fill(head+"components: {schemas: {T: {allOf: [", "{},", "]}}}")),
		Entry("many operations with one id", fill(head+"paths:\n", "  /@: {get: {operationId: a}}\n", "")),
		Entry("many tags that differ in case", fill(head+"tags:\n", "- name: '..@'\n", "")),
		Entry("Swagger 2.0: types times responses", fill("swagger: '2.0'\ninfo: {title: T, version: '1'}\nproduces: ["+times(5000, "t@, ")+"]\npaths: {/a: {get: {responses: {", "'@': {schema: {}}, ", "}}}}")),
		Entry("YAML of brackets", fill(head+"x-a: ", "[", "")),
		Entry("YAML of dashes", fill(head+"x-a:\n", "- ", "")),
		Entry("YAML of questions", fill(head+"x-a:\n", "? ", "")),
		Entry("YAML of comments", fill(head, "# a\n", "")),
		Entry("YAML of comments and names", fill(head, "# a\nx-@: 1\n", "")),
		Entry("YAML of empty lines in text", fill(head+"x-a: |\n", " a\n\n\n\n\n", "")),
		Entry("YAML of anchors", fill(head+"x-a: [", "&a@ 1, ", "]")),
		Entry("YAML of tags", fill(head+"x-a: [", "!a@ 1, ", "]")),
		Entry("YAML of directives", fill("", "%TAG !a@! tag:e.example,2000:\n", "---\n"+head)),
		Entry("YAML of documents", fill(head, "---\na\n", "")),
		Entry("YAML of names in a row", fill(head, "x-@: 1\n", "")),
		Entry("JSON of arrays", fill(`{"openapi":"3.1.0","x-a":[`, "[],", "[]]}")),
		Entry("JSON of names that are the same", fill(`{"openapi":"3.1.0",`, `"a":1,`, `"b":1}`)),
		Entry("JSON of escapes", fill(`{"openapi":"3.1.0","x-a":"`, `\u0041`, `"}`)),
		Entry("a number of 100 kB", `{"openapi":"3.1.0","x-a":`+strings.Repeat("9", 99_000)+"}"),
		Entry("a hexadecimal number of 100 kB", head+"x-a: 0x"+strings.Repeat("f", 99_000)),
		Entry("an octal number of 100 kB", head+"x-a: 0o"+strings.Repeat("7", 99_000)),
	)

	// Half a text that is shared and half of what shares it stand for their product:
	// there is no way to show all of it that costs less. A text of 100 kB costs 16
	// times as much as one of 25 kB, which is a second of processor time.
	DescribeTable("costs no more than the square of its length, in little memory,",
		func(ctx SpecContext, text func(scale int) string) {
			steps, err := counter.Steps(ctx, "openapi", text(1), text(2))

			Expect(err).NotTo(HaveOccurred())
			AddReportEntry(fmt.Sprintf("%d and %d bytes: %d steps", len(text(1)), len(text(2)), steps))
			Expect(steps[0]).To(BeNumerically("<", 80_000_000))
			Expect(steps[1]).To(BeNumerically("<", 4.1*float64(steps[0])))
			expectLittleMemory(ctx, text(4))
		},
		Entry("of path items that share many operations", func(scale int) string {
			return fillTo(25_000*scale, head32+"paths:\n  /x: {additionalOperations: {"+times(625*scale, "A@: {}, ")+"}}\n", "  /@: {$ref: '#/paths/~1x'}\n", "")
		}),
		Entry("of path items that share wrong parameters", func(scale int) string {
			return fillTo(25_000*scale, head+"paths:\n  /x: {get: {parameters: ["+times(2250*scale, "{}, ")+"]}}\n", "  /a@: {$ref: '#/paths/~1x'}\n", "")
		}),
		Entry("of path items that share parameters", func(scale int) string {
			return fillTo(25_000*scale, head+"components: {parameters: {P: {name: p, in: query}}}\npaths:\n  /x: {parameters: ["+times(250*scale, "{$ref: '#/components/parameters/P'}, ")+"], get: {}}\n", "  /a@: {$ref: '#/paths/~1x'}\n", "")
		}),
	)
})

// aliased are schemas, each of which holds the one before eight times.
func aliased() string {
	var b strings.Builder
	for i := range 5 {
		fmt.Fprintf(&b, "    S%d: &a%d {properties: {", i+1, i+1)
		for j := range 8 {
			fmt.Fprintf(&b, "p%d: *a%d, ", j, i)
		}
		b.WriteString("}}\n")
	}
	return b.String()
}
