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
var grounds = map[viewer.Theme]map[string]string{
	viewer.ThemeDefault:    {"light": "#ffffff", "dark": "#0f0f0f"},
	viewer.ThemeAlternate:  {"light": "#f9f9f9", "dark": "#131313"},
	viewer.ThemeMoon:       {"light": "#ccc9b3", "dark": "#313332"},
	viewer.ThemePurple:     {"light": "#ffffff", "dark": "#15171c"},
	viewer.ThemeSolarized:  {"light": "#fdf6e3", "dark": "#00212b"},
	viewer.ThemeBluePlanet: {"light": "#f0f2f5", "dark": "#000e23"},
	viewer.ThemeSaturn:     {"light": "#f3f3ee", "dark": "#09090b"},
	viewer.ThemeKepler:     {"light": "#ffffff", "dark": "#000212"},
	viewer.ThemeMars:       {"light": "#f9f6f0", "dark": "#140507"},
	viewer.ThemeDeepSpace:  {"light": "#ffffff", "dark": "#09090b"},
	viewer.ThemeNone:       {"light": "#ffffff", "dark": "#121212"},
}

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

var _ = Describe("axe-core finds nothing in 11 themes, light and dark", func() {
	var b *browsertest.Browser
	var root string

	BeforeEach(func(ctx SpecContext) {
		browsertest.NeedAxe()
		Expect(grounds).To(HaveLen(len(viewer.Themes())))
		root = serve(ctx, viewer.Configuration{})
	})

	// show opens a page in a window of a width, everything unfolded.
	show := func(address string, width int64) {
		GinkgoHelper()
		b = browsertest.Open()
		b.Prefer("prefers-reduced-motion", "reduce")
		b.Resize(width, 844)
		b.Visit(root + address)
		b.Run(chromedp.Evaluate(unfold, nil))
	}

	DescribeTable("with everything unfolded",
		func(address, where, first string, rules int) {
			for _, width := range []int64{390, 1440} {
				show(address, width)
				if first != "" {
					b.Run(chromedp.Evaluate(first, nil))
				}
				r := b.AxeAll(where)
				Expect(r.Found).To(BeEmpty(), "at %d pixels", width)
				Expect(r.Unsure).To(BeEmpty(), "at %d pixels", width)
				Expect(r.Rules).To(BeNumerically(">=", rules), "what is not there cannot be wrong")
			}
			everyTheme(b, where)
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

		for _, r := range b.Contrasts("html", viewer.Themes()...) {
			Expect(r.Found).To(ContainElement(And(HavePrefix("contrast: "), ContainSubstring("hardly"))), "%s %s", r.Theme, r.Mode)
		}
		Expect(b.AxeAll("html").Found).To(ContainElements(HavePrefix("color-contrast: "), HavePrefix("label: ")))
	})

	It("in pages that the server writes with the same classes", func(ctx SpecContext) {
		for theme := range grounds {
			for dark, mode := range map[bool]string{false: "light", true: "dark"} {
				page := fetch(ctx, serve(ctx, viewer.Configuration{Theme: theme, DarkMode: &dark}))
				Expect(regexp.MustCompile(`<html[^>]*>`).FindString(page)).
					To(And(ContainSubstring(`class="theme-%s %s-mode default-fonts"`, theme, mode), ContainSubstring(`data-mode="%s"`, mode)))
			}
		}
	})
})

// everyTheme compares the colours of each theme and mode: they are all that differs.
func everyTheme(b *browsertest.Browser, where string) {
	GinkgoHelper()
	for _, r := range b.Contrasts(where, viewer.Themes()...) {
		which := fmt.Sprintf("%s %s", r.Theme, r.Mode)
		Expect(r.Ground).To(Equal(grounds[r.Theme][r.Mode]), which)
		Expect(r.Found).To(BeEmpty(), which)
		Expect(r.Unsure).To(BeEmpty(), which)
		Expect(r.Texts).To(BeNumerically(">=", 8), which)
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
