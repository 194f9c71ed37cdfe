package policy_test

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

var _ = Describe("The tokens of Auth", func() {
	perUser := policy.TokenSourceFunc(func(ctx context.Context, stale string) (policy.Token, error) {
		identity, known := policy.Identity(ctx)
		return policy.Token{Value: fmt.Sprintf("%s-%t-%d", identity, known, len(stale))}, nil
	})

	It("are those of the identity that a request is made for", func(ctx SpecContext) {
		s := welcoming()
		t := policy.Auth("https://api.test", perUser)(s)

		for _, with := range []context.Context{policy.ForIdentity(ctx, "ida"), ctx, policy.ForIdentity(ctx, "bob"), policy.ForIdentity(ctx, "ida"), policy.ForIdentity(ctx, "")} {
			Expect(do(with, t, request("GET"))).To(Equal(200))
		}

		Expect(authorizations(s)).To(Equal([]string{"Bearer ida-true-0", "Bearer -false-0", "Bearer bob-true-0", "Bearer ida-true-0", "Bearer -true-0"}))
	})

	It("are kept for those who come again, not for somebody unknown, and not for too many", func(ctx SpecContext) {
		tokens, s := &source{}, welcoming()
		t := policy.Auth("https://api.test", tokens)(s)
		for _, identity := range []string{"ida", "ida", "", "", "bob", "bob"} {
			Expect(do(policy.ForIdentity(ctx, identity), t, request("GET"))).To(Equal(200))
		}
		Expect(tokens.calls.Load()).To(Equal(int64(4)))

		for i := range 10_000 {
			Expect(do(policy.ForIdentity(ctx, fmt.Sprint(i)), t, request("GET"))).To(Equal(200))
		}
		tokens.calls.Store(0)
		Expect(do(policy.ForIdentity(ctx, "9999"), t, request("GET"))).To(Equal(200))
		Expect(tokens.calls.Load()).To(BeZero())
		Expect(do(policy.ForIdentity(ctx, "ida"), t, request("GET"))).To(Equal(200))
		Expect(tokens.calls.Load()).To(Equal(int64(1)))
	})

	It("are one when that is asked for", func(ctx SpecContext) {
		s := welcoming()
		t := policy.Auth("https://api.test", perUser, policy.WithSharedToken())(s)
		Expect(do(policy.ForIdentity(ctx, "ida"), t, request("GET"))).To(Equal(200))
		Expect(do(policy.ForIdentity(ctx, "bob"), t, request("GET"))).To(Equal(200))

		Expect(authorizations(s)).To(HaveEach("Bearer ida-true-0"))
	})
})
