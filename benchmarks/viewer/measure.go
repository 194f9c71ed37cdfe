package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/visit"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// way is one of the two ways into a reference.
type way string

const (
	toFirst way = "first" // to the text of the first operation
	toLast  way = "last"  // by a link to the last operation
)

// views are the visits of one viewer to one description, round by round. A visit
// that came to nothing is not made again.
type views struct {
	variant string
	rounds  map[way][]visit.Figures
}

// reading is a description with everybody who shows it.
type reading struct {
	*description
	views []*views
	sites []site
	all   []variant
}

// of finds the visits of a viewer, nil when there are none.
func (r *reading) of(name string) *views {
	for _, v := range r.views {
		if v.variant == name {
			return v
		}
	}
	return nil
}

// prepare starts the sites of all viewers for a description.
func prepare(ctx context.Context, d *description, packages string, installed error) (*reading, error) {
	r := &reading{description: d}
	h, err := newViewer(ctx, d.text)
	if err != nil {
		return nil, err
	}
	r.add(trefoil(), h)
	if installed != nil {
		return r, nil
	}
	for _, p := range peers() {
		h, err := p.handler(packages, d.text)
		if err != nil {
			r.close()
			return nil, err
		}
		r.add(p, h)
	}
	return r, nil
}

func (r *reading) add(v variant, h http.Handler) {
	r.all = append(r.all, v)
	r.sites = append(r.sites, serve(h))
	r.views = append(r.views, &views{variant: v.name, rounds: map[way][]visit.Figures{}})
}

func (r *reading) close() {
	for _, s := range r.sites {
		s.Close()
	}
}

// newViewer is our viewer as it is served, with the description loaded.
func newViewer(ctx context.Context, text []byte) (*viewer.Viewer, error) {
	v, err := viewer.New(openapi.FromContent(string(text)), htmlrender.New())
	if err != nil {
		return nil, err
	}
	if err := v.Wait(ctx); err != nil {
		return nil, fmt.Errorf("load the description: %w", err)
	}
	return v, nil
}

// round lets every viewer have its turn, beginning with another one each time.
func (r *reading) round(ctx context.Context, number int, o options) {
	for i := range r.all {
		k := (i + number) % len(r.all)
		for _, w := range []way{toFirst, toLast} {
			done := r.views[k].rounds[w]
			if len(done) > 0 && done[len(done)-1].Outcome != visit.Shown {
				continue
			}
			f := r.visit(ctx, k, w, o)
			fmt.Fprintf(os.Stderr, "bench: %s, %s, %s: %s, text after %.0f ms\n", r.name, r.all[k].name, w, f.Outcome, f.Text)
			r.views[k].rounds[w] = append(done, f)
		}
	}
}

// visit goes one way, unless the page did not even finish on the other.
func (r *reading) visit(ctx context.Context, k int, w way, o options) visit.Figures {
	if last, ok := r.views[k].last(toFirst); ok && w == toLast && (last.Outcome == visit.Late || last.Outcome == visit.Crashed) {
		return visit.NotMade("the visit to the first operation " + string(last.Outcome))
	}
	return visit.Do(ctx, r.task(k, w, o))
}

func (r *reading) task(k int, w way, o options) visit.Task {
	v, at, first := r.all[k], r.sites[k].URL, &r.doc.Operations[0]
	t := visit.Task{Blank: at + blank, Beside: v.beside, Timeout: o.timeout}
	switch {
	case w == toLast:
		t.URL, t.Texts, t.InView = at+"/"+v.link(r.last()), names(r.last()), true
	case v.lists:
		t.URL, t.Texts = at+"/", r.anyOperation()
	default:
		t.URL, t.Texts = at+"/"+v.link(first), names(first)
	}
	if o.shots != "" {
		t.Shot = filepath.Join(o.shots, fmt.Sprintf("%s-%s-%s.png", r.name, v.name, w))
	}
	return t
}

// measureBrowser visits everything in turns.
func measureBrowser(ctx context.Context, found []*description, o options, installed error) ([]*reading, error) {
	var readings []*reading
	for _, d := range found {
		if !d.browser {
			continue
		}
		r, err := prepare(ctx, d, peersDir, installed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		defer r.close()
		readings = append(readings, r)
	}
	for n := range o.rounds {
		for _, r := range readings {
			r.round(ctx, n, o)
		}
		fmt.Fprintf(os.Stderr, "bench: round %d of %d in the browser, %s\n", n+1, o.rounds, time.Now().Format(time.TimeOnly))
	}
	return readings, nil
}
