package travel

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	_ "github.com/ncruces/go-sqlite3/driver" // SQLite, in Go
)

// Memory is the address of a database that ends with its process.
const Memory = ":memory:"

// Database is where agencies keep trips and bookings: SQLite or PostgreSQL. It is safe
// for concurrent use.
type Database struct {
	db   *sql.DB
	pool *pgxpool.Pool // of PostgreSQL, otherwise nil
}

// Open opens a database: that of an address "postgres://…", the file of a path, or Memory.
// Nothing is read yet.
func Open(address string) (*Database, error) {
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		pool, err := pgxpool.New(context.Background(), address)
		if err != nil {
			return nil, fmt.Errorf("open the store: %w", err)
		}
		return &Database{stdlib.OpenDBFromPool(pool), pool}, nil
	}
	// A transaction takes its lock at once, so that none has to give up half-way, and
	// what is committed is on the disk.
	db, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: address}).EscapedPath()+"?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)")
	if err != nil {
		return nil, fmt.Errorf("open the store %s: %w", address, err)
	}
	db.SetMaxOpenConns(1) // one writes at a time anyway, and memory has one connection
	return &Database{db: db}, nil
}

// Pool are the connections to PostgreSQL, nil for another database.
func (d *Database) Pool() *pgxpool.Pool { return d.pool }

// SQL is the database as database/sql has it.
func (d *Database) SQL() *sql.DB { return d.db }

// Begin begins a transaction, which is rolled back when ctx is done.
func (d *Database) Begin(ctx context.Context) (*sql.Tx, error) { return d.db.BeginTx(ctx, nil) }

// Close closes the connections.
func (d *Database) Close() error {
	err := d.db.Close()
	if d.pool != nil {
		d.pool.Close()
	}
	return err
}

// schema is that of both databases, but for keys that count themselves and for what
// addBerths adds.
const schema = `
CREATE TABLE IF NOT EXISTS trips (
	id INTEGER PRIMARY KEY,
	departs BIGINT NOT NULL, -- seconds since 1970
	seats INTEGER NOT NULL CHECK (seats >= 0)
);
CREATE TABLE IF NOT EXISTS bookings (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	trip INTEGER NOT NULL REFERENCES trips (id),
	passenger TEXT NOT NULL,
	status TEXT NOT NULL,
	passport TEXT NOT NULL
);`

// Migrate makes the tables where they are not there, with trips and two bookings, and
// lets trips that have departed be sold again for a date after now. Seats above 0 are those
// of each new trip, in place of two to four. Processes may call it at once, but for those
// that make a file of SQLite: one of them at a time, or behind sqlitestore.Store.Migrate.
func (d *Database) Migrate(ctx context.Context, now time.Time, seats int) error {
	tables := schema
	if d.pool != nil {
		tables = "SELECT pg_advisory_xact_lock(hashtext('trefoil demo'));" +
			strings.NewReplacer("INTEGER PRIMARY KEY AUTOINCREMENT", "BIGSERIAL PRIMARY KEY", "INTEGER", "BIGINT").Replace(schema)
	}
	err := queries{d, d.db}.within(ctx, func(q queries) error {
		for _, statement := range strings.Split(strings.TrimSuffix(tables, ";"), ";") { // one at a time, as PostgreSQL wants it
			if _, err := q.exec(ctx, statement); err != nil {
				return err
			}
		}
		if err := q.addBerths(ctx); err != nil {
			return err
		}
		return q.sell(ctx, now, seats)
	})
	if err != nil {
		return fmt.Errorf("migrate the store: %w", err)
	}
	return nil
}

// addBerths adds how many seats a trip has in all, which older databases do not have.
func (q queries) addBerths(ctx context.Context) error {
	has := "SELECT count(*) FROM pragma_table_info('trips') WHERE name = 'berths'"
	if q.database.pool != nil {
		has = "SELECT count(*) FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'trips' AND column_name = 'berths'"
	}
	var there int
	if err := q.one(ctx, has)(&there); err != nil || there > 0 {
		return err
	}
	if _, err := q.exec(ctx, "ALTER TABLE trips ADD COLUMN berths BIGINT NOT NULL DEFAULT 0"); err != nil {
		return err
	}
	_, err := q.exec(ctx, "UPDATE trips SET berths = seats + (SELECT count(*) FROM bookings WHERE bookings.trip = trips.id)")
	return err
}

const week = 7 * 24 * 60 * 60

// sell adds the trips to an empty database, and moves those that have departed.
func (q queries) sell(ctx context.Context, now time.Time, seats int) error {
	var first int64
	if err := q.one(ctx, "SELECT COALESCE(min(departs), 0) FROM trips")(&first); err != nil {
		return err
	}
	if late := now.Unix() - first; first > 0 && late < 0 {
		return nil
	} else if first > 0 {
		_, err := q.exec(ctx, "UPDATE trips SET departs = departs + $1", (late/week+1)*week)
		return err
	}
	departs := now.UTC().Truncate(24 * time.Hour).Add(9 * time.Hour)
	for _, t := range catalogue() {
		departs = departs.AddDate(0, 0, 7)
		if seats > 0 {
			t.Seats = seats
		}
		if _, err := q.exec(ctx, "INSERT INTO trips (id, departs, berths, seats) VALUES ($1, $2, $3, $3)", t.ID, departs.Unix(), t.Seats); err != nil {
			return err
		}
	}
	a := &Agency{queries: q}
	_, firstErr := a.Book(ctx, Order{Trip: 1, Passenger: "Ida Lovelace"})
	_, secondErr := a.Book(ctx, Order{Trip: 3, Passenger: "Neil Collins"})
	return errors.Join(firstErr, secondErr)
}

// queries runs statements, in a transaction or each in one of its own. Parameters are
// $1 to $9.
type queries struct {
	database *Database
	on       interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

// scanFunc reads the values of a row.
type scanFunc func(dest ...any) error

// words says a statement as the database wants it.
func (q queries) words(statement string) string {
	if q.database.pool != nil {
		return statement
	}
	return strings.ReplaceAll(statement, "$", "?")
}

func (q queries) exec(ctx context.Context, statement string, args ...any) (changed int64, err error) {
	result, err := q.on.ExecContext(ctx, q.words(statement), args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (q queries) one(ctx context.Context, statement string, args ...any) scanFunc {
	return q.on.QueryRowContext(ctx, q.words(statement), args...).Scan
}

func (q queries) each(ctx context.Context, statement string, args []any, read func(scan scanFunc) error) error {
	rows, err := q.on.QueryContext(ctx, q.words(statement), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// within calls do in the transaction of the queries, or in a new one.
func (q queries) within(ctx context.Context, do func(queries) error) error {
	if _, inside := q.on.(*sql.Tx); inside {
		return do(q)
	}
	tx, err := q.database.Begin(ctx)
	if err != nil {
		return err
	}
	if err := do(queries{q.database, tx}); err != nil {
		_ = tx.Rollback() // the first error says why
		return err
	}
	return tx.Commit()
}
