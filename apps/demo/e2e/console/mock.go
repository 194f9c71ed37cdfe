package console

import (
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

var _ = Describe("The mock server of a reference", func() {
	It("is one of the servers of the console, wherever the reference is mounted", func(ctx SpecContext) {
		v := browsertest.Reference(ctx, `{"openapi":"3.1.0","info":{"title":"M","version":"1"},"servers":[{"url":"https://a.example"}],"paths":{"/pets":{"get":{"operationId":"list","responses":{"200":{"description":"","content":{"application/json":{"example":["Rex"]}}}}}}}}`, viewer.WithMock())
		mux := http.NewServeMux()
		mux.Handle("/docs/", v)
		b := browsertest.Open()
		try(b, browsertest.Serve(mux)+"/docs", "list")

		eval(b, `const s = t.dialog().querySelector("[aria-label=Server]"); s.selectedIndex = [...s.options].findIndex((o) => o.text.includes("_/mock")); s.dispatchEvent(new Event("change")); t.press("Send")`)

		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(MatchRegexp("^200 OK.* bytes$"))
		Eventually(func() string { return eval(b, `return t.dialog().querySelector(".try-body-view").textContent`) }).Should(ContainSubstring(`"Rex"`))
		Expect(b.Troubles()).To(BeEmpty())
	})
})
