package ui_test

import (
	"os"
	"path/filepath"
	"regexp"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Sheets", func() {
	It("know the beginning and the end of a line, not left and right", func() {
		files, err := filepath.Glob("*/*.css")
		Expect(err).NotTo(HaveOccurred())
		Expect(len(files)).To(BeNumerically(">", 15))
		physical := regexp.MustCompile(`(?m)^\s*((margin|padding|border|scroll-margin|scroll-padding|inset)-(left|right)|left|right|float|clear)\b.*;|text-align: (left|right)`)
		comment := regexp.MustCompile(`(?s)/\*.*?\*/`)
		found := map[string][]string{}
		for _, file := range files {
			if filepath.Dir(file) == "dist" {
				continue
			}
			sheet, err := os.ReadFile(file)
			Expect(err).NotTo(HaveOccurred())
			if list := physical.FindAllString(string(comment.ReplaceAll(sheet, nil)), -1); list != nil {
				found[file] = list
			}
		}

		Expect(found).To(Equal(map[string][]string{"base/base.css": {"text-align: left", "text-align: right"}}), "labels stand at one side, in either direction")
	})
})
