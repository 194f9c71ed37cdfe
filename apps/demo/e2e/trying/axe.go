package trying

import (
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// stages are what readers see of the console and of the editor, one after the
// other on the page of an operation.
var stages = []struct {
	name, slug, where, script, until string
}{
	{"a form", "putThing", "dialog.console", `press("Use every field"), press("Form")`, `document.querySelector("dialog.console .try-group") !== null`},
	{"a form with problems", "putThing", "dialog.console", `type("id", "0"), type("q", "a"), press("Send")`, `document.querySelectorAll("dialog.console .try-problem:not([hidden])").length >= 2`},
	{"credentials of a provider", "putThing", "dialog.console", `choose("provider")`, `document.querySelector("dialog.console [data-scheme=provider]") !== null`},
	{"credentials that are given", "putThing", "dialog.console", `choose("login and both"), credential("both", "x"), credential("login", "ann")`, `document.querySelector("dialog.console .credential-note:not([hidden])") !== null`},
	{"an answer that does not match", "answer", "dialog.console", `answer("wrong")`, `document.querySelector("dialog.console .body-problem") !== null`},
	{"an answer that is broken", "answer", "dialog.console", `answer("broken")`, `document.querySelector("dialog.console .body-trouble") !== null`},
	{"an image", "answer", "dialog.console", `answer("image")`, `document.querySelector("dialog.console .body-image")?.naturalWidth === 1`},
	{"a stream", "answer", "dialog.console", `answer("events")`, `document.querySelector("dialog.console .body-item") !== null && /ended/.test(document.querySelector("dialog.console .body-stream").textContent)`},
	{"bytes", "answer", "dialog.console", `answer("bytes")`, `document.querySelector("dialog.console .body-row") !== null`},
	{"PDF", "answer", "dialog.console", `answer("pdf")`, `document.querySelector("dialog.console .body-tools a") !== null`},
	{"no answer", "answer", "dialog.console", `answer("..")`, `document.querySelector("dialog.console .try-wrong:not([hidden])") !== null`},
	{"an editor with problems", "answer", "html", `edit()`, `/^Line|problem/.test(document.querySelector(".editor-status-text")?.textContent ?? "")`},
}

// hands are what the stages are made with.
const hands = `(() => {
	const dialog = () => document.querySelector("dialog.console[open]");
	const give = (el, value) => { el.value = value; el.dispatchEvent(new Event("input", {bubbles: true})); };
	window.press = (text) => [...dialog().querySelectorAll("button")].find((b) => b.textContent === text && !b.closest("[hidden]")).click();
	window.type = (name, value) => give(dialog().querySelector("[data-name='" + name + "'] .try-control .try-input"), value);
	window.choose = (name) => [...dialog().querySelectorAll(".credential-alternatives label")].find((l) => l.textContent === name).querySelector("input").click();
	window.credential = (scheme, value) => give(dialog().querySelector("[data-scheme=" + scheme + "] input"), value);
	window.answer = async (kind) => {
		while (dialog().querySelector(".try-send").hidden) await new Promise((done) => setTimeout(done, 20)); // what was sent before
		type("kind", kind);
		press("Send");
	};
	window.edit = async () => {
		dialog()?.close();
		document.querySelector("[data-editor-open]").click();
		const field = () => document.querySelector("[data-editor-field]")?.shadowRoot?.activeElement;
		while (!field()?.matches(".cm-content")) await new Promise((done) => setTimeout(done, 20));
		document.execCommand("insertText", false, "]: ");
	};
})()`

// stage shows the next of the stages.
func stage(b *browsertest.Browser, root string, slug *string, at int) {
	GinkgoHelper()
	s := stages[at]
	if *slug != s.slug {
		*slug = s.slug
		console(b, root, s.slug)
		b.Run(chromedp.Evaluate(hands, nil))
	}
	browsertest.Eval[any](b, "(async () => { await ("+s.script+"); return null; })()")
	Eventually(func() (bool, error) { return browsertest.Ask[bool](b, s.until) }).Should(BeTrue(), s.name)
}

// checkStage has axe-core look at a stage, and compares the colours of each theme and mode.
func checkStage(b *browsertest.Browser, name, where string, themes []viewer.Theme) {
	GinkgoHelper()
	r := b.AxeStructure(where)
	Expect(r.Found).To(BeEmpty(), name)
	Expect(r.Rules).To(BeNumerically(">=", 12), name)
	for _, r := range b.Contrasts(where, themes...) {
		Expect(r.Found).To(BeEmpty(), "%s %s %s", name, r.Theme, r.Mode)
		Expect(r.Texts).To(BeNumerically(">=", 8), "%s %s %s", name, r.Theme, r.Mode)
	}
}

var _ = Describe("axe-core finds nothing while an API is tried", func() {
	BeforeEach(browsertest.NeedAxe)

	DescribeTable("in what readers see, light and dark",
		func(ctx SpecContext, width int64, themes []viewer.Theme) {
			b, slug, root := open(), "", serve(ctx)
			b.Prefer("prefers-reduced-motion", "reduce") // what moves would be between two themes
			b.Resize(width, 900)
			for at, s := range stages {
				stage(b, root, &slug, at)
				checkStage(b, s.name, s.where, themes)
				Expect(b.FitsWidth()).To(BeTrue(), s.name)
				b.Shoot(s.name)
			}
			Expect(heard(b)).To(BeEmpty())
		},
		Entry("in all themes", int64(1440), viewer.Themes()),
		Entry("in a narrow window", int64(390), []viewer.Theme{viewer.ThemeDefault}),
	)

	It("and would find what is wrong", func(ctx SpecContext) {
		b, slug := open(), ""
		stage(b, serve(ctx), &slug, 0)
		b.Resize(1440, 5000)
		b.Run(chromedp.Evaluate(`(() => {
			const broken = document.createElement("p");
			broken.textContent = "hardly to be seen ";
			broken.style.color = "color-mix(in srgb, var(--scalar-background-1) 85%, var(--text-1))";
			broken.append(document.createElement("input"));
			document.querySelector(".console-request").append(broken);
		})()`, nil))

		Expect(b.AxeAll("dialog.console").Found).To(ContainElement(HavePrefix("label")))
		for _, r := range b.Contrasts("dialog.console", viewer.ThemeMoon, viewer.ThemeMars) {
			Expect(r.Found).To(ContainElement(And(HavePrefix("contrast"), ContainSubstring("hardly"))), "%s %s", r.Theme, r.Mode)
		}
	})
})
