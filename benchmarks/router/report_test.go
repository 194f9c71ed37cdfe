package main

import (
	"bytes"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

var _ = Describe("The report", func() {
	write := func(f *figures) string {
		var b bytes.Buffer
		ExpectWithOffset(1, f.report(&b)).To(Succeed())
		return b.String()
	}

	It("has a table for all that was measured", func() {
		text := write(&figures{
			scenarios: []*measured{{
				scenario: scenario{title: "Get", base: "gin", request: get("/"), note: "A note."},
				results:  []measure.Result{{Name: "gin", Min: 100, P10: 200, Collected: 400, Allocs: 2, Bytes: 64}, {Name: "v", Min: 50, P10: 50, Collected: 100}},
			}},
			boots: []boot{
				{name: "gin", build: time.Millisecond, allocs: 7},
				{name: humaGin, build: 10 * time.Millisecond, document: 10 * time.Millisecond, allocs: 8, size: 10},
				{name: "v", build: 5 * time.Millisecond, document: 10 * time.Millisecond, allocs: 9, size: 20},
			},
			sizes:    []size{{"net/http", 2000, 1000}, {"v", 3000, 1100}},
			endToEnd: []serverCost{{"gin", 10, 20}, {"v", 5, 30}},
			loads:    []serverLoad{{"gin", 1000, 10, 20, 40}, {"v", 2000, 5, 30, 20}},
			idle:     []serverIdle{{"gin", 1000}, {"v", 1500}},
		})

		for _, row := range []string{
			"| v | 50 | 50 | 0.50× | 0.25× | 100 | 0.25× | 0.00 | 0 |",
			"| gin | 1.0 ms | – | 1.0 ms | – | 7 | – |",
			"| v | 5.0 ms | 10.0 ms | 15.0 ms | 0.75× | 9 | 20 |",
			"| v | 3000 | 1.50× | 1100 | 1.10× |",
			"| v | 5.00 | 30.00 | 0.50× | 1.50× |",
			"| v | 2000 | 2.00× | 5 | 0.50× | 30 | 1.50× | 20 | 0.50× |",
			"| v | 1500 | 1.50× |",
		} {
			Expect(text).To(ContainSubstring(row + "\n"))
		}
	})

	It("leaves out what was not", func() {
		text := write(&figures{})

		Expect(text).To(And(ContainSubstring("## Goals\n"), ContainSubstring("0 met, 0 missed."), ContainSubstring("## Conditions\n")))
		Expect(text).NotTo(Or(ContainSubstring("## Start"), ContainSubstring("## Size"), ContainSubstring("## End"), ContainSubstring("## Under load"), ContainSubstring("## Idle")))
	})
})
