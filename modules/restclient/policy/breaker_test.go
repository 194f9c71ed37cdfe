package policy_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

const origin = "https://api.test"

// report lets n requests pass and tells the breaker their outcome.
func report(g Gomega, b policy.Breaker, n int, o policy.Outcome) {
	for range n {
		done, err := b.Allow(origin)
		g.Expect(err).NotTo(HaveOccurred())
		done(o)
	}
}

func TestBreaker(t *testing.T) { inBubbles(t, breakerSpecs) }

var breakerSpecs = []spec{
	{"opens at the ratio, not before there are enough requests", func(g Gomega, ctx context.Context) {
		b := policy.NewBreaker(policy.WithFailureRatio(0.5, 10))
		report(g, b, 9, policy.Failed)
		g.Expect(b.State(origin)).To(Equal(policy.Closed))

		report(g, b, 1, policy.Failed)

		g.Expect(b.State(origin)).To(Equal(policy.Open))
		g.Expect(b.State("https://other.test")).To(Equal(policy.Closed))
		_, err := b.Allow(origin)
		g.Expect(err).To(And(MatchError(policy.ErrOpen), MatchError(policy.ErrNotSent), HaveField("RetryAfter", 5*time.Second)))
		g.Expect(err).To(MatchError("the circuit breaker is open for https://api.test, the next probe is in 5s"))
	}},
	{"stays closed below the ratio, and for what tells nothing", func(g Gomega, ctx context.Context) {
		b := policy.NewBreaker()
		report(g, b, 51, policy.Succeeded)
		report(g, b, 50, policy.Failed)
		report(g, b, 100, policy.Undecided)
		g.Expect(b.State(origin)).To(Equal(policy.Closed))

		report(g, b, 1, policy.Failed)

		g.Expect(b.State(origin)).To(Equal(policy.Open))
	}},
	{"forgets what is older than the window", func(g Gomega, ctx context.Context) {
		b := policy.NewBreaker(policy.WithWindow(10 * time.Second))
		report(g, b, 9, policy.Failed)
		time.Sleep(15 * time.Second)
		report(g, b, 9, policy.Failed)
		g.Expect(b.State(origin)).To(Equal(policy.Closed))
		time.Sleep(9 * time.Second)

		report(g, b, 1, policy.Failed)

		g.Expect(b.State(origin)).To(Equal(policy.Open))
	}},
	{"lets one request probe after the cool-down, and closes", func(g Gomega, ctx context.Context) {
		b := policy.NewBreaker(policy.WithCoolDown(time.Minute), policy.WithWindow(time.Hour))
		report(g, b, 10, policy.Failed)
		time.Sleep(59 * time.Second)
		_, err := b.Allow(origin)
		g.Expect(err).To(HaveField("RetryAfter", time.Second))
		time.Sleep(time.Second)
		g.Expect(b.State(origin)).To(Equal(policy.HalfOpen))

		probe, err := b.Allow(origin)
		g.Expect(err).NotTo(HaveOccurred())
		_, err = b.Allow(origin)
		g.Expect(err).To(And(MatchError(policy.ErrOpen), HaveField("RetryAfter", BeZero())))
		probe(policy.Succeeded)

		g.Expect(b.State(origin)).To(Equal(policy.Closed))
		report(g, b, 9, policy.Failed)
		g.Expect(b.State(origin)).To(Equal(policy.Closed), "the window is new")
	}},
	{"lets one of 100 probe", func(g Gomega, ctx context.Context) {
		b := policy.NewBreaker()
		report(g, b, 10, policy.Failed)
		time.Sleep(5 * time.Second)
		s := serving()
		s.answer = func(context.Context, int, *core.Request) (*core.Response, error) {
			time.Sleep(time.Second)
			return s.reply(200)
		}
		guarded := policy.Break(b)(s)
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() { _, _ = do(ctx, guarded, request("GET")) })
		}
		synctest.Wait()
		g.Expect(s.count()).To(Equal(1))
		all.Wait()

		g.Expect(b.State(origin)).To(Equal(policy.Closed))
	}},
	{"cools down again after a probe that fails", func(g Gomega, ctx context.Context) {
		b := policy.NewBreaker()
		report(g, b, 10, policy.Failed)
		time.Sleep(5 * time.Second)

		report(g, b, 1, policy.Failed)

		_, err := b.Allow(origin)
		g.Expect(err).To(HaveField("RetryAfter", 5*time.Second))
	}},
	{"lets the next one probe when a probe tells nothing", func(g Gomega, ctx context.Context) {
		b := policy.NewBreaker()
		report(g, b, 10, policy.Failed)
		time.Sleep(5 * time.Second)

		report(g, b, 3, policy.Undecided)
		report(g, b, 1, policy.Succeeded)

		g.Expect(b.State(origin)).To(Equal(policy.Closed))
	}},
	{"ignores requests that began in an earlier state", func(g Gomega, ctx context.Context) {
		b := policy.NewBreaker()
		late, err := b.Allow(origin)
		g.Expect(err).NotTo(HaveOccurred())
		report(g, b, 10, policy.Failed)
		time.Sleep(5 * time.Second)
		probe, err := b.Allow(origin)
		g.Expect(err).NotTo(HaveOccurred())

		late(policy.Succeeded)
		g.Expect(b.State(origin)).To(Equal(policy.HalfOpen))
		probe(policy.Failed)

		g.Expect(b.State(origin)).To(Equal(policy.Open))
	}},
	{"keeps a state for a bounded number of origins", func(g Gomega, ctx context.Context) {
		b := policy.NewBreaker(policy.WithMaxOrigins(2))
		report(g, b, 10, policy.Failed)
		touch := func(origin string) { _, _ = b.Allow(origin) }
		touch("https://b.test")
		touch(origin)
		touch("https://c.test")
		g.Expect(b.State(origin)).To(Equal(policy.Open), "b was not asked for the longest")

		touch("https://d.test")
		touch("https://e.test")

		g.Expect(b.State(origin)).To(Equal(policy.Closed))
	}},
	{"does not stay open when the clock goes back an hour", func(g Gomega, ctx context.Context) {
		now := time.Now()
		b := policy.NewBreaker(policy.WithClock(func() time.Time { return now }))
		report(g, b, 10, policy.Failed)

		now = now.Add(-time.Hour)
		_, err := b.Allow(origin)
		g.Expect(err).To(HaveField("RetryAfter", 5*time.Second))
		now = now.Add(5 * time.Second)

		report(g, b, 1, policy.Succeeded)
		g.Expect(b.State(origin)).To(Equal(policy.Closed))
	}},
	{"spares a server that is down for 30 s, and finds it again (CF13)", func(g Gomega, ctx context.Context) {
		s := serving()
		s.answer = func(_ context.Context, _ int, r *core.Request) (*core.Response, error) {
			if time.Since(s.start) < 30*time.Second {
				return s.reply(503)
			}
			return s.reply(200)
		}
		b := policy.NewBreaker()
		chain := policy.Chain(policy.Retry(), policy.Break(b))(s)
		calls, down, ok := 0, 0, 0
		for time.Since(s.start) < 40*time.Second {
			calls++
			if status, err := do(ctx, chain, request("GET")); err == nil && status == 200 {
				ok++
			}
			if time.Since(s.start) < 30*time.Second {
				down = s.count()
			}
			time.Sleep(10 * time.Millisecond)
		}

		g.Expect(calls).To(BeNumerically(">", 2000))
		g.Expect(down).To(BeNumerically("<=", calls/10))
		g.Expect(down).To(BeNumerically(">=", 10+5), "it probes every 5 s")
		g.Expect(b.State(origin)).To(Equal(policy.Closed))
		g.Expect(ok).To(BeNumerically(">=", 490), "at most a cool-down is lost")
	}},
}

var _ = Describe("Break", func() {
	DescribeTable("tells the breaker what came of a request",
		func(ctx SpecContext, status int, fault error, want policy.Outcome) {
			s := serving(status)
			if fault != nil {
				s.answer = func(context.Context, int, *core.Request) (*core.Response, error) { return nil, fault }
			}
			b := &notes{}

			_, err := do(ctx, policy.Break(b)(s), &core.Request{Method: "GET", URL: "HTTPS://u:p@API.test:443/x?token=y"})

			Expect(b.outcomes).To(Equal([]policy.Outcome{want}))
			Expect(b.origins).To(Equal([]string{origin}))
			if fault != nil {
				Expect(err).To(MatchError(fault))
			}
		},
		Entry("200", 200, nil, policy.Succeeded),
		Entry("404", 404, nil, policy.Succeeded),
		Entry("429", 429, nil, policy.Succeeded),
		Entry("500", 500, nil, policy.Failed),
		Entry("503", 503, nil, policy.Failed),
		Entry("no answer", 0, errors.New("reset"), policy.Failed),
		Entry("not sent", 0, fmt.Errorf("limit: %w", policy.ErrNotSent), policy.Undecided),
		Entry("401 without another token", 0, &policy.RefusedError{Status: 401, Err: errors.New("no")}, policy.Succeeded),
	)

	It("tells a deadline from a caller that leaves", func(ctx SpecContext) {
		silent := core.TransportFunc(func(ctx context.Context, _ *core.Request) (*core.Response, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		b := &notes{}
		late, cancel := context.WithTimeout(ctx, time.Nanosecond)
		defer cancel()
		_, err := do(late, policy.Break(b)(silent), request("GET"))
		Expect(err).To(MatchError(context.DeadlineExceeded))
		left, leave := context.WithCancel(ctx)
		leave()
		_, err = do(left, policy.Break(b)(silent), request("GET"))
		Expect(err).To(MatchError(context.Canceled))

		Expect(b.outcomes).To(Equal([]policy.Outcome{policy.Failed, policy.Undecided}))
	})

	It("tells the outcome of a request that panics", func(ctx SpecContext) {
		b := &notes{}
		broken := core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) { panic("broken") })

		Expect(func() { _, _ = do(ctx, policy.Break(b)(broken), request("GET")) }).To(PanicWith("broken"))

		Expect(b.outcomes).To(Equal([]policy.Outcome{policy.Undecided}))
	})

	It("sends nothing without a breaker or a URL", func(ctx SpecContext) {
		_, err := do(ctx, policy.Break(nil)(serving(200)), request("GET"))
		Expect(err).To(And(MatchError(policy.ErrNotSent), MatchError("breaker: nil Breaker")))

		_, err = do(ctx, policy.Break(policy.NewBreaker())(serving(200)), &core.Request{Method: "GET", URL: "/x"})
		Expect(err).To(MatchError(policy.ErrNotSent))
	})
})

// notes is a breaker that lets everything pass.
type notes struct {
	origins  []string
	outcomes []policy.Outcome
}

func (n *notes) Allow(origin string) (func(policy.Outcome), error) {
	n.origins = append(n.origins, origin)
	return func(o policy.Outcome) { n.outcomes = append(n.outcomes, o) }, nil
}
