package shared

import (
	"errors"
	"maps"
	"sync"
	"time"
)

// maxDebts is how many names may wait for their versions to be replaced.
const maxDebts = 10_000

// errBlind says that the versions of too much could not be replaced.
var errBlind = errors.New("too much has changed while the store has failed: it is left alone until what is stored has ended")

// debts is what has changed while its versions could not be replaced: nothing is read
// before that. It is safe for concurrent use.
type debts struct {
	mu    sync.Mutex
	names map[string]int // how often they were added
	blind time.Time      // until when nothing is read, since there were too many
}

// add adds names. What was made of them has ended at the time until.
func (d *debts) add(names []string, until time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.names == nil {
		d.names = map[string]int{}
	}
	for _, name := range names {
		d.names[name]++
	}
	if len(d.names) > maxDebts {
		clear(d.names)
		d.blind = until
	}
}

// get returns the names with how often they were added, and whether nothing may be read.
func (d *debts) get(now func() time.Time) (names map[string]int, blind bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.names) == 0 && d.blind.IsZero() {
		return nil, false
	}
	return maps.Clone(d.names), now().Before(d.blind)
}

// paid takes names out, but for those that were added since.
func (d *debts) paid(names map[string]int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for name, times := range names {
		if d.names[name] == times {
			delete(d.names, name)
		}
	}
}
