package restclient

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// frame is one run of a render function. What it reads is one state of the
// store, and is remembered. Frame is nil outside of runs.
type frame struct {
	client *Client
	space  *space
	at     *entity.Snapshot
	loop   *loop
	turn   *turn
	waited atomic.Bool // for a server: what was read before is from before that
}

type frameKey struct{}

func (f *frame) context(ctx context.Context) context.Context {
	return context.WithValue(ctx, frameKey{}, f)
}

// ask waits for the server, unless the render function has just asked for the
// same. What the run reads is read again by the next one then, so the store need
// not keep it.
func (f *frame) ask(ctx context.Context, r *read) (any, error) {
	if o, ok := f.outcome(r.key(), r.found); ok {
		return o.value, o.err
	}
	f.waited.Store(true)
	f.at.Release()
	value, err := r.share(ctx)
	f.record(ctx, r.key(), value, err)
	return value, err
}

// note remembers a read, to be done again on some signal.
func (f *frame) note(ctx context.Context, s session, e *endpoint, args any) {
	if !f.notes() {
		return
	}
	ctx = context.WithoutCancel(ctx)
	f.loop.mu.Lock()
	defer f.loop.mu.Unlock()
	f.loop.reads = append(f.loop.reads, func() { refresh(ctx, s.now(), e, args) })
}

// knows reports whether the loop has got the answer to a call that is stale at
// once. Asking for it again, because it has come, would never end.
func (f *frame) knows(key callKey) bool {
	return f != nil && f.space.answers.brief(key, f.loop.since())
}

// notes reports whether what the run reads is remembered.
func (f *frame) notes() bool {
	if f == nil {
		return false
	}
	f.loop.mu.Lock()
	defer f.loop.mu.Unlock()
	return f.loop.keep
}

// outcome returns what the call has led to in this turn, unless it is worth to
// make it again: the answer has been invalidated since.
func (f *frame) outcome(key callKey, status entity.Status) (outcome, bool) {
	f.turn.mu.Lock()
	defer f.turn.mu.Unlock()
	o, ok := f.turn.outcomes[key]
	again := status == entity.Invalid && o.err == nil && o.times < maxAsks
	return o, ok && !again
}

func (f *frame) record(ctx context.Context, key callKey, value any, err error) {
	if ctx.Err() != nil {
		return
	}
	f.turn.mu.Lock()
	defer f.turn.mu.Unlock()
	if f.turn.outcomes == nil {
		f.turn.outcomes = map[callKey]outcome{}
	}
	f.turn.outcomes[key] = outcome{value, err, f.turn.outcomes[key].times + 1}
}

// turn is the runs of a render function after one change, until it need not
// wait any more.
type turn struct {
	mu       sync.Mutex
	outcomes map[callKey]outcome
}

type outcome struct {
	value any
	err   error
	times int
}

const (
	// maxRuns bounds how often a render function is run again at once because it
	// had to wait for data.
	maxRuns = 32
	// maxAsks bounds how often one turn asks for what is invalid.
	maxAsks = 3
)

// follower runs something again and again on one identity of a client, whatever
// it is reset to.
type follower struct {
	session session
	watch   *entity.Watch
	loop    *loop
	joined  func(session) (leave func()) // is told of each space; may be nil
	leave   func()
}

func follow(s session, joined func(session) func()) *follower {
	f := &follower{session: s, watch: s.store().Watch(), loop: &loop{}, joined: joined}
	f.join()
	s.client.loops.add(f.loop)
	return f
}

func (f *follower) join() {
	f.loop.begin(f.session)
	f.leave = func() {}
	if f.joined != nil {
		f.leave = f.joined(f.session)
	}
}

// rejoin goes on in the space that has taken the place of one that was reset.
func (f *follower) rejoin(ctx context.Context) {
	if !f.session.space.wasReset() {
		return
	}
	f.leave()
	f.session = f.session.client.session(ctx)
	f.watch = f.session.store().Instead(f.watch)
	f.join()
}

func (f *follower) close() {
	f.session.client.loops.remove(f.loop)
	f.leave()
	f.watch.Close()
}

func (f *follower) closed() bool {
	select {
	case <-f.session.client.calls.Closed():
		return true
	default:
		return false
	}
}

// settled runs render until all that it reads is there: a run that had to wait
// has read some of it before, and some after that.
func settled(ctx context.Context, f *follower, render func(session) error) error {
	for {
		f.rejoin(ctx)
		err := settle(ctx, f, render)
		if ctx.Err() != nil || !f.session.space.wasReset() {
			return err
		}
	}
}

func settle(ctx context.Context, f *follower, render func(session) error) (err error) {
	s, turn := f.session, &turn{}
	for range maxRuns {
		f.loop.clear()
		run := &frame{client: s.client, space: s.space, loop: f.loop, turn: turn}
		f.watch.Read(func(sn *entity.Snapshot) {
			run.at = sn
			err = render(session{client: s.client, space: s.space, at: sn, frame: run})
		})
		if !run.waited.Load() || ctx.Err() != nil || s.space.wasReset() {
			return err
		}
	}
	return &Error{Op: "live", Kind: KindArgument, Err: ErrUnsettled}
}

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
