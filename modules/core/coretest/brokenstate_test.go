package coretest_test

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/core/state"
)

func TestSuitesFailOnBrokenStores(t *testing.T) {
	for name, want := range map[string]string{
		"counter that takes from some limits": "several_limits_give_all_or_nothing",
		"counter that races":                  "of 20 units were taken",
		"blobs that forget lifetimes":         "a_value_ends_with_its_lifetime",
		"blobs that look and then put":        "were told that they have put",
		"blobs that ignore the context":       "want one that wraps context canceled",
		"blobs that mix several values up":    "several_values_come_in_the_order_of_keys",
		"signals that come twice":             "signals_of_one_publisher_keep_their_order_and_come_once",
		"signals without a beginning":         "the subscription begins with",
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestBrokenStore$")
			cmd.Env = append(os.Environ(), breakEnv+"="+name)
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), want) {
				t.Errorf("the suite ended with %v and printed %s", err, out)
			}
		})
	}
}

func TestBrokenStore(t *testing.T) {
	var wall passed
	o := state.MemoryOptions{Now: wall.time}
	counter := func(c state.Counter) {
		coretest.TestCounter(t, func(*testing.T) (state.Counter, func(time.Duration)) { return c, wall.pass })
	}
	blobs := func(b state.Blobs) {
		coretest.TestBlobs(t, func(*testing.T) (state.Blobs, func(time.Duration)) { return b, wall.pass })
	}
	switch os.Getenv(breakEnv) {
	case "counter that takes from some limits":
		counter(someTaker{state.NewMemoryCounter(o)})
	case "counter that races":
		counter(racingTaker{state.NewMemoryCounter(o)})
	case "blobs that forget lifetimes":
		coretest.TestBlobs(t, func(*testing.T) (state.Blobs, func(time.Duration)) {
			return state.NewMemoryBlobs(state.MemoryOptions{}), func(time.Duration) {}
		})
	case "blobs that look and then put":
		blobs(racingPutter{state.NewMemoryBlobs(o)})
	case "blobs that ignore the context":
		blobs(deafBlobs{state.NewMemoryBlobs(o)})
	case "blobs that mix several values up":
		blobs(mixingBlobs{state.NewMemoryBlobs(o)})
	case "signals that come twice":
		coretest.SignalsInBubbles(t, twiceSignals{&state.MemorySignals{}})
	case "signals without a beginning":
		coretest.SignalsInBubbles(t, lateSignals{&state.MemorySignals{}})
	}
}

// passed is a clock that all cases share.
type passed struct {
	mu  sync.Mutex
	sum time.Duration
}

func (p *passed) time() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Unix(0, 0).Add(p.sum)
}

func (p *passed) pass(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sum += d
}

type someTaker struct{ state.Counter }

func (s someTaker) Take(ctx context.Context, limits ...state.Limit) ([]state.Budget, error) {
	var all []state.Budget
	for _, l := range limits {
		budgets, err := s.Counter.Take(ctx, l)
		if err != nil {
			return nil, err
		}
		all = append(all, budgets...)
	}
	return all, nil
}

// racingTaker takes what was asked for whatever is left.
type racingTaker struct{ state.Counter }

func (r racingTaker) Take(ctx context.Context, limits ...state.Limit) ([]state.Budget, error) {
	budgets, err := r.Counter.Take(ctx, limits...)
	for i := range budgets {
		budgets[i].Wait = 0
	}
	return budgets, err
}

type racingPutter struct{ state.Blobs }

func (r racingPutter) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (bool, error) {
	if err := state.CheckLifetime(lifetime); err != nil {
		return false, err
	}
	return true, r.Put(ctx, key, value, lifetime)
}

type deafBlobs struct{ state.Blobs }

func (d deafBlobs) Get(ctx context.Context, key string) ([]byte, bool, error) {
	return d.Blobs.Get(context.WithoutCancel(ctx), key)
}

// mixingBlobs answers for the keys that it has first.
type mixingBlobs struct{ *state.MemoryBlobs }

func (m mixingBlobs) GetMany(ctx context.Context, keys ...string) ([][]byte, error) {
	values, err := m.MemoryBlobs.GetMany(ctx, keys...)
	slices.SortStableFunc(values, func(a, b []byte) int { return min(len(b), 1) - min(len(a), 1) })
	return values, err
}

type twiceSignals struct{ state.Signals }

func (s twiceSignals) Publish(ctx context.Context, topic string, payload []byte) error {
	_ = s.Signals.Publish(ctx, topic, payload)
	return s.Signals.Publish(ctx, topic, payload)
}

type lateSignals struct{ state.Signals }

func (s lateSignals) Subscribe(ctx context.Context, topic string, receive func([]byte)) error {
	return s.Signals.Subscribe(ctx, topic, func(payload []byte) {
		if payload == nil {
			payload = []byte("hello")
		}
		receive(payload)
	})
}
