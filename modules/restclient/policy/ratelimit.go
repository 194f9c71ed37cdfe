package policy

import (
	"context"
	"errors"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Limiter says when a request may be sent. *rate.Limiter of
// golang.org/x/time/rate is one.
type Limiter interface {
	// Wait is called before each request, concurrently. It returns nil when the
	// request may be sent, an error when it must not be, and returns when ctx
	// ends.
	Wait(ctx context.Context) error
}

// LimiterFunc lets a function serve as a Limiter.
type LimiterFunc func(ctx context.Context) error

// Wait calls f.
func (f LimiterFunc) Wait(ctx context.Context) error { return f(ctx) }

// RateLimit makes each request wait for l. An error of l keeps the request back;
// it is wrapped, with ErrNotSent.
func RateLimit(l Limiter) Middleware {
	if l == nil {
		return misdeclared("rate limit", errors.New("nil Limiter"))
	}
	return func(next core.Transport) core.Transport {
		return &layer{"rate limit", next, func(ctx context.Context, r *core.Request) (*core.Response, error) {
			if err := l.Wait(ctx); err != nil {
				return nil, refuse(ctx, "wait for the rate limit", err)
			}
			return next.Do(ctx, r)
		}}
	}
}
