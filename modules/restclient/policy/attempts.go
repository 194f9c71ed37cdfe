package policy

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
)

// Attempts counts how often a call was tried. It is safe for concurrent use.
type Attempts struct {
	n         atomic.Int64
	maybeSent atomic.Bool
}

// Count returns a context for one call, and what counts its attempts.
func Count(ctx context.Context) (context.Context, *Attempts) {
	a := new(Attempts)
	a.n.Store(1)
	return context.WithValue(ctx, attemptKey{}, attempt{a, 1}), a
}

// N is 1 and one more for each repetition by Retry, Auth or Hedge. An attempt
// that a policy kept back counts too; its error wraps ErrNotSent.
func (a *Attempts) N() int { return int(a.n.Load()) }

// MaybeSent reports whether Retry saw an attempt that ended without a response of
// the server after that may have got it: without any, or with the 502 or 504 of a
// gateway. It stays true when later attempts fail before they reach the server.
func (a *Attempts) MaybeSent() bool { return a.maybeSent.Load() }

type attemptKey struct{}

// attempt is what a context knows: the count of its call, and which one it is.
type attempt struct {
	of     *Attempts
	number int
}

// counted returns ctx with a counter, if it has none.
func counted(ctx context.Context) context.Context {
	if _, ok := ctx.Value(attemptKey{}).(attempt); ok {
		return ctx
	}
	ctx, _ = Count(ctx)
	return ctx
}

// again returns the context of one attempt more. Ctx is counted.
func again(ctx context.Context) context.Context {
	of := ctx.Value(attemptKey{}).(attempt).of
	return context.WithValue(ctx, attemptKey{}, attempt{of, int(of.n.Add(1))})
}

// Attempt says which attempt of its call ctx belongs to, for what is inside of
// Retry, Auth and Hedge: 1 for the first.
func Attempt(ctx context.Context) int {
	if a, ok := ctx.Value(attemptKey{}).(attempt); ok {
		return a.number
	}
	return 1
}

// failed notes how an attempt ended. Ctx is counted.
func failed(ctx context.Context, res *core.Response, err error) {
	if errors.Is(err, ErrNotSent) || err == nil && res.Status != http.StatusBadGateway && res.Status != http.StatusGatewayTimeout {
		return
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return
	}
	ctx.Value(attemptKey{}).(attempt).of.maybeSent.Store(true)
}
