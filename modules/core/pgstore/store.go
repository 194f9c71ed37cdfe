// Package pgstore keeps the state that processes share in PostgreSQL, from version 12
// on: it is a state.Counter, a state.Blobs and a state.Signals.
//
//	pool, err := pgxpool.New(ctx, "postgres://localhost/zoo")
//	…
//	store, err := pgstore.New(pool)
//	…
//	err = store.Migrate(ctx)
//
// What was acknowledged is as durable as the database: Blobs are written with the
// synchronous_commit that it is configured with. Limits are not: their table is unlogged,
// so that they are full again when the server crashes.
package pgstore

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

// Store is a Counter, Blobs and Signals. It is safe for concurrent use.
type Store struct {
	Blobs // each use in a transaction of its own

	pool     *pgxpool.Pool
	quiet    time.Duration // that a subscription hears nothing for before it asks the server
	patience time.Duration // with the answers to a subscription
}

var (
	_ state.Counter    = (*Store)(nil)
	_ state.Blobs      = (*Store)(nil)
	_ state.ManyGetter = (*Store)(nil)
	_ state.Signals    = (*Store)(nil)
)

// New returns a store that uses the pool, which the caller closes. No query is sent.
func New(pool *pgxpool.Pool) (*Store, error) {
	if pool == nil {
		return nil, errors.New("pgstore: the pool is nil")
	}
	return &Store{Blobs: Blobs{native{pool}}, pool: pool, quiet: 15 * time.Second, patience: 15 * time.Second}, nil
}

//go:embed schema.sql
var schema string

// Migrate makes the tables and the function of the store where they are not there, in
// the first schema of the search path. Processes may call it at once.
func (s *Store) Migrate(ctx context.Context) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		// IF NOT EXISTS fails where another makes the same at once.
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext('trefoil'))"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, schema)
		return err
	})
	if err != nil {
		return fmt.Errorf("pgstore: migrate: %w", err)
	}
	return nil
}

// Take takes from all limits at once, as state.Counter says, in one round trip.
func (s *Store) Take(ctx context.Context, limits ...state.Limit) ([]state.Budget, error) {
	switch err := cmp.Or(ctx.Err(), state.CheckLimits(limits)); {
	case err != nil:
		return nil, err
	case len(limits) == 0:
		return nil, nil
	}
	keys, fulls, takes := make([]string, len(limits)), make([]int64, len(limits)), make([]int64, len(limits))
	for i, l := range limits {
		interval := l.Interval.Microseconds()
		keys[i], fulls[i], takes[i] = l.Key, interval*int64(l.Burst), interval*int64(l.Take)
	}
	budgets := make([]state.Budget, len(limits))
	rows, err := s.pool.Query(ctx, "SELECT place, owed, wanting FROM trefoil_take($1, $2, $3)", keys, fulls, takes)
	if err != nil {
		return nil, failed("take", err)
	}
	var place int
	var owed int64
	var wanting bool
	found, err := pgx.ForEachRow(rows, []any{&place, &owed, &wanting}, func() error {
		l := limits[place-1]
		l.Interval = l.Interval.Truncate(time.Microsecond)
		budgets[place-1] = state.BudgetOf(l, time.Duration(owed)*time.Microsecond, wanting)
		return nil
	})
	switch {
	case err != nil:
		return nil, failed("take", err)
	case found.RowsAffected() != int64(len(limits)):
		return nil, fmt.Errorf("pgstore: take: %d budgets of %d limits", found.RowsAffected(), len(limits))
	}
	return budgets, nil
}

// channel is that of all topics: names of channels are short.
const channel = "trefoil"

// Publish sends a signal, as state.Signals says, in a transaction of its own: NOTIFY in
// one that writes makes all of those wait for each other when they are committed.
func (s *Store) Publish(ctx context.Context, topic string, payload []byte) error {
	if err := state.CheckSignal(ctx, topic, payload); err != nil {
		return err
	}
	message := base64.StdEncoding.EncodeToString([]byte(topic)) + " " + base64.StdEncoding.EncodeToString(payload)
	if _, err := s.pool.Exec(ctx, "SELECT pg_notify($1, $2)", channel, message); err != nil {
		return fmt.Errorf("pgstore: publish: %w", err)
	}
	return nil
}

// Subscribe receives signals, as state.Signals says. Each subscription takes a connection
// of the pool, and ends with an error when that breaks: a server that is silent is asked
// every 15 seconds, and has as long to answer.
func (s *Store) Subscribe(ctx context.Context, topic string, receive func(payload []byte)) error {
	if err := state.CheckSignal(ctx, topic, nil); err != nil {
		return err
	}
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("pgstore: subscribe: %w", err)
	}
	own := conn.Hijack() // one that listens is of no use to others
	defer func() { _ = own.Close(context.WithoutCancel(ctx)) }()
	answering, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	if _, err := own.Exec(answering, "LISTEN "+channel); err != nil {
		return fmt.Errorf("pgstore: subscribe: %w", err)
	}
	in := state.NewInbox()
	in.Lose()
	listening, stop := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		stop(s.listen(listening, own, topic, in))
	}()
	_ = in.Serve(listening, receive) // the cause says why it ends
	stop(nil)
	<-ended
	if err := ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("pgstore: subscribe: %w", context.Cause(listening))
}

// listen puts what is sent to a topic into an inbox. What is no signal is passed over.
func (s *Store) listen(ctx context.Context, conn *pgx.Conn, topic string, in *state.Inbox) error {
	wanted := base64.StdEncoding.EncodeToString([]byte(topic))
	for {
		n, err := s.hear(ctx, conn)
		if err != nil {
			return err
		}
		name, text, _ := strings.Cut(n.Payload, " ")
		if payload, err := base64.StdEncoding.DecodeString(text); err == nil && name == wanted {
			in.Put(payload)
		}
	}
}

// hear waits for a notification. A server that has gone without a word, such as one whose
// network is cut, looks like one that has nothing to say: that is asked now and then.
func (s *Store) hear(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	for {
		quiet, cancel := context.WithTimeout(ctx, s.quiet)
		n, err := conn.WaitForNotification(quiet)
		cancel()
		if err == nil || quiet.Err() == nil || ctx.Err() != nil {
			return n, err
		}
		answering, cancel := context.WithTimeout(ctx, s.patience)
		err = conn.Ping(answering)
		cancel()
		if err != nil {
			return nil, err
		}
	}
}

// Blobs are the values of a Store.
type Blobs struct{ queries queries }

var (
	_ state.Blobs      = Blobs{}
	_ state.ManyGetter = Blobs{}
)

// In returns the blobs as a transaction sees and writes them: what is put is there for
// others when the transaction is committed, together with all else that it has written,
// or never. A PutAbsent waits for another transaction that puts the same key.
func (Blobs) In(tx pgx.Tx) Blobs { return Blobs{native{tx}} }

// InSQL is In for a transaction of database/sql, as flagpack.Tx has it. Its driver is that
// of pgx: see package stdlib there, such as stdlib.OpenDBFromPool.
func (Blobs) InSQL(tx *sql.Tx) Blobs { return Blobs{standard{tx}} }

// Get returns a value, as state.Blobs says.
func (b Blobs) Get(ctx context.Context, key string) (value []byte, found bool, err error) {
	if err := cmp.Or(ctx.Err(), state.CheckKey(key)); err != nil {
		return nil, false, err
	}
	err = b.queries.QueryRow(ctx, "SELECT value FROM trefoil_blobs WHERE key = $1 AND ends > clock_timestamp()", key).Scan(&value)
	switch {
	case errors.Is(err, sql.ErrNoRows): // which that of pgx is, too
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("pgstore: get: %w", err)
	}
	return value, true, nil
}

// GetMany returns several values, as state.ManyGetter says, with one query.
func (b Blobs) GetMany(ctx context.Context, keys ...string) ([][]byte, error) {
	if err := ctx.Err(); err != nil || len(keys) == 0 {
		return nil, err
	}
	places := make(map[string][]int, len(keys))
	for i, key := range keys {
		if err := state.CheckKey(key); err != nil {
			return nil, err
		}
		places[key] = append(places[key], i)
	}
	values := make([][]byte, len(keys))
	var key string
	var value []byte // new for each row
	query := "SELECT key, value FROM trefoil_blobs WHERE key = ANY ($1) AND ends > clock_timestamp()"
	err := b.queries.eachRow(ctx, query, keys, []any{&key, &value}, func() {
		for n, place := range places[key] {
			if values[place] = value; n > 0 { // each is the caller's own
				values[place] = append([]byte{}, value...)
			}
		}
	})
	if err != nil {
		return nil, fmt.Errorf("pgstore: get: %w", err)
	}
	return values, nil
}

// Put keeps a value, as state.Blobs says.
func (b Blobs) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	if err := cmp.Or(ctx.Err(), state.CheckKey(key), state.CheckLifetime(lifetime)); err != nil {
		return err
	}
	var err error
	if lifetime == 0 {
		_, err = b.queries.Exec(ctx, "DELETE FROM trefoil_blobs WHERE key = $1", key)
	} else {
		_, err = b.queries.Exec(ctx, `WITH sweep AS (`+sweep+`)
			INSERT INTO trefoil_blobs (key, value, ends) VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 microsecond')
			ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends = excluded.ends`, key, notNil(value), lifetime.Microseconds())
	}
	if err != nil {
		return failed("put", err)
	}
	return nil
}

// PutAbsent keeps a value where the key has no value, as state.Blobs says.
func (b Blobs) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (put bool, err error) {
	switch err := cmp.Or(ctx.Err(), state.CheckKey(key), state.CheckLifetime(lifetime)); {
	case err != nil:
		return false, err
	case lifetime == 0:
		return false, state.ErrLifetime
	}
	tag, err := b.queries.Exec(ctx, `WITH sweep AS (`+sweep+`)
		INSERT INTO trefoil_blobs (key, value, ends) VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 microsecond')
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends = excluded.ends WHERE trefoil_blobs.ends <= clock_timestamp()`,
		key, notNil(value), lifetime.Microseconds())
	if err != nil {
		return false, failed("put", err)
	}
	return tag.RowsAffected() == 1, nil
}

// sweep removes two blobs that have ended with each that is put, so that the table does
// not grow; those that another removes are left to it, and so is the key that is put. The index finds them only by a time that
// stays the same throughout a statement, which clock_timestamp does not.
const sweep = `DELETE FROM trefoil_blobs WHERE key IN (
	SELECT key FROM trefoil_blobs WHERE ends <= statement_timestamp() AND key <> $1 ORDER BY ends LIMIT 2 FOR UPDATE SKIP LOCKED)`

// notNil is a value that is not NULL.
func notNil(value []byte) []byte {
	if value == nil {
		return []byte{}
	}
	return value
}

// diskFull is the code of PostgreSQL for a server without room on its disk.
const diskFull = "53100"

// failed is the error of what was to be written.
func failed(what string, err error) error {
	if said, ok := errors.AsType[*pgconn.PgError](err); ok && said.Code == diskFull {
		err = fmt.Errorf("%w: %w", state.ErrFull, err)
	}
	return fmt.Errorf("pgstore: %s: %w", what, err)
}

// queries is what Blobs uses.
type queries interface {
	Exec(ctx context.Context, query string, arguments ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, query string, arguments ...any) pgx.Row
	// eachRow calls f for each row that a query with one argument returns, when that is in
	// what into points to.
	eachRow(ctx context.Context, query string, argument any, into []any, f func()) error
}

// native is a pool or a transaction of pgx.
type native struct{ pgxQueries }

type pgxQueries interface {
	Exec(ctx context.Context, query string, arguments ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, query string, arguments ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, query string, arguments ...any) pgx.Row
}

func (n native) eachRow(ctx context.Context, query string, argument any, into []any, f func()) error {
	rows, err := n.Query(ctx, query, argument)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, into, func() error { f(); return nil })
	return err
}

// standard is a transaction of database/sql.
type standard struct{ tx *sql.Tx }

// Exec implements queries.
func (s standard) Exec(ctx context.Context, query string, arguments ...any) (pgconn.CommandTag, error) {
	result, err := s.tx.ExecContext(ctx, query, arguments...)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	changed, err := result.RowsAffected()
	return pgconn.NewCommandTag("INSERT 0 " + strconv.FormatInt(changed, 10)), err
}

// QueryRow implements queries.
func (s standard) QueryRow(ctx context.Context, query string, arguments ...any) pgx.Row {
	return s.tx.QueryRowContext(ctx, query, arguments...)
}

func (s standard) eachRow(ctx context.Context, query string, argument any, into []any, f func()) error {
	rows, err := s.tx.QueryContext(ctx, query, argument)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // of rows that were not read to their end
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		f()
	}
	return rows.Err()
}
