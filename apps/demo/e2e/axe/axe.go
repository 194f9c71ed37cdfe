package axe

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// grounds are the backgrounds of the themes, in light and in dark, as they were
// released. That of none is the browser's.
var grounds = map[viewer.Theme][2]string{
	viewer.ThemeDefault:    {"#ffffff", "#0f0f0f"},
	viewer.ThemeAlternate:  {"#f9f9f9", "#131313"},
	viewer.ThemeMoon:       {"#ccc9b3", "#313332"},
	viewer.ThemePurple:     {"#ffffff", "#15171c"},
	viewer.ThemeSolarized:  {"#fdf6e3", "#00212b"},
	viewer.ThemeBluePlanet: {"#f0f2f5", "#000e23"},
	viewer.ThemeSaturn:     {"#f3f3ee", "#09090b"},
	viewer.ThemeKepler:     {"#ffffff", "#000212"},
	viewer.ThemeMars:       {"#f9f6f0", "#140507"},
	viewer.ThemeDeepSpace:  {"#ffffff", "#09090b"},
	viewer.ThemeNone:       {"#ffffff", "#121212"},
}

// run is what axe-core says about a page in one theme and mode.
type run struct {
	Ground string   // the background of the page
	Texts  int      // places whose contrast was found to be enough
	Rules  int      // rules that the page passed
	Found  []string // violations
	Unsure []string // what it cannot tell, but for lines of code that lie partly out of their frame
}

// script runs axe-core with all rules of WCAG 2.2 A and AA and its best practices
// on what a selector finds, in the colours of a theme: the classes are those that
// the server writes for it, which a spec of this package compares.
const script = `(async (where, theme, mode) => {
	const root = document.documentElement;
	root.className = "theme-" + theme + " " + mode + "-mode";
	root.dataset.mode = mode;
	await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
	const hex = c => "#" + c.match(/\d+/g).slice(0, 3).map(n => Number(n).toString(16).padStart(2, "0")).join("");
	const result = await axe.run(where, {
		runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
		resultTypes: ["violations", "incomplete"],
	});
	const told = list => list.flatMap(v => v.nodes.filter(n => n.any[0]?.data?.messageKey !== "elmPartiallyObscured").map(n => v.id + ": " + n.html.slice(0, 120) + " " + (n.any[0]?.message ?? "").slice(0, 160)));
	const texts = [...document.querySelectorAll(where + " *")].filter(el => el.checkVisibility() && [...el.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
	return {
		ground: hex(getComputedStyle(document.body).backgroundColor), texts: texts.length, rules: result.passes.length,
		found: told(result.violations).slice(0, 8), unsure: told(result.incomplete).slice(0, 8),
	};
})`

// unfold opens everything that is folded and shows what is behind tabs: text that
// nobody sees is not looked at.
const unfold = `document.querySelectorAll("details:not([open])").forEach(d => { d.name = ""; d.open = true }); document.querySelectorAll("main [hidden='until-found']").forEach(e => e.hidden = false)`

// openSearch asks the search of a page and waits for what it finds.
const openSearch = `(async () => {
	document.querySelector("[data-search-dialog]").showModal();
	const input = document.querySelector("[data-search-dialog] input");
	input.value = "tree";
	input.dispatchEvent(new InputEvent("input", {bubbles: true}));
	while (document.querySelector("[data-search-list]").children.length < 3) await new Promise(done => setTimeout(done, 20));
})()`

var _ = Describe("Row 90: axe-core finds nothing in 11 themes, light and dark", func() {
	var b *browsertest.Browser
	var root string

	BeforeEach(func(ctx SpecContext) {
		if os.Getenv(browsertest.AxeFile) == "" {
			Skip("there is no axe-core: set " + browsertest.AxeFile)
		}
		Expect(grounds).To(HaveLen(len(viewer.Themes())))
		root = serve(ctx, viewer.Configuration{})
	})

	// show opens a page in a window of a width, everything unfolded.
	show := func(address string, width int64) {
		GinkgoHelper()
		axe, err := os.ReadFile(os.Getenv(browsertest.AxeFile))
		Expect(err).NotTo(HaveOccurred())
		b = browsertest.Open()
		b.Prefer("prefers-reduced-motion", "reduce")
		b.Resize(width, 844)
		b.Visit(root + address)
		b.Run(chromedp.Evaluate(unfold, nil), chromedp.Evaluate(string(axe), nil))
	}

	DescribeTable("with everything unfolded",
		func(address, where, first string, rules int) {
			for _, width := range []int64{1440, 390} {
				show(address, width)
				if first != "" {
					b.Run(chromedp.Evaluate(first, nil))
				}
				everyTheme(b, where, rules, fmt.Sprintf("at %d pixels", width))
			}
		},
		Entry("on the overview", "", "html", "", 35),
		Entry("on an operation", "operations/pick", "html", "", 35),
		Entry("on a model", "models/Tree", "html", "", 35),
		Entry("on the page of the search", "search?q=tree", "html", "", 30),
		Entry("in the dialog of the search", "operations/cut", "[data-search-dialog]", openSearch, 8),
		Entry("in the dialog of the keys", "operations/cut", "[data-keys]", `document.querySelector("[data-keys]").showModal()`, 6),
	)

	It("and would find what is wrong", func() {
		show("models/Tree", 1440)
		b.Run(chromedp.Evaluate(`(() => {
			const broken = document.createElement("p");
			broken.textContent = "hardly to be seen ";
			broken.style.color = "color-mix(in srgb, var(--scalar-background-1) 85%, var(--text-1))";
			broken.append(document.createElement("input"));
			document.querySelector("main").append(broken);
		})()`, nil))

		for theme := range grounds {
			r := browsertest.Eval[run](b, fmt.Sprintf("%s('html', %q, 'dark')", script, theme))
			Expect(r.Found).To(ContainElements(HavePrefix("color-contrast: "), HavePrefix("label: ")), string(theme))
		}
	})

	It("A7: in pages that the server writes with the same classes", func(ctx SpecContext) {
		for theme := range grounds {
			for dark, mode := range map[bool]string{false: "light", true: "dark"} {
				page := fetch(ctx, serve(ctx, viewer.Configuration{Theme: theme, DarkMode: &dark}))
				Expect(regexp.MustCompile(`<html[^>]*>`).FindString(page)).
					To(And(ContainSubstring(`class="theme-%s %s-mode"`, theme, mode), ContainSubstring(`data-mode="%s"`, mode)))
			}
		}
	})
})

// everyTheme runs axe-core in each theme and mode. A page passes at least a number
// of rules: what is not there cannot be wrong.
func everyTheme(b *browsertest.Browser, where string, rules int, at string) {
	GinkgoHelper()
	for _, theme := range viewer.Themes() {
		for i, mode := range []string{"light", "dark"} {
			r := browsertest.Eval[run](b, fmt.Sprintf("%s(%q, %q, %q)", script, where, theme, mode))
			which := fmt.Sprintf("%s %s %s", theme, mode, at)
			Expect(r.Ground).To(Equal(grounds[theme][i]), which)
			Expect(r.Found).To(BeEmpty(), which)
			Expect(r.Unsure).To(BeEmpty(), which)
			Expect(r.Rules).To(BeNumerically(">=", rules), which)
			Expect(r.Texts).To(BeNumerically(">=", 8), which)
		}
	}
}

// serve serves the orchard and returns the address of its reference, with a slash
// at its end. The orchard has one of everything that a page may hold.
func serve(ctx context.Context, c viewer.Configuration) string {
	GinkgoHelper()
	text, err := os.ReadFile("testdata/orchard.yaml")
	Expect(err).NotTo(HaveOccurred())
	c.Spec.Content = string(text)
	v := browsertest.Configured(ctx, c)
	return browsertest.Serve(http.StripPrefix("/docs", v)) + "/docs/"
}

func fetch(ctx context.Context, address string) string {
	GinkgoHelper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	Expect(err).NotTo(HaveOccurred())
	response, err := http.DefaultClient.Do(request)
	Expect(err).NotTo(HaveOccurred())
	defer func() { Expect(response.Body.Close()).To(Succeed()) }()
	page, err := io.ReadAll(response.Body)
	Expect(err).NotTo(HaveOccurred())
	return string(page)
}
