package following

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"io"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// packed is the fragment of a link that holds a text.
func packed(text string) string {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return "#try=" + base64.RawURLEncoding.EncodeToString(out.Bytes())
}

// unpacked is the text that a link holds.
func unpacked(link string) string {
	GinkgoHelper()
	_, fragment, found := strings.Cut(link, "#try=")
	Expect(found).To(BeTrue(), link)
	raw, err := base64.RawURLEncoding.DecodeString(fragment)
	Expect(err).NotTo(HaveOccurred())
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(raw)))
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

// follow opens a link as somebody does who has never been there.
func follow(link string) *browsertest.Browser {
	GinkgoHelper()
	b := browsertest.Open()
	b.Visit(link)
	browsertest.Eval[bool](b, helpers)
	opened(b)
	return b
}

var _ = Describe("A link to a filled request", func() {
	It("has the same fields for others, without secrets, and sends nothing", func(ctx SpecContext) {
		a, address := newAPI()
		b := browsertest.Open()
		root := serve(ctx, address)
		try(b, root, "addUser")
		browsertest.Eval[bool](b, variable)
		eval(b, `Object.defineProperty(navigator, "clipboard", { value: { writeText: (text) => { window.copied = text; return Promise.resolve(); } } });
			t.variable("who", "Ada"); t.variable("open", "secret-1", true); t.variable("leak", "x-secret-1-x");
			t.type(t.dialog().querySelector("[data-scheme=key] input"), "secret-2");
			const server = t.dialog().querySelector("[aria-label=Server]"); server.selectedIndex = 2; server.dispatchEvent(new Event("change"));
			t.type(t.dialog().querySelector(".try-section .try-row .try-input"), "live");
			t.type(t.control("trace"), "{{who}} {{open}} {{leak}}"); t.type(t.control("pin"), "secret-3"); t.type(t.control("X-Api-Key"), "secret-4"); t.type(t.control("X-Client"), "it is secret-2");
			t.type(t.body(), '{"name": 12345678901234567890.10, "password": "secret-5", "code": "secret-6", "owner": {"secret": "secret-7", "mail": "a@b.c"}, "sessionToken": "secret-8"}')`)
		eval(b, `t.press("Copy link")`)
		shown(b, `t.text(".try-arrival")`).ShouldNot(BeEmpty())
		Expect(eval(b, `return t.text(".try-arrival")`)).To(Equal("The link has been copied.Left out: credentials, header X-Client, header X-Api-Key, query pin, body /password, body /code, body /owner/secret, body /sessionToken, variable open, variable leak."))
		b.Shoot("shared")
		Eventually(b.Axe).Should(BeEmpty())
		link := eval(b, `return window.copied`)
		Expect(link).To(HavePrefix(root + "/operations/addUser#try="))
		Expect(unpacked(link)).To(Equal(`{"s":["` + address + `/{stage}",{"stage":"live"}],"p":[["query","trace","\"{{who}} {{open}} {{leak}}\""]],"b":[true,"application/json","{\n  \"name\": 12345678901234567890.10,\n  \"owner\": {\n    \"mail\": \"a@b.c\"\n  }\n}"],"v":{"who":"Ada"}}`))

		other := follow(link)
		shown(other, `t.text(".try-arrival")`).Should(ContainSubstring("filled in by a link. Nothing has been sent"))
		shown(other, `t.preview()`).Should(Equal("POST " + address + "/live/users?trace=Ada%20%7B%7Bopen%7D%7D%20%7B%7Bleak%7D%7D"))
		Expect(eval(other, `return t.body().value`)).To(Equal("{\n  \"name\": 12345678901234567890.10,\n  \"owner\": {\n    \"mail\": \"a@b.c\"\n  }\n}"))
		Expect(eval(other, `return location.href + t.all("[data-try-live]").join()`)).To(And(HavePrefix(root+"/operations/addUser"), Not(ContainSubstring("#")), ContainSubstring("Nothing has been sent")))
		Expect(eval(other, `return t.dialog().querySelector("[data-scheme=key] input").value`)).To(BeEmpty())
		Eventually(other.Axe).Should(BeEmpty())
		other.Shoot("arrived")
		Expect(a.Count()).To(BeZero())

		eval(other, `t.press("Close"); location.hash = `+"`"+strings.SplitN(link, "#", 2)[1]+"`")
		opened(other)
		Expect(other.Requests()).NotTo(ContainElement(ContainSubstring("_/resolve")), "it is no link of another viewer")
		Expect(other.Troubles()).To(BeEmpty())
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("is refused when it is hostile, and never leads elsewhere", func(ctx SpecContext) {
		a, address := newAPI()
		root := serve(ctx, address) + "/operations/addUser"
		b := follow(root + packed(`{"s":["https://evil.example",{"stage":"x"}],"p":[["query","nobody","1"],["header","__proto__","1"]],"b":[true,"text/evil","x"],"v":{"__proto__":"1","a b":"2","ok":"3"}}`))
		shown(b, `t.text(".try-arrival")`).Should(And(ContainSubstring("This operation has no nobody, __proto__."), ContainSubstring("a server that the description does not have"), ContainSubstring("no body like that")))
		shown(b, `t.preview()`).Should(Equal("POST " + address + "/one/users"))
		Expect(eval(b, `return t.body().value`)).To(ContainSubstring("Ada"))

		elsewhere := follow(root + packed(`{"s":["http://{host}",{"host":"{{h}}"}],"p":[],"b":null,"v":{"h":"evil.example"}}`))
		shown(elsewhere, `t.text(".try-arrival")`).Should(ContainSubstring("leads to a host that the description does not name"))
		shown(elsewhere, `t.preview()`).Should(Equal("POST http://api.example/users"))
		before := eval(b, `return t.preview() + t.body().value`)

		for _, hostile := range []string{
			"#try=", "#try=%%%", "#try=AAAA", "#try=" + strings.Repeat("A", 9000), packed("null"), packed("[]"), packed(`{"s":[1]}`), packed(`{"s":["",{"a":1}],"p":[],"b":null,"v":{}}`),
			packed(`{"s":["",{}],"p":[[1,2,3]],"b":null,"v":{}}`), packed(`{"s":["",{}],"p":[["query","trace","nope"]],"b":null,"v":{}}`), packed(`{"s":["",{}],"p":[],"b":{},"v":{}}`),
			packed(strings.Repeat("[", 100_000)), packed(strings.Repeat("x", 10<<20)),
			packed(`{"s":["",{}],"p":[["query","trace","` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `"]],"b":null,"v":{}}`),
			packed(`{"s":["",{}],"p":[["query","trace","[` + strings.Repeat("1,", 30_000) + `1]"]],"b":null,"v":{}}`),
			packed(`{"s":["",{}],"p":[],"b":[true,"application/json","[` + strings.Repeat("1,", 30_000) + `1]"],"v":{}}`),
			packed(`{"s":["",{}],"p":[` + strings.Repeat(`["query","trace","1"],`, 300) + `["query","trace","1"]],"b":null,"v":{}}`),
		} {
			eval(b, `t.dialog().querySelector(".try-arrival").replaceChildren(); t.press("Close"); history.replaceState(null, "", location.pathname); location.hash = `+"`"+hostile+"`")
			if hostile == "#try=" {
				eval(b, `document.querySelector("[data-try]").click()`)
				opened(b)
				continue
			}
			opened(b)
			shown(b, `t.text(".try-arrival")`).Should(MatchRegexp("^The(re is too much in the)? link"), "%.60s", hostile)
			Expect(eval(b, `return t.preview() + t.body().value`)).To(Equal(before), "%.60s", hostile)
		}
		Expect(a.Count()).To(BeZero())
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("is not made when it would be too long, and says so", func(ctx SpecContext) {
		_, address := newAPI()
		b := browsertest.Open()
		try(b, serve(ctx, address), "addUser")
		eval(b, `t.type(t.body(), JSON.stringify({name: Array.from(crypto.getRandomValues(new Uint8Array(9000))).join("")})); t.press("Copy link")`)
		shown(b, `t.text(".try-arrival")`).Should(ContainSubstring("too much for a link"))
		eval(b, `t.type(t.body(), "{oops"); t.press("Copy link")`)
		shown(b, `t.text(".try-arrival")`).Should(ContainSubstring("the body, which is no JSON"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})
