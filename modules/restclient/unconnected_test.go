package restclient_test

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

var _ = Describe("A mutation without a connection", func() {
	through := func(t *http.Transport, base string, opts ...restclient.Option) *restclient.Client {
		GinkgoHelper()
		DeferCleanup(t.CloseIdleConnections)
		client, err := restclient.New(httptransport.New(&http.Client{Transport: t}), append(opts, restclient.WithBaseURL(base))...)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)
		return client
	}
	nowhere := func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: context.DeadlineExceeded}
	}
	waiting := func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	unsent := func(kind restclient.Kind) types.GomegaMatcher {
		return And(HaveField("Kind", kind), HaveField("OutcomeUnknown", false), HaveField("Attempts", 1))
	}

	It("to the proxy before the server has not been sent", func(ctx SpecContext) {
		proxy := http.ProxyURL(&url.URL{Scheme: "http", Host: "proxy.test:3128"})

		err := call(ctx, through(&http.Transport{Proxy: proxy, DialContext: nowhere}, "https://api.test"), "POST", "/todos")

		Expect(err).To(unsent(restclient.KindTimeout))
	})

	It("through a proxy that refuses it has not been sent", func(ctx SpecContext) {
		server := serveBadly(status(http.StatusProxyAuthRequired))
		at, err := url.Parse(server.URL)
		Expect(err).NotTo(HaveOccurred())

		err = call(ctx, through(&http.Transport{Proxy: http.ProxyURL(at)}, "https://api.test"), "POST", "/todos")

		Expect(err).To(unsent(restclient.KindNetwork))
	})

	It("to a server without a valid certificate has not been sent", func(ctx SpecContext) {
		server := httptest.NewUnstartedServer(status(200))
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.StartTLS()
		DeferCleanup(server.Close)

		err := call(ctx, through(&http.Transport{}, server.URL), "POST", "/todos")

		Expect(err).To(unsent(restclient.KindNetwork))
		Expect(err).To(MatchError(ContainSubstring("certificate")))
	})

	It("for as long as the call may take has not been sent", func(ctx SpecContext) {
		err := call(ctx, through(&http.Transport{DialContext: waiting}, "http://api.test", restclient.WithTimeout(time.Millisecond)), "POST", "/todos")

		Expect(err).To(unsent(restclient.KindTimeout))
	})

	It("when its caller leaves has not been sent", func(ctx SpecContext) {
		short, cancel := context.WithCancel(ctx)
		dial := func(ctx context.Context, network, address string) (net.Conn, error) {
			cancel()
			return waiting(ctx, network, address)
		}

		err := call(short, through(&http.Transport{DialContext: dial}, "http://api.test"), "POST", "/todos")

		Expect(err).To(HaveField("OutcomeUnknown", false))
		Expect(err).To(MatchError(context.Canceled))
	})

	It("that was lost on one of HTTP/2 had one", func(ctx SpecContext) {
		server := httptest.NewUnstartedServer(http.HandlerFunc(dropped))
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.EnableHTTP2 = true
		server.StartTLS()
		DeferCleanup(server.Close)

		err := call(ctx, through(server.Client().Transport.(*http.Transport), server.URL), "POST", "/todos")

		Expect(err).To(And(HaveField("Kind", restclient.KindNetwork), HaveField("OutcomeUnknown", true)))
	})

	It("is not what a RoundTripper tells of that says nothing of connections", func(ctx SpecContext) {
		others := roundTrips(func(*http.Request) (*http.Response, error) { return nil, errLost })
		client, err := restclient.New(httptransport.New(&http.Client{Transport: others}), restclient.WithBaseURL("http://api.test"))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)

		Expect(call(ctx, client, "POST", "/todos")).To(HaveField("OutcomeUnknown", true))
	})
})

// roundTrips is an http.RoundTripper.
type roundTrips func(*http.Request) (*http.Response, error)

func (f roundTrips) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
