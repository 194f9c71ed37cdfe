package call

import (
	"maps"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// answers are the reads of a space whose answers it stores. They are looked at
// to find what is to be invalidated, never to read.
type answers struct {
	mu    sync.Mutex
	known map[Key]Answered
	limit int // number at which those are dropped whose data has gone
	// Refused are the calls whose refusal has led to a reset, by redacted URL.
	Refused map[string]struct{}
}

// Answered is one of them.
type Answered struct {
	Call              // the last one, in a session that reads the newest state
	start store.Stamp // of its request; 0 when the answer was touched since
	At    time.Time   // when that was answered
	brief bool        // the answer is stale at once
	// FromShared reports whether another process was given it.
	FromShared bool
}

// id names the call as an *Error does.
func (a Answered) id() string { return a.Request.Method + " " + redact.URL(a.Request.URL) }

// Status is how far the stored answer can be trusted.
func (a Answered) Status() store.Status {
	_, status := a.newest()
	return status
}

// Stored reports whether the store has the answer.
func (a Answered) Stored() bool { return a.Status() != store.Missing }

// minAnswers is how many answers are remembered before it is checked whether
// their data is still stored.
const minAnswers = 256

// keep remembers that a read was answered, by what its answer was stored, and whether
// another process was given it.
func (a *answers) keep(c Call, w store.Write, fromShared bool) {
	c.Session = c.Now()
	a.add(c.Key(), Answered{Call: c, start: w.Start, At: time.Now(), brief: w.TTL <= 0, FromShared: fromShared})
}

func (a *answers) add(key Key, r Answered) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known == nil {
		a.known, a.limit = map[Key]Answered{}, minAnswers
	}
	a.known[key] = r
	if len(a.Refused) > 0 {
		delete(a.Refused, r.id())
	}
	if len(a.known) > a.limit {
		a.prune()
	}
}

// prune drops those whose data has gone. The mutex is held.
func (a *answers) prune() {
	for key, r := range a.known {
		if !r.Stored() {
			delete(a.known, key)
		}
	}
	a.limit = max(minAnswers, 2*len(a.known))
}

// touched notes that an answer was invalidated or expired.
func (a *answers) touched(key Key) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r, ok := a.known[key]; ok {
		r.start = 0
		a.known[key] = r
	}
}

// brief reports whether an answer that is stale at once was asked for after since.
func (a *answers) brief(key Key, since store.Stamp) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.known[key]
	return r.brief && r.start > since
}

// Last is when a read was answered last, zero when that is not known.
func (a *answers) Last(key Key) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.known[key].At
}

// Count returns how many answers are remembered.
func (a *answers) Count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.known)
}

// All returns the answers that are remembered, in no order.
func (a *answers) All() []Answered {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := make([]Answered, 0, len(a.known))
	for _, r := range a.known {
		all = append(all, r)
	}
	return all
}

// Refuse adds a call to those that were answered with 401, and reports whether it
// is not among them already.
func (a *answers) Refuse(id string) (refused map[string]struct{}, first bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, ok := a.Refused[id]; ok {
		return nil, false
	}
	refused = map[string]struct{}{id: {}}
	if len(a.Refused) < maxRefused {
		maps.Copy(refused, a.Refused)
	}
	return refused, true
}

// maxRefused is how many refused calls are remembered.
const maxRefused = 1000
