package known_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/apichange/internal/known"
	"github.com/trefoil-go/trefoil/benchmarks/apichange/internal/pairs"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

func TestKnown(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Known")
}

var _ = Describe("the table of rules", func() {
	It("covers with rules that there are, or says why not", func() {
		for _, r := range known.Rules {
			if r.Ours == "" {
				Expect(r.Excuse).NotTo(BeEmpty(), r.IDs.String())
				continue
			}
			Expect(apichange.Rules()).To(ContainElement(r.Ours), r.IDs.String())
		}
	})

	DescribeTable("knows a rule by its id",
		func(id string, ours apichange.Rule) {
			r, ok := known.RuleOf(id)

			Expect(ok).To(BeTrue())
			Expect(r.Ours).To(Equal(ours))
		},
		Entry("of a parameter", "new-required-request-parameter", apichange.RuleParameter),
		Entry("of a member", "response-required-write-only-property-removed", apichange.RuleMember),
		Entry("of a bound", "request-read-only-property-min-increased", apichange.RuleBound),
		Entry("that is excused", "api-tag-added", apichange.Rule("")),
	)

	It("does not know an id that there is not", func() {
		_, ok := known.RuleOf("new-rule")

		Expect(ok).To(BeFalse())
	})
})

var _ = Describe("the differences", func() {
	It("are of edits that are made", func() {
		for _, d := range known.Differences {
			Expect(pairs.Names()).To(ContainElement(MatchRegexp(d.Edit.String())))
		}
	})

	It("explain by the edit and the rule together", func() {
		_, both := known.Explain([]string{"a server is gone"}, []string{"breaking/server"})
		_, edit := known.Explain([]string{"a server is gone"}, []string{"breaking/type"})

		Expect([]bool{both, edit}).To(Equal([]bool{true, false}))
	})
})
