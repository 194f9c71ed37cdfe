package main

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var two = regexp.MustCompile("^(gin|trefoil on trie, with time limits)$")

var _ = Describe("A server of a process of its own", func() {
	It("costs CPU time per request", func() {
		costs, err := measureEndToEnd(two, 2)

		Expect(err).NotTo(HaveOccurred())
		Expect(costs).To(HaveLen(2))
		Expect([]string{costs[0].name, costs[1].name}).To(Equal([]string{"gin", "trefoil on trie, with time limits"}))
		for _, c := range costs {
			Expect(c.min).To(And(BeNumerically(">", 0), BeNumerically("<=", c.p25)))
		}
	})

	It("answers many connections at once", func() {
		loads, err := measureLoad(two, 1)

		Expect(err).NotTo(HaveOccurred())
		Expect(loads).To(HaveLen(2))
		for _, l := range loads {
			Expect(l.perSecond).To(BeNumerically(">", 0))
			Expect(l.p50).To(And(BeNumerically(">", 0), BeNumerically("<=", l.p99)))
			Expect(l.p99).To(BeNumerically("<=", l.p999))
		}
	})

	It("keeps memory for idle connections", func() {
		all, err := measureIdle(two, 20)

		Expect(err).NotTo(HaveOccurred())
		Expect(all).To(HaveLen(2))
		for _, s := range all {
			Expect(s.bytes).To(And(BeNumerically(">", 2_000), BeNumerically("<", 200_000)), "net/http has buffers of 8 kB and a goroutine")
		}
	})

	It("has a name", func() {
		Expect(serve("nothing", strings.NewReader(""), GinkgoWriter)).To(MatchError(`there is no server "nothing"`))
	})
})

var _ = Describe("A connection", func() {
	DescribeTable("refuses an answer",
		func(h http.HandlerFunc, message string) {
			s := httptest.NewServer(h)
			DeferCleanup(s.Close)

			_, err := connect(s.Listener.Addr().String())

			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("of another status", http.NotFound, `status line "HTTP/1.1 404 Not Found`),
		Entry("of another body", answering(200, `{"id":8}`).ServeHTTP, `body {"id":8}, not `),
		Entry("without a length", func(w http.ResponseWriter, _ *http.Request) {
			_ = http.NewResponseController(w).Flush()
		}, "a body of -1 bytes"),
	)

	It("refuses a second answer that is not the first", func() {
		first, second := userJSON, strings.ReplaceAll(userJSON, "7", "8")
		ours, theirs := net.Pipe()
		DeferCleanup(ours.Close)
		go func() {
			defer GinkgoRecover()
			requests := bufio.NewReader(theirs)
			for _, body := range []string{first, second} {
				_, err := http.ReadRequest(requests)
				Expect(err).NotTo(HaveOccurred())
				_, err = fmt.Fprintf(theirs, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
				Expect(err).NotTo(HaveOccurred())
			}
		}()
		c := &connection{conn: ours, replies: bufio.NewReader(ours)}
		Expect(c.first()).To(Succeed())

		Expect(c.request()).To(MatchError(ContainSubstring("and before")))
	})
})
