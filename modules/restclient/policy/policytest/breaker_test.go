package policytest_test

import (
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/policy"
	"github.com/trefoil-go/trefoil/modules/restclient/policy/policytest"
)

func TestContract(t *testing.T) {
	policytest.TestBreaker(t, func(failures int, coolDown time.Duration) policy.Breaker {
		return policy.NewBreaker(policy.WithFailureRatio(1, failures), policy.WithCoolDown(coolDown))
	})
}
