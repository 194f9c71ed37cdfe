package reading

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

type object = map[string]any

// api is a description of n operations in tags of 60, of very different lengths.
func api(n int) string {
	paths := object{}
	var tags []object
	for i := range n {
		tag := fmt.Sprintf("topic%d", i/60)
		if i%60 == 0 {
			tags = append(tags, object{"name": tag, "description": "What topic " + tag + " is about."})
		}
		paths[fmt.Sprintf("/things%03d/{id}", i)] = object{"get": operation(i, tag)}
	}
	text, err := json.Marshal(object{
		"openapi": "3.1.0", "info": object{"title": "Many things", "version": "1"}, "tags": tags, "paths": paths,
		"servers": []object{{"url": "https://api.example"}},
	})
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

// operation has between 1 and 12 parameters, a description of up to 12 lines, and
// in one of three cases a body that a reader has to open.
func operation(i int, tag string) object {
	parameters := []object{{"name": "id", "in": "path", "required": true, "schema": object{"type": "string"}}}
	for p := range i * 7 % 12 {
		parameters = append(parameters, object{
			"name": fmt.Sprintf("filter%d", p), "in": "query", "description": strings.Repeat("Says which ones are wanted. ", 1+p%4),
			"schema": object{"type": "integer", "default": p},
		})
	}
	properties := object{}
	for p := range 2 + i%9 {
		properties[fmt.Sprintf("field%d", p)] = object{"type": "string", "description": "One of the fields.", "example": "a"}
	}
	content := object{"application/json": object{"schema": object{"type": "object", "properties": properties}}}
	o := object{
		"operationId": fmt.Sprintf("thing%03d", i), "summary": fmt.Sprintf("Get thing number %03d", i), "tags": []string{tag},
		"description": strings.Repeat(fmt.Sprintf("Thing %03d is a thing that is described at length here. ", i), 1+i*5%17),
		"parameters":  parameters,
		"responses": object{
			"200": object{"description": "The thing.", "content": content},
			"404": object{"description": "There is no such thing.", "content": object{"application/json": object{"schema": object{
				"type": "object", "description": fmt.Sprintf("hidden%03d", i), "properties": object{"code": object{"type": "integer"}},
			}}}},
		},
	}
	if i%3 == 0 {
		o["requestBody"] = object{"content": content}
	}
	return o
}

// serve serves a description and returns its address with a slash at its end.
func serve(ctx SpecContext, text string, options ...viewer.Option) string {
	GinkgoHelper()
	v, err := viewer.New(openapi.FromContent(text), htmlrender.New(), options...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	return browsertest.Serve(v) + "/"
}

// top is how far below the top of the window an element is, in pixels.
func top(b *browsertest.Browser, id string) float64 {
	GinkgoHelper()
	return browsertest.Eval[float64](b, fmt.Sprintf(`document.getElementById(%q)?.getBoundingClientRect().top ?? -9999`, id))
}

// settled waits until no body is on its way that should be in view.
func settled(b *browsertest.Browser) {
	GinkgoHelper()
	Eventually(func() (int, error) {
		return browsertest.Ask[int](b, `[...document.querySelectorAll("[data-entry]:not(.is-loaded)")].filter(el => {
			const r = el.getBoundingClientRect();
			return r.bottom > 0 && r.top < innerHeight;
		}).length`)
	}).Should(BeZero())
}

// printed shows the page as on paper.
func printed() chromedp.Action { return emulation.SetEmulatedMedia().WithMedia("print") }
