package htmlrender_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
)

// times makes a list of n parts.
func times[T any](n int, part func(i int) T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = part(i)
	}
	return list
}

func manyExtensions() []apidoc.Extension {
	return times(100, func(i int) apidoc.Extension {
		return apidoc.Extension{Name: fmt.Sprintf("x-%d", i), Value: []byte("1")}
	})
}

func manyServers() []apidoc.Server {
	extensions := manyExtensions()
	return times(100, func(int) apidoc.Server {
		return apidoc.Server{URL: "https://example.com", Description: "d", Variables: times(50, func(int) apidoc.ServerVariable {
			return apidoc.ServerVariable{Name: "v", Default: "d", Enum: []string{"d"}, Description: "d", Extensions: extensions}
		})}
	})
}

func manyRequirements() []apidoc.SecurityRequirement {
	return times(100, func(int) apidoc.SecurityRequirement {
		return apidoc.SecurityRequirement{Schemes: times(50, func(int) apidoc.RequiredScheme {
			return apidoc.RequiredScheme{Name: "s", Scopes: times(50, func(i int) string { return fmt.Sprint(i) })}
		})}
	})
}

// crowded is an operation with very many of everything that stands beside
// schemas.
func crowded(depth int) *apidoc.Operation {
	extensions, servers := manyExtensions(), manyServers()
	examples := times(50, func(i int) apidoc.Example {
		return apidoc.Example{Name: fmt.Sprint(i), Summary: "s", Description: "d", Value: []byte("1"), Serialized: "s", Extensions: extensions}
	})
	encoding := times(50, func(int) apidoc.Encoding {
		return apidoc.Encoding{Property: "p", ContentType: "c", Extensions: extensions}
	})
	o := &apidoc.Operation{
		OperationSummary: apidoc.OperationSummary{
			Method: "GET", Path: "/", Badges: times(50, func(int) apidoc.Badge { return apidoc.Badge{Name: "b"} }), Tags: times(50, func(i int) string { return fmt.Sprint(i) }),
		},
		Parameters: times(100, func(i int) apidoc.Parameter {
			return apidoc.Parameter{Name: fmt.Sprint(i), In: apidoc.InQuery, Examples: examples, Extensions: extensions}
		}),
		Responses: times(40, func(i int) apidoc.Response {
			return apidoc.Response{
				Status: fmt.Sprint(200 + i), Links: times(50, func(int) apidoc.Link { return apidoc.Link{Name: "l", Server: &servers[0]} }),
				Content: []apidoc.MediaType{{Name: "text/plain", Examples: examples, Encoding: encoding, PrefixEncoding: encoding}},
			}
		}),
		Security: manyRequirements(), Servers: servers, Extensions: extensions,
	}
	if depth > 0 {
		inner := *crowded(depth - 1)
		o.Callbacks = times(50, func(int) apidoc.Callback { return apidoc.Callback{Name: "c", Operations: []apidoc.Operation{inner}} })
	}
	return o
}

var _ = Describe("A page of very many small things stays below 5,000 elements", worktest.Large, func() {
	It("on an operation with callbacks", func(ctx SpecContext) {
		page := render(ctx, operationPage(crowded(2), nil))

		Expect(len(page.All())).To(And(BeNumerically(">", 1000), BeNumerically("<", maxElements)))
		Expect(page.Find("main").Text()).To(ContainSubstring("more"))
	})

	It("on the overview", func(ctx SpecContext) {
		doc := huge(10_000, 40)
		doc.Servers, doc.Security, doc.Extensions = manyServers(), manyRequirements(), manyExtensions()
		extensions := doc.Extensions
		doc.SecuritySchemes = times(100, func(int) apidoc.SecurityScheme {
			return apidoc.SecurityScheme{Name: "s", Type: apidoc.OAuth2, Extensions: extensions, Flows: times(5, func(int) apidoc.OAuthFlow {
				return apidoc.OAuthFlow{Kind: "implicit", Extensions: extensions, Scopes: times(100, func(int) apidoc.Scope { return apidoc.Scope{Name: "s", Description: "d", Default: true} })}
			})}
		})

		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: doc})

		Expect(len(page.All())).To(And(BeNumerically(">", 1000), BeNumerically("<", maxElements)))
	})
})

var _ = Describe("A page of many operations with long paths", func() {
	It("stays below 5,000 elements when their titles are names that may break in many places", func(ctx SpecContext) {
		var text strings.Builder
		text.WriteString("openapi: 3.1.0\ninfo: {title: Long, version: '1'}\npaths:\n")
		for i := range 100 {
			fmt.Fprintf(&text, "  /v1/{name}/items%d:\n    get: {operationId: cloud.projects.locations.datasets.consentStores.dataMappings.items%d.list, tags: [t], parameters: [", i, i)
			for j := range 6 {
				fmt.Fprintf(&text, "{name: p%d, in: query, schema: {type: string}, description: The parameter.}, ", j)
			}
			text.WriteString("], responses: {'200': {description: Done}}}\n")
		}
		doc := load(ctx, text.String())

		page := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: doc.TagNamed("t"), Root: "../"})

		Expect(len(page.All())).To(And(BeNumerically(">", 4000), BeNumerically("<", maxElements)))
		Expect(page.Find(".is-loaded")).NotTo(BeEmpty())
	})

	It("stays below 5,000 elements beside a sidebar of many tags, and leads to what it leaves to later", func(ctx SpecContext) {
		var text strings.Builder
		text.WriteString("openapi: 3.1.0\ninfo: {title: Long, version: '1'}\npaths:\n")
		for i := range 300 {
			tag := 0
			if i >= 100 {
				tag = i - 99 // each of the others has a tag of its own
			}
			fmt.Fprintf(&text, "  /enterprises/{enterprise}/organizations/{organization}/repositories/{repository}/environments/{environment}/items%d:\n", i)
			fmt.Fprintf(&text, "    get:\n      operationId: o%d\n      tags: [t%d]\n      parameters:\n", i, tag)
			for j := range 10 {
				fmt.Fprintf(&text, "        - {name: p%d, in: query, schema: {type: string}, description: The parameter.}\n", j)
			}
			text.WriteString("      responses: {'200': {description: Done}}\n")
		}
		doc := load(ctx, text.String())

		page := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: doc.TagNamed("t0"), Root: "../"})

		Expect(len(page.All())).To(BeNumerically("<", maxElements))
		Expect(page.Find(".entry")).To(HaveLen(100))
		Expect(len(page.Find(".entry-rest a")) + len(page.Find(".entry-body.is-loaded"))).To(Equal(100))
	})
})
