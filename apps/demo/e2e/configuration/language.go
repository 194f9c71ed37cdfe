package configuration

import (
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("The field language", func() {
	// search opens the dialog of the search and looks for a word.
	search := func(b *browsertest.Browser, word string) {
		b.Run(ctrl("k"))
		Eventually(func() bool { return is(b, `document.querySelector("[data-search-dialog]").open`) }).Should(BeTrue())
		b.Run(input.InsertText(word))
		Eventually(func() bool { return is(b, `document.querySelector("[data-search-list] .result") !== null`) }).Should(BeTrue())
	}

	// console opens the console and sends what it holds.
	console := func(b *browsertest.Browser) {
		b.Run(browsertest.Click(".try-button"))
		Eventually(func() bool { return is(b, there("dialog.console[open] .try-send")) }).Should(BeTrue())
		b.Run(browsertest.Click("dialog.console .try-send"))
		Eventually(func() bool { return is(b, there("dialog.console .body-note, dialog.console .body-tools")) }).Should(BeTrue())
	}

	DescribeTable("is that of pages, of their search and of their console:",
		func(ctx SpecContext, language, title, found, send, response string) {
			b := visit(ctx, `{"language": "`+language+`"}`, orderPage)
			b.Resize(1440, 900)

			Expect(is(b, `document.documentElement.lang === "`+language+`"`)).To(BeTrue())
			Expect(browsertest.Eval[string](b, `document.querySelector("main .section h2").textContent`)).To(Equal(title))
			b.Shoot("language-" + language)
			search(b, "order")
			Eventually(func() string {
				return browsertest.Eval[string](b, `document.querySelector("[data-search-count]").textContent`)
			}).Should(MatchRegexp(found))
			b.Shoot("language-search-" + language)
			b.Run(chromedp.KeyEvent("\x1b"))
			console(b)
			Expect(browsertest.Eval[string](b, `document.querySelector("dialog.console .try-send").textContent`)).To(Equal(send))
			Expect(browsertest.Eval[string](b, `document.querySelector("dialog.console .try-result h3").textContent`)).To(Equal(response))
			b.Shoot("language-console-" + language)
			Expect(b.Troubles()).NotTo(ContainElement(ContainSubstring("Content Security Policy")))
		},
		Entry("German", "de", "Authentifizierung", "Ergebnis", "Senden", "Antwort"),
		Entry("Arabic", "ar", "المصادقة", "نتيجة|نتيجتان|نتائج", "إرسال", "الاستجابة"),
	)

	It("lays pages out from right to left, and code from left to right, without a scrollbar", func(ctx SpecContext) {
		b := visit(ctx, `{"language": "ar"}`, orderPage)
		for _, width := range []int64{1440, 390} {
			b.Resize(width, 844)

			Expect(b.FitsWidth()).To(BeTrue())
			Expect(browsertest.Eval[string](b, `getComputedStyle(document.querySelector("main")).direction`)).To(Equal("rtl"))
			Expect(browsertest.Eval[string](b, `getComputedStyle(document.querySelector("pre.code")).direction`)).To(Equal("ltr"))
			b.Shoot("language-ar")
		}
		Expect(is(b, `document.querySelector("nav.sidebar").getBoundingClientRect().left >= 0`)).To(BeTrue())
	})

	It("leaves axe-core nothing to find in Arabic", func(ctx SpecContext) {
		browsertest.NeedAxe()
		b := visit(ctx, `{"language": "ar"}`, orderPage)

		Expect(b.Axe()).To(BeEmpty())
		console(b)
		Expect(b.Axe()).To(BeEmpty())
	})

	It("is the one that the browser asks for when it is not given", func(ctx SpecContext) {
		b := visit(ctx, `{}`, "/")

		Expect(browsertest.Eval[string](b, `fetch("./", {headers: {"Accept-Language": "fr-CA, en;q=0.5"}}).then(r => r.text()).then(t => /<html lang="([^"]+)"/.exec(t)[1])`)).To(Equal("fr"))
		Expect(is(b, there(`script[src*="words-"]`))).To(BeFalse(), "English loads no words")
	})
})
