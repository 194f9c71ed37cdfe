package editor

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// hostile is a description with every payload of the specs of safety in texts,
// names, addresses and what problems quote.
func hostile() string {
	GinkgoHelper()
	data, err := os.ReadFile("safety/testdata/payloads.json")
	Expect(err).NotTo(HaveOccurred())
	var named [][2]string
	Expect(json.Unmarshal(data, &named)).To(Succeed())
	Expect(len(named)).To(BeNumerically(">", 10))
	type object = map[string]any
	paths, all := object{}, []string{}
	for i, p := range named {
		x := p[1]
		all = append(all, x)
		paths[fmt.Sprint("/p", i, "/", x)] = object{"get": object{
			"operationId": fmt.Sprint("op", i), "summary": x, "description": x, "externalDocs": object{"url": x},
			"parameters": []any{object{"name": x, "in": "query", "description": x, "schema": object{"enum": []string{x}}}, object{x: x}, object{"$ref": "#/" + x}},
		}}
	}
	text, err := json.Marshal(object{
		"openapi": "3.1.0", "info": object{"title": named[0][1], "version": "1", "description": strings.Join(all, "\n\n")}, "paths": paths,
	})
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

var _ = Describe("What readers type", func() {
	It("MS1-MS16: runs no script, in the pages, in problems or in the editor", func(ctx SpecContext) {
		address, _ := serve(ctx, zoo)
		b := edit(address)
		browsertest.Eval[any](b, `(window.calls = 0, window.H = () => { calls++ }, null)`)

		browsertest.Eval[any](b, strings.Replace(dropped, "TEXT", quoted(hostile()), 1))

		Eventually(status(b)).Should(MatchRegexp(`^\d+ operations, \d+ problems$`))
		Eventually(heading(b)).Should(Equal("<script>H()</script>"))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".editor-problem").length`)).To(BeNumerically(">", 10))
		press(b, "[data-nav] a[href*='operations/op3']")
		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `document.querySelector(".entry:has([id='operation.op3']) [data-entry-part]")?.innerText ?? location.hash`)
		}).
			Should(ContainSubstring("H()"), "the body is fetched from the draft")
		press(b, ".entry h3 a[href$='operations/op4']")
		Eventually(func() string { return path(b) }).Should(Equal("operations/op4"))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("[onerror], [onload], [onfocus], iframe, main script:not([type='application/json']), a[href^='javascript:' i]").length`)).To(BeZero())
		Expect(browsertest.Eval[int](b, `window.calls`)).To(BeZero())
		Expect(violations(b)).To(BeEmpty())
		Expect(browsertest.Eval[int](b, `(H(), window.calls)`)).To(Equal(1), "calls are counted")
	})
})
