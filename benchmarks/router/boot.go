package main

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/frameworks"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// bootRuns is how often every framework starts; the minimum counts.
const bootRuns = 10

// boot is what it costs to start with frameworks.BootRoutes routes.
type boot struct {
	name     string
	build    time.Duration // CPU time of the process until the handler is there
	document time.Duration // and then until its description is
	size     int           // of the description in bytes, 0 for none
}

type starter struct {
	name  string
	start func() (boot, error)
}

// measureBoots lets the frameworks start in turns.
func measureBoots(names *regexp.Regexp) ([]boot, error) {
	var boots []boot
	for _, s := range starters() {
		if !names.MatchString(s.name) {
			continue
		}
		best := boot{name: s.name}
		for run := range bootRuns {
			runtime.GC()
			b, err := s.start()
			if err != nil {
				return nil, fmt.Errorf("start %s: %w", s.name, err)
			}
			if run == 0 {
				best.build, best.document, best.size = b.build, b.document, b.size
			}
			best.build, best.document = min(best.build, b.build), min(best.document, b.document)
		}
		boots = append(boots, best)
	}
	return boots, nil
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
