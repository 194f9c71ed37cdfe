package router_test

import (
	"context"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

const preload = "</a.css>; rel=preload"

func hint(c *router.Context) {
	c.SetHeader("Link", preload)
	c.ResponseWriter().WriteHeader(http.StatusEarlyHints)
}

// hinted are the headers Link in front of an answer, and that of the answer.
func hinted(ctx context.Context, f *fixture) (before []string, link string) {
	GinkgoHelper()
	h, err := f.Handler()
	Expect(err).NotTo(HaveOccurred())
	s := httptest.NewServer(h)
	defer s.Close()
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{Got1xxResponse: func(_ int, h textproto.MIMEHeader) error {
		before = append(before, h.Get("Link"))
		return nil
	}})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/x", http.NoBody)
	Expect(err).NotTo(HaveOccurred())
	res, err := s.Client().Do(req)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = res.Body.Close() }()
	_, err = io.ReadAll(res.Body)
	Expect(err).NotTo(HaveOccurred())
	return before, res.Header.Get("Link")
}

var _ = Describe("An early hint (RFC 8297)", func() {
	DescribeTable("has the headers that were set before it",
		func(ctx SpecContext, fn any) {
			f := newFixture()
			register(f, "GET /x", fn)

			before, link := hinted(ctx, f)

			Expect(before).To(Equal([]string{preload}))
			Expect(link).To(Equal(preload))
		},
		Entry("of a result", func(c *router.Context) (string, error) { hint(c); return "x", nil }),
		Entry("of a stream", func(c *router.Context) (router.Events, error) { hint(c); return router.Events(failing(nil)), nil }),
		Entry("of a stream that is rendered", func(c *router.Context) error { hint(c); return c.Render(router.Events(failing(nil))) }),
		Entry("of what yields the values of a stream", router.NDJSON(func(c *router.Context) iter.Seq2[int, error] {
			return func(yield func(int, error) bool) { hint(c); yield(1, nil) }
		})),
	)

	It("is not sent by what yields events, which may have begun by then", func(ctx SpecContext) {
		f := newFixture()
		register(f, "GET /x", router.SSE(func(c *router.Context) events {
			return func(yield func(router.Event, error) bool) { hint(c); yield(router.Event{Data: "x"}, nil) }
		}))

		before, link := hinted(ctx, f)

		Expect(before).To(BeEmpty())
		Expect(link).To(Equal(preload))
	})
})
