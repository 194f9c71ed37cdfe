package main

import (
	"errors"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

// testScale is small: the specs look at answers, not at time.
func testScale() scale { return scale{rows: 300, readers: 50} }

func scenarioOf(v ...variant) scenario {
	return scenario{name: "s", build: func(scale) (*bench, error) { return &bench{variants: v}, nil }}
}

func number(name string, ask func() (int, error)) variant {
	return asking(name, ask, func(got int) error { return same(got, 7) })
}

var _ = Describe("A scenario", func() {
	seven := number("right", func() (int, error) { return 7, nil })

	It("is measured when all variants answer as expected", func() {
		m, err := scenarioOf(seven, seven).run(testScale(), measure.Limit{Rounds: 1})

		Expect(err).NotTo(HaveOccurred())
		Expect(m.results).To(HaveEach(HaveField("Rounds", HaveLen(1))))
	})

	DescribeTable("is not measured when a variant",
		func(ask func(call int) (int, error), message string) {
			calls := 0
			wrong := number("wrong", func() (int, error) {
				calls++
				return ask(calls)
			})

			_, err := scenarioOf(seven, wrong).run(testScale(), measure.Limit{Rounds: 1})

			Expect(err).To(MatchError(message))
			Expect(calls).To(BeNumerically("<=", 2))
		},
		Entry("answers something else", func(int) (int, error) { return 8, nil }, "scenario s: wrong: 8, want 7"),
		Entry("answers something else the second time", func(call int) (int, error) { return 6 + call, nil }, "scenario s: wrong: 8, want 7"),
		Entry("fails", func(int) (int, error) { return 7, errors.New("no") }, "scenario s: wrong: no"),
	)

	It("is not measured to the end when a variant fails later", func() {
		calls := 0
		late := number("late", func() (int, error) {
			if calls++; calls > 2 {
				return 0, errors.New("no")
			}
			return 7, nil
		})

		_, err := scenarioOf(late).run(testScale(), measure.Limit{Rounds: 1})

		Expect(err).To(MatchError("scenario s: late, while it was measured: no"))
	})

	It("is answered as expected by every variant", func() {
		for _, s := range append(scenarios(), oursScenario()) {
			b, err := s.ready(testScale())
			Expect(err).NotTo(HaveOccurred())
			b.close()
		}
	})

	It("refers to variants that it has", func() {
		for _, s := range scenarios() {
			b, err := s.ready(testScale())
			Expect(err).NotTo(HaveOccurred())
			b.close()
			if s.base != "" {
				Expect(slices.ContainsFunc(b.variants, func(v variant) bool { return v.name == s.base })).To(BeTrue(), s.name)
			}
		}
	})
})

var _ = Describe("An answer from a server", func() {
	It("is refused when it is the same twice, as from a cache", func() {
		check := fresh(first)

		Expect(check(todo(0, 1))).To(Succeed())
		Expect(check(todo(0, 1))).To(MatchError(HavePrefix("unexpected answer")))
		Expect(check(todo(0, 0))).To(Succeed())
	})

	DescribeTable("is refused when it is another",
		func(rows []Todo) {
			Expect(fresh(ofHundred)(rows)).NotTo(Succeed())
		},
		Entry("of fewer rows", someTodos(rowsOfList-1, 0)),
		Entry("with another head", append([]Todo{todo(0, 2)}, someTodos(rowsOfList, 0)[1:]...)),
		Entry("with another row behind it", append(someTodos(rowsOfList-1, 0), todo(5, 0))),
	)
})

var _ = Describe("A gate", func() {
	It("tells when readers do not share a request", func(ctx SpecContext) {
		g := &gate{body: encoded(todo(0, 0))}

		err := g.pass(3, 1, func() error {
			_, err := g.Do(ctx, nil)
			return err
		})

		Expect(err).To(MatchError("3 requests for 3 readers, not 1"))
	})

	It("tells when readers fail", func() {
		err := (&gate{}).pass(2, 0, func() error { return errors.New("no") })

		Expect(err).To(MatchError("2 of 2 readers failed"))
	})
})
