package viewer_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// BenchmarkOperationPages serves the page of each operation of the descriptions that
// stand beside the repository, each for the first time, in random order. It reports the
// processor time of a page, that of the garbage collector included, in milliseconds.
//
// What else runs on a machine makes the same work take more of its time. A fixed piece of
// work is done between the pages. Its median and its 5th percentile are reported, too, and
// so is what the median of the pages would be if the fixed work took the latter.
func BenchmarkOperationPages(b *testing.B) {
	files, err := filepath.Glob(corpusDir + "/*.json.gz")
	if err != nil || len(files) == 0 {
		b.Skip("there are no descriptions of real services beside the repository")
	}
	for _, file := range files {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".json.gz"), func(b *testing.B) {
			text, err := unzipped(file)
			if err != nil {
				b.Fatal(err)
			}
			order := rand.New(rand.NewPCG(1, 2))
			var pages, fixed []float64
			for range b.N {
				p, f := pageTimes(b, text, order)
				pages, fixed = append(pages, p...), append(fixed, f...)
			}
			slices.Sort(pages)
			slices.Sort(fixed)
			median, undisturbed := fixed[len(fixed)/2], fixed[len(fixed)/20]
			b.ReportMetric(pages[len(pages)/2], "median-ms")
			b.ReportMetric(pages[(len(pages)-1)*99/100], "p99-ms")
			b.ReportMetric(median, "fixed-ms")
			b.ReportMetric(undisturbed, "p5-fixed-ms")
			b.ReportMetric(pages[len(pages)/2]*undisturbed/median, "undisturbed-median-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func unzipped(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	z, err := gzip.NewReader(file)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(z)
	return string(text), err
}

// fixedWork is a piece of work that is the same each time, of the kind that a page is.
func fixedWork(text []byte) {
	var into any
	_ = json.Unmarshal(text, &into)
	_, _ = json.Marshal(into)
}

// pageTimes are the processor times of the pages of a viewer that nobody has used yet, and
// those of the fixed work between them.
func pageTimes(b *testing.B, text string, order *rand.Rand) (times, fixed []float64) {
	v, err := viewer.New(openapi.FromContent(text), htmlrender.New())
	if err == nil {
		err = v.Wait(b.Context())
	}
	if err != nil {
		b.Fatal(fmt.Errorf("load the description: %w", err))
	}
	defer func() { _ = v.Close() }()
	viewer.Settle(v)
	operations := v.Document().Operations
	work := []byte("[" + strings.Repeat(`{"name":"fixed","numbers":[1,2,3]},`, 100) + "0]")
	for _, i := range order.Perm(len(operations)) {
		fixed = append(fixed, spent(func() { fixedWork(work) }))
		r := httptest.NewRequest(http.MethodGet, "/operations/"+operations[i].Slug, nil)
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
		times = append(times, spent(func() { v.ServeHTTP(nobody{http.Header{}}, r) }))
	}
	return times, fixed
}

// spent is the processor time that a piece of work takes, in milliseconds.
func spent(work func()) float64 {
	before := worktest.ProcessorTime()
	work()
	return float64(worktest.ProcessorTime()-before) / float64(time.Millisecond)
}
