package restclient

import (
	"context"
	"net/http"
)

// replace lets another space take the place of the one that is there, if it may,
// and deletes what was saved of that.
func replaceSpace(c *Client, next *space, may func(old *space) bool) {
	if swapSpace(c, next, may) {
		c.resets.call()
	}
}

func swapSpace(c *Client, next *space, may func(old *space) bool) bool {
	c.resetting.Lock()
	defer c.resetting.Unlock()
	old := c.home.Load()
	if !may(old) {
		return false
	}
	if c.saver != nil {
		c.saver.Reset(next.store)
	}
	if c.outbox != nil {
		defer c.outbox.reset()()
	}
	c.home.Store(next)
	old.end()
	return true
}

// StatusHandler is told that a call for the identity of the client has ended
// with a status that no middleware could mend. It is called before whoever waits
// for the call gets the error, concurrently for different calls. It must not
// close the client.
type StatusHandler func(ctx context.Context, c *Client, err *Error)

// WithOnStatus sets what is done when a call ends with a status other than 2xx.
// What a middleware repeats, such as policy.Auth with a new token, counts as one
// call. One handler per status, the last wins. Default: nothing.
func WithOnStatus(status int, handler StatusHandler) Option {
	return func(c *config) {
		if c.onStatus == nil {
			c.onStatus = map[int]StatusHandler{}
		}
		c.onStatus[status] = handler
	}
}

// ResetOnUnauthorized resets the client for an identity whose call was answered
// with 401 Unauthorized: its session has ended. A call that is refused again and
// again does it once, until it has succeeded or the client was reset otherwise.
// Default: off.
func ResetOnUnauthorized() Option {
	return WithOnStatus(http.StatusUnauthorized, func(_ context.Context, c *Client, err *Error) { resetAfter(c, err) })
}

func resetAfter(c *Client, err *Error) {
	old := c.home.Load()
	refused, first := old.answers.refuse(err.Method + " " + err.URL)
	if !first {
		return
	}
	next := newSpace(c.config, c.calls)
	next.answers.refused = refused
	replaceSpace(c, next, func(now *space) bool { return now == old })
}
