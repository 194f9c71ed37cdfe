package viewer_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = Describe("Configuration", func() {
	const described = `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"servers":[{"url":"/v1"},{"url":"https://other.example/v2"},{"url":"{where}/v3"}],
		"paths":{"/a":{"get":{"operationId":"a","servers":[{"url":"v4"}]},"put":{"operationId":"b"}}}}`

	It("puts baseServerURL before servers that are relative, those of operations too", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(described), viewer.WithConfiguration(viewer.Configuration{BaseServerURL: "https://api.example/"}))

		Expect(read(v, "/").Find(".server-url").Texts()).To(Equal([]string{"https://api.example/v1", "https://other.example/v2", "{where}/v3"}))
		Expect(read(v, "/operations/a").Find(".server-url").Texts()).To(Equal([]string{"https://api.example/v4"}))
		Expect(read(v, "/operations/a").Find("[aria-label=Request]").Text()).To(ContainSubstring("https://api.example/v4/a"))
		Expect(get(v, "/openapi.json").Body.String()).To(ContainSubstring(`"/v1"`))
	})

	It("takes baseServerURL for the server of a description without one", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(petstore), viewer.WithConfiguration(viewer.Configuration{BaseServerURL: "https://api.example"}))

		Expect(read(v, "/").Find(".server-url").Texts()).To(Equal([]string{"https://api.example"}))
	})

	It("has no sidebar in the classic layout", func(ctx SpecContext) {
		yes := true

		Expect(read(configured(ctx, viewer.Configuration{Layout: "classic", ShowSidebar: &yes}), "/").Find("nav.sidebar")).To(BeEmpty())
		Expect(read(configured(ctx, viewer.Configuration{Layout: "modern"}), "/").Find("nav.sidebar")).To(HaveLen(1))
	})

	It("refuses a baseServerURL that is relative and a layout there is not", func() {
		Expect(viewer.Configuration{BaseServerURL: "/v1"}.Validate()).To(MatchError(ContainSubstring("baseServerURL")))
		Expect(viewer.Configuration{Layout: "x"}.Validate()).To(MatchError(ContainSubstring("layout")))
	})
})
