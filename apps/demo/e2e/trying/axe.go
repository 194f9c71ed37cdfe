package trying

import (
	"fmt"
	"os"
	"slices"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// checked runs axe-core on what a selector finds, in light and in dark: with the
// rules about colours alone in every theme that is named but the first, with all
// of them in that. The classes are those that the server writes, see package axe.
const checked = `(async (where, themes) => {
	const root = document.documentElement, found = [];
	let passed = 0;
	for (const theme of themes) {
		for (const mode of ["light", "dark"]) {
			root.className = "theme-" + theme + " " + mode + "-mode";
			root.dataset.mode = mode;
			await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
			const only = theme === themes[0] ? {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]} : {type: "rule", values: ["color-contrast", "link-in-text-block"]};
			const result = await axe.run(where, {runOnly: only, resultTypes: ["violations"]});
			passed += result.passes.length;
			for (const v of result.violations) found.push([theme, mode, v.id, ...v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120) + " " + (n.any[0]?.message ?? "").slice(0, 160))].join(" "));
		}
	}
	return {found: found.slice(0, 12), passed};
})`

// outcome is what axe-core says, and how many rules it found something for.
type outcome struct {
	Found  []string
	Passed int
}

// axe checks a window that is high enough for everything: of what is scrolled out
// of a dialog, axe-core sees no colours. What moves would be between two themes.
func axe(b *browsertest.Browser, width int64, where string, themes ...viewer.Theme) outcome {
	GinkgoHelper()
	b.Prefer("prefers-reduced-motion", "reduce")
	b.Resize(width, 5000)
	defer b.Resize(width, 900)
	list := ""
	for _, theme := range themes {
		list += fmt.Sprintf("%q,", theme)
	}
	return browsertest.Eval[outcome](b, fmt.Sprintf("%s(%q, [%s])", checked, where, list))
}

// themes are all themes, the default one first.
func themes() []viewer.Theme {
	others := slices.DeleteFunc(viewer.Themes(), func(t viewer.Theme) bool { return t == viewer.ThemeDefault })
	return append([]viewer.Theme{viewer.ThemeDefault}, others...)
}

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
	window.answer = (kind) => { type("kind", kind); press("Send"); };
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
		script, err := os.ReadFile(os.Getenv(browsertest.AxeFile))
		Expect(err).NotTo(HaveOccurred())
		b.Run(chromedp.Evaluate(string(script), nil), chromedp.Evaluate(hands, nil))
	}
	browsertest.Eval[any](b, "(async () => { await ("+s.script+"); return null; })()")
	Eventually(func() (bool, error) { return browsertest.Ask[bool](b, s.until) }).Should(BeTrue(), s.name)
}

var _ = Describe("axe-core finds nothing while an API is tried", func() {
	BeforeEach(func() {
		if os.Getenv(browsertest.AxeFile) == "" {
			Skip("there is no axe-core: set " + browsertest.AxeFile)
		}
	})

	DescribeTable("in what readers see, light and dark",
		func(ctx SpecContext, width int64, themes []viewer.Theme) {
			b, slug, root := open(), "", serve(ctx)
			b.Resize(width, 900)
			for at, s := range stages {
				stage(b, root, &slug, at)
				o := axe(b, width, s.where, themes...)
				Expect(o.Found).To(BeEmpty(), s.name)
				Expect(o.Passed).To(BeNumerically(">=", 2*12), s.name)
				Expect(b.FitsWidth()).To(BeTrue(), s.name)
				b.Shoot(s.name)
			}
			Expect(heard(b)).To(BeEmpty())
		},
		Entry("in all themes", int64(1440), themes()),
		Entry("in a narrow window", int64(390), []viewer.Theme{viewer.ThemeDefault}),
	)

	It("and would find what is wrong", func(ctx SpecContext) {
		b, slug := open(), ""
		stage(b, serve(ctx), &slug, 0)
		b.Run(chromedp.Evaluate(`(() => {
			const broken = document.createElement("p");
			broken.textContent = "hardly to be seen ";
			broken.style.color = "color-mix(in srgb, var(--scalar-background-1) 85%, var(--text-1))";
			broken.append(document.createElement("input"));
			document.querySelector(".console-request").append(broken);
		})()`, nil))

		o := axe(b, 1440, "dialog.console", viewer.ThemeMoon, viewer.ThemeMars)

		Expect(o.Found).To(ContainElements(
			And(HavePrefix("moon light color-contrast"), ContainSubstring("hardly")), HavePrefix("moon dark label"), And(HavePrefix("mars dark color-contrast"), ContainSubstring("hardly"))))
	})
})
