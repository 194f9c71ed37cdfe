package policy_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// tokenEndpoint gives out t1, t2 and so on, or what it is told to answer.
type tokenEndpoint struct {
	asked  atomic.Int64
	status int
	answer string
	takes  time.Duration

	mu    sync.Mutex
	seen  []seen
	bound string // the address of the last request
}

func (e *tokenEndpoint) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	n := e.asked.Add(1)
	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	e.seen, e.bound = append(e.seen, seen{Method: r.Method, Header: r.Header, Body: body}), r.URL
	e.mu.Unlock()
	select {
	case <-time.After(e.takes):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	text := e.answer
	if text == "" {
		text = `{"access_token":"t` + string(rune('0'+n)) + `","token_type":"Bearer","expires_in":3600}`
	}
	status := e.status
	if status == 0 {
		status = http.StatusOK
	}
	return &core.Response{Status: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(text))}, nil
}

func credentialsOf(e *tokenEndpoint, opts ...policy.CredentialsOption) policy.TokenSource {
	return policy.ClientCredentials(e, "https://login.test/token", "id:1", "s e/c", opts...)
}

var _ = Describe("Client credentials", func() {
	It("are sent as RFC 6749 asks for", func(ctx SpecContext) {
		endpoint := &tokenEndpoint{}

		token, err := credentialsOf(endpoint, policy.WithScopes("read", "write"), policy.WithTokenParameter("audience", "api")).Token(ctx, "")

		Expect(err).NotTo(HaveOccurred())
		Expect(token.Value).To(Equal("t1"))
		Expect(endpoint.bound).To(Equal("https://login.test/token"))
		Expect(endpoint.seen).To(HaveExactElements(And(
			HaveField("Method", "POST"),
			HaveField("Body", "audience=api&grant_type=client_credentials&scope=read+write"),
			HaveField("Header", And(
				HaveKeyWithValue("Authorization", []string{"Basic aWQlM0ExOnMrZSUyRmM="}),
				HaveKeyWithValue("Content-Type", []string{"application/x-www-form-urlencoded"}))),
		)))
	})

	It("are sent in the body where the server wants that", func(ctx SpecContext) {
		endpoint := &tokenEndpoint{}

		_, err := credentialsOf(endpoint, policy.WithCredentialsInBody()).Token(ctx, "")

		Expect(err).NotTo(HaveOccurred())
		Expect(endpoint.seen[0].Body).To(Equal("client_id=id%3A1&client_secret=s+e%2Fc&grant_type=client_credentials"))
		Expect(endpoint.seen[0].Header).NotTo(HaveKey("Authorization"))
	})

	DescribeTable("end before the server ends them",
		func(lasts string, margin, expected time.Duration) {
			begun := time.Now()
			endpoint := &tokenEndpoint{answer: `{"access_token":"t","token_type":"bearer","expires_in":` + lasts + `}`}

			token, err := credentialsOf(endpoint, policy.WithMargin(margin), policy.WithClock(func() time.Time { return begun })).Token(context.Background(), "")

			Expect(err).NotTo(HaveOccurred())
			if expected == 0 {
				Expect(token.Expires).To(BeZero())
				return
			}
			Expect(token.Expires.Sub(begun)).To(Equal(expected))
		},
		Entry("by the margin", "3600", 30*time.Second, 3570*time.Second),
		Entry("by half of their time when that is short", "20", 30*time.Second, 10*time.Second),
		Entry("also where the number is a text", `"3600"`, time.Minute, 59*time.Minute),
		Entry("of which there are more than a duration has", "9223372036854775807", time.Minute, 1<<62/time.Second*time.Second-time.Minute),
		Entry("also where it has a fraction", "3599.5", time.Minute, 58*time.Minute+59*time.Second),
		Entry("but not where it says nothing of an end", "null", time.Minute, time.Duration(0)),
		Entry("nor where that is an empty text", `""`, time.Minute, time.Duration(0)),
	)

	DescribeTable("that are not given are an error",
		func(endpoint *tokenEndpoint, expected any) {
			_, err := credentialsOf(endpoint).Token(context.Background(), "")

			Expect(err).To(MatchError(expected))
			Expect(err.Error()).NotTo(ContainSubstring("s e/c"))
		},
		Entry("with what the server says", &tokenEndpoint{status: 401, answer: `{"error":"invalid_client","error_description":"unknown"}`},
			"the token endpoint answers with status 401: invalid_client: unknown"),
		Entry("with a status that has no text", &tokenEndpoint{status: 503, answer: "<html>"}, "the token endpoint answers with status 503"),
		Entry("when the answer is not JSON", &tokenEndpoint{answer: "<html>"}, ContainSubstring("read the answer of the token endpoint")),
		Entry("when they are of another type", &tokenEndpoint{answer: `{"access_token":"t","token_type":"mac"}`}, `the token endpoint gives tokens of the type "mac", not bearer`),
	)

	It("need a transport", func(ctx SpecContext) {
		_, err := policy.ClientCredentials(nil, "https://login.test", "id", "secret").Token(ctx, "")
		Expect(err).To(MatchError("nil Transport of ClientCredentials"))
	})
})

func TestClientCredentials(t *testing.T) {
	inBubbles(t, []spec{
		{"are asked for once by all who wait", func(g Gomega, ctx context.Context) {
			endpoint, s := &tokenEndpoint{takes: time.Second}, welcoming()
			transport := policy.Auth("https://api.test", credentialsOf(endpoint))(s)
			var all sync.WaitGroup
			for range 20 {
				all.Go(func() { g.Expect(do(ctx, transport, request("GET"))).To(Equal(200)) })
			}
			all.Wait()

			g.Expect(endpoint.asked.Load()).To(Equal(int64(1)))
			g.Expect(authorizations(s)).To(HaveEach("Bearer t1"))
		}},
		{"are replaced before they end", func(g Gomega, ctx context.Context) {
			endpoint, s := &tokenEndpoint{}, welcoming()
			transport := policy.Auth("https://api.test", credentialsOf(endpoint))(s)

			g.Expect(do(ctx, transport, request("GET"))).To(Equal(200))
			time.Sleep(3569 * time.Second)
			g.Expect(do(ctx, transport, request("GET"))).To(Equal(200))
			time.Sleep(time.Second)
			g.Expect(do(ctx, transport, request("GET"))).To(Equal(200))

			g.Expect(authorizations(s)).To(Equal([]string{"Bearer t1", "Bearer t1", "Bearer t2"}))
		}},
		{"are replaced once when many are refused", func(g Gomega, ctx context.Context) {
			endpoint, s := &tokenEndpoint{takes: time.Second}, accepting("t2")
			transport := policy.Auth("https://api.test", credentialsOf(endpoint))(s)
			var all sync.WaitGroup
			for range 20 {
				all.Go(func() { g.Expect(do(ctx, transport, request("GET"))).To(Equal(200)) })
			}
			all.Wait()
			synctest.Wait()

			g.Expect(endpoint.asked.Load()).To(Equal(int64(2)))
		}},
	})
}

func TestATokenThatIsTheSameAgain(t *testing.T) {
	inBubbles(t, []spec{
		{"serves on, of an endpoint that gives one out until it ends", func(g Gomega, ctx context.Context) {
			endpoint, s := &tokenEndpoint{}, welcoming()
			transport := policy.Auth("https://api.test", credentialsOf(endpoint))(s)

			for _, left := range []string{"100", "30", "15"} {
				endpoint.answer = `{"access_token":"same","token_type":"Bearer","expires_in":` + left + `}`
				g.Expect(do(ctx, transport, request("GET"))).To(Equal(200))
				time.Sleep(70 * time.Second)
			}

			g.Expect(endpoint.asked.Load()).To(Equal(int64(3)))
			g.Expect(authorizations(s)).To(HaveEach("Bearer same"))
		}},
		{"is an error when it was refused", func(g Gomega, ctx context.Context) {
			endpoint := &tokenEndpoint{answer: `{"access_token":"same","token_type":"Bearer","expires_in":100}`}
			transport := policy.Auth("https://api.test", credentialsOf(endpoint))(accepting("other"))

			_, err := do(ctx, transport, request("GET"))

			g.Expect(err).To(MatchError("status 401, and no other token: the source returned the token that no longer serves"))
		}},
	})
}

// urls notes the addresses of requests.
type urls struct {
	*server
	mu  sync.Mutex
	all []string
	err error
}

func (u *urls) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	u.mu.Lock()
	u.all = append(u.all, r.URL)
	u.mu.Unlock()
	if u.err != nil {
		return nil, u.err
	}
	return u.server.Do(ctx, r)
}

var _ = Describe("A credential", func() {
	key := policy.StaticToken("k&1")

	It("in the query stands behind what is there", func(ctx SpecContext) {
		u := &urls{server: welcoming()}
		t := policy.Auth("https://api.test", key, policy.WithQuery("app id"))(u)

		for _, address := range []string{"https://api.test/a", "https://api.test/a?page=2", "https://api.test/a?app+id=mine", "https://other.test/a"} {
			Expect(do(ctx, t, &core.Request{Method: "GET", URL: address})).To(Equal(200))
		}

		Expect(u.all).To(Equal([]string{"https://api.test/a?app+id=k%261", "https://api.test/a?page=2&app+id=k%261", "https://api.test/a?app+id=mine", "https://other.test/a"}))
	})

	It("in the query is in no log and no error, whatever its name", func(ctx SpecContext) {
		var log bytes.Buffer
		u := &urls{server: welcoming(), err: errors.New("Get https://api.test/todos/1?x=k%261: reset")}
		logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		t := policy.Chain(policy.Auth("https://api.test", key, policy.WithQuery("x")), policy.Log(logger))(u)

		_, err := do(ctx, t, request("GET"))

		Expect(err).To(MatchError(u.err))
		Expect(err.Error()).To(And(ContainSubstring("reset"), Not(ContainSubstring("k%261"))))
		Expect(log.String()).To(And(ContainSubstring("x=REDACTED"), Not(ContainSubstring("k%261"))))
	})

	It("that cannot stand in a cookie is not sent, and not changed either", func(ctx SpecContext) {
		s := welcoming()
		t := policy.Auth("https://api.test", policy.StaticToken(`ab;c"d`), policy.WithCookie("session"))(s)

		_, err := do(ctx, t, request("GET"))

		Expect(err).To(MatchError(policy.ErrNotSent))
		Expect(err).To(MatchError("put the token into the cookie session: it has a character that no cookie can have"))
		Expect(s.requests()).To(BeEmpty())
	})

	It("in a cookie stands beside others", func(ctx SpecContext) {
		s := welcoming()
		t := policy.Auth("https://api.test", policy.StaticToken("abc"), policy.WithCookie("session"))(s)
		with := request("GET")
		with.Header = http.Header{"Cookie": {"a=b"}}
		own := request("GET")
		own.Header = http.Header{"Cookie": {"session=mine"}}

		for _, r := range []*core.Request{request("GET"), with, own} {
			Expect(do(ctx, t, r)).To(Equal(200))
		}

		var cookies []string
		for _, r := range s.requests() {
			cookies = append(cookies, r.Header.Get("Cookie"))
		}
		Expect(cookies).To(Equal([]string{"session=abc", "a=b; session=abc", "session=mine"}))
		Expect(with.Header).To(HaveKeyWithValue("Cookie", []string{"a=b"}))
	})

	It("of a user is sent as RFC 7617 has it", func(ctx SpecContext) {
		s := welcoming()

		Expect(do(ctx, policy.BasicAuth("https://api.test", "Aladdin", "open sesame")(s), request("GET"))).To(Equal(200))

		Expect(authorizations(s)).To(Equal([]string{"Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="}))
	})

	It("of a user with a colon is sent to nobody", func(ctx SpecContext) {
		s := welcoming()

		_, err := do(ctx, policy.BasicAuth("https://api.test", "a:b", "c")(s), request("GET"))

		Expect(err).To(MatchError(policy.ErrNotSent))
		Expect(s.count()).To(BeZero())
	})

	It("that never changes and is refused is told with what the server says", func(ctx SpecContext) {
		s := accepting("other")

		_, err := do(ctx, policy.Auth("https://api.test", policy.StaticToken("k"))(s), request("GET"))

		refused, ok := errors.AsType[*policy.RefusedError](err)
		Expect(ok).To(BeTrue())
		Expect(refused.Status).To(Equal(401))
		Expect(s.count()).To(Equal(1))
	})
})
