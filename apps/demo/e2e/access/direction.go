package access

import (
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// words defines in the page: where(element, word), the box of a word of a text, and
// edge(element), how far the text of an element is from its sides.
const words = `
	window.where = (el, word) => {
		const texts = document.createTreeWalker(el, NodeFilter.SHOW_TEXT), range = document.createRange();
		for (let text = texts.nextNode(); text; text = texts.nextNode()) {
			const at = text.data.indexOf(word);
			if (at < 0) continue;
			range.setStart(text, at);
			range.setEnd(text, at + word.length);
			return range.getBoundingClientRect();
		}
		throw new Error("no " + word + " in " + el.textContent);
	};
	window.before = (selector, first, second) => where(document.querySelector(selector), first).left < where(document.querySelector(selector), second).left;
	window.edge = el => {
		const range = document.createRange();
		range.selectNodeContents(el);
		const text = range.getBoundingClientRect(), box = el.getBoundingClientRect();
		return {left: text.left - box.left, right: box.right - text.right};
	};
`

var _ = Describe("Texts from right to left", func() {
	bustan := "access/testdata/bustan.yaml"

	It("read in their own direction, and what stands among them in its own", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, bustan, viewer.Configuration{}))
		b.Run(chromedp.Evaluate(words, nil), chromedp.Evaluate(`document.fonts.ready.then(() => true)`, nil))
		b.Shoot("right-to-left-overview")

		Expect(browsertest.Eval[map[string]bool](b, `({
			title: before(".sidebar-title", "(Orchard", "البستان"),
			stop: before(".lead", ".", "الأشجار"),
			code: before(".prose pre", "curl", "-H") && before(".prose pre", "-H", "https"),
			name: before(".prose p code", "X-", "Key"),
			tag: before('[data-nav-tag="trees"] > a', "(trees", "עצים"),
			bracket: before(".tag-text", "(", "زرعت"),
			english: before(".prose > p:last-child", "This", "Hebrew") && before(".prose > p:last-child", "Hebrew", "שלום"),
		})`)).To(HaveEach(true))
		Expect(is(b, `(e => e.right < 2 && e.left > 50)(edge(document.querySelector(".prose p")))`)).To(BeTrue(), "a description begins at its side")
		Expect(is(b, `(e => e.right < 2 && e.left > 50)(edge(document.querySelector(".lead")))`)).To(BeTrue(), "and what stands above it")
		Expect(is(b, `(e => e.left < 2 && e.right > 50)(edge(document.querySelector(".prose > p:last-child")))`)).To(BeTrue(), "a paragraph in English begins at the other")
		Expect(is(b, `document.querySelector(".prose .alert").getBoundingClientRect().right - where(document.querySelector(".alert-title"), "Warning").right < 40`)).To(BeTrue(), "a callout has one side")
		Expect(is(b, `getComputedStyle(document.querySelector(".prose .alert")).borderRightWidth === "3px"`)).To(BeTrue())
		Expect(is(b, `document.querySelector(".prose th").getBoundingClientRect().left > document.querySelector(".prose th:last-child").getBoundingClientRect().left`)).To(BeTrue(), "the first column is at the right")
	})

	It("leave the frame, code and schemas where they are", func(ctx SpecContext) {
		root := serve(ctx, bustan, viewer.Configuration{})
		b := browsertest.Open()
		b.Visit(root + "operations/getTree")
		b.Run(chromedp.Evaluate(words, nil))
		b.Shoot("right-to-left-operation")

		Expect(browsertest.Eval[map[string]bool](b, `({
			path: before(".endpoint .path", "/", "treeId"),
			title: before("main h1", "(v2", "اقرأ"),
			nav: edge(document.querySelector(".sidebar [aria-current] .nav-text")).left < 2,
			name: before('[data-examples] pre', "الاسم", ":"),
			status: before(".response summary", "200", "الشجرة"),
			excerpt: where(document.querySelector(".response summary"), "الشجرة").left - where(document.querySelector(".response summary"), "200").right < 160,
			stop: before(".response summary", ".", "الشجرة"),
		})`)).To(HaveEach(true))
		for _, address := range []string{"", "operations/getTree", "search?q=trees"} {
			b.Visit(root + address)
			for _, width := range []int64{1440, 320} {
				b.Resize(width, 800)
				Expect(b.FitsWidth()).To(BeTrue(), "%q at %d pixels", address, width)
			}
		}
		Expect(b.Troubles()).To(BeEmpty())
	})
})
