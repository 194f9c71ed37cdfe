package share_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
)

type valueKey struct{}

// task does what a function does.
type task struct {
	run func(ctx context.Context) (any, error)
}

func (t *task) Run(ctx context.Context) (any, error) { return t.run(ctx) }

func (*task) Needless() bool { return false }

func (*task) Begin(ctx context.Context, _ bool) (context.Context, func(error)) { return ctx, nil }

func (*task) Ended(context.Context, error) {}

// within runs f in the context of a call that may last a second.
func within(t *testing.T, ctx context.Context, f func(g *WithT, ctx context.Context, scope *share.Scope[string])) {
	t.Helper()
	g := NewWithT(t)
	scope := share.NewScope[string](share.NewGroup(time.Second, nil))
	_, _ = scope.Alone(ctx, &task{run: func(ctx context.Context) (any, error) {
		f(g, ctx, scope)
		return nil, nil
	}})
}

func TestTheContextOfACall(t *testing.T) {
	for name, waits := range map[string]bool{"that is waited for": true, "that is only asked": false} {
		t.Run(name+" ends at the deadline", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				within(t, context.WithValue(t.Context(), valueKey{}, 1), func(g *WithT, ctx context.Context, _ *share.Scope[string]) {
					child, cancel := ctx, func() {}
					if waits {
						child, cancel = context.WithCancel(context.WithValue(ctx, valueKey{}, 2))
					}
					defer cancel()
					deadline, ok := ctx.Deadline()
					g.Expect(ok).To(BeTrue())
					g.Expect(time.Until(deadline)).To(Equal(time.Second))
					g.Expect(ctx.Value(valueKey{})).To(Equal(1))
					g.Expect(ctx.Err()).NotTo(HaveOccurred())
					time.Sleep(time.Second)
					synctest.Wait()
					for _, c := range []context.Context{ctx, child} {
						g.Expect(c.Err()).To(MatchError(context.DeadlineExceeded))
						g.Expect(context.Cause(c)).To(MatchError(context.DeadlineExceeded))
						g.Expect(c.Done()).To(BeClosed())
					}
				})
			})
		})
		t.Run(name+" ends with that of its caller", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				caller, leave := context.WithTimeoutCause(t.Context(), time.Millisecond, errors.New("early"))
				defer leave()
				within(t, caller, func(g *WithT, ctx context.Context, _ *share.Scope[string]) {
					if waits {
						g.Expect(ctx.Done()).NotTo(BeClosed())
					}
					deadline, _ := ctx.Deadline()
					g.Expect(time.Until(deadline)).To(Equal(time.Millisecond))
					time.Sleep(time.Millisecond)
					synctest.Wait()
					g.Expect(ctx.Err()).To(MatchError(context.DeadlineExceeded))
					g.Expect(context.Cause(ctx)).To(MatchError("early"))
				})
			})
		})
	}
}

func TestTheContextOfACallWhoseScopeEnds(t *testing.T) {
	for name, waits := range map[string]bool{"that is waited for": true, "that is only asked": false} {
		t.Run(name+" has ended from then on", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				within(t, t.Context(), func(g *WithT, ctx context.Context, scope *share.Scope[string]) {
					told := make(chan struct{})
					if waits {
						context.AfterFunc(ctx, func() { close(told) })
					}
					scope.End(errors.New("over"))
					g.Expect(ctx.Err()).To(MatchError(context.Canceled))
					if !waits {
						context.AfterFunc(ctx, func() { close(told) })
					}
					<-told
					time.Sleep(time.Hour)
					g.Expect(ctx.Err()).To(MatchError(context.Canceled))
					g.Expect(ctx.Done()).To(BeClosed())
				})
			})
		})
	}
}

func TestACallOfACallerWhoCannotLeaveNeedsNoTimer(t *testing.T) {
	g := NewWithT(t)
	scope := share.NewScope[string](share.NewGroup(time.Hour, nil))
	run := &task{run: func(ctx context.Context) (any, error) { return nil, ctx.Err() }}
	allocs := testing.AllocsPerRun(100, func() { _, _, _ = scope.Do(context.Background(), "a", run) })
	g.Expect(allocs).To(BeNumerically("<=", 1), "the call itself")
}
