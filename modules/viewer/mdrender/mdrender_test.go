package mdrender_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
)

func TestConformance(t *testing.T) { coretest.TestRenderer(t, mdrender.New()) }

func render(page *core.Page) string {
	var out bytes.Buffer
	if err := mdrender.New().Render(context.Background(), &out, page); err != nil {
		return err.Error()
	}
	return out.String()
}

func sample(kind core.PageKind) *core.Page {
	for _, page := range coretest.Pages(&testing.T{}) {
		if page.Kind == kind {
			return page
		}
	}
	return nil
}

var _ = Describe("Markdown", func() {
	It("lists every page of the overview with a link", func() {
		lines := strings.Split(render(sample(core.PageOverview)), "\n")

		Expect(lines).To(ContainElements(
			"# Zoo", "> Animals over HTTP", "## Our animals", "## food", "## More operations", "## Webhooks", "## Models",
			"- [List animals](operations/listAnimals.md): `GET /animals`",
			"- [Feed an animal](operations/feed.md): `POST /animals/{id}/meals`, deprecated",
			"- [An animal is born](webhooks/animalBorn.md): `POST born`",
			"- [Animal](models/Animal.md): Lives in the zoo.",
		))
	})

	It("shows an operation", func() {
		lines := strings.Split(render(sample(core.PageOperation)), "\n")

		Expect(lines).To(ContainElements(
			"# Feed an animal", "`POST /animals/{id}/meals`, deprecated", "## Authentication", "- `key`", "## Parameters",
			"- `id` (path, integer, required): At least `1`.", "## Request body, required", "## Response 204", "## Response default", "## Example request",
		))
	})

	It("shows a model", func() {
		lines := strings.Split(render(sample(core.PageModel)), "\n")

		Expect(lines).To(ContainElements(
			"# Animal", "  - `id` (integer, required)", "  - `name` (string or null): Length `at most 64 characters`.", "  - `mother` (Animal)", "  - `mood` (string): One of `\"calm\", \"wild\"`.",
		))
	})

	It("escapes what is no Markdown", func() {
		doc := apidoc.New(apidoc.Outline{Operations: []apidoc.OperationSummary{{Summary: "a](b) * c#d", Method: "GET", Path: "/`x`"}}}, apidoc.Memory{}, apidoc.Text{})

		Expect(render(&core.Page{Kind: core.PageOverview, Document: doc})).To(ContainSubstring("- [a\\](b) \\* c\\#d](operations/GET-x.md): `` GET /`x` ``\n"))
	})
})

func ExampleNew() {
	var page bytes.Buffer
	err := mdrender.New().Render(context.Background(), &page, &core.Page{Kind: core.PageModels, Document: coretest.Document()})

	fmt.Println(err)
	fmt.Print(page.String())
	// Output:
	// <nil>
	// # Models
	//
	// - [Animal](models/Animal.md): Lives in the zoo.
}

var _ = Describe("Links of a description in Markdown", func() {
	page := func(root, self, text string) string {
		doc := apidoc.New(apidoc.Outline{
			Self: self, Tags: []apidoc.Tag{{Name: "Pets", Description: "d"}},
			Models:     []apidoc.ModelSummary{{Name: "Pet", Ref: "#/components/schemas/Pet"}},
			Operations: []apidoc.OperationSummary{{ID: "list", Method: "GET", Path: "/pets", Pointer: "/paths/~1pets/get", Tags: []string{"Pets"}}},
		}, apidoc.Memory{}, apidoc.Text{})
		return render(&core.Page{Kind: core.PageOperation, Document: doc, Root: root, Operation: &apidoc.Operation{OperationSummary: doc.Operations[0], Description: text}})
	}

	DescribeTable("lead somewhere from wherever the page is copied to:",
		func(root, self, written, want string) {
			Expect(page(root, self, "See [a]("+written+").\n\n# A heading")).To(ContainSubstring("See [a](" + want + ")."))
		},
		Entry("a path, where the description has an address", "../", "https://docs.example/api/v1.yaml", "/guides", "https://docs.example/guides"),
		Entry("a file, where the description has an address", "../", "https://docs.example/api/v1.yaml", "paging.md#x", "https://docs.example/api/paging.md#x"),
		Entry("a model", "../", "", "#/components/schemas/Pet", "../models/Pet.md"),
		Entry("an operation, where the reference has an address", "https://docs.example/zoo/", "", "#operation/list", "https://docs.example/zoo/operations/list.md"),
		Entry("a tag", "../", "", "#tag/Pets", "../tags/Pets.md"),
		Entry("a heading of the description", "../", "", "#a-heading", "#a-heading"),
		Entry("a file, where nothing has an address", "../", "", "paging.md", "../paging.md"),
		Entry("a file, where the reference has an address", "https://docs.example/zoo/", "", "paging.md", "https://docs.example/zoo/paging.md"),
		Entry("a path, where the reference has an address", "https://docs.example/zoo/", "", "/paging", "https://docs.example/paging"),
		Entry("a path, where nothing has an address", "../", "", "/paging", "/paging"),
		Entry("an address of the web", "../", "https://docs.example/api/", "https://other.example/a", "https://other.example/a"),
		Entry("what would run", "../", "https://docs.example/api/", "javascript:x", "javascript:x"),
	)

	It("are no links in code", func() {
		Expect(page("../", "https://docs.example/", "`[a](/b)` [c](/d)")).To(ContainSubstring("`[a](/b)` [c](https://docs.example/d)"))
	})
})
