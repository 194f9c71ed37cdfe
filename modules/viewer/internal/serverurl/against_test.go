package serverurl_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/serverurl"
)

var _ = DescribeTable("An address that a description names is that of the first server:",
	func(address, want string, servers ...apidoc.Server) {
		doc := apidoc.New(apidoc.Outline{Servers: servers, SecuritySchemes: []apidoc.SecurityScheme{{Flows: []apidoc.OAuthFlow{{TokenURL: address}}}}}, apidoc.Memory{}, apidoc.Text{})

		Expect(serverurl.Schemes(doc)[0].Flows[0].TokenURL).To(Equal(want))
		Expect(doc.SecuritySchemes[0].Flows[0].TokenURL).To(Equal(address))
	},
	Entry("a relative one", "token", "https://a.test/v1/token", apidoc.Server{URL: "https://a.test/v1/"}),
	Entry("one from the root", "/oauth/token", "https://eu.a.test/oauth/token", apidoc.Server{URL: "https://{region}.a.test/v1", Variables: []apidoc.ServerVariable{{Name: "region", Default: "eu"}}}, apidoc.Server{URL: "https://b.test"}),
	Entry("a whole one stays", "https://id.test/token", "https://id.test/token", apidoc.Server{URL: "https://a.test"}),
	Entry("a script stays what it is", "javascript:alert(1)", "javascript:alert(1)", apidoc.Server{URL: "https://a.test"}),
	Entry("none stays none", "", "", apidoc.Server{URL: "https://a.test"}),
	Entry("where the server is relative itself", "token", "/api/token", apidoc.Server{URL: "/api/v1"}),
	Entry("where the server is no address of the web", "token", "token", apidoc.Server{URL: "ftp://a.test/"}),
	Entry("where the mock server is the only one", "token", "/token", apidoc.Server{URL: "_/mock"}),
	Entry("where there is no server", "token", "/token"),
)
