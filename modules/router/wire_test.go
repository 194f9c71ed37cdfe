package router_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// wired asks a server of net/http, which judges what it is given, for /x.
func wired(f *fixture, method string) (*http.Response, string) {
	GinkgoHelper()
	h, err := f.Handler()
	Expect(err).NotTo(HaveOccurred())
	server := httptest.NewServer(h)
	defer server.Close()
	req, err := http.NewRequest(method, server.URL+"/x", http.NoBody)
	Expect(err).NotTo(HaveOccurred())
	res, err := http.DefaultTransport.RoundTrip(req)
	Expect(err).NotTo(HaveOccurred())
	body, err := io.ReadAll(res.Body)
	Expect(err).NotTo(HaveOccurred())
	Expect(res.Body.Close()).To(Succeed())
	return res, string(body)
}

var _ = Describe("A response that a hook changes", func() {
	changed := func(change func(*router.Response)) *fixture {
		f := newFixture()
		f.BeforeResponse(func(c *router.Context, next func() error) error {
			if c.Err() == nil {
				change(c.Response())
			}
			return next()
		})
		register(f, "GET /x", resultOf(user{1, "Ida"}))
		return f
	}

	DescribeTable("has no body where its status has none",
		func(method string, status int) {
			res, body := wired(changed(func(r *router.Response) { r.Status = status }), method)

			Expect(res.StatusCode).To(Equal(status))
			Expect(body).To(BeEmpty())
			Expect(res.Header).NotTo(HaveKey("Content-Type"))
		},
		Entry("204", "GET", 204), Entry("205", "GET", 205), Entry("304", "GET", 304), Entry("204 to HEAD", "HEAD", 204),
	)

	It("has no body for the description either", func() {
		f := newFixture(router.WithEnvironment(router.Test))
		f.BeforeResponse(func(c *router.Context, next func() error) error { c.Response().Status = 204; return next() })
		register(f, "GET /x", router.With(resultOf(user{1, "Ida"}), router.Status(204, "Nothing new")))

		res, _ := wired(f, "GET")

		Expect(res.StatusCode).To(Equal(204))
	})

	It("begins no stream where its status has no body", func() {
		f := newFixture()
		f.BeforeResponse(func(c *router.Context, next func() error) error { c.Response().Status = 204; return next() })
		data := &opened{ReadSeeker: strings.NewReader("text")}
		register(f, "GET /x", resultOf(router.Content{Data: data}))

		res, _ := wired(f, "GET")

		Expect(res.StatusCode).To(Equal(204))
		Expect(data.closed).To(Equal(1))
	})

	DescribeTable("is an internal error where its status is that of no answer",
		func(method string, status int) {
			f := changed(func(r *router.Response) { r.Status = status })

			res, _ := wired(f, method)

			Expect(res.StatusCode).To(Equal(500))
			Expect(f.log.String()).To(ContainSubstring("no status of an answer"))
		},
		Entry("0", "GET", 0), Entry("100", "GET", 100), Entry("999", "GET", 999), Entry("0 to HEAD", "HEAD", 0),
	)
})

var _ = Describe("A Content-Length of the application", func() {
	DescribeTable("is not that of what the router writes",
		func(method string, fn any, status int) {
			f := newFixture()
			register(f, "GET /x", fn)

			res, body := wired(f, method)

			Expect(res.StatusCode).To(Equal(status))
			Expect(res.ContentLength).To(BeNumerically(">", 2))
			if method == http.MethodGet {
				Expect(body).To(HaveLen(int(res.ContentLength)))
			}
		},
		Entry("a result", "GET", func(c *router.Context) error { c.SetHeader("Content-Length", "2"); return c.Render("text") }, 200),
		Entry("a result that is not sent", "HEAD", func(c *router.Context) error { c.SetHeader("Content-Length", "2"); return c.Render("text") }, 200),
		Entry("a problem", "GET", func(*router.Context) error {
			return &router.ClientError{Status: 400, Header: http.Header{"Content-Length": {"2"}}}
		}, 400),
	)
})

var _ = Describe("A status of the application", func() {
	DescribeTable("that there is not is an internal error, as for any handler",
		func(status int) {
			f := newFixture(router.WithPanicPolicy(router.Recover))
			register(f, "GET /x", func(c *router.Context) error {
				c.ResponseWriter().WriteHeader(status)
				return nil
			})

			res, _ := wired(f, "GET")

			Expect(res.StatusCode).To(Equal(500))
			Expect(f.log.String()).To(ContainSubstring("invalid WriteHeader code"))
		},
		Entry("none", 0), Entry("of four digits", 1000), Entry("below zero", -1),
	)

	DescribeTable("has no body where HTTP allows none",
		func(write func(w http.ResponseWriter) error) {
			var told error
			f := newFixture()
			register(f, "GET /x", func(c *router.Context) error {
				c.ResponseWriter().WriteHeader(204)
				told = write(c.ResponseWriter())
				return nil
			})

			res, _ := wired(f, "GET")

			Expect(res.StatusCode).To(Equal(204))
			Expect(told).To(MatchError(http.ErrBodyNotAllowed))
		},
		Entry("that is written", func(w http.ResponseWriter) error { _, err := io.WriteString(w, "x"); return err }),
		Entry("that is copied", func(w http.ResponseWriter) error { _, err := io.Copy(w, strings.NewReader("x")); return err }),
	)

	It("gives way to the error of a body that it cannot have", func() {
		f := newFixture()
		register(f, "GET /x", func(c *router.Context) error {
			c.ResponseWriter().WriteHeader(204)
			_, err := io.WriteString(c.ResponseWriter(), "x")
			return err
		})

		res, _ := wired(f, "GET")

		Expect(res.StatusCode).To(Equal(500))
	})
})

var _ = Describe("An error with the status 205", func() {
	It("has no body (RFC 9110, section 15.3.6)", func() {
		f := newFixture()
		register(f, "GET /x", func(c *router.Context) error { return c.Error(205, "again") })

		_, body := wired(f, "GET")

		Expect(body).To(BeEmpty())
	})
})
