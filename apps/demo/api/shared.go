package api

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// transaction is that of the flag TX.
var transaction = router.NewKey[*sql.Tx]("transaction")

// Shared are the flags of routes whose state the replicas of the demo share: LIMIT bounds
// the requests of each client, KEEP keeps the list of trips, TX runs in a transaction, ONCE
// books once for each key, and SEATS tells those who look at seats that they have changed.
type Shared struct {
	Agency *travel.Agency
	Begin  func(ctx context.Context) (*sql.Tx, error) // a transaction of the agency's database
	Blobs  state.Blobs                                // of KEEP, and of ONCE without Keys

	// Keys keep those of ONCE and what was answered. Default: Blobs.
	Keys state.Blobs
	// Within are Keys as a transaction writes them. Default: Keys is another store.
	Within func(tx *sql.Tx) state.Blobs
	// Signals end the waiting for an answer that another replica makes for KEEP.
	// Default: replicas ask.
	Signals state.Signals
	// Counter counts for LIMIT. Default: each process counts for itself.
	Counter state.Counter

	// Rate is how many requests a client is served per second, twice as many at once.
	// Default: 100.
	Rate float64
	// Strict refuses what cannot be counted.
	Strict bool
	Logger *slog.Logger // nil logs nothing
}

// Install is the pack of the flags.
func (s Shared) Install(r *router.Router) {
	if s.Rate == 0 {
		s.Rate = 100
	}
	store := flagpack.StoreOptions{Logger: s.Logger}
	trips := flagpack.NewServerCache("KEEP", flagpack.ServerCacheOptions{
		Blobs: s.Blobs, Signals: s.Signals, MaxAge: 10 * time.Second, Store: store,
		Tags: func(*router.Context) []string { return []string{seats} },
	})
	once := flagpack.IdempotentOptions{Blobs: s.Blobs, By: passenger, Store: store}
	if s.Keys != nil {
		once.Blobs = s.Keys
	}
	if s.Within != nil {
		once.Within = func(c *router.Context) state.Blobs {
			tx, _ := transaction.Get(c)
			return s.Within(tx)
		}
	}
	r.Install(
		flagpack.Limit("LIMIT", flagpack.LimitOptions{Rate: s.Rate, Burst: int(2 * s.Rate), Counter: s.Counter, Closed: s.Strict, Store: store}),
		trips.Install,
		flagpack.Tx("TX", transaction, s.Begin),
		flagpack.Idempotent("ONCE", once),
	)
	r.Flag(router.Flag{Name: "SEATS", Description: "Changes how many seats are free."})
	r.BeforeFunctionCall("SEATS", func(c *router.Context, next func() error) error {
		if err := next(); err != nil || c.ResponseWriter().Header().Get("Idempotent-Replayed") != "" {
			return err
		}
		ctx := context.WithoutCancel(c.Context()) // it is done, whether the client is there or not
		err := trips.Invalidate(ctx, seats)
		if told := s.Agency.Tell(ctx); err == nil {
			err = told
		}
		if err != nil && s.Logger != nil {
			s.Logger.Debug("not all replicas know of the seats", "err", err) // KEEP has told the log of its store
		}
		return nil
	})
}

// seats is the tag of answers that depend on free seats.
const seats = "seats"

// passenger is who is logged in.
func passenger(c *router.Context) string {
	name, _, _ := c.Request().BasicAuth()
	return name
}
