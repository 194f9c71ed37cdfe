package router

import (
	"time"
)

// What the specs of the server reach that routes reach through a Context.

func (r *Router) Closing() <-chan struct{} { return r.server.Closing() }

// WithDrainDelayUntil is a drain delay that lasts until over is closed.
func WithDrainDelayUntil(over <-chan time.Time) Option {
	return func(c *config) {
		c.listen.DrainDelay, c.listen.After = time.Hour, func(time.Duration) <-chan time.Time { return over }
	}
}
