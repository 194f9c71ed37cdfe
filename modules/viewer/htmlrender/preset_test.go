package htmlrender_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
)

const schemes = `
paths: {}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    other: {type: apiKey, in: header, name: X-Other}
    login: {type: http, scheme: basic}
    bearer: {type: http, scheme: bearer}
    oauth: {type: oauth2, flows: {}}
    oidc: {type: openIdConnect, openIdConnectUrl: https://example.com}
    tls: {type: mutualTLS}
`

var _ = Describe("The section on authentication", func() {
	It("says what is filled in, with secrets masked", func(ctx SpecContext) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: load(ctx, schemes), Settings: core.Settings{Credentials: core.Credentials{
			Preferred: "bearer", Username: "canary1", Password: "canary2", Bearer: "canary3", AccessToken: "canary4",
			ClientID: "my-client", Scopes: []string{"read", "write"},
			Schemes: map[string]core.SchemeCredentials{"other": {Token: "canary5"}},
		}}})

		Expect(page.Find(".scheme [data-preset]").Texts()).To(HaveExactElements(
			"Filled in Key ********",
			"Filled in User name ******** Password ********",
			"Filled in Token ********",
			"Filled in Token ******** Client ID my-client Scopes read write",
			"Filled in Token ******** Client ID my-client Scopes read write",
		))
		Expect(page.Text()).NotTo(ContainSubstring("canary"))
		Expect(page.Find(".scheme summary .mark").Texts()).To(HaveExactElements("preferred"))
	})

	It("says which client the description names", func(ctx SpecContext) {
		doc := load(ctx, `
paths: {}
components:
  securitySchemes:
    oauth: {type: oauth2, x-defaultClientId: everywhere, flows: {password: {tokenUrl: https://example.com, x-scalar-client-id: here, scopes: {}}}}
`)
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: doc})

		Expect(page.Find(".scheme .facts").Texts()).To(HaveExactElements("Client ID everywhere", ContainSubstring("Client ID here")))
	})

	It("says nothing where nothing is", func(ctx SpecContext) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: load(ctx, schemes)})

		Expect(page.Find("[data-preset]")).To(BeEmpty())
		Expect(page.Find(".scheme .mark")).To(BeEmpty())
	})
})
