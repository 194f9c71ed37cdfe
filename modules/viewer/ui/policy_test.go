package ui_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

var _ = Describe("BodyPolicy", func() {
	It("adds what bodies need, and nothing else", func() {
		policy := "default-src 'none'; img-src 'self' data: https://img.example; script-src 'self'; trusted-types 'none'"

		Expect(ui.BodyPolicy(policy)).To(Equal("default-src 'none'; img-src 'self' data: https://img.example blob:; " +
			"script-src 'self'; trusted-types trefoil-body; media-src blob:; worker-src 'self'"))
	})
})

var _ = Describe("The scripts of bodies", func() {
	It("are loaded when they are wanted, in at most 32.5 kB together, compressed", func() {
		sum := 0
		for _, name := range []string{"body.js", "body-worker.js"} {
			f, ok := ui.Assets().File(name)
			Expect(ok).To(BeTrue(), name)
			Expect(f.Brotli).NotTo(BeEmpty(), name)
			sum += len(f.Brotli)
		}

		Expect(sum).To(BeNumerically("<=", 32<<10+512))
	})
})
