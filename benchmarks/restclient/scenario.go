package main

import (
	"fmt"
	"slices"

	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

// scenario is something that several variants do, measured against each other.
type scenario struct {
	name  string
	title string
	note  string // Markdown, optional
	base  string // the variant that the ratios of the table refer to, optional
	build func(scale) (*bench, error)
}

// scale is how much there is of what a goal leaves open, or what takes long.
type scale struct {
	rows    int      // in the longest list
	readers int      // at the same time
	clients []string // the descriptions of those that are compiled
}

func fullScale() scale {
	return scale{rows: 100_000, readers: 1000, clients: []string{"github", "stripe"}}
}

func quickScale() scale { return scale{rows: 10_000, readers: 1000, clients: []string{"petstore"}} }

// bench is a scenario that is ready to be measured.
type bench struct {
	variants []variant
	closers  []func()
}

func (b *bench) add(v ...variant)        { b.variants = append(b.variants, v...) }
func (b *bench) closeWith(closer func()) { b.closers = append(b.closers, closer) }
func (b *bench) cases() []measure.Case {
	cases := make([]measure.Case, 0, len(b.variants))
	for _, v := range b.variants {
		cases = append(cases, measure.Case{Name: v.name, Call: v.call})
	}
	return cases
}

func (b *bench) close() {
	for _, c := range slices.Backward(b.closers) {
		c()
	}
}

// variant is one way to do what a scenario asks for.
type variant struct {
	name   string
	call   func() error // does it once
	verify func() error // does it and says what is not as expected
}

// asking is the variant of a function whose answers can be checked.
func asking[T any](name string, ask func() (T, error), check func(T) error) variant {
	return variant{
		name: name,
		call: func() error {
			_, err := ask()
			return err
		},
		verify: func() error {
			for range 2 {
				got, err := ask()
				if err != nil {
					return err
				}
				if err := check(got); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// ready builds a scenario and verifies its variants. The caller closes the
// bench.
func (s scenario) ready(at scale) (*bench, error) {
	b, err := s.build(at)
	if err != nil {
		return nil, fmt.Errorf("scenario %s: %w", s.name, err)
	}
	for _, v := range b.variants {
		if err := v.verify(); err != nil {
			b.close()
			return nil, fmt.Errorf("scenario %s: %s: %w", s.name, v.name, err)
		}
	}
	return b, nil
}

// run verifies the variants and measures them against each other.
func (s scenario) run(at scale, limit measure.Limit) (*measured, error) {
	b, err := s.ready(at)
	if err != nil {
		return nil, err
	}
	defer b.close()
	results, err := measure.Run(b.cases(), limit)
	if err != nil {
		return nil, fmt.Errorf("scenario %s: %w", s.name, err)
	}
	return &measured{scenario: s, results: results}, nil
}

// measured is a scenario with its figures.
type measured struct {
	scenario
	results []measure.Result
}

func (m *measured) find(variant string) (measure.Result, bool) {
	i := slices.IndexFunc(m.results, func(r measure.Result) bool { return r.Name == variant })
	if i < 0 {
		return measure.Result{}, false
	}
	return m.results[i], true
}
