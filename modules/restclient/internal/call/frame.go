package call

import (
	"sync"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Frame is one run of a render function. What it reads is one state of the
// store, and is remembered. Frame is nil outside of runs.
type Frame struct {
	Loop   *Loop
	Turn   *Turn
	Waited atomic.Bool // for a server: what was read before is from before that
}

// Notes reports whether what the run reads is remembered, to be read again on some
// signal.
func (f *Frame) Notes() bool {
	if f == nil {
		return false
	}
	f.Loop.mu.Lock()
	defer f.Loop.mu.Unlock()
	return f.Loop.keep
}

// Turn is the runs of a render function after one change, until it need not
// wait any more.
type Turn struct {
	mu       sync.Mutex
	outcomes map[Key]outcome
}

type outcome struct {
	value any
	err   error
	times int
}

// outcome returns what the call has led to in this turn, unless it is worth to
// make it again: the answer has been invalidated or deleted since.
func (t *Turn) outcome(key Key, gone bool) (outcome, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	o, ok := t.outcomes[key]
	again := gone && o.err == nil && o.times < maxAsks
	return o, ok && !again
}

func (t *Turn) record(key Key, value any, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.outcomes == nil {
		t.outcomes = map[Key]outcome{}
	}
	t.outcomes[key] = outcome{value, err, t.outcomes[key].times + 1}
}

// maxAsks bounds how often one turn asks for what is gone.
const maxAsks = 3

// loops are the Live, UseLive and Watch loops of a client that are running.
type loops struct {
	mu  sync.Mutex
	all map[*Loop]struct{}
}

func newLoops() *loops { return &loops{all: map[*Loop]struct{}{}} }

// Add has a loop read again by Refresh, until it is removed.
func (ls *loops) Add(l *Loop) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	ls.all[l] = struct{}{}
}

// Remove takes a loop out.
func (ls *loops) Remove(l *Loop) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	delete(ls.all, l)
}

// Count returns the number of loops that are running.
func (ls *loops) Count() int {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	return len(ls.all)
}

// Refresh reads again what the loops have read that is not fresh.
func (ls *loops) Refresh() {
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

// Loop is what is known about one of them.
type Loop struct {
	mu    sync.Mutex
	began store.Stamp
	keep  bool     // what it reads is needed
	reads []func() // read again what the last run has read
}

// Begin says from when on the loop reads, and whether what it reads is needed.
func (l *Loop) Begin(began store.Stamp, keep bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.began, l.keep = began, keep
}

// add remembers how to read again what was read.
func (l *Loop) add(read func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reads = append(l.reads, read)
}

func (l *Loop) since() store.Stamp {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.began
}

// Clear forgets what was read, before the next run.
func (l *Loop) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reads = nil
}

func (l *Loop) all() []func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reads
}
