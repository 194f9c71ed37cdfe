package app

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/valkey-io/valkey-go"
	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/modules/core/pgstore"
	"github.com/trefoil-go/trefoil/modules/core/sqlitestore"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/core/valkeystore"
	"github.com/trefoil-go/trefoil/modules/router/routerfx"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// openStore opens the database of the bookings, which share migrates.
func openStore(lc fx.Lifecycle, c Config) (*travel.Database, error) {
	address := c.Store
	if address == "" {
		address = travel.Memory
	}
	db, err := travel.Open(address)
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(db.Close))
	return db, nil
}

// shared is what replicas share.
type shared struct {
	counter state.Counter // nil: each counts for itself
	blobs   state.Blobs
	signals state.Signals
	keys    state.Blobs // of ONCE
	within  func(*sql.Tx) state.Blobs
}

// share chooses the stores: what is fast and may be lost is in Redis where there is one,
// otherwise in PostgreSQL, otherwise in this process. What a booking must not be made
// twice for is in the database of the bookings. That is migrated behind the store, which
// waits for another replica that makes the file.
func share(lc fx.Lifecycle, c Config, db *travel.Database) (*shared, error) {
	s := &shared{blobs: state.NewMemoryBlobs(state.MemoryOptions{}), signals: &state.MemorySignals{}}
	if db.Pool() != nil {
		store, err := pgstore.New(db.Pool())
		if err != nil {
			return nil, err
		}
		lc.Append(fx.StartHook(store.Migrate))
		s.counter, s.blobs, s.signals = store, store, store
		s.keys, s.within = store, func(tx *sql.Tx) state.Blobs { return store.InSQL(tx) }
	} else {
		store, err := sqlitestore.New(db.SQL())
		if err != nil {
			return nil, err
		}
		lc.Append(fx.StartHook(store.Migrate))
		s.keys, s.within = store, func(tx *sql.Tx) state.Blobs { return store.In(tx) }
	}
	lc.Append(fx.StartHook(func(ctx context.Context) error { return db.Migrate(ctx, time.Now(), c.Seats) }))
	if c.Shared == "" {
		return s, nil
	}
	client, err := connect(c.Shared)
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(client.Close))
	store, err := valkeystore.New(client)
	if err != nil {
		return nil, err
	}
	s.counter, s.blobs, s.signals = store, store, store
	return s, nil
}

// connect connects to Valkey or Redis. One that does not answer yet is tried again with
// each use.
func connect(address string) (valkey.Client, error) {
	option, err := valkey.ParseURL(address)
	if err != nil {
		return nil, fmt.Errorf("the shared store %q: %w", address, err)
	}
	if len(option.InitAddress) == 0 {
		return nil, errors.New("the shared store has no address such as redis://127.0.0.1:6379")
	}
	option.ForceSingleClient, option.DisableCache = true, true
	option.Dialer.Timeout = time.Second
	client, err := valkey.NewClient(option)
	if client == nil {
		return nil, fmt.Errorf("the shared store %q: %w", address, err)
	}
	return client, nil
}

// replicated lets the references of all replicas show one version of their description.
func replicated(c Config, s *shared) viewer.Option {
	if s.counter == nil {
		return viewer.WithHosts() // nothing to say
	}
	sum := sha256.Sum256([]byte(c.Spec))
	return viewer.WithShared("demo-"+hex.EncodeToString(sum[:8]), s.blobs, s.signals)
}

// newAgency follows what agencies of other replicas tell while the application runs.
func newAgency(lc fx.Lifecycle, db *travel.Database, s *shared) *travel.Agency {
	agency := travel.New(db, s.signals)
	var following sync.WaitGroup
	ctx, stop := context.WithCancel(context.Background())
	lc.Append(fx.StartStopHook(
		func() { following.Go(func() { agency.Follow(ctx) }) },
		func() { stop(); following.Wait() },
	))
	return agency
}

// flags are the flags of the API whose state replicas share.
func flags(c Config, db *travel.Database, s *shared, agency *travel.Agency, log *slog.Logger) routerfx.NamedPack {
	return routerfx.NamedPack{Name: "shared", Pack: api.Shared{
		Agency: agency, Begin: db.Begin, Blobs: s.blobs, Keys: s.keys, Within: s.within, Signals: s.signals, Counter: s.counter,
		Rate: c.Rate, Strict: c.Strict, Logger: log,
	}.Install}
}
