package call

import (
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// failure is the last error of a read.
type failure struct {
	err  error // has a record
	soft bool  // hidden while there is data
}

func failures(s Session) *store.Values { return store.ValuesOf[failure](s.Store()) }

// keepFailure remembers the error of a read. A hard one makes stored data stale,
// so that it is asked for again once the error does not stand any more. Errors of
// polls are soft, and a missing value in the store is not remembered.
func keepFailure(r *read, w store.Write, err error) {
	failed := r.Client.Faults.Find(err)
	if failed == nil || r.endpoint.Declared.Plan == nil || failed.Kind == fault.Canceled || failed.Kind == fault.Reset {
		return
	}
	w.TTL = r.endpoint.ErrorExpiry
	if r.every > 0 {
		w.TTL = r.every / 10
	}
	f := failure{err, r.every > 0 || r.endpoint.Soft(err)}
	if w.TTL > 0 {
		failures(r.Session).Set(w, r.request.ID, f)
	}
	if _, status := r.lookup(r.Now()); status == store.Fresh && !f.soft {
		r.endpoint.Schema.Touch(r.Store(), r.request, answer.Expire)
	}
}

// standingFailure returns the error that stands for the answer to a read, nil
// when there is none. A soft one is hidden when there is data. As long as any
// error stands, recent is true: it is too early to ask again.
func standingFailure(r *read, status store.Status) (standing error, recent bool) {
	f, freshness := store.Value[failure](failures(r.Session), r.At, r.request.ID)
	if freshness != store.Fresh {
		return nil, false
	}
	if status >= store.Stale && !r.endpoint.InvalidIfStale && f.soft {
		return nil, true
	}
	return f.err, true
}

// String is for tools that show what is stored.
func (f failure) String() string { return f.err.Error() }
