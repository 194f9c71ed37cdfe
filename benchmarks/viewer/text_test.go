package main

import (
	"bytes"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/visit"
)

var _ = Describe("First text", func() {
	opened := func(name string, ms ...float64) *page {
		p := &page{name: name}
		for _, t := range ms {
			f := seen(t)
			f.Painted = t
			p.rounds = append(p.rounds, f)
		}
		return p
	}

	It("is compared with that of a page of nothing but a text, turn by turn", func() {
		f := &figures{options: options{rounds: 1}, openings: []*openings{{
			description: &description{subject: subject{name: "GitHub"}},
			pages:       []*page{opened(onlyText, 50, 100, 60), opened(overview, 90, 210, 108), opened(operation, 110, 210, 126)},
		}}}
		var b bytes.Buffer
		Expect(f.report(&b)).To(Succeed())

		Expect(b.String()).To(ContainSubstring("| text of the overview of GitHub, to a page of nothing but a text | ≤ 2.00× | 1.80× | met |\n"))
		Expect(b.String()).To(ContainSubstring("| text of the operation of GitHub, to a page of nothing but a text | ≤ 2.00× | 2.10× | **missed** |\n"))
		Expect(b.String()).To(ContainSubstring("| GitHub | overview | 108 ms | 108 (90.0) | 1.80× |"))
	})

	It("that did not come has no ratio", func() {
		late := &page{name: overview, rounds: []visit.Figures{crashed()}}
		f := &figures{openings: []*openings{{description: &description{subject: subject{name: "GitHub"}}, pages: []*page{opened(onlyText, 50), late}}}}

		var b bytes.Buffer
		Expect(f.report(&b)).To(Succeed())

		Expect(b.String()).To(ContainSubstring("| text of the overview of GitHub, to a page of nothing but a text | ≤ 2.00× | not measured | – |\n"))
	})

	It("is that of pages from one origin", func() {
		s := serve(http.NotFoundHandler())
		DeferCleanup(s.Close)

		answer := ask(s.Config.Handler, textPage, "")

		Expect(answer.Code).To(Equal(http.StatusOK))
		Expect(answer.Body.String()).To(ContainSubstring("<h1>" + theText + "</h1>"))
		Expect(answer.Header()).NotTo(HaveKey(openerPolicy))
	})

	It("is that of pages of one opener policy", func() {
		s := serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set(openerPolicy, "same-origin") }))
		DeferCleanup(s.Close)

		for _, address := range []string{textPage, blank} {
			Expect(ask(s.Config.Handler, address, "").Header().Get(openerPolicy)).To(Equal("same-origin"), address)
		}
	})
})
