package body

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

const order = `{"id": 7, "a/b": {"c~d": [1, null, {"deep": "x"}]}, "items": [{"name": "tea", "price": "3"}, {"name": "cup", "price": 4}], "empty": {}, "none": []}`

var _ = Describe("A body of JSON", func() {
	It("is a tree that is read, folded and searched by keyboard", func() {
		s := open()
		s.file("/order", "application/json; charset=utf-8", order)
		b := s.visit("")

		s.show(b, "/order", "[]")
		Eventually(text).WithArguments(b, ".body-note").Should(Equal("application/json, 147 bytes, 17 values"))
		Eventually(rows).WithArguments(b).Should(HaveLen(17))
		Expect(rows(b)[:3]).To(Equal([]string{"▾ { 5 members }", "id: 7", "▾ a/b: { 1 member }"}))
		Expect(rows(b)[15:]).To(Equal([]string{"empty: {}", "none: []"}))
		clean(b)

		do(b, `document.querySelector("[role=tree]").focus(); await keys("[role=tree]", "ArrowDown", "ArrowDown")`)
		Eventually(activeRow).WithArguments(b).Should(Equal("▾ a/b: { 1 member }"))
		do(b, `await keys("[role=tree]", "ArrowLeft")`)
		Eventually(activeRow).WithArguments(b).Should(Equal("▸ a/b: { 1 member }"))
		Eventually(rows).WithArguments(b).Should(HaveLen(12))
		do(b, `await keys("[role=tree]", "ArrowRight", "ArrowRight")`)
		Eventually(activeRow).WithArguments(b).Should(Equal("▾ c~d: [ 3 items ]"))
		do(b, `await keys("[role=tree]", "End")`)
		Eventually(activeRow).WithArguments(b).Should(Equal("none: []"))
		do(b, `await keys("[role=tree]", "ArrowLeft")`)
		Eventually(activeRow).WithArguments(b).Should(Equal("▾ { 5 members }"))
		Expect(browsertest.Eval[string](b, `[...document.querySelectorAll("[role=treeitem]")].slice(0, 2).map(r => ["level", "posinset", "setsize", "expanded"].map(a => r.getAttribute("aria-" + a)).join(" ")).join(", ")`)).
			To(Equal("1 1 1 true, 2 1 5 "))

		do(b, `await press("Fold")`)
		Eventually(rows).WithArguments(b).Should(HaveLen(6))
		do(b, `const f = document.querySelector(".body-find"); f.value = "DEEP"; await keys(".body-find", "Enter"); await frame()`)
		Eventually(text).WithArguments(b, ".body-found").Should(Equal("1 of 1"))
		Eventually(activeRow).WithArguments(b).Should(Equal(`deep: "x"`))
	})

	It("gives the pointer and the value of what is active, and the text as it came", func() {
		s := open()
		s.file("/order", "application/json", order)
		b := s.visit("")
		s.show(b, "/order", "[]")

		do(b, `window.copied = []; Object.defineProperty(navigator, "clipboard", {value: {writeText: async text => { copied.push(text) }}});
			const tree = document.querySelector("[role=tree]");
			for (let i = 0; i < 7; i++) { tree.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" })); } // quicker than the tree answers
			await press("Copy pointer"); await press("Copy value")`)
		Eventually(browsertest.Eval[[]string]).WithArguments(b, `copied`).Should(Equal([]string{"/a~1b/c~0d/2/deep", "x"}))
		Eventually(text).WithArguments(b, "[data-announcer]").Should(Equal("Copied"))

		do(b, `await press("Text")`)
		Eventually(rows).WithArguments(b).Should(Equal([]string{order}))
		do(b, `await press("Bytes")`)
		Eventually(first).WithArguments(b).Should(Equal(`00000000  7b 22 69 64 22 3a 20 37 2c 20 22 61 2f 62 22 3a  {"id": 7, "a/b":`))
		clean(b)
	})

	DescribeTable("of 50 MB is shown piece by piece", func(query string) {
		s := open()
		s.file("/large", "application/json", largeJSON(50_000_000))
		b := s.visit(query)

		do(b, `await load("/large", []); await frame(); document.querySelector("[role=tree]").focus(); await keys("[role=tree]", "End")`)
		Eventually(activeRow).WithArguments(b).Should(Equal(`last: "the end"`))
		do(b, `await press("Unfold"); await keys("[role=tree]", "End", "ArrowUp", "PageUp", "Home", "PageDown")`)
		do(b, `const tree = document.querySelector("[role=tree]"); for (const part of [0.2, 0.9, 0.5]) { tree.scrollTop = part * tree.scrollHeight; await frame(); }`)
		do(b, `const f = document.querySelector(".body-find"); f.value = "thing 150000"; await keys(".body-find", "Enter")`)
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `activeRow()`) }).Should(Equal(`name: "thing 150000"`))

		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".body *").length`)).To(BeNumerically("<", 300))
		AddReportEntry("longest task in ms", browsertest.Eval[float64](b, `longest`))
		Expect(browsertest.Eval[[]string](b, `violations`)).To(BeEmpty())
		Expect(b.Troubles()).To(BeEmpty())
	},
		Entry("in a worker", ""),
		Entry("in the page where there is no worker, in short steps", "?worker=no"),
	)

	It("of a million items is scrolled from end to end, though browsers know no page that tall", func() {
		s := open()
		s.file("/million", "application/json", "[1"+strings.Repeat(",1", 999_998)+",2]")
		b := s.visit("")
		s.show(b, "/million", "[]")
		Eventually(text).WithArguments(b, ".body-note").Should(Equal("application/json, 2.0 MB, 1,000,001 values"))

		do(b, `const tree = document.querySelector("[role=tree]"); tree.scrollTop = tree.scrollHeight; await frame()`)
		Eventually(rows).WithArguments(b).Should(ContainElement("999999: 2"))
		do(b, `const tree = document.querySelector("[role=tree]"); tree.scrollTop = (tree.scrollHeight - tree.clientHeight) / 2; await frame()`)
		Eventually(first).WithArguments(b).Should(HavePrefix("4999"))
		do(b, `await keys("[role=tree]", "End", "ArrowUp")`)
		Eventually(activeRow).WithArguments(b).Should(Equal("999998: 1"))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".body *").length`)).To(BeNumerically("<", 300))
	})

	It("HU17: that is 100,000 levels deep is text, not a frozen tree", func() {
		s := open()
		s.file("/deep", "application/json", strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000))
		b := s.visit("")

		s.show(b, "/deep", "[]")

		Eventually(text).WithArguments(b, ".body-trouble").Should(Equal("It is nested more than 500 levels deep. It is shown as text."))
		Eventually(first).WithArguments(b).Should(Equal(strings.Repeat("[", 1000)))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".body *").length`)).To(BeNumerically("<", 300))
		clean(b)
	})

	DescribeTable("HU16: that cannot be read is shown as it came, with the place of the fault",
		func(body, trouble, row string) {
			s := open()
			s.file("/broken", "application/json; charset=utf-8", body)
			b := s.visit("")

			s.show(b, "/broken", "[]")
			Eventually(text).WithArguments(b, ".body-trouble").Should(HavePrefix(trouble))
			do(b, `await press("Show the place")`)
			Eventually(text).WithArguments(b, ".is-found").Should(Equal(row))
			clean(b)
		},
		Entry("a comma too many", "{\n  \"a\": 1,\n}", "Here a name in quotes is expected, not }, in line 3, column 1 (byte 12). It is shown as text.", "}"),
		Entry("an end too early", `{"a": [1, 2`, "It ends where a comma or the end of the list or object is expected, in line 1, column 12 (byte 11). It is shown as text.", `{"a": [1, 2`),
		Entry("no value", `{"a": nil}`, "This is no value of JSON: nil, in line 1, column 7 (byte 6). It is shown as text.", `{"a": nil}`),
		Entry("a number that is none", `[01]`, "This is no value of JSON: 01, in line 1, column 2 (byte 1). It is shown as text.", `[01]`),
		Entry("an escape that is none", `["\x"]`, "There is no such escape, in line 1, column 3 (byte 2). It is shown as text.", `["\x"]`),
		Entry("a page instead of JSON", "<h1>No</h1>", "Here a value is expected, not <, in line 1, column 1 (byte 0). It is shown as text.", "<h1>No</h1>"),
		Entry("Latin-1 that says it is UTF-8", "{\"a\": \"caf\xe9\"}", "This byte is not UTF-8: the byte 0xe9, in line 1, column 11 (byte 10). It is shown as bytes.", `00000000  7b 22 61 22 3a 20 22 63 61 66 e9 22 7d           {"a": "caf·"}`),
	)

	It("never becomes markup: hostile names and values are text", func() {
		s := open()
		s.file("/hostile", "application/json", `{"<img src=x onerror=alert(1)>": "<script>alert(1)</script>", "__proto__": {"constructor": "\u202e"}}`)
		b := s.visit("")

		s.show(b, "/hostile", `[{pointer: "/<img src=x onerror=alert(1)>", keyword: "type", message: "<b>bad</b>"}]`)

		Eventually(rows).WithArguments(b).Should(ContainElement(ContainSubstring(`<img src=x onerror=alert(1)>: "<script>alert(1)</script>"<b>bad</b>`)))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("#body img, #body script, #body b").length`)).To(BeZero())
		clean(b)
	})

	It("that goes while its buttons are still at work leaves nothing behind", func() {
		s := open()
		s.file("/order", "application/json", order)
		b := s.visit("")
		s.show(b, "/order", "[]")

		do(b, `document.querySelector(".body-find").value = "a";
			document.querySelectorAll(".body-tools button").forEach((button) => button.click());
			view.clear()`)

		Expect(browsertest.Eval[int](b, `document.querySelector("#body").children.length`)).To(BeZero())
		Expect(b.Troubles()).To(BeEmpty())
	})
})
