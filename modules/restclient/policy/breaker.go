package policy

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Breaker keeps requests away from servers that are down. Package policytest
// checks that one keeps this contract.
type Breaker interface {
	// Allow is called before each request, concurrently, with scheme, host and
	// port of its URL. It returns a function that takes what came of the request,
	// which is called exactly once, or an *OpenError when there must be none. It
	// does not block.
	Allow(origin string) (done func(Outcome), err error)
}

// Outcome is what a request tells about its server.
type Outcome int

// The outcomes of requests.
const (
	Succeeded Outcome = iota // the server answered
	Failed                   // there was no answer, or a status of 500 and above
	Undecided                // nothing: the request was not sent, or its caller left
)

// ErrOpen is what every *OpenError is.
var ErrOpen = errors.New("the circuit breaker is open")

// OpenError says that a breaker refused a request. It is ErrOpen and ErrNotSent.
type OpenError struct {
	Origin     string
	RetryAfter time.Duration // until the breaker lets a request probe; 0 when one does
}

// Error names the origin and the time to wait.
func (e *OpenError) Error() string {
	return fmt.Sprintf("%v for %s, the next probe is in %s", ErrOpen, e.Origin, e.RetryAfter)
}

// Is reports whether target is ErrOpen or ErrNotSent.
func (e *OpenError) Is(target error) bool { return target == ErrOpen || target == ErrNotSent }

// Break asks b before each request, and tells it the outcome. A response counts
// when its headers are there; a request that ctx ended counts as failed when the
// deadline passed, and not at all when it was cancelled.
func Break(b Breaker) Middleware {
	if b == nil {
		return misdeclared("breaker", errors.New("nil Breaker"))
	}
	return func(next core.Transport) core.Transport {
		return &layer{"breaker", next, func(ctx context.Context, r *core.Request) (*core.Response, error) {
			origin, err := originOf(r.URL)
			if err != nil {
				return nil, refuse(ctx, "breaker", err)
			}
			done, err := b.Allow(origin)
			if err != nil {
				return nil, err
			}
			outcome := Undecided // when next panics
			defer func() { done(outcome) }()
			res, err := next.Do(ctx, r)
			outcome = outcomeOf(ctx, res, err)
			return res, err
		}}
	}
}

func outcomeOf(ctx context.Context, res *core.Response, err error) Outcome {
	switch _, refused := errors.AsType[*RefusedError](err); {
	case refused:
		return Succeeded
	case errors.Is(err, ErrNotSent), err != nil && errors.Is(ctx.Err(), context.Canceled):
		return Undecided
	case err != nil, res.Status >= 500:
		return Failed
	}
	return Succeeded
}
