package restclient

import "github.com/trefoil-go/trefoil/modules/restclient/entity"

// Waiters counts who waits for a shared read.
func (c *Client) Waiters() int {
	n := 0
	for _, info := range c.home.Load().calls.Calls() {
		n += info.Waiters
	}
	return n
}

// Store returns what the client stores.
func (c *Client) Store() *entity.Store { return c.home.Load().store }

// Answers counts the answers that the client remembers.
func (c *Client) Answers() int { return len(c.home.Load().answers.all()) }

// Timers counts the answers that are polled.
func (c *Client) Timers() int { return c.polls.Len() }

// Loops counts the loops that are running.
func (c *Client) Loops() int {
	c.loops.mu.Lock()
	defer c.loops.mu.Unlock()
	return len(c.loops.all)
}

// WithRandom sets what the waits of Events are lengthened by.
func WithRandom(f func() float64) EventOption { return func(c *eventConfig) { c.randomize = f } }
