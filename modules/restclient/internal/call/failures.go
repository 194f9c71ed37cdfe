package call

import (
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// failure is the last error of a read.
type failure struct {
	err    error         // has a record
	start  store.Stamp   // of the request
	soft   bool          // hidden while there is data
	stands time.Duration // until then, on the clock of the store
	again  time.Time     // when the server asks to be polled again, at the earliest
}

// forever is longer than any error stands.
const forever = 100 * 365 * 24 * time.Hour

// LongestWait bounds how long a server may keep away what is tried again on its own, by
// Retry-After: polls, event streams and what an outbox sends.
const LongestWait = time.Hour

// keepFailure remembers the error of a read. A hard one makes stored data stale,
// so that it is asked for again once the error does not stand any more. Every is how
// often the answer is polled, 0 when it is not: errors of polls are soft. A missing
// value in the store is not remembered, and that of a page says nothing of its list.
func keepFailure(c Call, w store.Write, every time.Duration, err error) {
	failed := c.Client.Faults.Find(err)
	if failed == nil || c.Endpoint.Declared.Plan == nil || c.Endpoint.isPage() || failed.Kind == fault.Canceled || failed.Kind == fault.Reset {
		return
	}
	stands, wait := c.Endpoint.ErrorExpiry, min(failed.RetryAfter, LongestWait)
	if every > 0 {
		stands = every / 10
	}
	soft, told := every > 0 || c.Endpoint.Soft(err), isToldSince(c, w.Start)
	if told || !soft && c.Client.Sharing.Rechecks() {
		stands = 0 // it may be older than what is stored; another process may mend its cause at any moment
	}
	f := failure{err, w.Start, soft, c.Store().Elapsed() + min(stands, forever), time.Now().Add(wait)}
	_, status := c.newest()
	if w.TTL = max(stands, wait); w.TTL > 0 || told { // who follows the answer asks again
		if !soft && status >= store.Stale {
			w.TTL = max(w.TTL, c.Endpoint.Expiry) // no shorter than the data that it replaces
		}
		c.Space.failures().Set(w, c.Request.ID, f)
	}
	if status == store.Fresh && !f.soft && !told {
		c.Endpoint.Schema.Touch(c.Store(), c.Request, store.Expire)
	}
}

// isToldSince reports whether something else has told since a stamp that there is an answer.
func isToldSince(c Call, start store.Stamp) bool {
	told, ok := c.Endpoint.Schema.(answer.Told)
	return ok && told.ToldSince(c.Store(), c.Request, start)
}

// standing is what an error means for a read.
type standing uint8

const (
	none     standing = iota
	recent            // it is too early to ask again, and the data is shown
	replaced          // the data is not shown: what the server has said since is the error
	failed            // both: the error is returned
)

// failureOf returns the last error of a read, and what it means. A soft one is hidden when
// there is data, and so is a hard one when the data is newer.
func failureOf(c Call, status store.Status) (standing, error) {
	f, known := store.Value[failure](c.Space.failures(), c.At, c.Request.ID)
	if status == store.Fresh || known < store.Stale {
		return none, nil
	}
	stands := known == store.Fresh && c.Store().Elapsed() < f.stands
	switch shown := status == store.Stale && f.soft && !c.forbidsStale(); {
	case shown && stands:
		return recent, nil
	case shown, status == store.Stale && isToldSince(c, f.start), !stands && (f.soft || status != store.Stale):
		return none, nil
	case !stands:
		return replaced, f.err
	}
	return failed, f.err
}

// tooEarly reports whether the server has asked not to be asked yet, when it failed last.
func tooEarly(c Call) bool {
	f, _ := store.Value[failure](c.Space.failures(), nil, c.Request.ID)
	return time.Now().Before(f.again)
}

// String is for tools that show what is stored.
func (f failure) String() string { return f.err.Error() }
