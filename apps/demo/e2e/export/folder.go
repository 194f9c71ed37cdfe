package export

import (
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// use opens and chooses everything on a page, again and again until nothing new
// comes, and returns how often it has used each kind of control.
const use = `(async () => {
	const used = {details: 0, lazy: 0, radio: 0, select: 0, client: 0, copy: 0, dead: []};
	const seen = new WeakSet();
	const until = async (is) => {
		for (let i = 0; i < 2000 && !is(); i++) await new Promise(r => setTimeout(r, 10));
	};
	const settle = async () => {
		await until(() => !document.querySelector("main [aria-busy=true]"));
	};
	const announced = new MutationObserver(() => {
		const said = document.querySelector("[data-announcer]").textContent;
		if (/could not/.test(said)) used.dead.push(said);
	});
	announced.observe(document.querySelector("[data-announcer]"), {childList: true, characterData: true, subtree: true});
	for (let round = 0; round < 12; round++) {
		const fresh = [...document.querySelectorAll("main details, main input[type=radio], main select")].filter(el => !seen.has(el));
		if (fresh.length === 0 || document.getElementsByTagName("*").length > 12000) break;
		for (const el of fresh) {
			seen.add(el);
			if (el instanceof HTMLDetailsElement) {
				used.details++;
				if (el.dataset.lazy !== undefined) {
					used.lazy++;
					el.open = true;
					await settle();
					await new Promise(r => setTimeout(r, 0));
					await settle();
					if (el.dataset.lazy !== undefined || el.querySelector(":scope > .schema-page")) used.dead.push("lazy " + el.id);
				}
				el.open = true;
			} else if (el.isConnected && el.checkVisibility()) {
				if (el instanceof HTMLSelectElement) { used.select++; el.selectedIndex = el.options.length - 1; } else { used.radio++; el.checked = true; }
				el.dispatchEvent(new Event("change", {bubbles: true}));
				await settle();
			}
		}
	}
	for (const card of document.querySelectorAll("[data-request-card]")) {
		const buttons = [...card.querySelectorAll("button")].filter(b => b.checkVisibility() && /^(Ruby|Go|Python)$/.test(b.textContent));
		for (const b of buttons) {
			const before = card.querySelector("pre").textContent;
			b.click();
			await until(() => card.querySelector("pre").textContent !== before);
			if (card.querySelector("pre").textContent === before) used.dead.push("client " + b.textContent);
			used.client++;
		}
	}
	used.copy = [...document.querySelectorAll("main [data-copy]:not([hidden])")].length;
	await settle();
	return used;
})()`

type used struct {
	Details, Lazy, Radio, Select, Client, Copy int
	Dead                                       []string
}

// useAll uses every control of some pages of a folder, and adds what it has used.
func useAll(b *browsertest.Browser, dir, address string, sum *used) {
	GinkgoHelper()
	list := []string{"index.html", "models.html"}
	for _, kind := range []string{"operations", "webhooks", "models", "tags"} {
		all := pages(dir, kind)
		list = append(list, all[:min(len(all), 14)]...)
	}
	for _, page := range list {
		b.Visit(address + "/" + page)
		u := browsertest.Eval[used](b, use)
		Expect(u.Dead).To(BeEmpty(), page)
		sum.Details += u.Details
		sum.Lazy += u.Lazy
		sum.Radio += u.Radio
		sum.Select += u.Select
		sum.Client += u.Client
		sum.Copy += u.Copy
	}
}

var _ = DescribeTable("A folder has no dead control and misses no file",
	func(ctx SpecContext, fromDisk bool) {
		b := browsertest.Open()
		var sum used
		for _, description := range []string{torture, zoo} {
			dir := folder(ctx, description)
			address, missing := served(dir)
			if fromDisk {
				address = disk(dir)
			}
			useAll(b, dir, address, &sum)
			Expect(missing()).To(BeEmpty())
		}

		GinkgoWriter.Printf("%+v\n", sum)
		Expect(sum.Details).To(BeNumerically(">", 50))
		Expect(sum.Lazy).To(BeNumerically(">", 3))
		Expect(sum.Radio).To(BeNumerically(">", 3))
		Expect(sum.Select).To(BeNumerically(">", 1))
		Expect(sum.Client).To(BeNumerically(">", 5))
		Expect(sum.Copy).To(BeNumerically(">", 5))
		Expect(b.Troubles()).To(BeEmpty())
		if fromDisk {
			Expect(b.Requests()).To(HaveEach(SatisfyAny(HavePrefix("file:"), HavePrefix("data:"))))
		}
	},
	Entry("on a server of files, under a strict policy", false),
	Entry("on a disk", true),
)

var _ = DescribeTable("The search of a folder",
	func(ctx SpecContext, fromDisk bool) {
		dir := folder(ctx, "export/testdata/shop.yaml")
		address, missing := served(dir)
		if fromDisk {
			address = disk(dir)
		}
		b := browsertest.Open()
		b.Visit(address + "/index.html")
		titles := func() string {
			return browsertest.Eval[string](b, `[...document.querySelectorAll("[data-search-list] a.result")].map(e => [e.querySelector(".method")?.textContent ?? "", e.querySelector(".result-title").textContent].join(" ")).join("|")`)
		}

		Expect(b.Requests()).NotTo(ContainElement(ContainSubstring("search")), "nothing is loaded before the first query")
		v := viewerOf("export/testdata/shop.yaml")
		for _, query := range []string{
			"basketId", "giftwrapping", "wrapped in paper", "CASH_ON_DELIVERY", "delivry", "gift wraping", "4711", "GET /baskets/7/items",
			"/baskets/{basketId}", "method:delete", "status:402", "auth:none kind:op", `{"giftWrapping": true}`, "tag:payments", "line", "in:body items",
			"returns", "shop", "curl -X POST https://shop.example/v1/payments", "amount parts", "nothinglikeit",
		} {
			want := strings.Join(answers(ctx, v, query), "|")
			find(b, query)
			Eventually(titles).WithContext(ctx).Should(Equal(want), query)
		}

		find(b, "giftwrapping")
		Eventually(text(b, ".result-where")).WithContext(ctx).Should(ContainSubstring("giftwrapping in a field"))
		b.Type("[data-search-input]", "\r")
		Eventually(text(b, "h1")).WithContext(ctx).Should(Equal("Put into a basket"))
		b.Visit(address + "/search.html?q=giftwrapping")
		Eventually(titles).WithContext(ctx).Should(ContainSubstring("Put into a basket"))
		Expect(missing()).To(BeEmpty())
		Expect(b.Troubles()).To(BeEmpty())
	},
	Entry("finds what a server finds, on a server of files", false),
	Entry("finds what a server finds, on a disk", true),
)

var _ = Describe("A folder", func() {
	It("lists all its pages where no script searches", func(ctx SpecContext) {
		dir := folder(ctx, "export/testdata/shop.yaml")
		b := browsertest.Open()
		b.WithoutScript()

		b.Visit(disk(dir) + "/index.html")
		b.Run(chromedp.Submit(".sidebar-search", chromedp.ByQuery), chromedp.WaitVisible("[data-contents]", chromedp.ByQuery))
		b.Run(browsertest.Click("//section[@data-contents]//a[text()='Pay']"))

		Eventually(text(b, "h1")).WithContext(ctx).Should(Equal("Pay"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("leads from the links of other viewers and to parts of pages, on a disk", func(ctx SpecContext) {
		dir := folder(ctx, "export/testdata/shop.yaml")
		b := browsertest.Open()

		b.Visit(disk(dir) + "/index.html#tag/baskets/POST/baskets/{basketId}/items")
		Eventually(text(b, "h1")).WithContext(ctx).Should(Equal("Put into a basket"))
		part := browsertest.Eval[string](b, `[...document.querySelectorAll("main li[id]")].find(e => e.id.endsWith(".giftWrapping")).id`)
		b.Run(chromedp.Navigate("about:blank"))
		b.Visit(disk(filepath.Join(dir, "operations", "putItem.html")) + "#" + part)

		Eventually(func() (string, error) { return browsertest.Ask[string](b, `document.activeElement.id`) }).WithContext(ctx).Should(Equal(part))
		Expect(strings.Count(part, ".")).To(BeNumerically(">", 1))
		Expect(b.Troubles()).To(BeEmpty())
	})
})
