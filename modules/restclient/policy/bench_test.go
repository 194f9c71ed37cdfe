package policy_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// BenchmarkPolicies measures what policies add to a request that succeeds.
func BenchmarkPolicies(b *testing.B) {
	free := policy.LimiterFunc(func(context.Context) error { return nil })
	static := policy.TokenSourceFunc(func(context.Context, string) (policy.Token, error) { return policy.Token{Value: "t"}, nil })
	bare := core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
		return &core.Response{Status: 200, Body: http.NoBody}, nil
	})
	for _, c := range []struct {
		name   string
		policy policy.Middleware
	}{
		{"none", policy.Chain()},
		{"retry", policy.Retry()},
		{"breaker", policy.Break(policy.NewBreaker())},
		{"auth", policy.Auth("https://api.test", static)},
		{"all", policy.Chain(policy.UserAgent("b"), policy.IdempotencyKey(), policy.Retry(), policy.Break(policy.NewBreaker()),
			policy.Auth("https://api.test", static), policy.RateLimit(free), policy.Log(nil))},
	} {
		b.Run(c.name, func(b *testing.B) {
			t, r := c.policy(bare), withBody("PUT", "x")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := t.Do(b.Context(), r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
