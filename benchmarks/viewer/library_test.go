//go:build libopenapi

package main

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/serverside"
)

var _ = Describe("A process that measures libopenapi", func() {
	It("gives a sample", func(ctx SpecContext) {
		var out strings.Builder
		Expect(serverside.Child(ctx, serverside.Library, strings.NewReader(small), &out)).To(Succeed())

		Expect(out.String()).To(MatchRegexp(`"Allocations":[1-9]`))
	})

	It("fails with a text that is no description", func(ctx SpecContext) {
		Expect(serverside.Child(ctx, serverside.Library, strings.NewReader("[]"), &strings.Builder{})).NotTo(Succeed())
	})
})
