package doclink_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/doclink"
)

var _ = DescribeTable("The base of a description is",
	func(outline apidoc.Outline, want string) {
		base := doclink.Base(apidoc.New(outline, apidoc.Memory{}, apidoc.Text{}))

		if want == "" {
			Expect(base).To(BeNil())
			return
		}
		Expect(base.String()).To(Equal(want))
	},
	Entry("its own address", apidoc.Outline{Self: "https://a.example/x.json", ExternalDocs: &apidoc.ExternalDocs{URL: "https://d.example"}}, "https://a.example/x.json"),
	Entry("or its documentation", apidoc.Outline{Self: "/x.json", ExternalDocs: &apidoc.ExternalDocs{URL: "https://d.example/docs/"}, Info: apidoc.Info{TermsOfService: "https://t.example"}}, "https://d.example/docs/"),
	Entry("or its terms", apidoc.Outline{Info: apidoc.Info{TermsOfService: "https://t.example"}, Servers: []apidoc.Server{{URL: "https://s.example"}}}, "https://t.example"),
	Entry("or its first absolute server", apidoc.Outline{Servers: []apidoc.Server{{URL: "/v1"}, {URL: "https://{region}.example"}, {URL: "https://s.example/v1"}}}, "https://s.example/v1"),
	Entry("none that runs", apidoc.Outline{Info: apidoc.Info{TermsOfService: "javascript:x"}}, ""),
	Entry("none that writes mail", apidoc.Outline{Info: apidoc.Info{TermsOfService: "mailto:a@e.example"}}, ""),
	Entry("none that is very long", apidoc.Outline{Info: apidoc.Info{TermsOfService: "https://e.example/" + strings.Repeat("a", 300)}}, ""),
)

var _ = DescribeTable("Resolve makes",
	func(address, want string) {
		base := doclink.Base(apidoc.New(apidoc.Outline{Self: "https://a.example/docs/api.json"}, apidoc.Memory{}, apidoc.Text{}))

		Expect(doclink.Resolve(base, address)).To(Equal(want))
	},
	Entry("a path absolute", "/guides?x#y", "https://a.example/guides?x#y"),
	Entry("a relative path absolute", "paging.html", "https://a.example/docs/paging.html"),
	Entry("a host absolute", "//b.example/x", "https://b.example/x"),
	Entry("no change to what is absolute", "http://b.example", "http://b.example"),
	Entry("nothing of a script", "javascript:x", ""),
	Entry("nothing of a script with a tab", "java\tscript:x", ""),
	Entry("nothing of a back slash", `/\b.example`, ""),
	Entry("nothing of a user", "//u@b.example", ""),
	Entry("nothing of nothing", "", ""),
)
