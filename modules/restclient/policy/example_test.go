package policy_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// show sends a GET and prints what comes back.
func show(t core.Transport) {
	res, err := t.Do(context.Background(), &core.Request{Method: "GET", URL: "https://api.test/todos/1"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	fmt.Println(res.Status)
}

func ExampleChain() {
	policies := policy.Chain(
		policy.UserAgent("invoices/1.4"),
		policy.IdempotencyKey(),
		policy.Retry(),
		policy.Break(policy.NewBreaker()))

	t := policies(serving(200))
	show(t)
	fmt.Println(policy.Describe(t))
	// Output:
	// 200
	// header User-Agent > idempotency key > retry > breaker > *policy_test.server
}

func ExampleRetry() {
	flaky := serving(503, 503, 200)
	show(policy.Retry(policy.WithBackoff(time.Millisecond, time.Second))(flaky))
	fmt.Println(flaky.count(), "requests")
	// Output:
	// 200
	// 3 requests
}

func ExampleCount() {
	ctx, attempts := policy.Count(context.Background())
	retry := policy.Retry(policy.WithBackoff(0, 0), policy.WithMaxAttempts(5))
	res, err := retry(serving(502, 429, 200)).Do(ctx, &core.Request{Method: "GET", URL: "https://api.test/"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	fmt.Println(res.Status, "after", attempts.N(), "attempts")
	// Output: 200 after 3 attempts
}

func ExampleIdempotencyKey() {
	flaky := serving(503, 201)
	t := policy.Chain(
		policy.IdempotencyKey(policy.WithKeys(func() string { return "k-1" })),
		policy.Retry(policy.WithBackoff(0, 0)))(flaky)

	res, err := t.Do(context.Background(), &core.Request{Method: "POST", URL: "https://api.test/todos"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	for _, r := range flaky.requests() {
		fmt.Println(r.Method, r.Header.Get("Idempotency-Key"))
	}
	// Output:
	// POST k-1
	// POST k-1
}

func ExampleAuth() {
	source := policy.TokenSourceFunc(func(_ context.Context, stale string) (policy.Token, error) {
		if stale == "" {
			return policy.Token{Value: "old"}, nil
		}
		return policy.Token{Value: "new", Expires: time.Now().Add(time.Hour)}, nil
	})

	s := accepting("new")
	show(policy.Auth("https://api.test", source)(s))
	fmt.Println(authorizations(s))
	// Output:
	// 200
	// [Bearer old Bearer new]
}

func ExampleRateLimit() {
	left := 2
	limiter := policy.LimiterFunc(func(context.Context) error { // or a *rate.Limiter of golang.org/x/time
		if left--; left < 0 {
			return errors.New("no more today")
		}
		return nil
	})

	t := policy.RateLimit(limiter)(serving(200))
	show(t)
	show(t)
	show(t)
	// Output:
	// 200
	// 200
	// wait for the rate limit: no more today
}

func ExampleNewBreaker() {
	breaker := policy.NewBreaker(policy.WithFailureRatio(0.5, 2), policy.WithCoolDown(time.Minute))
	s := serving(503)
	t := policy.Break(breaker)(s)
	show(t)
	show(t)
	fmt.Println(breaker.State("https://api.test"))

	_, err := t.Do(context.Background(), &core.Request{Method: "GET", URL: "https://api.test/todos/1"})
	fmt.Println(errors.Is(err, policy.ErrOpen), errors.Is(err, policy.ErrNotSent), s.count(), "requests")
	// Output:
	// 503
	// 503
	// open
	// true true 2 requests
}

func ExampleBreak() {
	maintenance := breakerFunc(func(origin string) (func(policy.Outcome), error) {
		return nil, &policy.OpenError{Origin: origin, RetryAfter: time.Hour}
	})
	show(policy.Break(maintenance)(serving(200)))
	// Output: the circuit breaker is open for https://api.test, the next probe is in 1h0m0s
}

type breakerFunc func(origin string) (func(policy.Outcome), error)

func (f breakerFunc) Allow(origin string) (func(policy.Outcome), error) { return f(origin) }

func ExampleHedge() {
	s := serving()
	s.answer = func(ctx context.Context, n int, _ *core.Request) (*core.Response, error) {
		if n > 1 {
			return s.reply(200)
		}
		<-ctx.Done() // the first server hangs
		return nil, ctx.Err()
	}
	show(policy.Hedge(time.Millisecond)(s))
	// Output: 200
}

func ExampleHeader() {
	s := serving(200)
	show(policy.Header("X-Tenant", "acme")(s))
	fmt.Println(s.requests()[0].Header.Get("X-Tenant"))
	// Output:
	// 200
	// acme
}

func ExampleUserAgent() {
	s := serving(200)
	show(policy.UserAgent("invoices/1.4")(s))
	fmt.Println(s.requests()[0].Header.Get("User-Agent"))
	// Output:
	// 200
	// invoices/1.4
}

func ExampleLog() {
	logger := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		Level: slog.LevelDebug,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == "took" {
				return slog.Attr{}
			}
			return a
		},
	}))
	show(policy.Log(logger)(serving(200)))
	// Output:
	// level=DEBUG msg="rest request" op="" method=GET url=https://api.test/todos/1 attempt=1
	// level=DEBUG msg="rest response" op="" method=GET url=https://api.test/todos/1 attempt=1 status=200
	// 200
}

func ExampleRetryAfter() {
	wait, ok := policy.RetryAfter(http.Header{"Retry-After": {"120"}}, time.Now())
	fmt.Println(wait, ok)
	// Output: 2m0s true
}

func ExampleWithBudget() {
	down := serving(503)
	t := policy.Retry(policy.WithBackoff(0, 0), policy.WithBudget(0.5, 1))(down)
	for range 100 {
		res, err := t.Do(context.Background(), &core.Request{Method: "GET", URL: "https://api.test/todos/1"})
		if err != nil {
			fmt.Println(err)
			return
		}
		_ = res.Body.Close()
	}
	fmt.Println(down.count(), "requests")
	// Output: 150 requests
}
