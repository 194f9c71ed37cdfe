package tree_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

var _ = Describe("trees of the YAML package", func() {
	It("keep what YAML says beyond JSON: aliases, merge keys, tags", func() {
		root, err := tree.ParseYAML("a: &x {k: 1}\nb: *x\n<<: *x\n\"<<\": !!str 7\nc: 'true'\n", tree.Limits{})

		Expect(err).NotTo(HaveOccurred())
		anchored, behind := tree.Get(root, "a"), tree.Get(root, "b")
		Expect(tree.IsAnchored(anchored)).To(BeTrue())
		Expect(tree.IsAlias(behind)).To(BeTrue())
		Expect(behind.Content()).To(HaveExactElements(BeIdenticalTo(anchored)))
		Expect([]bool{tree.IsMergeKey(root.Content()[4]), tree.IsMergeKey(root.Content()[6])}).To(Equal([]bool{true, false}))
		Expect(tree.IsString(root.Content()[7])).To(BeTrue(), "a tag outweighs the spelling")
		Expect(tree.IsString(tree.Get(root, "c"))).To(BeTrue(), "quotes make text")
	})

	It("ends at a ring of aliases", func() {
		root, err := tree.ParseYAML("a: &a [*a]\n", tree.Limits{})

		Expect(err).NotTo(HaveOccurred())
		list := tree.Get(root, "a")
		Expect(list.Content()[0].Content()).To(HaveExactElements(BeIdenticalTo(list)))
	})
})
