package history

import (
	_ "embed"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

//go:embed testdata/difference.js
var differences string

var _ = Describe("The difference", Ordered, func() {
	var b *browsertest.Browser
	var s *site

	BeforeAll(func(ctx SpecContext) {
		s = open(ctx)
		b = browsertest.Open()
		b.Visit(s.address + "/docs/operations/putThing")
		browsertest.Eval[bool](b, differences)
	})

	It("of bodies of 2 MB is found by workers, which the page does not wait for", func() {
		b.Visit(s.address + "/docs/operations/putThing")
		browsertest.Eval[bool](b, differences)
		found := eval(b, `
			await d.module();
			const item = (i, v) => '{"id":' + i + ',"name":"item ' + i + '","value":' + v + ',"list":[1,2,' + i + ']}';
			const json = (v) => "[" + Array.from({length: 30000}, (_, i) => item(i, i % 1000 === 7 ? v : i)).join(",\n") + "]";
			const plain = (v) => Array.from({length: 60000}, (_, i) => "line " + (i % 5000 === 7 ? v : i) + " of a text that is long").join("\n");
			const encoder = new TextEncoder(), bodies = [json(-1), json(-2), plain(-1), plain(-2)].map((text) => encoder.encode(text));
			let workers = 0;
			window.longest = 0;
			window.Worker = new Proxy(window.Worker, {construct: (target, args) => (workers++, new target(...args))});
			new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.longest = Math.max(window.longest, e.duration)))).observe({type: "longtask"});
			await new Promise((done) => setTimeout(done, 300)); // making the bodies took a while itself
			window.longest = 0;
			const one = await d.compare(bodies[0], bodies[1]), two = await d.compare(bodies[2], bodies[3], false);
			return [bodies[0].length > 1.5e6, bodies[2].length > 1.5e6, one.total, two.removed, two.added, two.rows.length, workers].join(" ");`)

		Expect(found).To(Equal("true true 30 12 12 109 2"))
		AddReportEntry("the longest step of the page took " + eval(b, `return window.longest`) + " ms, 0 for less than 50")
	})

	It("is shown: lines with signs, more when asked, headers and credentials", func(ctx SpecContext) {
		s.answers = func(_ browsertest.Received, n int) (int, map[string]string, string) {
			text := make([]string, 300)
			for i := range text {
				text[i] = strings.Repeat("x", i%7)
				if i%2 == 0 && n%2 == 0 {
					text[i] += " changed"
				}
			}
			header := map[string]string{"Content-Type": "text/plain", "X-Same": "1"}
			header[map[bool]string{true: "X-Even", false: "X-Odd"}[n%2 == 0]] = "1"
			return 200, header, strings.Join(text, "\n")
		}
		own := s.console("putThing")
		eval(own, `t.scheme("key and query"); t.type(t.credential("key"), "one")`)
		send(own)
		eval(own, `t.type(t.credential("key"), "two"); t.type(t.body(), '{"name":"n","size":1.5}')`)
		send(own)
		past(own)
		eval(own, `t.press("Compare the last two")`)
		Eventually(func() string { return eval(own, `return t.all(".past-difference h4").join()`) }).Should(Equal("Outcome,Request,Headers of the response,Body of the response"))

		Expect(eval(own, `return t.all(".past-part:nth-of-type(2) .past-change").join("|")`)).To(And(
			ContainSubstring("~ changed Credentials"), ContainSubstring("= written otherwise /size1.50 became 1.5"), Not(ContainSubstring("two"))))
		Expect(eval(own, `return t.all(".past-part:nth-of-type(3) .past-change").join("|")`)).To(And(ContainSubstring("+ added x-even1"), ContainSubstring("− removed x-odd1"), Not(ContainSubstring("x-same"))))
		Expect(eval(own, `return t.all(".past-line").length + " " + t.all(".past-line.is-removed")[0]`)).To(MatchRegexp(`^200 1−removed: `))
		Eventually(own.Axe).Should(BeEmpty())
		own.Shoot("history-difference")
		eval(own, `t.press("Show 200 more")`)
		Expect(eval(own, `return t.all(".past-line").length`)).To(Equal("400"))
		Expect(own.Troubles()).To(BeEmpty())
	})
})
