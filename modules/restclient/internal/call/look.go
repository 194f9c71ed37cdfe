package call

import (
	"context"
	"sync"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/shared"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// looks are those of a space for entities that are read with others. One that is alone
// looks at once; those that begin while another looks, look together when that is over.
type looks struct {
	mu      sync.Mutex
	busy    bool
	waiting []*look
}

// look is one round trip to what is shared.
type look struct {
	places []*shared.Place // guarded by looks.mu until it begins
	level  *shared.Level
	store  *store.Store
	done   chan struct{} // closed after what follows is set
	begun  store.Stamp   // what changes behind that is newer than what is found
}

// maxLook is how many places one round trip reads.
const maxLook = 100

// wait returns when what the next Find of a place of the level looks at has been read, and
// when that began, by the clock of the store. Of a space, both are the same for all.
func (ls *looks) wait(ctx context.Context, p *shared.Place, level *shared.Level, st *store.Store) (begun store.Stamp, err error) {
	l := ls.join(ctx, p, level, st)
	select {
	case <-l.done:
		return l.begun, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (ls *looks) join(ctx context.Context, p *shared.Place, level *shared.Level, st *store.Store) *look {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	last := len(ls.waiting) - 1
	if last < 0 || len(ls.waiting[last].places) == maxLook {
		ls.waiting = append(ls.waiting, &look{level: level, store: st, done: make(chan struct{})})
		last++
	}
	l := ls.waiting[last]
	l.places = append(l.places, p)
	if !ls.busy {
		ls.busy = true
		go ls.run(context.WithoutCancel(ctx)) // each use of the level is bounded
	}
	return l
}

// run looks as long as there are those who wait. Who has waited while the store failed
// finds nothing, and does not wait for it again.
func (ls *looks) run(ctx context.Context) {
	for l := ls.next(); l != nil; l = ls.next() {
		if !l.read(ctx) {
			ls.miss()
		}
		close(l.done)
	}
}

func (ls *looks) next() *look {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	if ls.busy = len(ls.waiting) > 0; !ls.busy {
		return nil
	}
	l := ls.waiting[0]
	ls.waiting = ls.waiting[1:]
	return l
}

// read is false when the store fails.
func (l *look) read(ctx context.Context) (ok bool) {
	l.begun = l.store.Begin()
	return l.level.LookAll(ctx, l.places...)
}

// miss has those who wait find nothing.
func (ls *looks) miss() {
	ls.mu.Lock()
	all := ls.waiting
	ls.waiting = nil
	ls.mu.Unlock()
	for _, l := range all {
		for _, p := range l.places {
			p.Miss()
		}
		close(l.done)
	}
}
