package restclient

import (
	"context"
	"sync"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// loops are the Live, UseLive and Watch loops of a client that are running.
type loops struct {
	mu  sync.Mutex
	all map[*loop]struct{}
}

func newLoops() *loops { return &loops{all: map[*loop]struct{}{}} }

func (ls *loops) add(l *loop) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	ls.all[l] = struct{}{}
}

func (ls *loops) remove(l *loop) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	delete(ls.all, l)
}

// refresh reads again what the loops have read that is not fresh.
func (ls *loops) refresh() {
	ls.mu.Lock()
	var reads []func()
	for l := range ls.all {
		reads = append(reads, l.all()...)
	}
	ls.mu.Unlock()
	for _, refresh := range reads {
		refresh()
	}
}

// loop is what is known about one of them.
type loop struct {
	mu    sync.Mutex
	began entity.Stamp
	keep  bool     // what it reads is needed
	reads []func() // read again what the last run has read
}

func (l *loop) begin(s session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.began, l.keep = s.store().Begin(), len(s.client.config.refetchOn) > 0
}

func (l *loop) since() entity.Stamp {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.began
}

func (l *loop) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reads = nil
}

func (l *loop) all() []func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reads
}

// refresh reads again in the background what is not fresh.
func refresh(ctx context.Context, s session, e *endpoint, args any) {
	r, err := newRead(s, e, args)
	if err != nil {
		return
	}
	if _, status := r.lookup(s); status != entity.Fresh {
		r.revalidate(ctx)
	}
}
