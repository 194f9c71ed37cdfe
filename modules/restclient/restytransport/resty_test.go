package restytransport_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/go-resty/resty/v2"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/restytransport"
)

var _ = Describe("A transport over resty", func() {
	It("refuses a client that retries", func() {
		_, err := restytransport.New(resty.New().SetRetryCount(1))

		Expect(err).To(MatchError(restytransport.ErrRetry))
	})

	It("keeps the settings and hooks of the client it was given", func(ctx SpecContext) {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Saw", r.Header.Get("X-App")+" "+r.Header.Get("X-Hook"))
		}))
		DeferCleanup(server.Close)
		client := resty.NewWithClient(server.Client()).SetHeader("X-App", "demo").
			OnBeforeRequest(func(_ *resty.Client, r *resty.Request) error { r.SetHeader("X-Hook", "ran"); return nil })
		transport, err := restytransport.New(client)
		Expect(err).NotTo(HaveOccurred())

		res, err := transport.Do(ctx, &core.Request{Method: "GET", URL: server.URL})

		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(res.Body.Close)
		Expect(res.Header.Get("X-Saw")).To(Equal("demo ran"))
	})

	It("keeps the cause of an error and leaves the URL out of it", func(ctx SpecContext) {
		transport, err := restytransport.New(nil)
		Expect(err).NotTo(HaveOccurred())

		_, err = transport.Do(ctx, &core.Request{Method: "GET", URL: "http://127.0.0.1:1/?token=s3cret"})

		Expect(err).To(Satisfy(func(err error) bool { _, ok := err.(*net.OpError); return ok }))
		Expect(strings.Contains(err.Error(), "s3cret")).To(BeFalse())
	})

	It("needs an absolute URL", func(ctx SpecContext) {
		transport, err := restytransport.New(nil)
		Expect(err).NotTo(HaveOccurred())

		_, err = transport.Do(ctx, &core.Request{Method: "GET", URL: "/x"})

		Expect(err).To(MatchError("restytransport: the URL is not absolute"))
	})
})
