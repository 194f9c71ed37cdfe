package restclient_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// fault is how a bad server answers one request.
type fault = http.HandlerFunc

// dropped reads the request and closes the connection.
func dropped(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

func silent(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func status(code int) fault {
	return func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, code, Todo{ID: 1, Title: "done"}) }
}

// badServer answers by a script whose last line repeats, and keeps what it was
// sent.
type badServer struct {
	*httptest.Server
	mu     sync.Mutex
	script []fault
	bodies []string
	header []http.Header
}

func serveBadly(script ...fault) *badServer {
	s := &badServer{script: script}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.bodies, s.header = append(s.bodies, string(body)), append(s.header, r.Header)
		answer := s.script[min(len(s.bodies), len(s.script))-1]
		s.mu.Unlock()
		answer(w, r)
	}))
	DeferCleanup(s.Close)
	return s
}

func (s *badServer) sent() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bodies)
}

func (s *badServer) headers(name string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var values []string
	for _, h := range s.header {
		values = append(values, h.Get(name))
	}
	return values
}

// client makes a client of the server, with policies.
func (s *badServer) client(m ...policy.Middleware) *restclient.Client {
	GinkgoHelper()
	transport := httptransport.New(nil)
	client, err := restclient.New(transport, restclient.WithBaseURL(s.URL), restclient.WithMiddleware(m...))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(transport.CloseIdleConnections)
	DeferCleanup(client.Close)
	return client
}

// call calls an endpoint with a method.
func call(ctx context.Context, client *restclient.Client, method, path string) error {
	if method == "GET" {
		_, err := restclient.Fetch(client.Context(ctx), restclient.RestEndpoint[restclient.None, Todo](path), restclient.None{})
		return err
	}
	e := restclient.RestMutation[restclient.None, Todo, Todo](path, restclient.WithMethod(method))
	_, err := restclient.Mutate(client.Context(ctx), e, restclient.None{}, Todo{Title: "whole"})
	return err
}

func quick() policy.Middleware { return policy.Retry(policy.WithBackoff(0, 0)) }

var _ = DescribeTable("A bad server gets as many attempts as are safe",
	func(ctx SpecContext, method string, answer fault, keyed bool, attempts int, unknown bool) {
		server := serveBadly(answer)
		policies := []policy.Middleware{quick()}
		if keyed {
			policies = []policy.Middleware{policy.IdempotencyKey(), quick()}
		}

		err := call(ctx, server.client(policies...), method, "/todos")

		Expect(err).To(HaveOccurred())
		Expect(server.sent()).To(HaveLen(attempts))
		Expect(slices.Compact(server.sent())).To(HaveLen(1), "every body is whole")
		Expect(slices.Compact(server.headers("Idempotency-Key"))).To(HaveLen(1))
		Expect(err).To(HaveField("OutcomeUnknown", unknown))
		Expect(strings.Contains(err.Error(), "unknown outcome")).To(Equal(unknown))
	},
	Entry("GET, dropped", "GET", dropped, false, 3, false),
	Entry("PUT, dropped", "PUT", dropped, false, 3, true),
	Entry("DELETE, dropped", "DELETE", dropped, false, 3, true),
	Entry("POST, dropped", "POST", dropped, false, 1, true),
	Entry("PATCH, dropped", "PATCH", dropped, false, 1, true),
	Entry("POST with a key, dropped", "POST", dropped, true, 3, true),
	Entry("PATCH with a key, dropped", "PATCH", dropped, true, 3, true),
	Entry("GET, 503", "GET", status(503), false, 3, false),
	Entry("PUT, 503", "PUT", status(503), false, 3, false),
	Entry("POST, 503", "POST", status(503), false, 1, false),
	Entry("POST with a key, 503", "POST", status(503), true, 3, false),
	Entry("POST with a key, 429", "POST", status(429), true, 3, false),
	Entry("GET, 500", "GET", status(500), false, 1, false),
	Entry("POST with a key, 500", "POST", status(500), true, 1, false),
	Entry("GET, 404", "GET", status(404), false, 1, false),
	Entry("POST with a key, 409", "POST", status(409), true, 1, false),
)

var _ = Describe("A client with policies", func() {
	It("tries a GET until it succeeds, with jitter", func(ctx SpecContext) {
		server := serveBadly(status(503), status(503), status(200))
		var asked int
		jitter := policy.WithRand(func() float64 { asked++; return 0.01 })

		Expect(call(ctx, server.client(policy.Retry(jitter)), "GET", "/todos/1")).To(Succeed())

		Expect(server.sent()).To(HaveLen(3))
		Expect(asked).To(Equal(2))
	})

	It("sends the whole body again", func(ctx SpecContext) {
		server := serveBadly(status(503), dropped, status(200))

		Expect(call(ctx, server.client(quick()), "PUT", "/todos/1")).To(Succeed())

		Expect(server.sent()).To(HaveLen(3))
		Expect(server.sent()).To(HaveEach(MatchJSON(`{"title":"whole","completed":false}`)))
	})

	DescribeTable("does not take a body that was drained for the whole one",
		func(ctx SpecContext, length int64) {
			var whole []bool
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				whole = append(whole, err == nil)
				if string(body) == "once" {
					w.WriteHeader(503)
				}
			}))
			transport := httptransport.New(nil)
			DeferCleanup(transport.CloseIdleConnections)
			drained := strings.NewReader("once")

			_, err := quick()(transport).Do(ctx, &core.Request{
				Method: "PUT", URL: server.URL, ContentLength: length,
				Body: func() (io.ReadCloser, error) { return io.NopCloser(drained), nil },
			})
			server.Close() // waits for the handlers

			Expect(err).To(MatchError(ContainSubstring("the body is shorter than in the attempt before")))
			Expect(whole[0]).To(BeTrue())
			Expect(whole[1:]).NotTo(ContainElement(true))
		},
		Entry("of known length", int64(4)),
		Entry("of unknown length", int64(-1)),
	)

	It("returns a 429 at once when its time would not suffice", func(ctx SpecContext) {
		server := serveBadly(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "29")
			w.WriteHeader(429)
		})
		short, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()

		err := call(short, server.client(quick()), "PUT", "/todos/1")

		Expect(err).To(MatchError(restclient.ErrTooManyRequests))
		Expect(short.Err()).NotTo(HaveOccurred())
		Expect(server.sent()).To(HaveLen(1))
	})

	DescribeTable("says whether a change that was refused may have been made",
		func(ctx SpecContext, unknown bool, script ...fault) {
			err := call(ctx, serveBadly(script...).client(quick()), "PUT", "/todos/1")

			Expect(err).To(And(HaveField("Kind", restclient.KindStatus), HaveField("Applied", false), HaveField("OutcomeUnknown", unknown)))
		},
		Entry("by the server", false, status(500)),
		Entry("by a server that is busy", false, status(503)),
		Entry("by a gateway that waited in vain", true, status(504)),
		Entry("by a redirect to something that is read, as after a form", true, redirected(302, "https://other.test/")),
		Entry("by one that leaves open what becomes of the method", true, redirected(301, "https://other.test/")),
		Entry("by one to the answer", true, redirected(303, "https://other.test/")),
		Entry("by one to an answer that is not there", true, redirected(303, "/nowhere"), status(404)),
		Entry("by one to an answer that a busy server has", true, redirected(303, "/busy"), status(503)),
		Entry("by one to where the same is to be sent", false, redirected(307, "https://other.test/")),
		Entry("by a gateway that cannot read the answer", true, status(502)),
		Entry("after an attempt without an answer", true, dropped, status(409)),
		Entry("after an attempt that a gateway waited for", true, status(504), status(503)),
	)

	It("does not take a mutation for unsent whose answer is elsewhere, where nobody is", func(ctx SpecContext) {
		server := serveBadly(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Connection", "close")
			http.Redirect(w, r, "/elsewhere", http.StatusSeeOther)
		})
		transport := httptransport.New(&http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if len(server.sent()) > 0 {
				return nil, &net.OpError{Op: "dial", Net: network, Err: errors.New("connection refused")}
			}
			return new(net.Dialer).DialContext(ctx, network, address)
		}}})
		client, err := restclient.New(transport, restclient.WithBaseURL(server.URL), restclient.WithMiddleware(quick()))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)

		err = call(ctx, client, "PUT", "/todos/1")

		Expect(err).To(And(HaveField("Status", 303), HaveField("OutcomeUnknown", true), HaveField("Attempts", 1)))
		Expect(server.sent()).To(HaveLen(1))
	})

	It("says that an outcome is unknown though the last attempt was not sent", func(ctx SpecContext) {
		server := serveBadly(dropped)
		breaker := policy.NewBreaker(policy.WithFailureRatio(1, 1))

		err := call(ctx, server.client(quick(), policy.Break(breaker)), "PUT", "/todos/1")
		Expect(err).To(MatchError(policy.ErrOpen))
		Expect(err).To(HaveField("OutcomeUnknown", true))

		err = call(ctx, server.client(quick(), policy.Break(breaker)), "PUT", "/todos/1")
		Expect(err).To(MatchError(policy.ErrOpen))
		Expect(err).To(HaveField("OutcomeUnknown", false))
		Expect(server.sent()).To(HaveLen(1))
	})

	It("adds at most a tenth, and the floor, to the load of a server that is down", func(ctx SpecContext) {
		const calls = 400
		server := serveBadly(status(503))
		client := server.client(quick())
		for range calls {
			Expect(call(ctx, client, "PUT", "/todos/1")).To(MatchError(restclient.ErrServer))
		}

		Expect(len(server.sent())).To(BeNumerically("~", calls+calls/10+10, 5))
	})
})

func redirected(code int, to string) fault {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, code) }
}

var _ = Describe("Credentials of a client", func() {
	tokens := policy.TokenSourceFunc(func(_ context.Context, stale string) (policy.Token, error) {
		return policy.Token{Value: stale + "s3cret"}, nil
	})

	DescribeTable("stay with their origin when the server redirects",
		func(ctx SpecContext, location func(other, own string) string) {
			other := serveBadly(status(200))
			server := serveBadly()
			server.script = []fault{func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, location(other.URL, server.URL), http.StatusTemporaryRedirect)
			}}

			err := call(ctx, server.client(policy.Auth(server.URL, tokens)), "GET", "/todos/1")

			Expect(err).To(HaveField("Status", 307))
			Expect(server.headers("Authorization")).To(Equal([]string{"Bearer s3cret"}))
			Expect(other.sent()).To(BeEmpty())
		},
		Entry("to another port", func(other, _ string) string { return other + "/x" }),
		Entry("to another host", func(other, _ string) string { return strings.Replace(other, "127.0.0.1", "localhost", 1) }),
		Entry("to another scheme", func(_, own string) string { return strings.Replace(own, "http:", "https:", 1) }),
	)

	It("stay with their origin when an endpoint has another one", func(ctx SpecContext) {
		server, other := serveBadly(status(200)), serveBadly(status(200))
		client := server.client(policy.Auth(server.URL, tokens))
		foreign := restclient.RestEndpoint[restclient.None, Todo]("/x", restclient.WithURLPrefix(other.URL))

		_, err := restclient.Fetch(client.Context(ctx), foreign, restclient.None{})

		Expect(err).NotTo(HaveOccurred())
		Expect(other.headers("Authorization")).To(Equal([]string{""}))
	})

	It("that cannot be renewed are a 401 with the cause", func(ctx SpecContext) {
		cause := errors.New("the session has ended")
		server := serveBadly(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(401)
			_, _ = io.WriteString(w, `{"title":"Expired"}`)
		})
		source := policy.TokenSourceFunc(func(_ context.Context, stale string) (policy.Token, error) {
			if stale == "" {
				return policy.Token{Value: "s3cret"}, nil
			}
			return policy.Token{}, cause
		})

		err := call(ctx, server.client(quick(), policy.Auth(server.URL, source)), "GET", "/todos/1")

		Expect(err).To(And(MatchError(restclient.ErrUnauthorized), MatchError(cause)))
		Expect(err).To(HaveField("Problem.Title", "Expired"))
		Expect(server.sent()).To(HaveLen(1))
	})

	It("that cannot be renewed are a 401 also for what is read as it arrives", func(ctx SpecContext) {
		cause := errors.New("the session has ended")
		source := policy.TokenSourceFunc(func(_ context.Context, stale string) (policy.Token, error) {
			if stale == "" {
				return policy.Token{Value: "s3cret"}, nil
			}
			return policy.Token{}, cause
		})
		server := serveBadly(status(401), status(401))
		client := server.client(quick(), policy.Auth(server.URL, source))
		events := restclient.RestEndpoint[restclient.None, restclient.None]("/events", restclient.WithURLPrefix(server.URL))

		_, err := client.Do(ctx, &core.Request{Method: "POST", URL: server.URL + "/x"})
		Expect(err).To(And(MatchError(restclient.ErrUnauthorized), MatchError(cause), HaveField("OutcomeUnknown", false)))
		var all []error
		for _, err := range restclient.Events(client.Context(ctx), events, restclient.None{}) {
			all = append(all, err)
		}
		Expect(all).To(ConsistOf(And(MatchError(restclient.ErrUnauthorized), MatchError(cause))))
	}, NodeTimeout(time.Minute))

	It("are in no log and no error", func(ctx SpecContext) {
		var log bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		server := serveBadly(dropped, status(401), func(w http.ResponseWriter, _ *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "s3cret-cookie"})
			w.WriteHeader(503)
		})
		transport := httptransport.New(nil)
		DeferCleanup(transport.CloseIdleConnections)
		client, err := restclient.New(transport, restclient.WithLogger(logger), restclient.WithMiddleware(
			policy.Header("Cookie", "a=s3cret-sent"), policy.Header("X-Api-Key", "s3cret-key"),
			policy.IdempotencyKey(policy.WithKeys(func() string { return "s3cret-idem" })),
			quick(), policy.Auth(server.URL, tokens), policy.Log(logger)))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)
		withUser := strings.Replace(server.URL, "http://", "http://user:s3cret-pass@", 1)
		type args struct {
			Token string `query:"access_token"`
		}
		create := restclient.RestMutation[args, Todo, Todo]("/todos", restclient.WithURLPrefix(withUser))

		_, err = restclient.Mutate(client.Context(ctx), create, args{"s3cret-query"}, Todo{Title: "x"})

		Expect(err).To(MatchError(restclient.ErrServer))
		Expect(server.headers("Authorization")).To(HaveEach(HavePrefix("Bearer s3cret")))
		Expect(server.headers("Idempotency-Key")).To(HaveEach("s3cret-idem"))
		Expect(strings.Count(log.String(), "rest request failed")).To(Equal(1))
		Expect(strings.Count(log.String(), "rest response")).To(Equal(3))
		Expect(log.String() + err.Error()).NotTo(ContainSubstring("s3cret"))
	})
})

func TestDefaultTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		transport := httptransport.InProcess(http.HandlerFunc(silent))
		client, err := restclient.New(transport, restclient.WithBaseURL("http://api.test"), restclient.WithMiddleware(policy.Retry()))
		g.Expect(err).NotTo(HaveOccurred())
		start := time.Now()

		err = call(t.Context(), client, "GET", "/todos/1")

		g.Expect(err).To(MatchError(context.DeadlineExceeded), "a silent server is an error")
		g.Expect(err).To(HaveField("Kind", restclient.KindTimeout))
		g.Expect(time.Since(start)).To(Equal(30 * time.Second))
		client.Close()
		transport.Wait()
	})
}

func TestARetryComesBackWhenTheServerSaid(t *testing.T) {
	for name, after := range map[string]func() string{
		"in seconds": func() string { return "2" },
		"as a date":  func() string { return time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, start, sent := NewWithT(t), time.Now(), 0
				client, ctx := inProcess(t, func(w http.ResponseWriter, r *http.Request) {
					if sent++; sent > 1 {
						status(200)(w, r)
						return
					}
					w.Header().Set("Retry-After", after())
					w.WriteHeader(429)
				}, restclient.WithMiddleware(quick()))

				g.Expect(call(ctx, client, "GET", "/todos/1")).To(Succeed())

				g.Expect(time.Since(start)).To(BeNumerically("~", 2*time.Second, 200*time.Millisecond), "and at most a tenth more")
				g.Expect(time.Since(start)).To(BeNumerically(">=", 2*time.Second))
				g.Expect(sent).To(Equal(2))
			})
		})
	}
}

func TestABreakerLeavesAServerThatIsDownAloneAndFindsItAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, sent, answer := NewWithT(t), 0, status(503)
		breaker := policy.NewBreaker(policy.WithCoolDown(time.Second))
		client, ctx := inProcess(t, func(w http.ResponseWriter, r *http.Request) { sent++; answer(w, r) },
			restclient.WithMiddleware(quick(), policy.Break(breaker)))
		for range 100 {
			g.Expect(call(ctx, client, "PUT", "/todos/1")).NotTo(Succeed())
		}
		g.Expect(sent).To(BeNumerically("<", 20))
		g.Expect(breaker.State("http://api.test")).To(Equal(policy.Open))

		answer = status(200)
		g.Expect(call(ctx, client, "PUT", "/todos/1")).NotTo(Succeed(), "it is not asked yet")
		time.Sleep(2 * time.Second)

		for breaker.State("http://api.test") != policy.Closed {
			g.Expect(call(ctx, client, "PUT", "/todos/1")).To(Succeed())
		}
	})
}
