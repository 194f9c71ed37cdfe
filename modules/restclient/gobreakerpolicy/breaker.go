// Package gobreakerpolicy lets the circuit breakers of github.com/sony/gobreaker
// decide which requests of a client are sent.
//
//	breaker := gobreakerpolicy.New(gobreaker.Settings{Timeout: 5 * time.Second})
//	client, err := restclient.New(transport, restclient.WithMiddleware(
//		policy.Retry(),
//		policy.Break(breaker)))
package gobreakerpolicy

import (
	"container/list"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

var _ policy.Breaker = (*Breaker)(nil)

// defaultTimeout is what gobreaker takes for a Timeout that is not positive.
const defaultTimeout = time.Minute

// Breaker has a gobreaker.TwoStepCircuitBreaker for each origin. It is safe for
// concurrent use.
type Breaker struct {
	settings gobreaker.Settings
	limit    int

	mu       sync.Mutex
	circuits map[string]*list.Element // of *circuit
	recent   *list.List               // the last one asked in front
}

// Option changes a setting of New. Options apply in order, the last wins.
type Option func(*Breaker)

// WithMaxOrigins sets for how many origins there is a circuit breaker; the one
// that was not asked for the longest is forgotten first. Default: 256. Less than
// 1 means 1.
func WithMaxOrigins(n int) Option { return func(b *Breaker) { b.limit = max(n, 1) } }

// New makes a breaker whose circuit breakers all have settings, and the origin
// as their name. OnStateChange is called for every one of them, and must not
// call the breaker. IsSuccessful and IsExcluded are not used: policy.Break says
// what has failed and what tells nothing.
func New(settings gobreaker.Settings, opts ...Option) *Breaker {
	settings.IsSuccessful = func(err error) bool { return err == nil }
	settings.IsExcluded = func(err error) bool { return errors.Is(err, errUndecided) }
	b := &Breaker{settings: settings, limit: 256, circuits: map[string]*list.Element{}, recent: list.New()}
	for _, opt := range opts {
		opt(b)
	}
	return b
}

// What a circuit breaker is told for the outcomes of package policy.
var (
	errFailed    = errors.New("the server failed")
	errUndecided = errors.New("the request tells nothing about the server")
)

// Allow asks the circuit breaker of an origin. It translates what gobreaker
// refuses with into a *policy.OpenError.
func (b *Breaker) Allow(origin string) (done func(policy.Outcome), err error) {
	c := b.circuit(origin)
	report, err := c.breaker.Allow()
	switch {
	case errors.Is(err, gobreaker.ErrOpenState):
		return nil, &policy.OpenError{Origin: origin, RetryAfter: c.remaining()}
	case errors.Is(err, gobreaker.ErrTooManyRequests):
		return nil, &policy.OpenError{Origin: origin}
	case err != nil:
		return nil, fmt.Errorf("ask the circuit breaker: %w: %w", policy.ErrNotSent, err)
	}
	return func(o policy.Outcome) { report(errorOf(o)) }, nil
}

// State returns the state for an origin; one that is unknown is closed.
func (b *Breaker) State(origin string) gobreaker.State {
	b.mu.Lock()
	e, ok := b.circuits[origin]
	b.mu.Unlock()
	if !ok {
		return gobreaker.StateClosed
	}
	return e.Value.(*circuit).breaker.State()
}

func errorOf(o policy.Outcome) error {
	switch o {
	case policy.Failed:
		return errFailed
	case policy.Undecided:
		return errUndecided
	}
	return nil
}

func (b *Breaker) circuit(origin string) *circuit {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e, ok := b.circuits[origin]; ok {
		b.recent.MoveToFront(e)
		return e.Value.(*circuit)
	}
	if b.recent.Len() >= b.limit {
		delete(b.circuits, b.recent.Remove(b.recent.Back()).(*circuit).origin)
	}
	c := newCircuit(origin, b.settings)
	b.circuits[origin] = b.recent.PushFront(c)
	return c
}

// circuit is the circuit breaker of one origin, and when it opened, which
// gobreaker does not tell.
type circuit struct {
	origin  string
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]
	timeout time.Duration

	mu     sync.Mutex
	opened time.Time
}

func newCircuit(origin string, settings gobreaker.Settings) *circuit {
	c := &circuit{origin: origin, timeout: settings.Timeout}
	if c.timeout <= 0 {
		c.timeout = defaultTimeout
	}
	notify := settings.OnStateChange
	settings.Name = origin
	settings.OnStateChange = func(name string, from, to gobreaker.State) {
		if to == gobreaker.StateOpen {
			c.open()
		}
		if notify != nil {
			notify(name, from, to)
		}
	}
	c.breaker = gobreaker.NewTwoStepCircuitBreaker[struct{}](settings)
	return c
}

func (c *circuit) open() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.opened = time.Now()
}

func (c *circuit) remaining() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return max(c.timeout-time.Since(c.opened), 0)
}
