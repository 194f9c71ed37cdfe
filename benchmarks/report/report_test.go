package report_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/report"
)

var _ = Describe("A page", func() {
	It("begins with what wrote it and what its figures are worth", func() {
		p := &report.Page{}

		p.Begin("Router", "benchmarks/router")

		Expect(p.String()).To(Equal("# Router\n\nThis page is written by `benchmarks/router`; do not edit it.\n" +
			"All figures are of one run on one machine: compare them with each other, not with those of another machine.\n\n"))
	})

	DescribeTable("says how it is made again",
		func(command string, args ...string) {
			p := &report.Page{}

			p.Reproduce("bench-router", args)

			Expect(p.String()).To(Equal("## Reproduce\n\n```sh\n" + command + "\n```\n"))
		},
		Entry("without arguments", "make bench-router"),
		Entry("with all of them", `make bench-router ARGS="-rounds 3 -out x.md"`, "-rounds", "3", "-out", "x.md"),
	)
})

var _ = Describe("A tally", func() {
	It("counts what was measured and keeps the order of the goals", func() {
		t, p := &report.Tally{Yes: "yes", No: "**no**"}, &report.Page{}
		for _, g := range []struct{ measured, met bool }{{true, true}, {true, false}, {false, false}, {true, true}} {
			t.Row("goal", t.Judge(g.measured, g.met))
		}

		t.Report(p, "Medians of 100 % decide.", func() { p.Table("goal", "met") })

		Expect(p.String()).To(Equal("## Goals\n\n2 met, 1 missed.\nMedians of 100 % decide.\n\n" +
			"| goal | met |\n|---|--:|\n| goal | yes |\n| goal | **no** |\n| goal | – |\n| goal | yes |\n\n"))
	})

	It("of no goals is an empty table", func() {
		p := &report.Page{}

		(&report.Tally{}).Report(p, "Nothing decides.", func() { p.Table("goal") })

		Expect(p.String()).To(Equal("## Goals\n\n0 met, 0 missed.\nNothing decides.\n\n| goal |\n|---|\n\n"))
	})
})

var _ = DescribeTable("Allocations are bounded",
	func(limit, allocs float64, text, figure string, within bool) {
		Expect(report.AllocLimit(limit)).To(Equal(text))
		Expect(report.AllocFigure(allocs, limit)).To(Equal(figure))
		Expect(report.AllocsWithin(allocs, limit)).To(Equal(within))
	},
	Entry("by none", 0.0, 0.0, ", ≤ 0 allocations", "0.00", true),
	Entry("by one", 1.0, 1.01, ", ≤ 1 allocation", "1.01", false),
	Entry("by some, and forgiven what is not shown", 44.0, 44.004, ", ≤ 44 allocations", "44.00", true),
	Entry("by some, and missed by what is shown", 44.0, 44.005, ", ≤ 44 allocations", "44.01", false),
	Entry("by nothing", float64(report.NoLimit), 1e9, "", "", true),
)

var _ = Describe("The machine", func() {
	file := func(text string) string {
		name := filepath.Join(GinkgoT().TempDir(), "file")
		Expect(os.WriteFile(name, []byte(text), 0o600)).To(Succeed())
		return name
	}

	It("is named by Go, system, processor and cores", func() {
		Expect(report.Machine()).To(And(
			HavePrefix(runtime.Version()+", "+runtime.GOOS+"/"+runtime.GOARCH+", "),
			HaveSuffix(fmt.Sprintf(", %d cores", runtime.NumCPU())),
		))
	})

	It("has the first processor that the system names", func() {
		Expect(report.ProcessorIn(file("processor\t: 0\nmodel\t\t: 85\nmodel name\t: Swift 3000\nmodel name\t: Other\n"))).To(Equal("Swift 3000"))
	})

	It("has a load of three figures", func() {
		Expect(report.LoadIn(file("0.52 1.58 2.59 3/602 12345\n"))).To(Equal("0.52, 1.58, 2.59"))
	})

	It("has neither where the system does not tell", func() {
		Expect(report.ProcessorIn(file("processor: 0\n"))).To(Equal("unknown processor"))
		Expect(report.ProcessorIn("/does/not/exist")).To(Equal("unknown processor"))
		Expect(report.LoadIn(file("busy"))).To(Equal("unknown"))
		Expect(report.LoadIn("/does/not/exist")).To(Equal("unknown"))
	})

	It("tells the versions of what is linked in, and of nothing else", func() {
		linked := []*debug.Module{{Path: "a.example/one", Version: "v1.2.3"}, {Path: "a.example/other", Version: "v0.1.0"}, {Path: "a.example/two", Version: "v2.0.0"}}

		Expect(report.VersionsOf(linked, []string{"a.example/two", "a.example/one", "a.example/none"})).To(Equal([]string{"a.example/one v1.2.3", "a.example/two v2.0.0"}))
		Expect(report.Version("example.org/none")).To(Equal("of an unknown version"))
	})
})

var _ = Describe("A report", func() {
	errFull := errors.New("full")
	fill := func(w io.Writer) error {
		_, err := io.WriteString(w, "text")
		return err
	}

	It("goes into a file below directories that are made", func() {
		name := filepath.Join(GinkgoT().TempDir(), "a", "b", "report.md")

		Expect(report.Write(name, fill)).To(Succeed())

		Expect(os.ReadFile(name)).To(BeEquivalentTo("text"))
	})

	It("that cannot be written is an error that names the file", func() {
		name := filepath.Join(GinkgoT().TempDir(), "report.md")

		err := report.Write(name, func(io.Writer) error { return errFull })

		Expect(err).To(MatchError(errFull))
		Expect(err).To(MatchError(ContainSubstring(name)))
		Expect(report.Write(GinkgoT().TempDir(), fill)).To(MatchError(ContainSubstring("is a directory")))
	})

	It("goes to standard output for -", func() {
		out, err := os.Create(filepath.Join(GinkgoT().TempDir(), "out"))
		Expect(err).NotTo(HaveOccurred())
		stdout := os.Stdout
		os.Stdout = out

		err = report.Write("-", fill)

		os.Stdout = stdout
		Expect(err).NotTo(HaveOccurred())
		Expect(out.Close()).To(Succeed())
		Expect(os.ReadFile(out.Name())).To(BeEquivalentTo("text"))
	})
})

var _ = Describe("Work", func() {
	errWork := errors.New("work")
	fails := func() error { return errWork }

	It("is profiled into a file, whatever comes of it", func() {
		name := filepath.Join(GinkgoT().TempDir(), "cpu")

		Expect(report.Profiled(name, fails)).To(Equal(errors.Join(errWork)))

		Expect(os.ReadFile(name)).To(HavePrefix("\x1f\x8b"), "a profile is compressed")
	})

	It("is only done without a file", func() {
		Expect(report.Profiled("", fails)).To(BeIdenticalTo(errWork))
	})

	It("is not begun when there cannot be a profile", func() {
		begun := false

		err := report.Profiled(GinkgoT().TempDir(), func() error { begun = true; return nil })

		Expect(err).To(MatchError(HavePrefix("profile: ")))
		Expect(begun).To(BeFalse())
	})
})
