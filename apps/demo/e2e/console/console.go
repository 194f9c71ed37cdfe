package console

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

var _ = Describe("The console", func() {
	It("sends what was typed, and shows the answer", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		root := serve(ctx, things(address), viewer.Configuration{})
		b.Visit(root + "/operations/putThing")
		Expect(b.Requests()).NotTo(ContainElement(ContainSubstring("console")))
		openConsole(b)

		eval(b, `t.type(t.control("q"), "word"); t.press("Send")`)
		got := a.Last(1)
		Expect(got.Method).To(Equal("PUT"))
		Expect(got.Target).To(Equal("/things/7?q=word"))
		Expect(got.Body).To(Equal("{\n  \"name\": \"Box\",\n  \"size\": 1.50\n}"))
		Expect(got.Header.Get("Content-Type")).To(Equal("application/json"))
		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(MatchRegexp(`^201 Created .*\d bytes$`))
		b.Shoot("console")
		eval(b, `t.dialog().querySelectorAll(".try-view")[0].click()`)
		b.Shoot("console-form")
		Eventually(b.Axe).Should(BeEmpty())
		b.Prefer("prefers-color-scheme", "dark")
		Eventually(b.Axe).Should(BeEmpty())
		b.Shoot("console-dark")
		b.Resize(390, 844)
		Eventually(b.Axe).Should(BeEmpty())
		b.Shoot("console-narrow")
		b.Prefer("prefers-color-scheme", "light")
		Eventually(b.Axe).Should(BeEmpty())
		Expect(b.FitsWidth()).To(BeTrue())
		Expect(b.Inline()).To(BeZero())
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("offers sending on a ground of its own in every theme", func(ctx SpecContext) {
		_, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}), "putThing")

		for _, theme := range viewer.Themes() {
			for _, mode := range []string{"light", "dark"} {
				bare := eval(b, `document.documentElement.className = "theme-`+string(theme)+` `+mode+`-mode";
					document.getAnimations().forEach(a => a.finish());
					const ground = e => getComputedStyle(e).backgroundColor;
					const around = [document.body, t.dialog()].map(ground);
					return ["[data-try]", ".try-send"].filter(s => ["rgba(0, 0, 0, 0)", ...around].includes(ground(document.querySelector(s))))`)
				Expect(bare).To(BeEmpty(), "%s, %s", theme, mode)
			}
		}
	})
})
