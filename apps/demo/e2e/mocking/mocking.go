package mocking

import (
	"fmt"
	"net/http"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// hostile gives examples that would run, if a browser let them.
const hostile = `{"openapi":"3.1.0","info":{"title":"Hostile","version":"1"},"paths":{
	"/page":{"get":{"operationId":"page","responses":{"200":{"description":"ok",
		"headers":{"Set-Cookie":{"schema":{"type":"string"},"example":"stolen=1"},
			"Content-Security-Policy":{"schema":{"type":"string"},"example":"default-src * 'unsafe-inline'"}},
		"content":{"text/html":{"example":"<title>still</title><script>document.title='ran'</script><img src=x onerror=\"document.title='ran'\"><p>shown</p><form action=/gone><button>go</button></form>"}}}}}},
	"/moved":{"get":{"operationId":"moved","responses":{"200":{"description":"ok","headers":{"Refresh":{"schema":{"type":"string"},"example":"0;url=page"}},"content":{"text/html":{"example":"<title>here</title>"}}}}}},
	"/code":{"get":{"operationId":"code","responses":{"200":{"description":"ok","content":{"text/javascript":{"example":"self.ran = 1"}}}}}},
	"/sheet":{"get":{"operationId":"sheet","responses":{"200":{"description":"ok","content":{"text/css":{"example":"p { color: rgb(1, 2, 3) }"}}}}}},
	"/pets/{id}":{"get":{"operationId":"pet","parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"integer"}}],
		"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"integer"}}}}}},"404":{"description":"no","content":{"application/json":{"example":{"error":"no such pet"}}}}}}}}}`

// user is a page that wants to run what a mock server answers.
const user = `<!doctype html><title>user</title><p>text</p><link rel=stylesheet href="%[1]s/sheet"><script src="%[1]s/code"></script>`

// serve serves the reference with its mock server at /reference/, the mock server
// alone at /alone/, and pages that use them at /uses/reference and /uses/alone.
func serve(ctx SpecContext) string {
	GinkgoHelper()
	v, err := viewer.New(openapi.FromContent(hostile), htmlrender.New(), viewer.WithMock())
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	alone, err := mock.New(openapi.FromContent(hostile))
	Expect(err).NotTo(HaveOccurred())
	mux := http.NewServeMux()
	mux.Handle("/reference/", v)
	mux.Handle("/alone/", http.StripPrefix("/alone", alone))
	for name, root := range map[string]string{"reference": "/reference/_/mock", "alone": "/alone"} {
		mux.HandleFunc("/uses/"+name, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, user, root)
		})
	}
	return browsertest.Serve(mux)
}

const (
	colour  = `getComputedStyle(document.querySelector("p")).color`
	codeRan = `self.ran === 1`
)

var _ = Describe("Beside the pages", func() {
	It("no example of a description runs, styles a page or sets a cookie; alone it would", func(ctx SpecContext) {
		root := serve(ctx)
		b := browsertest.Open()

		b.Run(chromedp.Navigate(root + "/alone/page"))
		Expect(browsertest.Eval[string](b, `document.title`)).To(Equal("ran"), "the positive control")
		b.Run(chromedp.Navigate(root + "/uses/alone"))
		Expect(browsertest.Eval[bool](b, codeRan)).To(BeTrue(), "the positive control")
		Expect(browsertest.Eval[string](b, colour)).To(Equal("rgb(1, 2, 3)"), "the positive control")

		b.Run(chromedp.Navigate(root + "/reference/_/mock/page"))
		Expect(browsertest.Eval[string](b, `document.querySelector("p").textContent`)).To(Equal("shown"))
		Expect(browsertest.Eval[string](b, `document.title`)).To(Equal("still"))
		Expect(browsertest.Eval[string](b, `self.origin`)).To(Equal("null"))
		b.Run(chromedp.Navigate(root + "/reference/_/mock/moved"))
		Expect(browsertest.Eval[string](b, `document.title`)).To(Equal("here"))
		b.Run(chromedp.Navigate(root + "/uses/reference"))
		Expect(browsertest.Eval[bool](b, codeRan)).To(BeFalse())
		Expect(browsertest.Eval[string](b, colour)).To(Equal("rgb(0, 0, 0)"))
		Expect(browsertest.Eval[string](b, `document.cookie`)).To(BeEmpty())
		Expect(browsertest.Eval[bool](b, `navigator.serviceWorker.register("/reference/_/mock/code").then(() => true, () => false)`)).To(BeFalse())
		Expect(browsertest.Eval[bool](b, `new Promise(end => { const w = new Worker("/reference/_/mock/code"); w.onerror = () => end(false); w.onmessage = () => end(true); setTimeout(() => end(true), 50000); })`)).To(BeFalse())
	}, SpecTimeout(browsertest.StepTimeout*3))

	It("a page of the reference can ask it, under its own policy", func(ctx SpecContext) {
		root := serve(ctx)
		b := browsertest.Open()
		b.Visit(root + "/reference/operations/pet")

		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".server-list .server-name")].map(e => e.textContent)`)).To(Equal([]string{"Mock server"}))
		Expect(browsertest.Eval[int](b, `fetch("../_/mock/pets/7").then(r => r.json()).then(pet => pet.id)`)).To(Equal(7))
		Expect(browsertest.Eval[string](b, `fetch("../_/mock/pets/7", {headers: {Prefer: "code=404"}}).then(r => r.json()).then(v => v.error)`)).To(Equal("no such pet"))
		Expect(browsertest.Eval[string](b, `fetch("../_/mock/pets/x").then(r => r.headers.get("Mock-Violation"))`)).To(Equal("path id: is a string, not an integer"))
		Expect(b.FitsWidth()).To(BeTrue())
		Expect(b.Axe()).To(BeEmpty())
		Expect(b.Hosts()).To(HaveLen(1))
	}, SpecTimeout(browsertest.StepTimeout*3))
})
