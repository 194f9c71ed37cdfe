package flagpack_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// ledger is a transaction: what is put in it comes into the store when it is committed.
type ledger struct {
	state.Blobs
	commits error
	fails   error // of what is put
	waits   bool
	written func() error // the last
}

func (l *ledger) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (bool, error) {
	if l.waits {
		<-ctx.Done()
		return false, fmt.Errorf("put: %w", ctx.Err())
	}
	if _, found, err := l.Get(ctx, key); found || err != nil {
		return false, err
	}
	l.write(key, value, lifetime)
	return true, nil
}

func (l *ledger) Put(_ context.Context, key string, value []byte, lifetime time.Duration) error {
	l.write(key, value, lifetime)
	return l.fails
}

func (l *ledger) write(key string, value []byte, lifetime time.Duration) {
	l.written = func() error { return l.Blobs.Put(context.Background(), key, value, lifetime) }
}

func (l *ledger) Commit() error {
	if l.written == nil || l.commits != nil {
		return l.commits
	}
	return l.written()
}

func (l *ledger) Rollback() error { l.written = nil; return nil }

var _ = Describe("Idempotent within a transaction", func() {
	var (
		b          *bookings
		tx         *ledger
		unrendered error // behind the commit
		changed    bool  // there, too
	)

	BeforeEach(func() {
		b = newBookings()
		tx = &ledger{Blobs: b.store.Blobs}
		unrendered, changed = nil, false
	})

	// book is a replica; the answer is kept in a store of its own.
	book := func() *httptest.ResponseRecorder {
		GinkgoHelper()
		key := router.NewKey[*ledger]("tx")
		f := newFixture()
		f.Install(
			flagpack.Tx("TX", key, func(context.Context) (*ledger, error) {
				return &ledger{Blobs: tx.Blobs, commits: tx.commits, waits: tx.waits, fails: tx.fails}, nil
			}),
			flagpack.Idempotent("ONCE", flagpack.IdempotentOptions{
				Blobs: b.store, By: byQuery, Store: flagpack.StoreOptions{Now: b.now.now, Timeout: 50 * time.Millisecond},
				Within: func(c *router.Context) state.Blobs { t, _ := key.Get(c); return t },
			}))
		f.register("POST TX ONCE /bookings", router.In(func(c *router.Context, in *booking) (booking, error) {
			b.done.Add(1)
			return *in, b.act(c)
		}))
		f.BeforeRender("ONCE", func(c *router.Context, next func() error) error {
			if changed {
				c.SetResult("changed")
			}
			return errors.Join(unrendered, next())
		})
		return post(f, "/bookings", seat, "Idempotency-Key", "k")
	}

	It("answers again what was committed", func() {
		Expect([]int{book().Code, book().Code}).To(Equal([]int{200, 200}))
		Expect(b.done.Load()).To(Equal(int64(1)))
	})

	It("calls the function again after a rollback", func() {
		b.act = func(*router.Context) error { return errors.New("no") }
		Expect(book().Code).To(Equal(500))
		b.act = func(*router.Context) error { return nil }

		Expect(book().Code).To(Equal(200))
	})

	It("calls it again when the commit has failed", func() {
		tx.commits = errors.New("no")
		Expect(book().Code).To(Equal(500))
		tx.commits = nil

		Expect(book().Code).To(Equal(200))
	})

	It("answers again what was committed though nothing was stored behind the commit", func() {
		b.act = func(*router.Context) error { b.store.fail(errDown); return nil } // as if the process died
		first := book()
		b.store.fails.Store(nil)
		b.now.advance(time.Hour)

		second := book()

		Expect(second.Code).To(Equal(200))
		Expect(second.Body.String()).To(Equal(first.Body.String()))
		Expect(second.Header().Get("Idempotent-Replayed")).To(Equal("true"))
		Expect(b.done.Load()).To(Equal(int64(1)))
	})

	It("answers what was committed when a hook has failed behind the commit", func() {
		unrendered = errors.New("no")
		Expect(book().Code).To(Equal(500))
		unrendered = nil

		Expect(book().Code).To(Equal(200))
		Expect(b.done.Load()).To(Equal(int64(1)))
	})

	It("stores an answer that a hook has changed behind the commit", func() {
		changed = true
		first := book()

		second := book()

		Expect(first.Body.String()).To(Equal(`"changed"`))
		Expect(second.Body.String()).To(Equal(`"changed"`))
	})

	It("stores an answer that no hook has changed in the transaction alone", func() {
		book()

		Expect(b.store.asked.Load()).To(BeZero())
	})

	It("rolls back what it cannot store the answer of", func() {
		tx.fails = errDown
		Expect(book().Code).To(Equal(503))
		tx.fails = nil

		Expect(book().Code).To(Equal(200))
		Expect(b.done.Load()).To(Equal(int64(2)))
	})

	It("answers 409 while another transaction has the key", func() {
		tx.waits = true

		Expect(book().Code).To(Equal(409))
		Expect(b.done.Load()).To(BeZero())
	})
})
