package markdown_test

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
)

var _ = Describe("A description that was converted before", func() {
	It("is neither weighed nor copied again", Serial, worktest.Large, func() {
		if worktest.RaceDetector {
			Skip("the race detector allocates")
		}
		c, text := markdown.New(), "A **description** with `code` and a [link](https://a.example)."
		convert := func() { _, _ = c.Convert(text, markdown.Options{Shift: 2}) }
		convert()

		Expect(testing.AllocsPerRun(100, convert)).To(BeNumerically("<=", 1))
	})
})

var _ = Describe("A page that has some work left", func() {
	It("gets what takes no more, and is told what it takes", func() {
		c, text := markdown.New(), "A **description**."
		work, _ := markdown.Work(text)
		Expect(work).To(BeNumerically(">", 0))

		for range 2 { // the second time it is known
			html, took, ok := c.Within(text, markdown.Options{}, work)
			Expect([]any{html, took, ok}).To(Equal([]any{"<p>A <strong>description</strong>.</p>\n", work, true}))

			html, took, ok = c.Within(text, markdown.Options{}, work-1)
			Expect([]any{html, took, ok}).To(Equal([]any{"", work, false}))
		}
		_, _, ok := c.Within("plain", markdown.Options{}, -1)
		Expect(ok).To(BeFalse())
	})
})
