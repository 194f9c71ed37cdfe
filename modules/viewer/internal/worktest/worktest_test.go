package worktest_test

import (
	"context"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
)

var _ = Describe("A counter", Ordered, func() {
	var counter *worktest.Counter

	BeforeAll(func(ctx SpecContext) {
		var err error
		counter, err = worktest.Build(ctx, GinkgoT().TempDir())
		Expect(err).NotTo(HaveOccurred())
	})

	It("counts exactly, each text for itself", func(ctx SpecContext) {
		steps, err := counter.Steps(ctx, "length", "", strings.Repeat("x", 10), strings.Repeat("x", 1000), "")

		Expect(err).NotTo(HaveOccurred())
		Expect(steps).To(HaveLen(4))
		Expect(steps[1] - steps[0]).To(Equal(10))
		Expect(steps[2] - steps[0]).To(Equal(1000))
		Expect(steps[3]).To(Equal(steps[0]))
	})

	It("counts what others and the standard library do", func(ctx SpecContext) {
		steps, err := counter.Steps(ctx, "markdown", strings.Repeat("*a* ", 100), strings.Repeat("*a* ", 200))

		Expect(err).NotTo(HaveOccurred())
		Expect(steps[0]).To(BeNumerically(">", 100*100), "goldmark alone does more than that for an emphasis")
		Expect(steps[1]).To(BeNumerically("~", 2*steps[0], steps[0]/2))
	})

	It("knows its tasks only", func(ctx SpecContext) {
		_, err := counter.Steps(ctx, "nothing", "")

		Expect(err).To(MatchError(ContainSubstring(`["nothing"] is not a task`)))
	})

	It("ends a task that does not end", func(ctx SpecContext) {
		ended, cancel := context.WithCancel(ctx)
		cancel()

		_, err := counter.Steps(ended, "length", "x")

		Expect(err).To(MatchError(context.Canceled))
	})
})

var _ = It("A program that cannot be built is an error with what the compiler says", func(ctx SpecContext) {
	_, err := worktest.Build(ctx, "/dev/null")

	Expect(err).To(MatchError(And(HavePrefix("build the program that counts: "), ContainSubstring("/dev/null"))))
})

var kept []byte

var _ = It("counts what is allocated", Serial, func() {
	got := worktest.Allocated(func() { kept = make([]byte, 1<<20) })

	Expect(got).To(BeNumerically("~", 1<<20, 64<<10))
})

var _ = DescribeTable("A request that is dear", Serial, worktest.Large,
	func(f func() int, said string) {
		got := worktest.Dear(100, f)

		if said == "" || worktest.RaceDetector {
			Expect(got).To(BeEmpty())
		} else {
			Expect(got).To(ContainSubstring(said))
		}
	},
	Entry("holds much at once", func() int {
		var all [][]byte
		for range 40 {
			all = append(all, make([]byte, 1<<20))
		}
		kept = all[7]
		return 0
	}, "in use at once"),
	Entry("has nothing of what it lets go", func() int {
		for range 400 {
			kept = make([]byte, 100<<10)
		}
		return 0
	}, ""),
	Entry("has a short answer", func() int { return 16 << 20 }, ""),
)

var _ = It("is told by its answer, too", func() {
	Expect(worktest.Dear(100, func() int { return 17 << 20 })).To(ContainSubstring("are the answer to 100"))
})

var _ = It("repeats parts and numbers them", func() {
	Expect(worktest.Repeated(100, "a", 3, "@-^ ", 2, "z")).To(Equal("aaa0-1 1-2 z"))
	Expect(worktest.Repeated(5, "ab", 9, "c", 9, "d")).To(Equal("ababc"))
})
