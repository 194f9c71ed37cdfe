package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/stats"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/visit"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/walk"
)

// followed are the links of a description that were followed at random.
type followed struct {
	*description
	rested []float64 // ms, after a rest on the link, in which a page is fetched ahead
	atOnce []float64
	failed []error
}

// walker follows links of a description.
type walker struct {
	*followed
	browser *walk.Walker
	random  *rand.Rand
	close   func()
}

// newWalker serves a description and opens its first operation.
func newWalker(ctx context.Context, executable string, d *description) (*walker, error) {
	v, err := newViewer(ctx, d.text)
	if err != nil {
		return nil, err
	}
	site := serve(v)
	browser, err := walk.Open(ctx, executable, site.URL, "/operations/"+url.PathEscape(d.doc.Operations[0].Slug))
	if err != nil {
		site.Close()
		return nil, errors.Join(err, v.Close())
	}
	return &walker{
		followed: &followed{description: d}, browser: browser, random: rand.New(rand.NewPCG(1, 2)),
		close: func() { browser.Close(); site.Close(); _ = v.Close() },
	}, nil
}

// inTurn is how many links of a description are followed before those of the next.
const inTurn = 10

// measureLinks follows links of the descriptions in turns.
func (f *figures) measureLinks(ctx context.Context) error {
	executable, err := visit.Executable()
	if err != nil {
		return err
	}
	var walkers []*walker
	for _, d := range f.found {
		if !d.opened {
			continue
		}
		w, err := newWalker(ctx, executable, d)
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		defer w.close()
		walkers, f.followed = append(walkers, w), append(f.followed, w.followed)
	}
	for done := 0; done < f.options.links; {
		for _, w := range walkers {
			for range inTurn {
				w.step(ctx)
			}
			done += inTurn
		}
		fmt.Fprintf(os.Stderr, "bench: %d of %d links followed\n", done, f.options.links)
	}
	return nil
}

// step follows a link, every second time after a rest on it.
func (w *walker) step(ctx context.Context) {
	rest := w.random.IntN(2) == 0
	took, err := w.browser.Step(ctx, w.random.IntN(1<<30), rest)
	switch {
	case errors.Is(err, walk.ErrNowhere):
	case err != nil:
		w.failed = append(w.failed, err)
	case rest:
		w.rested = append(w.rested, took)
	default:
		w.atOnce = append(w.atOnce, took)
	}
}

// linksGoals bound how long a link takes, after a rest and at once.
func (f *figures) linksGoals() (list []goal) {
	for _, w := range f.followed {
		list = append(list,
			goal{"link of " + w.name + " that a reader has rested on, to the heading, median", "≤ 30 ms", func(*figures) finding {
				return within(stats.Median(w.rested), 30, ms)
			}},
			goal{"link of " + w.name + " that is followed at once, to the heading, median", "≤ 100 ms", func(*figures) finding {
				return within(stats.Median(w.atOnce), 100, ms)
			}})
	}
	return list
}

func (f *figures) linksTable(p *report.Page) {
	if len(f.followed) == 0 {
		return
	}
	p.Line("## Following links\n")
	p.Line("Links between operations and models are followed at random: ms from the click until the heading of the next page is painted. A reader who rests on a link for half a second gives the page time to be fetched ahead.\n")
	p.Table("description", "", "links", "median", "95th percentile", "99th", "slowest", "failed")
	for _, w := range f.followed {
		w.row(p, "after a rest", w.rested)
		w.row(p, "at once", w.atOnce)
	}
	p.Line("")
	for _, w := range f.followed {
		for _, err := range w.failed[:min(len(w.failed), 3)] {
			p.Line("- %s: %v.", w.name, err)
		}
	}
}

func (w *followed) row(p *report.Page, name string, times []float64) {
	p.Row(w.name, name, fmt.Sprint(len(times)), digits(stats.Median(times)), digits(stats.Quantile(times, 0.95)),
		digits(stats.Quantile(times, 0.99)), digits(stats.Max(times)), fmt.Sprint(len(w.failed)))
}
