package search_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("A word is found with and without its marks:",
	func(ctx SpecContext, title, query, marked string) {
		doc, err := openapi.FromContent(`{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{"summary":"` + title + `"}},"/b":{"get":{"summary":"Something else"}}}}`).Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		x, err := search.Build(ctx, doc, search.Options{})
		Expect(err).NotTo(HaveOccurred())

		found := x.Find(query, 5)

		Expect(found.Results).To(HaveLen(1))
		Expect(found.Results[0].Title).To(Equal(title))
		Expect(found.Results[0].TitleMarks).NotTo(BeEmpty())
		m := found.Results[0].TitleMarks[len(found.Results[0].TitleMarks)-1]
		Expect(title[m.Start:m.End]).To(Equal(marked))
	},
	Entry("an accent that is left out", "Crée une façade", "facade", "façade"),
	Entry("an accent that is given", "Make a facade", "façade", "facade"),
	Entry("an umlaut", "Lösche die Bestellung", "losche", "Lösche"),
	Entry("a letter that is written as two", "Cafe\u0301 bar", "café", "Cafe\u0301"),
	Entry("a query that is written so", "Café bar", "cafe\u0301", "Café"),
	Entry("the beginning of a word", "Größenordnung", "große", "Größenordnung"),
	Entry("a letter that some write as two", "Straße nennen", "strasse", "Straße"),
	Entry("two letters that others write as one", "Strasse nennen", "straße", "Strasse"),
	Entry("the beginning of a word with such a letter", "Straßenname", "strasse", "Straße"),
	Entry("a phrase with such a letter", "Straße nennen", `"strasse nennen"`, "nennen"),
	Entry("letters with a stroke", "Łódź og København", "lodz kobenhavn", "København"),
	Entry("a phrase", "Crée une façade", `"une facade"`, "façade"),
	Entry("a capital with a dot", "Flights to İstanbul", "istanbul", "İstanbul"),
	Entry("a Greek accent", "Νέα παραγγελία", "παραγγελια", "παραγγελία"),
	Entry("a hamza", "إنشاء طلب", "انشاء", "إنشاء"),
	Entry("vowels of Arabic", "مُسْتَخْدِم", "مستخدم", "مُسْتَخْدِم"),
	Entry("a word as it is", "Hindi हिन्दी", "हिन्दी", "हिन्दी"),
)

var _ = DescribeTable("A word is another one where marks make letters of their own:",
	func(ctx SpecContext, title, query string) {
		doc, err := openapi.FromContent(`{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{"summary":"` + title + `"}}}}`).Load(ctx)
		Expect(err).NotTo(HaveOccurred())

		Expect(search.New(doc, search.Options{}).Find(query, 5).Results).To(BeEmpty())
	},
	Entry("in Japanese", "がく", "かく"), Entry("in Devanagari", "कि", "कु"),
)
