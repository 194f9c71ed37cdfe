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
		Expect(behind.Content).To(HaveExactElements(BeIdenticalTo(anchored)))
		Expect([]bool{tree.IsMergeKey(root.Content[4]), tree.IsMergeKey(root.Content[6])}).To(Equal([]bool{true, false}))
		Expect(tree.IsString(root.Content[7])).To(BeTrue(), "a tag outweighs the spelling")
		Expect(tree.IsString(tree.Get(root, "c"))).To(BeTrue(), "quotes make text")
	})

	It("ends at a ring of aliases", func() {
		root, err := tree.ParseYAML("a: &a [*a]\n", tree.Limits{})

		Expect(err).NotTo(HaveOccurred())
		list := tree.Get(root, "a")
		Expect(list.Content[0].Content).To(HaveExactElements(BeIdenticalTo(list)))
	})

	It("are copied back with their places, each value once", func() {
		root, err := tree.ParseJSON("{\"n\": 1,\n \"f\": 1.5, \"t\": \"1\", \"b\": true, \"z\": null, \"l\": [{}]}", tree.Limits{})
		Expect(err).NotTo(HaveOccurred())
		shared := tree.Get(root, "l")
		root.Content = append(root.Content, root.Content[0], shared)

		made, of := tree.ToYAML(root)

		var tags []string
		for i := 1; i < len(made.Content); i += 2 {
			tags = append(tags, made.Content[i].Tag)
			Expect(of[made.Content[i]]).To(BeIdenticalTo(root.Content[i]))
		}
		Expect(tags).To(Equal([]string{"!!int", "!!float", "!!str", "!!bool", "!!null", "!!seq", "!!seq"}))
		Expect(made.Content[11]).To(BeIdenticalTo(made.Content[13]))
		Expect([]int{made.Content[3].Line, made.Content[3].Column}).To(Equal([]int{2, 7}))
		Expect(made.Content).To(HaveLen(len(root.Content)))
		Expect(made.Content[11].Content).To(HaveLen(1))
	})
})
