package viewer_test

import (
	"compress/gzip"
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
			var pages []float64
			for range b.N {
				pages = append(pages, pageTimes(b, text, order)...)
			}
			slices.Sort(pages)
			b.ReportMetric(pages[len(pages)/2], "median-ms")
			b.ReportMetric(pages[(len(pages)-1)*99/100], "p99-ms")
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

// pageTimes are the processor times of the pages of a viewer that nobody has used yet.
func pageTimes(b *testing.B, text string, order *rand.Rand) []float64 {
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
	times := make([]float64, 0, len(operations))
	for _, i := range order.Perm(len(operations)) {
		r := httptest.NewRequest(http.MethodGet, "/operations/"+operations[i].Slug, nil)
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
		before := worktest.ProcessorTime()
		v.ServeHTTP(nobody{http.Header{}}, r)
		times = append(times, float64(worktest.ProcessorTime()-before)/float64(time.Millisecond))
	}
	return times
}
