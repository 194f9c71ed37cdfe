package pairs_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/apichange/internal/pairs"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

func TestPairs(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Pairs")
}

var _ = Describe("Make", func() {
	It("makes the same pair again", func() {
		Expect(pairs.Make(1, 17)).To(Equal(pairs.Make(1, 17)))
		Expect(pairs.Make(1, 17)).NotTo(Equal(pairs.Make(2, 17)))
	})

	It("makes one edit or a few", func() {
		for i := range uint64(20) {
			Expect(len(pairs.Make(1, i).Edits)).To(BeNumerically("~", 2, 1))
		}
	})
})

var _ = Describe("an edit", func() {
	for _, name := range pairs.Names() {
		It("makes another description that can be compared: "+name, func() {
			p := pairs.Only(name, 1)

			Expect(p.Edits).To(Equal([]string{name}))
			Expect(p.New).NotTo(MatchJSON(p.Old))
			_, err := apichange.Compare(p.Old, p.New)
			Expect(err).NotTo(HaveOccurred())
		})
	}
})
