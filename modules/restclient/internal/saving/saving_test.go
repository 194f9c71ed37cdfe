package saving_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/saving"
)

// disk keeps what is saved, unless it fails.
type disk struct {
	tables []saving.Table
	saves  int
	fails  error
}

func (d *disk) saver() *saving.Saver {
	return saving.New(saving.Config{
		Load: func(context.Context) ([]saving.Table, error) { return d.tables, nil },
		Save: func(_ context.Context, tables []saving.Table) error {
			d.saves++
			if d.fails == nil {
				d.tables = tables
			}
			return d.fails
		},
		Forget: func(context.Context) error { d.tables = nil; return nil },
		Parts: func(s *entity.Store) []saving.Part {
			return []saving.Part{{Name: "numbers", Fingerprint: "1", Of: entity.AnyValuesOf[int](s)}}
		},
		Delay: time.Second, MaxDelay: 10 * time.Second, Marshal: json.Marshal, Now: time.Now, Logger: slog.New(slog.DiscardHandler),
	})
}

func set(s *entity.Store, n int) {
	s.Commit(entity.Write{TTL: time.Hour}, func(w entity.Write) { entity.ValuesOf[int](s).Set(w, "n", n) })
}

func TestASaverSavesOnceThatItIsQuietAndRestoresIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, d := NewWithT(t), &disk{}
		store, saver := entity.NewStore(), d.saver()
		saver.Restore(store)
		for n := range 3 {
			set(store, n)
			time.Sleep(time.Second / 2)
		}
		g.Expect(d.saves).To(BeZero())
		time.Sleep(time.Second)
		saver.Close()
		g.Expect(d.saves).To(Equal(1))

		next, other := entity.NewStore(), d.saver()
		other.Restore(next)
		defer other.Close()

		value, status := entity.ValuesOf[int](next).Get("n")
		g.Expect(value).To(Equal(2))
		g.Expect(status).To(Equal(entity.Fresh))
		g.Expect(other.State().Restored).To(Equal(1))
	})
}

func TestASaverTriesAgainWhatCouldNotBeSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, d := NewWithT(t), &disk{fails: errors.New("full")}
		store, saver := entity.NewStore(), d.saver()
		saver.Restore(store)
		set(store, 1)
		time.Sleep(2 * time.Second)
		g.Expect(saver.State()).To(And(HaveField("Errors", 1), HaveField("Err", d.fails)))
		d.fails = nil

		time.Sleep(10 * time.Second)

		g.Expect(d.saves).To(Equal(2))
		g.Expect(d.tables).NotTo(BeEmpty())
		saver.Reset(entity.NewStore())
		g.Expect(d.tables).To(BeNil())
		saver.Close()
	})
}
