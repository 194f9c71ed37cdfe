package exchange

import (
	"context"
	"errors"
	"fmt"
	"io"
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

type watchdogKey struct{}

// Watch returns a context that ends when no part of an upload is taken, and no
// response arrives, for a while; not positive means never. End releases what that
// holds.
func Watch(ctx context.Context, after time.Duration) (_ context.Context, end func()) {
	ctx, dog := watch(ctx, after)
	return context.WithValue(ctx, watchdogKey{}, dog), dog.end
}

// watchdogIn returns what Watch has put into ctx, nil when it has not.
func watchdogIn(ctx context.Context) *watchdog {
	dog, _ := ctx.Value(watchdogKey{}).(*watchdog)
	return dog
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

// WithCause adds why ctx ended, which transports do not tell.
func WithCause(ctx context.Context, err error) error {
	cause := context.Cause(ctx)
	if cause == nil || errors.Is(err, cause) {
		return err
	}
	return fmt.Errorf("%w: %w", cause, err)
}

// fed feeds the watchdog with each part of a body that is taken.
func fed(open func() (io.ReadCloser, error), dog *watchdog) func() (io.ReadCloser, error) {
	if open == nil || dog == nil {
		return open
	}
	return func() (io.ReadCloser, error) {
		body, err := open()
		if err != nil {
			return nil, err
		}
		return &fedBody{body, dog}, nil
	}
}

type fedBody struct {
	io.ReadCloser
	dog *watchdog
}

func (b *fedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.dog.feed()
	return n, err
}
