package htmlrender_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/mathml"
	"github.com/trefoil-go/trefoil/modules/viewer/mermaid"
)

func ExampleNew() {
	renderer := htmlrender.New()

	var page bytes.Buffer
	err := renderer.Render(context.Background(), &page, &core.Page{Kind: core.PageOverview, Document: coretest.Document()})

	fmt.Println(err, htmltest.Parse(page.Bytes()).Find("h1").Text())
	// Output: <nil> Zoo
}

func ExampleWithFence() {
	renderer := htmlrender.New(
		htmlrender.WithFence("mermaid", mermaid.Draw),
		htmlrender.WithFence("math", mathml.Draw),
	)
	document := coretest.Document()
	document.Info.Description = "```mermaid\ngraph LR\nOrder --> Ship\n```\n\nIt takes $`n^2`$ days."

	var page bytes.Buffer
	err := renderer.Render(context.Background(), &page, &core.Page{Kind: core.PageOverview, Document: document})

	drawn := htmltest.Parse(page.Bytes())
	fmt.Println(err, drawn.Find("figure.drawn svg text").Texts(), drawn.Find("p math msup").Text())
	// Output: <nil> [Order Ship] n 2
}
