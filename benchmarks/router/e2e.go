package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

const (
	endToEndRounds   = 300
	endToEndRequests = 100 // per round and server
)

// serverCost is what a request costs a server of its own process, in
// microseconds of CPU time.
type serverCost struct {
	name     string
	min, p25 float64
}

// measureEndToEnd sends requests to one server after the other, in random order
// in every round, over a connection that is kept.
func measureEndToEnd(names *regexp.Regexp, rounds int) (costs []serverCost, err error) {
	fmt.Fprintln(os.Stderr, "bench: end to end")
	children, err := startChildren(names, "GOMAXPROCS=1")
	if err != nil {
		return nil, err
	}
	defer stopChildren(children)
	connections := make([]*connection, len(children))
	for i, c := range children {
		if connections[i], err = connect(c.address); err != nil {
			return nil, fmt.Errorf("server %s: %w", c.name, err)
		}
		defer connections[i].close()
	}
	samples := make([][]float64, len(children))
	random := rand.New(rand.NewPCG(1, uint64(rounds)))
	for range rounds {
		for _, i := range random.Perm(len(children)) {
			sample, err := endToEndRound(children[i], connections[i])
			if err != nil {
				return nil, fmt.Errorf("server %s: %w", children[i].name, err)
			}
			samples[i] = append(samples[i], sample)
		}
	}
	for i, c := range children {
		costs = append(costs, serverCost{c.name, measure.Percentile(samples[i], 0), measure.Percentile(samples[i], 25)})
	}
	return costs, nil
}

// endToEndRound is what one request of a round costs the server.
func endToEndRound(server *child, c *connection) (float64, error) {
	before, err := server.ask(askCPU)
	if err != nil {
		return 0, err
	}
	if err := c.conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return 0, err
	}
	for range endToEndRequests {
		if err := c.request(); err != nil {
			return 0, err
		}
	}
	after, err := server.ask(askCPU)
	return float64(after-before) / endToEndRequests, err
}
