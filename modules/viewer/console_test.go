package viewer_test

import (
	"encoding/json"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

// reaching is a description whose servers are of several origins.
const reaching = `
openapi: 3.1.0
info: {title: Reach, version: "1"}
servers:
  - {url: "https://API.example/v1"}
  - {url: "https://{region}.example:{port}/v1", variables: {region: {default: eu, enum: [eu, us]}, port: {default: "8443"}}}
  - {url: "https://*.evil.example"}
  - {url: "https://a.example;script-src 'unsafe-inline'"}
  - {url: "https://user:secret@user.example"}
  - {url: "ftp://files.example"}
  - {url: "https://stage{env}.example", variables: {env: {default: "", enum: ["", "-2"]}}}
  - {url: "https://empty{env}.example", variables: {env: {default: ""}}}
  - {url: "//{free}.example", variables: {free: {default: ""}}}
  - {url: /relative}
paths:
  /a: {get: {operationId: a}}
  /b: {post: {operationId: b, servers: [{url: "http://own.example:8080/x"}]}}
webhooks:
  w: {post: {operationId: w}}
`

// connects are the origins that a policy lets pages connect to.
func connects(h http.Header) []string {
	for directive := range strings.SplitSeq(h.Get("Content-Security-Policy"), "; ") {
		if list, ok := strings.CutPrefix(directive, "connect-src "); ok {
			return strings.Fields(list)
		}
	}
	return nil
}

var _ = Describe("The console of an operation", func() {
	It("gets what it needs in JSON that is kept and not indexed", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(reaching))

		for _, path := range []string{"/operations/a?part=console", "/webhooks/w?part=console"} {
			w := get(v, path)

			Expect(w.Code).To(Equal(http.StatusOK), path)
			Expect(w.Header().Get("Content-Type")).To(Equal("application/json"))
			Expect(w.Header().Get("X-Robots-Tag")).To(Equal("noindex"))
			Expect(w.Header().Get("ETag")).NotTo(BeEmpty())
			Expect(w.Body.Bytes()).To(Satisfy(json.Valid))
			Expect(w.Body.String()).To(HavePrefix(`{"operation":{"slug":"` + path[strings.LastIndex(path, "/")+1:strings.Index(path, "?")]))
			Expect(get(v, path).Body.String()).To(Equal(w.Body.String()))
		}
	})

	It("has what the overview needs to ask for the credentials of all operations", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(`{"openapi":"3.1.0","info":{"title":"a","version":"1"},"servers":[{"url":"https://api.example"}],"paths":{},
			"components":{"securitySchemes":{"key":{"type":"apiKey","in":"header","name":"X-Key"},"login":{"type":"http","scheme":"basic"}}}}`))

		var part struct {
			Servers  []struct{ URL string }
			Security [][]struct{ Scheme string }
			Schemes  map[string]struct{ Type string }
		}
		Expect(json.Unmarshal(get(v, "/?part=console").Body.Bytes(), &part)).To(Succeed())
		Expect(part.Servers).To(HaveExactElements(HaveField("URL", "https://api.example")))
		Expect(part.Security).To(HaveExactElements(HaveExactElements(HaveField("Scheme", "key")), HaveExactElements(HaveField("Scheme", "login"))))
		Expect(part.Schemes).To(HaveLen(2))
		Expect(get(v, "/").Body.String()).To(ContainSubstring("data-authenticate"))
		hidden := start(ctx, openapi.FromContent(reaching), viewer.WithConfiguration(viewer.Configuration{HideTestRequestButton: true}))
		expectPages(hidden, map[string]int{"/?part=console": http.StatusOK})
	})

	It("has a page in its place where there is nothing to try", func(ctx SpecContext) {
		expectPages(start(ctx, openapi.FromContent(reaching)), map[string]int{"/operations/none?part=console": http.StatusNotFound, "/search?part=console": http.StatusOK})
	})

	It("may reach the origins of the servers, each by its name, and nothing else", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(reaching), viewer.WithConfiguration(viewer.Configuration{ProxyURL: "https://proxy.example/x"}))

		Eventually(func() []string { return connects(get(v, "/").Header()) }).WithContext(ctx).Should(ConsistOf(
			"'self'", "https://proxy.example", "https://api.example", "https://eu.example:8443", "https://us.example:8443", "https://stage.example", "https://stage-2.example", "https://empty.example", "http://own.example:8080"))
		policy := get(v, "/").Header().Get("Content-Security-Policy")
		Expect(policy).NotTo(ContainSubstring("*"))
		Expect(policy).NotTo(ContainSubstring("unsafe"))
		Expect(strings.Count(policy, "script-src")).To(Equal(1))
	})

	It("may reach the providers of tokens, unless the server asks them", func(ctx SpecContext) {
		description := `{"openapi":"3.1.0","info":{"title":"P","version":"1"},"servers":[{"url":"/v1"}],"paths":{"/a":{"get":{"operationId":"a"}}},"components":{"securitySchemes":{
			"o":{"type":"oauth2","flows":{"authorizationCode":{"authorizationUrl":"https://login.example/a","tokenUrl":"https://token.example/t","refreshUrl":"https://refresh.example/r","scopes":{}}}},
			"c":{"type":"openIdConnect","openIdConnectUrl":"https://id.example/.well-known/openid-configuration"}}}}`

		v := start(ctx, openapi.FromContent(description))
		Expect(connects(get(v, "/").Header())).To(ConsistOf("'self'", "https://token.example", "https://refresh.example", "https://id.example"))

		proxy, err := tryit.NewProxy()
		Expect(err).NotTo(HaveOccurred())
		v = start(ctx, openapi.FromContent(description), viewer.WithTokenExchange(proxy))
		Expect(connects(get(v, "/").Header())).To(ConsistOf("'self'"))
		Expect(get(v, "/operations/a?part=console").Body.String()).To(ContainSubstring(`"proxy":{"own":false,"url":"","tokens":true}`))
	})

	It("may reach the servers of its operation from the first page on", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(reaching))

		Expect(connects(get(v, "/operations/b").Header())).To(ContainElement("http://own.example:8080"))
	})

	It("has a button for each operation and webhook, which only a script shows", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(reaching))

		for path, buttons := range map[string][]string{
			"/":             {"operations/a", "operations/b", "webhooks/w"},
			"/operations/a": {"operations/a"},
			"/operations/b": {"operations/b"},
			"/webhooks/w":   {"webhooks/w"},
		} {
			page := htmltest.Parse(get(v, path).Body.Bytes())
			Expect(page.Find("[data-try]").Attributes("data-try")).To(HaveLen(len(buttons)), path)
			Expect(strings.Join(page.Find("[data-try]").Attributes("data-try"), " ")).To(Equal(strings.Join(buttons, " ")), path)
			Expect(page.Find("[data-try]:not([hidden]), [data-send]:not([hidden])")).To(BeEmpty())
			Expect(page.Find("[data-send]")).To(HaveLen(strings.Count(path, "operations/a")), "a list shows no sample, a POST may change something, and a webhook has no address: %s", path)
			Expect(page.Find("script[src*=console]")).To(BeEmpty())
			Expect(page.Find("link[href*=console]")).To(BeEmpty())
		}
	})

	It("is not there with hideTestRequestButton: no button, no JSON, and pages reach nothing", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(reaching), viewer.WithConfiguration(viewer.Configuration{HideTestRequestButton: true, ProxyURL: "https://proxy.example"}))

		Expect(get(v, "/operations/a?part=console").Header().Get("Content-Type")).To(HavePrefix("text/html"))
		page := get(v, "/operations/a")
		Expect(connects(page.Header())).To(Equal([]string{"'self'"}))
		Expect(page.Body.String()).NotTo(ContainSubstring("data-try"))
		Expect(page.Body.String()).NotTo(ContainSubstring("console.js"))
	})

	It("is the business of the page around for descriptions of visitors: it has no way through the server, and their own pages reach nothing", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}), viewer.WithRequestProxy(&asked{}))
		root := rootOf(post(v, `{"openapi":"3.1.0","info":{"title":"S","version":"1"},"servers":[{"url":"https://evil.example"}],"paths":{"/a":{"get":{"operationId":"a"}}}}`,
			map[string]any{"proxyUrl": "https://proxy.example/"}))

		page := get(v, root+"operations/a")

		Expect(htmltest.Parse(page.Body.Bytes()).Find("body").Attributes("data-home")).To(Equal([]string{"../../"}))
		Expect(connects(page.Header())).To(Equal([]string{"'self'"}))
		Expect(get(v, root+"operations/a?part=console").Body.String()).To(ContainSubstring(`"proxy":{"own":false,"url":"https://proxy.example/","tokens":false}`))
	})

	It("is not there for the text of an editor, whose pages stand in for others", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}), viewer.WithConfiguration(viewer.Configuration{IsEditable: true}))
		text, err := json.Marshal(reaching)
		Expect(err).NotTo(HaveOccurred())

		for _, configuration := range []string{"", `,"configuration":{}`} {
			root := rootOf(postBody(v, `{"content":`+string(text)+`,"edit":{"by":"me","number":1}`+configuration+`}`))
			page := get(v, root+"operations/a")
			Expect(page.Code).To(Equal(http.StatusOK))
			Expect(page.Body.String()).To(And(ContainSubstring("/v1/a"), Not(ContainSubstring("data-try")), Not(ContainSubstring("data-send"))))
		}
	})
})
