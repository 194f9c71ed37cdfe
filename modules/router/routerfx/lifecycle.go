package routerfx

import (
	"context"
	"time"

	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/router"
)

// reserve is how much of the time to stop is left for cutting what the router
// still serves, and for what was started before it.
const reserve = 2 * time.Second

// Drain sets how the router stops: it goes on serving for delay while it says
// that it is not ready, then waits for timeout at most until its requests are
// answered (router.WithDrainDelay, router.WithDrainTimeout). The application is
// given the sum and 2 seconds to stop, which fx.StopTimeout behind it overrides.
// Drain belongs to fx.New itself, not into an fx.Module.
//
// Default: no delay and 15 seconds, of which the 15 seconds that fx gives an
// application leave 13. Whoever sets delay or timeout by router options sets
// fx.StopTimeout too, for fx tells no module about it. In any case the router
// cuts what it serves 2 seconds before the time of the application is over, or a
// quarter of short times, so that what was started before it is stopped too;
// the stop of the application then returns context.DeadlineExceeded.
func Drain(delay, timeout time.Duration) fx.Option {
	return fx.Options(
		Option(router.WithDrainDelay(delay), router.WithDrainTimeout(timeout)),
		fx.StopTimeout(delay+timeout+reserve),
	)
}

func lifecycle(r *router.Router, s fx.Shutdowner) fx.Hook {
	served := make(chan error, 1)
	return fx.Hook{
		OnStart: func(context.Context) error {
			l, err := r.Listen()
			if err != nil {
				return err
			}
			go func() {
				err := r.Serve(l)
				served <- err
				if err != nil {
					_ = s.Shutdown(fx.ExitCode(1)) // the application stops already
				}
			}()
			return nil
		},
		OnStop: func(ctx context.Context) error {
			ctx, cancel := withReserve(ctx)
			defer cancel()
			if err := r.Stop(ctx); err != nil {
				return err
			}
			return <-served
		},
	}
}

// withReserve ends before ctx does.
func withReserve(ctx context.Context) (context.Context, context.CancelFunc) {
	end, bounded := ctx.Deadline()
	if !bounded {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, end.Add(-min(reserve, time.Until(end)/4)))
}
