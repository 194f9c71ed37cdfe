//go:build unix

package search_test

import (
	"context"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// specVariable names a description to measure with:
//
//	TREFOIL_SPEC=github.json go test -run '^$' -bench Spec ./internal/search
const specVariable = "TREFOIL_SPEC"

// specQueries are what readers of GitHub's description may ask for.
var specQueries = []string{
	"delte repo", "webhok deliver", "pull reqest review", "POST issues", "listPullRequests", "per_page", "owner.login",
	"/repos/{owner}/{repo}/actions/secrets", "GET /repos/octocat/hello/issues/7", "method:post tag:issues deprecated:no label",
	`"rate limit"`, "re", "the user",
}

func specDocument(b *testing.B) *apidoc.Document {
	b.Helper()
	file := os.Getenv(specVariable)
	if file == "" {
		b.Skip("no " + specVariable)
	}
	source, err := openapi.FromFile(file)
	if err != nil {
		b.Fatal(err)
	}
	doc, err := source.Load(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	return doc
}

// BenchmarkSpecBuild measures the CPU time and the live heap of an index.
func BenchmarkSpecBuild(b *testing.B) {
	doc := specDocument(b)
	for b.Loop() {
		before, cpu := heap(), cpuTime()
		x, err := search.Build(context.Background(), doc, search.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64((cpuTime() - cpu).Milliseconds()), "cpu-ms")
		b.ReportMetric(float64(heap()-before)/(1<<20), "live-MB")
		b.Log(x)
		runtime.KeepAlive(x)
	}
}

// BenchmarkSpecFind measures each query, and reports the slowest one.
func BenchmarkSpecFind(b *testing.B) {
	x, err := search.Build(context.Background(), specDocument(b), search.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, q := range specQueries {
		b.Run(strings.ReplaceAll(q, "/", "|"), func(b *testing.B) {
			var times []time.Duration
			for b.Loop() {
				start := cpuTime()
				x.Find(q, 24) // what each key asks for
				times = append(times, cpuTime()-start)
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-cpu-ms")
			b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-cpu-ms")
			found := x.Find(q, 3)
			for _, r := range found.Results {
				b.Logf("%d: %s %s %s | %s | %s", found.Total, r.Title, r.Method, r.Path, r.Where, r.Excerpt)
			}
		})
	}
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
