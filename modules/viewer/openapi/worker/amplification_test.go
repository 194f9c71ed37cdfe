package worker_test

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

// What a text of at most 100 kB may cost: a second of processor time, and ten
// times its size and 16 MiB more of memory.
const (
	maxText    = 100_000
	maxCPU     = time.Second
	freeMemory = 16 << 20
	timesText  = 10
)

const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"

// head32 begins a description of OpenAPI 3.2.
const head32 = "openapi: 3.2.0\ninfo: {title: T, version: '1'}\n"

// fill repeats a pattern, with its number in place of @ and the next one in place
// of ^, until the text is as long as it may be.
func fill(before, pattern, after string) string {
	var b strings.Builder
	b.WriteString(before)
	for i := 0; b.Len()+len(pattern)+len(after)+16 < maxText; i++ {
		b.WriteString(strings.NewReplacer("@", fmt.Sprint(i), "^", fmt.Sprint(i+1)).Replace(pattern))
	}
	return b.String() + after
}

// times repeats a pattern n times, as fill does.
func times(n int, pattern string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("@", fmt.Sprint(i), "^", fmt.Sprint(i+1)).Replace(pattern))
	}
	return b.String()
}

var _ = Describe("Goal 3: a text of at most 100 kB", Ordered, ContinueOnFailure, func() {
	var base worker.Report

	BeforeAll(func(ctx SpecContext) {
		var err error
		base, err = judge(worker.WithCPU(10*time.Second)).Examine(ctx, []byte(small), openapi.Limits{})
		Expect(err).NotTo(HaveOccurred())
	})

	DescribeTable("costs little to read in full",
		func(ctx SpecContext, text string) {
			Expect(len(text)).To(BeNumerically("<=", maxText))

			var cpu time.Duration
			var memory int64
			var err error
			allowed := int64(timesText*len(text) + freeMemory)

			for range 5 { // the least of five: a busy machine adds to both, when garbage is collected late
				var report worker.Report
				report, err = judge(worker.WithCPU(10*time.Second)).Examine(ctx, []byte(text), openapi.UntrustedLimits())
				cpu, memory = report.CPU-base.CPU, report.Memory-base.Memory
				if cpu < maxCPU && memory < allowed {
					break
				}
			}

			if err != nil {
				Expect(message(err)).NotTo(ContainSubstring("reading the description takes"))
			}
			AddReportEntry(fmt.Sprintf("%d bytes: %d ms, %.1f MiB, %v", len(text), cpu.Milliseconds(), float64(memory)/(1<<20), err))
			Expect(cpu).To(BeNumerically("<", maxCPU))
			Expect(memory).To(BeNumerically("<", allowed))
		},
		Entry("path items that share many operations", fill(head32+"paths:\n  /x: {additionalOperations: {"+times(2500, "A@: {}, ")+"}}\n", "  /@: {$ref: '#/paths/~1x'}\n", "")),
		Entry("path items that share a long text", fill(head+"paths:\n  /x: {get: {description: "+strings.Repeat("a ", 25_000)+"}}\n", "  /a@: {$ref: '#/paths/~1x'}\n", "")),
		Entry("path items that share many tags", fill(head+"paths:\n  /x: {get: {tags: ["+times(5000, "t@, ")+"]}}\n", "  /a@: {$ref: '#/paths/~1x'}\n", "")),
		Entry("path items that share wrong parameters", fill(head+"paths:\n  /x: {get: {parameters: ["+times(9000, "{}, ")+"]}}\n", "  /a@: {$ref: '#/paths/~1x'}\n", "")),
		Entry("path items that share parameters", fill(head+"components: {parameters: {P: {name: p, in: query}}}\npaths:\n  /x: {parameters: ["+times(1000, "{$ref: '#/components/parameters/P'}, ")+"], get: {}}\n", "  /a@: {$ref: '#/paths/~1x'}\n", "")),
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
