package editor

import (
	"context"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// hostPolicy is that of a page around an element, which allows its own files alone.
const hostPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' data:; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// element opens a page with an element, which a script sets up, and returns what
// the viewer of the element's script is told.
func element(ctx context.Context, script string) (*browsertest.Browser, *told) {
	GinkgoHelper()
	updates := &told{}
	v := browsertest.Configured(ctx, viewer.Configuration{IsEditable: true, Spec: viewer.Spec{Content: strings.Replace(zoo, "Zoo", "Mounted", 1)}, OnSpecUpdate: updates.add},
		viewer.WithVisitorDescriptions(browsertest.Judge(), viewer.VisitorLimits{}))
	mux := http.NewServeMux()
	mux.Handle("/docs/reference/", v)
	files := map[string]string{
		"/page": `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Host</title><link rel="stylesheet" href="/docs/reference/assets/api-reference.css"></head>` +
			`<body><section aria-label="Host"><h1>Host</h1></section><script src="/docs/reference/assets/api-reference.js"></script><script src="/page.js"></script></body></html>`,
		"/page.js": `window.zoo = ` + quoted(zoo) + `; window.updates = []; window.events = []; document.addEventListener("trefoil:spec-update", e => events.push(e.detail.text));` +
			`window.violations = []; document.addEventListener("securitypolicyviolation", e => violations.push(e.violatedDirective + " " + e.blockedURI + " " + e.sample));` +
			`const el = window.el = document.createElement("api-reference");` + script + `document.body.append(el);`,
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", hostPolicy)
		w.Header().Set("Content-Type", map[bool]string{true: "text/javascript", false: "text/html; charset=utf-8"}[strings.HasSuffix(r.URL.Path, ".js")])
		_, _ = w.Write([]byte(files[r.URL.Path]))
	})
	b := browsertest.Open()
	b.Visit(browsertest.Serve(mux) + "/page")
	return b, updates
}

// within evaluates an expression in which root is the shadow root of the element.
func within[T any](b *browsertest.Browser, expression string) T {
	GinkgoHelper()
	return browsertest.Eval[T](b, `(() => { const root = el.shadowRoot; return `+expression+` })()`)
}

// editElement opens the editor of the element and replaces a text.
func editElement(b *browsertest.Browser, before, after string) {
	GinkgoHelper()
	Eventually(func() bool { return within[bool](b, `root.querySelector("[data-editor-open]:not([hidden])") !== null`) }).Should(BeTrue())
	within[any](b, `(root.querySelector("[data-editor-open]").click(), null)`)
	Eventually(func() bool {
		return within[bool](b, `root.querySelector("[data-editor-field]")?.shadowRoot?.activeElement?.classList.contains("cm-content") ?? false`)
	}).Should(BeTrue())
	Expect(within[bool](b, `(() => {
		const line = [...root.querySelector("[data-editor-field]").shadowRoot.querySelectorAll(".cm-line")].find(el => el.textContent.includes(`+quoted(before)+`));
		const node = [...line.childNodes].at(-1).firstChild ?? [...line.childNodes].at(-1);
		getSelection().setBaseAndExtent(node, node.length, node, node.length);
		return true;
	})()`)).To(BeTrue())
	typeText(b, after)
}

func headingWithin(b *browsertest.Browser) func() string {
	return func() string { return within[string](b, `root.querySelector("main h1")?.textContent.trim() ?? ""`) }
}

var _ = Describe("The editor of an element", func() {
	It("edits the description of the element, and calls its onSpecUpdate once with the new text", func(ctx SpecContext) {
		b, updates := element(ctx, `el.configuration = { isEditable: true, darkMode: true, spec: { content: zoo }, onSpecUpdate: (text) => { updates.push(text); el.configuration = { ...el.configuration, spec: { content: text } }; } };`)
		Eventually(headingWithin(b)).Should(Equal("Zoo"))

		editElement(b, "title: Zoo", " of mine")

		Eventually(headingWithin(b)).Should(Equal("Zoo of mine"))
		changed := strings.Replace(zoo, "title: Zoo", "title: Zoo of mine", 1)
		Expect(browsertest.Eval[[]string](b, `updates`)).To(Equal([]string{changed}))
		Expect(browsertest.Eval[[]string](b, `events`)).To(Equal([]string{changed}))
		Expect(within[bool](b, `root.querySelector("[data-editor-field]").matches(":focus-within")`)).To(BeTrue(), "a page that gives back what it was told disturbs nobody")
		Expect(within[bool](b, `root.querySelector(".dark-mode") !== null && root.querySelector("[data-editor]").getBoundingClientRect().width > 300`)).To(BeTrue())
		typeText(b, ": [")
		Eventually(func() string { return within[string](b, `root.querySelector(".editor-status-text").textContent`) }).Should(HavePrefix("Line 3, column "))
		Expect(headingWithin(b)()).To(Equal("Zoo of mine"))
		Expect(append(browsertest.Eval[[]string](b, `violations`), b.Troubles()...)).To(BeEmpty())
		Expect(b.Axe()).To(BeEmpty()) // which adds sheets to documents of its own, against the policy
		b.Shoot("editor-element")

		within[any](b, `(root.querySelector(".editor-close").click(), null)`)
		Eventually(headingWithin(b)).Should(Equal("Zoo"))
		Expect(updates.all()).To(BeEmpty(), "it is not the description of the server")
	})

	It("edits that of a mounted reference, which the server is told", func(ctx SpecContext) {
		b, updates := element(ctx, `el.setAttribute("src", "/docs/reference/"); el.configuration = { onSpecUpdate: (text) => updates.push(text) };`)
		Eventually(headingWithin(b)).Should(Equal("Mounted"))

		editElement(b, "title: Mounted", "!")

		Eventually(headingWithin(b)).Should(Equal("Mounted!"))
		changed := strings.Replace(zoo, "title: Zoo", "title: Mounted!", 1)
		Expect(browsertest.Eval[[]string](b, `updates`)).To(Equal([]string{changed}))
		Expect(updates.all()).To(Equal([]string{changed}))
		within[any](b, `(root.querySelector("main a[href$='operations/getAnimal']").click(), null)`)
		Eventually(headingWithin(b)).Should(Equal("Find an animal"))
		Expect(browsertest.Eval[[]string](b, `violations`)).To(BeEmpty())
	})
})
