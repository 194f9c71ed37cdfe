package live

import (
	"context"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// maxRuns bounds how often a render function is run again at once because it had to
// wait for data.
const maxRuns = 32

// follower runs something again and again on one identity of a client, whatever
// it is reset to.
type follower struct {
	session call.Session
	watch   *store.Watch
	loop    *call.Loop
	joined  func(call.Session) (leave func()) // is told of each space; may be nil
	leave   func()
}

func follow(s call.Session, joined func(call.Session) func()) *follower {
	f := &follower{session: s, watch: s.Store().Watch(), loop: &call.Loop{}, joined: joined}
	f.join()
	s.Client.Loops.Add(f.loop)
	return f
}

func (f *follower) join() {
	f.loop.Begin(f.session.Store().Begin(), f.session.Client.Refetches)
	f.leave = func() {}
	if f.joined != nil {
		f.leave = f.joined(f.session)
	}
}

// rejoin goes on in the space that has taken the place of one that was reset.
func (f *follower) rejoin(ctx context.Context) {
	if !f.session.Space.WasReset() {
		return
	}
	f.leave()
	f.session = f.session.Client.Session()
	f.watch = f.session.Store().Instead(f.watch)
	f.join()
}

func (f *follower) close() {
	f.session.Client.Loops.Remove(f.loop)
	f.leave()
	f.watch.Close()
}

func (f *follower) closed() bool {
	select {
	case <-f.session.Client.Calls.Closed():
		return true
	default:
		return false
	}
}

// settled runs render until all that it reads is there: a run that had to wait
// has read some of it before, and some after that.
func settled(ctx context.Context, f *follower, render func(call.Session) error) error {
	for {
		f.rejoin(ctx)
		err := settle(ctx, f, render)
		if ctx.Err() != nil || !f.session.Space.WasReset() {
			return err
		}
	}
}

func settle(ctx context.Context, f *follower, render func(call.Session) error) (err error) {
	s, turn := f.session, &call.Turn{}
	for range maxRuns {
		f.loop.Clear()
		run := &call.Frame{Loop: f.loop, Turn: turn}
		f.watch.Read(func(sn *store.Snapshot) {
			err = render(call.Session{Client: s.Client, Space: s.Space, At: sn, Frame: run})
		})
		if !run.Waited.Load() || ctx.Err() != nil || s.Space.WasReset() {
			return err
		}
	}
	return s.Client.Faults.Of("live", fault.Argument, fault.ErrUnsettled)
}
