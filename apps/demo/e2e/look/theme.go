package look

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// tokens are the first background and the accent of every theme, for light and
// for dark, as the themes were released.
var tokens = map[viewer.Theme][4]string{
	viewer.ThemeDefault:    {"#ffffff", "#0099ff", "#0f0f0f", "#3ea6ff"},
	viewer.ThemeAlternate:  {"#f9f9f9", "#2a2f45", "#131313", "rgba(255, 255, 255, 0.9)"},
	viewer.ThemeMoon:       {"#ccc9b3", "#645b0f", "#313332", "#c3b531"},
	viewer.ThemePurple:     {"#ffffff", "#5469d4", "#15171c", "#5469d4"},
	viewer.ThemeSolarized:  {"#fdf6e3", "#b58900", "#00212b", "#007acc"},
	viewer.ThemeBluePlanet: {"#f0f2f5", "#09090b", "#000e23", "#fafafa"},
	viewer.ThemeSaturn:     {"#f3f3ee", "#1763a6", "#09090b", "#4eb3ec"},
	viewer.ThemeKepler:     {"#ffffff", "#7070ff", "#000212", "#828fff"},
	viewer.ThemeMars:       {"#f9f6f0", "#c75549", "#140507", "rgba(255, 255, 255, 0.9)"},
	viewer.ThemeDeepSpace:  {"#ffffff", "#09090b", "#09090b", "#fafafa"},
}

// computed reads the tokens of a theme from what the browser makes of them.
const computed = `(theme => {
	const root = document.documentElement, probe = document.createElement("div");
	root.className = "theme-" + theme;
	document.body.append(probe);
	const hex = c => c.startsWith("rgb(") ? "#" + c.match(/\d+/g).map(n => Number(n).toString(16).padStart(2, "0")).join("") : c;
	const found = [];
	for (const mode of ["light", "dark"]) {
		root.dataset.mode = mode;
		for (const name of ["background-1", "color-accent"]) {
			probe.style.backgroundColor = "var(--scalar-" + name + ")";
			found.push(hex(getComputedStyle(probe).backgroundColor));
		}
	}
	probe.remove();
	return found;
})`

var _ = Describe("Themes", func() {
	It("have the colours that they were released with", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "tags/notes")
		for theme, want := range tokens {
			Expect(browsertest.Eval[[]string](b, computed+`("`+string(theme)+`")`)).To(Equal(want[:]), string(theme))
		}
		Expect(tokens).To(HaveLen(len(viewer.Themes())-1), "all but none, which has no colours")
	})

	It("A1: give way to customCss, for one mode and for both, with names of before too", func(ctx SpecContext) {
		root := serve(ctx, travel, viewer.Configuration{Theme: viewer.ThemeMars, CustomCSS: `
			:root { --theme-color-accent: #123456 }
			.dark-mode { --scalar-background-1: #010203; --scalar-color-2: #fedcba }`})
		b := browsertest.Open()
		b.Prefer("prefers-color-scheme", "dark")
		b.Visit(root + "tags/planets")

		Expect(browsertest.Eval[[]string](b, `[
			getComputedStyle(document.body).backgroundColor,
			getComputedStyle(document.querySelector(".nav-link")).color,
			(() => { const a = document.createElement("a"); a.href = "#"; document.querySelector("main").append(a); return getComputedStyle(a).color })(),
		]`)).To(Equal([]string{"rgb(1, 2, 3)", "rgb(254, 220, 186)", "rgb(18, 52, 86)"}))
		b.Prefer("prefers-color-scheme", "light")
		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `getComputedStyle(document.body).backgroundColor`)
		}).Should(Equal("rgb(249, 246, 240)"), "the light mode is as it was")
		Expect(b.Troubles()).To(BeEmpty())
	})
})

var _ = Describe("Row A1: withDefaultFonts", func() {
	fonts := func(b *browsertest.Browser) []string {
		var list []string
		for _, request := range b.Requests() {
			if strings.Contains(request, "font") || strings.Contains(request, "woff2") {
				_, name, _ := strings.Cut(request, "/assets/")
				name, _, _ = strings.Cut(name, "?v=")
				list = append(list, name)
			}
		}
		return list
	}

	It("fetches the fonts of the letters that a page has, from here alone", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/book")

		Eventually(func() []string {
			return browsertest.Eval[[]string](b, `[...new Set([...document.fonts].filter(f => f.status === "loaded").map(f => f.family.replaceAll('"', "")))].sort()`)
		}).Should(ContainElements("Inter", "JetBrains Mono"))
		Expect(fonts(b)).To(ConsistOf("fonts.css", "inter-latin.woff2", "jetbrains-mono-latin.woff2"), "each once")
		Expect(b.Hosts()).To(HaveLen(1))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("shows fonts of the system before that take the same room", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/book")
		Eventually(func() (bool, error) {
			return browsertest.Ask[bool](b, `document.fonts.check("16px Inter") && document.fonts.check("16px JetBrains Mono") && [...document.fonts].some(f => f.family.includes("JetBrains") && f.status === "loaded")`)
		}).Should(BeTrue())

		wider := browsertest.Eval[[]float64](b, `(() => {
			const text = "Returns the bookings of a traveller, the newest first, with all that belongs to them: seats, meals and what was paid.";
			const canvas = document.createElement("canvas").getContext("2d");
			const width = (family) => { canvas.font = "100px " + family; return canvas.measureText(text).width; };
			return ["Inter", "JetBrains Mono"].map((family) => width('"' + family + ' Fallback", serif') / width('"' + family + '"'));
		})()`)
		Expect(wider).To(HaveEach(BeNumerically("~", 1, 0.02)))
	})

	It("asks for the sheet before a page is painted when it has been fetched before, or when the address names a place", func(ctx SpecContext) {
		page := serve(ctx, travel, viewer.Configuration{}) + "operations/book"
		blocking := func(b *browsertest.Browser, address string) []string {
			b.Visit(address)
			const sheets = `[...document.head.querySelectorAll("link[href*='fonts.css']")].map(el => String(el.getAttribute("blocking")))`
			Eventually(func() ([]string, error) { return browsertest.Ask[[]string](b, sheets) }).Should(HaveLen(1))
			return browsertest.Eval[[]string](b, sheets)
		}
		kept := func(b *browsertest.Browser) func() (string, error) {
			return func() (string, error) {
				return browsertest.Ask[string](b, `localStorage.getItem("trefoil-fonts") ?? ""`)
			}
		}

		b := browsertest.Open()
		Expect(blocking(b, page)).To(Equal([]string{"null"}), "the first page of a reader")
		Eventually(kept(b)).Should(ContainSubstring("fonts.css"))
		Expect(blocking(b, page)).To(Equal([]string{"render"}), "a later page")

		Expect(blocking(browsertest.Open(), page+"#response.200")).To(Equal([]string{"render"}), "a place in a page")
	})

	It("fetches none when it is false", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, travel, viewer.Configuration{WithDefaultFonts: new(false)}) + "operations/book")

		Expect(fonts(b)).To(BeEmpty())
		Expect(b.Requests()).To(ContainElement(ContainSubstring("reference.css")))
		Expect(browsertest.Eval[string](b, `getComputedStyle(document.body).fontFamily`)).NotTo(ContainSubstring("Inter"))
	})
})
