// Package traveltest starts agencies for tests.
package traveltest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/modules/core/state"
)

// Start starts an agency over a database in memory, which ends with the test. It follows
// what it is told.
func Start(t testing.TB, now time.Time) (*travel.Agency, *travel.Database) {
	t.Helper()
	return StartAt(t, travel.Memory, now)
}

// StartAt is Start over the database of an address.
func StartAt(t testing.TB, address string, now time.Time) (*travel.Agency, *travel.Database) {
	t.Helper()
	db, err := travel.Open(address)
	if err == nil {
		err = db.Migrate(context.Background(), now, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	agency := travel.New(db, &state.MemorySignals{})
	ctx, stop := context.WithCancel(context.Background())
	var following sync.WaitGroup
	following.Go(func() { agency.Follow(ctx) })
	t.Cleanup(func() {
		stop()
		following.Wait()
		_ = db.Close() // nothing of it is left
	})
	return agency, db
}
