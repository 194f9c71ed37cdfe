package policy

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
)

type hedgeConfig struct {
	extra  int
	budget Budget
}

// WithMaxHedges sets how many requests Hedge sends at most besides the first.
// Default: 1. Less than 1 switches hedging off.
func WithMaxHedges(n int) HedgeOption {
	return hedgeOption(func(c *hedgeConfig) { c.extra = max(n, 0) })
}

// Hedge sends a request once more when there is no answer after some time, and
// again each time that it passes, in case the first one is with a slow server.
// The first response wins, whatever its status; the other requests are
// cancelled and their bodies closed. An error counts when no request is left.
// After should be a time that few requests take, such as the 95th percentile.
//
// Only safe methods are hedged, GET, HEAD, OPTIONS and QUERY, and only as the
// budget allows: see WithBudget.
func Hedge(after time.Duration, opts ...HedgeOption) Middleware {
	c := hedgeConfig{extra: 1, budget: Budget{ratio: 0.1, floor: 10, now: time.Now}}
	for _, opt := range opts {
		opt.forHedge(&c)
	}
	return func(next core.Transport) core.Transport {
		purse := newPurse(c.budget)
		return &layer{"hedge", next, func(ctx context.Context, r *core.Request) (*core.Response, error) {
			purse.called()
			if c.extra == 0 || !safe(r.Method) {
				return next.Do(ctx, r)
			}
			race := &race{next: next, request: r, results: make(chan result), over: make(chan struct{})}
			return race.run(counted(ctx), after, c.extra, purse)
		}}
	}
}

func safe(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, "QUERY":
		return true
	}
	return false
}

// race is one call whose requests compete.
type race struct {
	next    core.Transport
	request *core.Request
	results chan result
	over    chan struct{} // closed when nobody reads results any more
	cancels []context.CancelFunc
}

type result struct {
	runner int
	res    *core.Response
	err    error
}

func (c *race) run(ctx context.Context, after time.Duration, extra int, purse *purse) (*core.Response, error) {
	defer close(c.over)
	timer := time.NewTimer(after)
	defer timer.Stop()
	c.start(ctx)
	for running := 1; ; {
		select {
		case r := <-c.results:
			if r.err == nil {
				return c.won(r), nil
			}
			if running--; running == 0 {
				c.cancelBut(-1)
				return nil, r.err
			}
		case <-timer.C:
			if len(c.cancels) > extra || !purse.spend() {
				continue
			}
			ctx = again(ctx)
			c.start(ctx)
			running++
			timer.Reset(after)
		case <-ctx.Done():
			c.cancelBut(-1)
			return nil, fmt.Errorf("wait for the first of %d responses: %w", running, ctx.Err())
		}
	}
}

// start sends the request once more.
func (c *race) start(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	runner := len(c.cancels)
	c.cancels = append(c.cancels, cancel)
	go func() {
		res, err := c.next.Do(ctx, c.request)
		select {
		case c.results <- result{runner, res, err}:
		case <-c.over:
			if res != nil {
				_ = res.Body.Close()
			}
		}
	}()
}

// won cancels the losers and returns the response, which lives until its body
// is closed.
func (c *race) won(r result) *core.Response {
	c.cancelBut(r.runner)
	res := *r.res
	res.Body = &prize{res.Body, c.cancels[r.runner]}
	return &res
}

func (c *race) cancelBut(runner int) {
	for i, cancel := range c.cancels {
		if i != runner {
			cancel()
		}
	}
}

type prize struct {
	io.ReadCloser
	release context.CancelFunc
}

func (p *prize) Close() error {
	defer p.release()
	return p.ReadCloser.Close()
}
