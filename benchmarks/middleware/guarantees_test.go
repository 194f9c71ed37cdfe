package middleware_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"net/http"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// patience is how long a spec waits for a part of a stream.
const patience = time.Minute

var _ = Describe("The router", func() {
	for _, s := range subjects() {
		Context("behind "+s.name, func() {
			DescribeTable("keeps what it promises", func(ctx SpecContext, p place) {
				service := newService(p.engine)
				p.put(service.Router, seeing, s.wrap, panicking)
				service.serve()

				By("giving the controller path values and what is in the context")
				Expect(service.get(ctx, "/user/7").user()).To(Equal(user{ID: 7, Bio: bio, Seen: "Ida"}))

				By("answering errors with problems")
				service.get(ctx, "/missing/Ida").isProblem(404)
				service.get(ctx, "/user/seven").isProblem(400)
				service.get(ctx, "/user/7", "Accept", "image/png").isProblem(406)
				service.get(ctx, "/broken").isProblem(500)
				service.get(ctx, "/bug").isProblem(500)

				By("answering what no route matches")
				service.get(ctx, "/nothing").isProblem(404)
				wrongMethod := service.do(ctx, http.MethodDelete, "/user/7", "", "Sec-Fetch-Site", "same-origin")
				if wrongMethod.status != 400 { // nosurf refuses it before
					wrongMethod.isProblem(405)
				}

				By("not taking a panic of middleware inside for a success")
				if s.closes {
					service.cutsOff(ctx, "/user/7", "X-Panic", "1")
					return
				}
				service.get(ctx, "/user/7", "X-Panic", "1").isProblem(500)
			}, places())

			DescribeTable("answers HEAD like GET, without a body", func(ctx SpecContext, p place) {
				service := newService(p.engine)
				p.put(service.Router, s.wrap)
				service.serve()

				get := service.get(ctx, "/user/7")
				head := service.do(ctx, http.MethodHead, "/user/7", "")

				Expect(head.status).To(Equal(200))
				Expect(head.sent).To(BeZero())
				Expect(head.header.Get("Content-Type")).To(Equal(get.header.Get("Content-Type")))
			}, places())

			if s.buffers {
				return
			}
			DescribeTable("streams", func(ctx SpecContext, p place) {
				service := newService(p.engine)
				p.put(service.Router, s.wrap)
				service.serve()

				service.expectStream(ctx)
			}, places())
		})
	}
})

// expectStream reads the first event before the second is allowed, compressed if
// middleware does that.
func (s *service) expectStream(ctx context.Context) {
	GinkgoHelper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	res := s.send(ctx, http.MethodGet, "/events/Ida", "")
	defer func() { _ = res.Body.Close() }()
	Expect(res.StatusCode).To(Equal(200))
	Expect(res.Header.Get("Content-Type")).To(Equal("text/event-stream"))
	lines := bufio.NewReader(res.Body)
	if res.Header.Get("Content-Encoding") == "gzip" {
		plain, err := gzip.NewReader(res.Body)
		Expect(err).NotTo(HaveOccurred())
		lines = bufio.NewReader(plain)
	}

	Expect(readEvent(lines)).To(Equal("id: 1\ndata: Ida\n"))
	close(s.more)
	Expect(readEvent(lines)).To(Equal("id: 2\ndata: Ida\n"))
}

// readEvent reads up to the next empty line.
func readEvent(r *bufio.Reader) string {
	GinkgoHelper()
	var event strings.Builder
	for {
		line, err := r.ReadString('\n')
		Expect(err).NotTo(HaveOccurred())
		if line == "\n" {
			return event.String()
		}
		event.WriteString(line)
	}
}
