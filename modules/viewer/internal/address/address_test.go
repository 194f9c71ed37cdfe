package address_test

import (
	"net/url"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
)

var _ = DescribeTable("An address leads to its page and back",
	func(kind core.PageKind, slug, want string) {
		Expect(address.Of(kind, slug)).To(Equal(want))

		plain, err := url.PathUnescape(want)
		Expect(err).NotTo(HaveOccurred())
		gotKind, gotSlug, ok := address.Parse(plain)
		Expect(ok).To(BeTrue())
		Expect(gotKind).To(Equal(kind))
		Expect(gotSlug).To(Equal(slug))
	},
	Entry("overview", core.PageOverview, "", ""),
	Entry("operation", core.PageOperation, "listPets", "operations/listPets"),
	Entry("webhook", core.PageWebhook, "born", "webhooks/born"),
	Entry("tag", core.PageTag, "pets", "tags/pets"),
	Entry("model", core.PageModel, "Pet", "models/Pet"),
	Entry("models", core.PageModels, "", "models/"),
	Entry("component", core.PageComponent, "headers-Rate", "components/headers-Rate"),
	Entry("components", core.PageComponents, "", "components/"),
	Entry("changes", core.PageChanges, "", "changes/"),
	Entry("release", core.PageRelease, "2-1-0", "changes/2-1-0"),
	Entry("schema", core.PageSchema, "#/components/schemas/Pet/properties/a b~1c", "schemas/components/schemas/Pet/properties/a%20b~1c"),
	Entry("schema below names that are steps in a path", core.PageSchema, "#/a//./..", "schemas/a/~2/~3/~4"),
	Entry("search", core.PageSearch, "", "search"),
)

var _ = DescribeTable("There is no page",
	func(path string) {
		_, _, ok := address.Parse(path)
		Expect(ok).To(BeFalse())
	},
	Entry("in an unknown folder", "nope/a"), Entry("without slug", "operations/"), Entry("below a page", "operations/a/b"), Entry("beside the folders", "nope"), Entry("without pointer", "schemas/"),
)
