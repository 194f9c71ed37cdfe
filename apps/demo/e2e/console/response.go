package console

import (
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// answering is a description whose answers are of its own origin.
const answering = `{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{"/answer":{"get":{"operationId":"a","responses":{
	"200":{"description":"","headers":{"X-Count":{"required":true,"schema":{"type":"integer"}}},"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Pet"}}}},
	"4XX":{"description":"","content":{"application/json":{"schema":{"type":"object"}}}}}}}},
	"components":{"schemas":{"Pet":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"age":{"type":"integer"}},"additionalProperties":false}}}}`

// open is a description whose objects may have more members than it names.
const open = `{"openapi":"3.1.0","info":{"title":"O","version":"1"},"paths":{"/answer":{"get":{"operationId":"a","responses":{
	"200":{"description":"","headers":{"X-Count":{"required":true,"schema":{"$ref":"#/components/schemas/Count"}},"X-Kinds":{"schema":{"type":"array","items":{"enum":["a","b"]}}}},
		"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Pet"}}}}}}}},
	"components":{"schemas":{"Count":{"type":"integer","maximum":9},
		"Pet":{"allOf":[{"$ref":"#/components/schemas/Named"},{"type":"object","properties":{"age":{"type":"integer"},"home":{"type":"object","properties":{"city":{"type":"string"}}},
			"labels":{"type":"object","additionalProperties":{"type":"string"}},"free":{"type":"object"},
			"kin":{"type":"array","items":{"oneOf":[{"type":"object","required":["cat"],"properties":{"cat":{"type":"integer"}}},{"type":"object","required":["dog"],"properties":{"dog":{"type":"integer"}}}]}}}}]},
		"Named":{"type":"object","additionalProperties":true,"properties":{"name":{"type":"string"},"home":{"type":"object","properties":{"zip":{"type":"string"}}}}}}}}`

// answer is what an API answers, with headers in pairs.
type answer struct {
	status  int
	headers [][2]string
	format  string
	body    string
}

// asking opens the console of a description whose API answers with what the
// function that it returns is given, and which returns what is said of it: what
// does not match, and what is not mentioned.
func asking(ctx SpecContext, b *browsertest.Browser, description string) func(answer) (mismatches, asides string) {
	GinkgoHelper()
	next := answer{}
	mux := http.NewServeMux()
	mux.Handle("/docs/", browsertest.Reference(ctx, description))
	mux.HandleFunc("/answer", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", next.format)
		for _, pair := range next.headers {
			w.Header().Add(pair[0], pair[1])
		}
		w.WriteHeader(next.status)
		_, _ = w.Write([]byte(next.body))
	})
	try(b, browsertest.Serve(mux)+"/docs", "a")
	said := func(class string) string {
		return eval(b, `return [...t.dialog().querySelectorAll("`+class+`")].map((p) => p.textContent).join("|")`)
	}
	return func(a answer) (string, string) {
		next = a
		eval(b, `t.press("Send")`)
		Eventually(func() string {
			return eval(b, `return t.summary() + (t.dialog().querySelector(".try-send").hidden ? "busy" : "")`)
		}).Should(MatchRegexp(`^\d+ .* bytes?$`))
		return said(".try-mismatch"), said(".try-aside")
	}
}

const jsonFormat = "application/json"

var _ = Describe("Rows 67 and 68: an answer", func() {
	count := func(text string) [][2]string { return [][2]string{{"X-Count", text}} }
	live := `return t.dialog().querySelector("[data-try-live]").textContent`

	It("is held against the description: status, headers, format and every value", func(ctx SpecContext) {
		b := browsertest.Open()
		said := asking(ctx, b, answering)
		mismatches := func(a answer) string { text, _ := said(a); return text }

		Expect(mismatches(answer{200, count("1"), "application/json; charset=utf-8", `{"name":"Rex","age":3}`})).To(BeEmpty())
		Expect(eval(b, live)).To(HaveSuffix("It is as described."))
		Expect(mismatches(answer{200, nil, jsonFormat, `{"name":"Rex","age":"three","new":1}`})).To(Equal(
			"The body does not match 200: 2 values are not as described.|Required headers that are not there, or that the API does not expose: X-Count."))
		Eventually(b.Axe).Should(BeEmpty())
		b.Shoot("console-mismatch")
		Expect(mismatches(answer{200, count("1"), "text/plain", "Rex"})).To(Equal("The description of 200 has no body of the type text/plain."))
		Expect(mismatches(answer{404, nil, jsonFormat, "{}"})).To(BeEmpty())
		Expect(mismatches(answer{500, nil, jsonFormat, "{}"})).To(Equal("The description has no response 500."))
		Eventually(b.Troubles).Should(HaveLen(2), "the browser tells of 404 and 500 itself")
		for _, body := range []string{`{"name":"Rex",}`, `{"name":`, ""} {
			Expect(mismatches(answer{200, count("1"), jsonFormat, body})).To(BeEmpty(), body)
			Expect(eval(b, live)).NotTo(ContainSubstring("as described"), body)
		}
	})

	It("has what the description does not mention listed, which is no mistake", func(ctx SpecContext) {
		b := browsertest.Open()
		said := asking(ctx, b, open)

		mismatches, asides := said(answer{200, [][2]string{
			{"x-count", "3"},
			{"X-Kinds", "a,b"},
			{"X-Kinds", "a"},
			{"X-Secret-Sauce", "1"},
			{"Server-Timing", "db;dur=1"},
			{"Cache-Control", "no-store"},
			{"ETag", `"1"`},
			{"Vary", "Accept"},
			{"Access-Control-Allow-Origin", "*"},
			{"Set-Cookie", "a=b"},
			{"Strict-Transport-Security", "max-age=1"},
			{"RateLimit-Left", "5"},
		}, jsonFormat, `{"name":"Rex","age":3,"new":1,"home":{"city":"Ulm","zip":"89","street~1/2":"x"},"labels":{"any":"thing"},"free":{"any":"thing"},"kin":[{"cat":1},{"dog":1,"cow":2}]}`})

		Expect(mismatches).To(BeEmpty())
		Expect(asides).To(Equal("Headers that the description does not mention: ratelimit-left, x-secret-sauce.|" +
			"Fields of the body that the description does not mention: /home/street~01~12, /kin/1/cow, /new."))
		Expect(eval(b, live)).To(ContainSubstring(" bytes. It is as described. Headers that"))
		Eventually(b.Axe).Should(BeEmpty())
		b.Shoot("console-undocumented")
	})

	It("has headers whose values are not as described", func(ctx SpecContext) {
		b := browsertest.Open()
		said := asking(ctx, b, open)
		mismatches := func(headers [][2]string) string {
			text, asides := said(answer{200, headers, jsonFormat, `{}`})
			Expect(asides).To(BeEmpty())
			return text
		}

		Expect(mismatches(count("9"))).To(BeEmpty())
		Expect(mismatches(count("nine"))).To(HavePrefix("The header X-Count is not as described. "))
		Expect(mismatches(count("12"))).To(ContainSubstring("9"))
		Expect(mismatches(append(count("1"), [2]string{"X-Kinds", "a, c"}))).To(HavePrefix("The header X-Kinds is not as described. "))
		Expect(mismatches(nil)).To(Equal("Required headers that are not there, or that the API does not expose: X-Count."))
	})
})
