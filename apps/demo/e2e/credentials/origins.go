package credentials

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

var _ = Describe("A console of an operation with a server of its own", func() {
	It("sends it no key that is filled in for the API, says so, and sends it when the reader wants that", func(ctx SpecContext) {
		own, stranger := &recorder{}, &recorder{}
		ownURL, strangerURL := browsertest.Serve(own), browsertest.Serve(stranger)
		description, err := json.Marshal(object{
			"openapi": "3.1.0", "info": object{"title": "Pets", "version": "1"}, "servers": []object{{"url": ownURL}},
			"paths":      object{"/pets": object{"get": object{"operationId": "pets", "summary": "List pets", "servers": []object{{"url": strangerURL}, {"url": ownURL}}, "security": []object{{"key": []string{}}}, "responses": object{}}}},
			"components": object{"securitySchemes": object{"key": object{"type": "apiKey", "in": "header", "name": "X-Key"}}},
		})
		Expect(err).NotTo(HaveOccurred())
		proxy, err := tryit.NewProxy(tryit.WithOrigins(ownURL, strangerURL))
		Expect(err).NotTo(HaveOccurred())
		filled := viewer.Authentication{APIKey: viewer.APIKeyCredentials{Token: "canary-key"}}
		v, err := viewer.New(openapi.FromContent(string(description)), htmlrender.New(), viewer.WithConfiguration(viewer.Configuration{Authentication: filled}), viewer.WithRequestProxy(proxy))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(v.Wait(ctx)).To(Succeed())
		d := &desk{tab: tab{browsertest.Open()}}
		d.console(&reference{site: site{url: browsertest.Serve(v)}})

		Expect(d.text(`[data-scheme="key"] .is-withheld`)).To(Equal("Withheld. The API key is not sent to " + strangerURL + ": it is for " + ownURL + "."))
		d.send("200")
		Expect(stranger.all()).To(And(ContainSubstring("/pets"), Not(ContainSubstring("canary-key"))))

		d.choose("Server", ownURL)
		d.send("200")
		Expect(own.all()).To(ContainSubstring("canary-key"))

		d.choose("Server", strangerURL)
		d.Run(browsertest.Click(`//*[@data-scheme="key"]//button[starts-with(normalize-space(), "Send it to")]`))
		d.send("200")
		Expect(stranger.all()).To(ContainSubstring("canary-key"))
	})
})
