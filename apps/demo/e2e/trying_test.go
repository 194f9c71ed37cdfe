package e2e_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/app"
	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// try opens the console of an operation.
func try(ctx context.Context, b *browsertest.Browser, d *demo, slug string) {
	GinkgoHelper()
	Expect(d.viewer.Wait(ctx)).To(Succeed())
	b.Visit(d.url + "/reference/operations/" + slug)
	b.Run(browsertest.Click("[data-try]"), browsertest.Shown("dialog.console[open]"))
}

// give types into a field of the console.
func give(b *browsertest.Browser, selector, text string) {
	GinkgoHelper()
	browsertest.Eval[any](b, fmt.Sprintf(`document.querySelector("dialog.console " + %q).select()`, selector))
	b.Run(input.InsertText(text))
}

// giveBody types into the field of a JSON body, in place of what is there.
func giveBody(b *browsertest.Browser, text string) {
	GinkgoHelper()
	const field = `document.querySelector("dialog.console .try-json:not([hidden])")?.shadowRoot?.querySelector(".cm-content")`
	Eventually(func() (bool, error) { return browsertest.Ask[bool](b, "!!"+field) }).Should(BeTrue())
	browsertest.Eval[any](b, field+".focus()")
	b.Run(chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent(kb.Backspace), input.InsertText(text))
}

// send sends the request and waits for what the console says of it.
func send(b *browsertest.Browser, says string) {
	GinkgoHelper()
	b.Run(browsertest.Click("dialog.console .try-send"))
	Eventually(func() (string, error) {
		return browsertest.Ask[string](b, `document.querySelector("dialog.console [data-try-live]").textContent`)
	}).Should(MatchRegexp(says))
}

// tree is what the body of the answer shows.
func tree(b *browsertest.Browser) (string, error) {
	return browsertest.Ask[string](b, `document.querySelector("dialog.console [role=tree]").textContent`)
}

var _ = Describe("The console of the demo", func() {
	It("asks the API of the demo, and finds the answer to be as described", func(ctx SpecContext) {
		d := startDemo("")
		b := browsertest.Open()
		try(ctx, b, d, "showPlanet")
		give(b, "[data-name=id] .try-control .try-input", "3")
		send(b, `^200 OK, .* It is as described\.$`)
		Eventually(tree).WithArguments(b).Should(ContainSubstring("Mars"))
		Expect(b.Troubles()).To(BeEmpty())

		give(b, "[data-name=id] .try-control .try-input", "99")
		send(b, `^404 Not Found, `)
		Eventually(b.Troubles).Should(HaveLen(1), "the browser tells of 404 itself")
	})

	It("says what is wrong with a booking, books it, and logs in for it", func(ctx SpecContext) {
		d := startDemo("")
		b := browsertest.Open()
		try(ctx, b, d, "book")
		giveBody(b, `{"trip": "first", "passenger": 7}`)
		send(b, `^2 values are not as described\.$`)
		Expect(browsertest.Eval[string](b, `document.querySelector("dialog.console .try-body ~ .try-problem").textContent`)).To(And(ContainSubstring("/trip"), ContainSubstring("/passenger")))

		giveBody(b, `{"trip": 2, "passenger": "Ida"}`)
		give(b, "[data-credential=username]", app.User)
		give(b, "[data-credential=password]", app.Password)
		send(b, `^201 Created, .* It is as described\.$`)
		Eventually(tree).WithArguments(b).Should(ContainSubstring(`"Ida"`))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("sends by way of the demo, when that is told to and where to", func(ctx SpecContext) {
		api := browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // which allows no page
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"asked": %q}`, r.Header.Get("Sec-Fetch-Site"))
		}))
		spec := file(`{"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "servers": [{"url": "` + api + `"}], "paths": {"/pets": {"get": {"operationId": "pets", "summary": "List pets"}}}}`)
		b := browsertest.Open()
		try(ctx, b, startDemoWith(app.Config{Spec: spec, Proxy: true, Reach: []string{api}}), "pets")
		send(b, `^200 OK, `)
		Eventually(tree).WithArguments(b).Should(ContainSubstring(`asked: ""`), "it was no browser")
		Expect(b.Troubles()).To(BeEmpty())

		try(ctx, b, startDemoWith(app.Config{Spec: spec, Proxy: true}), "pets")
		send(b, `not|refus|may`)
		Expect(browsertest.Eval[string](b, `document.querySelector("dialog.console .try-result").textContent`)).To(ContainSubstring("403"))

		silent := startDemo(spec)
		status, _ := silent.do(ctx, http.MethodPost, "/reference/_/request")
		Expect(status).To(BeElementOf(404, 405), "it is off unless it is switched on")
	})
})

// file writes a description into a file that goes with the spec.
func file(text string) string {
	GinkgoHelper()
	name := filepath.Join(GinkgoT().TempDir(), "api.json")
	Expect(os.WriteFile(name, []byte(text), 0o600)).To(Succeed())
	return name
}
