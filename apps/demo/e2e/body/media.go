package body

import (
	"encoding/base64"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// pixel is a PNG of one pixel.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

var _ = Describe("A body that is no JSON", func() {
	It("is coloured text when it is markup, and nothing of it runs", func() {
		s := open()
		s.file("/html", "text/html; charset=utf-8", "<!-- a -->\n<p class=\"x\">Hi <b>you</b></p>\r\n<script>alert(1)</script>\n")
		b := s.visit("")

		s.show(b, "/html", "[]")

		Eventually(rows).WithArguments(b).Should(Equal([]string{"<!-- a -->", `<p class="x">Hi <b>you</b></p>`, "<script>alert(1)</script>"}))
		Eventually(text).WithArguments(b, ".body-row .t-string").Should(Equal(`"x"`))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("#body script, #body b, #body iframe").length`)).To(BeZero())
		clean(b)
	})

	It("is read in the encoding that it names", func() {
		s := open()
		s.file("/latin", "text/plain; charset=iso-8859-1", "caf\xe9")
		b := s.visit("")

		s.show(b, "/latin", "[]")

		Eventually(rows).WithArguments(b).Should(Equal([]string{"café"}))
	})

	It("is shown when it is an image, from memory", func() {
		data, err := base64.StdEncoding.DecodeString(pixel)
		Expect(err).NotTo(HaveOccurred())
		s := open()
		s.file("/image", "image/png", string(data))
		s.file("/drawing", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" onload="alert(1)"><script>alert(1)</script></svg>`)
		b := s.visit("")

		s.show(b, "/image", "[]")
		Eventually(func() (int, error) {
			return browsertest.Ask[int](b, `document.querySelector(".body-image").naturalWidth`)
		}).Should(Equal(1))
		Expect(browsertest.Eval[string](b, `document.querySelector(".body-image").src`)).To(HavePrefix("blob:" + s.address))
		clean(b)
		do(b, `await press("Bytes")`)
		Eventually(first).WithArguments(b).Should(HavePrefix("00000000  89 50 4e 47 0d 0a 1a 0a"))

		s.show(b, "/drawing", "[]")
		Eventually(func() (int, error) {
			return browsertest.Ask[int](b, `document.querySelector(".body-image").naturalWidth`)
		}).Should(Equal(30))
		do(b, `await press("Text")`)
		Eventually(first).WithArguments(b).Should(HavePrefix("<svg "))
		clean(b)
	})

	It("is bytes when it is nothing else, and is saved as what no browser opens", func() {
		s := open()
		s.file("/report", "application/pdf", "%PDF-1.7\n\x00\xff"+strings.Repeat("x", 40))
		s.file("/nothing", "application/json", "")
		b := s.visit("")
		s.show(b, "/report", "[]")

		Eventually(first).WithArguments(b).Should(Equal("00000000  25 50 44 46 2d 31 2e 37 0a 00 ff 78 78 78 78 78  %PDF-1.7···xxxxx"))
		do(b, `window.saved = []; const click = HTMLAnchorElement.prototype.click;
			HTMLAnchorElement.prototype.click = function () { saved.push(this.download, this.href); };
			await press("Save"); HTMLAnchorElement.prototype.click = click`)
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `saved[0] ?? ""`) }).Should(Equal("body.pdf"))
		Expect(browsertest.Eval[string](b, `fetch(saved[1]).then(a => a.blob()).then(b => b.type + " " + b.size, () => "not readable from here")`)).
			To(Or(Equal("application/octet-stream 51"), Equal("not readable from here")))

		s.show(b, "/nothing", "[]")
		Eventually(text).WithArguments(b, "#body").Should(Equal("The body is empty."))
	})

	It("fits a narrow window, in dark and in light", func() {
		s := open()
		s.file("/order", "application/json", order)
		s.file("/broken", "application/json", `{"a": nil}`)
		b := s.visit("")
		b.Resize(320, 800)

		s.show(b, "/order", `[{pointer: "/items/0/price", keyword: "type", message: "is a string, not a number"}]`)
		b.Shoot("body-narrow")
		clean(b)
		b.Prefer("forced-colors", "active")
		Expect(browsertest.Eval[[]string](b, `["true", "false"].map(pressed => getComputedStyle(document.querySelector(".body-button[aria-pressed=" + pressed + "]")).outlineStyle)`)).
			To(Equal([]string{"solid", "none"}))
		b.Prefer("prefers-color-scheme", "dark")
		browsertest.Eval[any](b, `(document.documentElement.dataset.mode = "dark", null)`)
		s.show(b, "/broken", "[]")
		clean(b)
	})
})
