// Command restclient measures the REST client against its goals and its peers,
// and writes the report docs/benchmarks/restclient.md:
//
//	go run .
//	go run . -quick -scenario 'memo|reuse' -out -
//
// Before a scenario is measured all its variants have to give the expected
// answers; the program ends with status 1 when one does not. A missed goal is
// printed as missed and does not change the status.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

// document is where the report goes, seen from the directory of this module.
const document = "../../docs/benchmarks/restclient.md"

type options struct {
	scenario *regexp.Regexp
	limit    measure.Limit
	quick    bool
	out      string
	profile  string
}

func main() {
	o, err := parse(os.Args[1:])
	if err == nil {
		err = run(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(args []string) (options, error) {
	var o options
	f := flag.NewFlagSet("restclient", flag.ExitOnError)
	f.IntVar(&o.limit.Rounds, "rounds", 400, "how often every variant has its turn, at most")
	f.DurationVar(&o.limit.Budget, "budget", 12*time.Second, "how long a scenario is measured, at most; 5 rounds are made in any case")
	f.BoolVar(&o.quick, "quick", false, "a tenth of the rows and at most 2 s per scenario")
	scenario := f.String("scenario", "", "measure the scenarios that match, `regexp`; url, store, compile and original are some")
	f.StringVar(&o.out, "out", "", "write the report to `file`, - for standard output (default "+document+", or - with -quick and -scenario)")
	f.StringVar(&o.profile, "cpuprofile", "", "write a CPU profile of the measuring to `file`")
	_ = f.Parse(args) // ends the program when it fails
	if o.limit.Rounds < 1 || o.limit.Budget <= 0 {
		return o, fmt.Errorf("-rounds %d -budget %s: at least one round in some time", o.limit.Rounds, o.limit.Budget)
	}
	if o.quick {
		o.limit.Budget = min(o.limit.Budget, 2*time.Second)
	}
	if o.out == "" {
		o.out = document
		if o.quick || *scenario != "" {
			o.out = "-"
		}
	}
	var err error
	if o.scenario, err = regexp.Compile(*scenario); err != nil {
		return o, fmt.Errorf("-scenario: %w", err)
	}
	return o, nil
}

// figures is everything that was measured.
type figures struct {
	began     time.Time
	limit     measure.Limit
	scale     scale
	harness   float64 // nanoseconds that the harness adds to every call
	urls      []*comparison
	store     []*comparison
	scenarios []*measured
	redis     []redisCost
	compile   []compileCost
	original  *original
}

// scenarios are those of this program; the others need more.
func scenarios() []scenario {
	list := fetchScenarios()
	list = append(list, cachedScenario())
	list = append(list, memoScenarios()...)
	list = append(list, normaliseScenarios()...)
	return append(list, sharedScenario())
}

func run(o options) error {
	runtime.GOMAXPROCS(1)
	f := &figures{began: time.Now(), limit: o.limit, scale: fullScale()}
	if o.quick {
		f.scale = quickScale()
	}
	if err := report.Profiled(o.profile, func() error { return f.measure(o.scenario) }); err != nil {
		return err
	}
	return report.Write(o.out, f.report)
}

// step is one thing to measure.
type step struct {
	name string
	do   func() error
}

func (f *figures) steps() []step {
	list := []step{{"url", f.measureURLs}, {"store", f.measureStore}, {"redis", f.measureRedis}}
	for _, s := range scenarios() {
		list = append(list, step{s.name, func() error {
			m, err := s.run(f.scale, f.limit)
			if err == nil {
				f.scenarios = append(f.scenarios, m)
			}
			return err
		}})
	}
	return append(list, step{"compile", f.measureCompile}, step{"original", f.measureOriginal})
}

// measure fills in what is asked for.
func (f *figures) measure(which *regexp.Regexp) (err error) {
	if f.harness, err = harness(f.limit); err != nil {
		return err
	}
	for _, s := range f.steps() {
		if !which.MatchString(s.name) {
			continue
		}
		fmt.Fprintln(os.Stderr, "bench:", s.name)
		if err := s.do(); err != nil {
			return err
		}
	}
	return nil
}

func (f *figures) measureURLs() (err error) {
	f.urls, err = measureBeside(urlPackage, f.runsBeside())
	return err
}

func (f *figures) measureStore() (err error) {
	if f.store, err = measureBeside(storePackage, f.runsBeside()); err != nil {
		return err
	}
	for _, g := range goals(f) {
		if _, ok := f.inStore(g.comparison); g.comparison != "" && !ok {
			return fmt.Errorf("%s has no benchmark %s, which %s is about", storePackage, g.comparison, g.id)
		}
	}
	return nil
}

// runsBeside is how often benchmarks of other packages are run.
func (f *figures) runsBeside() int { return min(5, f.limit.Rounds) }

func (f *figures) measureOriginal() (err error) {
	const turns = 5
	p, err := buildBeside(storePackage)
	if err != nil {
		return err
	}
	defer p.remove()
	f.original, err = measureOriginal(turns, measure.Limit{Rounds: f.limit.Rounds, Budget: f.limit.Budget / turns}, p.writeAmong)
	return err
}

// harness measures a variant that does nothing.
func harness(limit measure.Limit) (float64, error) {
	nothing := asking("nothing", func() (int, error) { return 0, nil }, func(int) error { return nil })
	results, err := measure.Run([]measure.Case{{Name: nothing.name, Call: nothing.call}}, measure.Limit{Rounds: min(100, limit.Rounds)})
	if err != nil {
		return 0, err
	}
	return measure.Median(results[0].Rounds), nil
}
