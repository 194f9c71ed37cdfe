package main

import (
	"bytes"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/serverside"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/visit"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// visited is one round of both ways.
func visited(name string, first, last visit.Figures) *views {
	return &views{variant: name, rounds: map[way][]visit.Figures{toFirst: {first}, toLast: {last}}}
}

func seen(ms float64) visit.Figures {
	return visit.Figures{
		Outcome: visit.Shown, Text: ms, Listed: ms, CPU: 2 * ms, Longest: 50, Heap: 2e6, Elements: 1234, Nodes: 2000,
		Traffic: visit.Traffic{Bytes: 20e3, Script: 12e3, Style: 6e3, Requests: 4, Foreign: []string{"fonts.invalid"}},
	}
}

func crashed() visit.Figures {
	nan := math.NaN()
	return visit.Figures{Outcome: visit.Crashed, Reason: "the browser gave up the page", Text: nan, Listed: nan, CPU: nan, Blocking: nan, Longest: nan, Heap: nan, Elements: nan, Nodes: nan}
}

var _ = Describe("The report", func() {
	var f *figures

	text := func() string {
		var b bytes.Buffer
		Expect(f.report(&b)).To(Succeed())
		return b.String()
	}

	BeforeEach(func() {
		d := &description{subject: subject{name: "GitHub", browser: true}, from: "x/node_modules/@octokit/openapi/a.json", doc: apidoc.New(apidoc.Outline{SpecVersion: "3.0.3"}, nil, apidoc.Text{})}
		f = &figures{options: options{rounds: 1}, found: []*description{d}, missing: []error{errors.New("description of Stripe: not there")}}
		f.readings = []*reading{{description: d, views: []*views{
			visited(ours, seen(100), seen(200)), visited("Swift", seen(2500), seen(3000)), visited("Fragile", seen(2600), crashed()),
		}}}
		f.server = []*served{{name: "GitHub", samples: map[string][]serverside.Sample{
			serverside.Outline: {{CPU: 231}},
			serverside.Load:    {{CPU: 100}},
			serverside.Library: {{CPU: 1000}},
			serverside.Serve:   {{PageCPU: []float64{0.5, 0.7, 9}, Pages: []float64{1, 2, 3}, Queries: []float64{4, 5}, SlowestQuery: "pet"}},
		}}}
	})

	It("compares our time with the best of the peers", func() {
		Expect(text()).To(ContainSubstring("| text of the first operation of GitHub, sooner than the best peer | ≥ 20× | 25.0× (100 ms to 2,500 ms) | met |\n"))
	})

	It("says what is missed", func() {
		Expect(text()).To(ContainSubstring("| link to the last operation of GitHub, sooner than the best peer | ≥ 20× | 15.0× (200 ms to 3,000 ms) | **missed** |\n"))
		Expect(text()).To(ContainSubstring("| outline of GitHub served, CPU after the bytes are read | ≤ 100 ms | 231 ms | **missed** |\n"))
	})

	It("says what is not measured", func() {
		Expect(text()).To(ContainSubstring("| CSS of the first load with all themes, brotli | ≤ 14 kB | not measured | – |\n"))
		Expect(text()).To(ContainSubstring("- Not measured: description of Stripe: not there.\n"))
	})

	It("has a crash of a peer as a result", func() {
		Expect(text()).To(ContainSubstring("| Fragile | 2,600 (2,600) | 26.00× | crashed | – |"))
		Expect(text()).To(ContainSubstring("- Fragile, last operation: crashed (the browser gave up the page).\n"))
	})

	It("has no ratio to a page of ours that did not come", func() {
		f.readings[0].views[0] = visited(ours, crashed(), seen(200))

		Expect(text()).To(ContainSubstring("sooner than the best peer | ≥ 20× | not measured | – |\n"))
	})

	It("judges the server by CPU", func() {
		Expect(text()).To(ContainSubstring("| model of GitHub, CPU, to the bare build of libopenapi | ≤ 1.50× | 0.10× | met |\n"))
		Expect(text()).To(ContainSubstring("| page of an operation of GitHub that is not cached, CPU, median | ≤ 1 ms | 0.70 ms | met |\n"))
	})

	It("warns of figures of a busy machine", func() {
		Expect(text()).NotTo(ContainSubstring("busy"))

		f.busy = "100000.5, 3.00, 1.00"

		Expect(text()).To(ContainSubstring("> **The machine was busy with other work** (load average 100000.5, 3.00, 1.00 before the run"))
	})

	It("says what is loaded later, and can take the place of what was said before", func() {
		f.later = []later{{"A box is opened", []laterFile{{"box.js", 3000, 2000, 1000}, {"box.css", 300, 200, 100}}}}
		Expect(text()).To(ContainSubstring("| **A box is opened** | 3.30 kB | 2.20 kB | 1.10 kB |\n| `box.js` | 3.00 kB | 2.00 kB | 1.00 kB |\n| `box.css` |"))
		whole := text()

		f.later[0].files[0].brotli = 900
		name := filepath.Join(GinkgoT().TempDir(), "report.md")
		Expect(os.WriteFile(name, []byte(whole), 0o600)).To(Succeed())
		Expect(f.renew(name)).To(Succeed())
		Expect(os.ReadFile(name)).To(BeEquivalentTo(strings.NewReplacer("| 1.10 kB |", "| 1.00 kB |", "| 1.00 kB |", "| 0.90 kB |").Replace(whole)))

		before, rest, _ := strings.Cut(whole, laterTitle)
		_, after, _ := strings.Cut(rest, "\n## ")
		Expect(os.WriteFile(name, []byte(before+"## "+after), 0o600)).To(Succeed())
		f.later[0].files[0].brotli = 1000
		Expect(f.renew(name)).To(Succeed())
		Expect(os.ReadFile(name)).To(BeEquivalentTo(whole), "where there was none")
		Expect(replaced("# Something else\n", "## Loaded when wanted\n")).Error().To(MatchError("it has no conditions"))
	})

	It("says where a description comes from", func() {
		Expect(text()).To(ContainSubstring("from the package @octokit/openapi/a.json.\n"))
	})
})

var _ = Describe("Figures", func() {
	DescribeTable("are written with the digits that matter",
		func(write func(float64) string, v float64, want string) { Expect(write(v)).To(Equal(want)) },
		Entry("below ten", ms, 1.234, "1.23 ms"),
		Entry("below a hundred", ms, 12.34, "12.3 ms"),
		Entry("with a comma at the thousands", count, 1234567.0, "1,234,567"),
		Entry("without a comma in front", count, -123.0, "-123"),
		Entry("in megabytes", megabytes, 13.0e6, "13.0 MB"),
		Entry("as a ratio", times, 1.5, "1.50×"),
		Entry("when there is none", kilobytes, math.NaN(), "–"),
	)
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
		Entry("to standard output when it is a part", "-", "-only", "server"),
		Entry("to standard output when it is about some", "-", "-about", "GitHub"),
		Entry("where it is told", "x.md", "-quick", "-out", "x.md"),
	)

	It("make a quick run of one round of two descriptions", func() {
		o, err := parse([]string{"-quick", "-rounds", "9"})

		Expect(err).NotTo(HaveOccurred())
		Expect(o.rounds).To(Equal(1))
		Expect(o.about.MatchString("GitHub")).To(BeTrue())
		Expect(o.about.MatchString("Stripe")).To(BeFalse())
	})

	DescribeTable("are refused",
		func(args ...string) {
			_, err := parse(args)

			Expect(err).To(HaveOccurred())
		},
		Entry("without a round", "-rounds", "0"),
		Entry("without time", "-timeout", "0s"),
		Entry("with a part that is no expression", "-only", "("),
	)
})
