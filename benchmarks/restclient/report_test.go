package main

import (
	"bytes"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

func quickLimit() measure.Limit { return measure.Limit{Rounds: 1, Budget: time.Millisecond} }

var _ = Describe("The report", func() {
	var text string

	BeforeEach(func() {
		f := &figures{began: time.Now(), scale: fullScale(), limit: quickLimit(), original: &original{missing: "node is not installed"}}
		f.scenarios = []*measured{{scenario: cachedScenario(), results: []measure.Result{
			{Name: boundGet, Rounds: []float64{80, 90, 60}, Collected: 75},
			{Name: bareHTTP, Rounds: []float64{1600, 900, 1200}, Collected: 1500, Allocs: 22},
		}}}
		f.compile = []compileCost{{api: largestClient, what: wholeClient, lines: 9, cpu: 26, peak: 1.2e9}}
		var b bytes.Buffer
		Expect(f.report(&b)).To(Succeed())
		text = b.String()
	})

	It("says what is met", func() {
		Expect(text).To(ContainSubstring("| P6 | read what is fresh through the public API | ≤ 80 ns, ≤ 0 allocations | 80 ns (median), 60 ns (min) | 0.00 | yes |  |\n"))
	})

	It("says what is missed and why", func() {
		Expect(text).To(ContainSubstring("2 met, 2 missed."))
		Expect(text).To(ContainSubstring("| ≥ 25× | 20.0× (median), 10.0× (min) |  | **no** | a look at the clock"))
	})

	It("says what it costs to compile a client", func() {
		Expect(text).To(ContainSubstring("| ≤ 25 s | 26.0 s (median), 26.0 s (min) |  | **no** |"))
		Expect(text).To(ContainSubstring("| ≤ 1.50 GB | 1.20 GB (median), 1.20 GB (min) |  | yes |"))
		Expect(text).To(ContainSubstring("| github: all | 26.0 | 1.20 | 9 |\n"))
	})

	It("says what is not measured", func() {
		Expect(text).To(ContainSubstring("| P16 | memory of an entity beyond its size | ≤ 96 B | not measured |  | – |  |\n"))
		Expect(text).To(ContainSubstring("It was not measured: node is not installed."))
	})

	It("has the figures behind the goals", func() {
		Expect(text).To(ContainSubstring("| Get, fresh | 80.0 | 60.0 | 75.0 | 0.00 | 0 | 3 | 0.050× | 0.050× | 0.050× |\n"))
	})
})

var _ = Describe("Options", func() {
	DescribeTable("decide where the report goes",
		func(out string, args ...string) {
			o, err := parse(args)

			Expect(err).NotTo(HaveOccurred())
			Expect(o.out).To(Equal(out))
		},
		Entry("to the documents when it is whole", document),
		Entry("to standard output when it is quick", "-", "-quick"),
		Entry("to standard output when it is a part", "-", "-scenario", "memo"),
		Entry("where it is told", "x.md", "-quick", "-out", "x.md"),
	)

	It("make a quick run of less data and time", func() {
		o, err := parse([]string{"-quick", "-rounds", "9"})

		Expect(err).NotTo(HaveOccurred())
		Expect(o.limit).To(Equal(measure.Limit{Rounds: 9, Budget: 2 * time.Second}))
		Expect(quickScale().rows).To(BeNumerically("<", fullScale().rows))
	})

	DescribeTable("are refused",
		func(args ...string) {
			_, err := parse(args)

			Expect(err).To(HaveOccurred())
		},
		Entry("without a round", "-rounds", "0"),
		Entry("without time", "-budget", "0s"),
		Entry("with a scenario that is no expression", "-scenario", "("),
	)
})
