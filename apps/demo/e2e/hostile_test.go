package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// payloads are texts that call H() where a page lets them: our own and those
// that stand beside the repository, if any.
func payloads() []string {
	GinkgoHelper()
	var texts []string
	for _, file := range []string{"testdata/payloads.json", "../../../../shared/security/xss-public.json"} {
		data, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			continue
		}
		Expect(err).NotTo(HaveOccurred())
		var named [][2]string
		Expect(json.Unmarshal(data, &named)).To(Succeed())
		for _, p := range named {
			texts = append(texts, p[1])
		}
	}
	return texts
}

// hostile is a description with an operation and a model for each text, which
// stands in every field there.
func hostile(texts []string) []byte {
	GinkgoHelper()
	type object = map[string]any
	paths, schemas, tags := object{}, object{}, []any{}
	for i, x := range texts {
		docs := object{"url": x, "description": x}
		schema := object{
			"title": x, "description": x, "type": "object", "externalDocs": docs, "x-" + x: x,
			"properties": object{x: object{"type": "string", "description": x, "enum": []string{x}, "default": x, "examples": []string{x}, "pattern": x, "format": x}},
		}
		content := object{x: object{"schema": schema, "examples": object{x: object{"summary": x, "description": x, "value": x}}}}
		tag := fmt.Sprint("t", i)
		tags = append(tags, object{"name": tag, "x-displayName": x, "description": x, "externalDocs": docs})
		schemas[fmt.Sprint("M", i)] = schema
		paths[fmt.Sprint("/p", i)] = object{"summary": x, "description": x, "post": object{
			"operationId": fmt.Sprint("op", i), "summary": x, "description": x, "tags": []string{tag}, "externalDocs": docs,
			"parameters":  []any{object{"name": x, "in": "query", "description": x, "example": x, "schema": schema}},
			"requestBody": object{"description": x, "content": content},
			"servers":     []any{object{"url": x, "description": x}},
			"responses": object{"200": object{
				"description": x, "content": content,
				"headers": object{x: object{"description": x, "schema": schema}},
				"links":   object{x: object{"operationId": x, "description": x, "parameters": object{x: x}}},
			}},
		}}
	}
	x := texts[0]
	text, err := json.Marshal(object{
		"openapi": "3.1.0", "paths": paths, "tags": tags, "components": object{"schemas": schemas},
		"info": object{
			"title": x, "version": x, "summary": x, "description": x, "termsOfService": "javascript:H()",
			"contact": object{"name": x, "url": "javascript:H()", "email": x}, "license": object{"name": x, "url": "javascript:H()"},
		},
	})
	Expect(err).NotTo(HaveOccurred())
	return text
}

var _ = Describe("A hostile description", func() {
	It("runs nothing, and nothing of it even reaches the policy", func(ctx SpecContext) {
		texts := payloads()
		path := filepath.Join(GinkgoT().TempDir(), "openapi.json")
		Expect(os.WriteFile(path, hostile(texts), 0o600)).To(Succeed())
		d := startDemo(path)
		Expect(d.viewer.Wait(ctx)).To(Succeed())
		b := browsertest.Open()
		countCalls(b)

		pages := []string{"", "models/", "search?q=H"}
		for i := range texts {
			pages = append(pages, fmt.Sprint("operations/op", i), fmt.Sprint("tags/t", i), fmt.Sprint("models/M", i))
		}
		for _, p := range pages {
			b.Run(chromedp.Navigate(d.url + "/reference/" + p))
			Expect(browsertest.Eval[int](b, `performance.getEntriesByType("navigation")[0].responseStatus`)).To(Equal(200), p)
			Expect(browsertest.Eval[int](b, `H.calls`)).To(BeZero(), p)
			Expect(browsertest.Eval[int](b, badLinks)).To(BeZero(), p)
		}
		Expect(b.Troubles()).To(BeEmpty(), "the policy had nothing to stop")
	})

	It("would run in a page that takes it as it is", func() {
		texts, calls := payloads(), 0
		b := browsertest.Open()
		countCalls(b)
		for _, x := range texts {
			naive := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				if r.URL.Path == "/" {
					_, _ = w.Write([]byte("<!doctype html><body>" + x))
				}
			}))
			b.Run(chromedp.Navigate(naive.URL))
			calls += min(browsertest.Eval[int](b, `H.calls`), 1)
			naive.Close()
		}

		AddReportEntry("texts that ran", fmt.Sprintf("%d of %d", calls, len(texts)))
		Expect(calls).To(BeNumerically(">=", 8), "or the texts prove nothing")
	})
})

// badLinks counts what a click would run.
const badLinks = `[...document.querySelectorAll("[href],[src],[action],[formaction]")].filter((e) =>
	["href", "src", "action", "formaction"].some((a) => /^[\u0000-\u0020]*(javascript|data|vbscript):./i.test(e.getAttribute(a) ?? "") && e.rel !== "icon")).length`

// countCalls defines H in every page.
func countCalls(b *browsertest.Browser) {
	GinkgoHelper()
	b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`window.H = () => { window.H.calls++; }; window.H.calls = 0;`).Do(ctx)
		return err
	}))
}
