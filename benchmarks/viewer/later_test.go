package main

import (
	"os"
	"regexp"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// elsewhere are files of the first load, and those of pages that the benchmark does
// not open: exports, elements, the editor of an element, and pages in other languages.
var elsewhere = regexp.MustCompile(`^(reference|fonts|theme|live|searchindex|api-reference|single|(files|scoped|words)-.*)\.(js|css)$`)

var _ = Describe("What is loaded later", func() {
	It("is every file that is neither of the first load nor of another kind of page", func() {
		dist, err := os.ReadDir("../../modules/viewer/ui/dist")
		Expect(err).NotTo(HaveOccurred())
		var listed, built []string
		for _, w := range wanted {
			listed = append(listed, w.files...)
		}
		for _, file := range dist {
			if name := file.Name(); regexp.MustCompile(`\.(js|css)$`).MatchString(name) && !elsewhere.MatchString(name) {
				built = append(built, name)
			}
		}
		slices.Sort(listed)
		Expect(listed).To(Equal(built))
	})
})
