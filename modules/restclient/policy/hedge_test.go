package policy_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// slow answers the nth request after the nth time, 0 for never, unless it is
// cancelled.
func slow(cancelled *atomic.Int64, times ...time.Duration) *server {
	s := serving()
	s.answer = func(ctx context.Context, n int, _ *core.Request) (*core.Response, error) {
		timer := time.NewTimer(times[n-1])
		defer timer.Stop()
		if times[n-1] == 0 {
			timer.Stop()
		}
		select {
		case <-timer.C:
			return s.reply(200 + n)
		case <-ctx.Done():
			cancelled.Add(1)
			return nil, ctx.Err()
		}
	}
	return s
}

func TestHedge(t *testing.T) { inBubbles(t, hedgeSpecs) }

var hedgeSpecs = []spec{
	{"sends a second request when the first is slow, and cancels the loser", func(g Gomega, ctx context.Context) {
		var cancelled atomic.Int64
		s := slow(&cancelled, 0, 10*time.Millisecond)
		counting, count := policy.Count(ctx)

		g.Expect(do(counting, policy.Hedge(50*time.Millisecond)(s), request("GET"))).To(Equal(202))

		g.Expect(s.times()).To(Equal([]time.Duration{0, 50 * time.Millisecond}))
		synctest.Wait()
		g.Expect(cancelled.Load()).To(BeEquivalentTo(1))
		g.Expect(s.open.Load()).To(BeZero())
		g.Expect(count.N()).To(Equal(2))
	}},
	{"lets the first request win too", func(g Gomega, ctx context.Context) {
		var cancelled atomic.Int64
		s := slow(&cancelled, 60*time.Millisecond, time.Hour)

		g.Expect(do(ctx, policy.Hedge(50*time.Millisecond)(s), request("GET"))).To(Equal(201))

		synctest.Wait()
		g.Expect(cancelled.Load()).To(BeEquivalentTo(1))
	}},
	{"sends one request when it is quick", func(g Gomega, ctx context.Context) {
		var cancelled atomic.Int64
		s := slow(&cancelled, 40*time.Millisecond)

		g.Expect(do(ctx, policy.Hedge(50*time.Millisecond)(s), request("GET"))).To(Equal(201))

		g.Expect(s.count()).To(Equal(1))
	}},
	{"closes the body of a loser that answers nevertheless", func(g Gomega, ctx context.Context) {
		s := serving()
		s.answer = func(_ context.Context, n int, _ *core.Request) (*core.Response, error) {
			time.Sleep(100 * time.Millisecond) // heeds no context
			return s.reply(200 + n)
		}

		res, err := policy.Hedge(50*time.Millisecond)(s).Do(ctx, request("GET"))
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(res.Status).To(Equal(201))
		time.Sleep(time.Second)

		g.Expect(s.open.Load()).To(BeEquivalentTo(1), "that of the winner")
		g.Expect(res.Body.Close()).To(Succeed())
		g.Expect(s.open.Load()).To(BeZero())
	}},
	{"keeps the winner's context until its body is closed", func(g Gomega, ctx context.Context) {
		var won context.Context
		s := serving()
		s.answer = func(ctx context.Context, _ int, _ *core.Request) (*core.Response, error) {
			won = ctx
			return s.reply(200)
		}

		res, err := policy.Hedge(time.Second)(s).Do(ctx, request("GET"))

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(won.Err()).NotTo(HaveOccurred())
		g.Expect(res.Body.Close()).To(Succeed())
		g.Expect(won.Err()).To(MatchError(context.Canceled))
	}},
	{"sends no more than it may", func(g Gomega, ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		var cancelled atomic.Int64
		s := slow(&cancelled, 0, 0, 0, 0)

		_, err := do(ctx, policy.Hedge(50*time.Millisecond, policy.WithMaxHedges(3))(s), request("HEAD"))

		g.Expect(err).To(MatchError(context.DeadlineExceeded))
		g.Expect(s.times()).To(Equal([]time.Duration{0, 50 * time.Millisecond, 100 * time.Millisecond, 150 * time.Millisecond}))
		synctest.Wait()
		g.Expect(cancelled.Load()).To(BeEquivalentTo(4))
	}},
	{"lets a request that fails wait for the others", func(g Gomega, ctx context.Context) {
		s := serving()
		s.answer = func(_ context.Context, n int, _ *core.Request) (*core.Response, error) {
			time.Sleep(60 * time.Millisecond)
			if n == 1 {
				return nil, errors.New("reset")
			}
			return s.reply(200)
		}

		g.Expect(do(ctx, policy.Hedge(50*time.Millisecond)(s), request("GET"))).To(Equal(200))

		g.Expect(time.Since(s.start)).To(Equal(110 * time.Millisecond))
	}},
	{"returns the error when all fail", func(g Gomega, ctx context.Context) {
		s := serving(reset)

		_, err := do(ctx, policy.Hedge(50*time.Millisecond)(s), request("GET"))

		g.Expect(err).To(MatchError("read tcp: connection reset by peer"))
		g.Expect(s.count()).To(Equal(1))
	}},
	{"leaves requests with side effects alone", func(g Gomega, ctx context.Context) {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "TRACE"} {
			var cancelled atomic.Int64
			s := slow(&cancelled, time.Second)

			g.Expect(do(ctx, policy.Hedge(time.Millisecond)(s), request(method))).To(Equal(201))

			g.Expect(s.count()).To(Equal(1), method)
		}
	}},
	{"sends the whole body of a QUERY each time", func(g Gomega, ctx context.Context) {
		var cancelled atomic.Int64
		s := slow(&cancelled, 0, time.Millisecond)

		g.Expect(do(ctx, policy.Hedge(time.Millisecond)(s), withBody("QUERY", "whole"))).To(Equal(202))

		g.Expect(s.requests()).To(HaveEach(HaveField("Body", "whole")))
	}},
	{"keeps to its budget", func(g Gomega, ctx context.Context) {
		s := serving()
		s.answer = func(context.Context, int, *core.Request) (*core.Response, error) {
			time.Sleep(2 * time.Millisecond)
			return s.reply(200)
		}
		hedge := policy.Hedge(time.Millisecond, policy.WithBudget(0.1, 0), policy.WithClock(time.Now))(s)
		for range 200 {
			g.Expect(do(ctx, hedge, request("GET"))).To(Equal(200))
		}

		g.Expect(s.count()).To(Equal(220))
		time.Sleep(time.Second) // the last loser ends
		g.Expect(s.open.Load()).To(BeZero())
	}},
}
