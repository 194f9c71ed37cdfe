package console

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// copied makes the clipboard one that a spec can read.
const copied = `Object.defineProperty(navigator, "clipboard", {value: {writeText: (text) => { window.copiedText = text; return Promise.resolve(); }, write: () => Promise.resolve()}}); true`

var _ = Describe("Credentials", func() {
	It("are sent and copied, and masked in samples, addresses and lists", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}), "putThing")
		browsertest.Eval[bool](b, copied)

		eval(b, `t.scheme("both and key");
			t.type(t.credential("both"), "canary-q&1"); t.type(t.credential("key"), "canary-h"); t.type(t.control("q"), "word"); t.press("Send")`)

		got := a.Last(1)
		Expect(got.Target).To(Equal("/things/7?q=word&token=canary-q%261"))
		Expect(got.Header.Get("X-Key")).To(Equal("canary-h"))
		Expect(got.Header).NotTo(HaveKey("Referer"))
		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(MatchRegexp("^201.* bytes$"))
		Eventually(func() string { return eval(b, `return document.documentElement.textContent`) }).Should(And(ContainSubstring("token=********"), Not(ContainSubstring("canary"))))
		Expect(eval(b, `return location.href + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie`)).NotTo(ContainSubstring("canary"))
		eval(b, `t.dialog().querySelector(".try-sample [aria-label='Copy the sample']").click()`)
		Eventually(func() string { return eval(b, `return window.copiedText`) }).Should(And(ContainSubstring("token=canary-q%261"), ContainSubstring("X-Key: canary-h")))
		eval(b, `t.press("Close")`)
		Eventually(func() string {
			return eval(b, `return document.querySelector("main [data-request-card] code").textContent`)
		}).Should(And(ContainSubstring("q=word"), ContainSubstring("X-Key: ********")), "the sample of the page follows")
	})

	It("the sample in Go follows what is typed, with types, and has the real secret when it is copied", func(ctx SpecContext) {
		_, address := newAPI(false)
		b := browsertest.Open()
		root := serve(ctx, things(address), viewer.Configuration{DefaultHTTPClient: viewer.HTTPClient{TargetKey: "go", ClientKey: "trefoil"}})
		try(b, root, "putThing")
		browsertest.Eval[bool](b, copied)
		sample := func() string {
			return eval(b, `return t.dialog().querySelector(".try-sample code")?.textContent ?? ""`)
		}

		eval(b, `t.scheme("key"); t.type(t.credential("key"), "canary-h"); t.type(t.control("id"), "42"); t.type(t.control("q"), "word")`)

		Eventually(sample).Should(And(
			ContainSubstring("type PutThingArgs struct {\n\tID   int    `path:\"id\"`\n\tQ    string `query:\"q\"`\n\tXKey string `header:\"X-Key\"`\n}"),
			ContainSubstring(`restclient.RestMutation[PutThingArgs, `), ContainSubstring(`PutThingArgs{ID: 42, Q: "word", XKey: "********"}`)))
		eval(b, `t.press("Text"); t.type(t.body(), '{"name":"Hut","size":2}')`)
		Eventually(sample).Should(And(ContainSubstring(`body := Thing{Name: "Hut", Size: 2}`), ContainSubstring("RestMutation[PutThingArgs, Thing, map[string]any]")))
		eval(b, `t.dialog().querySelector(".try-sample [aria-label='Copy the sample']").click()`)
		Eventually(func() string { return eval(b, `return window.copiedText ?? ""`) }).Should(ContainSubstring(`XKey: "canary-h"`))
	})

	It("T5: stay with the origin that they were given for, and the page says so", func(ctx SpecContext) {
		a, one := newAPI(false)
		other, two := newAPI(false)
		b := browsertest.Open()
		description := strings.Replace(things(one), `{url: "`+one+`/{version}"`, `{url: "`+two+`/{version}"`, 1)
		try(b, serve(ctx, description, viewer.Configuration{}), "putThing")

		eval(b, `t.scheme("login");
			t.type(t.credential("login"), "ann"); t.type(t.credential("login", 1), "canary-p"); t.type(t.control("q"), "word"); t.press("Send")`)
		Expect(a.Last(1).Header.Get("Authorization")).To(Equal("Basic YW5uOmNhbmFyeS1w"))
		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(MatchRegexp("^201.* bytes$"))
		server := eval(b, `return t.dialog().querySelector("[aria-label=Server]").options[1].textContent`)
		eval(b, `t.type(t.dialog().querySelector("[aria-label=Server]"), "`+server+`"); t.press("Send")`)

		got := other.Last(1)
		Expect(got.Target).To(Equal("/v1/things/7?q=word"))
		Expect(got.Header).NotTo(HaveKey("Authorization"))
		Expect(eval(b, `return t.dialog().querySelector("[data-scheme=login]").textContent`)).To(ContainSubstring("Withheld. The user name with its password is not sent to " + two + ": it is for " + one + "."))
		eval(b, `t.type(t.credential("login"), "bob")`)
		Expect(eval(b, `return t.credential("login", 1).value`)).To(BeEmpty(), "the password does not come along")
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("of the operator go to the servers of the description", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{Authentication: viewer.Authentication{APIKey: viewer.APIKeyCredentials{Token: "canary-k"}}}), "putThing")

		eval(b, `t.type(t.control("q"), "word"); t.press("Send")`)

		Expect(a.Last(1).Header.Get("X-Key")).To(Equal("canary-k"))
		Expect(eval(b, `return document.body.textContent`)).NotTo(ContainSubstring("canary"))
	})
})

var _ = Describe("A console that is not there", func() {
	It("leaves no button: without scripts, with hideTestRequestButton", func(ctx SpecContext) {
		_, address := newAPI(false)
		b := browsertest.Open()
		root := serve(ctx, things(address), viewer.Configuration{})
		b.Visit(root + "/")
		Expect(eval(b, `return document.querySelectorAll("[data-try]:not([hidden])").length`)).To(Equal("5"))
		b.WithoutScript()
		b.Visit(root + "/operations/putThing")
		Expect(browsertest.Eval[string](b, `getComputedStyle(document.querySelector("[data-try]")).display`)).To(Equal("none"))
		b.WithScript()

		b.Visit(serve(ctx, things(address), viewer.Configuration{HideTestRequestButton: true}) + "/operations/putThing")
		Expect(eval(b, `return document.querySelectorAll("[data-try]").length`)).To(Equal("0"))
	})

	It("T2: makes nothing of what a description says but text", func(ctx SpecContext) {
		evil := `<img src=x onerror=alert(1)>\"'</script><script>alert(1)</script>`
		description := `{"openapi":"3.1.0","info":{"title":"E","version":"1"},"servers":[{"url":"https://a.example","description":"` + evil + `"},{"url":"javascript:alert(1)//x"}],
			"paths":{"/a/{` + `p}":{"post":{"operationId":"a","summary":"` + evil + `","parameters":[{"name":"p","in":"path","required":true,"description":"` + evil + `","schema":{"type":"string","enum":["` + evil + `"]}},
			{"name":"__proto__","in":"query","schema":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"object","properties":{"` + evil + `":{"type":"string"}}}}},"example":{"__proto__":"x"}}],
			"requestBody":{"content":{"` + evil + `":{"example":"` + evil + `"},"application/json":{"schema":{"$ref":"#/components/schemas/Loop"}}}}}}},
			"components":{"schemas":{"Loop":{"type":"object","required":["self","list"],"properties":{"self":{"$ref":"#/components/schemas/Loop"},"list":{"type":"array","items":{"$ref":"#/components/schemas/Loop"}},"again":{"allOf":[{"$ref":"#/components/schemas/Loop"}]},"p":{"type":"string","pattern":"^(a+)+$"}}}}}}`
		b := browsertest.Open()
		try(b, serve(ctx, description, viewer.Configuration{}), "a")

		eval(b, `t.press("Use every field"); t.press("Form")`)
		Expect(eval(b, `return t.dialog().querySelectorAll("img, script, iframe, object, [onerror], [style], a").length`)).To(Equal("0"))
		Expect(eval(b, `return t.dialog().querySelector("h2").textContent`)).To(ContainSubstring("<script>alert(1)"))
		Expect(eval(b, `return t.dialog().querySelectorAll("*").length < 5000`)).To(Equal("true"))
		eval(b, `t.type(t.dialog().querySelector("[aria-label=Server]"), t.dialog().querySelector("[aria-label=Server]").options[1].textContent)`)
		Expect(eval(b, `return t.dialog().querySelector(".try-address").textContent`)).To(HavePrefix("http://127.0.0.1"))
		Expect(eval(b, `return Object.keys(Object.prototype).length`)).To(Equal("0"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})
