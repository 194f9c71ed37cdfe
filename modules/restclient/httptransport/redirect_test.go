package httptransport_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

var _ = Describe("A redirect", func() {
	var (
		server, other *httptest.Server
		seen          chan string
	)

	BeforeEach(func() {
		seen = make(chan string, 9)
		record := func(w http.ResponseWriter, r *http.Request) { seen <- r.Method + " " + r.URL.Path }
		other = httptest.NewServer(http.HandlerFunc(record))
		mux := http.NewServeMux()
		mux.HandleFunc("/target", record)
		mux.HandleFunc("/again/{status}", func(w http.ResponseWriter, r *http.Request) { redirect(w, r, "/same/302") })
		mux.HandleFunc("/gone/{status}", func(w http.ResponseWriter, r *http.Request) { redirect(w, r, "/nowhere") })
		mux.HandleFunc("/nowhere", func(w http.ResponseWriter, r *http.Request) { record(w, r); w.WriteHeader(404) })
		mux.HandleFunc("/off/{status}", func(w http.ResponseWriter, r *http.Request) { redirect(w, r, "/other/302") })
		mux.HandleFunc("/same/{status}", func(w http.ResponseWriter, r *http.Request) { redirect(w, r, "/target") })
		mux.HandleFunc("/last/{status}", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Connection", "close")
			redirect(w, r, "/target")
		})
		mux.HandleFunc("/loop/{status}", func(w http.ResponseWriter, r *http.Request) { redirect(w, r, r.URL.Path) })
		mux.HandleFunc("/unreadable/{status}", func(w http.ResponseWriter, r *http.Request) { redirect(w, r, "http://[::1") })
		mux.HandleFunc("/other/{status}", func(w http.ResponseWriter, r *http.Request) { redirect(w, r, other.URL+"/stolen") })
		server = httptest.NewServer(mux)
		DeferCleanup(server.Close)
		DeferCleanup(other.Close)
	})

	DescribeTable("is followed within the origin, unless a mutation would be lost",
		func(ctx SpecContext, method, path string, status int, arrived ...string) {
			transport := httptransport.New(nil)
			DeferCleanup(transport.CloseIdleConnections)

			res, err := transport.Do(ctx, &core.Request{
				Method: method, URL: server.URL + path, Header: http.Header{"X-Api-Key": {"secret"}}, ContentLength: 1,
				Body: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("x")), nil },
			})

			Expect(err).NotTo(HaveOccurred())
			Expect(res.Body.Close()).To(Succeed())
			Expect(res.Status).To(Equal(status))
			close(seen)
			var got []string
			for s := range seen {
				got = append(got, s)
			}
			Expect(strings.Join(got, ", ")).To(Equal(strings.Join(arrived, ", ")))
		},
		Entry("GET to the same origin", "GET", "/same/302", 200, "GET /target"),
		Entry("POST answered with see other", "POST", "/same/303", 200, "GET /target"),
		Entry("POST answered with see other, which leads on", "POST", "/again/303", 200, "GET /target"),
		Entry("POST answered with see other, and what that is cannot be seen", "POST", "/gone/303", 303, "GET /nowhere"),
		Entry("POST answered with see other, and that leads to another port", "POST", "/off/303", 303),
		Entry("GET of what is not there", "GET", "/gone/303", 404, "GET /nowhere"),
		Entry("POST repeated as it is", "POST", "/same/307", 200, "POST /target"),
		Entry("POST that would become GET", "POST", "/same/302", 302),
		Entry("GET to another port", "GET", "/other/302", 302),
		Entry("POST to another port", "POST", "/other/307", 307),
		Entry("GET to what is no URL", "GET", "/unreadable/302", 302),
		Entry("POST to what is no URL", "POST", "/unreadable/307", 307),
		Entry("GET to itself", "GET", "/loop/302", 302),
		Entry("POST to itself", "POST", "/loop/307", 307),
		Entry("POST answered with see other, and that leads to itself", "POST", "/loop/303", 303),
		Entry("POST answered with see other, and that is no URL", "POST", "/unreadable/303", 303),
	)

	It("is the response when the body that is to be sent again cannot be opened again", func(ctx SpecContext) {
		transport, opened := httptransport.New(nil), 0
		DeferCleanup(transport.CloseIdleConnections)

		res, err := transport.Do(ctx, &core.Request{
			Method: "POST", URL: server.URL + "/same/307", ContentLength: 1,
			Body: func() (io.ReadCloser, error) {
				if opened++; opened > 1 {
					return nil, errors.New("it was read")
				}
				return io.NopCloser(strings.NewReader("x")), nil
			},
		})

		Expect(err).NotTo(HaveOccurred())
		Expect(res.Body.Close()).To(Succeed())
		Expect(res.Status).To(Equal(307))
		Expect(res.Header.Get("Location")).To(Equal("/target"))
		Expect(seen).To(BeEmpty())
	})

	It("to an answer that cannot be reached is the response", func(ctx SpecContext) {
		res, err := transportDialing(func() {}).Do(ctx, &core.Request{Method: "PUT", URL: server.URL + "/last/303"})

		Expect(err).NotTo(HaveOccurred())
		Expect(res.Status).To(Equal(http.StatusSeeOther))
		Expect(io.ReadAll(res.Body)).To(BeEmpty())
		Expect(res.Body.Close()).To(Succeed())
	})

	It("to an answer whose caller has gone is not told as a request that was not sent", func(ctx SpecContext) {
		short, cancel := context.WithCancel(ctx)

		_, err := transportDialing(cancel).Do(short, &core.Request{Method: "PUT", URL: server.URL + "/last/303"})

		Expect(err).To(MatchError(context.Canceled))
		Expect(errors.As(err, new(*net.OpError))).To(BeFalse())
	})

	It("obeys the policy of the client it was given", func(ctx SpecContext) {
		refused := errors.New("no redirects here")
		client := server.Client()
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return refused }

		_, err := httptransport.New(client).Do(ctx, &core.Request{Method: "GET", URL: server.URL + "/same/302"})

		Expect(err).To(MatchError(refused))
	})
})

// transportDialing has one connection; it calls again before it refuses another one.
func transportDialing(again func()) *httptransport.Transport {
	dialed := false
	transport := httptransport.New(&http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		if dialed {
			again()
			return nil, &net.OpError{Op: "dial", Net: network, Err: errors.New("connection refused")}
		}
		dialed = true
		return new(net.Dialer).DialContext(ctx, network, address)
	}}})
	DeferCleanup(transport.CloseIdleConnections)
	return transport
}

func redirect(w http.ResponseWriter, r *http.Request, to string) {
	w.Header().Set("Location", to)
	w.WriteHeader(map[string]int{"302": 302, "303": 303, "307": 307}[r.PathValue("status")])
}

var _ = Describe("An in-process handler", func() {
	do := func(ctx context.Context, h http.HandlerFunc) (*core.Response, error) {
		return httptransport.InProcess(h).Do(ctx, &core.Request{Method: "GET", URL: "http://x/"})
	}

	It("that aborts before it answers is an error", func(ctx SpecContext) {
		_, err := do(ctx, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })

		Expect(err).To(MatchError("in-process handler aborted the response"))
	})

	It("that aborts later cuts the body off", func(ctx SpecContext) {
		res, err := do(ctx, func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "half")
			panic(http.ErrAbortHandler)
		})
		Expect(err).NotTo(HaveOccurred())

		body, err := io.ReadAll(res.Body)

		Expect(string(body)).To(Equal("half"))
		Expect(err).To(MatchError("in-process handler aborted the response"))
	})

	It("learns that its reader has left, and ends", func(ctx SpecContext) {
		before := goleak.IgnoreCurrent()
		transport := httptransport.InProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusOK)
			<-r.Context().Done()
		}))
		res, err := transport.Do(ctx, &core.Request{Method: "GET", URL: "http://x/"})
		Expect(err).NotTo(HaveOccurred())

		Expect(res.Body.Close()).To(Succeed())
		transport.Wait()

		Expect(goleak.Find(before)).To(Succeed())
	})

	It("sees the request as a server would", func(ctx SpecContext) {
		res, err := httptransport.InProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, r.Host+" "+r.RequestURI+" "+r.URL.String()+" "+r.Proto)
		})).Do(ctx, &core.Request{Method: "GET", URL: "http://h.example/a%2Fb?q=1"})
		Expect(err).NotTo(HaveOccurred())

		Expect(io.ReadAll(res.Body)).To(BeEquivalentTo("h.example /a%2Fb?q=1 /a%2Fb?q=1 HTTP/1.1"))
		Expect(res.Header.Get("Content-Type")).To(Equal("text/plain; charset=utf-8"))
	})
})
