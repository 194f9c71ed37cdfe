package policy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// all is every policy, in the order of the package comment.
func all() policy.Middleware {
	free := policy.LimiterFunc(func(ctx context.Context) error { return ctx.Err() })
	return policy.Chain(
		policy.UserAgent("spec"), policy.IdempotencyKey(), policy.Retry(policy.WithMaxAttempts(1)),
		policy.Break(policy.NewBreaker(policy.WithFailureRatio(1, 1000))), policy.Hedge(time.Hour),
		policy.Auth("https://api.test", &source{}), policy.RateLimit(free), policy.Log(slog.New(slog.DiscardHandler)))
}

func TestTransportContract(t *testing.T) {
	coretest.TestTransport(t, func(t *testing.T, h http.Handler) (core.Transport, string) {
		transport := httptransport.InProcess(h)
		t.Cleanup(transport.Wait)
		return quiet()(transport), "http://api.test"
	}, coretest.WithoutConnection())
}

// quiet is the policies that neither change a request nor send it again.
func quiet() policy.Middleware {
	return policy.Chain(
		policy.Retry(policy.WithMaxAttempts(1)),
		policy.Break(policy.NewBreaker()),
		policy.Hedge(time.Hour),
		policy.RateLimit(policy.LimiterFunc(func(context.Context) error { return nil })),
		policy.Log(slog.New(slog.DiscardHandler)),
	)
}

var _ = Describe("Describe", func() {
	It("names the policies, the outermost first", func() {
		Expect(policy.Describe(all()(serving(200)))).To(Equal(
			"header User-Agent > idempotency key > retry > breaker > hedge > auth > rate limit > log > *policy_test.server"))
	})
})

var _ = Describe("IdempotencyKey", func() {
	It("is the same in all attempts of a call, and another in the next call", func(ctx SpecContext) {
		s := serving(503, 503, 200, 503, 200)
		t := policy.Chain(policy.IdempotencyKey(), policy.Retry(policy.WithBackoff(0, 0)))(s)

		Expect(do(ctx, t, withBody("POST", "x"))).To(Equal(200))
		Expect(do(ctx, t, withBody("PATCH", "x"))).To(Equal(200))

		var keys []string
		for _, r := range s.requests() {
			keys = append(keys, r.Header.Get("Idempotency-Key"))
		}
		Expect(keys).To(HaveLen(5))
		Expect(keys).To(HaveEach(MatchRegexp("^[0-9a-f]{32}$")))
		Expect(keys).To(Equal([]string{keys[0], keys[0], keys[0], keys[3], keys[3]}))
		Expect(keys[0]).NotTo(Equal(keys[3]))
	})

	It("is left to requests that have one, or need none", func(ctx SpecContext) {
		s := serving(200)
		t := policy.IdempotencyKey(policy.WithKeys(func() string { return "new" }))(s)
		own := request("POST")
		own.Header = http.Header{"Idempotency-Key": {"own"}}

		for _, r := range []*core.Request{own, request("POST"), request("GET"), request("PUT")} {
			Expect(do(ctx, t, r)).To(Equal(200))
		}

		var keys []string
		for _, r := range s.requests() {
			keys = append(keys, r.Header.Get("Idempotency-Key"))
		}
		Expect(keys).To(Equal([]string{"own", "new", "", ""}))
	})
})

var _ = Describe("Header", func() {
	It("is added where it is missing", func(ctx SpecContext) {
		s := serving(200)
		own := request("GET")
		own.Header = http.Header{"X-Tenant": {"own"}}
		t := policy.Header("x-tenant", "default")(s)

		Expect(do(ctx, t, own)).To(Equal(200))
		Expect(do(ctx, t, request("GET"))).To(Equal(200))

		Expect(s.requests()).To(HaveExactElements(
			HaveField("Header", HaveKeyWithValue("X-Tenant", []string{"own"})),
			HaveField("Header", HaveKeyWithValue("X-Tenant", []string{"default"}))))
	})
})

var _ = Describe("RateLimit", func() {
	It("keeps a request back that the limiter refuses", func(ctx SpecContext) {
		cause := errors.New("would exceed the deadline")
		s := serving(200)
		t := policy.RateLimit(policy.LimiterFunc(func(context.Context) error { return cause }))(s)

		_, err := do(ctx, t, request("GET"))

		Expect(err).To(And(MatchError(cause), MatchError(policy.ErrNotSent)))
		Expect(err).To(MatchError("wait for the rate limit: would exceed the deadline"))
		Expect(s.count()).To(BeZero())
	})

	It("tells the end of the context, whatever the limiter says", func(ctx SpecContext) {
		ended, cancel := context.WithCancel(ctx)
		cancel()
		t := policy.RateLimit(policy.LimiterFunc(func(context.Context) error { return errors.New("stopped") }))(serving(200))

		_, err := do(ended, t, request("GET"))

		Expect(err).To(MatchError(context.Canceled))
	})

	It("counts every attempt", func(ctx SpecContext) {
		waits := 0
		limit := policy.RateLimit(policy.LimiterFunc(func(context.Context) error { waits++; return nil }))

		Expect(do(ctx, policy.Chain(policy.Retry(policy.WithBackoff(0, 0)), limit)(serving(503, 503, 200)), request("GET"))).To(Equal(200))

		Expect(waits).To(Equal(3))
	})

	It("sends nothing without a limiter", func(ctx SpecContext) {
		_, err := do(ctx, policy.RateLimit(nil)(serving(200)), request("GET"))

		Expect(err).To(And(MatchError(policy.ErrNotSent), MatchError("rate limit: nil Limiter")))
	})
})

var _ = Describe("Log", func() {
	var (
		log    bytes.Buffer
		logger *slog.Logger
	)

	BeforeEach(func() {
		log.Reset()
		logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}))
	})

	It("says where each attempt begins and ends", func(ctx SpecContext) {
		now := time.Unix(0, 0)
		ticking := policy.WithClock(func() time.Time { now = now.Add(time.Millisecond); return now })
		r := request("GET")
		r.Op = "Todo.get"

		t := policy.Chain(policy.Retry(policy.WithBackoff(0, 0)), policy.Log(logger, ticking))(serving(reset, 200))
		Expect(do(ctx, t, r)).To(Equal(200))

		about := ` op=Todo.get method=GET url=https://api.test/todos/1 attempt=`
		Expect(log.String()).To(Equal(
			`level=DEBUG msg="rest request"` + about + "1\n" +
				`level=DEBUG msg="rest request failed"` + about + `1 took=1ms err="read tcp: connection reset by peer"` + "\n" +
				`level=DEBUG msg="rest request"` + about + "2\n" +
				`level=DEBUG msg="rest response"` + about + "2 took=1ms status=200\n"))
	})

	It("shows no secret (CF18)", func(ctx SpecContext) {
		s := serving()
		s.header = http.Header{"Set-Cookie": {"session=s3cret1"}, "Location": {"https://api.test/?token=s3cret2"}}
		s.answer = func(_ context.Context, n int, r *core.Request) (*core.Response, error) {
			if n == 1 {
				return nil, fmt.Errorf("send to %s: reset", r.URL)
			}
			return s.reply(302)
		}
		r := &core.Request{Method: "POST", URL: "https://user:s3cret3@api.test/?api_key=s3cret4&sig=s3cret5&page=2#s3cret6", Header: http.Header{
			"Authorization": {"Bearer s3cret7"}, "Cookie": {"a=s3cret8"}, "Idempotency-Key": {"s3cret9"}, "X-Api-Key": {"s3cret0"},
		}}

		Expect(do(ctx, policy.Chain(policy.Retry(policy.WithBackoff(0, 0)), policy.Log(logger))(s), r)).To(Equal(302))

		Expect(log.String()).NotTo(ContainSubstring("s3cret"))
		Expect(log.String()).To(ContainSubstring("https://REDACTED@api.test/?api_key=REDACTED&sig=REDACTED&page=2"))
		Expect(log.String()).To(ContainSubstring("reset"))
	})

	It("is silent above Debug, and without a logger", func(ctx SpecContext) {
		logger = slog.New(slog.NewTextHandler(&log, nil))

		Expect(do(ctx, policy.Log(logger)(serving(500)), request("GET"))).To(Equal(500))
		Expect(do(ctx, policy.Log(nil)(serving(500)), request("GET"))).To(Equal(500))

		Expect(log.String()).To(BeEmpty())
	})
})
