// Package policytest checks implementations of the ports of package policy.
//
//	func TestContract(t *testing.T) {
//		policytest.TestBreaker(t, func(failures int, coolDown time.Duration) policy.Breaker {
//			return mybreaker.New(failures, coolDown)
//		})
//	}
package policytest

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

const (
	failures = 3
	coolDown = time.Minute
	origin   = "https://api.example.com"
	other    = "https://api.example.com:8443"
)

// TestBreaker checks that a breaker keeps the contract of policy.Breaker. Start
// returns one that is closed, opens after a number of requests that all failed,
// and lets one request probe when it has been open for coolDown. It is called,
// and its breaker is used, in a bubble of testing/synctest.
func TestBreaker(t *testing.T, start func(failures int, coolDown time.Duration) policy.Breaker) {
	t.Helper()
	for _, c := range []struct {
		name  string
		check func(b breaker)
	}{
		{"lets requests pass", breaker.checkClosed},
		{"refuses requests with an *OpenError", breaker.checkOpen},
		{"keeps origins apart", breaker.checkOrigins},
		{"does not count what tells nothing", breaker.checkUndecided},
		{"lets a single request probe", breaker.checkProbe},
		{"stays open after a probe that failed", breaker.checkFailedProbe},
		{"lets the next request probe after one that tells nothing", breaker.checkUndecidedProbe},
		{"does not count requests from before it opened", breaker.checkLate},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { c.check(breaker{t, start(failures, coolDown)}) })
		})
	}
}

// breaker is one under test.
type breaker struct {
	t *testing.T
	b policy.Breaker
}

func (b breaker) checkClosed() {
	b.report(10*failures, policy.Succeeded)
	b.expectOpen(origin, false)
}

func (b breaker) checkOpen() {
	b.report(failures, policy.Failed)
	time.Sleep(coolDown / 4)
	done, err := b.b.Allow(origin)
	refused, ok := errors.AsType[*policy.OpenError](err)
	if !ok || done != nil {
		b.t.Fatalf("the error is %v, want an *OpenError and no function", err)
	}
	if want := coolDown * 3 / 4; refused.Origin != origin || refused.RetryAfter != want {
		b.t.Errorf("got %+v, want the origin and %s", refused, want)
	}
}

func (b breaker) checkOrigins() {
	b.report(failures, policy.Failed)
	b.expectOpen(origin, true)
	b.expectOpen(other, false)
}

func (b breaker) checkUndecided() {
	b.report(failures-1, policy.Failed)
	b.report(10*failures, policy.Undecided)
	b.expectOpen(origin, false)
	b.report(1, policy.Failed)
	b.expectOpen(origin, true)
}

func (b breaker) checkProbe() {
	b.coolDown()
	probe := b.allow()
	b.expectOpen(origin, true)
	probe(policy.Succeeded)
	b.expectOpen(origin, false)
	b.report(failures-1, policy.Failed)
	b.expectOpen(origin, false)
}

func (b breaker) checkFailedProbe() {
	b.coolDown()
	b.report(1, policy.Failed)
	time.Sleep(coolDown / 2)
	b.expectOpen(origin, true)
	time.Sleep(coolDown)
	b.report(1, policy.Succeeded)
	b.expectOpen(origin, false)
}

func (b breaker) checkUndecidedProbe() {
	b.coolDown()
	b.report(2, policy.Undecided)
	b.report(1, policy.Succeeded)
	b.expectOpen(origin, false)
}

func (b breaker) checkLate() {
	late := b.allow()
	b.coolDown()
	probe := b.allow()
	late(policy.Succeeded)
	b.expectOpen(origin, true)
	probe(policy.Failed)
	b.expectOpen(origin, true)
}

// coolDown opens the breaker and waits until it lets a request probe.
func (b breaker) coolDown() {
	b.t.Helper()
	b.report(failures, policy.Failed)
	b.expectOpen(origin, true)
	time.Sleep(coolDown + time.Second)
}

func (b breaker) report(n int, o policy.Outcome) {
	b.t.Helper()
	for range n {
		b.allow()(o)
	}
}

func (b breaker) allow() func(policy.Outcome) {
	b.t.Helper()
	done, err := b.b.Allow(origin)
	if err != nil || done == nil {
		b.t.Fatalf("a request is refused: %v", err)
	}
	return done
}

// expectOpen asks for one request, which tells nothing when it may be sent.
func (b breaker) expectOpen(origin string, want bool) {
	b.t.Helper()
	done, err := b.b.Allow(origin)
	if err == nil {
		done(policy.Undecided)
	}
	if errors.Is(err, policy.ErrOpen) != want {
		b.t.Errorf("open is %t for %s, want %t: %v", !want, origin, want, err)
	}
}
