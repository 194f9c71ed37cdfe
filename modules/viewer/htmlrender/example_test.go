package htmlrender_test

import (
	"bytes"
	"context"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

func ExampleNew() {
	renderer := htmlrender.New()

	var page bytes.Buffer
	err := renderer.Render(context.Background(), &page, &core.Page{Kind: core.PageOverview, Document: coretest.Document()})

	fmt.Println(err, htmltest.Parse(page.Bytes()).Find("h1").Text())
	// Output: <nil> Zoo
}
