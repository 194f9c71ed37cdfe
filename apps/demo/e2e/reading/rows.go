package reading

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// rows is a description of an operation that answers with 120 fields, whose texts have
// between no line and many, and with an example of 400 lines.
func rows() string {
	properties, example := object{}, object{}
	for i := range 120 {
		name := fmt.Sprintf("field%03d", i)
		properties[name] = object{"type": "string", "description": strings.Repeat("What the field is for. ", i*7%23)}
		example[name] = []string{"first", "last " + name}
	}
	text, err := json.Marshal(object{
		"openapi": "3.1.0", "info": object{"title": "A wide thing", "version": "1"},
		"paths": object{"/thing": object{"get": object{
			"operationId": "getThing", "summary": "Get the thing",
			"responses": object{"200": object{"description": "The thing.", "content": object{"application/json": object{
				"schema": object{"type": "object", "properties": properties}, "example": example,
			}}}},
		}}},
	})
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

var _ = Describe("A long page of an operation", func() {
	const (
		fields = `document.querySelectorAll("#response\\.200 .schema-row")`
		pieces = `document.querySelectorAll(".code-piece")`
	)
	var b *browsertest.Browser
	BeforeEach(func() { b = browsertest.Open() })
	AfterEach(func() { Expect(b.Troubles()).To(BeEmpty()) })

	laidOut := func(list string, at int) (bool, error) {
		return browsertest.Ask[bool](b, fmt.Sprintf(`[...%s].at(%d).firstElementChild.checkVisibility({contentVisibilityAuto: true})`, list, at))
	}

	It("has its fields and the lines of its example laid out when the reader comes near", func(ctx SpecContext) {
		b.Visit(serve(ctx, rows()) + "operations/getThing")
		for _, list := range []string{fields, pieces} {
			Expect(laidOut(list, 0)).To(BeTrue())
			Expect(laidOut(list, -1)).To(BeFalse(), list)
		}

		b.Run(chromedp.Evaluate(`scrollTo({top: document.body.scrollHeight, behavior: "instant"})`, nil))
		Eventually(laidOut).WithArguments(fields, -1).Should(BeTrue())
		b.Run(chromedp.Evaluate(`{ const code = document.querySelector(".code-piece").closest(".code"); code.scrollTop = code.scrollHeight }`, nil))
		Eventually(laidOut).WithArguments(pieces, -1).Should(BeTrue())
	})

	It("lets the browser find what is not laid out, and copy the example as it is", func(ctx SpecContext) {
		b.Visit(serve(ctx, rows()) + "operations/getThing")

		Expect(browsertest.Eval[[]bool](b, `["field119", "last field118", "no such words"].map(text => { getSelection().removeAllRanges(); return window.find(text) })`)).
			To(Equal([]bool{true, true, false}))
		selected := browsertest.Eval[string](b, `(() => { getSelection().selectAllChildren(document.querySelector(".code-piece").parentElement); return getSelection().toString() })()`)
		Expect(selected).To(Equal(browsertest.Eval[string](b, `document.querySelector(".code-piece").parentElement.textContent`)))
		var got map[string][]string
		Expect(json.Unmarshal([]byte(selected), &got)).To(Succeed())
		Expect(got).To(HaveLen(120))
	})

	It("stays where it is when an address names a field in its midst", func(ctx SpecContext) {
		const field = "response.200.application-json.field090"
		own := viewer.WithConfiguration(viewer.Configuration{WithDefaultFonts: new(false)}) // letters of another font are of other widths
		b.Visit(serve(ctx, rows(), own) + "operations/getThing#" + field)
		b.Run(chromedp.Evaluate(watchShifts, nil))

		Eventually(top).WithArguments(b, field).Should(And(BeNumerically(">=", 0), BeNumerically("<", 200)))
		Expect(browsertest.Eval[float64](b, `window.shifts`)).To(BeNumerically("<=", 0.1), shifts(b))
	})

	It("stays there when the rest of the page comes after its place has been painted", func(ctx SpecContext) {
		const field = "response.200.application-json.field090"
		v, err := viewer.New(openapi.FromContent(rows()), htmlrender.New(), viewer.WithConfiguration(viewer.Configuration{WithDefaultFonts: new(false)}))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(v.Wait(ctx)).To(Succeed())
		painted, paint := context.WithCancel(ctx)
		defer paint()
		address := browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer GinkgoRecover()
			if r.URL.Path != "/operations/getThing" {
				v.ServeHTTP(w, r)
				return
			}
			r.Header.Del("Accept-Encoding")
			whole := httptest.NewRecorder()
			v.ServeHTTP(whole, r)
			maps.Copy(w.Header(), whole.Header())
			w.Header().Del("Content-Length")
			before, _, found := bytes.Cut(whole.Body.Bytes(), []byte(`id="response.200.application-json.field095"`))
			Expect(found).To(BeTrue())
			_, _ = w.Write(before)
			Expect(http.NewResponseController(w).Flush()).To(Succeed())
			<-painted.Done()
			_, _ = w.Write(whole.Body.Bytes()[len(before):])
		}))
		b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
			_, _, _, _, err := page.Navigate(address + "/operations/getThing#" + field).Do(ctx)
			return err
		}))
		Eventually(func() (bool, error) {
			return browsertest.Ask[bool](b, `performance.getEntriesByType("paint").length > 0`)
		}).Should(BeTrue())
		paint()
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `document.readyState`) }).Should(Equal("complete"))
		b.Run(chromedp.Evaluate(watchShifts, nil))

		Eventually(top).WithArguments(b, field).Should(And(BeNumerically(">=", 0), BeNumerically("<", 200)))
		Expect(browsertest.Eval[float64](b, `new Promise(r => setTimeout(() => r(window.shifts), 500))`)).To(BeNumerically("<=", 0.1), shifts(b))
	})
})
