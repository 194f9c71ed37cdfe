//go:build !race

package valkeystore_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/core/valkeystore/valkeytest"
)

// With the race detector, pools forget what they hold, so more is allocated. What else the
// process does meanwhile is counted, too, such as a connection that the client renews or the
// queue of 1,024 places that it makes for one when a call finds another under way: the least
// of several counts, also of one client, is what Take allocates.
func TestTakeAllocations(t *testing.T) {
	server := valkeytest.Start(t)
	limits := []state.Limit{{Key: "k", Interval: time.Microsecond, Burst: 1 << 30, Take: 1}}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // ends what hangs
	defer cancel()
	least := math.Inf(1)
	for range 5 {
		s := newStore(t, open(t, server))
		for range 3 {
			least = min(least, testing.AllocsPerRun(200, func() {
				if _, err := s.Take(ctx, limits...); err != nil {
					t.Fatal(err)
				}
			}))
		}
	}
	if least != 2 { // its budgets, and the words of the command
		t.Errorf("%v allocations", least)
	}
}
