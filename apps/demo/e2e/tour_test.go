package e2e_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/app"
	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restclientfx"
)

// gate holds back what the board sends to change something. Each value that the channel
// gets lets one through.
type gate chan struct{}

func (g gate) middleware(next core.Transport) core.Transport {
	return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
		if r.Method != http.MethodGet {
			select {
			case <-g:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		return next.Do(ctx, r)
	})
}

// passengers are those of a trip as a window shows them, "?" behind those who have only
// asked, and how many seats are free.
func passengers(b *browsertest.Browser, trip int) (string, error) {
	return browsertest.Ask[string](b, fmt.Sprintf(`(row => [...row.querySelectorAll(".seat .name")].map(
		n => n.textContent + (n.closest(".pending") ? "?" : "")).concat(row.querySelector(".left").textContent).join(", "))(document.querySelector("#trip-%d"))`, trip))
}

// window opens a page of the demo that follows the board.
func window(d *demo, path string) *browsertest.Browser {
	GinkgoHelper()
	b := browsertest.Open()
	b.Visit(d.url + path)
	Eventually(func() (bool, error) {
		return browsertest.Ask[bool](b, `document.querySelector("[data-open]") !== null`)
	}).Should(BeTrue())
	return b
}

var _ = Describe("The live board in two windows", func() {
	var (
		d             *demo
		g             gate
		first, second *browsertest.Browser
	)

	BeforeEach(func() {
		g = make(gate)
		d = startDemo("", restclientfx.Option(restclient.WithMiddleware(g.middleware)))
		first, second = window(d, "/"), window(d, "/board")
	})

	AfterEach(func() {
		for _, b := range []*browsertest.Browser{first, second} {
			Expect(b.Troubles()).To(BeEmpty(), "no error and no violation of the policy")
		}
	})

	// both expects both windows to show these passengers and seats of trip 2.
	both := func(want string) {
		GinkgoHelper()
		for _, b := range []*browsertest.Browser{first, second} {
			Eventually(passengers).WithArguments(b, 2).Should(Equal(want))
		}
	}

	It("shows a seat as taken at once, and then as booked", func() {
		both("3 free")

		first.Run(browsertest.Click("#book-2"))

		both("Ada Lovelace?, 2 free")
		first.Shoot("tour-asked")
		Expect(browsertest.Eval[string](first, `document.querySelector("[data-event=newest]").textContent`)).To(ContainSubstring(`"id": -`))
		g <- struct{}{}
		both("Ada Lovelace, 2 free")
		Eventually(func() (string, error) {
			return browsertest.Ask[string](first, `document.querySelector("[data-said]").textContent`)
		}).Should(Equal("Booked: Ada Lovelace has booking 3."))
		Eventually(func() (string, error) {
			return browsertest.Ask[string](first, `document.querySelector("[data-event=newest]").textContent`)
		}).Should(ContainSubstring(`"id": 3,`))
		Expect(browsertest.Eval[string](first, `document.activeElement.id`)).To(Equal("book-2"), "the focus stays")
	})

	It("shows a seat that is refused as free again", func() {
		first.Run(chromedp.Evaluate(`document.querySelector("#passenger").value = ""`, nil), browsertest.Click("#book-2"))

		both("nobody?, 2 free")
		g <- struct{}{}
		both("3 free")
		Eventually(func() (string, error) {
			return browsertest.Ask[string](first, `document.querySelector("[data-said].refused").textContent`)
		}).Should(Equal("Refused: invalid: a booking needs a passenger."))
		first.Shoot("tour-refused")
		Expect(browsertest.Eval[string](second, `document.querySelector("[data-said]").textContent`)).To(BeEmpty(), "the other window has ordered nothing")
	})

	It("gives a seat back at once", func() {
		second.Run(browsertest.Click("#cancel-1"))

		for _, b := range []*browsertest.Browser{first, second} {
			Eventually(passengers).WithArguments(b, 1).Should(Equal("2 free"))
		}
		Expect(browsertest.Eval[string](second, `document.activeElement.id`)).To(Equal("book-1"), "the focus stays in the row")
		g <- struct{}{}
		Eventually(func() (string, error) {
			return browsertest.Ask[string](second, `document.querySelector("[data-said]").textContent`)
		}).Should(Equal("Cancelled: the seat is free again."))
	})

	It("shows what others book by way of the API", func(ctx SpecContext) {
		order, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url+"/bookings", strings.NewReader(`{"trip":2,"passenger":"Neil"}`))
		Expect(err).NotTo(HaveOccurred())
		order.Header.Set("Content-Type", "application/json")
		order.SetBasicAuth(app.User, app.Password)
		res, err := http.DefaultClient.Do(order)
		Expect(err).NotTo(HaveOccurred())
		Expect(res.Body.Close()).To(Succeed())
		Expect(res.StatusCode).To(Equal(http.StatusCreated))

		both("Neil, 2 free")
	})
})

var _ = Describe("The tour", func() {
	It("books without JavaScript, and says why it was refused", func() {
		d := startDemo("")
		b := browsertest.Open()
		b.WithoutScript()
		b.Run(chromedp.Navigate(d.url+"/"), browsertest.Click("#book-2"), browsertest.Shown("#cancel-3"))
		Expect(passengers(b, 2)).To(Equal("Ada Lovelace, 2 free"))
		Expect(browsertest.Eval[string](b, `location.pathname`)).To(Equal("/"))

		b.Run(chromedp.Evaluate(`document.querySelector("#passenger").value = ""`, nil), browsertest.Click("#book-2"), browsertest.Shown("[data-said].refused"))

		Expect(browsertest.Eval[string](b, `document.querySelector("[data-said]").textContent`)).To(Equal("Refused: invalid: a booking needs a passenger."))
		Expect(passengers(b, 2)).To(Equal("Ada Lovelace, 2 free"))
	})

	It("leads to the page of the reference, and stays on its origin", func(ctx SpecContext) {
		d := startDemo("")
		Expect(d.viewer.Wait(ctx)).To(Succeed())
		b := window(d, "/")
		Expect(browsertest.Eval[string](b, `document.querySelector(".operation").textContent`)).To(And(
			ContainSubstring("/bookings"), ContainSubstring("passenger string, required"), ContainSubstring("409"), ContainSubstring("basic")))

		b.Run(browsertest.Click(".operation a"))

		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `document.querySelector("main h1").textContent.trim()`)
		}).Should(Equal("Book a trip"))
		own, err := url.Parse(d.url)
		Expect(err).NotTo(HaveOccurred())
		Expect(b.Hosts()).To(ConsistOf(own.Host))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("shows the code that runs", func(ctx SpecContext) {
		d := startDemo("")
		b := browsertest.Open()
		b.Visit(d.url + "/")

		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".source")].map(s => s.textContent)`)).To(HaveExactElements(
			And(ContainSubstring(`"POST LIMIT AUTH SEATS TX ONCE /bookings": router.With(router.In(b.book),`), ContainSubstring("b.Agency.In(tx).Book(")),
			And(ContainSubstring("type Booking struct {"), ContainSubstring("type Order struct {")),
			ContainSubstring("return restclient.Mutate(ctx, book, "),
		))
	})

	It("leads to nothing that is missing", func(ctx SpecContext) {
		d := startDemo("")
		Expect(d.viewer.Wait(ctx)).To(Succeed())

		for _, page := range []string{"/", "/board"} {
			found := d.links(ctx, page)
			Expect(found).NotTo(BeEmpty())
			for _, link := range found {
				status, _ := d.get(ctx, link)
				Expect(status).To(Equal(200), link)
			}
		}
	})

	It("names no page of the reference when that shows another description", func(ctx SpecContext) {
		d := startDemo("testdata/petstore.json")

		Expect(d.links(ctx, "/")).NotTo(ContainElement(ContainSubstring("operations")))
	})

	It("takes no orders from pages of other origins", func(ctx SpecContext) {
		d := startDemo("")
		order, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url+"/board/orders", strings.NewReader("book=2&passenger=Eve"))
		Expect(err).NotTo(HaveOccurred())
		order.Header = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Sec-Fetch-Site": {"cross-site"}, "Origin": {"http://elsewhere.example"}}

		res, err := http.DefaultClient.Do(order)

		Expect(err).NotTo(HaveOccurred())
		Expect(res.Body.Close()).To(Succeed())
		Expect(res.StatusCode).To(Equal(http.StatusForbidden))
		_, page := d.get(ctx, "/board")
		Expect(page).NotTo(ContainSubstring("Eve"))
	})

	DescribeTable("reads well", func(ctx SpecContext, scheme string, width int64) {
		d := startDemo("")
		Expect(d.viewer.Wait(ctx)).To(Succeed())
		b := browsertest.Open()
		b.Run(
			emulation.SetDeviceMetricsOverride(width, 900, 1, false),
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}),
		)
		for name, path := range map[string]string{"tour": "/", "board": "/board"} {
			b.Visit(d.url + path)
			b.Shoot(name + "-" + scheme)
			b.Run(chromedp.Evaluate(`document.querySelector("main").lastElementChild.scrollIntoView({ block: "end" })`, nil))
			b.Shoot(name + "-end-" + scheme)
			Expect(b.FitsWidth()).To(BeTrue(), "%s does not scroll sideways", name)
			Expect(browsertest.Eval[int](b, `document.querySelectorAll("script:not([src]), style, [style]").length`)).To(BeZero())
			Expect(b.Axe()).To(BeEmpty(), name)
			Expect(b.Troubles()).To(BeEmpty())
		}
	},
		Entry("in light", "light", int64(1440)),
		Entry("in dark", "dark", int64(1440)),
		Entry("on a phone", "light", int64(390)),
		Entry("on a phone in dark", "dark", int64(320)),
	)
})
