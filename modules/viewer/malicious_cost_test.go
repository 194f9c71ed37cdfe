package viewer_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/mathml"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mermaid"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// What an answer may cost: ten times the size of the description, and this.
const freeBytes = 16 << 20

// counted counts what is written and keeps nothing.
type counted struct {
	header http.Header
	status int
	bytes  int
}

func (c *counted) Header() http.Header { return c.header }

func (c *counted) WriteHeader(status int) { c.status = status }

func (c *counted) Write(p []byte) (int, error) {
	c.bytes += len(p)
	return len(p), nil
}

var _ io.Writer = (*counted)(nil)

// partsOf are addresses of everything that the viewer of a description serves: of
// each kind of part the first ones and the last.
func partsOf(doc *apidoc.Document) []string {
	paths := []string{
		"/", "/?page=2", "/models/", "/components/", "/search?q=a", "/search?q=" + strings.Repeat("a+", 100), "/search.md?q=a", "/nothing",
		"/llms.txt", "/index.md", "/models.md", "/llms-full.txt", "/sitemap.xml", "/robots.txt", "/openapi.json", "/openapi.yaml", "/openapi",
		"/_/health", "/_/resolve?hash=a", "/assets/reference.css",
	}
	few := 6 // of each kind
	add := func(folder, slug string, i, of int) {
		if i < few/2 || i >= of-few/2 {
			for _, end := range []string{"", "?part=1", "?part=console", "?entry=1", ".md"} {
				paths = append(paths, "/"+folder+"/"+slug+end)
			}
		}
	}
	for i, o := range doc.Operations {
		add("operations", o.Slug, i, len(doc.Operations))
	}
	for i, o := range doc.Webhooks {
		add("webhooks", o.Slug, i, len(doc.Webhooks))
	}
	for i, t := range doc.Tags {
		add("tags", t.Slug, i, len(doc.Tags))
	}
	for i, m := range doc.Models {
		add("models", m.Slug, i, len(doc.Models))
		if i < few/2 {
			paths = append(paths, "/"+address.Of(core.PageSchema, m.Ref))
		}
	}
	for i, c := range doc.Components {
		add("components", c.Slug, i, len(doc.Components))
	}
	return paths
}

// costs asks for everything that the viewer of a description serves, and returns
// the answers that cost too much.
func costs(v *viewer.Viewer, size int) []string {
	limit := 10*size + freeBytes
	var dear []string
	most := 0
	for _, path := range partsOf(v.Document()) {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		w := &counted{header: http.Header{}}
		allocated := worktest.Allocated(func() { v.ServeHTTP(w, r) })
		if path == "/llms-full.txt" {
			allocated = 0 // it is for one page after the other, of which none is kept
		}
		most = max(most, allocated, w.bytes)
		if w.bytes > limit || allocated > limit {
			dear = append(dear, fmt.Sprintf("%.60s writes %d bytes and allocates %d", path, w.bytes, allocated))
		}
	}
	AddReportEntry(fmt.Sprintf("%d bytes: at most %d of %d", size, most, limit))
	return dear
}

var _ = DescribeTable("What is served of a hostile description of at most 100 kB costs at most ten times its size and 16 MiB:", Serial, worktest.Large,
	func(ctx SpecContext, text string) {
		if worktest.RaceDetector {
			Skip("what a page costs is counted without the race detector, which allocates too")
		}
		Expect(len(text)).To(BeNumerically("<=", 100<<10))
		Expect(worktest.Dear(len(text), func() int {
			doc, err := openapi.FromContent(text).Load(ctx)
			Expect(err).NotTo(HaveOccurred())
			_, err = search.Build(ctx, doc, search.Options{})
			Expect(err).NotTo(HaveOccurred())
			return 0
		})).To(BeEmpty(), "to load and index")
		v, err := viewer.New(openapi.FromContent(text), htmlrender.New(htmlrender.WithFence("mermaid", mermaid.Draw), htmlrender.WithFence("math", mathml.Draw)), viewer.WithMarkdown(mdrender.New()))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(v.Wait(ctx)).To(Succeed())
		viewer.Settle(v)

		Expect(costs(v, len(text))).To(BeEmpty())
	},
	func() (entries []TableEntry) {
		for _, t := range hostileTexts {
			entries = append(entries, Entry(t.title, t.text))
		}
		return entries
	}(),
)

// hostileText is a description of at most 100 kB whose pages cost much, or look as
// if they could.
type hostileText struct{ title, text string }

// clique are 17 nodes: with an edge from each of them to each, as many edges as a drawing
// has.
var clique = strings.Join(strings.Split("abcdefghijklmnopq", ""), "&")

func hostileOf(title, text string) hostileText { return hostileText{title, text} }

var hostileTexts = []hostileText{
	hostileOf("a table of many columns", describing(info(object{"description": strings.Repeat("|a", 1150) + "\n" + strings.Repeat("|-", 1150) + "\n" + strings.Repeat("a\n", 2300)}))),
	hostileOf("headings in many descriptions", manyDescriptions(38, strings.Repeat("# a\n", 500))),
	hostileOf("headings in short descriptions", manyDescriptions(300, strings.Repeat("# a\n", 50))),
	hostileOf("lists in many descriptions", manyDescriptions(38, strings.Repeat("- a\n", 500))),
	hostileOf("mails in many descriptions", manyDescriptions(40, strings.Repeat("a@b.cc ", 300))),
	hostileOf("open tags in many descriptions", manyDescriptions(40, strings.Repeat("<b>a\n", 150))),
	hostileOf("links in many descriptions", manyDescriptions(40, strings.Repeat("[a](http://b) ", 150))),
	hostileOf("drawings in many descriptions", manyDescriptions(30, strings.Repeat("```mermaid\ngraph TD\nA-->B & C & D & E\n```\n", 50))),
	hostileOf("the densest drawings in many descriptions", manyDescriptions(8, strings.Repeat("```mermaid\ngraph TD\n"+clique+"-->"+clique+"\n```\n", 40))),
	hostileOf("formulas in many descriptions", manyDescriptions(30, strings.Repeat("$$x^2$$ ", 300))),
	hostileOf("headings of the overview", describing(info(object{"description": strings.Repeat("# a\n", 1200)}))),
	hostileOf("tags with headings", describing(object{"tags": func() (tags []object) {
		for i := range 40 {
			tags = append(tags, object{"name": fmt.Sprint("t", i), "description": strings.Repeat("# a\n", 450)})
		}
		return tags
	}()})),
	hostileOf("an operation of 1,000 tags of long names", describing(object{"paths": object{"/a": object{"get": object{"tags": names(1000, 90)}}}})),
	hostileOf("2,000 tags", yamlHead+"tags:\n"+strings.Join(numbered(2000, "  - {name: t%d, description: '# a'}\n"), "")+"paths: {/a: {get: {tags: [t1]}}}\n"),
	hostileOf("1,500 servers with variables", yamlHead+"servers:\n"+strings.Join(numbered(1500, "  - {url: 'https://a{v}.b/%d', variables: {v: {default: a}}}\n"), "")+"paths: {/a: {get: {}}}\n"),
	hostileOf("1,500 security schemes", yamlHead+"components:\n  securitySchemes:\n"+strings.Join(numbered(1500, "    s%d: {type: http, scheme: basic}\n"), "")+"paths: {/a: {get: {security: ["+strings.Join(numbered(1500, "{s%d: []}"), ",")+"]}}}\n"),
	hostileOf("one requirement of 1,000 schemes", yamlHead+"components:\n  securitySchemes:\n"+strings.Join(numbered(1000, "    s%d: {type: http, scheme: basic}\n"), "")+"paths: {/a: {get: {security: [{"+strings.Join(numbered(1000, "s%d: []"), ",")+"}]}}}\n"),
	hostileOf("an enumeration of 15,000 values", yamlHead+"components: {schemas: {A: {enum: ["+strings.Repeat("aaaa, ", 15_000)+"b]}}}"),
	hostileOf("an enumeration that 500 parameters have", yamlHead+"components: {schemas: {A: {enum: ["+strings.Repeat("aaaa, ", 8000)+"b]}}}\npaths: {/a: {get: {parameters: ["+strings.Join(numbered(500, "{name: p%d, in: query, schema: {$ref: '#/components/schemas/A'}}"), ",")+"]}}}\n"),
	hostileOf("a long text that 500 parameters have", yamlHead+"components: {schemas: {A: {description: '"+strings.Repeat("long *text* ", 5000)+"'}}}\npaths: {/a: {get: {parameters: ["+strings.Join(numbered(500, "{name: p%d, in: query, schema: {$ref: '#/components/schemas/A'}}"), ",")+"]}}}\n"),
	hostileOf("a long default that 500 parameters have", yamlHead+"components: {schemas: {A: {type: string, default: '"+strings.Repeat("long ", 12_000)+"'}}}\npaths: {/a: {get: {parameters: ["+strings.Join(numbered(500, "{name: p%d, in: query, schema: {$ref: '#/components/schemas/A'}}"), ",")+"]}}}\n"),
	hostileOf("a long example that 500 parameters have", yamlHead+"components: {schemas: {A: {type: string, example: '"+strings.Repeat("long ", 12_000)+"'}}}\npaths: {/a: {get: {parameters: ["+strings.Join(numbered(500, "{name: p%d, in: query, schema: {$ref: '#/components/schemas/A'}}"), ",")+"]}}}\n"),
	hostileOf("a long example of 300 responses", yamlHead+"components: {schemas: {A: {type: object, properties: {a: {type: string, example: '"+strings.Repeat("long ", 10_000)+"'}}}}}\npaths: {/a: {get: {responses: {"+strings.Join(numbered(300, "'%d': {description: x, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}"), ",")+"}}}}\n"),
	hostileOf("a long pattern that 500 properties have", yamlHead+"components: {schemas: {P: {type: string, pattern: '"+strings.Repeat("[a-z]", 10_000)+"'}, A: {properties: {"+strings.Join(numbered(500, "p%d: {$ref: '#/components/schemas/P'}"), ",")+"}}}}\n"),
	hostileOf("a title that 1,000 properties have", yamlHead+"components: {schemas: {P: {type: string, title: '"+strings.Repeat("long ", 8000)+"'}, A: {properties: {"+strings.Join(numbered(1000, "p%d: {$ref: '#/components/schemas/P'}"), ",")+"}}}}\n"),
	hostileOf("1,000 parameters", yamlHead+"paths: {/a: {get: {parameters: ["+strings.Join(numbered(1000, "{name: p%d, in: query, schema: {type: string}}"), ",")+"]}}}\n"),
	hostileOf("1,500 examples", yamlHead+"paths: {/a: {get: {requestBody: {content: {a/b: {examples: {"+strings.Join(numbered(1500, "e%d: {value: {a: 1}}"), ",")+"}}}}}}}\n"),
	hostileOf("41 schemas that stand for 2^40", bomb()),
	hostileOf("allOf of allOf, twice each", tower("allOf")), hostileOf("oneOf of oneOf, twice each", tower("oneOf")), hostileOf("anyOf of anyOf, twice each", tower("anyOf")),
	hostileOf("a schema of 190 levels", yamlHead+"components: {schemas: {A: "+strings.Repeat("{properties: {a: ", 90)+"{type: string}"+strings.Repeat("}}", 90)+"}}\n"),
	hostileOf("a schema of all schemas", yamlHead+"components: {schemas: {"+strings.Join(numbered(800, "S%d: {properties: {a: {$ref: '#/components/schemas/All'}}}"), ",")+", All: {oneOf: ["+strings.Join(numbered(800, "{$ref: '#/components/schemas/S%d'}"), ",")+"]}}}\n"),
	hostileOf("1,000 paths of one path item", yamlHead+"paths:\n"+strings.Join(numbered(800, "  /p%d: {$ref: '#/components/pathItems/P'}\n"), "")+"components: {pathItems: {P: {get: {summary: '"+long("a")+"', description: '"+long("*b* ")+"'}}}}\n"),
	hostileOf("40 operations with 60 shared parameters", yamlHead+"components: {parameters: {"+strings.Join(numbered(100, "p%d: {name: p%d, in: query, description: '*a*'}"), ",")+"}}\npaths:\n"+strings.Join(numbered(40, "  /p%d: {get: {parameters: ["+strings.Join(numbered(60, "{$ref: '#/components/parameters/p%d'}"), ",")+"]}}\n"), "")),
	hostileOf("300 responses of one response with 500 headers", yamlHead+"components: {responses: {R: {description: '"+long("*b* ")+"', headers: {"+strings.Join(numbered(500, "h%d: {schema: {type: string}}"), ",")+"}}}}\npaths: {/a: {get: {responses: {"+strings.Join(numbered(300, "'%d': {$ref: '#/components/responses/R'}"), ",")+"}}}}\n"),
	hostileOf("500 media types of one schema with 1,000 properties", yamlHead+"components: {schemas: {A: {properties: {"+strings.Join(numbered(1000, "p%d: {type: string, description: '*a*'}"), ",")+"}}}}\npaths: {/a: {post: {requestBody: {content: {"+strings.Join(numbered(500, "'a/b%d': {schema: {$ref: '#/components/schemas/A'}}"), ",")+"}}}}}\n"),
	hostileOf("500 operations whose body is one schema with 500 properties", yamlHead+"components: {schemas: {A: {properties: {"+strings.Join(numbered(500, "p%d: {type: string, description: '*a*'}"), ",")+"}}}}\npaths:\n"+strings.Join(numbered(500, "  /p%d: {post: {requestBody: {content: {a/b: {schema: {$ref: '#/components/schemas/A'}}}}}}\n"), "")),
	hostileOf("an example of 30 kB that 300 responses show", yamlHead+"components: {examples: {E: {value: '"+long("a")+"'}}}\npaths: {/a: {get: {responses: {"+strings.Join(numbered(300, "'%d': {description: x, content: {a/b: {examples: {e: {$ref: '#/components/examples/E'}}}}}"), ",")+"}}}}\n"),
	hostileOf("an example of many levels that 300 responses show", yamlHead+"components: {examples: {E: {value: ["+strings.Repeat("{a: 1}, ", 4000)+"1]}}}\npaths: {/a: {get: {responses: {"+strings.Join(numbered(300, "'%d': {description: x, content: {application/json: {examples: {e: {$ref: '#/components/examples/E'}}}}}"), ",")+"}}}}\n"),
	hostileOf("60 schemas that each have 30 of the others", yamlHead+"components: {schemas: {"+strings.Join(numbered(60, "S%d: {properties: {"+strings.Join(numbered(30, "p%d: {$ref: '#/components/schemas/S%d'}"), ",")+"}}"), ",")+"}}\n"),
	hostileOf("allOf of one schema with 1,000 properties, 300 times", yamlHead+"components: {schemas: {B: {properties: {"+strings.Join(numbered(1000, "p%d: {type: string}"), ",")+"}}, A: {oneOf: ["+strings.Join(numbered(300, "{allOf: [{$ref: '#/components/schemas/B'}, {properties: {q%d: {type: string}}}]}"), ",")+"]}}}\npaths: {/a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}\n"),
	hostileOf("properties of allOf of one schema with 1,000 properties", yamlHead+"components: {schemas: {B: {properties: {"+strings.Join(numbered(1000, "p%d: {type: string}"), ",")+"}}, A: {properties: {"+strings.Join(numbered(300, "x%d: {allOf: [{$ref: '#/components/schemas/B'}, {properties: {q%d: {type: string}}}]}"), ",")+"}}}}\npaths: {/a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}\n"),
	hostileOf("1,000 links that 800 operations have", yamlHead+"components: {responses: {R: {description: x, links: {"+strings.Join(numbered(1000, "l%d: {operationId: o%d}"), ",")+"}}}}\npaths:\n"+strings.Join(numbered(800, "  /p%d: {get: {operationId: o%d, responses: {'200': {$ref: '#/components/responses/R'}}}}\n"), "")),
	hostileOf("callbacks, each of them two others", callbackBomb()),
	hostileOf("500 operations of long names", yamlHead+"paths:\n"+strings.Join(numbered(500, "  /p%d"+strings.Repeat("a", 150)+": {get: {}}\n"), "")),
	hostileOf("an operation whose names are 30 kB each", yamlHead+"paths: {/a: {get: {operationId: '"+strings.Repeat("a", 30_000)+"', summary: '"+strings.Repeat("b", 30_000)+"'}}, /"+strings.Repeat("c", 30_000)+": {get: {}}}\n"),
	hostileOf("a model and a tag of 40 kB", yamlHead+"components: {schemas: {"+strings.Repeat("a", 40_000)+": {type: string}}}\npaths: {/a: {get: {tags: ['"+strings.Repeat("a", 40_000)+"']}}}\n"),
	hostileOf("a title of 90 kB", describing(info(object{"title": strings.Repeat("a", 90_000)}))),
	hostileOf("a title of 30 kB and 1,000 operations", yamlHead[:14]+"\ninfo: {title: '"+strings.Repeat("<", 30_000)+"', version: '1'}\npaths:\n"+strings.Join(numbered(1000, "  /p%d: {get: {summary: x, responses: {'200': {description: x}}}}\n"), "")),
	hostileOf("a server whose address is 50 kB", yamlHead+"servers: [{url: 'https://"+strings.Repeat("a", 50_000)+".b'}]\npaths: {/a: {post: {requestBody: {content: {application/json: {schema: {type: string}}}}}}}\n"),
	hostileOf("a path of 90 kB", yamlHead+"paths: {'/"+strings.Repeat("{a}/", 20_000)+"': {get: {}}}\n"),
	hostileOf("a path of folders", yamlHead+"paths: {'/"+strings.Repeat("a/", 40_000)+"': {get: {}}}\n"),
	hostileOf("nested extensions", yamlHead+"x-a: "+strings.Repeat("{a: ", 190)+"1"+strings.Repeat("}", 190)+"\nx-b: ["+strings.Repeat("{a: 1}, ", 10_000)+"1]\n"),
	hostileOf("a discriminator of 2,000 values", yamlHead+"components: {schemas: {A: {type: object, discriminator: {propertyName: a, mapping: {"+strings.Join(numbered(2000, "v%d: '#/components/schemas/B'"), ",")+"}}, oneOf: [{$ref: '#/components/schemas/B'}]}, B: {type: object}}}\n"),
	hostileOf("minItems in minItems", yamlHead+"components: {schemas: {A: "+strings.Repeat("{type: array, minItems: 1000, items: ", 30)+"{type: string}"+strings.Repeat("}", 30)+"}}\npaths: {/a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}\n"),
	hostileOf("a minimum length of a billion", yamlHead+"paths: {/a: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string, minLength: 1000000000}}, required: [a]}}}}}}}\n"),
}

// manyDescriptions is a description in which n parameters of one operation have a
// text.
func manyDescriptions(n int, text string) string {
	var list []object
	for i := range n {
		list = append(list, object{"name": fmt.Sprint("p", i), "in": "query", "description": text + fmt.Sprint(i), "schema": object{"type": "string"}})
	}
	return describing(object{"paths": object{"/a": object{"get": object{"parameters": list}}}})
}

// long is a text of about 30 kB.
func long(unit string) string { return strings.Repeat(unit, 30_000/len(unit)) }

// names are n names of a length.
func names(n, length int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint(i)+strings.Repeat("a", length))
	}
	return list
}

// tower is schemas that each choose the next one twice.
func tower(keyword string) string {
	return yamlHead + "components:\n  schemas:\n" +
		strings.Join(numbered(60, "    S%d: {"+keyword+": [{$ref: '#/components/schemas/S%n'}, {$ref: '#/components/schemas/S%n'}]}\n"), "") + "    S60: {type: object, properties: {a: {type: string}}}\n"
}
