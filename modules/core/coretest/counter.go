package coretest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

// slack is what may pass between two calls of a case, on the clock of a store.
const slack = time.Minute

// TestCounter checks that a counter keeps the contract of state.Counter. Open returns
// an empty counter, and what lets time pass on its clock: on a handed-in clock, or by
// moving what is stored into the past. It is called once per case and cleans up with
// t.Cleanup.
func TestCounter(t *testing.T, open func(t *testing.T) (c state.Counter, pass func(time.Duration))) {
	t.Helper()
	for name, run := range map[string]func(x *counting){
		"a key that is new has a full bucket":          newBucket,
		"what is taken is gone":                        takenUnits,
		"what is refused is not counted":               refusedUnits,
		"units come back one by one":                   returnedUnits,
		"a bucket holds no more than a burst":          fullBucket,
		"several limits give all or nothing":           severalLimits,
		"keys are apart":                               apartKeys,
		"as much is taken at once as there is":         racingTakes,
		"limits in any order do not wait for another":  racingOrders,
		"a call that is cancelled takes nothing":       cancelledTake,
		"limits that cannot be counted take nothing":   wrongLimits,
		"a limit that is changed reads what was taken": changedLimit,
		"a clock that went back delays nobody further": backwardClock,
	} {
		t.Run(name, func(t *testing.T) {
			c, pass := open(t)
			run(&counting{T: t, Counter: c, pass: pass})
		})
	}
}

// counting is one run of one case.
type counting struct {
	*testing.T
	state.Counter
	pass func(time.Duration)
}

// hourly is a limit of three units of which one comes back in an hour.
func hourly(key string, take int) state.Limit {
	return state.Limit{Key: key, Interval: time.Hour, Burst: 3, Take: take}
}

func (x *counting) take(limits ...state.Limit) []state.Budget {
	x.Helper()
	budgets, err := x.Take(x.Context(), limits...)
	if err != nil {
		x.Fatalf("take %v: %v", limits, err)
	}
	if len(budgets) != len(limits) {
		x.Fatalf("%d budgets of %d limits", len(budgets), len(limits))
	}
	return budgets
}

// expect checks a budget, whose times may be shorter by what has passed since.
func (x *counting) expect(got state.Budget, left int, next, wait time.Duration) {
	x.Helper()
	near := func(got, want time.Duration) bool { return got <= want && got >= want-slack && (got > 0) == (want > 0) }
	if got.Left != left || !near(got.Next, next) || !near(got.Wait, wait) {
		x.Errorf("%d left, one more in %v, wait %v; not %d, %v, %v", got.Left, got.Next, got.Wait, left, next, wait)
	}
}

func newBucket(x *counting) {
	x.expect(x.take(hourly("k", 0))[0], 3, 0, 0)
	if budgets, err := x.Take(x.Context()); err != nil || len(budgets) > 0 {
		x.Errorf("no limits: %v, %v", budgets, err)
	}
}

func takenUnits(x *counting) {
	x.expect(x.take(hourly("k", 1))[0], 2, time.Hour, 0)
	x.expect(x.take(hourly("k", 2))[0], 0, time.Hour, 0)
	x.expect(x.take(hourly("k", 0))[0], 0, time.Hour, 0)
}

func refusedUnits(x *counting) {
	x.take(hourly("k", 2))
	x.expect(x.take(hourly("k", 3))[0], 1, time.Hour, 2*time.Hour)
	x.expect(x.take(hourly("k", 2))[0], 1, time.Hour, time.Hour)
	x.expect(x.take(hourly("k", 1))[0], 0, time.Hour, 0)
}

func returnedUnits(x *counting) {
	x.take(hourly("k", 3))
	x.pass(30 * time.Minute)
	x.expect(x.take(hourly("k", 1))[0], 0, 30*time.Minute, 30*time.Minute)
	x.pass(31 * time.Minute)
	x.expect(x.take(hourly("k", 0))[0], 1, 59*time.Minute, 0)
	x.expect(x.take(hourly("k", 1))[0], 0, 59*time.Minute, 0)
}

func fullBucket(x *counting) {
	x.take(hourly("k", 3))
	x.pass(1000 * time.Hour)
	x.expect(x.take(hourly("k", 0))[0], 3, 0, 0)
	x.expect(x.take(hourly("k", 3))[0], 0, time.Hour, 0)
}

func severalLimits(x *counting) {
	x.take(hourly("a", 3))
	budgets := x.take(hourly("b", 1), hourly("a", 1), hourly("c", 2))
	x.expect(budgets[0], 3, 0, 0)
	x.expect(budgets[1], 0, time.Hour, time.Hour)
	x.expect(budgets[2], 3, 0, 0)
	budgets = x.take(hourly("b", 1), hourly("c", 2))
	x.expect(budgets[0], 2, time.Hour, 0)
	x.expect(budgets[1], 1, time.Hour, 0)
}

// oddKeys are keys that a store may take for another or for syntax.
var oddKeys = []string{"k", "K", "k ", " ", "k:1", "{k}", "*", "k'; --", `"\`, "ключ", "k\n\r\t", strings.Repeat("k", state.MaxKey)}

func apartKeys(x *counting) {
	for _, key := range oddKeys {
		x.expect(x.take(hourly(key, 3))[0], 0, time.Hour, 0)
	}
}

// atOnce runs f n times at the same time, and returns the first error.
func atOnce(n int, f func(i int) error) error {
	var wg sync.WaitGroup
	failed := make([]error, n)
	for i := range n {
		wg.Go(func() { failed[i] = f(i) })
	}
	wg.Wait()
	return errors.Join(failed...)
}

func racingTakes(x *counting) {
	var taken atomic.Int32
	err := atOnce(60, func(int) error {
		budgets, err := x.Take(x.Context(), state.Limit{Key: "k", Interval: time.Hour, Burst: 20, Take: 1})
		if err == nil && budgets[0].Wait == 0 {
			taken.Add(1)
		}
		return err
	})
	if err != nil || taken.Load() != 20 {
		x.Errorf("%d of 20 units were taken, error %v", taken.Load(), err)
	}
}

func racingOrders(x *counting) {
	limit := func(key string) state.Limit {
		return state.Limit{Key: key, Interval: time.Hour, Burst: 20, Take: 1}
	}
	var taken atomic.Int32
	err := atOnce(40, func(i int) error {
		limits := []state.Limit{limit("a"), limit("b"), limit("c")}
		if i%2 == 0 {
			limits[0], limits[2] = limits[2], limits[0]
		}
		budgets, err := x.Take(x.Context(), limits...)
		if err == nil && budgets[0].Wait == 0 && budgets[1].Wait == 0 && budgets[2].Wait == 0 {
			taken.Add(1)
		}
		return err
	})
	if err != nil || taken.Load() != 20 {
		x.Errorf("%d of 20 units were taken, error %v", taken.Load(), err)
	}
}

func cancelledTake(x *counting) {
	ctx, cancel := context.WithCancel(x.Context())
	cancel()
	_, err := x.Take(ctx, hourly("k", 3))
	if err := wraps(err, context.Canceled); err != nil {
		x.Error(err)
	}
	x.expect(x.take(hourly("k", 0))[0], 3, 0, 0)
}

func wrongLimits(x *counting) {
	for _, c := range []struct {
		limits []state.Limit
		want   error
	}{
		{[]state.Limit{hourly("k", 1), hourly("", 1)}, state.ErrKey},
		{[]state.Limit{hourly("k", 1), hourly("\xff", 1)}, state.ErrKey},
		{[]state.Limit{hourly("k", 1), hourly("a\x00", 1)}, state.ErrKey},
		{[]state.Limit{hourly("k", 1), hourly(strings.Repeat("k", state.MaxKey+1), 1)}, state.ErrKey},
		{[]state.Limit{hourly("k", 1), hourly("k", 1)}, state.ErrLimit},
		{[]state.Limit{hourly("k", 4)}, state.ErrLimit},
		{[]state.Limit{hourly("k", -1)}, state.ErrLimit},
		{[]state.Limit{{Key: "k", Burst: 3, Take: 1}}, state.ErrLimit},
		{[]state.Limit{{Key: "k", Interval: time.Hour}}, state.ErrLimit},
		{[]state.Limit{{Key: "k", Interval: time.Hour, Burst: 1 << 30, Take: 1}}, state.ErrLimit},
	} {
		_, err := x.Take(x.Context(), c.limits...)
		if err := wraps(err, c.want); err != nil {
			x.Error(fmt.Errorf("%.100v: %w", c.limits, err))
		}
	}
	x.expect(x.take(hourly("k", 0))[0], 3, 0, 0)
}

func changedLimit(x *counting) {
	x.take(hourly("k", 3))
	x.expect(x.take(state.Limit{Key: "k", Interval: time.Hour, Burst: 2})[0], 0, time.Hour, 0)
	x.expect(x.take(state.Limit{Key: "k", Interval: time.Hour, Burst: 5, Take: 2})[0], 0, time.Hour, 0)
	smaller := state.Limit{Key: "k", Interval: time.Hour, Burst: 2, Take: 1}
	x.expect(x.take(smaller)[0], 0, time.Hour, time.Hour)
	x.pass(time.Hour)
	x.expect(x.take(smaller)[0], 0, time.Hour, 0)
}

// backwardClock is what happens where another server with a clock of its own takes the
// place of one.
func backwardClock(x *counting) {
	x.take(hourly("k", 3))
	x.pass(-1000 * time.Hour)
	x.expect(x.take(hourly("k", 1))[0], 0, time.Hour, time.Hour)
	x.pass(time.Hour)
	x.expect(x.take(hourly("k", 1))[0], 0, time.Hour, 0)
}
