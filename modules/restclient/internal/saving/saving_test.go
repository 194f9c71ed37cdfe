package saving_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/saving"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// disk keeps what is saved, unless it fails.
type disk struct {
	mu     sync.Mutex
	tables []saving.Table
	saves  int
	fails  error
	during func() // a save; nil for nothing
	behind []bool // what was told
}

func (d *disk) saver() *saving.Saver {
	return saving.New(saving.Config{
		Load: func(context.Context) ([]saving.Table, error) { return d.tables, nil },
		Save: func(_ context.Context, tables []saving.Table) error {
			if d.during != nil {
				d.during()
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			d.saves++
			if d.fails == nil {
				d.tables = tables
			}
			return d.fails
		},
		Forget: func(context.Context) error {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.tables = nil
			return nil
		},
		Behind: func(_ context.Context, is bool) error {
			d.behind = append(d.behind, is)
			return d.fails
		},
		Parts: func(s *store.Store) []saving.Part {
			return []saving.Part{{Name: "numbers", Fingerprint: "1", Of: store.ValuesOf[int](s)}}
		},
		Delay: time.Second, MaxDelay: 10 * time.Second, Marshal: json.Marshal, Now: time.Now, Logger: slog.New(slog.DiscardHandler),
	})
}

// wait lets time pass, and all that is due then be done.
func wait(d time.Duration) { time.Sleep(d); synctest.Wait() }

// saved is how often something was saved, and whether anything is.
func (d *disk) saved() (times int, any bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.saves, len(d.tables) > 0
}

func (d *disk) fail(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fails = err
}

func set(s *store.Store, n int) {
	s.Commit(store.Write{TTL: time.Hour}, func(w store.Write) { store.ValuesOf[int](s).Set(w, "n", n) })
}

func TestASaverSavesOnceThatItIsQuietAndRestoresIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, d := NewWithT(t), &disk{}
		st, saver := store.New(), d.saver()
		saver.Restore(st)
		for n := range 3 {
			set(st, n)
			wait(time.Second / 2)
		}
		times, _ := d.saved()
		g.Expect(times).To(BeZero())
		wait(time.Second)
		saver.Close()
		times, _ = d.saved()
		g.Expect(times).To(Equal(1))

		next, other := store.New(), d.saver()
		other.Restore(next)
		defer other.Close()

		value, status := store.Value[int](store.ValuesOf[int](next), nil, "n")
		g.Expect(value).To(Equal(2))
		g.Expect(status).To(Equal(store.Fresh))
		g.Expect(other.State().Restored).To(Equal(1))
	})
}

func TestASaverTriesAgainWhatCouldNotBeSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, full := NewWithT(t), errors.New("full")
		d := &disk{fails: full}
		st, saver := store.New(), d.saver()
		saver.Restore(st)
		set(st, 1)
		wait(2 * time.Second)
		g.Expect(saver.State()).To(And(HaveField("Errors", 1), HaveField("Err", full)))
		d.fail(nil)

		wait(10 * time.Second)

		times, kept := d.saved()
		g.Expect(times).To(Equal(2))
		g.Expect(kept).To(BeTrue())
		saver.Reset(store.New())
		_, kept = d.saved()
		g.Expect(kept).To(BeFalse())
		saver.Close()
	})
}

func TestWhatIsSavedIsBehindUntilAllThatHasChangedIsSaved(t *testing.T) {
	saved := func(t *testing.T, f func(g *WithT, d *disk, s *saving.Saver, save func())) {
		g := NewWithT(t)
		d, st := &disk{}, store.New()
		s := d.saver()
		s.Restore(st)
		defer s.Close()
		f(g, d, s, func() {
			st.Commit(store.Write{}, func(w store.Write) { store.ValuesOf[int](st).Set(w, "a", d.saves) })
			_ = s.Save(t.Context())
		})
	}
	for name, f := range map[string]func(g *WithT, d *disk, s *saving.Saver, save func()){
		"when it was stored before": func(g *WithT, d *disk, s *saving.Saver, save func()) {
			s.Changing()()
			g.Expect(d.behind).To(Equal([]bool{true}))
			save()
			g.Expect(d.behind).To(Equal([]bool{true, false}))
		},
		"when others are saved meanwhile": func(g *WithT, d *disk, s *saving.Saver, save func()) {
			done := s.Changing()
			save()
			done()
			g.Expect(d.behind).To(Equal([]bool{true}))
		},
		"when it is stored while others are saved": func(g *WithT, d *disk, s *saving.Saver, save func()) {
			d.during = s.Changing()
			save()
			g.Expect(d.behind).To(Equal([]bool{true}))
		},
		"when it begins while others are saved": func(g *WithT, d *disk, s *saving.Saver, save func()) {
			s.Changing()()
			d.during = func() { s.Changing()() }
			save()
			g.Expect(d.behind).To(Equal([]bool{true}))
		},
		"when nothing can be saved": func(g *WithT, d *disk, s *saving.Saver, save func()) {
			s.Changing()()
			d.fails = errors.New("full")
			save()
			g.Expect(d.behind).To(Equal([]bool{true}))
		},
		"when nothing could be noted": func(g *WithT, d *disk, s *saving.Saver, save func()) {
			d.fails = errors.New("full")
			s.Changing()()
			d.fails = nil
			s.Changing()()
			g.Expect(d.behind).To(Equal([]bool{true, true}))
		},
	} {
		t.Run(name, func(t *testing.T) { saved(t, f) })
	}
}

func TestWhatAnImpatientCallerCouldNotSaveIsSavedLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, gaveUp := NewWithT(t), errors.New("given up")
		d := &disk{fails: gaveUp, during: func() { time.Sleep(2 * time.Second) }}
		st, saver := store.New(), d.saver()
		saver.Restore(st)
		defer saver.Close()
		set(st, 1)

		g.Expect(saver.Save(t.Context())).To(MatchError(gaveUp)) // and the timer has found nothing to do meanwhile
		d.fail(nil)
		wait(time.Minute)

		_, saved := d.saved()
		g.Expect(saved).To(BeTrue())
	})
}

func TestWhoSavesWaitsForAnotherSaveUntilItsContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, d := NewWithT(t), &disk{during: func() { time.Sleep(time.Hour) }}
		st, saver := store.New(), d.saver()
		saver.Restore(st)
		defer saver.Close()
		set(st, 1)
		wait(2 * time.Second)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()

		g.Expect(saver.Save(ctx)).To(MatchError(context.DeadlineExceeded))

		g.Expect(time.Since(began)).To(Equal(time.Second))
	})
}
