package main

import (
	"io"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// answering sends one answer to every request, as JSON.
func answering(status int, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

var _ = Describe("A scenario", func() {
	user := scenario{name: "user", request: get("/"), answer: answer{200, sameJSON, `{"id":7,"name":"Ada"}`}}
	nothing := scenario{name: "nothing", request: get("/"), answer: answer{status: 204}}

	events := scenario{name: "events", request: get("/"), answer: answer{200, sameEvents, `[{"id":7},{"id":8}]`}}
	streaming := func(mediaType, text string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", mediaType)
			_, _ = io.WriteString(w, text)
		})
	}

	DescribeTable("accepts the expected answer",
		func(s scenario, h http.Handler) {
			Expect(s.verify("v", h)).To(BeEmpty())
		},
		Entry("with the members in another order", user, answering(200, `{"name":"Ada","id":7}`)),
		Entry("with a line break behind it", user, answering(200, `{"id":7,"name":"Ada"}`+"\n")),
		Entry("without a body", nothing, answering(204, "")),
		Entry("as events, however they are framed", events, streaming("text/event-stream", "event: a\ndata: {\"id\":7}\n\nid:2\ndata:{\"id\":8}\n\n")),
	)

	DescribeTable("refuses another answer",
		func(s scenario, h http.Handler, message string) {
			_, err := s.verify("v", h)
			Expect(err).To(MatchError(And(HavePrefix("scenario "+s.name+": v: GET /: "), ContainSubstring(message))))
		},
		Entry("of another status", user, answering(404, `{"id":7,"name":"Ada"}`), "status 404, not 200"),
		Entry("of another value", user, answering(200, `{"id":8,"name":"Ada"}`), `{"id":8,"name":"Ada"}, not {"id":7`),
		Entry("with one member more", user, answering(200, `{"id":7,"name":"Ada","x":1}`), `"x":1}, not`),
		Entry("that is not JSON", user, answering(200, `7 Ada`), `body "7 Ada"`),
		Entry("that is not called JSON", user, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"id":7,"name":"Ada"}`)
		}), `Content-Type ""`),
		Entry("with a body", nothing, answering(204, "x"), "a body where none is expected"),
		Entry("with one event less", events, streaming("text/event-stream", "data: {\"id\":7}\n\n"), `body [{"id":7}], not `),
		Entry("with events that are called something else", events, streaming("text/plain", ""), `Content-Type "text/plain"`),
	)

	It("refuses a variant whose second answer is another", func() {
		asked := 0
		h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.WriteHeader(map[bool]int{true: 204, false: 500}[asked == 1])
		})

		_, err := nothing.verify("v", h)

		Expect(err).To(MatchError(ContainSubstring("status 500")))
	})

	It("does not measure anything when a variant answers something else", func() {
		s := user
		s.variants = []variant{{"right", ready(answering(200, s.answer.json))}, {"wrong", ready(answering(500, ""))}}

		_, err := s.run(1)

		Expect(err).To(MatchError(ContainSubstring("scenario user: wrong: ")))
	})

	It("remarks on wrong requests that are accepted", func() {
		s := nothing
		s.rejects = []measure.Request{get("/"), {Method: http.MethodPost, Path: "/"}}
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(map[bool]int{true: 204, false: 400}[r.Method == http.MethodGet])
		})

		Expect(s.verify("v", h)).To(Equal("accepts 1 of 2 wrong requests"))
	})

	It("is answered alike by every variant", func() {
		for _, s := range scenarios() {
			for _, v := range s.variants {
				h, err := v.build()
				Expect(err).NotTo(HaveOccurred())
				_, err = s.verify(v.name, h)
				Expect(err).NotTo(HaveOccurred())
			}
		}
	})
})
