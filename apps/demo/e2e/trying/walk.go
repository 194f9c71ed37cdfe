package trying

import (
	"fmt"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// walker presses, fills and chooses everything below an element, whatever it is,
// as long as something is left: at most so many of one kind, and so many at all.
// What comes while it walks is walked too. It returns what it has done.
const walker = `window.walk = async (where, not = "a", ofAKind = 3, most = 400) => {
	const tempting = "<img src=x onerror=alert(1)>\"'</script>";
	const done = new Set(), kinds = new Map(), told = [];
	const all = (root) => [...root.querySelectorAll("*")].flatMap((el) => [el, ...(el.shadowRoot ? all(el.shadowRoot) : [])]);
	const kind = (el) => [el.localName, el.type, el.className, el.getAttribute("aria-label") ?? "", el.localName === "button" ? el.textContent : ""].join(" ").replace(/\d+/g, "0");
	const next = () => all(document.querySelector(where) ?? document.createElement("p")).find((el) => el.matches("button, summary, select, input, textarea, [role=treeitem], [role=separator]")
		&& !el.matches(not) && !el.closest("[inert]") && !el.disabled && !done.has(el) && (kinds.get(kind(el)) ?? 0) < ofAKind && el.checkVisibility({visibilityProperty: true}));
	const settle = () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => resolve()), 8));
	const give = (el, value) => { el.value = value; el.dispatchEvent(new Event("input", {bubbles: true})); el.dispatchEvent(new Event("change", {bubbles: true})); };
	const menus = () => document.querySelectorAll("details.try-menu").forEach((menu) => { menu.open = true; }); // an item closes its menu
	for (menus(); told.length < most; menus()) {
		const el = next();
		if (!el) break;
		done.add(el);
		kinds.set(kind(el), (kinds.get(kind(el)) ?? 0) + 1);
		told.push(kind(el));
		el.focus();
		if (el.localName === "select") {
			for (let i = el.options.length - 1; i >= 0; i--) { el.selectedIndex = i; el.dispatchEvent(new Event("change", {bubbles: true})); await settle(); }
		} else if (el.type === "file") {
			const list = new DataTransfer();
			list.items.add(new File([tempting], "a \"b\"<i>.svg", {type: "image/svg+xml"}));
			el.files = list.files;
			el.dispatchEvent(new Event("change", {bubbles: true}));
		} else if (el.matches("textarea, input:not([type=checkbox], [type=radio], [type=button])")) {
			give(el, tempting);
		} else {
			el.click();
		}
		await settle();
	}
	return told;
}; true`

// walk walks through all of an element but what a selector names.
func walk(b *browsertest.Browser, where, not string) []string {
	GinkgoHelper()
	b.Run(chromedp.Evaluate(walker, nil))
	return browsertest.Eval[[]string](b, fmt.Sprintf(`walk(%q, %q)`, where, not))
}

// sampled waits for the clients of the samples below an element.
func sampled(b *browsertest.Browser, where string) {
	GinkgoHelper()
	Eventually(func() (bool, error) {
		return browsertest.Ask[bool](b, fmt.Sprintf(`document.querySelector(%q) !== null`, where+" .client-tile"))
	}).Should(BeTrue(), "the samples of "+where)
}

// clean expects that the browser has nothing to say against the page.
func clean(b *browsertest.Browser) {
	GinkgoHelper()
	Expect(heard(b)).To(BeEmpty())
	Expect(b.Troubles()).To(BeEmpty())
}

// kept are buttons that would end a walk: they close what is walked through, or
// leave for the page of a provider.
const kept = ".console-head .button, .credential-start, .editor-close"

var _ = Describe("No violation of the policy while everything is pressed", func() {
	It("in consoles with their forms, credentials and samples", func(ctx SpecContext) {
		root := serve(ctx)
		b := open()
		for slug, want := range map[string][]string{
			"putThing": {"Use every field", "Reset to examples", "try-toggle", "try-add", "Remove", "Send anyway", "checkbox", "radio", "password", "textarea", "client-tile", "Copy", "Forget everything"},
			"upload":   {"file", "Format of the body"},
		} {
			console(b, root, slug)
			sampled(b, "dialog.console")
			b.Run(chromedp.Evaluate(`[...document.querySelectorAll("dialog.console .try-view")].find((view) => view.textContent === "Form")?.click()`, nil))
			done := walk(b, "dialog.console", ".try-view, .try-send, "+kept)
			b.Run(chromedp.Evaluate(`document.querySelector("dialog.console .past-tab").click()`, nil)) // beside the sample
			done = append(done, walk(b, "dialog.console", ".try-menu *, .past-tab, "+kept)...)
			for _, kind := range want {
				Expect(done).To(ContainElement(ContainSubstring(kind)), slug)
			}
			Expect(browsertest.Eval[bool](b, `document.querySelector("dialog.console").open`)).To(BeTrue())
			Expect(heard(b)).To(BeEmpty())
			Expect(b.Inline()).To(BeZero())
		}
		clean(b)
	})

	It("in answers of every kind", func(ctx SpecContext) {
		b := open()
		console(b, serve(ctx), "answer")
		for kind := range answers {
			get(b, kind)
			Expect(walk(b, "dialog.console .try-result", kept)).NotTo(BeEmpty(), kind)
			Expect(heard(b)).To(BeEmpty(), kind)
		}
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("dialog script, dialog iframe, dialog [onerror]").length`)).To(BeZero())
		clean(b)
	})

	It("on the page, in its search, and in the editor", func(ctx SpecContext) {
		b := open()
		b.Visit(serve(ctx) + "operations/putThing")
		sampled(b, "main")
		for _, w := range []struct{ where, before, what string }{
			{"main", "", "client-tile"},
			{".sidebar", "", "nav-group-name"},
			{"[data-search-dialog]", `document.querySelector("[data-search-dialog]").showModal()`, "input"},
			{"[data-editor]", `document.querySelector("dialog[open]")?.close(), document.querySelector("[data-editor-open]").click()`, "editor"},
		} {
			b.Run(chromedp.Evaluate(w.before, nil))
			Eventually(func() (bool, error) {
				return browsertest.Ask[bool](b, fmt.Sprintf(`document.querySelector(%q)?.checkVisibility() ?? false`, w.where))
			}).Should(BeTrue(), w.where)
			Expect(walk(b, w.where, "[data-try], [data-editor-open], "+kept)).To(ContainElement(ContainSubstring(w.what)), w.where)
			Expect(heard(b)).To(BeEmpty(), w.where)
			Expect(b.Troubles()).To(Or(BeEmpty(), HaveEach(MatchRegexp(`status of 404 .*/_d/`))), "what is typed into the editor has no such page")
		}
	})

	It("and one would be heard", func(ctx SpecContext) {
		b := open()
		console(b, serve(ctx), "answer")
		b.Run(chromedp.Evaluate(`(() => {
			const planted = document.createElement("button");
			planted.addEventListener("click", () => planted.setAttribute("style", "color: red"));
			document.querySelector(".console-send").append(planted);
		})()`, nil))

		walk(b, ".console-send", ".try-send, .try-menu > *")

		Eventually(heard).WithArguments(b).Should(ContainElement(HavePrefix("style-src")))
		Eventually(b.Troubles).Should(ContainElement(ContainSubstring("Content Security Policy")))
	})
})
