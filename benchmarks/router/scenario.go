package main

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// scenario is one request that all its variants answer alike.
type scenario struct {
	name     string
	title    string
	note     string // Markdown, optional
	base     string // the variant that the ratios refer to
	request  measure.Request
	answer   answer
	rejects  []measure.Request // wrong requests, which are answered with 4xx
	events   int               // of one answer, to which the figures refer; 0: to the answer
	variants []variant
}

// answer is what every variant has to answer before it is measured.
type answer struct {
	status int
	body   bodyRule
	json   string // the value of the body, or of all events as a list
}

type bodyRule int

const (
	noBody bodyRule = iota
	sameJSON
	sameEvents // the data of all is the JSON
	anything   // each framework's own
)

// variant is one way to serve a scenario.
type variant struct {
	name  string
	build func() (http.Handler, error)
}

// ready wraps a handler that cannot fail to be built.
func ready(h http.Handler) func() (http.Handler, error) {
	return func() (http.Handler, error) { return h, nil }
}

// measured is a scenario after all builds of the program ran it. The remarks are
// what was found wrong with variants that are measured all the same.
type measured struct {
	scenario
	results     []measure.Result // the medians of the builds
	builds      [][]measure.Result
	collections int // inside a round
	remarks     map[string]string
}

func find(results []measure.Result, variant string) (measure.Result, bool) {
	i := slices.IndexFunc(results, func(r measure.Result) bool { return r.Name == variant })
	if i < 0 {
		return measure.Result{}, false
	}
	return results[i], true
}

// run verifies the variants and measures them against each other.
func (s scenario) run(rounds int) (raw, error) {
	found := raw{Name: s.name, Remarks: map[string]string{}}
	var cases []measure.Case
	var exchanges []*measure.Exchange
	for _, v := range s.variants {
		h, err := v.build()
		if err != nil {
			return raw{}, err
		}
		remark, err := s.verify(v.name, h)
		if err != nil {
			return raw{}, err
		}
		if remark != "" {
			found.Remarks[v.name] = remark
		}
		e := measure.NewExchange(h, s.request)
		exchanges = append(exchanges, e)
		cases = append(cases, measure.Case{Name: v.name, Call: e.Do})
	}
	found.Results, found.Collections = measure.Run(cases, rounds)
	for i, r := range found.Results {
		found.Results[i] = r.Of(s.events)
	}
	for i, e := range exchanges {
		if e.Response.Status != s.answer.status {
			return raw{}, fmt.Errorf("scenario %s: %s: status %d while it was measured", s.name, s.variants[i].name, e.Response.Status)
		}
	}
	return found, nil
}

func (s scenario) only(names *regexp.Regexp) scenario {
	s.variants = slices.DeleteFunc(s.variants, func(v variant) bool { return !names.MatchString(v.name) })
	return s
}
