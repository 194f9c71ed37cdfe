package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

// report writes the figures as Markdown.
func (f *figures) report(w io.Writer) error {
	p := &page{}
	p.line("# REST client: measured against its peers and its goals\n")
	p.line("This page is written by `benchmarks/restclient`; do not edit it.")
	p.line("All figures are of one run on one machine: compare them with each other, not with those of another machine.\n")
	f.goals(p)
	f.urlTable(p)
	for _, m := range f.scenarios {
		m.report(p)
	}
	f.memoryTable(p)
	f.originalTable(p)
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
	for _, g := range goals(f) {
		found := g.find(f)
		switch {
		case found.figure == "":
			rows.row(g.id, g.text, g.limit, "not measured", "", "–", "")
		case found.met:
			met++
			rows.row(g.id, g.text, g.limit, found.figure, found.allocs, "yes", "")
		default:
			missed++
			rows.row(g.id, g.text, g.limit, found.figure, found.allocs, "**no**", g.reason)
		}
	}
	p.line("## Goals\n")
	p.line("%d met, %d missed.", met, missed)
	p.line("Ratios and differences are taken within each round; a goal is met when their median is within the limit, and so are the allocations.\n")
	p.line("| | goal | limit | measured | allocations | met | why it is missed |")
	p.line("|---|---|--:|--:|--:|--:|---|")
	_, _ = p.Write(rows.Bytes()) // a buffer takes everything
	p.line("")
}

func (m *measured) report(p *page) {
	p.line("## %s\n", m.title)
	if m.note != "" {
		p.line("%s\n", m.note)
	}
	columns := []string{"variant", "ns median", "ns min", "allocations", "bytes", "rounds"}
	base, known := m.find(m.base)
	if known {
		columns = append(columns, "to "+m.base+", median", "min")
	}
	p.table(columns...)
	for _, r := range m.results {
		cells := []string{
			r.Name, nanoseconds(measure.Median(r.Rounds)), nanoseconds(measure.Min(r.Rounds)),
			fmt.Sprintf("%.2f", r.Allocs), fmt.Sprintf("%.0f", r.Bytes), fmt.Sprint(len(r.Rounds)),
		}
		if known {
			ratios := measure.Ratios(r, base)
			cells = append(cells, fmt.Sprintf("%.3f×", measure.Median(ratios)), fmt.Sprintf("%.3f×", measure.Min(ratios)))
		}
		p.row(cells...)
	}
	p.line("")
}

func (f *figures) urlTable(p *page) {
	if len(f.urls) == 0 {
		return
	}
	p.line("## Write a URL\n")
	p.line("The comparisons of `modules/restclient/internal/argument`, which take turns within the benchmark, in wall time; the medians of %d runs.\n", len(f.urls[0].medians))
	p.table("comparison", "ns ours", "ns theirs", "ratio, median", "min", "our allocations")
	for _, r := range f.urls {
		p.row(strings.ReplaceAll(r.name, "_", " "), nanoseconds(measure.Median(r.ours)), nanoseconds(measure.Median(r.theirs)),
			fmt.Sprintf("%.3f×", measure.Median(r.medians)), fmt.Sprintf("%.3f×", measure.Min(r.mins)), fmt.Sprintf("%.2f", r.allocations))
	}
	p.line("")
}

// nanoseconds has a decimal where it matters.
func nanoseconds(ns float64) string {
	if ns < 100 {
		return fmt.Sprintf("%.1f", ns)
	}
	return fmt.Sprintf("%.0f", ns)
}

func (f *figures) memoryTable(p *page) {
	if f.memory == nil {
		return
	}
	p.line("## Memory\n")
	p.line("Growth of the heap after a collection, with %d entities of %.0f bytes that refer to nothing else.\n", f.memory.entities, sizeOfPoint)
	p.table("in", "bytes per entity", "beyond its size")
	p.row("a store", fmt.Sprintf("%.1f", f.memory.store), fmt.Sprintf("%.1f", f.memory.overhead()))
	p.row("a map[int]Point", fmt.Sprintf("%.1f", f.memory.plain), fmt.Sprintf("%.1f", f.memory.plain-sizeOfPoint))
	p.line("")
}

func (f *figures) originalTable(p *page) {
	if f.original == nil {
		return
	}
	p.line("## Data Client\n")
	if f.original.missing != "" {
		p.line("It was not measured: %s.\n", f.original.missing)
		return
	}
	last := f.original.turns[len(f.original.turns)-1].theirs
	p.line("`@data-client/rest` %s with `@data-client/core` %s, without a browser, on Node %s with `NODE_ENV=production`.", last.Rest, last.Core, last.Node)
	p.line("It and trefoil take %d turns; in each, the smallest of many samples counts, in ns: wall time for Data Client, which has the thread for itself, CPU time for trefoil.\n", len(f.original.turns))
	p.table("Data Client", "median of the turns", "min")
	for _, r := range []struct {
		name   string
		figure func(theirs) float64
	}{
		{"read a list of 100 rows again", func(t theirs) float64 { return t.MemoSmall }},
		{"read a list of 2 000 rows again", func(t theirs) float64 { return t.MemoLarge }},
		{"write an entity next to 2 000 rows", func(t theirs) float64 { return t.UnrelatedWrite }},
		{"parse 2 000 rows", func(t theirs) float64 { return t.Parse }},
		{"parse and normalise 2 000 rows", func(t theirs) float64 { return t.ParseAndNormalise }},
	} {
		figures := f.original.each(func(t turn) float64 { return r.figure(t.theirs) })
		p.row(r.name, nanoseconds(measure.Median(figures)), nanoseconds(measure.Min(figures)))
	}
	p.line("")
	f.original.ours.report(p)
}
