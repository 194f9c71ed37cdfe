package policy_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
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

// source gives out t1, t2 and so on.
type source struct {
	calls atomic.Int64
	takes time.Duration
	err   error
	stale []string
	ends  time.Duration // of tokens, zero for never
}

func (s *source) Token(ctx context.Context, stale string) (policy.Token, error) {
	n := s.calls.Add(1)
	s.stale = append(s.stale, stale)
	select {
	case <-time.After(s.takes):
	case <-ctx.Done():
		return policy.Token{}, ctx.Err()
	}
	token := policy.Token{Value: fmt.Sprintf("t%d", n)}
	if s.ends > 0 {
		token.Expires = time.Now().Add(s.ends)
	}
	if n > 1 && s.err != nil {
		return policy.Token{}, s.err
	}
	return token, nil
}

// accepting answers 401 to every token but one.
func accepting(token string) *server {
	s := serving()
	s.answer = func(_ context.Context, _ int, r *core.Request) (*core.Response, error) {
		if r.Header.Get("Authorization") == "Bearer "+token {
			return s.reply(200)
		}
		return s.reply(401)
	}
	return s
}

// welcoming answers 200 to everybody.
func welcoming() *server {
	s := serving()
	s.answer = func(context.Context, int, *core.Request) (*core.Response, error) { return s.reply(200) }
	return s
}

func authorizations(s *server) []string {
	var all []string
	for _, r := range s.requests() {
		all = append(all, r.Header.Get("Authorization"))
	}
	return all
}

var _ = Describe("Auth", func() {
	It("asks once for the token of many requests", func(ctx SpecContext) {
		tokens, s := &source{}, accepting("t1")
		t := policy.Auth("https://api.test", tokens)(s)

		for range 3 {
			Expect(do(ctx, t, request("GET"))).To(Equal(200))
		}

		Expect(tokens.stale).To(Equal([]string{""}))
		Expect(authorizations(s)).To(Equal([]string{"Bearer t1", "Bearer t1", "Bearer t1"}))
	})

	It("replays once with another token and the whole body", func(ctx SpecContext) {
		tokens, s := &source{}, accepting("t2")
		counting, count := policy.Count(ctx)

		Expect(do(counting, policy.Auth("https://api.test", tokens)(s), withBody("POST", "whole"))).To(Equal(200))

		Expect(tokens.stale).To(Equal([]string{"", "t1"}))
		Expect(s.requests()).To(HaveEach(HaveField("Body", "whole")))
		Expect(authorizations(s)).To(Equal([]string{"Bearer t1", "Bearer t2"}))
		Expect(count.N()).To(Equal(2))
		Expect(s.open.Load()).To(BeZero())
	})

	It("takes the second 401 for an answer", func(ctx SpecContext) {
		s := accepting("never")

		Expect(do(ctx, policy.Auth("https://api.test", &source{})(s), request("GET"))).To(Equal(401))

		Expect(s.count()).To(Equal(2))
		Expect(s.open.Load()).To(BeZero())
	})

	It("returns a failed refresh with the 401", func(ctx SpecContext) {
		cause := errors.New("the session has ended")
		s := accepting("never")
		r, closed := request("PUT"), 0
		r.Body = func() (io.ReadCloser, error) { return closer{strings.NewReader("x"), func() { closed++ }}, nil }

		_, err := do(ctx, policy.Auth("https://api.test", &source{err: cause})(s), r)

		Expect(err).To(MatchError(cause))
		Expect(err).To(MatchError("status 401, and no other token: the session has ended"))
		refused, ok := errors.AsType[*policy.RefusedError](err)
		Expect(ok).To(BeTrue())
		Expect(refused.Status).To(Equal(401))
		Expect(refused.Body).To(BeEquivalentTo("hello"))
		Expect(closed).To(Equal(2), "that for the replay too")
		Expect(s.count()).To(Equal(1))
		Expect(s.open.Load()).To(BeZero())
	})

	Context("with a request whose body cannot be opened again", func() {
		It("does not replay it, and has another token for the next one", func(ctx SpecContext) {
			tokens, s := &source{}, accepting("t2")
			t := policy.Auth("https://api.test", tokens)(s)

			Expect(do(ctx, t, withBodyOnce("PUT"))).To(Equal(401))
			Expect(do(ctx, t, withBodyOnce("PUT"))).To(Equal(200))

			Expect(authorizations(s)).To(Equal([]string{"Bearer t1", "Bearer t2"}))
			Expect(s.open.Load()).To(BeZero())
		})

		It("returns the 401 where there is no other token, and asks for it at each refusal", func(ctx SpecContext) {
			tokens, s := &source{err: errors.New("the session has ended")}, accepting("t2")
			t := policy.Auth("https://api.test", tokens)(s)

			Expect(do(ctx, t, withBodyOnce("PUT"))).To(Equal(401))
			Expect(do(ctx, t, withBodyOnce("PUT"))).To(Equal(401))

			Expect(tokens.calls.Load()).To(BeEquivalentTo(3))
		})
	})

	It("leaves a request alone that has its own credentials", func(ctx SpecContext) {
		tokens, s := &source{}, accepting("t1")
		r := request("GET")
		r.Header = map[string][]string{"Authorization": {"Basic x"}}

		Expect(do(ctx, policy.Auth("https://api.test", tokens)(s), r)).To(Equal(401))

		Expect(tokens.calls.Load()).To(BeZero())
		Expect(authorizations(s)).To(Equal([]string{"Basic x"}))
	})

	It("sends keys in a header of their own", func(ctx SpecContext) {
		s := serving(200)

		Expect(do(ctx, policy.Auth("https://api.test", &source{}, policy.WithHeader("X-Api-Key", ""))(s), request("GET"))).To(Equal(200))

		Expect(s.requests()[0].Header).To(HaveKeyWithValue("X-Api-Key", []string{"t1"}))
		Expect(s.requests()[0].Header).NotTo(HaveKey("Authorization"))
	})

	DescribeTable("sends the token to its origins only (CF11)",
		func(ctx SpecContext, url string, want string) {
			s := serving(200)
			t := policy.Auth("https://API.test/v1?x", &source{}, policy.WithOrigins("http://[::1]:8080"))(s)

			Expect(do(ctx, t, &core.Request{Method: "GET", URL: url})).To(Equal(200))

			Expect(authorizations(s)).To(Equal([]string{want}))
		},
		Entry("the origin itself", "https://api.test/x", "Bearer t1"),
		Entry("with its port and in capitals", "HTTPS://API.TEST:443/x", "Bearer t1"),
		Entry("an added one with another path", "http://[::1]:8080/y?z", "Bearer t1"),
		Entry("not an address without its port", "http://[::1]/x", ""),
		Entry("an added one", "http://[::1]:8080/x", "Bearer t1"),
		Entry("not another scheme", "http://api.test/x", ""),
		Entry("not another port", "https://api.test:8443/x", ""),
		Entry("not another host", "https://api.test.evil.test/x", ""),
		Entry("not a subdomain", "https://x.api.test/", ""),
		Entry("not a host behind user info", "https://api.test@evil.test/", ""),
		Entry("not a URL that cannot be read", `https://api.test\@evil.test/`, ""),
		Entry("not a relative URL", "/x", ""),
	)

	DescribeTable("that is declared wrongly sends nothing",
		func(ctx SpecContext, auth policy.Middleware, message string) {
			s := serving(200)

			_, err := do(ctx, auth(s), request("GET"))

			Expect(err).To(MatchError(policy.ErrNotSent))
			Expect(err).To(MatchError(message))
			Expect(s.count()).To(BeZero())
		},
		Entry("without a source", policy.Auth("https://api.test", nil), "auth: nil TokenSource"),
		Entry("without an origin", policy.Auth("api.test", &source{}),
			`auth: origin "api.test": want scheme and host of an absolute URL, such as https://api.example.com`),
	)

	DescribeTable("takes what is no token for a failure",
		func(ctx SpecContext, give func(stale string) (policy.Token, error), message string) {
			s := accepting("never")
			tokens := policy.TokenSourceFunc(func(_ context.Context, stale string) (policy.Token, error) {
				if stale == "" {
					return policy.Token{Value: "s3cret"}, nil
				}
				return give(stale)
			})

			_, err := do(ctx, policy.Auth("https://api.test", tokens)(s), request("GET"))

			Expect(err).To(MatchError(message))
			Expect(s.count()).To(Equal(1))
		},
		Entry("an empty one", func(string) (policy.Token, error) { return policy.Token{}, nil },
			"status 401, and no other token: the source returned an empty token"),
		Entry("the same one", func(stale string) (policy.Token, error) { return policy.Token{Value: stale}, nil },
			"status 401, and no other token: the source returned the token that no longer serves"),
		Entry("an error, whose secrets it hides (CF18)", func(stale string) (policy.Token, error) {
			return policy.Token{}, fmt.Errorf("refresh %s at https://u:p@id.test/?code=c0de", stale)
		}, "status 401, and no other token: refresh REDACTED at https://REDACTED@id.test/?code=REDACTED"),
	)

	It("keeps a request back that gets no token", func(ctx SpecContext) {
		cause := errors.New("offline")
		s := serving(200)
		tokens := policy.TokenSourceFunc(func(context.Context, string) (policy.Token, error) { return policy.Token{}, cause })

		_, err := do(ctx, policy.Auth("https://api.test", tokens)(s), request("GET"))

		Expect(err).To(And(MatchError(cause), MatchError(policy.ErrNotSent), MatchError("get a token: offline")))
		Expect(s.count()).To(BeZero())
	})

	It("shows nothing of a token that is printed (CF18)", func() {
		token := policy.Token{Value: "s3cret"}
		var log strings.Builder
		slog.New(slog.NewJSONHandler(&log, nil)).Info("got", "token", token)

		Expect(fmt.Sprintf("%v %+v %#v %s %q", token, token, token, token, &token) + log.String()).NotTo(ContainSubstring("s3cret"))
	})
})

func TestAuthRefresh(t *testing.T) { inBubbles(t, refreshSpecs) }

var refreshSpecs = []spec{
	{"serves 50 refused requests with one call and 50 replays", func(g Gomega, ctx context.Context) {
		tokens, s := &source{takes: time.Second}, accepting("t2")
		auth := policy.Auth("https://api.test", tokens)(s)
		statuses := make([]int, 50)
		var all sync.WaitGroup
		for i := range statuses {
			all.Go(func() {
				time.Sleep(time.Duration(i%10) * 50 * time.Millisecond)
				statuses[i], _ = do(ctx, auth, withBody("POST", fmt.Sprint("body ", i)))
			})
		}
		all.Wait()

		g.Expect(statuses).To(HaveEach(200))
		g.Expect(tokens.stale).To(Equal([]string{"", "t1"}))
		bodies := map[string]int{}
		for _, r := range s.requests() {
			bodies[r.Body]++
		}
		g.Expect(bodies).To(HaveLen(50))
		g.Expect(bodies).To(HaveEach(2))
		g.Expect(s.open.Load()).To(BeZero())
	}},
	{"does not ask again for a refusal that comes late", func(g Gomega, ctx context.Context) {
		tokens, s := &source{}, accepting("t2")
		answer := s.answer
		s.answer = func(ctx context.Context, n int, r *core.Request) (*core.Response, error) {
			if n == 1 {
				time.Sleep(time.Minute)
			}
			return answer(ctx, n, r)
		}
		auth := policy.Auth("https://api.test", tokens)(s)
		var late sync.WaitGroup
		late.Go(func() { _, _ = do(ctx, auth, request("GET")) })
		synctest.Wait()

		g.Expect(do(ctx, auth, request("GET"))).To(Equal(200))
		late.Wait()

		g.Expect(tokens.calls.Load()).To(BeEquivalentTo(2))
		g.Expect(s.count()).To(Equal(4))
	}},
	{"lets each leave with its own context, and the last one ends it", func(g Gomega, ctx context.Context) {
		tokens, s := &source{takes: time.Hour}, accepting("t1")
		auth := policy.Auth("https://api.test", tokens)(s)
		start, ended := time.Now(), make(chan time.Duration, 2)
		for i := range 2 {
			leaving, cancel := context.WithTimeout(ctx, time.Duration(i+1)*time.Second)
			defer cancel()
			go func() {
				_, err := do(leaving, auth, request("GET"))
				g.Expect(err).To(MatchError(context.DeadlineExceeded))
				ended <- time.Since(start)
			}()
		}

		g.Expect([]time.Duration{<-ended, <-ended}).To(Equal([]time.Duration{time.Second, 2 * time.Second}))
		synctest.Wait() // nothing of it is left: the bubble would not end
		g.Expect(s.count()).To(BeZero())
		tokens.takes = 0
		g.Expect(do(ctx, auth, request("GET"))).To(Equal(401))
	}},
	{"forgets what comes of a call that nobody waits for any more", func(g Gomega, ctx context.Context) {
		var calls atomic.Int64
		tokens := policy.TokenSourceFunc(func(context.Context, string) (policy.Token, error) {
			n := calls.Add(1)
			token := policy.Token{Value: fmt.Sprintf("t%d", n)}
			if n == 1 {
				time.Sleep(time.Hour) // heeds no context
			}
			return token, nil
		})
		s := serving(200)
		auth := policy.Auth("https://api.test", tokens)(s)
		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		_, err := do(short, auth, request("GET"))
		g.Expect(err).To(MatchError(context.DeadlineExceeded))

		g.Expect(do(ctx, auth, request("GET"))).To(Equal(200))
		time.Sleep(2 * time.Hour)
		g.Expect(do(ctx, auth, request("GET"))).To(Equal(200))

		g.Expect(authorizations(s)).To(Equal([]string{"Bearer t2", "Bearer t2"}))
	}},
	{"ends with the context of the request that was refused", func(g Gomega, ctx context.Context) {
		s := accepting("never")
		tokens := policy.TokenSourceFunc(func(ctx context.Context, stale string) (policy.Token, error) {
			if stale == "" {
				return policy.Token{Value: "t1"}, nil
			}
			<-ctx.Done()
			return policy.Token{}, ctx.Err()
		})
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()

		_, err := do(ctx, policy.Auth("https://api.test", tokens)(s), request("GET"))

		g.Expect(err).To(MatchError("wait for another token: context deadline exceeded"))
		g.Expect(err).To(MatchError(context.DeadlineExceeded))
		g.Expect(s.open.Load()).To(BeZero())
	}},
	{"follows the clock that it is given", func(g Gomega, ctx context.Context) {
		now := time.Now()
		tokens, s := &source{ends: time.Minute}, serving(200)
		auth := policy.Auth("https://api.test", tokens, policy.WithClock(func() time.Time { return now }))(s)
		for range 2 {
			g.Expect(do(ctx, auth, request("GET"))).To(Equal(200))
			now = now.Add(time.Minute)
		}

		g.Expect(authorizations(s)).To(Equal([]string{"Bearer t1", "Bearer t2"}))
	}},
	{"comes before the token expires at the server", func(g Gomega, ctx context.Context) {
		tokens, s := &source{ends: time.Minute}, serving(200)
		auth := policy.Auth("https://api.test", tokens)(s)
		for range 3 {
			g.Expect(do(ctx, auth, request("GET"))).To(Equal(200))
			time.Sleep(40 * time.Second)
		}

		g.Expect(authorizations(s)).To(Equal([]string{"Bearer t1", "Bearer t1", "Bearer t2"}))
		g.Expect(tokens.stale).To(Equal([]string{"", "t1"}))
	}},
}
