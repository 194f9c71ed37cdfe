package main

import (
	"fmt"
	"os"
	"regexp"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

const (
	idleRounds      = 3
	idleConnections = 200 // that every round adds
)

// serverIdle is what a server of its own process keeps for a connection that was
// answered once and waits: bytes of heap and stacks.
type serverIdle struct {
	name  string
	bytes float64
}

// measureIdle opens connections to one server after the other.
func measureIdle(names *regexp.Regexp, connections int) (all []serverIdle, err error) {
	fmt.Fprintln(os.Stderr, "bench: idle connections")
	children, err := startChildren(names)
	if err != nil {
		return nil, err
	}
	defer stopChildren(children)
	for _, c := range children {
		bytes, err := idle(c, connections)
		if err != nil {
			return nil, fmt.Errorf("server %s: %w", c.name, err)
		}
		all = append(all, serverIdle{c.name, bytes})
	}
	return all, nil
}

// idle is the median of what the connections of a round cost each. What the server
// makes for the first of all is not among it.
func idle(server *child, connections int) (float64, error) {
	warm, err := connect(server.address)
	if err != nil {
		return 0, err
	}
	defer warm.close()
	var samples []float64
	before, err := server.ask(askMemory)
	if err != nil {
		return 0, err
	}
	for range idleRounds {
		for range connections {
			c, err := connect(server.address)
			if err != nil {
				return 0, err
			}
			defer c.close()
		}
		after, err := server.ask(askMemory)
		if err != nil {
			return 0, err
		}
		samples = append(samples, float64(after-before)/float64(connections))
		before = after
	}
	return measure.Percentile(samples, 50), nil
}
