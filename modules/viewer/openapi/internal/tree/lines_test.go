package tree_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// linesOf are what each line of a text is about that was made of JSON.
func linesOf(json string, inJSON bool) (text string, lines []string) {
	GinkgoHelper()
	root, _, err := tree.ParseJSON(json, tree.Limits{})
	Expect(err).NotTo(HaveOccurred())
	data, nodes := tree.Lines(root, inJSON)
	for _, n := range nodes {
		about := tree.Kind(n)
		if tree.IsScalar(n) {
			about = n.Value
		}
		lines = append(lines, about)
	}
	return string(data), lines
}

var _ = Describe("Lines", func() {
	const value = `{"a": {"b": 1, "c": []}, "l": [{"x": 1, "k": {"z": 2}}, [3, [4]], {}, 5], "t": "one\ntwo\n", "e": {}}`

	It("says what each line of YAML is about", func() {
		text, lines := linesOf(value, false)

		Expect(text).To(Equal("a:\n  b: 1\n  c: []\nl:\n  - x: 1\n    k:\n      z: 2\n  - - 3\n    - - 4\n  - {}\n  - 5\nt: |\n  one\n  two\ne: {}\n"))
		Expect(lines).To(Equal([]string{"a", "b", "c", "l", "x", "k", "z", "3", "4", "an object", "5", "t", "t", "t", "e"}))
	})

	It("says what each line of JSON is about", func() {
		text, lines := linesOf(value, true)

		var names []string
		for line := range strings.Lines(text) {
			names = append(names, strings.TrimSpace(line))
		}
		Expect(names).To(Equal([]string{
			"{", `"a": {`, `"b": 1,`, `"c": []`, "},", `"l": [`, "{", `"x": 1,`, `"k": {`, `"z": 2`, "}", "},", "[", "3,", "[", "4", "]", "],", "{},", "5", "],", `"t": "one\ntwo\n",`, `"e": {}`, "}",
		}))
		Expect(lines).To(Equal([]string{
			"an object", "a", "b", "c", "c", "l", "an object", "x", "k", "z", "z", "z", "a list", "3", "a list", "4", "4", "4", "an object", "5", "5", "t", "e", "e",
		}))
	})

	It("is of one line for a scalar, and of none for nothing", func() {
		text, lines := linesOf(`"a"`, false)
		Expect(text).To(Equal("a\n"))
		Expect(lines).To(Equal([]string{"a"}))
		data, nodes := tree.Lines(nil, true)
		Expect(data).To(BeEmpty())
		Expect(nodes).To(BeEmpty())
	})
})
