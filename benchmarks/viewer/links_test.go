package main

import (
	"bytes"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Links", func() {
	It("are judged by the time to the heading, those that were rested on apart", func() {
		d := &description{subject: subject{name: "GitHub"}}
		f := &figures{followed: []*followed{{description: d, rested: []float64{20, 31, 25}, atOnce: []float64{90, 120, 110}}}}

		var b bytes.Buffer
		Expect(f.report(&b)).To(Succeed())

		Expect(b.String()).To(ContainSubstring("| link of GitHub that a reader has rested on, to the heading, median | ≤ 30 ms | 25.0 ms | met |\n"))
		Expect(b.String()).To(ContainSubstring("| link of GitHub that is followed at once, to the heading, median | ≤ 100 ms | 110 ms | **missed** |\n"))
		Expect(b.String()).To(ContainSubstring("| GitHub | at once | 3 | 110 |"))
	})

	It("that led nowhere in time are no figures", func() {
		f := &figures{followed: []*followed{{description: &description{subject: subject{name: "GitHub"}}}}}

		var b bytes.Buffer
		Expect(f.report(&b)).To(Succeed())

		Expect(b.String()).To(ContainSubstring("| link of GitHub that is followed at once, to the heading, median | ≤ 100 ms | not measured | – |\n"))
	})
})
