package history

import (
	"net/http"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("The history", func() {
	It("lists what was sent, shows it, puts it back, sends it again, removes it", func(ctx SpecContext) {
		s := open(ctx)
		b := s.console("putThing")
		Expect(eval(b, `return t.dialog().querySelector("[role=tablist]").checkVisibility()`)).To(Equal("false"), "there is nothing yet")

		eval(b, `t.scheme("key and query"); t.type(t.credential("key"), "canary-k"); t.type(t.credential("query"), "canary-t")`)
		send(b)
		eval(b, `t.type(t.control("q"), "two")`)
		send(b)
		past(b)

		Expect(eval(b, `return t.tab(1).textContent + t.rows().length`)).To(Equal("History (2)2"))
		Expect(eval(b, `return t.all(".past-run")[0]`)).To(MatchRegexp(`^201 CreatedPUT /things/7\?q=two&token=\*{8}\d+:\d+.*, [\d.]+ m?s, 7 bytes$`))
		Expect(eval(b, `return document.documentElement.textContent`)).NotTo(ContainSubstring("canary-k"))
		Eventually(b.Axe).Should(BeEmpty())
		b.Shoot("history-list")

		eval(b, `t.rows()[1].querySelector(".past-run").click()`)
		Eventually(func() string { return eval(b, `return t.text(".past-answer .body")`) }).Should(ContainSubstring("n: 1"))
		Expect(eval(b, `return document.activeElement.textContent`)).To(Equal("What was sent"))
		Expect(eval(b, `return t.text(".past-answer")`)).To(And(ContainSubstring("X-Key********"), ContainSubstring("It's a \\\"box")))
		Eventually(b.Axe).Should(BeEmpty())
		b.Shoot("history-run")

		eval(b, `t.press("Put into the form")`)
		Eventually(func() string { return eval(b, `return t.control("q").value + t.tab(0).ariaSelected`) }).Should(Equal("a 'b' $HOME `c` {d} %true"))
		Expect(s.Count()).To(Equal(2))

		past(b)
		eval(b, `t.rows()[0].querySelector(".past-run").click(); t.press("Send again")`)
		got := s.Last(3)
		Expect(got.Target).To(Equal("/things/7?q=two&token=canary-t"))
		Expect(got.Header.Get("X-Key")).To(Equal("canary-k"))
		idle(b)

		past(b)
		Expect(eval(b, `return t.rows().length`)).To(Equal("3"))
		eval(b, `t.rows()[1].querySelector(".past-run").click(); t.press("Remove")`)
		Expect(eval(b, `return t.rows().length + document.activeElement.textContent + t.live()`)).To(Equal("2Undo1 request removed from the history."))
		eval(b, `t.press("Undo")`)
		Expect(eval(b, `return t.rows().length + "" + t.all(".past-run")[1].includes("q=two")`)).To(Equal("3true"))
		eval(b, `t.press("Clear")`)
		Expect(eval(b, `return t.rows().length + t.text(".past > .try-note") + t.tab(1).textContent`)).To(Equal("0Nothing has been sent yet.History"))
		Expect(eval(b, `return JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href`)).NotTo(ContainSubstring("canary"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("holds all operations, and opens the console of another one; failures too", func(ctx SpecContext) {
		s := open(ctx)
		s.answers = func(r browsertest.Received, _ int) (int, map[string]string, string) {
			if r.Method == http.MethodGet {
				return http.StatusFound, map[string]string{"Location": "/elsewhere"}, ""
			}
			return http.StatusOK, map[string]string{"Content-Type": "text/plain"}, "posted"
		}
		b := s.console("postForm")
		send(b)
		other(b, "putThing")
		past(b)

		Expect(eval(b, `return t.rows().length + t.text(".past > .try-note")`)).To(Equal("0Nothing has been sent to this operation yet."))
		eval(b, `t.dialog().querySelector(".past-filter input").click()`)
		Expect(eval(b, `return t.rows().length + t.text(".past-request")`)).To(Equal("1POST /forms"))
		eval(b, `t.rows()[0].querySelector(".past-run").click(); t.press("Send again")`)
		Expect(s.Last(2).Body).To(Equal("a=x+y%26z%27&b=1"))
		Eventually(func() string {
			return eval(b, `return t.text(".console-title p") + document.querySelectorAll("dialog[open]").length`)
		}).Should(Equal("POST /forms1"))
		idle(b)
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("sends files again while the console has them, and asks for them when not", func(ctx SpecContext) {
		s := open(ctx)
		b := s.console("upload")
		eval(b, `const input = t.dialog().querySelector("input[type=file]"), list = new DataTransfer();
			list.items.add(new File([new Uint8Array([0, 255, 13, 10])], "a 'b'.bin"));
			input.files = list.files; input.dispatchEvent(new Event("change"))`)
		send(b)
		Expect(s.Last(1).Body).To(Equal("\x00\xff\r\n"))
		past(b)
		script := saved(b, "curl script")
		Expect(lines(script)).To(ContainElements("# Files that have to be in this folder: a 'b'.bin", `  --data-binary '@a '\''b'\''.bin'`))
		eval(b, `t.rows()[0].querySelector(".past-run").click()`)
		Expect(eval(b, `return t.text(".past-answer .past-body")`)).To(Equal("@a 'b'.bin"))
		eval(b, `t.press("Send again")`)
		Expect(s.Last(2).Body).To(Equal("\x00\xff\r\n"))
		idle(b)

		other(b, "putThing")
		past(b)
		eval(b, `t.dialog().querySelector(".past-filter input").click(); t.rows()[0].querySelector(".past-run").click()`)
		browsertest.Eval[bool](b, `(() => { const input = document.querySelector("dialog.console:not([open]) input[type=file]"); input.files = new DataTransfer().files; return input.dispatchEvent(new Event("change")); })()`)
		eval(b, `t.press("Send again")`)
		Eventually(func() string { return eval(b, `return t.text(".console-title p") + t.text(".try-wrong p")`) }).Should(Equal("POST /uploadOne value is not as described."))
		Expect(s.Count()).To(Equal(2))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("works by keyboard, in the dark, on a telephone", func(ctx SpecContext) {
		s := open(ctx)
		b := s.console("putThing")
		send(b)
		s.answers = func(browsertest.Received, int) (int, map[string]string, string) {
			return http.StatusNotFound, map[string]string{"Content-Type": "application/json", "X-New": "1"}, `{"n":2,"error":"gone"}`
		}
		send(b)
		b.Prefer("prefers-color-scheme", "dark")

		eval(b, `t.tab(0).focus()`)
		b.Run(chromedp.KeyEvent(kb.ArrowRight))
		Eventually(func() string { return eval(b, `return t.rows().length + document.activeElement.textContent`) }).Should(Equal("2History (2)"))
		focus(b, "Compare the last two")
		b.Run(chromedp.KeyEvent(kb.Enter))
		Eventually(func() string { return eval(b, `return t.live()`) }).Should(Equal("201 Created became 404 Not Found. 2 headers of the response differ. 2 differences of values."))
		Eventually(b.Axe).Should(BeEmpty())
		b.Shoot("history-difference-dark")
		b.Resize(390, 844)
		Eventually(b.Axe).Should(BeEmpty())
		Expect(b.FitsWidth()).To(BeTrue())
		eval(b, `t.dialog().querySelector(".past-difference").scrollIntoView()`)
		b.Shoot("history-difference-dark")
		focus(b, "All that was sent")
		b.Run(chromedp.KeyEvent(kb.Enter))
		Expect(eval(b, `return document.activeElement.textContent`)).To(Equal("What was sent"))
		b.Prefer("prefers-color-scheme", "light")
		Eventually(b.Axe).Should(BeEmpty())
		eval(b, `t.dialog().querySelector(".past-tabs").scrollIntoView()`)
		b.Shoot("history-list-narrow")
		Expect(b.Inline()).To(BeZero())
		Eventually(b.Troubles).Should(HaveLen(1), "the browser tells of 404 itself")
	})
})
