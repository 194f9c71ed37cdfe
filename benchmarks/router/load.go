package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

const (
	loadRounds      = 60
	loadConnections = 64
	loadRequests    = 25 // per round and connection
)

// serverLoad is how a server of its own process answers many connections at once:
// the requests per second of the median round, and percentiles of the time to an
// answer in microseconds.
type serverLoad struct {
	name           string
	perSecond      float64
	p50, p99, p999 float64
}

// measureLoad lets the servers take turns under load, in random order in every round.
func measureLoad(names *regexp.Regexp, rounds int) (loads []serverLoad, err error) {
	fmt.Fprintln(os.Stderr, "bench: load")
	children, err := startChildren(names)
	if err != nil {
		return nil, err
	}
	defer stopChildren(children)
	all := make([]*loaded, len(children))
	for i, c := range children {
		if all[i], err = newLoaded(c); err != nil {
			return nil, fmt.Errorf("server %s: %w", c.name, err)
		}
		defer all[i].close()
	}
	random := rand.New(rand.NewPCG(1, uint64(rounds)))
	for range rounds {
		for _, i := range random.Perm(len(all)) {
			if err := all[i].round(); err != nil {
				return nil, fmt.Errorf("server %s: %w", all[i].name, err)
			}
		}
	}
	for _, l := range all {
		loads = append(loads, l.result())
	}
	return loads, nil
}

// loaded is a server with its clients. Each has one request under way at any time.
type loaded struct {
	name      string
	clients   []*connection
	perSecond []float64
	took      []float64 // microseconds, of all requests
}

func newLoaded(c *child) (*loaded, error) {
	l := &loaded{name: c.name}
	for range loadConnections {
		client, err := connect(c.address)
		if err != nil {
			l.close()
			return nil, err
		}
		l.clients = append(l.clients, client)
	}
	return l, nil
}

func (l *loaded) close() {
	for _, c := range l.clients {
		c.close()
	}
}

func (l *loaded) round() error {
	took := make([][]float64, len(l.clients))
	failed := make([]error, len(l.clients))
	var group sync.WaitGroup
	begin := time.Now()
	for i, c := range l.clients {
		group.Go(func() { took[i], failed[i] = requests(c) })
	}
	group.Wait()
	l.perSecond = append(l.perSecond, float64(len(l.clients)*loadRequests)/time.Since(begin).Seconds())
	for _, t := range took {
		l.took = append(l.took, t...)
	}
	return errors.Join(failed...)
}

func requests(c *connection) ([]float64, error) {
	if err := c.conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return nil, err
	}
	took := make([]float64, 0, loadRequests)
	for range loadRequests {
		begin := time.Now()
		if err := c.request(); err != nil {
			return nil, err
		}
		took = append(took, float64(time.Since(begin))/float64(time.Microsecond))
	}
	return took, nil
}

func (l *loaded) result() serverLoad {
	return serverLoad{
		l.name, measure.Percentile(l.perSecond, 50),
		measure.Percentile(l.took, 50), measure.Percentile(l.took, 99), measure.Percentile(l.took, 99.9),
	}
}
