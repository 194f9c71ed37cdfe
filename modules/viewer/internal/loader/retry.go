package loader

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

const (
	// minRetry and maxRetry are how long the source is left alone after the first
	// failed load and after many; each wait between them is twice the one before.
	minRetry = time.Second
	maxRetry = time.Minute
	// maxRetryAfter bounds how long a source may ask to be left alone.
	maxRetryAfter = 15 * time.Minute
)

// retries loads a description again that could not be had. It is safe for
// concurrent use.
type retries struct {
	wake chan struct{} // holds a token when a reader wants the description now

	mu      sync.Mutex
	running bool // a goroutine waits for the next try
	plan    Plan
}

// Plan says when the source is asked again.
type Plan struct {
	Tries int       // that have failed since the last good load, 0 for no plan
	From  time.Time // when a reader may have it asked
	by    time.Time // when it is asked without readers
}

// RetryAfter says in a header when what is not there may be there.
func (p Plan) RetryAfter(h http.Header) {
	if p.Tries > 0 {
		h.Set("Retry-After", strconv.Itoa(max(1, int(time.Until(p.From).Round(time.Second)/time.Second))))
	}
}

func newRetries() *retries { return &retries{wake: make(chan struct{}, 1)} }

// planned returns the plan.
func (r *retries) planned() Plan {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.plan
}

// ended is told of the end of a load, nil for a good one. It returns the plan
// before and after, and reports whether somebody has to wait for the next try.
func (r *retries) ended(err error) (before, after Plan, start bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before = r.plan
	r.plan = Plan{}
	if wait, ok := retryIn(err, before.Tries); ok {
		from := time.Now().Add(wait)
		// Viewers that lost the same source at once do not come back to it at once.
		r.plan = Plan{Tries: before.Tries + 1, From: from, by: from.Add(rand.N(wait/2 + 1))}
		start, r.running = !r.running, true
	}
	return before, r.plan, start
}

// waiting returns the plan that the goroutine waits for. It is false when there is
// none, and the goroutine ends.
func (r *retries) waiting() (Plan, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running = r.plan.Tries > 0
	return r.plan, r.running
}

// wanted is called when a reader asks for a page of a description that is not there.
func (r *retries) wanted() {
	if p := r.planned(); p.Tries == 0 || time.Now().Before(p.From) {
		return
	}
	select {
	case r.wake <- struct{}{}:
	default: // it is being asked
	}
}

// retryIn returns how long a source is left alone after a load that has failed, as
// so many before it. It is false when another load would end the same.
func retryIn(err error, failed int) (time.Duration, bool) {
	if err == nil {
		return 0, false
	}
	var spec *core.SpecError
	if errors.As(err, &spec) && !spec.Temporary {
		return 0, false
	}
	wait := maxRetry
	if failed < 6 { // 2^6 seconds are more than a minute
		wait = minRetry << failed
	}
	if spec != nil {
		wait = max(wait, min(spec.RetryAfter, maxRetryAfter))
	}
	return wait, true
}
