package main

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const (
	firstRun = `goos: linux
BenchmarkURL/scalar/Append_to_Sprintf   	    1000	  0 ns/op	  0.250 ratio-median	 0.200 ratio-min	 25.0 ours-ns	 100 theirs-ns	 0 ours-allocs
BenchmarkURL/an_escape/Append_to_Sprintf	    1000	  0 ns/op	  0.500 ratio-median	 0.400 ratio-min	 50.0 ours-ns	 100 theirs-ns	 1.00 ours-allocs
BenchmarkURL/scalar/reflect_to_Sprintf  	    1000	  0 ns/op	  2.500 ratio-median	 2.400 ratio-min	 250 ours-ns	 100 theirs-ns	 3.00 ours-allocs
BenchmarkParse                          	    1000	  120 ns/op	 16 B/op	 1 allocs/op
PASS
`
	secondRun = `BenchmarkURL/scalar/Append_to_Sprintf 1000 0 ns/op 0.300 ratio-median 0.100 ratio-min 30 ours-ns 100 theirs-ns 0 ours-allocs
BenchmarkURL/an_escape/Append_to_Sprintf 1000 0 ns/op 0.300 ratio-median 0.290 ratio-min 30 ours-ns 100 theirs-ns 2 ours-allocs
`
)

func urlFigures(runs ...string) *figures {
	f := &figures{}
	for _, run := range runs {
		var err error
		f.urls, err = addRun(f.urls, strings.NewReader(run))
		Expect(err).NotTo(HaveOccurred())
	}
	return f
}

var _ = Describe("Benchmarks of URLs", func() {
	It("are goals when they compare the writer with fmt", func() {
		f := urlFigures(firstRun)

		list := urlGoals(f)

		Expect(list).To(HaveLen(2))
		Expect(list[0].text + ", " + list[0].limit).To(Equal("write a URL, to fmt.Sprintf: URL/scalar, ≤ 0.35×, ≤ 0 allocations"))
		Expect(list[1].text + ", " + list[1].limit).To(Equal("write a URL, to fmt.Sprintf: URL/an escape, ≤ 0.35×, ≤ 1 allocation"))
		Expect(list[0].find(f)).To(Equal(finding{"0.250× (median), 0.250× (min)", "0.00", true}))
		Expect(list[1].find(f)).To(Equal(finding{"0.500× (median), 0.500× (min)", "1.00", false}))
	})

	It("count with the median of the runs and the most allocations", func() {
		f := urlFigures(firstRun, secondRun, secondRun)

		list := urlGoals(f)

		Expect(list[0].find(f)).To(Equal(finding{"0.300× (median), 0.250× (min)", "0.00", true}))
		Expect(list[1].find(f)).To(Equal(finding{"0.300× (median), 0.300× (min)", "2.00", false}))
	})

	It("that compare nothing are one goal that is not measured", func() {
		f := urlFigures("BenchmarkParse 1000 120 ns/op\n")

		Expect(urlGoals(f)).To(HaveLen(1))
		Expect(urlGoals(f)[0].find(f)).To(Equal(finding{}))
	})

	It("that cannot be read are an error", func() {
		_, err := addRun(nil, strings.NewReader("BenchmarkURL/x 1000 fast ns/op\n"))

		Expect(err).To(MatchError(HavePrefix(`read the benchmark "BenchmarkURL/x 1000 fast ns/op"`)))
	})
})
