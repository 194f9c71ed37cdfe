package state_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

var errDown = errors.New("down")

func TestGuardLeavesAStoreAloneThatHasFailedFiveTimes(t *testing.T) {
	var log strings.Builder
	c := newClock()
	guard := state.NewGuard(state.GuardOptions{Now: c.time, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	uses, failing := 0, true
	use := func() error {
		return guard.Use(t.Context(), func(context.Context) error {
			uses++
			if failing {
				return errDown
			}
			return nil
		})
	}
	for range 5 {
		if err := use(); !errors.Is(err, errDown) {
			t.Errorf("%v", err)
		}
	}
	if err := use(); !errors.Is(err, state.ErrResting) || uses != 5 {
		t.Errorf("%d uses, %v", uses, err)
	}
	for _, rest := range []time.Duration{1, 2, 4, 8, 16, 30, 30} {
		c.pass(rest*time.Second - 1)
		before := uses
		_ = use()
		c.pass(1)
		_ = use()
		_ = use()
		if uses != before+1 {
			t.Errorf("%d uses around a rest of %d seconds", uses-before, rest)
		}
	}
	failing = false
	c.pass(30 * time.Second)
	for range 3 {
		if err := use(); err != nil {
			t.Error(err)
		}
	}
	if fails, back := strings.Count(log.String(), "the shared store fails"), strings.Count(log.String(), "is back"); fails != 2 || back != 1 {
		t.Errorf("the log of two minutes is %s", log.String())
	}
}

func TestGuardLeavesAStoreAloneForASecondHoweverManyUsesFailAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		guard := state.NewGuard(state.GuardOptions{})
		var uses sync.WaitGroup
		for range 20 { // in the same moment, in which the store hangs
			uses.Go(func() {
				_ = guard.Use(t.Context(), func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
			})
		}
		uses.Wait()
		for range 3 {
			_ = guard.Try(t.Context(), func(context.Context) error { return errDown })
		}

		time.Sleep(time.Second)

		if err := guard.Use(t.Context(), func(context.Context) error { return nil }); err != nil {
			t.Errorf("a store that is back: %v", err)
		}
	})
}

func TestGuardTellsTheLogOnceAMinuteOfAStoreThatComesAndGoes(t *testing.T) {
	var log strings.Builder
	c := newClock()
	guard := state.NewGuard(state.GuardOptions{Now: c.time, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	for range 59 {
		for range 5 {
			_ = guard.Use(t.Context(), func(context.Context) error { return errDown })
		}
		c.pass(time.Second)
		if err := guard.Use(t.Context(), func(context.Context) error { return nil }); err != nil {
			t.Error(err)
		}
	}
	if fails, back := strings.Count(log.String(), "the shared store fails"), strings.Count(log.String(), "is back"); fails != 1 || back != 1 {
		t.Errorf("the log of a minute is %s", log.String())
	}
	c.pass(time.Second)
	_ = guard.Use(t.Context(), func(context.Context) error { return errDown })
	if fails := strings.Count(log.String(), "the shared store fails"); fails != 2 {
		t.Errorf("the log behind a minute is %s", log.String())
	}
}

func TestGuardTriesAStoreThatIsLeftAloneWhereItIsToldTo(t *testing.T) {
	guard := state.NewGuard(state.GuardOptions{})
	for range 9 {
		_ = guard.Use(t.Context(), func(context.Context) error { return errDown })
	}
	if err := guard.Try(t.Context(), func(context.Context) error { return nil }); err != nil {
		t.Error(err)
	}
	if err := guard.Use(t.Context(), func(context.Context) error { return nil }); err != nil {
		t.Errorf("a store that is back: %v", err)
	}
}

func TestGuardBoundsAUseAndBlamesTheStoreForItAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		guard := state.NewGuard(state.GuardOptions{Timeout: time.Second})
		hangs := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
		gone, leave := context.WithCancel(t.Context())
		leave()
		for range 9 {
			if err := guard.Use(gone, hangs); !errors.Is(err, context.Canceled) {
				t.Errorf("a caller who has left: %v", err)
			}
		}
		began := time.Now()
		for range 5 {
			if err := guard.Use(t.Context(), hangs); !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
		}
		if took := time.Since(began); took != 5*time.Second {
			t.Errorf("five uses took %v", took)
		}
		if err := guard.Use(t.Context(), hangs); !errors.Is(err, state.ErrResting) {
			t.Error(err)
		}
	})
}

func TestGuardReadsAStoreThatIsFull(t *testing.T) {
	var log strings.Builder
	guard := state.NewGuard(state.GuardOptions{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	blobs := state.NewMemoryBlobs(state.MemoryOptions{MaxBytes: 8})
	for range 9 {
		err := guard.Use(t.Context(), func(ctx context.Context) error {
			return blobs.Put(ctx, "key", []byte("too long a value"), time.Minute)
		})
		if !errors.Is(err, state.ErrFull) {
			t.Error(err)
		}
	}
	if err := guard.Use(t.Context(), func(context.Context) error { return nil }); err != nil {
		t.Error(err)
	}
	if !strings.Contains(log.String(), state.ErrFull.Error()) || strings.Count(log.String(), "\n") != 1 {
		t.Errorf("the log is %s", log.String())
	}
}

func ExampleGuard() {
	ctx := context.Background()
	guard := state.NewGuard(state.GuardOptions{Timeout: time.Millisecond})
	for range 6 {
		err := guard.Use(ctx, func(ctx context.Context) error {
			<-ctx.Done() // a store that does not answer
			return ctx.Err()
		})
		fmt.Println(errors.Is(err, context.DeadlineExceeded), errors.Is(err, state.ErrResting))
	}
	// Output:
	// true false
	// true false
	// true false
	// true false
	// true false
	// false true
}

func TestAPanicOfAStoreIsAFailureOfIt(t *testing.T) {
	var log strings.Builder
	guard := state.NewGuard(state.GuardOptions{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	for _, use := range []func(context.Context, func(context.Context) error) error{guard.Use, guard.Try, guard.Use, guard.Use, guard.Use} {
		if err := use(t.Context(), func(context.Context) error { panic("broken") }); err == nil || !strings.Contains(err.Error(), "the store panicked: broken") {
			t.Errorf("the error is %v", err)
		}
	}
	if err := guard.Use(t.Context(), func(context.Context) error { return nil }); !errors.Is(err, state.ErrResting) {
		t.Errorf("after five panics the error is %v", err)
	}
	if !strings.Contains(log.String(), "guard_test.go") {
		t.Errorf("the log has no stack: %s", log.String())
	}
}
