// Command router measures the router against the frameworks that its users come
// from, on the same routes, and writes the report docs/benchmarks/router.md:
//
//	go run -tags nomsgpack .
//	go run -tags nomsgpack . -rounds 30 -scenario 'get|post' -out -
//
// Before a scenario is measured all its variants have to give the same answer;
// the program ends with status 1 when one does not. A missed goal is printed as
// missed and does not change the status.
package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"runtime"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// document is where the report goes, seen from the directory of this module.
const document = "../../docs/benchmarks/router.md"

// minRounds are the rounds that another build of the program is worth.
const minRounds = 20

type options struct {
	rounds   int
	scenario *regexp.Regexp
	variant  *regexp.Regexp
	out      string
	profile  string
	layouts  int
	raw      bool
}

func main() {
	var err error
	if name := os.Getenv(serverVariable); name != "" {
		err = serve(name, os.Stdin, os.Stdout)
	} else {
		err = bench(os.Args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(args []string) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	return run(o)
}

func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("router", flag.ExitOnError)
	f.IntVar(&o.rounds, "rounds", 1000, "how often every variant has its turn, in all builds together")
	scenario := f.String("scenario", "", "measure the scenarios that match, `regexp`; boot, sizes, e2e, load, idle and shared are some")
	variant := f.String("variant", "", "measure the variants and servers that match, `regexp`")
	f.StringVar(&o.out, "out", "", "write the report to `file`, - for standard output (default "+document+", or - when -scenario or -variant leave something out)")
	f.StringVar(&o.profile, "cpuprofile", "", "write a CPU profile of the measuring to `file`")
	f.IntVar(&o.layouts, "layouts", 5, fmt.Sprintf("measure with `n` builds of this program; with itself when it is 0, when a profile is written, and when a build has fewer than %d rounds", minRounds))
	f.BoolVar(&o.raw, "raw", false, "measure with itself and write JSON (the program starts itself with it)")
	_ = f.Parse(args) // ends the program when it fails
	if o.rounds < 1 || o.layouts < 0 {
		return o, fmt.Errorf("-rounds %d -layouts %d: at least one round", o.rounds, o.layouts)
	}
	if o.profile != "" || o.rounds < minRounds*o.layouts {
		o.layouts = 0
	}
	if o.out == "" {
		o.out = document
		if *scenario+*variant != "" {
			o.out = "-"
		}
	}
	var err error
	if o.scenario, err = regexp.Compile(*scenario); err != nil {
		return o, fmt.Errorf("-scenario: %w", err)
	}
	if o.variant, err = regexp.Compile(*variant); err != nil {
		return o, fmt.Errorf("-variant: %w", err)
	}
	return o, nil
}

func run(o options) error {
	processors := runtime.GOMAXPROCS(1)
	if o.raw {
		return writeRaw(os.Stdout, o)
	}
	f := &figures{rounds: o.rounds, layouts: o.layouts, harness: harness(o.rounds)}
	err := report.Profiled(o.profile, func() error { return f.measure(o) })
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(processors)
	if err := f.measureServers(o); err != nil {
		return err
	}
	return report.Write(o.out, f.report)
}

// figures is everything that was measured.
type figures struct {
	rounds    int
	layouts   int
	harness   float64 // nanoseconds that the harness adds to every call
	scenarios []*measured
	boots     []boot
	sizes     []size
	endToEnd  []serverCost
	loads     []serverLoad
	idle      []serverIdle
	shared    []sharedCost
}

// measure fills in what is measured without a server.
func (f *figures) measure(o options) error {
	builds, err := measureBuilds(o)
	if err != nil {
		return err
	}
	f.scenarios = merge(builds)
	if !o.scenario.MatchString("boot") {
		return nil
	}
	f.boots, err = measureBoots(o.variant, bootRuns)
	return err
}

// measureServers fills in what is measured of other processes and of programs.
func (f *figures) measureServers(o options) (err error) {
	if o.scenario.MatchString("sizes") {
		f.sizes, err = measureSizes(programs())
	}
	if err == nil && o.scenario.MatchString("e2e") {
		f.endToEnd, err = measureEndToEnd(o.variant, endToEndRounds)
	}
	if err == nil && o.scenario.MatchString("load") {
		f.loads, err = measureLoad(o.variant, loadRounds)
	}
	if err == nil && o.scenario.MatchString("idle") {
		f.idle, err = measureIdle(o.variant, idleConnections)
	}
	if err == nil && o.scenario.MatchString("shared") {
		f.shared, err = measureShared()
	}
	return err
}

// harness measures a handler that does nothing.
func harness(rounds int) float64 {
	nothing := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	call := measure.NewExchange(nothing, get("/")).Do
	results, _ := measure.Run([]measure.Case{{Name: "harness", Call: call}}, rounds)
	return results[0].P10
}
