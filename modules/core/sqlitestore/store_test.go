package sqlitestore_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
	"time"

	_ "github.com/ncruces/go-sqlite3/driver"

	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/core/sqlitestore"
	"github.com/trefoil-go/trefoil/modules/core/state"
)

// open opens a file as one process does.
func open(t testing.TB, file string) (*sql.DB, *sqlitestore.Store) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: file}).EscapedPath()+"?_txlock=immediate&_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err := sqlitestore.New(db)
	if err == nil {
		err = s.Migrate(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return db, s
}

func newFile(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "a store ?.db")
}

func TestStoreKeepsTheContract(t *testing.T) {
	coretest.TestBlobs(t, func(t *testing.T) (state.Blobs, func(time.Duration)) {
		db, s := open(t, newFile(t))
		return s, func(d time.Duration) { // moves all that is stored into the past
			if _, err := db.ExecContext(t.Context(), "UPDATE trefoil_blobs SET ends = ends - ?1", d.Milliseconds()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestStoreHasNoDatabase(t *testing.T) {
	if _, err := sqlitestore.New(nil); err == nil {
		t.Error("there is a store without a database")
	}
}

func TestStoreIsOneForAllProcesses(t *testing.T) {
	file := newFile(t)
	var all [3]*sqlitestore.Store
	var opening sync.WaitGroup
	for i := range all {
		opening.Go(func() { _, all[i] = open(t, file) })
	}
	opening.Wait()
	if t.Failed() {
		t.FailNow()
	}
	var putting sync.WaitGroup
	var mu sync.Mutex
	first := map[string]int{}
	for _, s := range all {
		putting.Go(func() {
			for k := range 50 {
				key := fmt.Sprint(k)
				put, err := s.PutAbsent(t.Context(), key, nil, time.Hour)
				if err != nil {
					t.Error(err)
				}
				if put {
					mu.Lock()
					first[key]++
					mu.Unlock()
				}
			}
		})
	}
	putting.Wait()
	for k := range 50 {
		if n := first[fmt.Sprint(k)]; n != 1 {
			t.Errorf("key %d was put %d times", k, n)
		}
	}
}

func TestStorePutsWithItsTransaction(t *testing.T) {
	db, s := open(t, newFile(t))
	put := func(end func(*sql.Tx) error) {
		t.Helper()
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		first, err := s.In(tx).PutAbsent(t.Context(), "k", []byte("claimed"), time.Hour)
		second, againErr := s.In(tx).PutAbsent(t.Context(), "k", nil, time.Hour)
		putErr := s.In(tx).Put(t.Context(), "k", []byte("answer"), time.Hour)
		if err := errors.Join(err, againErr, putErr, end(tx)); err != nil || !first || second {
			t.Fatalf("put %v and %v, %v", first, second, err)
		}
	}

	put((*sql.Tx).Rollback)
	if _, found, err := s.Get(t.Context(), "k"); found || err != nil {
		t.Errorf("behind a rollback: found %v, error %v", found, err)
	}
	put((*sql.Tx).Commit)
	if value, _, err := s.Get(t.Context(), "k"); string(value) != "answer" || err != nil {
		t.Errorf("behind a commit: %q, error %v", value, err)
	}
}

func TestStoreRemovesWhatHasEnded(t *testing.T) {
	db, s := open(t, newFile(t))
	ctx := t.Context()
	for k := range 100 {
		if err := s.Put(ctx, fmt.Sprint(k), nil, time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.ExecContext(ctx, "UPDATE trefoil_blobs SET ends = 0"); err != nil {
		t.Fatal(err)
	}
	for k := range 60 {
		if _, err := s.PutAbsent(ctx, fmt.Sprint("later ", k), nil, time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	var left int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM trefoil_blobs").Scan(&left); err != nil || left != 60 {
		t.Errorf("%d values are left, %v", left, err)
	}
}

func TestStoreWithoutRoomIsFullAndIsRead(t *testing.T) {
	db, s := open(t, newFile(t))
	db.SetMaxOpenConns(1) // the bound is one of the connection
	if err := s.Put(t.Context(), "k", []byte("v"), time.Hour); err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "PRAGMA max_page_count = 1"); err != nil { // that is, no more than there are
		t.Fatal(err)
	}
	large := make([]byte, 1<<16)

	_, absentErr := s.PutAbsent(t.Context(), "other", large, time.Hour)
	for _, err := range []error{s.Put(t.Context(), "k", large, time.Hour), absentErr} {
		if !errors.Is(err, state.ErrFull) {
			t.Errorf("%v", err)
		}
	}
	if value, found, err := s.Get(t.Context(), "k"); !found || err != nil || string(value) != "v" {
		t.Errorf("%q, found %v, error %v", value, found, err)
	}
}

func TestStoreThatCannotRemoveWhatHasEndedPutsNothing(t *testing.T) {
	db, s := open(t, newFile(t))
	err := s.Put(t.Context(), "old", nil, time.Hour)
	for _, statement := range []string{
		"UPDATE trefoil_blobs SET ends = 0",
		"CREATE TRIGGER keep BEFORE DELETE ON trefoil_blobs BEGIN SELECT RAISE(ABORT, 'kept'); END",
	} {
		_, execErr := db.ExecContext(t.Context(), statement)
		err = errors.Join(err, execErr)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutAbsent(t.Context(), "k", nil, time.Hour); err == nil {
		t.Error("no error")
	}
	if _, found, err := s.Get(t.Context(), "k"); found || err != nil {
		t.Errorf("behind an error: found %v, %v", found, err)
	}
}

func TestStoreWithoutItsTableIsAnError(t *testing.T) {
	db, s := open(t, newFile(t))
	if _, err := db.ExecContext(t.Context(), "DROP TABLE trefoil_blobs"); err != nil {
		t.Fatal(err)
	}
	_, _, getErr := s.Get(t.Context(), "k")
	_, absentErr := s.PutAbsent(t.Context(), "k", nil, time.Hour)
	for _, err := range []error{getErr, absentErr, s.Put(t.Context(), "k", nil, time.Hour), s.Put(t.Context(), "k", nil, 0)} {
		if err == nil {
			t.Error("a table is used that is not there")
		}
	}
}

func ExampleNew() {
	ctx := context.Background()
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would have a memory of its own
	store, err := sqlitestore.New(db)
	if err == nil {
		err = store.Migrate(ctx)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	first, err := store.PutAbsent(ctx, "booking 7", []byte("done"), time.Hour)
	again, _ := store.PutAbsent(ctx, "booking 7", []byte("done twice"), time.Hour)
	fmt.Println(first, again, err)
	// Output: true false <nil>
}
