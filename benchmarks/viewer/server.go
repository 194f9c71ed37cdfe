package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/serverside"
)

// served is what a description costs the server, round by round.
type served struct {
	name    string
	bytes   int
	samples map[string][]serverside.Sample // by what was measured
}

// each reads a figure of every round.
func (s *served) each(what string, figure func(serverside.Sample) float64) []float64 {
	var list []float64
	for _, sample := range s.samples[what] {
		list = append(list, figure(sample))
	}
	return list
}

// measureServer measures every description in turns.
func (f *figures) measureServer(ctx context.Context) error {
	for _, d := range f.found {
		f.server = append(f.server, &served{name: d.name, bytes: len(d.text), samples: map[string][]serverside.Sample{}})
	}
	everything := []string{serverside.Outline, serverside.Load, serverside.Library, serverside.Everything, serverside.Serve}
	for round := range f.options.rounds {
		for i, d := range f.found {
			for k := range everything {
				what := everything[(k+round)%len(everything)]
				sample, err := serverside.Measure(ctx, what, d.text)
				if err != nil {
					return fmt.Errorf("%s: %w", d.name, err)
				}
				f.server[i].samples[what] = append(f.server[i].samples[what], sample)
			}
		}
		fmt.Fprintf(os.Stderr, "bench: round %d of %d on the server\n", round+1, f.options.rounds)
	}
	return nil
}

// firstLoad is the files that a page of ours names, each compressed as well as
// can be: the budget is for servers that do it once.
type firstLoad struct {
	page          string
	script, style float64 // bytes of brotli
	files         []string
}

// measureFirstLoad reads a page of every kind of the first description.
func (f *figures) measureFirstLoad(ctx context.Context) error {
	d := f.found[len(f.found)-1]
	v, err := newViewer(ctx, d.text)
	if err != nil {
		return err
	}
	defer func() { _ = v.Close() }()
	pages := []struct{ name, address string }{{"overview", "/"}, {"operation", "/operations/" + url.PathEscape(d.last().Slug)}}
	if len(d.doc.Models) > 0 {
		pages = append(pages, struct{ name, address string }{"model", "/models/" + url.PathEscape(d.doc.Models[0].Slug)})
	}
	for _, p := range pages {
		load, err := loadOf(v, p.address)
		if err != nil {
			return err
		}
		load.page = p.name
		f.first = append(f.first, load)
	}
	return nil
}

func loadOf(h http.Handler, address string) (firstLoad, error) {
	var load firstLoad
	page, err := fetch(h, address)
	if err != nil {
		return load, err
	}
	base, err := url.Parse(address)
	if err != nil {
		return load, err
	}
	for _, file := range namedFiles(page) {
		u, err := base.Parse(file)
		if err != nil {
			return load, fmt.Errorf("%s names %q: %w", address, file, err)
		}
		body, err := fetch(h, u.String())
		if err != nil {
			return load, err
		}
		small, err := brotlied(body, budgetLevel)
		if err != nil {
			return load, err
		}
		load.files = append(load.files, u.Path)
		if strings.HasSuffix(u.Path, ".css") {
			load.style += float64(len(small))
		} else {
			load.script += float64(len(small))
		}
	}
	return load, nil
}

// fetch asks for a file as it is, not compressed.
func fetch(h http.Handler, address string) ([]byte, error) {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Header.Set("Accept", "text/html, */*")
	h.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		return nil, fmt.Errorf("GET %s: status %d", address, w.Code)
	}
	return w.Body.Bytes(), nil
}

// namedFiles are the scripts and sheets that a page names, each once.
func namedFiles(page []byte) (files []string) {
	seen := map[string]bool{}
	tokens := html.NewTokenizer(strings.NewReader(string(page)))
	for tokens.Next() != html.ErrorToken {
		t := tokens.Token()
		a := map[string]string{}
		for _, attribute := range t.Attr {
			a[attribute.Key] = attribute.Val
		}
		file := ""
		switch {
		case t.Data == "script":
			file = a["src"]
		case t.Data == "link" && (a["rel"] == "stylesheet" || a["rel"] == "modulepreload"):
			file = a["href"]
		}
		if file != "" && !seen[file] {
			seen[file] = true
			files = append(files, file)
		}
	}
	return files
}
