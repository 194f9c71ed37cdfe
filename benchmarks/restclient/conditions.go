package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

func (f *figures) conditions(p *page) {
	p.line("## Conditions\n")
	p.line("- %s, %s/%s, %s, %d cores, %s.", runtime.Version(), runtime.GOOS, runtime.GOARCH, processor(), runtime.NumCPU(), time.Now().UTC().Format(time.DateOnly))
	p.line("- Load average %s at the end of the run, which took %s.", load(), time.Since(f.began).Round(time.Second))
	p.line("- %s.", strings.Join(peers(), ", "))
	p.line("- One process, GOMAXPROCS=1, CPU time of the process (CLOCK_PROCESS_CPUTIME_ID): a call may run in several goroutines.")
	p.line("- The variants of a scenario take turns in slices of %s, or of one call when that takes longer, in random order in each round: at most %d rounds, and at most %s per scenario.", measure.Slice, f.limit.Rounds, f.limit.Budget)
	p.line("- The garbage collector runs between rounds, when there are %d MB of garbage: its work is in no figure in ns; allocations tell what it would be.", measure.Garbage>>20)
	p.line("- The harness calls a function for each variant; that costs %.1f ns, which are in every figure.", f.harness)
	p.line("- Before a scenario is measured every variant has given the expected answer twice.")
	p.line("- Data stays fresh for longer than a scenario lasts; everything else of trefoil and its peers has its defaults, and nothing is logged.\n")
	p.line("## Reproduce\n")
	p.line("```sh\n%s\n```", command())
}

// command is what makes this report.
func command() string {
	args := strings.Join(os.Args[1:], " ")
	if args == "" {
		return "make bench-restclient"
	}
	return fmt.Sprintf("make bench-restclient ARGS=%q", args)
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
	compared := []string{"github.com/go-resty/resty/v2", "github.com/go-json-experiment/json"}
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
