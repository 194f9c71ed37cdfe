package phrase_test

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

var _ = Describe("A phrase", func() {
	DescribeTable("that is brief is the first line",
		func(text string, n int, want string) { Expect(phrase.Brief(text, n)).To(Equal(want)) },
		Entry("of several", "  A pet. \nIt barks.", 40, "A pet."),
		Entry("cut by characters", "größer", 4, "größ…"),
		Entry("of just that length", "größer", 6, "größer"),
		Entry("of nothing", " \n ", 4, ""),
	)

	DescribeTable("that is clipped has so many bytes",
		func(text string, n int, want string) { Expect(phrase.Clip(text, n)).To(Equal(want)) },
		Entry("and says that some are missing", "abcdef", 3, "abc…"),
		Entry("and cuts no character in two", "aöb", 2, "a…"),
		Entry("or less", "abc", 3, "abc"),
	)

	DescribeTable("that counts has the noun in the right form",
		func(n int, want string) { Expect(phrase.Count(n, "property", "properties")).To(Equal(want)) },
		Entry("none", 0, "0 properties"),
		Entry("one", 1, "1 property"),
		Entry("several", 2, "2 properties"),
	)

	DescribeTable("that lists names has and before the last",
		func(want string, names []string) { Expect(phrase.And(names)).To(Equal(want)) },
		Entry("none", "", nil),
		Entry("one", "a", []string{"a"}),
		Entry("two", "a and b", []string{"a", "b"}),
		Entry("three", "a, b and c", []string{"a", "b", "c"}),
		Entry("too many", strings.Repeat("x, ", 19)+"x and others", slices.Repeat([]string{"x"}, 30)),
	)

	It("joins what is there", func() {
		Expect(phrase.Join(" · ", "", "a", "", "b")).To(Equal("a · b"))
	})
})
