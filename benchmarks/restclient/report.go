package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

// report writes the figures as Markdown.
func (f *figures) report(w io.Writer) error {
	p := &report.Page{}
	p.Begin("REST client: measured against its peers and its goals", "benchmarks/restclient")
	f.goals(p)
	f.urlTable(p)
	f.storeTable(p)
	for _, m := range f.scenarios {
		m.report(p)
	}
	f.redisTable(p)
	f.compileTable(p)
	f.originalTable(p)
	f.conditions(p)
	_, err := w.Write(p.Bytes())
	return err
}

func (f *figures) goals(p *report.Page) {
	t := &report.Tally{Yes: "yes", No: "**no**"}
	for _, g := range goals(f) {
		found, reason := g.find(f), g.reason
		measured := found.figure != ""
		if found.met || !measured {
			reason = ""
		}
		t.Row(g.id, g.text, g.limit, cmp.Or(found.figure, report.NotMeasured), found.allocs, t.Judge(measured, found.met), reason)
	}
	t.Report(p, "Ratios and differences are taken within each round; a goal is met when their median is within the limit, and so are the allocations.", func() {
		p.Line("| | goal | limit | measured | allocations | met | why it is missed |")
		p.Line("|---|---|--:|--:|--:|--:|---|")
	})
}

func (m *measured) report(p *report.Page) {
	p.Line("## %s\n", m.title)
	if m.note != "" {
		p.Line("%s\n", m.note)
	}
	columns := []string{"variant", "ns median", "ns min", "with the collector, ns", "allocations", "bytes", "rounds"}
	base, known := m.find(m.base)
	if known {
		columns = append(columns, "to "+m.base+", median", "min", "with the collector")
	}
	p.Table(columns...)
	for _, r := range m.results {
		cells := []string{
			r.Name, nanoseconds(measure.Median(r.Rounds)), nanoseconds(measure.Min(r.Rounds)), nanoseconds(r.Collected),
			fmt.Sprintf("%.2f", r.Allocs), fmt.Sprintf("%.0f", r.Bytes), fmt.Sprint(len(r.Rounds)),
		}
		if known {
			ratios := measure.Ratios(r, base)
			cells = append(cells, fmt.Sprintf("%.3f×", measure.Median(ratios)), fmt.Sprintf("%.3f×", measure.Min(ratios)), fmt.Sprintf("%.3f×", r.Collected/base.Collected))
		}
		p.Row(cells...)
	}
	p.Line("")
}

func (f *figures) urlTable(p *report.Page) {
	if len(f.urls) == 0 {
		return
	}
	p.Line("## Write a URL\n")
	p.Line("The comparisons of `modules/restclient/internal/declare/argument`, which take turns within the benchmark, in wall time; the medians of %d runs.\n", f.runsBeside())
	p.Table("comparison", "ns ours", "ns theirs", "ratio, median", "min", "our allocations")
	compared(p, f.urls)
}

// storeTable shows what is measured beside the store.
func (f *figures) storeTable(p *report.Page) {
	if len(f.store) == 0 {
		return
	}
	p.Line("## The store\n")
	p.Line("The comparisons of `modules/restclient/internal/store`, which take turns within the benchmark, in wall time; the medians of %d runs.\n", f.runsBeside())
	p.Table("comparison", "ns ours", "ns theirs", "ratio, median", "min", "our allocations")
	compared(p, f.store)
	c, ok := f.inStore("StoreMemory")
	if !ok {
		return
	}
	p.Line("Growth of the heap after a collection, with %.0f entities of %.0f bytes that refer to nothing else.\n", c.median("entities"), c.median("entity-B"))
	p.Table("in", "bytes per entity", "beyond its size")
	p.Row("a store", fmt.Sprintf("%.1f", c.median("store-B")), fmt.Sprintf("%.1f", c.median("beyond-B")))
	p.Row("a map", fmt.Sprintf("%.1f", c.median("map-B")), fmt.Sprintf("%.1f", c.median("map-B")-c.median("entity-B")))
	p.Line("")
}

// compared adds a row for each comparison of two things.
func compared(p *report.Page, all []*comparison) {
	for _, c := range all {
		if len(c.metrics["ratio-median"]) == 0 {
			continue
		}
		p.Row(strings.ReplaceAll(c.name, "_", " "), nanoseconds(c.median("ours-ns")), nanoseconds(c.median("theirs-ns")),
			fmt.Sprintf("%.3f×", c.median("ratio-median")), fmt.Sprintf("%.3f×", measure.Min(c.metrics["ratio-min"])), fmt.Sprintf("%.2f", c.most("ours-allocs")))
	}
	p.Line("")
}

// nanoseconds has a decimal where it matters.
func nanoseconds(ns float64) string {
	if ns < 100 {
		return fmt.Sprintf("%.1f", ns)
	}
	return fmt.Sprintf("%.0f", ns)
}

func (f *figures) originalTable(p *report.Page) {
	if f.original == nil {
		return
	}
	p.Line("## Data Client\n")
	if f.original.missing != "" {
		p.Line("It was not measured: %s.\n", f.original.missing)
		return
	}
	last := f.original.turns[len(f.original.turns)-1].theirs
	p.Line("`@data-client/rest` %s with `@data-client/core` %s, without a browser, on Node %s with `NODE_ENV=production`.", last.Rest, last.Core, last.Node)
	p.Line("It and trefoil take %d turns; in each, the smallest of many samples counts, in ns: wall time for Data Client, which has the thread for itself, CPU time for trefoil.\n", len(f.original.turns))
	p.Table("Data Client", "median of the turns", "min")
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
		p.Row(r.name, nanoseconds(measure.Median(figures)), nanoseconds(measure.Min(figures)))
	}
	p.Line("")
	f.original.ours.report(p)
}
