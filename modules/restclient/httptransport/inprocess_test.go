package httptransport_test

import (
	"errors"
	"io"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

var _ = Describe("An in-process handler", func() {
	It("cannot write more than it has promised", func(ctx SpecContext) {
		var refused error
		transport := httptransport.InProcess(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "2")
			_, refused = io.WriteString(w, "hello")
		}))
		res, err := transport.Do(ctx, &core.Request{Method: "GET", URL: "http://x/"})
		Expect(err).NotTo(HaveOccurred())

		body, err := io.ReadAll(res.Body)
		transport.Wait()

		Expect(string(body), err).To(Equal("he"))
		Expect(refused).To(MatchError(http.ErrContentLength))
	})

	It("has no connection to hijack and refuses impossible statuses", func(ctx SpecContext) {
		var hijacked error
		var panicked any
		transport := httptransport.InProcess(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			defer func() { panicked = recover() }()
			_, _, hijacked = http.NewResponseController(w).Hijack()
			w.WriteHeader(0)
		}))

		res, err := transport.Do(ctx, &core.Request{Method: "GET", URL: "http://x/"})
		Expect(err).NotTo(HaveOccurred())
		Expect(res.Body.Close()).To(Succeed())
		transport.Wait()

		Expect(errors.Is(hijacked, http.ErrNotSupported)).To(BeTrue())
		Expect(panicked).To(Equal("invalid WriteHeader code 0"))
	})

	DescribeTable("sees user info of the URL as a server would",
		func(ctx SpecContext, given http.Header, want string) {
			res, err := httptransport.InProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.WriteString(w, r.Header.Get("Authorization"))
			})).Do(ctx, &core.Request{Method: "GET", URL: "http://ann:pw@x/", Header: given})
			Expect(err).NotTo(HaveOccurred())

			Expect(io.ReadAll(res.Body)).To(BeEquivalentTo(want))
		},
		Entry("as basic credentials", nil, "Basic YW5uOnB3"),
		Entry("which a header replaces", http.Header{"Authorization": {"Bearer x"}}, "Bearer x"),
	)

	It("does not get a line break through a header of the response", func(ctx SpecContext) {
		res, err := httptransport.InProcess(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Name", "a\r\nSet-Cookie: b")
		})).Do(ctx, &core.Request{Method: "GET", URL: "http://x/"})

		Expect(err).NotTo(HaveOccurred())
		Expect(res.Body.Close()).To(Succeed())
		Expect(res.Header.Get("X-Name")).To(Equal("a  Set-Cookie: b"))
	})
})

var _ = Describe("A body whose length is said to be nothing", func() {
	DescribeTable("is refused rather than lost",
		func(ctx SpecContext, transport core.Transport) {
			_, err := transport.Do(ctx, &core.Request{
				Method: "POST", URL: "http://127.0.0.1:1/",
				Body: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("hello")), nil },
			})

			Expect(err).To(MatchError("the body of the request is not as long as its ContentLength"))
		},
		Entry("over the network", httptransport.New(nil)),
		Entry("in process", httptransport.InProcess(http.NotFoundHandler())),
	)
})
