package serverside

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// works are what can be measured. Each returns what is held at the end.
var works = map[string]func(context.Context, string, *Sample) (any, error){
	Outline: outline, Load: loaded, Everything: everything, Library: library, Serve: serving,
}

func newViewer(text string) (*viewer.Viewer, error) {
	return viewer.New(openapi.FromContent(text), htmlrender.New())
}

// outline asks for the overview as soon as it is there.
func outline(ctx context.Context, text string, _ *Sample) (any, error) {
	v, err := newViewer(text)
	if err != nil {
		return nil, err
	}
	if err := v.Wait(ctx); err != nil {
		return nil, err
	}
	if status, _ := get(v, "/"); status != http.StatusOK {
		return nil, fmt.Errorf("the overview has the status %d", status)
	}
	return v, nil
}

// get asks a viewer as a browser does, and returns status and length.
func get(h http.Handler, address string) (status, length int) {
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Body.Len()
}

func loaded(ctx context.Context, text string, _ *Sample) (any, error) {
	return openapi.FromContent(text).Load(ctx)
}

func everything(ctx context.Context, text string, _ *Sample) (any, error) {
	doc, err := openapi.FromContent(text).Load(ctx)
	if err != nil {
		return nil, err
	}
	return doc, readAll(ctx, doc)
}

func readAll(ctx context.Context, doc *apidoc.Document) error {
	for i := range doc.Operations {
		if _, err := doc.Operation(ctx, doc.Operations[i].Slug); err != nil {
			return err
		}
	}
	for i := range doc.Models {
		if _, err := doc.Model(ctx, doc.Models[i].Slug); err != nil {
			return err
		}
	}
	return nil
}

// settle waits until the process has nothing to do: a viewer prepares the index of its
// search and other things in the background, which are not the work of a page.
func settle(ctx context.Context) error {
	const window = 100 * time.Millisecond
	for {
		before := usage()
		select {
		case <-time.After(window):
		case <-ctx.Done():
			return ctx.Err()
		}
		if usage()-before < window/50 {
			return nil
		}
	}
}

// serving asks for the page of every operation once, then for one that is kept, and
// searches. The time of loading is not among its pages.
func serving(ctx context.Context, text string, s *Sample) (any, error) {
	v, err := newViewer(text)
	if err != nil {
		return nil, err
	}
	if err := v.Wait(ctx); err != nil {
		return nil, err
	}
	if err := settle(ctx); err != nil {
		return nil, err
	}
	doc := v.Document()
	for i := range doc.Operations {
		address := "/operations/" + url.PathEscape(doc.Operations[i].Slug)
		cpu := usage()
		took, err := timed(v, address)
		if err != nil {
			return nil, err
		}
		s.PageCPU = append(s.PageCPU, milliseconds(usage()-cpu))
		s.Pages, s.SlowestPage = slower(s.Pages, took, s.SlowestPage, address)
	}
	s.HitCPU, s.HitAllocations = hit(v, "/operations/"+url.PathEscape(doc.Operations[len(doc.Operations)-1].Slug))
	for _, q := range queries(doc) {
		took, err := timed(v, "/search?q="+url.QueryEscape(q))
		if err != nil {
			return nil, err
		}
		s.Queries, s.SlowestQuery = slower(s.Queries, took, s.SlowestQuery, q)
	}
	return v, nil
}

func timed(h http.Handler, address string) (ms float64, err error) {
	began := time.Now()
	status, length := get(h, address)
	took := milliseconds(time.Since(began))
	if status != http.StatusOK || length == 0 {
		return 0, fmt.Errorf("GET %s: status %d, %d bytes", address, status, length)
	}
	return took, nil
}

// sink takes an answer and keeps nothing of it.
type sink struct{ header http.Header }

func (s sink) Header() http.Header         { return s.header }
func (s sink) Write(b []byte) (int, error) { return len(b), nil }
func (s sink) WriteHeader(int)             {}

// hit is what a page costs that is kept: microseconds of CPU, and allocations.
func hit(h http.Handler, address string) (cpu, allocations float64) {
	const times = 5000
	r := httptest.NewRequest(http.MethodGet, address, nil)
	r.Header.Set("Accept", "text/html")
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	ask := func() { h.ServeHTTP(sink{http.Header{}}, r) }
	ask()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := usage()
	for range times {
		ask()
	}
	took := usage() - began
	runtime.ReadMemStats(&after)
	return milliseconds(took) * 1000 / times, float64(after.Mallocs-before.Mallocs) / times
}

// slower adds a time to a list and says what took longest so far.
func slower(list []float64, took float64, slowest, name string) ([]float64, string) {
	for _, t := range list {
		if t >= took {
			return append(list, took), slowest
		}
	}
	return append(list, took), name
}

// queries are what a reader types: words, parts of words, mistakes, filters.
func queries(doc *apidoc.Document) []string {
	list := []string{"create", "a", "list all", "delte user", "webhok", "id", "name status", "method:post", "method:get deprecated:yes", "zzzzzz"}
	for i := 0; i < len(doc.Operations); i += 1 + len(doc.Operations)/20 {
		o := &doc.Operations[i]
		list = append(list, o.Title(), o.Path)
	}
	return list
}
