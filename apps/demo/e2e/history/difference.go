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

var _ = Describe("Row 76: the difference", Ordered, func() {
	var b *browsertest.Browser
	var s *site

	BeforeAll(func(ctx SpecContext) {
		s = open(ctx)
		b = browsertest.Open()
		b.Visit(s.address + "/docs/operations/putThing")
		browsertest.Eval[bool](b, differences)
	})

	DescribeTable("of values of JSON",
		func(before, after, want string) {
			for _, worker := range []string{"true", "false"} {
				Expect(eval(b, `return await d.words(`+quoted(before)+`, `+quoted(after)+`, `+worker+`)`)).To(Equal(want))
			}
		},
		Entry("none", `{"a":1}`, `{"a":1}`, "none"),
		Entry("of space and order alone", `{"a":1,"b":"\u0041"}`, `{ "b": "A", "a": 1 }`, ""),
		Entry("members", `{"a":1,"b":2,"c/~":3}`, `{"a":1,"b":3,"d":4}`, "changed /b 2>3; removed /c~1~0 3>; added /d >4"),
		Entry("numbers as written", `[1, 1e2, 12345678901234567890, 0.1]`, `[1.0, 100, 12345678901234567891, 0.2]`,
			"spelling /0 1>1.0; spelling /1 1e2>100; changed /2 12345678901234567890>12345678901234567891; changed /3 0.1>0.2"),
		Entry("types", `{"a":"1","b":[],"c":null}`, `{"a":1,"b":{},"c":false}`, `changed /a "1">1; changed /b []>{}; changed /c null>false`),
		Entry("the whole", `1`, `"x"`, `changed  1>"x"`),
		Entry("items that move along", `[1,2,3,{"x":1}]`, `[0,1,2,{"x":2}]`, `added /0 >0; removed /2 3>; changed /3/x 1>2`),
		Entry("an item that changed behind one that is new", `["a",{"x":1,"y":2}]`, `["n","a",{"x":1,"y":3}]`, "added /0 >\"n\"; changed /2/y was /1/y 2>3"),
		Entry("items with an id", `[{"id":1,"v":1},{"id":2,"v":2},{"id":3}]`, `[{"id":3},{"id":4},{"id":1,"v":9}]`,
			`order  >; removed /1 {"id":2,"v":2}>; added /1 >{"id":4}; changed /2/v was /0/v 1>9`),
		Entry("items whose id is not their own", `[{"id":1,"v":1},{"id":1,"v":2}]`, `[{"id":1,"v":2}]`, `removed /0 {"id":1,"v":1}>`),
		Entry("names that come twice: the last one counts", `{"a":1,"a":2}`, `{"a":1}`, "changed /a 2>1"),
		Entry("what is no JSON is compared by lines", `{"a":1}`, `{"a":`, "lines"),
	)

	It("is right for values that are made by chance, and the shortest for lines", func() {
		wrong := eval(b, `
			for (let seed = 1; seed < 400; seed++) {
				const next = d.random(seed), a = d.value(next, 0), b = d.changed(a, next);
				const said = await d.wrong(a, b);
				if (said) return seed + " " + said;
				const text = (n) => Array.from({length: Math.floor(next() * n)}, () => "abcd"[Math.floor(next() * 4)]).join("\n");
				const lines = await d.lines(text(30), text(30));
				if (lines) return seed + " lines " + lines;
			}
			return "";`)

		Expect(wrong).To(BeEmpty())
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

	It("says where texts differ too much, and bytes that are no text", func() {
		Expect(eval(b, `
			const text = (n) => Array.from({length: 9000}, (_, i) => i * 2 + n).join("\n");
			const lines = await d.compare(text(0), text(1), false);
			return [lines.rough, lines.removed, lines.added, lines.rows.length, lines.more].join(" ");`)).To(Equal("true 9000 9000 4000 14000"))
		Expect(eval(b, `const found = await d.compare(new Uint8Array([1, 0, 255, 3]), new Uint8Array([1, 0, 254])); return found.kind + found.at`)).To(Equal("bytes2"))
		Expect(eval(b, `const all = (v) => JSON.stringify(Object.fromEntries(Array.from({length: 1500}, (_, i) => ["k" + i, v])));
			return (await d.words(all(1), all(2))).slice(-40)`)).To(HaveSuffix("; changed /k999 1>2 of 1500"))
		Expect(eval(b, `const all = (sign) => JSON.stringify(Array.from({length: 3000}, (_, i) => sign * i));
			return (await d.words(all(1), all(-1))).slice(-40)`)).To(HaveSuffix("; changed /1000 1000>-1000 of 2999 rough"))
		Expect(b.Troubles()).To(BeEmpty())
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
