package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/frameworks"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// report writes the figures as Markdown.
func (f *figures) report(w io.Writer) error {
	p := &page{}
	p.line("# Router: measured against its peers\n")
	p.line("This page is written by `benchmarks/router`; do not edit it.")
	p.line("All figures are of one run on one machine: compare them with each other, not with those of another machine.\n")
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

// page is Markdown in the making.
type page struct{ bytes.Buffer }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// table begins a table; columns after the first are numbers.
func (p *page) table(columns ...string) {
	p.row(columns...)
	p.line("|---|%s", strings.Repeat("--:|", len(columns)-1))
}

func (p *page) row(cells ...string) { p.line("| %s |", strings.Join(cells, " | ")) }

func (f *figures) goals(p *page) {
	met, missed := 0, 0
	rows := &page{}
	for _, g := range goals() {
		found := g.find(f)
		switch {
		case found.figure == "":
			rows.row(g.text, g.target, "not measured", "–")
		case found.met:
			met++
			rows.row(g.text, g.target, found.figure, "yes")
		default:
			missed++
			rows.row(g.text, g.target, found.figure, "**no**")
		}
	}
	p.line("## Goals\n")
	p.line("%d met, %d missed.", met, missed)
	p.line("A ratio or a difference is met when it is by the minimum and by the 10th percentile.")
	p.line("Behind the percentile are the lowest and the highest figure of the builds.\n")
	p.table("goal", "target", "figure", "met")
	_, _ = p.Write(rows.Bytes()) // a buffer takes everything
	p.line("")
}

func (m *measured) report(p *page) {
	p.line("## %s\n", m.title)
	p.line("`%s %s`, status %d.", m.request.Method, m.request.Path, m.answer.status)
	p.line("%s\n", m.note)
	p.table("variant", "ns min", "ns p10", "to "+m.base+", min", "to "+m.base+", p10", "allocations", "bytes")
	base, known := find(m.results, m.base)
	sorted := slices.SortedStableFunc(slices.Values(m.results), func(a, b measure.Result) int {
		return cmp.Compare(a.P10, b.P10)
	})
	for _, r := range sorted {
		byMin, byP10 := "–", "–"
		if known {
			byMin, byP10 = times(r.Min/base.Min), times(r.P10/base.P10)
		}
		p.row(r.Name+m.footmark(r.Name), fmt.Sprintf("%.0f", r.Min), fmt.Sprintf("%.0f", r.P10), byMin, byP10,
			fmt.Sprintf("%.2f", r.Allocs), fmt.Sprintf("%.0f", r.Bytes))
	}
	p.line("")
	m.footnotes(p)
}

func (m *measured) footmark(variant string) string {
	if m.remarks[variant] == "" {
		return ""
	}
	return " (!)"
}

func (m *measured) footnotes(p *page) {
	for _, r := range m.results {
		if remark := m.remarks[r.Name]; remark != "" {
			p.line("(!) %s %s: its figure is not comparable.\n", r.Name, remark)
		}
	}
}

func (f *figures) bootTable(p *page) {
	if len(f.boots) == 0 {
		return
	}
	p.line("## Start with %d routes\n", frameworks.BootRoutes)
	p.line("CPU time of the process until the handler is there, and then until the OpenAPI description is: the minimum of %d starts in one process.", bootRuns)
	p.line("gin and ServeMux know no types and describe nothing.\n")
	p.table("variant", "handler", "description", "its bytes")
	for _, b := range f.boots {
		document, bytes := "–", "–"
		if b.size > 0 {
			document, bytes = milliseconds(b.document), fmt.Sprint(b.size)
		}
		if b.size > 0 && b.describedAtBuild() {
			document = "with the handler"
		}
		p.row(b.name, milliseconds(b.build), document, bytes)
	}
	p.line("")
}

func (f *figures) sizeTable(p *page) {
	if len(f.sizes) == 0 {
		return
	}
	p.line("## Size of a program that answers \"hello\"\n")
	p.line("Built with `-trimpath -ldflags \"-s -w\"` and without cgo.\n")
	p.table("variant", "bytes", "to net/http")
	for _, s := range f.sizes {
		p.row(s.name, fmt.Sprint(s.bytes), times(float64(s.bytes)/float64(f.sizes[0].bytes)))
	}
	p.line("")
}

func (f *figures) endToEndTable(p *page) {
	if len(f.endToEnd) == 0 {
		return
	}
	p.line("## End to end\n")
	p.line("The typed JSON GET over a loopback connection that is kept, one request after the other.")
	p.line("Every server is a process of its own with GOMAXPROCS=1 and reads its own CPU time, user and system.")
	p.line("The time limits are those that trefoil starts with: net/http sets a deadline for them on every request.")
	p.line("%d rounds of %d requests, the servers in random order in each.\n", endToEndRounds, endToEndRequests)
	p.table("server", "µs CPU per request, min", "p25", "to gin, min", "to gin, p25")
	base := f.endToEnd[0]
	for _, s := range f.endToEnd {
		p.row(s.name, fmt.Sprintf("%.2f", s.min), fmt.Sprintf("%.2f", s.p25), times(s.min/base.min), times(s.p25/base.p25))
	}
	p.line("")
}

func times(ratio float64) string { return fmt.Sprintf("%.2f×", ratio) }

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}
