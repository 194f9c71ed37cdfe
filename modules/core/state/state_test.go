package state_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/core/state"
)

// clock is a time that passes when it is told to.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Unix(1_800_000_000, 0)} }

func (c *clock) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func TestMemoryCounter(t *testing.T) {
	coretest.TestCounter(t, func(*testing.T) (state.Counter, func(time.Duration)) {
		c := newClock()
		return state.NewMemoryCounter(state.MemoryOptions{Now: c.time}), c.pass
	})
}

func TestMemoryBlobs(t *testing.T) {
	coretest.TestBlobs(t, func(*testing.T) (state.Blobs, func(time.Duration)) {
		c := newClock()
		return state.NewMemoryBlobs(state.MemoryOptions{Now: c.time}), c.pass
	})
}

func TestMemorySignals(t *testing.T) {
	coretest.TestSignals(t, func(*testing.T) (here, there state.Signals) {
		s := &state.MemorySignals{}
		return s, s
	})
}

func TestMemoryCounterForgetsTheKeyThatWasTakenFromLeastRecently(t *testing.T) {
	counter := state.NewMemoryCounter(state.MemoryOptions{MaxKeys: 2})
	left := func(key string, take int) int {
		budgets, err := counter.Take(t.Context(), state.Limit{Key: key, Interval: time.Hour, Burst: 9, Take: take})
		if err != nil {
			t.Fatal(err)
		}
		return budgets[0].Left
	}
	left("a", 1)
	left("b", 1)
	left("a", 1)
	left("c", 1)
	if a, b := left("a", 0), left("b", 0); a != 7 || b != 9 {
		t.Errorf("a has %d and b %d units", a, b)
	}
}

func TestMemoryBlobsSayWhenTheyAreFull(t *testing.T) {
	c := newClock()
	blobs := state.NewMemoryBlobs(state.MemoryOptions{MaxBytes: 10, Now: c.time})
	put := func(key, value string) error { return blobs.Put(t.Context(), key, []byte(value), time.Hour) }
	if err := errors.Join(put("a", "1234"), put("b", "1234"), put("a", "4321")); err != nil {
		t.Fatal(err)
	}
	if err := put("a", "12345"); !errors.Is(err, state.ErrFull) {
		t.Errorf("a longer value: %v", err)
	}
	if _, err := blobs.PutAbsent(t.Context(), "c", nil, time.Hour); !errors.Is(err, state.ErrFull) {
		t.Errorf("another key: %v", err)
	}
	if value, _, err := blobs.Get(t.Context(), "a"); err != nil || string(value) != "4321" {
		t.Errorf("what was there is %q, %v", value, err)
	}
	c.pass(time.Hour)
	if err := put("c", "123456789"); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

func TestTakeInMemoryAllocatesTheBudgetsAlone(t *testing.T) {
	counter := state.NewMemoryCounter(state.MemoryOptions{})
	limits := []state.Limit{{Key: "k", Interval: time.Nanosecond * 1000, Burst: 1 << 20, Take: 1}}
	if n := testing.AllocsPerRun(100, func() { _, _ = counter.Take(context.Background(), limits...) }); n > 1 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkTake(b *testing.B) {
	counter := state.NewMemoryCounter(state.MemoryOptions{})
	limits := []state.Limit{{Key: "k", Interval: time.Microsecond, Burst: 1 << 20, Take: 1}}
	b.ReportAllocs()
	for b.Loop() {
		_, _ = counter.Take(context.Background(), limits...)
	}
}

func ExampleMemoryCounter() {
	counter := state.NewMemoryCounter(state.MemoryOptions{})
	perMinute := state.Limit{Key: "ida", Interval: time.Minute, Burst: 2, Take: 1}
	for range 3 {
		budgets, err := counter.Take(context.Background(), perMinute)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(budgets[0].Wait == 0, budgets[0].Left)
	}
	// Output:
	// true 1
	// true 0
	// false 0
}

func ExampleMemoryBlobs() {
	ctx, blobs := context.Background(), state.NewMemoryBlobs(state.MemoryOptions{})
	for _, name := range []string{"ida", "ben"} {
		mine, err := blobs.PutAbsent(ctx, "lease", []byte(name), time.Minute)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(name, mine)
	}
	// Output:
	// ida true
	// ben false
}

func ExampleMemorySignals() {
	ctx, cancel := context.WithCancel(context.Background())
	var signals state.MemorySignals
	err := signals.Subscribe(ctx, "trips", func(payload []byte) {
		if payload == nil { // the subscription has begun
			_ = signals.Publish(ctx, "trips", []byte("trip 7 has changed"))
			return
		}
		fmt.Println(strings.ToUpper(string(payload)))
		cancel()
	})
	fmt.Println(err)
	// Output:
	// TRIP 7 HAS CHANGED
	// context canceled
}
