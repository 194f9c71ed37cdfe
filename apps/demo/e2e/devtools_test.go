package e2e_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/app"
	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

const debugPages = "/debug/rest/"

var _ = Describe("The pages about the client in a browser", func() {
	var d *demo
	var b *browsertest.Browser

	BeforeEach(func(ctx SpecContext) {
		d = startDemoWith(app.Config{Debug: true})
		d.get(ctx, "/") // the departures, which the client reads
		b = browsertest.Open()
	})

	AfterEach(func() {
		own, err := url.Parse(d.url)
		Expect(err).NotTo(HaveOccurred())
		Expect(b.Hosts()).To(ConsistOf(own.Host), "requests stay on the origin")
		Expect(b.Troubles()).To(BeEmpty(), "no error and no violation of the policy")
	})

	It("show what is stored", func() {
		b.Run(
			chromedp.Navigate(d.url+debugPages),
			browsertest.Click(`nav a[href*="travelclient.Planet"]`),
			browsertest.Shown(`#rows`),
		)

		Eventually(func() (string, error) { return browsertest.Ask[string](b, `document.querySelector("h1").textContent`) }).Should(Equal("travelclient.Planet"))
		Expect(browsertest.Eval[string](b, `document.querySelector("main").innerText`)).To(And(ContainSubstring("Neptune"), ContainSubstring("fresh")))
	})

	It("keep up to date by themselves, and the focus stays", func(ctx SpecContext) {
		b.Run(chromedp.Navigate(d.url+debugPages+"answers"), browsertest.Shown(`[data-live-state=on]`))
		b.Run(browsertest.Focus(`button[aria-label^="Invalidate Trip"]`))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".status.invalid").length`)).To(BeZero())

		d.invalidateAll(ctx)

		Eventually(func() (int, error) {
			return browsertest.Ask[int](b, `document.querySelectorAll(".status.invalid").length`)
		}).Should(BeNumerically(">=", 2))
		Expect(browsertest.Eval[string](b, `document.activeElement.getAttribute("aria-label")`)).To(HavePrefix("Invalidate Trip"))
	})

	It("go back to a commit and return", func() {
		b.Run(
			chromedp.Navigate(d.url+debugPages+"commits"),
			browsertest.Click(`tbody tr:last-child a[href*="at="]`),
			browsertest.Shown(`.past`),
		)
		then := browsertest.Eval[string](b, `document.querySelector(".stats dd").textContent`)

		b.Run(browsertest.Click(`.past .now`), browsertest.Shown(`#calls`))

		Expect(browsertest.Eval[string](b, `document.querySelector(".stats dd").textContent`)).NotTo(Equal(then))
	})

	It("can be used by keys alone", func(ctx SpecContext) {
		stale := func() int { return browsertest.Eval[int](b, `document.querySelectorAll(".status.stale").length`) }
		Eventually(func() int { // what the board is told when it begins to listen makes answers stale, until they are read
			d.get(ctx, "/")
			b.Run(chromedp.Navigate(d.url+debugPages+"answers"), browsertest.Shown("h1"))
			return stale()
		}).Should(BeZero())

		b.Run(chromedp.KeyEvent(kb.Tab))
		Expect(browsertest.Eval[string](b, `document.activeElement.textContent`)).To(Equal("Skip to the content"))
		b.Run(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent(kb.Tab))
		Expect(browsertest.Eval[string](b, `document.activeElement.textContent`)).To(Equal("Expire"))

		b.Run(chromedp.KeyEvent(kb.Enter))

		Eventually(stale).Should(BeNumerically(">", 0))
	})

	It("can be used without JavaScript", func() {
		b.Run(
			emulation.SetScriptExecutionDisabled(true),
			chromedp.Navigate(d.url+debugPages+"answers"),
			browsertest.Click(`details summary`),
			browsertest.Click(`button[formaction=reset]`),
			browsertest.Shown(`#calls`),
		)
		var text string
		b.Run(chromedp.Text(".stats div", &text, chromedp.ByQuery))
		Expect(strings.Fields(text)).To(Equal([]string{"entities", "0"}))
	})

	DescribeTable("read well", func(ctx SpecContext, scheme string, width int64) {
		b.Run(
			emulation.SetDeviceMetricsOverride(width, 900, 1, false),
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
		)
		for name, path := range d.debugPages(ctx) {
			b.Run(chromedp.Navigate(d.url+debugPages+path), browsertest.Shown("h1"))
			b.Shoot("devtools-" + name + "-" + scheme)
			Expect(browsertest.Eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`)).To(BeTrue(), "%s does not scroll sideways", name)
			Expect(browsertest.Eval[int](b, `document.querySelectorAll("script:not([src]), style, [style]").length`)).To(BeZero())
			Expect(b.Axe()).To(BeEmpty(), name)
		}
	},
		Entry("in light", "light", int64(1280)),
		Entry("in dark", "dark", int64(1280)),
		Entry("on a phone", "light", int64(390)),
		Entry("on a phone in dark", "dark", int64(320)),
	)
})

// debugPages are pages of each kind.
func (d *demo) debugPages(ctx context.Context) map[string]string {
	commit := ""
	for _, link := range d.links(ctx, debugPages+"commits") {
		if _, seq, ok := strings.Cut(link, "commit?seq="); ok {
			commit = seq
		}
	}
	row := ""
	for _, link := range d.links(ctx, debugPages+"table?table=travelclient.Planet") {
		if _, query, ok := strings.Cut(link, "/row?"); ok {
			row = query
		}
	}
	return map[string]string{
		"overview": "", "answers": "answers", "commits": "commits", "commit": "commit?seq=" + commit,
		"table": "table?table=travelclient.Planet", "row": "row?" + row, "past": "table?table=travelclient.Planet&at=" + commit,
	}
}

// invalidateAll presses the button of that name.
func (d *demo) invalidateAll(ctx context.Context) {
	GinkgoHelper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url+debugPages+"invalidate", nil)
	Expect(err).NotTo(HaveOccurred())
	res, err := http.DefaultTransport.RoundTrip(req)
	Expect(err).NotTo(HaveOccurred())
	Expect(res.Body.Close()).To(Succeed())
	Expect(res.StatusCode).To(Equal(http.StatusSeeOther))
}
