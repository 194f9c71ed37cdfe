package search

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// reference serves the reference of the description of the search's own specs,
// as soon as everything in it can be found.
func reference(ctx context.Context, configuration viewer.Configuration) http.Handler {
	GinkgoHelper()
	source, err := openapi.FromFile("search/testdata/space.yaml")
	Expect(err).NotTo(HaveOccurred())
	return serving(ctx, source, configuration)
}

func serving(ctx context.Context, source core.SpecSource, configuration viewer.Configuration) http.Handler {
	GinkgoHelper()
	v, err := viewer.New(source, htmlrender.New(), viewer.WithConfiguration(configuration))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	Eventually(func() string {
		r := httptest.NewRequest(http.MethodGet, "/search?q=a", nil)
		r.Header.Set("Accept", "application/json")
		w := httptest.NewRecorder()
		v.ServeHTTP(w, r)
		return w.Body.String()
	}).WithContext(ctx).ShouldNot(ContainSubstring("still being read"))
	return http.StripPrefix("/docs", v)
}

// press presses a key together with Ctrl.
func pressCtrl(key string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		upper := strings.ToUpper(key)
		return input.DispatchKeyEvent(input.KeyDown).WithModifiers(input.ModifierCtrl).WithKey(key).WithCode("Key" + upper).WithWindowsVirtualKeyCode(int64(upper[0])).Do(ctx)
	})
}

// titles are the results that the dialog shows.
func titles(b *browsertest.Browser) []string {
	return browsertest.Eval[[]string](b, `[...document.querySelectorAll("[data-search-list] [role=option]")].map(o => (o.querySelector(".result-title") ?? o).textContent)`)
}

func text(b *browsertest.Browser, selector string) string {
	return browsertest.Eval[string](b, `document.querySelector("`+selector+`")?.innerText ?? ""`)
}

const (
	isOpen   = `document.querySelector("[data-search-dialog]").open`
	selected = `[data-search-list] [aria-selected=true]`
)

var _ = Describe("The search dialog", func() {
	It("works by keys alone and gives the focus back", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(browsertest.Serve(reference(ctx, viewer.Configuration{})) + "/docs/operations/book_trip")

		By("opening with the hot key")
		b.Run(browsertest.Focus(`main a`), pressCtrl("k"), browsertest.Shown(`[data-search-input]`))
		Expect(browsertest.Eval[string](b, `document.querySelector(".search-key").textContent`)).To(Equal("Ctrl K"))

		By("showing grouped results, counted, with what was found marked")
		b.Run(input.InsertText("planet")) // at once: between keys a busy browser may ask for what is there
		Eventually(func() []string { return titles(b) }).Should(ContainElements("Planet", "Get a planet", "Delete a planet"))
		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".search-heading")].map(h => h.textContent)`)).To(ContainElements("Operations", "Models", "Topics"))
		Expect(text(b, "[data-search-count]")).To(MatchRegexp(`^\d+ results$`))
		Expect(browsertest.Eval[string](b, `document.querySelector("[data-search-list] mark").textContent.toLowerCase()`)).To(HavePrefix("planet"))

		By("moving with the arrows, around the ends")
		Expect(text(b, selected+" .result-title")).To(Equal(titles(b)[0]))
		b.Run(chromedp.KeyEvent(kb.ArrowDown))
		Expect(text(b, selected+" .result-title")).To(Equal(titles(b)[1]))
		b.Run(chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowUp))
		last := titles(b)[len(titles(b))-1]
		Expect(text(b, selected+" .result-title")).To(Equal(last))
		Expect(browsertest.Eval[bool](b, `document.querySelector("[data-search-input]").getAttribute("aria-activedescendant") === document.querySelector("`+selected+`").id`)).To(BeTrue())
		Expect(b.Axe()).To(BeEmpty())
		b.Shoot("search-results")

		By("closing with Escape")
		b.Run(chromedp.KeyEvent(kb.Escape))
		Expect(browsertest.Eval[bool](b, isOpen)).To(BeFalse())
		Expect(browsertest.Eval[bool](b, `document.querySelector("main").contains(document.activeElement)`)).To(BeTrue())

		By("opening with a slash and following a result that has not come yet")
		b.Run(chromedp.KeyEvent("/"), chromedp.KeyEvent("pressureBar"), chromedp.KeyEvent(kb.Enter))
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `location.pathname`) }).Should(MatchRegexp(`^/docs/(operations|models)/`))

		By("giving the focus to the part that was found")
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `document.activeElement.id`) }).Should(HaveSuffix("pressureBar"))
		Expect(browsertest.Eval[bool](b, `document.activeElement.matches(".schema-row") && document.activeElement.checkVisibility()`)).To(BeTrue())
		Expect(browsertest.Eval[string](b, `document.activeElement.id`)).To(Equal(browsertest.Eval[string](b, `decodeURIComponent(location.hash.slice(1))`)))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("has the key that is configured, and leaves the others alone", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(browsertest.Serve(reference(ctx, viewer.Configuration{SearchHotKey: "j"})) + "/docs/")

		b.Run(pressCtrl("k"))
		Expect(browsertest.Eval[bool](b, isOpen)).To(BeFalse())
		Expect(browsertest.Eval[bool](b, `!document.dispatchEvent(new KeyboardEvent("keydown", {key: "j", ctrlKey: true, cancelable: true, bubbles: true}))`)).To(BeTrue(), "the browser's own key is prevented")
		Expect(browsertest.Eval[bool](b, isOpen)).To(BeTrue())
		b.Run(pressCtrl("j"))
		Expect(browsertest.Eval[bool](b, isOpen)).To(BeFalse(), "it closes the dialog, too")

		By("not taking a slash that is typed elsewhere")
		b.Run(chromedp.Evaluate(`{ const i = document.createElement("input"); i.id = "own"; document.querySelector("main").append(i); i.focus() }`, nil), chromedp.KeyEvent("/"))
		Expect(browsertest.Eval[string](b, `document.querySelector("#own").value`)).To(Equal("/"))
		Expect(browsertest.Eval[bool](b, isOpen)).To(BeFalse())
	})

	It("leaves Escape to a word that is composed", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(browsertest.Serve(reference(ctx, viewer.Configuration{})) + "/docs/")
		b.Run(pressCtrl("k"), browsertest.Shown(`[data-search-input]`))

		b.Run(input.ImeSetComposition("わくせい", 4, 4), chromedp.KeyEvent(kb.Escape))
		Expect(browsertest.Eval[bool](b, isOpen)).To(BeTrue())
		b.Run(input.InsertText("惑星"), chromedp.KeyEvent(kb.Escape))
		Eventually(func() (bool, error) { return browsertest.Ask[bool](b, isOpen) }).Should(BeFalse())
	})

	It("Rows 33 to 35: says where, narrows by filters, and takes a pasted request", func(ctx SpecContext) {
		b := browsertest.Open()
		address := browsertest.Serve(reference(ctx, viewer.Configuration{}))
		b.Visit(address + "/docs/")
		b.Run(browsertest.Click(`input[data-search-open]`), browsertest.Shown(`[data-search-input]`))

		ask := func(query string) {
			b.Run(chromedp.Evaluate(`{ const i = document.querySelector("[data-search-input]"); i.value = `+"`"+query+"`"+`; i.dispatchEvent(new Event("input")) }`, nil))
		}
		ask("exclusiveMaximum 77")
		Eventually(func() string { return text(b, selected+" .result-where") }).Should(Equal("constraint of field passenger.seats"))
		ask("method:delete deprecated:yes")
		Eventually(func() []string { return titles(b) }).Should(HaveExactElements("Delete a planet"))
		ask("colour:red")
		Eventually(func() string { return text(b, "[data-search-notes]") }).Should(ContainSubstring("is no filter"))
		ask("curl -X POST https://api.example.com/v1/trips -d '{}'")
		Eventually(func() []string { return titles(b) }).Should(HaveExactElements("Book a trip"))
		ask("quagga")
		Eventually(func() string { return text(b, "[data-search-count]") }).Should(Equal("Nothing has every one of these words."))

		By("writing a filter for the reader")
		ask("planet")
		b.Run(browsertest.Click(`[data-search-filter="method:post"]`))
		Eventually(func() []string { return titles(b) }).Should(HaveExactElements("Create a planet"))
		Expect(browsertest.Eval[bool](b, `document.activeElement.matches("[data-search-input]")`)).To(BeTrue())

		By("showing all of them on a page")
		page := browsertest.Open()
		page.Visit(address + "/docs/search?q=planet")
		Expect(page.Axe()).To(BeEmpty())
		page.Shoot("search-page")

		By("leading to the parameter, and to what it stands in when it is not on the page")
		page.Visit(address + "/docs/search?q=per_page")
		page.Run(browsertest.Click(`main a.result[href$="parameter.query.per_page"]`))
		Eventually(func() (string, error) { return browsertest.Ask[string](page, `document.activeElement.id`) }).Should(Equal("parameter.query.per_page"))
		page.Visit(address + "/docs/operations/listPlanets#parameter.query.per_page.not.there")
		Eventually(func() (string, error) { return browsertest.Ask[string](page, `document.activeElement.id`) }).Should(Equal("parameter.query.per_page"))

		By("closing with a click beside it")
		b.Run(chromedp.MouseClickXY(20, 500))
		Eventually(func() (bool, error) { return browsertest.Ask[bool](b, isOpen) }).Should(BeFalse())
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("remembers pages and searches, and keeps what is pinned", func(ctx SpecContext) {
		b := browsertest.Open()
		address := browsertest.Serve(reference(ctx, viewer.Configuration{}))
		b.Visit(address + "/docs/operations/getPlanet")
		b.Visit(address + "/docs/models/Payment")
		b.Run(pressCtrl("k"), browsertest.Shown(`[data-search-input]`))
		Eventually(func() []string { return titles(b) }).Should(HaveExactElements("Payment", "Get a planet"))

		b.Run(input.InsertText("stardust"))
		Eventually(func() []string { return titles(b) }).Should(HaveExactElements("Create a planet"))
		b.Run(browsertest.Click(`[data-search-pin]`))
		Eventually(func() string { return text(b, "[data-search-pin]") }).Should(Equal("Unpin"))
		b.Run(chromedp.KeyEvent(kb.Enter))
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `location.pathname`) }).Should(HaveSuffix("/createPlanet"))

		b.Visit(address + "/docs/")
		b.Run(pressCtrl("k"), browsertest.Shown(`[data-search-input]`))
		Eventually(func() []string { return titles(b) }).Should(HaveExactElements("Create a planet", "Payment", "Get a planet", "stardust"))
		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".search-heading")].map(h => h.textContent)`)).To(HaveExactElements("Pinned", "Recently read", "Recent searches"))
		Expect(b.Axe()).To(BeEmpty())
		b.Shoot("search-recent")

		By("not trusting what the browser kept")
		b.Run(chromedp.Evaluate(`for (const k of Object.keys(localStorage)) localStorage.setItem(k, JSON.stringify([{kind: "operation", title: "x", url: "javascript:alert(1)"}, 7, null]))`, nil))
		b.Visit(address + "/docs/")
		b.Run(pressCtrl("k"), browsertest.Shown(`[data-search-input]`))
		Consistently(func() []string { return titles(b) }).WithTimeout(300 * time.Millisecond).Should(BeEmpty())
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("shows the answer to what was typed last, however late others come", func(ctx SpecContext) {
		h := reference(ctx, viewer.Configuration{})
		asked, late := make(chan struct{}, 1), make(chan struct{})
		answer := sync.OnceFunc(func() { close(late) })
		b := browsertest.Open()
		b.Visit(browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Query().Get("q") == "trip" {
				select {
				case asked <- struct{}{}:
				default:
				}
				<-late
			}
			h.ServeHTTP(w, r)
		})) + "/docs/")
		DeferCleanup(answer)
		b.Run(pressCtrl("k"), browsertest.Shown(`[data-search-input]`), input.InsertText("trip"))
		Eventually(asked).WithContext(ctx).Should(Receive())
		b.Run(chromedp.Evaluate(`{ const i = document.querySelector("[data-search-input]"); i.value = "mine"; i.dispatchEvent(new Event("input")) }`, nil))

		Eventually(func() []string { return titles(b) }).Should(HaveExactElements("List my planets"))
		answer()
		Consistently(func() []string { return titles(b) }).WithTimeout(900 * time.Millisecond).Should(HaveExactElements("List my planets"))
	})
})

var _ = Describe("The search page without JavaScript", func() {
	It("answers the form of every page", func(ctx SpecContext) {
		b := browsertest.Open()
		b.WithoutScript()
		b.Visit(browsertest.Serve(reference(ctx, viewer.Configuration{})) + "/docs/operations/getPlanet")
		b.Run(
			chromedp.SetValue(`form[role=search] input`, "marsupilami", chromedp.ByQuery),
			chromedp.Submit(`form[role=search]`, chromedp.ByQuery),
			browsertest.Shown(`main a[href*="operations/listPlanets#response.200."]`),
		)

		Expect(text(b, "main .result-where")).To(Equal("example of response 200"))
		Expect(text(b, "main .result mark")).To(Equal("Marsupilami"))
		b.Resize(320, 800)
		Expect(b.FitsWidth()).To(BeTrue())
	})
})

var _ = Describe("A search that is hidden", func() {
	It("has neither dialog nor field", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(browsertest.Serve(reference(ctx, viewer.Configuration{HideSearch: true})) + "/docs/")

		Expect(browsertest.Eval[int](b, `document.querySelectorAll("[data-search-dialog], form[role=search]").length`)).To(BeZero())
		Expect(b.Troubles()).To(BeEmpty())
	})
})

// specFile is the environment variable that names a large description.
const specFile = "TREFOIL_SPEC"

var _ = Describe("A large description", func() {
	It("answers each key soon", func(ctx SpecContext) {
		file := os.Getenv(specFile)
		if file == "" {
			Skip("no " + specFile)
		}
		source, err := openapi.FromFile(file)
		Expect(err).NotTo(HaveOccurred())
		b := browsertest.Open()
		b.Visit(browsertest.Serve(serving(ctx, source, viewer.Configuration{})) + "/docs/")
		b.Run(pressCtrl("k"), browsertest.Shown(`[data-search-input]`), chromedp.KeyEvent("delte repo"))
		Eventually(func() int { return len(titles(b)) }).Should(Equal(24))
		b.Shoot("search-large")
		b.Resize(390, 844)
		b.Shoot("search-large")
		b.Resize(1440, 900)
		b.Prefer("prefers-color-scheme", "dark")
		b.Shoot("search-large-dark")
	})
})
