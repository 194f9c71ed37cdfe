package body

import (
	"fmt"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// feed is a stream that a spec writes.
type feed struct {
	pieces chan string
	gone   chan struct{} // closed when the reader has gone
}

// stream serves a stream below a path, with one reader.
func (s *site) stream(path, contentType string) *feed {
	f := &feed{pieces: make(chan string), gone: make(chan struct{})}
	s.mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		defer close(f.gone)
		w.Header().Set("Content-Type", contentType)
		w.(http.Flusher).Flush()
		for {
			select {
			case <-r.Context().Done():
				return
			case piece, ok := <-f.pieces:
				if !ok {
					return
				}
				fmt.Fprint(w, piece)
				w.(http.Flusher).Flush()
			}
		}
	})
	return f
}

func items(b *browsertest.Browser) []string {
	GinkgoHelper()
	return browsertest.Eval[[]string](b, `[...document.querySelectorAll(".body-item")].map(i => i.textContent.replace(/^\d\d:\d\d:\d\d\.\d{3} /, ""))`)
}

var _ = Describe("A body that is a stream", func() {
	It("of events shows all their fields as they come, and ends when it is cleared", func(ctx SpecContext) {
		s := open()
		f := s.stream("/events", "text/event-stream")
		b := s.visit("")
		browsertest.Eval[any](b, `(load("/events", []), null)`)

		f.pieces <- ": hello\n\nid: 1\nevent: tick\nretry: 500\ndata: {\"n\":1}\n"
		f.pieces <- "data: more\r\n\r\ndata: two\n\n"
		Eventually(func() []string { return items(b) }).Should(Equal([]string{"comment: hello", "id: 1 event: tick retry: 500 {\"n\":1}\nmore", "two"}))
		Eventually(text).WithArguments(b, ".body-note").Should(Equal("3 rows. Waiting for more."))
		Expect(browsertest.Eval[bool](b, `[...document.querySelectorAll(".body-item time")].every(t => !isNaN(new Date(t.dateTime)))`)).To(BeTrue())
		b.Shoot("body-stream")
		clean(b)

		do(b, `view.clear()`)
		Eventually(f.gone).WithContext(ctx).Should(BeClosed())
		Expect(browsertest.Eval[int](b, `document.querySelector("#body").children.length`)).To(BeZero())
	}, SpecTimeout(browsertest.StepTimeout*3))

	It("keeps its last rows, and stays where the reader has scrolled to", func() {
		s := open()
		f := s.stream("/lines", "application/x-ndjson")
		b := s.visit("")
		browsertest.Eval[any](b, `(load("/lines", []), null)`)
		for i := range 1200 {
			f.pieces <- fmt.Sprintf("{\"n\":%d}\n", i)
		}

		Eventually(func() string { return text(b, ".body-note") }).Should(Equal("1,200 rows, the first 700 are not kept. Waiting for more."))
		Eventually(items).WithArguments(b).Should(HaveLen(500))
		Expect(items(b)[499]).To(Equal(`{"n":1199}`))
		atEnd := `(() => { const l = document.querySelector("ol.body-view"); return l.scrollHeight - l.scrollTop - l.clientHeight < 2; })()`
		Expect(browsertest.Eval[bool](b, atEnd)).To(BeTrue())

		do(b, `document.querySelector("ol.body-view").scrollTop = 100`)
		f.pieces <- "{\"n\":1200}\nnope\n"
		Eventually(func() string { return items(b)[499] }).Should(Equal("nopeis no JSON"))
		Expect(browsertest.Eval[bool](b, atEnd)).To(BeFalse())
		do(b, `await press("Go to the end")`)
		Expect(browsertest.Eval[bool](b, atEnd)).To(BeTrue())

		close(f.pieces)
		Eventually(func() string { return text(b, ".body-note") }).Should(HaveSuffix("The stream has ended."))
		clean(b)
	})

	It("of records is taken apart, and a slow text is shown line by line", func() {
		s := open()
		records, lines := s.stream("/records", "application/json-seq"), s.stream("/log", "text/plain; charset=utf-8")
		b := s.visit("")

		browsertest.Eval[any](b, `(load("/records", []), null)`)
		records.pieces <- "\x1e{\"a\":\n1}\n\x1e{\"b\":2}\n\x1e"
		Eventually(func() []string { return items(b) }).Should(Equal([]string{"{\"a\":\n1}", `{"b":2}`}))
		close(records.pieces)

		browsertest.Eval[any](b, `(load("/log", []), null)`)
		lines.pieces <- "one\n\ntwo\nthr"
		Eventually(func() []string { return items(b) }).Should(Equal([]string{"one", "", "two"}))
		lines.pieces <- "ee"
		close(lines.pieces)
		Eventually(func() []string { return items(b) }).Should(Equal([]string{"one", "", "two", "three"}))
		Eventually(text).WithArguments(b, "[data-announcer]").Should(Equal("4 rows. The stream has ended."))
	})

	It("that breaks off is shown as far as it came, and says so", func() {
		s := open()
		seen := make(chan struct{})
		s.mux.HandleFunc("/broken", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"a": 1, "b`)
			w.(http.Flusher).Flush()
			select {
			case <-seen:
			case <-r.Context().Done():
			}
			panic(http.ErrAbortHandler)
		})
		b := s.visit("")
		browsertest.Eval[any](b, `(load("/broken", []), null)`)
		Eventually(func() string { return text(b, ".body-note") }).Should(Equal("11 bytes have come in."))
		close(seen)

		Eventually(func() string { return text(b, ".body-note") }).Should(Equal("application/json, 11 bytes"))
		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".body-trouble")].map(p => p.firstChild.textContent)`)).To(HaveExactElements(
			And(HavePrefix("The connection broke"), HaveSuffix("Only the first 11 bytes are shown.")),
			"It ends within a text in quotes, in line 1, column 12 (byte 11). It is shown as text."))
		Eventually(rows).WithArguments(b).Should(Equal([]string{`{"a": 1, "b`}))
	})
})
