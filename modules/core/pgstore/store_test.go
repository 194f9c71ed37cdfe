package pgstore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/core/pgstore"
	"github.com/trefoil-go/trefoil/modules/core/pgstore/pgtest"
	"github.com/trefoil-go/trefoil/modules/core/state"
)

func open(t testing.TB, server *pgtest.Server) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// newStore is a store whose tables are there.
func newStore(t testing.TB, pool *pgxpool.Pool) *pgstore.Store {
	t.Helper()
	s, err := pgstore.New(pool)
	if err == nil {
		err = s.Migrate(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func exec(t testing.TB, pool *pgxpool.Pool, query string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), query, args...); err != nil {
		t.Fatal(err)
	}
}

// TestStore has one server, which takes long to start.
func TestStore(t *testing.T) {
	server := pgtest.Start(t)
	t.Run("is made by many at once", func(t *testing.T) { migrateAtOnce(t, open(t, server)) })
	t.Run("keeps the contracts", func(t *testing.T) { conform(t, open(t, server)) })
	t.Run("writes blobs with their transaction", func(t *testing.T) { putInTransactions(t, open(t, server)) })
	t.Run("lets one of two transactions put while the other waits", func(t *testing.T) { putAtOnce(t, open(t, server)) })
	t.Run("reads several values with one query", func(t *testing.T) { readTogether(t, server) })
	t.Run("removes what has ended", func(t *testing.T) { removeEnded(t, open(t, server)) })
	t.Run("reads a few rows, however many there are", func(t *testing.T) { readFewRows(t, open(t, server)) })
	t.Run("is full where the disk is", func(t *testing.T) { fillDisk(t, open(t, server)) })
	t.Run("ends a subscription whose server is silent", func(t *testing.T) { loseServer(t, server) })
	t.Run("ends a subscription with its server", func(t *testing.T) { endSubscription(t, server) })
	t.Run("has its values behind a crash of the server", func(t *testing.T) { survive(t, server) })
}

func conform(t *testing.T, pool *pgxpool.Pool) {
	s := newStore(t, pool)
	// pass moves all that is stored into the past.
	pass := func(d time.Duration) {
		exec(t, pool, "UPDATE trefoil_blobs SET ends = ends - $1::interval", d)
		exec(t, pool, "UPDATE trefoil_limits SET full_at = full_at - $1::interval", d)
	}
	coretest.TestCounter(t, func(t *testing.T) (state.Counter, func(time.Duration)) {
		exec(t, pool, "TRUNCATE trefoil_limits")
		return s, pass
	})
	coretest.TestBlobs(t, func(t *testing.T) (state.Blobs, func(time.Duration)) {
		exec(t, pool, "TRUNCATE trefoil_blobs")
		return s, pass
	})
	coretest.TestSignals(t, func(*testing.T) (here, there state.Signals) { return s, s })
}

// counting counts the queries of a pool.
type counting struct{ n atomic.Int64 }

func (c *counting) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.n.Add(1)
	return ctx
}

func (*counting) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func readTogether(t *testing.T, server *pgtest.Server) {
	config, err := pgxpool.ParseConfig(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	queries := &counting{}
	config.ConnConfig.Tracer = queries
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	s := newStore(t, pool)
	keys := make([]string, 500)
	for i := range keys {
		keys[i] = fmt.Sprint("together ", i)
		if err := s.Put(t.Context(), keys[i], []byte(keys[i]), time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	ways := inTransactions(s, pool)
	ways["no transaction"] = func(_ context.Context, do func(pgstore.Blobs) error) error { return do(s.Blobs) }
	for name, within := range ways {
		t.Run(name, func(t *testing.T) {
			err := within(t.Context(), func(blobs pgstore.Blobs) error {
				if err := blobs.Put(t.Context(), "empty", nil, time.Hour); err != nil { // which others may not see yet
					return err
				}
				before := queries.n.Load()
				values, err := state.Many(blobs).GetMany(t.Context(), append(keys, "empty", "absent", keys[0])...)
				if n := queries.n.Load() - before; n != 1 {
					t.Errorf("%d queries", n)
				}
				if err != nil {
					return err
				}
				for i, value := range values[:len(keys)] {
					if string(value) != keys[i] {
						t.Errorf("%q has %q", keys[i], value)
					}
				}
				if rest := fmt.Sprintf("%#v", values[len(keys):len(keys)+2]); rest != "[][]uint8{[]uint8{}, []uint8(nil)}" {
					t.Errorf("what is empty and what is absent: %s", rest)
				}
				clear(values[0])
				if again := string(values[len(values)-1]); again != keys[0] {
					t.Errorf("%q has %q the second time", keys[0], again)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func migrateAtOnce(t *testing.T, pool *pgxpool.Pool) {
	var wg sync.WaitGroup
	failed := make([]error, 8)
	for i := range failed {
		wg.Go(func() {
			s, err := pgstore.New(pool)
			if err == nil {
				err = s.Migrate(t.Context())
			}
			failed[i] = err
		})
	}
	wg.Wait()
	if err := errors.Join(failed...); err != nil {
		t.Error(err)
	}
}

// inTransactions run a function in a transaction that is committed unless it fails: that
// of pgx and that of database/sql.
func inTransactions(s *pgstore.Store, pool *pgxpool.Pool) map[string]func(context.Context, func(pgstore.Blobs) error) error {
	return map[string]func(context.Context, func(pgstore.Blobs) error) error{
		"pgx": func(ctx context.Context, do func(pgstore.Blobs) error) error {
			return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return do(s.In(tx)) })
		},
		"database/sql": func(ctx context.Context, do func(pgstore.Blobs) error) error {
			db := stdlib.OpenDBFromPool(pool)
			defer db.Close()
			tx, err := db.BeginTx(ctx, nil)
			if err != nil {
				return err
			}
			if err := do(s.InSQL(tx)); err != nil {
				return errors.Join(err, tx.Rollback())
			}
			return tx.Commit()
		},
	}
}

func putInTransactions(t *testing.T, pool *pgxpool.Pool) {
	s := newStore(t, pool)
	for name, within := range inTransactions(s, pool) {
		t.Run(name, func(t *testing.T) {
			exec(t, pool, "TRUNCATE trefoil_blobs")
			put := func(result error) error {
				return within(t.Context(), func(blobs pgstore.Blobs) error {
					first, err := blobs.PutAbsent(t.Context(), "k", []byte("claimed"), time.Hour)
					second, againErr := blobs.PutAbsent(t.Context(), "k", nil, time.Hour)
					if !first || second {
						err = errors.Join(err, fmt.Errorf("put %v and %v", first, second))
					}
					putErr := blobs.Put(t.Context(), "k", []byte("v"), time.Hour)
					_, found, getErr := blobs.Get(t.Context(), "absent")
					if found {
						err = errors.Join(err, errors.New("found what is absent"))
					}
					return errors.Join(result, err, againErr, putErr, getErr)
				})
			}
			refused := errors.New("refused")
			if err := put(refused); !errors.Is(err, refused) {
				t.Fatal(err)
			}
			if _, found, err := s.Get(t.Context(), "k"); found || err != nil {
				t.Errorf("behind a rollback: found %v, error %v", found, err)
			}
			if err := put(nil); err != nil {
				t.Fatal(err)
			}
			if value, _, err := s.Get(t.Context(), "k"); string(value) != "v" || err != nil {
				t.Errorf("behind a commit: %q, error %v", value, err)
			}
		})
	}
}

func putAtOnce(t *testing.T, pool *pgxpool.Pool) {
	s := newStore(t, pool)
	exec(t, pool, "TRUNCATE trefoil_blobs")
	first, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if put, err := s.In(first).PutAbsent(t.Context(), "k", []byte("first"), time.Hour); !put || err != nil {
		t.Fatal(put, err)
	}
	second := make(chan string, 1)
	go func() {
		put, err := s.PutAbsent(t.Context(), "k", []byte("second"), time.Hour)
		second <- fmt.Sprint(put, err)
	}()
	waiting := 0
	for waiting == 0 && t.Context().Err() == nil { // the test's timeout ends what hangs
		if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'").Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := <-second; got != "false <nil>" {
		t.Errorf("the second: %s", got)
	}
}

func removeEnded(t *testing.T, pool *pgxpool.Pool) {
	s := newStore(t, pool)
	exec(t, pool, "TRUNCATE trefoil_blobs, trefoil_limits")
	count := func(table string) (n int) {
		if err := pool.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i := range 10 {
		err := s.Put(t.Context(), fmt.Sprint("old", i), nil, time.Hour)
		_, takeErr := s.Take(t.Context(), state.Limit{Key: fmt.Sprint("old", i), Interval: time.Hour, Burst: 3, Take: 1})
		if err := errors.Join(err, takeErr); err != nil {
			t.Fatal(err)
		}
	}
	exec(t, pool, "UPDATE trefoil_blobs SET ends = ends - interval '1 day'")
	exec(t, pool, "UPDATE trefoil_limits SET full_at = full_at - interval '1 day'")
	for i := range 5 {
		err := s.Put(t.Context(), fmt.Sprint("new", i), nil, time.Hour)
		_, takeErr := s.Take(t.Context(), state.Limit{Key: fmt.Sprint("new", i), Interval: time.Hour, Burst: 3, Take: 1})
		if err := errors.Join(err, takeErr); err != nil {
			t.Fatal(err)
		}
	}
	if blobs, limits := count("trefoil_blobs"), count("trefoil_limits"); blobs != 5 || limits != 5 {
		t.Errorf("%d blobs and %d limits are left of 5 and 5 that have not ended", blobs, limits)
	}
}

func readFewRows(t *testing.T, pool *pgxpool.Pool) {
	s := newStore(t, pool)
	exec(t, pool, "TRUNCATE trefoil_blobs, trefoil_limits")
	exec(t, pool, "INSERT INTO trefoil_blobs SELECT 'b' || n, '', now() + interval '1 hour' FROM generate_series(1, 5000) AS n")
	exec(t, pool, "INSERT INTO trefoil_limits SELECT 'l' || n, now() + interval '1 hour' FROM generate_series(1, 5000) AS n")
	exec(t, pool, "ANALYZE trefoil_blobs, trefoil_limits") // by itself the server may do so while they are filled, and take them for empty
	for name, do := range map[string]func(pgx.Tx) error{
		"put":              func(tx pgx.Tx) error { return s.In(tx).Put(t.Context(), "new", nil, time.Hour) },
		"put over another": func(tx pgx.Tx) error { return s.In(tx).Put(t.Context(), "b1", nil, time.Hour) },
		"put where there is none": func(tx pgx.Tx) error {
			_, err := s.In(tx).PutAbsent(t.Context(), "new", nil, time.Hour)
			return err
		},
		"take": func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), "SELECT * FROM trefoil_take($1, $2, $3)", []string{"l1", "new"}, []int64{1000, 1000}, []int64{10, 10})
			return err
		},
	} {
		tx, err := pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		before, err := rowsRead(t.Context(), tx)
		doErr := do(tx)
		after, afterErr := rowsRead(t.Context(), tx)
		if err := errors.Join(err, doErr, afterErr, tx.Rollback(t.Context())); err != nil {
			t.Fatal(err)
		}
		if n := after - before; n > 20 {
			t.Errorf("to %s, %d rows are read", name, n)
		}
	}
}

// rowsRead is how many rows of the store the connection of a transaction has read so far.
func rowsRead(ctx context.Context, tx pgx.Tx) (n int, err error) {
	query := "SELECT sum(seq_tup_read + idx_tup_fetch) FROM pg_stat_xact_user_tables WHERE relname LIKE 'trefoil_%'"
	return n, tx.QueryRow(ctx, query).Scan(&n)
}

// fillDisk lets the server say what it says of a full disk.
func fillDisk(t *testing.T, pool *pgxpool.Pool) {
	s := newStore(t, pool)
	exec(t, pool, "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$")
	for _, table := range []string{"trefoil_blobs", "trefoil_limits"} {
		exec(t, pool, "CREATE TRIGGER no_room BEFORE INSERT ON "+table+" EXECUTE FUNCTION no_room()")
	}
	putErr := s.Put(t.Context(), "k", nil, time.Hour)
	_, absentErr := s.PutAbsent(t.Context(), "k", nil, time.Hour)
	_, takeErr := s.Take(t.Context(), state.Limit{Key: "k", Interval: time.Hour, Burst: 3, Take: 1})
	for _, err := range []error{putErr, absentErr, takeErr} {
		if !errors.Is(err, state.ErrFull) {
			t.Errorf("%v", err)
		}
	}
	exec(t, pool, "DROP FUNCTION no_room() CASCADE")
}

func survive(t *testing.T, server *pgtest.Server) {
	s := newStore(t, open(t, server))
	if err := s.Put(t.Context(), "k", []byte("v"), time.Hour); err != nil {
		t.Fatal(err)
	}
	server.Kill()
	if _, err := s.PutAbsent(t.Context(), "other", nil, time.Hour); err == nil {
		t.Error("a server that is dead has put")
	}
	server.Restart(t)
	value, found, err := s.Get(t.Context(), "k")
	if !found || err != nil || string(value) != "v" {
		t.Errorf("%q, found %v, error %v", value, found, err)
	}
}

func endSubscription(t *testing.T, server *pgtest.Server) {
	s := newStore(t, open(t, server))
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // ends what hangs
	defer cancel()
	err := s.Subscribe(ctx, "t", func([]byte) { server.Kill() })
	server.Restart(t)
	if err == nil || ctx.Err() != nil {
		t.Errorf("it ends with %v", err)
	}
}

// silence makes connections that lose all that is written to them once it is cut.
type silence struct {
	asked chan struct{} // holds one when the server was asked whether it is there
	cut   atomic.Bool
}

func (s *silence) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	return silent{conn, s}, err
}

type silent struct {
	net.Conn
	*silence
}

func (s silent) Write(b []byte) (int, error) {
	if s.cut.Load() {
		return len(b), nil
	}
	if bytes.Contains(b, []byte("ping")) {
		select {
		case s.asked <- struct{}{}:
		default:
		}
	}
	return s.Conn.Write(b)
}

// loseServer lets all that is sent between a subscription and the server get lost, as when
// the network between them is cut.
func loseServer(t *testing.T, server *pgtest.Server) {
	config, err := pgxpool.ParseConfig(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	lost := &silence{asked: make(chan struct{}, 1)}
	config.ConnConfig.DialFunc = lost.dial
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	s := newStore(t, pool)
	pgstore.SetQuiet(s, 20*time.Millisecond, 2*time.Second)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second) // ends what hangs
	defer cancel()
	heard := make(chan []byte, 3)
	ended := make(chan error, 1)
	go func() { ended <- s.Subscribe(ctx, "t", func(payload []byte) { heard <- payload }) }()
	if first := <-heard; first != nil {
		t.Fatalf("it begins with %q", first)
	}
	<-lost.asked
	if err := newStore(t, open(t, server)).Publish(t.Context(), "t", []byte("behind it")); err != nil {
		t.Fatal(err)
	}
	if got := string(<-heard); got != "behind it" {
		t.Errorf("heard %q", got)
	}
	lost.cut.Store(true)
	if err := <-ended; err == nil || ctx.Err() != nil {
		t.Errorf("it ends with %v", err)
	}
}

func ExampleNew() {
	_, err := pgstore.New(nil)
	fmt.Println(err)
	// Output:
	// pgstore: the pool is nil
}
