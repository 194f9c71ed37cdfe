package main

import (
	"regexp"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("A start", func() {
	It("is measured up to the description", func() {
		boots, err := measureBoots(regexp.MustCompile("^(gin|trefoil on trie)$"), 1)

		Expect(err).NotTo(HaveOccurred())
		Expect(boots).To(HaveLen(2))
		Expect([]string{boots[0].name, boots[1].name}).To(Equal([]string{"gin", "trefoil on trie"}))
		for _, b := range boots {
			Expect(b.build).To(BeNumerically(">", 0))
			Expect(b.allocs).To(BeNumerically(">", 1000))
		}
		Expect(boots[1].size).To(And(BeNumerically(">", 100_000), BeNumerically("<=", sizeLimit)))
		Expect(boots[1].document).To(BeNumerically(">", 0))
	})
})

var _ = Describe("A program", func() {
	It("is measured as it is built and stripped", func() {
		sizes, err := measureSizes([]program{{"small", "./testdata/small", ""}})

		Expect(err).NotTo(HaveOccurred())
		Expect(sizes).To(HaveLen(1))
		Expect(sizes[0].name).To(Equal("small"))
		Expect(sizes[0].stripped).To(And(BeNumerically(">", 100_000), BeNumerically("<", sizes[0].whole)))
	})
})
