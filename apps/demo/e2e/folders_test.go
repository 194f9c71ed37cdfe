package e2e_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("The suite", func() {
	It("has the specs of every folder", func() {
		suite, err := parser.ParseFile(token.NewFileSet(), "e2e_suite_test.go", nil, parser.ImportsOnly)
		Expect(err).NotTo(HaveOccurred())
		var imported []string
		for _, spec := range suite.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			Expect(err).NotTo(HaveOccurred())
			imported = append(imported, filepath.Base(path))
		}
		files, err := filepath.Glob("*/doc.go")
		Expect(err).NotTo(HaveOccurred())
		Expect(files).NotTo(BeEmpty())

		for _, file := range files {
			Expect(imported).To(ContainElement(filepath.Dir(file)))
		}
	})
})
