package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

func (f *figures) conditions(p *page) {
	p.line("## Conditions\n")
	p.line("- %s, %s/%s, %s, %d cores, %s.", runtime.Version(), runtime.GOOS, runtime.GOARCH, processor(), runtime.NumCPU(), time.Now().UTC().Format(time.DateOnly))
	p.line("- Load average %s at the end of the run.", load())
	p.line("- %s.", strings.Join(peers(), ", "))
	p.line("- One process, GOMAXPROCS=1, one locked thread, CPU time of that thread (CLOCK_THREAD_CPUTIME_ID).")
	p.line("- The variants of a scenario take turns in slices of %s, in random order in each of %d rounds.", measure.Slice, f.rounds)
	if f.layouts > 0 {
		p.line("- The rounds are spread over %d builds of the program that differ in the order of their functions only (`-randlayout`), because that alone moves a variant by up to a tenth: every figure is the median of the builds.", f.layouts)
	}
	p.line("- The garbage collector runs between rounds, with GC percent %d inside them: its work, on other threads, is in no figure in ns; allocations tell what it would be. %d collections began inside a round of this run.", measure.GCPercent, f.collections())
	p.line("- Requests go to `ServeHTTP` with a recorder that allocates nothing and a request that is fresh every time; that costs %.0f ns, which are in every figure.", f.harness)
	p.line("- Every router has 40 more routes; what is sent is `Accept: */*`, a context as net/http makes it, and the same headers for all.")
	p.line("- Before a scenario is measured every variant has given the expected status and, as JSON, the expected body.")
	p.line("- huma adds no `$schema` to its answers here and serves no documentation; gin is in release mode; everything else, trefoil included, has its defaults, and nothing is logged.")
	p.line("- The validator of trefoil is internal: it is measured through the POST only.\n")
	p.line("## Reproduce\n")
	p.line("```sh\n%s\n```", command())
}

func (f *figures) collections() (n int) {
	for _, m := range f.scenarios {
		n += m.collections
	}
	return n
}

// command is what makes this report.
func command() string {
	args := strings.Join(os.Args[1:], " ")
	if args == "" {
		return "make bench-router"
	}
	return fmt.Sprintf("make bench-router ARGS=%q", args)
}

// processor is the model of the CPU, as far as the system tells it.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(text)) {
		if name, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(model)
		}
	}
	return "unknown processor"
}

// load is how busy the system was in the last 1, 5 and 15 minutes.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if fields := strings.Fields(string(text)); err == nil && len(fields) > 3 {
		return strings.Join(fields[:3], ", ")
	}
	return "unknown"
}

// peers are the versions of what is measured.
func peers() []string {
	compared := []string{
		"github.com/gin-gonic/gin", "github.com/go-chi/chi/v5", "github.com/labstack/echo/v5",
		"github.com/danielgtaylor/huma/v2", "github.com/go-playground/validator/v10",
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return []string{"versions unknown"}
	}
	var versions []string
	for _, m := range info.Deps {
		if slices.Contains(compared, m.Path) {
			versions = append(versions, m.Path+" "+m.Version)
		}
	}
	return versions
}
