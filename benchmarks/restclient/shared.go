package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

// The variants that wait for each other.
const (
	oneReader   = "1 read"
	manyReaders = "many reads at once"
	manyWaiting = "as many goroutines that wait for a channel"
)

func sharedScenario() scenario {
	return scenario{
		name: "shared", title: "Identical reads at the same time", base: oneReader,
		note: "All readers wait before the one request is answered, with `Fetch`; the figures contain their goroutines. " +
			"Every call checks that there was exactly one request.",
		build: func(at scale) (*bench, error) {
			expected := todo(0, 0)
			gate := &gate{body: encoded(expected)}
			client, err := restclient.New(gate)
			if err != nil {
				return nil, err
			}
			b := &bench{}
			b.closeWith(client.Close)
			todos := todosAt(origin).On(client)
			read := func() error {
				got, err := todos.Fetch(context.Background(), 1)
				if err != nil {
					return err
				}
				return same(got, expected)
			}
			wait := func() error {
				<-gate.open
				return nil
			}
			b.add(
				gate.passing(oneReader, 1, 1, read),
				gate.passing(manyReaders, at.readers, 1, read),
				gate.passing(manyWaiting, at.readers, 0, wait),
			)
			return b, nil
		},
	}
}

// gate is a transport that answers when it is opened.
type gate struct {
	body []byte
	open chan struct{} // made anew by each pass
	sent atomic.Int64
}

// Do waits until the gate is open.
func (g *gate) Do(context.Context, *core.Request) (*core.Response, error) {
	g.sent.Add(1)
	<-g.open
	return answer(g.body), nil
}

// passing is the variant that passes the gate; each call checks the requests.
func (g *gate) passing(name string, n int, requests int64, f func() error) variant {
	pass := func() error { return g.pass(n, requests, f) }
	return variant{name: name, call: pass, verify: pass}
}

// pass calls f in n goroutines and opens the gate when all of them wait for it.
// It is an error when they made another number of requests.
func (g *gate) pass(n int, requests int64, f func() error) error {
	g.open = make(chan struct{})
	g.sent.Store(0)
	var started, failed atomic.Int64
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			started.Add(1)
			if f() != nil {
				failed.Add(1)
			}
		})
	}
	for started.Load() < int64(n) || !othersWait() {
		runtime.Gosched()
	}
	close(g.open)
	all.Wait()
	if failed.Load() > 0 {
		return fmt.Errorf("%d of %d readers failed", failed.Load(), n)
	}
	if sent := g.sent.Load(); sent != requests {
		return fmt.Errorf("%d requests for %d readers, not %d", sent, n, requests)
	}
	return nil
}

// othersWait tells whether no goroutine but the caller's can go on.
func othersWait() bool {
	states := []metrics.Sample{{Name: "/sched/goroutines/runnable:goroutines"}, {Name: "/sched/goroutines/running:goroutines"}}
	metrics.Read(states)
	return states[0].Value.Uint64() == 0 && states[1].Value.Uint64() <= 1
}
