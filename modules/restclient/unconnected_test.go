package restclient_test

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

var _ = Describe("A mutation without a connection", func() {
	through := func(t *http.Transport, base string) *restclient.Client {
		GinkgoHelper()
		DeferCleanup(t.CloseIdleConnections)
		client, err := restclient.New(httptransport.New(&http.Client{Transport: t}), restclient.WithBaseURL(base))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)
		return client
	}
	nowhere := func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: context.DeadlineExceeded}
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

	It("when its caller leaves has not been sent", func(ctx SpecContext) {
		short, cancel := context.WithCancel(ctx)
		ended := make(chan struct{})
		DeferCleanup(func() { close(ended) })
		dial := func(ctx context.Context, network, address string) (net.Conn, error) {
			cancel()
			return dialingUntil(ended)(ctx, network, address)
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

func TestAMutationWithoutAConnectionForAsLongAsTheCallMayTakeHasNotBeenSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		ended := make(chan struct{})
		defer close(ended)
		client, err := restclient.New(httptransport.New(&http.Client{Transport: &http.Transport{DialContext: dialingUntil(ended)}}),
			restclient.WithBaseURL("http://api.test"), restclient.WithTimeout(time.Second))
		g.Expect(err).NotTo(HaveOccurred())
		defer client.Close()

		g.Expect(call(t.Context(), client, "POST", "/todos")).To(unsent(restclient.KindTimeout))
	})
}

// unsent matches the error of a mutation that was not sent.
func unsent(kind restclient.Kind) types.GomegaMatcher {
	return And(HaveField("Kind", kind), HaveField("OutcomeUnknown", false), HaveField("Attempts", 1))
}

// dialingUntil dials until the channel is closed: net/http goes on when the request has ended.
func dialingUntil(ended <-chan struct{}) func(ctx context.Context, network, address string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		<-ended
		return nil, net.ErrClosed
	}
}

// roundTrips is an http.RoundTripper.
type roundTrips func(*http.Request) (*http.Response, error)

func (f roundTrips) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
