package call

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Frame is one run of a render function. What it reads is one state of the
// store, and is remembered. Frame is nil outside of runs.
type Frame struct {
	Client *Client
	Space  *Space
	At     *store.Snapshot
	Loop   *Loop
	Turn   *Turn
	Waited atomic.Bool // for a server: what was read before is from before that
}

type frameKey struct{}

// Context returns a context for what the render function reads.
func (f *Frame) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, frameKey{}, f)
}

// ask waits for the server, unless the render function has just asked for the
// same. What the run reads is read again by the next one then, so the store need
// not keep it.
func (f *Frame) ask(ctx context.Context, r *read) (any, error) {
	if o, ok := f.outcome(r.key(), r.found); ok {
		return o.value, o.err
	}
	f.Waited.Store(true)
	f.At.Release()
	value, err := r.share(ctx)
	f.record(ctx, r.key(), value, err)
	return value, err
}

// note remembers a read, to be done again on some signal.
func (f *Frame) note(ctx context.Context, s Session, e *Endpoint, args any) {
	if !f.Notes() {
		return
	}
	ctx = context.WithoutCancel(ctx)
	f.Loop.mu.Lock()
	defer f.Loop.mu.Unlock()
	f.Loop.reads = append(f.Loop.reads, func() { refresh(ctx, s.Now(), e, args) })
}

// knows reports whether the loop has got the answer to a call that is stale at
// once. Asking for it again, because it has come, would never end.
func (f *Frame) knows(key Key) bool {
	return f != nil && f.Space.Answers.brief(key, f.Loop.since())
}

// Notes reports whether what the run reads is remembered.
func (f *Frame) Notes() bool {
	if f == nil {
		return false
	}
	f.Loop.mu.Lock()
	defer f.Loop.mu.Unlock()
	return f.Loop.keep
}

// outcome returns what the call has led to in this turn, unless it is worth to
// make it again: the answer has been invalidated since.
func (f *Frame) outcome(key Key, status store.Status) (outcome, bool) {
	f.Turn.mu.Lock()
	defer f.Turn.mu.Unlock()
	o, ok := f.Turn.outcomes[key]
	again := status == store.Invalid && o.err == nil && o.times < maxAsks
	return o, ok && !again
}

func (f *Frame) record(ctx context.Context, key Key, value any, err error) {
	if ctx.Err() != nil {
		return
	}
	f.Turn.mu.Lock()
	defer f.Turn.mu.Unlock()
	if f.Turn.outcomes == nil {
		f.Turn.outcomes = map[Key]outcome{}
	}
	f.Turn.outcomes[key] = outcome{value, err, f.Turn.outcomes[key].times + 1}
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

// maxAsks bounds how often one turn asks for what is invalid.
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

// Begin says in which session the loop reads from now on.
func (l *Loop) Begin(s Session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.began, l.keep = s.Store().Begin(), s.Client.Refetches
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
