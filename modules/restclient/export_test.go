package restclient

import (
	"github.com/trefoil-go/trefoil/modules/restclient/internal/eventsource"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Waiters counts who waits for a shared read.
func (c *Client) Waiters() int {
	n := 0
	for _, info := range c.core.Home.Load().Calls.Calls() {
		n += info.Waiters
	}
	return n
}

// Store returns what the client stores.
func (c *Client) Store() *store.Store { return c.core.Home.Load().Store }

// Answers counts the answers that the client remembers.
func (c *Client) Answers() int { return len(c.core.Home.Load().Answers.All()) }

// Timers counts the answers that are polled.
func (c *Client) Timers() int { return c.core.Polls.Len() }

// Loops counts the loops that are running.
func (c *Client) Loops() int {
	return c.core.Loops.Count()
}

// WithRandom sets what the waits of Events are lengthened by.
func WithRandom(f func() float64) EventOption { return func(c *eventsource.Config) { c.Randomize = f } }
