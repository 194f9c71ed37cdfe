package main

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/stats"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/visit"
)

// page is one of ours that a reader opens, or the page with nothing but a text
// that it is compared with.
type page struct {
	name    string
	address string
	heading string
	rounds  []visit.Figures
}

// Names of the pages that are opened.
const (
	onlyText  = "only a text"
	overview  = "overview"
	operation = "operation"
)

// textPage is the page with nothing but a text, which every site has.
const (
	textPage = "/text.html"
	theText  = "A text"
)

// openings are the pages of a description that are opened, from the same origin.
type openings struct {
	*description
	site  site
	close func()
	pages []*page
}

// newOpenings serves a description.
func newOpenings(ctx context.Context, d *description) (*openings, error) {
	v, err := newViewer(ctx, d.text)
	if err != nil {
		return nil, err
	}
	o := &openings{description: d, site: serve(v)}
	o.close = func() {
		o.site.Close()
		_ = v.Close()
	}
	first := &d.doc.Operations[0]
	o.pages = []*page{
		{name: onlyText, address: textPage, heading: theText},
		{name: overview, address: "/", heading: clean(d.doc.Info.Title)},
		{name: operation, address: "/operations/" + url.PathEscape(first.Slug), heading: clean(first.Title())},
	}
	for _, p := range o.pages { // written before the clock starts
		if _, err := fetch(o.site.Config.Handler, p.address); err != nil {
			o.close()
			return nil, err
		}
	}
	return o, nil
}

// round opens every page once, beginning with another one each time.
func (o *openings) round(ctx context.Context, number int, limit options) {
	for i := range o.pages {
		p := o.pages[(i+number)%len(o.pages)]
		t := visit.Task{
			Blank: o.site.URL + blank, URL: o.site.URL + p.address, Texts: []string{p.heading},
			Beside: besideContent, InView: true, Timeout: limit.timeout,
		}
		if limit.shots != "" {
			t.Shot = filepath.Join(limit.shots, fmt.Sprintf("%s-%s.png", o.name, p.name))
		}
		f := visit.Do(ctx, t)
		p.rounds = append(p.rounds, f)
		fmt.Fprintf(os.Stderr, "bench: %s, %s: %s, painted after %.0f ms, text after %.0f ms, longest task %.0f ms\n", o.name, p.name, f.Outcome, f.Painted, f.Text, f.Longest)
	}
}

// measureText opens the pages of every description in turns.
func (f *figures) measureText(ctx context.Context) error {
	for _, d := range f.found {
		if !d.opened {
			continue
		}
		o, err := newOpenings(ctx, d)
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		defer o.close()
		f.openings = append(f.openings, o)
	}
	for n := range f.options.rounds * textRounds {
		for _, o := range f.openings {
			o.round(ctx, n, f.options)
		}
	}
	return nil
}

// textRounds is how often pages are opened in a round: a visit takes a second, and its
// ratio to an empty page is one of two short times.
const textRounds = 3

// each reads a figure of every visit to a page that showed its text.
func (p *page) each(figure func(visit.Figures) float64) []float64 {
	list := make([]float64, len(p.rounds))
	for i, f := range p.rounds {
		list[i] = math.NaN()
		if f.Outcome == visit.Shown {
			list[i] = figure(f)
		}
	}
	return list
}

func text(f visit.Figures) float64    { return f.Text }
func painted(f visit.Figures) float64 { return f.Painted }
func longest(f visit.Figures) float64 { return f.Longest }

// ratio is how much longer a page takes than one with nothing but a text.
func (o *openings) ratio(p *page, figure func(visit.Figures) float64) float64 {
	return stats.Median(stats.Ratios(p.each(figure), o.pages[0].each(figure)))
}

// textGoals bound the time to the text of each page, and its longest task.
func (f *figures) textGoals() (list []goal) {
	for _, o := range f.openings {
		for _, p := range o.pages[1:] {
			list = append(list,
				goal{"text of the " + p.name + " of " + o.name + ", to a page of nothing but a text", "≤ 2.00×", func(*figures) finding {
					return within(o.ratio(p, text), 2, times)
				}},
				goal{"longest task of the " + p.name + " of " + o.name, "≤ 50 ms", func(*figures) finding {
					return within(stats.Median(p.each(longest)), 50, ms)
				}})
		}
	}
	return list
}

// within judges a figure that is to be at most a limit.
func within(v, limit float64, write func(float64) string) finding {
	if math.IsNaN(v) {
		return finding{}
	}
	return finding{write(v), v <= limit}
}

func (f *figures) textTable(p *report.Page) {
	if len(f.openings) == 0 {
		return
	}
	p.Line("## First text\n")
	p.Line("A page of ours against one of the same origin that holds nothing but a heading, in turns: ms from the start of the navigation until the heading is painted, medians with the minimum in brackets. Ratios are taken within a turn.\n")
	p.Table("description", "page", "first paint", "heading", "to nothing but a text", "main thread", "longest task", "bytes", "requests")
	for _, o := range f.openings {
		for _, page := range o.pages {
			median := func(write func(float64) string, figure func(visit.Figures) float64) string {
				return write(stats.Median(page.each(figure)))
			}
			seen := page.each(text)
			p.Row(o.name, page.name, median(ms, painted), fmt.Sprintf("%s (%s)", digits(stats.Median(seen)), digits(stats.Min(seen))),
				times(o.ratio(page, text)), median(ms, mainThread), median(ms, longest),
				median(kilobytes, func(f visit.Figures) float64 { return f.Bytes }),
				median(count, func(f visit.Figures) float64 { return float64(f.Requests) }))
		}
	}
	p.Line("")
}
