package look

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

//go:embed testdata/travel.yaml
var travel string

// serve serves a description below a path and returns the address of its
// reference, with a slash at its end.
func serve(ctx context.Context, description string, c viewer.Configuration) string {
	GinkgoHelper()
	c.Spec.Content = description
	v := browsertest.Configured(ctx, c)
	return browsertest.Serve(http.StripPrefix("/docs", v)) + "/docs/"
}

// large is a description of 5 topics with 40 operations each.
func large() string {
	GinkgoHelper()
	paths := map[string]any{}
	for i := range 200 {
		paths[fmt.Sprintf("/things/%03d", i)] = map[string]any{"get": map[string]any{
			"operationId": fmt.Sprintf("get%03d", i), "summary": fmt.Sprintf("Get thing %03d", i),
			"tags": []string{fmt.Sprintf("topic %d", i/40)}, "description": "One of many.\n\nIt has a text of its own.",
		}}
	}
	text, err := json.Marshal(map[string]any{
		"openapi": "3.1.0", "info": map[string]any{"title": "Many things", "version": "1"}, "paths": paths,
	})
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

// text returns what an element says, without the space around it.
func text(b *browsertest.Browser, selector string) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, fmt.Sprintf(`(document.querySelector(%q)?.textContent ?? "there is none").replace(/\s+/g, " ").trim()`, selector))
}

// is reports what a script finds to be so.
func is(b *browsertest.Browser, script string) bool {
	GinkgoHelper()
	return browsertest.Eval[bool](b, script)
}
