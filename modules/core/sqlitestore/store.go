// Package sqlitestore keeps values that must survive in a database of SQLite, from
// version 3.42 on: it is a state.Blobs for the processes of one machine.
//
//	db, err := sql.Open("sqlite3", "file:zoo.db?_txlock=immediate&_pragma=busy_timeout(5000)")
//	…
//	store, err := sqlitestore.New(db)
//	…
//	err = store.Migrate(ctx)
//
// It works with any driver of database/sql whose transactions take their lock when they
// begin and that waits for those of other processes. What was acknowledged is as durable as
// the pragma synchronous says. A full disk is state.ErrFull where
// the driver says so (SQLITE_FULL).
package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
)

// Store is Blobs. It is safe for concurrent use as far as what it is on is: a database is,
// a transaction is not.
type Store struct{ on queries }

var _ state.Blobs = (*Store)(nil)

// queries is a database or a transaction.
type queries interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// New returns a store in a database, which the caller closes. No query is sent.
func New(db *sql.DB) (*Store, error) {
	if db == nil {
		return nil, errors.New("sqlitestore: the database is nil")
	}
	return &Store{db}, nil
}

// In returns the store within a transaction, such as one of flagpack.Tx: what is put is
// there when it is committed.
func (*Store) In(tx *sql.Tx) *Store { return &Store{tx} }

// Migrate makes the table of the store where it is not there. Processes may call it at
// once: one that finds the file locked tries again for two seconds, since SQLite does not
// wait for another connection that turns a new file to write-ahead logging, whatever
// busy_timeout says.
func (s *Store) Migrate(ctx context.Context) error {
	err := s.migrate(ctx)
	for range 100 {
		if err == nil || !strings.Contains(err.Error(), "database is locked") {
			break
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
		err = s.migrate(ctx)
	}
	return err
}

func (s *Store) migrate(ctx context.Context) error {
	for _, statement := range []string{
		"CREATE TABLE IF NOT EXISTS trefoil_blobs (key TEXT PRIMARY KEY, value BLOB NOT NULL, ends INTEGER NOT NULL) WITHOUT ROWID",
		"CREATE INDEX IF NOT EXISTS trefoil_blobs_ends ON trefoil_blobs (ends)",
	} {
		if _, err := s.on.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("sqlitestore: migrate: %w", err)
		}
	}
	return nil
}

// now are the milliseconds since 1970, the same throughout a statement.
const now = "CAST(unixepoch('subsec') * 1000 AS INTEGER)"

// Get returns a value, as state.Blobs says.
func (s *Store) Get(ctx context.Context, key string) (value []byte, found bool, err error) {
	if err := errors.Join(ctx.Err(), state.CheckKey(key)); err != nil {
		return nil, false, err
	}
	err = s.on.QueryRowContext(ctx, "SELECT value FROM trefoil_blobs WHERE key = ?1 AND ends > "+now, key).Scan(&value)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("sqlitestore: get: %w", err)
	}
	return value, true, nil
}

// Put keeps a value, as state.Blobs says.
func (s *Store) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	if err := errors.Join(ctx.Err(), state.CheckKey(key), state.CheckLifetime(lifetime)); err != nil {
		return err
	}
	if lifetime > 0 {
		_, err := s.put(ctx, key, value, lifetime, "")
		return err
	}
	if _, err := s.on.ExecContext(ctx, "DELETE FROM trefoil_blobs WHERE key = ?1", key); err != nil {
		return failed(err)
	}
	return nil
}

// PutAbsent keeps a value where the key has no value, as state.Blobs says.
func (s *Store) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (put bool, err error) {
	switch err := errors.Join(ctx.Err(), state.CheckKey(key), state.CheckLifetime(lifetime)); {
	case err != nil:
		return false, err
	case lifetime == 0:
		return false, state.ErrLifetime
	}
	return s.put(ctx, key, value, lifetime, " WHERE trefoil_blobs.ends <= "+now)
}

// put puts a value, in place of one that the condition allows to replace. Before that it
// removes two that have ended, so that the table does not grow: behind it, an error would
// hide that the value was put.
func (s *Store) put(ctx context.Context, key string, value []byte, lifetime time.Duration, condition string) (bool, error) {
	if value == nil {
		value = []byte{} // and not NULL
	}
	if _, err := s.on.ExecContext(ctx, "DELETE FROM trefoil_blobs WHERE key IN (SELECT key FROM trefoil_blobs WHERE ends <= "+now+" ORDER BY ends LIMIT 2)"); err != nil {
		return false, failed(err)
	}
	milliseconds := (lifetime + time.Millisecond - 1) / time.Millisecond
	result, err := s.on.ExecContext(ctx, "INSERT INTO trefoil_blobs (key, value, ends) VALUES (?1, ?2, "+now+" + ?3)"+
		" ON CONFLICT (key) DO UPDATE SET value = excluded.value, ends = excluded.ends"+condition, key, value, int64(milliseconds))
	var changed int64
	if err == nil {
		changed, err = result.RowsAffected()
	}
	if err != nil {
		return false, failed(err)
	}
	return changed == 1, nil
}

// failed is the error of a put. What SQLite says of a full disk, or of a file that has as
// many pages as it may have (SQLITE_FULL), is in the text of the error of every driver. One
// with file access of its own, such as ncruces/go-sqlite3, tells of a full disk only that it
// cannot write.
func failed(err error) error {
	if strings.Contains(err.Error(), "database or disk is full") {
		err = fmt.Errorf("%w: %w", state.ErrFull, err)
	}
	return fmt.Errorf("sqlitestore: put: %w", err)
}
