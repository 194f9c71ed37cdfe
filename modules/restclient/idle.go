package restclient

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// idleError is why an exchange ended that stood still.
type idleError struct{ after time.Duration }

func (e idleError) Error() string { return fmt.Sprintf("nothing moved for %v", e.after) }

// Is makes it a deadline that passed.
func (idleError) Is(target error) bool { return target == context.DeadlineExceeded }

// watchdog ends a context when it is not fed for a while.
type watchdog struct {
	after  time.Duration
	timer  *time.Timer // nil when there is no limit
	cancel context.CancelCauseFunc
}

// watch starts a watchdog over a context derived from ctx. Not positive: no
// limit.
func watch(ctx context.Context, after time.Duration) (context.Context, *watchdog) {
	ctx, cancel := context.WithCancelCause(ctx)
	d := &watchdog{after: after, cancel: cancel}
	if after > 0 {
		d.timer = time.AfterFunc(after, func() { cancel(idleError{after}) })
	}
	return ctx, d
}

// feed gives the exchange another full wait.
func (d *watchdog) feed() {
	if d.timer != nil {
		d.timer.Reset(d.after)
	}
}

// rest stops the clock until the next feed: what is waited for is not the
// network.
func (d *watchdog) rest() {
	if d.timer != nil {
		d.timer.Stop()
	}
}

// end releases what the watchdog holds.
func (d *watchdog) end() {
	d.rest()
	d.cancel(nil)
}

// withCause adds why ctx ended, which transports do not tell.
func withCause(ctx context.Context, err error) error {
	cause := context.Cause(ctx)
	if cause == nil || errors.Is(err, cause) {
		return err
	}
	return fmt.Errorf("%w: %w", cause, err)
}
