package policy

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

type retryConfig struct {
	attempts   int
	base, cap  time.Duration
	longest    time.Duration
	statuses   []int
	random     func() float64
	budget     Budget
	idempotent func(*core.Request) bool
}

// WithMaxAttempts sets how often Retry sends a request at most, the first time
// included. Default: 3. Less than 1 means 1.
func WithMaxAttempts(n int) RetryOption {
	return retryOption(func(c *retryConfig) { c.attempts = max(n, 1) })
}

// WithBackoff sets how long Retry waits before attempt n+1: a random time
// between 0 and base·2ⁿ⁻¹, or longest where that is less (full jitter). Default:
// 100 ms and 10 s.
func WithBackoff(base, longest time.Duration) RetryOption {
	return retryOption(func(c *retryConfig) { c.base, c.cap = base, longest })
}

// WithMaxRetryAfter sets how long a server may make Retry wait with the header
// Retry-After. A response that asks for more is returned at once, because to
// come back earlier than asked does not help. Default: 30 s.
func WithMaxRetryAfter(d time.Duration) RetryOption {
	return retryOption(func(c *retryConfig) { c.longest = d })
}

// WithStatuses sets the statuses after which Retry tries again. Default: those
// whose definition says that another attempt may succeed: 408, 502, 503, 504
// (RFC 9110, section 15), 425 (RFC 8470) and 429 (RFC 6585). 500 is not one of
// them: it says nothing of time.
func WithStatuses(statuses ...int) RetryOption {
	return retryOption(func(c *retryConfig) { c.statuses = slices.Clone(statuses) })
}

// WithIdempotent sets which requests may be sent twice. Default: those with a
// method that RFC 9110, section 9.2.2, calls idempotent – GET, HEAD, OPTIONS,
// TRACE, PUT, DELETE – or QUERY, and those with an Idempotency-Key header.
func WithIdempotent(f func(*core.Request) bool) RetryOption {
	return retryOption(func(c *retryConfig) { c.idempotent = f })
}

// WithRand sets where the jitter comes from: numbers from 0 up to, but not
// including, 1. It is called concurrently. Default: math/rand/v2.
func WithRand(f func() float64) RetryOption {
	return retryOption(func(c *retryConfig) { c.random = f })
}

// Retry sends a request again when it failed in a way that may pass: an error of
// the transport, or one of a few statuses. See the options for what, when and
// how often, and WithBudget for the bound over all calls.
//
// It never repeats a request that may have had an effect and is not idempotent,
// one that a policy kept back (ErrNotSent), one whose server has no valid
// certificate, nor any once ctx has ended. It honours Retry-After, in seconds or
// as a date. When the wait would pass the deadline of ctx, when the budget is
// spent, or when the body cannot be opened again, the answer to the last attempt
// is returned at once, response or error. The body of a response is the caller's:
// a failure while it is read is not repeated.
func Retry(opts ...RetryOption) Middleware {
	c := retryConfig{
		attempts: 3, base: 100 * time.Millisecond, cap: 10 * time.Second, longest: 30 * time.Second,
		statuses:   []int{408, 425, 429, 502, 503, 504},
		random:     rand.Float64,
		budget:     Budget{ratio: 0.1, floor: 10, now: time.Now},
		idempotent: idempotent,
	}
	for _, opt := range opts {
		opt.forRetry(&c)
	}
	return func(next core.Transport) core.Transport {
		r := &retrier{retryConfig: c, next: next, purse: newPurse(c.budget)}
		return &layer{"retry", next, r.do}
	}
}

type retrier struct {
	retryConfig
	next  core.Transport
	purse *purse
}

func (r *retrier) do(ctx context.Context, req *core.Request) (*core.Response, error) {
	r.purse.called()
	if !r.idempotent(req) {
		return r.next.Do(ctx, req)
	}
	ctx = counted(ctx)
	replay := newReplay(r.next, req)
	for n := 1; ; n++ {
		res, err := replay.send(ctx, req)
		failed(ctx, res, err)
		wait, ok := r.wait(ctx, n, res, err)
		if !ok || replay.reopen() != nil {
			return res, err
		}
		if !r.purse.spend() {
			replay.drop()
			return res, err
		}
		discard(res)
		if ended := pause(ctx, wait); ended != nil {
			replay.drop()
			return nil, gaveUp(n, ended, err)
		}
		ctx = again(ctx)
	}
}

// wait says how long to wait after attempt n, and whether to try again at all.
func (r *retrier) wait(ctx context.Context, n int, res *core.Response, err error) (time.Duration, bool) {
	if n >= r.attempts || ctx.Err() != nil || err != nil && permanent(err) || err == nil && !slices.Contains(r.statuses, res.Status) {
		return 0, false
	}
	wait := r.backoff(n)
	if err == nil {
		asked, _ := RetryAfter(res.Header, r.budget.now())
		if asked > r.longest {
			return 0, false
		}
		wait += asked
	}
	deadline, ok := ctx.Deadline()
	return wait, !ok || wait < time.Until(deadline)
}

func (r *retrier) backoff(n int) time.Duration {
	most := r.cap
	if shift := n - 1; shift < 32 && r.base < most>>shift {
		most = r.base << shift
	}
	return time.Duration(r.random() * float64(most))
}

// pause waits for d, or less when ctx ends before. A timer that has run out when
// it is asked crashes the race detector of Go 1.26 in synctest, so there is none
// for nothing.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// gaveUp is the error of a call that ended while it waited after attempt n, which
// failed with err, or with a status.
func gaveUp(n int, ended, err error) error {
	if err == nil {
		return fmt.Errorf("wait after attempt %d: %w", n, ended)
	}
	return fmt.Errorf("wait after attempt %d: %w; it failed: %w", n, ended, err)
}

func idempotent(r *core.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete, "QUERY":
		return true
	}
	return r.Header.Get(KeyHeader) != ""
}

// permanent reports whether the same request would fail in the same way.
func permanent(err error) bool {
	_, refused := errors.AsType[*RefusedError](err)
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return refused || untrusted || errors.Is(err, ErrNotSent) || errors.Is(err, errShortBody)
}
