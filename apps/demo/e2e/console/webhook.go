package console

import (
	"fmt"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// calling is a description of an API that calls a server back.
const calling = `{"openapi":"3.1.0","info":{"title":"C","version":"1"},"servers":[{"url":%q}],"paths":{"/a":{"get":{"operationId":"a"}}},
	"webhooks":{"born":{"post":{"operationId":"born","summary":"A pet was born","security":[{"key":[]}],
		"parameters":[{"name":"X-Event","in":"header","required":true,"schema":{"type":"string"},"example":"born"},{"name":"try","in":"query","required":true,"schema":{"type":"integer"},"example":2}],
		"requestBody":{"content":{"application/json":{"schema":{"type":"object"},"example":{"name":"Rex"}}}},
		"responses":{"201":{"description":"Seen","content":{"application/json":{"schema":{"type":"object"}}}}}}}},
	"components":{"securitySchemes":{"key":{"type":"apiKey","in":"header","name":"X-Key"}}}}`

var _ = Describe("A webhook", func() {
	It("is sent to the address that a reader gives, and nowhere that a page may not connect to", func(ctx SpecContext) {
		listener, address := newAPI(false)
		other, elsewhere := newAPI(false)
		root := serve(ctx, fmt.Sprintf(calling, address), viewer.Configuration{
			Authentication: viewer.Authentication{APIKey: viewer.APIKeyCredentials{Token: "canary-of-the-api"}},
		})
		b := browsertest.Open()
		b.Visit(root + "/webhooks/born")
		openConsole(b)
		sample := `return t.dialog().querySelector(".try-sample code")?.textContent ?? ""`
		to := func(url string) {
			eval(b, fmt.Sprintf(`t.type([...t.dialog().querySelectorAll("label")].find((l) => l.textContent === "address").control, %q)`, url))
			Eventually(func() string { return eval(b, sample) }).Should(HavePrefix("curl '" + url + "&try=2'"))
		}

		By("sending it to a server that the description declares")
		to(address + "/hooks/pets?from=docs")
		Eventually(b.Axe).Should(BeEmpty())
		b.Shoot("console-webhook")
		eval(b, `t.press("Send")`)
		got := listener.Last(1)
		Expect(got.Method + " " + got.Target).To(Equal("POST /hooks/pets?from=docs&try=2"))
		Expect(got.Body).To(MatchJSON(`{"name":"Rex"}`))
		Expect(got.Header).To(And(HaveKeyWithValue("X-Event", []string{"born"}), HaveKeyWithValue("Content-Type", []string{"application/json"})))
		Expect(got.Header.Values("X-Key")).NotTo(ContainElement(ContainSubstring("canary")), "what the operator has filled in is for the API")
		Eventually(func() string {
			return eval(b, `return t.dialog().querySelector(".try-send").hidden ? "busy" : t.summary()`)
		}).Should(HavePrefix("201 " + http.StatusText(http.StatusCreated)))
		Expect(b.Troubles()).To(BeEmpty())

		By("sending it elsewhere")
		to(elsewhere + "/hooks?x=1")
		eval(b, `t.press("Send")`)
		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(Equal("This page may not connect to " + elsewhere + "."))
		Expect(other.Count()).To(BeZero())
	})
})
