package htmlrender_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

// wideObject has n properties, each an object with some.
func wideObject(n int) *apidoc.Schema {
	s := &apidoc.Schema{Types: []string{"object"}}
	for i := range n {
		s.Properties = append(s.Properties, prop(fmt.Sprint("p", i), object(prop("a", text), prop("b", text))))
	}
	return s
}

var _ = Describe("What stands beside the schemas of a long page", func() {
	// crowded is the page of an operation with a long body and n headers, links and
	// encodings.
	crowded := func(ctx SpecContext, n int) htmltest.Nodes {
		wide := wideObject(150)
		response := apidoc.Response{Status: "200", Content: []apidoc.MediaType{{Name: "application/json", Schema: wide}}}
		body := apidoc.MediaType{Name: "multipart/form-data", Schema: wide}
		for i := range n {
			response.Headers = append(response.Headers, apidoc.Header{Name: fmt.Sprint("X-", i), Schema: text})
			response.Links = append(response.Links, apidoc.Link{Name: fmt.Sprint("link", i), OperationID: "x"})
			body.Encoding = append(body.Encoding, apidoc.Encoding{Property: fmt.Sprint("p", i), ContentType: "text/plain"})
		}
		return render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST", Path: "/"},
			RequestBody:      &apidoc.RequestBody{Content: []apidoc.MediaType{body}},
			Responses:        []apidoc.Response{response},
		}, nil))
	}

	It("is shown although the schemas have taken all rows", func(ctx SpecContext) {
		page := crowded(ctx, 3)

		Expect(page.Find("[data-beside=headers] .schema-row").Texts()).To(HaveLen(3))
		Expect(page.Find("[data-beside=links] .schema-row").Texts()).To(HaveLen(3))
		Expect(page.Find("[data-beside=encodings] .schema-row").Texts()).To(HaveLen(3))
	})

	It("ends with a line that counts and names the rest", func(ctx SpecContext) {
		page := crowded(ctx, 100)

		for _, list := range []string{"headers", "links", "encodings"} {
			rows := page.Find("[data-beside=" + list + "] .schema-row").Texts()
			Expect(len(rows)).To(BeNumerically(">", 10), list)
			Expect(rows[len(rows)-1]).To(HavePrefix(fmt.Sprintf("%d more are in the description, not on this page:", 101-len(rows))), list)
		}
		Expect(len(page.All())).To(BeNumerically("<", maxElements))
	})
})
