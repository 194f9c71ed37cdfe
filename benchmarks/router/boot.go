package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/frameworks"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// bootRuns is how often every framework starts; the minimum counts.
const bootRuns = 20

// boot is what it costs to start with frameworks.BootRoutes routes.
type boot struct {
	name     string
	build    time.Duration // CPU time of the process until the handler is there
	document time.Duration // and then until its description is
	allocs   int           // of both
	size     int           // of the description in bytes, 0 for none
}

func (b boot) whole() time.Duration { return b.build + b.document }

type starter struct {
	name  string
	start func() (boot, error)
}

// measureBoots lets the frameworks start in turns, in random order.
func measureBoots(names *regexp.Regexp, runs int) ([]boot, error) {
	fmt.Fprintln(os.Stderr, "bench: boot")
	all := slices.DeleteFunc(starters(), func(s starter) bool { return !names.MatchString(s.name) })
	boots := make([]boot, len(all))
	random := rand.New(rand.NewPCG(1, uint64(runs)))
	for run := range runs {
		for _, i := range random.Perm(len(all)) {
			b, err := all[i].measured()
			if err != nil {
				return nil, fmt.Errorf("start %s: %w", all[i].name, err)
			}
			if run > 0 {
				b.build, b.document = min(boots[i].build, b.build), min(boots[i].document, b.document)
			}
			boots[i] = b
		}
	}
	return boots, nil
}

func (s starter) measured() (boot, error) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	b, err := s.start()
	runtime.ReadMemStats(&after)
	b.name, b.allocs = s.name, int(after.Mallocs-before.Mallocs)
	return b, err
}

func starters() []starter {
	list := []starter{
		{rawGin, func() (boot, error) { return boot{build: cpu(frameworks.BootGin)}, nil }},
		{rawServeMux, func() (boot, error) { return boot{build: cpu(frameworks.BootServeMux)}, nil }},
		{humaGin, bootHuma},
	}
	for _, e := range frameworks.Engines() {
		list = append(list, starter{trefoilOn(e.Name), func() (boot, error) { return bootTrefoil(e) }})
	}
	return list
}

func cpu(work func()) time.Duration {
	begin := measure.ProcessCPU()
	work()
	return measure.ProcessCPU() - begin
}

func bootHuma() (b boot, err error) {
	var document func() ([]byte, error)
	var text []byte
	b.build = cpu(func() { document = frameworks.BootHuma() })
	b.document = cpu(func() { text, err = document() })
	b.size = len(text)
	return b, err
}

func bootTrefoil(e frameworks.Engine) (b boot, err error) {
	begin := measure.ProcessCPU()
	r := frameworks.BootTrefoil(e)
	if _, err := r.Handler(); err != nil {
		return b, err
	}
	b.build = measure.ProcessCPU() - begin
	begin = measure.ProcessCPU()
	doc, err := r.Load(context.Background())
	if err != nil {
		return b, err
	}
	b.size = len(doc.Text.Data)
	b.document = measure.ProcessCPU() - begin
	return b, nil
}
