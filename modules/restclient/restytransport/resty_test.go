package restytransport_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/go-resty/resty/v2"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/restytransport"
)

func get(url string) *core.Request { return &core.Request{Method: "GET", URL: url} }

func post(url, body string) *core.Request {
	return &core.Request{
		Method: "POST", URL: url, ContentLength: int64(len(body)),
		Body: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(body)), nil },
	}
}

func serve(h http.HandlerFunc) string {
	server := httptest.NewServer(h)
	DeferCleanup(server.Close)
	return server.URL
}

func over(client *resty.Client, opts ...restytransport.Option) *restytransport.Transport {
	GinkgoHelper()
	transport, err := restytransport.New(client, opts...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(transport.CloseIdleConnections)
	return transport
}

// text sends r and reads the response.
func text(ctx context.Context, tr core.Transport, r *core.Request) (string, error) {
	res, err := tr.Do(ctx, r)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return string(body), err
}

func target(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	_, _ = io.WriteString(w, r.Method+" "+r.RequestURI+" "+string(body))
}

var _ = Describe("A client of resty that would do more than carry", func() {
	DescribeTable("is refused",
		func(configure func(*resty.Client) *resty.Client, reason error) {
			_, err := restytransport.New(configure(resty.New()))

			Expect(err).To(MatchError(reason))
		},
		Entry("when it retries", func(c *resty.Client) *resty.Client { return c.SetRetryCount(1) }, restytransport.ErrRetry),
		Entry("when its number of retries makes no sense", func(c *resty.Client) *resty.Client { return c.SetRetryCount(-1) }, restytransport.ErrRetry),
		Entry("when it fills in paths", func(c *resty.Client) *resty.Client { return c.SetPathParam("id", "1") }, restytransport.ErrParams),
		Entry("when it fills in raw paths", func(c *resty.Client) *resty.Client { return c.SetRawPathParam("id", "1") }, restytransport.ErrParams),
		Entry("when it adds to queries", func(c *resty.Client) *resty.Client { return c.SetQueryParam("key", "1") }, restytransport.ErrParams),
		Entry("when it replaces bodies", func(c *resty.Client) *resty.Client { return c.SetFormData(map[string]string{"a": "1"}) }, restytransport.ErrParams),
	)

	It("does not retry for its conditions alone", func(ctx SpecContext) {
		var requests atomic.Int32
		address := serve(func(w http.ResponseWriter, _ *http.Request) {
			requests.Add(1)
			w.WriteHeader(http.StatusServiceUnavailable)
		})
		client := resty.New().AddRetryCondition(func(*resty.Response, error) bool { return true })

		_, err := text(ctx, over(client), get(address))

		Expect(err).NotTo(HaveOccurred())
		Expect(requests.Load()).To(BeEquivalentTo(1))
	})

	It("lends its base URL to no request", func(ctx SpecContext) {
		transport := over(resty.New().SetBaseURL(serve(target)))

		_, err := text(ctx, transport, get("/x"))
		there, thereErr := text(ctx, transport, get(serve(target)+"/y"))

		Expect(err).To(MatchError("restytransport: the URL is not absolute"))
		Expect(there, thereErr).To(Equal("GET /y "))
	})

	It("leaves what looks like a parameter in the URL", func(ctx SpecContext) {
		Expect(text(ctx, over(nil), get(serve(target)+"/%7Bid%7D?a={b}"))).To(Equal("GET /%7Bid%7D?a={b} "))
	})
})

var _ = Describe("The hooks of a client of resty", func() {
	It("see and change the request", func(ctx SpecContext) {
		client := resty.New().SetHeader("X-App", "demo").OnBeforeRequest(func(_ *resty.Client, r *resty.Request) error {
			r.SetHeader("X-Signed", string(r.Body.([]byte))+" for "+r.Header.Get("X-Mine"))
			return nil
		})
		address := serve(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, r.Header.Get("X-App")+" signs "+r.Header.Get("X-Signed"))
		})
		r := post(address, "hello")
		r.Header = http.Header{"X-Mine": {"me"}}

		Expect(text(ctx, over(client), r)).To(Equal("demo signs hello for me"))
	})

	It("may replace the body of the request", func(ctx SpecContext) {
		client := resty.New().OnBeforeRequest(func(_ *resty.Client, r *resty.Request) error {
			r.SetBody([]byte("replaced"))
			return nil
		})

		Expect(text(ctx, over(client), post(serve(target), "hello"))).To(Equal("POST / replaced"))
	})

	It("refuse a request with their error, and leave nothing open", func(ctx SpecContext) {
		before := goleak.IgnoreCurrent()
		refused := errors.New("not today")
		client := resty.New().OnBeforeRequest(func(*resty.Client, *resty.Request) error { return refused })
		reader, writer := io.Pipe()
		r := post("http://127.0.0.1:1", "")
		r.ContentLength, r.Body = -1, func() (io.ReadCloser, error) { return reader, nil }

		_, err := over(client).Do(ctx, r)

		Expect(err).To(MatchError(refused))
		Expect(writer.Write([]byte("x"))).Error().To(MatchError(io.ErrClosedPipe))
		Expect(goleak.Find(before)).To(Succeed())
	})

	It("hear of errors", func(ctx SpecContext) {
		var heard error
		client := resty.New().OnError(func(_ *resty.Request, err error) { heard = err })

		_, err := text(ctx, over(client), get("http://127.0.0.1:1/"))

		Expect(err).To(HaveOccurred())
		Expect(heard).To(MatchError(err))
	})

	It("do not see responses by default", func(ctx SpecContext) {
		client := resty.New().OnAfterResponse(func(*resty.Client, *resty.Response) error { return errors.New("seen") })

		Expect(text(ctx, over(client), get(serve(target)+"/x"))).To(Equal("GET /x "))
	})
})

var _ = Describe("KeepHooks", func() {
	It("lets hooks see and change the response", func(ctx SpecContext) {
		client := resty.New().OnAfterResponse(func(_ *resty.Client, res *resty.Response) error {
			res.SetBody([]byte(res.Status() + ": " + string(res.Body())))
			return nil
		})

		Expect(text(ctx, over(client, restytransport.KeepHooks()), get(serve(target)+"/x"))).To(Equal("200 OK: GET /x "))
	})

	It("makes the error of a hook the error of the call", func(ctx SpecContext) {
		refused := errors.New("bad signature")
		client := resty.New().OnAfterResponse(func(*resty.Client, *resty.Response) error { return refused })

		_, err := text(ctx, over(client, restytransport.KeepHooks()), get(serve(target)))

		Expect(err).To(MatchError(refused))
	})

	It("bounds the body as the client says (CF9)", func(ctx SpecContext) {
		address := serve(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 1001)) })

		_, err := text(ctx, over(resty.New().SetResponseBodyLimit(1000), restytransport.KeepHooks()), get(address))
		all, allErr := text(ctx, over(resty.New().SetResponseBodyLimit(1001), restytransport.KeepHooks()), get(address))

		Expect(err).To(MatchError(resty.ErrResponseBodyTooLarge))
		Expect(all, allErr).To(HaveLen(1001))
	})

	It("bounds the body at 32 MiB where the client says nothing (CF9)", func(ctx SpecContext) {
		address := serve(func(w http.ResponseWriter, _ *http.Request) {
			for chunk := make([]byte, 1<<20); ; {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		})

		_, err := text(ctx, over(nil, restytransport.KeepHooks()), get(address))

		Expect(err).To(MatchError(resty.ErrResponseBodyTooLarge))
	})

	It("streams all the same when the client itself does not parse responses", func(ctx SpecContext) {
		client := resty.New().SetDoNotParseResponse(true)

		Expect(text(ctx, over(client, restytransport.KeepHooks()), get(serve(target)+"/x"))).To(Equal("GET /x "))
	})
})

var _ = Describe("A transport over resty", func() {
	It("keeps the cause of an error and leaves the URL out of it", func(ctx SpecContext) {
		_, err := over(nil).Do(ctx, get("http://127.0.0.1:1/?token=s3cret"))

		Expect(err).To(Satisfy(func(err error) bool { _, ok := err.(*net.OpError); return ok }))
		Expect(strings.Contains(err.Error(), "s3cret")).To(BeFalse())
	})

	It("leaves the other requests of the client to its own settings", func(ctx SpecContext) {
		address := serve(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Header.Get("Content-Type")) })
		client := resty.New()
		over(client)

		res, err := over(client).Do(ctx, post(address, "{}"))
		Expect(err).NotTo(HaveOccurred())
		Expect(io.ReadAll(res.Body)).To(BeEmpty())
		Expect(res.Body.Close()).To(Succeed())

		own, err := client.R().SetContext(ctx).SetBody(url.Values{"a": {"1"}}).Post(address)
		Expect(err).NotTo(HaveOccurred())
		Expect(own.String()).To(Equal("application/json"))
	})

	It("refuses a body that is longer than its length of nothing", func(ctx SpecContext) {
		r := post(serve(target), "hello")
		r.ContentLength = 0

		_, err := over(nil).Do(ctx, r)

		Expect(err).To(MatchError("the body of the request is not as long as its ContentLength"))
	})
})
