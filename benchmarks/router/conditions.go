package main

import (
	"os"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

func (f *figures) conditions(p *report.Page) {
	p.Line("## Conditions\n")
	p.Line("- %s, %s.", report.Machine(), time.Now().UTC().Format(time.DateOnly))
	p.Line("- Load average %s at the end of the run.", report.Load())
	p.Line("- %s.", strings.Join(peers(), ", "))
	p.Line("- One process, GOMAXPROCS=1, one locked thread, CPU time of that thread (CLOCK_THREAD_CPUTIME_ID).")
	p.Line("- The variants of a scenario take turns in slices of %s, in random order in each of %d rounds.", measure.Slice, f.rounds)
	if f.layouts > 0 {
		p.Line("- The rounds are spread over %d builds of the program that differ in the order of their functions only (`-randlayout`), because that alone moves a variant by up to a tenth: every figure is the median of the builds.", f.layouts)
	}
	p.Line("- The garbage collector runs between rounds, with GC percent %d inside them: its work, on other threads, is not in the minimum and the percentile. %d collections began inside a round of this run.", measure.GCPercent, f.collections())
	p.Line("- With the collector means the CPU time of the whole process with the usual GC percent, from the end of one collection to that of another: what a call allocates is paid for. The heap holds all variants of the scenario.")
	p.Line("- Requests go to `ServeHTTP` with a recorder that allocates nothing and a request that is fresh every time; that costs %.0f ns, which are in every figure.", f.harness)
	p.Line("- Every router has 40 more routes; what is sent is `Accept: */*`, a context as net/http makes it, and the same headers for all.")
	p.Line("- Before a scenario is measured every variant has given the expected status and, as JSON, the expected body.")
	p.Line("- huma adds no `$schema` to its answers here and serves no documentation; gin is in release mode; everything else, trefoil included, has its defaults, and nothing is logged.")
	p.Line("- The validator of trefoil is internal: it is measured through the POST only.\n")
	p.Reproduce("bench-router", os.Args[1:])
}

func (f *figures) collections() (n int) {
	for _, m := range f.scenarios {
		n += m.collections
	}
	return n
}

// peers are the versions of what is measured.
func peers() []string {
	compared := []string{
		"github.com/gin-gonic/gin", "github.com/go-chi/chi/v5", "github.com/labstack/echo/v5",
		"github.com/danielgtaylor/huma/v2", "github.com/go-playground/validator/v10",
	}
	return report.Versions(compared...)
}
