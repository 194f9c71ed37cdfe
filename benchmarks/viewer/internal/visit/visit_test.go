package visit

import (
	"context"
	"math"
	"time"

	"github.com/chromedp/cdproto/network"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Traffic", func() {
	var t *traffic

	sent := func(id, url string, kind network.ResourceType) {
		t.note(&network.EventRequestWillBeSent{RequestID: network.RequestID(id), Request: &network.Request{URL: url}, Type: kind})
	}

	BeforeEach(func() {
		t = &traffic{}
		t.start()
	})

	It("adds up bytes by what they are", func() {
		sent("1", "http://127.0.0.1:1/", network.ResourceTypeDocument)
		sent("2", "http://127.0.0.1:1/a.js", network.ResourceTypeScript)
		sent("3", "http://127.0.0.1:1/a.css", network.ResourceTypeStylesheet)
		t.note(&network.EventLoadingFinished{RequestID: "1", EncodedDataLength: 100})
		t.note(&network.EventLoadingFinished{RequestID: "2", EncodedDataLength: 20})
		t.note(&network.EventLoadingFinished{RequestID: "3", EncodedDataLength: 3})

		Expect(t.sum()).To(Equal(Traffic{Bytes: 123, Script: 20, Style: 3, Requests: 3}))
	})

	It("names other hosts once, and does not count what they were asked for", func() {
		sent("1", "https://fonts.invalid/a.woff2", network.ResourceTypeFont)
		sent("2", "https://fonts.invalid/b.woff2", network.ResourceTypeFont)
		sent("3", "data:text/plain,a", network.ResourceTypeImage)

		Expect(t.sum()).To(Equal(Traffic{Foreign: []string{"fonts.invalid"}}))
	})

	It("is quiet some time after the last event", func() {
		sent("1", "http://127.0.0.1:1/", network.ResourceTypeDocument)

		Expect(t.quiet(time.Hour)).To(BeFalse())
		Expect(t.quiet(0)).To(BeTrue())
	})
})

var _ = Describe("What the page has noted", func() {
	It("gives times and what tasks took beyond 50 ms", func() {
		f := nothing()

		f.take(seen{Seen: 120, Listed: 90, Tasks: [][2]float64{{10, 60}, {100, 250}}})

		Expect(f).To(And(HaveField("Text", 120.0), HaveField("Listed", 90.0), HaveField("Blocking", 210.0), HaveField("Longest", 250.0)))
	})

	It("has no time of a text that did not come", func() {
		f := nothing()

		f.take(seen{})

		Expect(math.IsNaN(f.Text)).To(BeTrue())
		Expect(f).To(And(HaveField("Blocking", 0.0), HaveField("Longest", 50.0)))
	})

	It("is quiet some time after the last long task", func() {
		s := seen{Seen: 100, Tasks: [][2]float64{{200, 300}}, Now: 1400}

		Expect(s.quiet(time.Second)).To(BeFalse())
		Expect(s.quiet(900 * time.Millisecond)).To(BeTrue())
	})
})

var _ = Describe("The script of the page", func() {
	It("is called with the texts, as data", func() {
		script, err := watcher(Task{Texts: []string{`a"b</script>`}, Beside: "nav", InView: true})

		Expect(err).NotTo(HaveOccurred())
		Expect(script).To(HavePrefix("((config) =>"))
		Expect(script).To(HaveSuffix(`)({"beside":"nav","inView":true,"texts":["a\"b\u003c/script\u003e"]})`))
	})
})

var _ = Describe("A visit", func() {
	DescribeTable("that came to nothing says why",
		func(err error, want Outcome) {
			b := &browser{ctx: context.Background()}

			Expect(b.gaveUp(nothing(), err)).To(HaveField("Outcome", want))
		},
		Entry("late", errLate, Late),
		Entry("late, while the page did not answer", context.DeadlineExceeded, Late),
		Entry("quiet without the text", errAbsent, Absent),
		Entry("crashed", errCrashed, Crashed),
	)

	It("that was not made has no figures", func() {
		f := NotMade("because")

		Expect(f.Outcome).To(Equal(Untried))
		Expect(math.IsNaN(f.Text)).To(BeTrue())
	})
})
