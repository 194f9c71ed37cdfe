package wording_test

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

var _ = Describe("A language", func() {
	DescribeTable("is found by what a browser asks for",
		func(want string, lines ...string) { Expect(wording.Asked(lines)).To(Equal(want)) },
		Entry("which may be nothing", "en"),
		Entry("in one region", "de", "de-AT"),
		Entry("of which there is one way to write it", "pt-BR", "pt-PT, en;q=0.5"),
		Entry("of which there is one script", "zh-Hans", "zh-CN,zh;q=0.9,en;q=0.8"),
		Entry("in the order of the weights", "fr", "ja;q=0.2, fr;q=0.8, de;q=0.4"),
		Entry("before one that it does not want", "ar", "en;q=0, ar;q=0.1"),
		Entry("and is English for what is not known", "en", "nl, eo"),
	)

	DescribeTable("has a tag",
		func(tag string, rightToLeft bool) {
			l := wording.Of(tag)

			Expect(wording.Tags()).To(ContainElement(tag))
			Expect(l.Tag()).To(Equal(tag))
			Expect(l.RightToLeft()).To(Equal(rightToLeft))
			Expect(l == nil).To(Equal(tag == "en"))
		},
		Entry(nil, "en", false), Entry(nil, "de", false), Entry(nil, "fr", false), Entry(nil, "es", false),
		Entry(nil, "pt-BR", false), Entry(nil, "zh-Hans", false), Entry(nil, "ja", false), Entry(nil, "ar", true),
	)

	It("is English for a tag that is not known", func() {
		Expect(wording.Of("xx").Say("Copy link")).To(Equal("Copy link"))
	})

	DescribeTable("fills values in",
		func(tag string, key wording.Key, want string, values ...string) {
			Expect(wording.Of(tag).Fill(key, values...)).To(Equal(want))
		},
		Entry("in their order", "en", wording.Key("{1} to {2}"), "3 to 4", "3", "4"),
		Entry("in the order of the language", "ja", wording.Key("{1} in {2}"), "b の"+"a", "a", "b"),
		Entry("that look like places", "en", wording.Key("{1} to {2}"), "{2} to {1}", "{2}", "{1}"),
		Entry("and leaves what is no place", "en", wording.Key("{id} {1} {3} {"), "{id} a {3} {", "a"),
	)

	It("stands around an element", func() {
		before, after := wording.Of("ja").Around("leads to {1}")

		Expect([]string{before, after}).To(Equal([]string{"", " へ"}))
	})

	DescribeTable("counts by the rules of CLDR",
		func(tag string, n int, want string) {
			Expect(wording.Of(tag).Count(n, "operation", "operations")).To(Equal(want))
		},
		Entry(nil, "en", 0, "0 operations"), Entry(nil, "en", 1, "1 operation"), Entry(nil, "en", 2, "2 operations"),
		Entry(nil, "de", 0, "0 Operationen"), Entry(nil, "de", 1, "1 Operation"), Entry(nil, "de", 2, "2 Operationen"),
		Entry(nil, "fr", 0, "0 opération"), Entry(nil, "fr", 1, "1 opération"), Entry(nil, "fr", 2, "2 opérations"),
		Entry(nil, "es", 0, "0 operaciones"), Entry(nil, "es", 1, "1 operación"), Entry(nil, "es", 2, "2 operaciones"),
		Entry(nil, "pt-BR", 0, "0 operação"), Entry(nil, "pt-BR", 1, "1 operação"), Entry(nil, "pt-BR", 2, "2 operações"),
		Entry(nil, "zh-Hans", 1, "1 个操作"), Entry(nil, "ja", 2, "オペレーション 2 件"),
		Entry("no thing", "ar", 0, "لا عمليات"), Entry("one thing", "ar", 1, "عملية واحدة"), Entry("two things", "ar", 2, "عمليتان"),
		Entry("few", "ar", 3, "3 عمليات"), Entry("still few", "ar", 10, "10 عمليات"), Entry("few above a hundred", "ar", 103, "103 عمليات"),
		Entry("many", "ar", 11, "11 عملية"), Entry("still many", "ar", 99, "99 عملية"), Entry("a hundred", "ar", 100, "100 عملية"),
	)

	DescribeTable("lists names",
		func(tag, want string, names []string) { Expect(wording.Of(tag).And(names)).To(Equal(want)) },
		Entry("in English", "en", "a, b and c", []string{"a", "b", "c"}),
		Entry("in German", "de", "a, b und c", []string{"a", "b", "c"}),
		Entry("in Japanese", "ja", "a、b と c", []string{"a", "b", "c"}),
		Entry("of which there is one", "de", "a", []string{"a"}),
		Entry("of which there are too many", "de", strings.Repeat("x, ", 19)+"x und weiteren", slices.Repeat([]string{"x"}, 30)),
	)
})
