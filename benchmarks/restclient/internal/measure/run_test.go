package measure_test

import (
	"errors"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

// What the measured functions leave, so that they are not optimised away.
var (
	found int
	kept  any
)

func counting(name, in string) measure.Case {
	return measure.Case{Name: name, Call: func() error {
		for range 20 {
			found = strings.Count(in, "ab")
		}
		return nil
	}}
}

func idle() error { return nil }

var _ = Describe("Run", func() {
	It("tells work from twenty times the work", Serial, func() {
		small := counting("small", strings.Repeat("a", 1<<10)+"b")
		large := counting("large", strings.Repeat("a", 20<<10)+"b")

		results, err := measure.Run([]measure.Case{small, large}, measure.Limit{Rounds: 10})

		Expect(err).NotTo(HaveOccurred())
		Expect(results).To(HaveExactElements(HaveField("Name", "small"), HaveField("Name", "large")))
		Expect(results[0].Rounds).To(And(HaveLen(10), HaveEach(BeNumerically(">", 0))))
		Expect(measure.Median(measure.Ratios(results[1], results[0]))).To(BeNumerically("~", 20, 15))
	})

	It("counts the allocations of one call, in parts", Serial, func() {
		calls := 0
		everySecond := measure.Case{Name: "half", Call: func() error {
			if calls++; calls%2 == 0 {
				kept = new([64]byte)
			}
			return nil
		}}

		results, err := measure.Run([]measure.Case{everySecond}, measure.Limit{Rounds: 1})

		Expect(err).NotTo(HaveOccurred())
		Expect(results[0].Allocs).To(BeNumerically("~", 0.5, 0.01))
		Expect(results[0].Bytes).To(BeNumerically("~", 32, 1))
	})

	It("has what is allocated paid for where the collector works", Serial, func() {
		DeferCleanup(func() { kept = nil })
		large := measure.Case{Name: "large", Call: func() error {
			kept = make([]byte, 1<<20)
			return nil
		}}

		results, err := measure.Run([]measure.Case{large, {Name: "idle", Call: idle}}, measure.Limit{Rounds: 5})

		Expect(err).NotTo(HaveOccurred())
		Expect(results[0].Collected).To(BeNumerically(">", results[1].Collected))
		Expect(results[1].Collected).To(BeNumerically(">", 0))
	})

	It("counts what other goroutines do for the call", Serial, func() {
		alone := counting("alone", strings.Repeat("a", 10<<10)+"b")
		elsewhere := measure.Case{Name: "elsewhere", Call: func() error {
			done := make(chan struct{})
			go func() {
				defer close(done)
				_ = alone.Call()
			}()
			<-done
			return nil
		}}

		results, err := measure.Run([]measure.Case{alone, elsewhere}, measure.Limit{Rounds: 5})

		Expect(err).NotTo(HaveOccurred())
		Expect(measure.Median(measure.Ratios(results[1], results[0]))).To(BeNumerically(">", 0.5))
	})

	It("ends when the time is used up, after five rounds", Serial, func() {
		results, err := measure.Run([]measure.Case{{Name: "idle", Call: idle}}, measure.Limit{Rounds: 1 << 30, Budget: time.Nanosecond})

		Expect(err).NotTo(HaveOccurred())
		Expect(results[0].Rounds).To(HaveLen(5))
	})

	It("ends with the first error of a call", Serial, func() {
		wrong := errors.New("wrong")
		calls := 0
		failing := measure.Case{Name: "failing", Call: func() error {
			if calls++; calls > 3 {
				return wrong
			}
			return nil
		}}

		_, err := measure.Run([]measure.Case{{Name: "idle", Call: idle}, failing}, measure.Limit{Rounds: 3})

		Expect(err).To(MatchError(wrong))
		Expect(err).To(MatchError(HavePrefix("failing, while it was measured: ")))
	})
})

var _ = Describe("Growth", func() {
	It("counts what is kept and not what was needed to make it", Serial, func() {
		const size = 8 << 20

		grown, err := measure.Growth(func() (any, error) {
			kept = make([]byte, 4*size)
			kept = nil
			return make([]byte, size), nil
		})

		Expect(err).NotTo(HaveOccurred())
		Expect(grown).To(BeNumerically("~", size, size/10))
	})

	It("returns the error of what it measures", func() {
		wrong := errors.New("wrong")

		_, err := measure.Growth(func() (any, error) { return nil, wrong })

		Expect(err).To(MatchError(wrong))
	})
})
