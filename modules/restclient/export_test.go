package restclient

// Waiters counts who waits for a shared read.
func (c *Client) Waiters() int {
	c.flights.mu.Lock()
	defer c.flights.mu.Unlock()
	n := 0
	for _, f := range c.flights.shared {
		n += f.waiters
	}
	return n
}
