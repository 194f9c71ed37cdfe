package gobreakerpolicy_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/sony/gobreaker/v2"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/gobreakerpolicy"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
	"github.com/trefoil-go/trefoil/modules/restclient/policy/policytest"
)

// TestMain reports every goroutine that outlives the tests.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/onsi/ginkgo/v2/internal/interrupt_handler.(*InterruptHandler).registerForInterrupts.func2"))
}

func TestContract(t *testing.T) {
	policytest.TestBreaker(t, func(failures int, coolDown time.Duration) policy.Breaker {
		settings := gobreaker.Settings{Timeout: coolDown}
		settings.ReadyToTrip = func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= uint32(failures) }
		return gobreakerpolicy.New(settings)
	})
}

const origin = "https://api.test"

// trips opens after three failures in a row.
func trips(timeout time.Duration) gobreaker.Settings {
	return gobreaker.Settings{Timeout: timeout, ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 3 }}
}

func report(g Gomega, b policy.Breaker, n int, o policy.Outcome) {
	for range n {
		done, err := b.Allow(origin)
		g.Expect(err).NotTo(HaveOccurred())
		done(o)
	}
}

// spec is one behaviour whose time is fake.
type spec struct {
	text string
	run  func(g Gomega)
}

func inBubbles(t *testing.T, specs []spec) {
	t.Helper()
	for _, s := range specs {
		t.Run(s.text, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { s.run(NewWithT(t)) })
		})
	}
}

func TestBreaker(t *testing.T) { inBubbles(t, specs) }

var specs = []spec{
	{"opens, and says for how long", func(g Gomega) {
		b := gobreakerpolicy.New(trips(10 * time.Second))
		report(g, b, 3, policy.Failed)
		time.Sleep(4 * time.Second)

		_, err := b.Allow(origin)

		g.Expect(err).To(MatchError(policy.ErrOpen))
		g.Expect(err).To(Equal(&policy.OpenError{Origin: origin, RetryAfter: 6 * time.Second}))
		g.Expect(b.State(origin)).To(Equal(gobreaker.StateOpen))
	}},
	{"stays open for a minute unless told", func(g Gomega) {
		b := gobreakerpolicy.New(trips(0))
		report(g, b, 3, policy.Failed)

		_, err := b.Allow(origin)
		g.Expect(err).To(HaveField("RetryAfter", time.Minute))
		time.Sleep(time.Minute + time.Nanosecond)

		g.Expect(b.State(origin)).To(Equal(gobreaker.StateHalfOpen))
	}},
	{"lets one request probe and closes", func(g Gomega) {
		b := gobreakerpolicy.New(trips(time.Second))
		report(g, b, 3, policy.Failed)
		time.Sleep(2 * time.Second)
		probe, err := b.Allow(origin)
		g.Expect(err).NotTo(HaveOccurred())

		_, err = b.Allow(origin)
		g.Expect(err).To(Equal(&policy.OpenError{Origin: origin}))
		probe(policy.Succeeded)

		g.Expect(b.State(origin)).To(Equal(gobreaker.StateClosed))
	}},
	{"opens again after a probe that fails", func(g Gomega) {
		b := gobreakerpolicy.New(trips(time.Second))
		report(g, b, 3, policy.Failed)
		time.Sleep(2 * time.Second)

		report(g, b, 1, policy.Failed)

		_, err := b.Allow(origin)
		g.Expect(err).To(HaveField("RetryAfter", time.Second))
	}},
	{"lets the next one probe when a probe tells nothing", func(g Gomega) {
		b := gobreakerpolicy.New(trips(time.Second))
		report(g, b, 2, policy.Failed)
		report(g, b, 5, policy.Undecided)
		report(g, b, 1, policy.Failed)
		g.Expect(b.State(origin)).To(Equal(gobreaker.StateOpen), "the failures are in a row")
		time.Sleep(2 * time.Second)

		report(g, b, 3, policy.Undecided)
		report(g, b, 1, policy.Succeeded)

		g.Expect(b.State(origin)).To(Equal(gobreaker.StateClosed))
	}},
}

var _ = Describe("Breaker", func() {
	It("has a circuit breaker for each origin, up to a limit", func() {
		b := gobreakerpolicy.New(trips(time.Minute), gobreakerpolicy.WithMaxOrigins(2))
		report(Default, b, 3, policy.Failed)
		touch := func(origin string) { _, _ = b.Allow(origin) }
		touch("https://b.test")
		touch(origin)
		touch("https://c.test")
		Expect(b.State(origin)).To(Equal(gobreaker.StateOpen))
		Expect(b.State("https://c.test")).To(Equal(gobreaker.StateClosed))

		touch("https://d.test")
		touch("https://e.test")

		Expect(b.State(origin)).To(Equal(gobreaker.StateClosed))
	})

	It("tells its user about changes, with the origin as the name", func() {
		var changes []string
		settings := trips(time.Minute)
		settings.OnStateChange = func(name string, from, to gobreaker.State) {
			changes = append(changes, name+" "+from.String()+" "+to.String())
		}

		report(Default, gobreakerpolicy.New(settings), 3, policy.Failed)

		Expect(changes).To(Equal([]string{"https://api.test closed open"}))
	})

	It("ends the retries of a client when it opens", func(ctx SpecContext) {
		sent := 0
		down := core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
			sent++
			return nil, context.DeadlineExceeded
		})
		t := policy.Chain(policy.Retry(policy.WithBackoff(0, 0), policy.WithMaxAttempts(10)), policy.Break(gobreakerpolicy.New(trips(time.Minute))))(down)

		_, err := t.Do(ctx, &core.Request{Method: "GET", URL: origin + "/x"})

		Expect(err).To(MatchError(policy.ErrOpen))
		Expect(sent).To(Equal(3))
	})
})
