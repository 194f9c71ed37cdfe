package replicas_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/replicas"
)

// breaks is a server that reads a request and breaks off, and counts.
func breaks(t *testing.T, asked *atomic.Int64) (address string) {
	return serve(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		asked.Add(1)
		panic(http.ErrAbortHandler)
	})
}

func serve(t *testing.T, h http.HandlerFunc) (address string) {
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

func echo(t *testing.T) (address string) {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s %s %s", r.Method, text, r.Header.Get("X-Forwarded-For"), r.Host)
	})
}

func gone(t *testing.T) (address string) {
	address, err := replicas.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// watch watches until the test ends.
func watch(t *testing.T, b *replicas.Balancer) {
	ctx, stop := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() { b.Watch(ctx) })
	t.Cleanup(func() { stop(); watching.Wait() })
}

func ask(b http.Handler, method, body, key string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/x", strings.NewReader(body))
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	w := httptest.NewRecorder()
	b.ServeHTTP(w, r)
	return w
}

func TestBalancerSaysWhoAsks(t *testing.T) {
	g := NewWithT(t)
	b := replicas.NewBalancer([]string{echo(t)}, replicas.Options{})

	g.Expect(ask(b, "POST", "body", "").Body.String()).To(Equal("POST body 192.0.2.1 example.com"))
}

func TestBalancerSendsAgainWhatIsSafeToRepeat(t *testing.T) {
	for name, test := range map[string]struct {
		method, body, key string
		want              int
		asked             int64 // of the one that breaks off
	}{
		"GET":                            {"GET", "", "", 200, 1},
		"POST":                           {"POST", "body", "", 502, 1},
		"DELETE":                         {"DELETE", "", "", 502, 1},
		"POST with a key":                {"POST", "body", "k", 200, 1},
		"POST with a key and much to do": {"POST", strings.Repeat("x", 2<<20), "k", 502, 1},
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			var asked atomic.Int64
			// The first request goes to the second address.
			b := replicas.NewBalancer([]string{echo(t), breaks(t, &asked)}, replicas.Options{})

			w := ask(b, test.method, test.body, test.key)

			g.Expect(w.Code).To(Equal(test.want))
			g.Expect(asked.Load()).To(Equal(test.asked))
			if w.Code == 200 {
				g.Expect(w.Body.String()).To(HavePrefix(test.method + " " + test.body))
			}
		})
	}
}

func TestBalancerSendsAgainWhatCouldNotBeSent(t *testing.T) {
	for _, body := range []string{"", "body"} {
		g := NewWithT(t)
		b := replicas.NewBalancer([]string{echo(t), gone(t)}, replicas.Options{})

		w := ask(b, "DELETE", body, "")

		g.Expect(w.Code).To(Equal(200))
		g.Expect(w.Body.String()).To(HavePrefix("DELETE " + body))
	}
}

func TestBalancerLeavesOneThatClosesItsConnections(t *testing.T) {
	g := NewWithT(t)
	stops := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close") // as it does before it is asked for its health again
		fmt.Fprint(w, "last")
	})
	b := replicas.NewBalancer([]string{echo(t), stops}, replicas.Options{})

	g.Expect(ask(b, "POST", "body", "").Body.String()).To(Equal("last"))
	for range 4 {
		g.Expect(ask(b, "POST", "body", "").Body.String()).To(HavePrefix("POST body"))
	}
}

func TestBalancerAsksOneThatIsSilentBeforeOneThatSaysItIsNotReady(t *testing.T) {
	g := NewWithT(t)
	busy := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			<-r.Context().Done()
		}
		fmt.Fprint(w, "busy")
	})
	stops := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		fmt.Fprint(w, "stops")
	})
	b := replicas.NewBalancer([]string{busy, stops}, replicas.Options{Every: time.Millisecond, Timeout: time.Millisecond})
	watch(t, b)

	two := func() string { return ask(b, "POST", "", "").Body.String() + ask(b, "POST", "", "").Body.String() }
	g.Eventually(two).Should(Equal("busybusy"))
}

// TestBalancerKeepsNoConnectionToOneThatIsNotReady: it may close them while a request is on
// its way.
func TestBalancerKeepsNoConnectionToOneThatIsNotReady(t *testing.T) {
	g := NewWithT(t)
	var open atomic.Int64
	var stops atomic.Bool
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" && stops.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			open.Add(1)
		case http.StateClosed:
			open.Add(-1)
		}
	}
	server.Start()
	defer server.Close()
	b := replicas.NewBalancer([]string{server.Listener.Addr().String()}, replicas.Options{Every: time.Hour})
	ask(b, "POST", "", "")
	g.Expect(open.Load()).To(Equal(int64(1)))

	stops.Store(true)
	watch(t, b)

	g.Eventually(open.Load).Should(BeZero())
}

func TestBalancerSaysWhenNoReplicaCanBeReached(t *testing.T) {
	g := NewWithT(t)
	b := replicas.NewBalancer([]string{gone(t), gone(t)}, replicas.Options{})

	for range 2 {
		w := ask(b, "POST", "", "")
		g.Expect(w.Code).To(Equal(503))
		g.Expect(w.Header().Get("Retry-After")).To(Equal("1"))
	}
}

func TestBalancerAsksOneThatIsBackBeforeItHasFoundOut(t *testing.T) {
	g := NewWithT(t)
	address := gone(t)
	b := replicas.NewBalancer([]string{address}, replicas.Options{})
	g.Expect(ask(b, "GET", "", "").Code).To(Equal(503))

	l, err := net.Listen("tcp", address)
	g.Expect(err).NotTo(HaveOccurred())
	server := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
	defer server.Close()
	go func() { _ = server.Serve(l) }()

	g.Expect(ask(b, "GET", "", "").Code).To(Equal(200))
}

func TestBalancerAsksThoseThatAreReady(t *testing.T) {
	g := NewWithT(t)
	var ready [2]atomic.Bool
	var addresses []string
	for i := range ready {
		ready[i].Store(true)
		addresses = append(addresses, serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/readyz" && !ready[i].Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
			fmt.Fprint(w, i)
		}))
	}
	b := replicas.NewBalancer(addresses, replicas.Options{Every: time.Millisecond})
	watch(t, b)
	four := func() (answers string) {
		for range 4 {
			answers += ask(b, "GET", "", "").Body.String()
		}
		return answers
	}

	g.Eventually(four).Should(Or(Equal("0101"), Equal("1010")))
	ready[0].Store(false)
	g.Eventually(four).Should(Equal("1111"))
	ready[0].Store(true)
	g.Eventually(four).Should(Or(Equal("0101"), Equal("1010")))
}

func TestFreeAddressIsOneToListenAt(t *testing.T) {
	l, err := net.Listen("tcp", gone(t))
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
}

func ExampleNewBalancer() {
	var addresses []string
	for _, name := range []string{"one", "other"} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, name) }))
		defer server.Close()
		addresses = append(addresses, server.Listener.Addr().String())
	}
	balancer := replicas.NewBalancer(addresses, replicas.Options{})
	for range 3 {
		w := httptest.NewRecorder()
		balancer.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		fmt.Println(w.Body)
	}
	// Output:
	// other
	// one
	// other
}
