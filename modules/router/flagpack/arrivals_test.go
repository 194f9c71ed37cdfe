package flagpack_test

import (
	"context"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

const (
	waitingRequests = 20
	fillTime        = 3 * time.Second
)

// waitForAnswer lets requests of another replica wait for an answer. It returns how often
// each has asked the store, and how long all of them took.
func waitForAnswer(t *testing.T, signals state.Signals) (asked int64, took time.Duration) {
	store := newFaulty(&clock{})
	var calls atomic.Int64
	replica := func() func() *httptest.ResponseRecorder {
		cache := flagpack.NewServerCache("KEEP", flagpack.ServerCacheOptions{
			Blobs: store, MaxAge: time.Minute, Signals: signals, Store: flagpack.StoreOptions{Timeout: time.Minute},
		})
		r := router.New(router.WithLogger(nil))
		r.Install(cache.Install)
		r.Register(router.Controllers{"GET KEEP /x": router.F0(func(*router.Context) (int64, error) {
			time.Sleep(fillTime) // of the bubble
			return calls.Add(1), nil
		})})
		h, err := r.Handler()
		if err != nil {
			t.Fatal(err)
		}
		return func() *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
			return w
		}
	}
	one, other := replica(), replica()
	began := time.Now()
	var wg sync.WaitGroup
	wg.Go(func() { one() })
	synctest.Wait()
	before := store.asked.Load()
	for range waitingRequests {
		wg.Go(func() {
			if w := other(); w.Body.String() != "1" {
				t.Errorf("answered with %d %q", w.Code, w.Body)
			}
		})
	}
	wg.Wait()
	return (store.asked.Load() - before) / waitingRequests, time.Since(began)
}

func TestServerCacheLooksSeldomWhereSignalsTell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, took := waitForAnswer(t, &state.MemorySignals{})
		if asked > 14 || took != fillTime {
			t.Errorf("each request has asked %d times, and all took %v", asked, took)
		}
	})
}

func TestServerCacheLooksAgainWithoutSignals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, took := waitForAnswer(t, nil)
		if asked < 40 || took > fillTime+100*time.Millisecond {
			t.Errorf("each request has asked %d times, and all took %v", asked, took)
		}
	})
}

// deaf are signals that cannot be subscribed to.
type deaf struct{ state.Signals }

func (deaf) Subscribe(context.Context, string, func([]byte)) error { return errDown }

func TestServerCacheLooksAgainWhereSignalsFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, took := waitForAnswer(t, deaf{&state.MemorySignals{}})
		if asked < 40 || took > fillTime+100*time.Millisecond {
			t.Errorf("each request has asked %d times, and all took %v", asked, took)
		}
	})
}
