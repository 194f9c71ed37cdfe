package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/frameworks"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// report writes the figures as Markdown.
func (f *figures) report(w io.Writer) error {
	p := &report.Page{}
	p.Begin("Router: measured against its peers", "benchmarks/router")
	f.goals(p)
	for _, m := range f.scenarios {
		m.report(p)
	}
	f.bootTable(p)
	f.sizeTable(p)
	f.endToEndTable(p)
	f.conditions(p)
	_, err := w.Write(p.Bytes())
	return err
}

func (f *figures) goals(p *report.Page) {
	t := &report.Tally{Yes: "yes", No: "**no**"}
	for _, g := range goals() {
		found := g.find(f)
		measured := found.figure != ""
		t.Row(g.text, g.target, cmp.Or(found.figure, report.NotMeasured), t.Judge(measured, found.met))
	}
	t.Report(p, "A ratio or a difference is met when it is by the minimum and by the 10th percentile.\n"+
		"Behind the percentile are the lowest and the highest figure of the builds.",
		func() { p.Table("goal", "target", "figure", "met") })
}

func (m *measured) report(p *report.Page) {
	p.Line("## %s\n", m.title)
	p.Line("`%s %s`, status %d.", m.request.Method, m.request.Path, m.answer.status)
	p.Line("%s\n", m.note)
	p.Table("variant", "ns min", "ns p10", "to "+m.base+", min", "to "+m.base+", p10", "allocations", "bytes")
	base, known := find(m.results, m.base)
	sorted := slices.SortedStableFunc(slices.Values(m.results), func(a, b measure.Result) int {
		return cmp.Compare(a.P10, b.P10)
	})
	for _, r := range sorted {
		byMin, byP10 := "–", "–"
		if known {
			byMin, byP10 = times(r.Min/base.Min), times(r.P10/base.P10)
		}
		p.Row(r.Name+m.footmark(r.Name), fmt.Sprintf("%.0f", r.Min), fmt.Sprintf("%.0f", r.P10), byMin, byP10,
			fmt.Sprintf("%.2f", r.Allocs), fmt.Sprintf("%.0f", r.Bytes))
	}
	p.Line("")
	m.footnotes(p)
}

func (m *measured) footmark(variant string) string {
	if m.remarks[variant] == "" {
		return ""
	}
	return " (!)"
}

func (m *measured) footnotes(p *report.Page) {
	for _, r := range m.results {
		if remark := m.remarks[r.Name]; remark != "" {
			p.Line("(!) %s %s: its figure is not comparable.\n", r.Name, remark)
		}
	}
}

func (f *figures) bootTable(p *report.Page) {
	if len(f.boots) == 0 {
		return
	}
	p.Line("## Start with %d routes\n", frameworks.BootRoutes)
	p.Line("CPU time of the process until the handler is there, and then until the OpenAPI description is: the minimum of %d starts in one process.", bootRuns)
	p.Line("gin and ServeMux know no types and describe nothing.\n")
	p.Table("variant", "handler", "description", "its bytes")
	for _, b := range f.boots {
		document, bytes := "–", "–"
		if b.size > 0 {
			document, bytes = milliseconds(b.document), fmt.Sprint(b.size)
		}
		if b.size > 0 && b.describedAtBuild() {
			document = "with the handler"
		}
		p.Row(b.name, milliseconds(b.build), document, bytes)
	}
	p.Line("")
}

func (f *figures) sizeTable(p *report.Page) {
	if len(f.sizes) == 0 {
		return
	}
	p.Line("## Size of a program that answers \"hello\"\n")
	p.Line("Built with `-trimpath -ldflags \"-s -w\"` and without cgo.\n")
	p.Table("variant", "bytes", "to net/http")
	for _, s := range f.sizes {
		p.Row(s.name, fmt.Sprint(s.bytes), times(float64(s.bytes)/float64(f.sizes[0].bytes)))
	}
	p.Line("")
}

func (f *figures) endToEndTable(p *report.Page) {
	if len(f.endToEnd) == 0 {
		return
	}
	p.Line("## End to end\n")
	p.Line("The typed JSON GET over a loopback connection that is kept, one request after the other.")
	p.Line("Every server is a process of its own with GOMAXPROCS=1 and reads its own CPU time, user and system.")
	p.Line("The time limits are those that trefoil starts with: net/http sets a deadline for them on every request.")
	p.Line("%d rounds of %d requests, the servers in random order in each.\n", endToEndRounds, endToEndRequests)
	p.Table("server", "µs CPU per request, min", "p25", "to gin, min", "to gin, p25")
	base := f.endToEnd[0]
	for _, s := range f.endToEnd {
		p.Row(s.name, fmt.Sprintf("%.2f", s.min), fmt.Sprintf("%.2f", s.p25), times(s.min/base.min), times(s.p25/base.p25))
	}
	p.Line("")
}

func times(ratio float64) string { return fmt.Sprintf("%.2f×", ratio) }

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}
