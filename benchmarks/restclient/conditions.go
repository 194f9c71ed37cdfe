package main

import (
	"os"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

func (f *figures) conditions(p *report.Page) {
	p.Line("## Conditions\n")
	p.Line("- %s, %s.", report.Machine(), time.Now().UTC().Format(time.DateOnly))
	p.Line("- Load average %s at the end of the run, which took %s.", report.Load(), time.Since(f.began).Round(time.Second))
	p.Line("- %s.", strings.Join(peers(), ", "))
	p.Line("- One process, GOMAXPROCS=1, CPU time of the process (CLOCK_PROCESS_CPUTIME_ID): a call may run in several goroutines.")
	p.Line("- The variants of a scenario take turns in slices of %s, or of one call when that takes longer, in random order in each round: at most %d rounds, and at most %s per scenario.", measure.Slice, f.limit.Rounds, f.limit.Budget)
	p.Line("- The garbage collector runs between rounds, when there are %d MB of garbage: its work is in none of the other figures in ns.", measure.Garbage>>20)
	p.Line("- With the collector means the CPU time of the process with the usual GC percent, from the end of one collection to that of another, the least of %d turns: what a call allocates is paid for. The heap holds all variants of the scenario.", measure.CollectedRounds)
	p.Line("- The harness calls a function for each variant; that costs %.1f ns, which are in every figure.", f.harness)
	p.Line("- Before a scenario is measured every variant has given the expected answer twice.")
	p.Line("- Data stays fresh for longer than a scenario lasts; everything else of trefoil and its peers has its defaults, and nothing is logged.\n")
	p.Reproduce("bench-restclient", os.Args[1:])
}

// peers are the versions of what is measured.
func peers() []string {
	compared := []string{"github.com/go-resty/resty/v2", "github.com/go-json-experiment/json"}
	return report.Versions(compared...)
}
