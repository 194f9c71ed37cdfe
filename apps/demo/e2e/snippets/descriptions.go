package snippets

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// corpus is the environment variable that names a folder with descriptions of
// others, whose samples are looked at too.
const corpus = "TREFOIL_CORPUS"

// mostOperations bounds the operations of one description whose samples are looked
// at, evenly spread.
const mostOperations = 40

// descriptions are the files of descriptions whose samples are looked at.
func descriptions() []string {
	files := []string{"snippets/testdata/nasty.yaml", "snippets/testdata/shop.yaml", "snippets/testdata/odd.yaml", "testdata/orchard.yaml"}
	for _, pattern := range []string{"../../../modules/viewer/openapi/testdata/*.*", "../../../modules/viewer/testdata/torture-*", os.Getenv(corpus) + "/*.json"} {
		found, _ := filepath.Glob(pattern)
		if !strings.HasPrefix(pattern, "/*") {
			files = append(files, found...)
		}
	}
	return files
}

// described is a description with what there is about it.
type described struct {
	doc  *apidoc.Document
	root string
}

func describe(ctx SpecContext, file string) described {
	GinkgoHelper()
	text, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred())
	doc, err := openapi.FromContent(string(text)).Load(ctx)
	Expect(err).NotTo(HaveOccurred(), file)
	return described{doc, serve(ctx, string(text), viewer.Configuration{})}
}

// operations are some of a description, evenly spread.
func (d described) operations() []string {
	var slugs []string
	step := max(1, len(d.doc.Operations)/mostOperations)
	for i := 0; i < len(d.doc.Operations); i += step {
		slugs = append(slugs, d.doc.Operations[i].Slug)
	}
	return slugs
}

// written are the samples of our client of each request of each operation.
func (d described) written(b *browsertest.Browser) map[string]string {
	GinkgoHelper()
	requests := map[string][]json.RawMessage{}
	for _, slug := range d.operations() {
		for _, v := range read(d.root, slug).data.Variants {
			requests[slug] = append(requests[slug], v.Request)
		}
	}
	input, err := json.Marshal(requests)
	Expect(err).NotTo(HaveOccurred())
	b.Visit(d.root + "operations/" + d.operations()[0])
	return browsertest.Eval[map[string]string](b, fmt.Sprintf(`(async () => {
		const card = document.querySelector("[data-script]");
		const engine = await import(new URL(card.dataset.script, location.href).href);
		const go = JSON.parse(card.querySelector("script").textContent).languages.find((l) => l.key === "go");
		const clients = await engine.load(go.src, "go");
		const all = {};
		for (const [slug, requests] of Object.entries(%s)) {
			const part = await (await fetch(new URL(slug + "?part=go", location.href))).json();
			requests.forEach((r, i) => { all[slug.replace(/[^\w-]/g, "_") + "-" + i] = engine.write(clients, "go", "trefoil", engine.toRequest(r), part); });
		}
		return all;
	})()`, input))
}

// structs are the fields of the structs of a program, by the name of the struct, without
// those of members that have no names: samples need none of them.
func structs(code []byte) map[string][]string {
	GinkgoHelper()
	file, err := parser.ParseFile(token.NewFileSet(), "", code, parser.SkipObjectResolution)
	Expect(err).NotTo(HaveOccurred())
	found := map[string][]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok {
			found[spec.Name.Name] = []string{}
			for _, f := range s.Fields.List {
				if strings.HasPrefix(f.Tag.Value, "`json:\",") {
					continue
				}
				tag, _, _ := strings.Cut(f.Tag.Value, ",")
				found[spec.Name.Name] = append(found[spec.Name.Name], f.Names[0].Name+" "+strings.TrimRight(tag, "`\""))
			}
		}
		return true
	})
	return found
}

var _ = Describe("Samples of our client in Go", Ordered, func() {
	all := map[string]map[string]string{} // by file and request

	BeforeAll(func(ctx SpecContext) {
		b := browsertest.Open()
		for _, file := range descriptions() {
			all[file] = describe(ctx, file).written(b)
		}
	})

	It("are programs that gofmt and go vet have nothing to say about, whatever the description", func() {
		texts, typed := map[string]string{}, 0
		for i, file := range descriptions() {
			for name, text := range all[file] {
				texts[fmt.Sprintf("d%d-%s", i, name)] = text
				if strings.Contains(text, "\ntype ") {
					typed++
				}
			}
		}
		Expect(len(texts)).To(BeNumerically(">", 100))
		Expect(typed).To(BeNumerically(">", len(texts)/2))
		Expect(unformatted(texts)).To(BeEmpty())

		out, err := newPrograms(texts).tool("vet", "./...")

		Expect(err).NotTo(HaveOccurred(), out[:min(len(out), 4000)])
		AddReportEntry(fmt.Sprint(len(texts), " programs, ", typed, " with types"))
	})

	It("name types and fields as the generator of declarations does", func(ctx SpecContext) {
		compared := 0
		for file, texts := range all {
			code, err := restgen.Generate(ctx, describe(ctx, file).doc)
			if err != nil {
				continue // it has no operations
			}
			generated := structs(code)
			for name, text := range texts {
				for typ, fields := range structs([]byte(text)) {
					want, known := generated[typ]
					if strings.HasSuffix(typ, "Args") || !known {
						continue // arguments are those that are sent; some types are generated as part of others
					}
					slices.Sort(want)
					slices.Sort(fields)
					Expect(fields).To(Equal(want), "%s %s %s", file, name, typ)
					compared++
				}
			}
		}
		Expect(compared).To(BeNumerically(">", 50))
	})

	It("send what no declaration can: a read with a body", func(ctx SpecContext) {
		server := &echo{got: map[string]request{}}
		text := strings.Replace(all["snippets/testdata/odd.yaml"]["search-0"], "https://odd.example", browsertest.Serve(server), 1)
		Expect(text).To(ContainSubstring("client.Do("))
		p := newPrograms(map[string]string{"search": text})

		out, err := p.tool("run", "./search")

		got, ok := server.take("search")
		Expect(ok).To(BeTrue(), "%v\n%s", err, out)
		want := request{method: "GET", target: "/", headers: map[string]string{"X-Type": "7", "Content-Type": "application/json"}, body: "{\n  \"q\": \"it's\"\n}"}
		Expect(want.differs(got)).To(BeEmpty())
		Expect(out).To(Equal("200 ok\n"))
	})
})
