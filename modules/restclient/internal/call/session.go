package call

import (
	"context"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/share"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Space is what belongs together and is shared with nothing else: the data of
// one identity, and the calls for it that are under way.
type Space struct {
	number    uint64 // 0 for the first; those that take the place of others have greater ones
	Store     *store.Store
	Calls     *share.Scope[Key] // ends when another space takes the place of this
	mutations share.Queue[entityKey]
	Answers   answers
	batches   batches
	looks     looks
	// The last errors of reads, and what servers have said of the state of answers, by
	// what identifies these. They are found once, and made when they are needed.
	failures, validators func() *store.Values
}

// entityKey names an entity, whose mutations wait for each other.
type entityKey struct {
	collection string
	key        any
}

// End ends a space whose place another has taken.
func (sp *Space) End() {
	sp.Calls.End(fault.ErrReset)
	sp.Store.Wake()
}

// WasReset reports whether another space has taken the place of this one.
func (sp *Space) WasReset() bool {
	select {
	case <-sp.Calls.Ended():
		return true
	default:
		return false
	}
}

// Info is a call that is under way.
type Info struct {
	Request *answer.Request
	Purpose Purpose
	Began   time.Time
}

// UnderWay returns the calls that are under way.
func (sp *Space) UnderWay() []Info {
	var all []Info
	for _, call := range sp.Calls.Calls() {
		if t, ok := call.About.(interface{ about() Info }); ok {
			info := t.about()
			info.Began = call.Began
			all = append(all, info)
		}
	}
	return all
}

// Reading returns the reads that are under way.
func (sp *Space) Reading() (all []Call) {
	for _, call := range sp.Calls.Calls() {
		if r, ok := call.About.(interface{ asked() Call }); ok {
			all = append(all, r.asked())
		}
	}
	return all
}

// Session is one use of a client.
type Session struct {
	Client *Client
	Space  *Space
	// At is the state that is read: nil for the newest, else that of the render
	// function that reads it.
	At *store.Snapshot
	// Frame is the run of the render function; nil outside of them.
	Frame *Frame
}

type renderingKey struct{}

// Context returns a context for what the render function of the session reads.
func (s Session) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, renderingKey{}, s)
}

// Rendering returns the session of the render function that is running, if it
// is for the client.
func Rendering(ctx context.Context, c *Client) (Session, bool) {
	s, ok := ctx.Value(renderingKey{}).(Session)
	if !ok || s.Client != c && s.Client.Parent != c {
		return Session{}, false
	}
	return s, true
}

// Now is the session as it reads the newest state.
func (s Session) Now() Session { return Session{Client: s.Client, Space: s.Space} }

// Store is where the session reads and writes.
func (s Session) Store() *store.Store { return s.Space.Store }

// Commit runs f, whose writes become visible at once.
func (s Session) Commit(w store.Write, f func(store.Write)) { s.Store().Commit(w, f) }

// HasShortWay reports whether the arguments of an endpoint alone find what is
// stored.
func (s Session) HasShortWay(e *Endpoint) bool {
	return e != nil && e.Stored != nil && e.Declared.Err == nil && s.Client != nil
}

// Seq is the number of the commit that the newest state is of, 0 without a client.
func (s Session) Seq() uint64 {
	if s.Client == nil {
		return 0
	}
	return s.Store().Seq()
}

// Trusts reports whether what was found after the commit seq, and is fresh, is known to
// have been fresh itself, or need not be. A render function shows one state, and runs again
// for the next one.
func (s Session) Trusts(e *Endpoint, seq uint64) bool {
	return s.At != nil || s.Store().Lasts(seq) || e.ExpirySet && !e.InvalidIfStale
}

// knows reports whether the render function that is running has got the answer to a
// call that is stale at once. Asking for it again, because it has come, would never
// end.
func (s Session) knows(key Key) bool {
	return s.Frame != nil && s.Space.Answers.brief(key, s.Frame.Loop.since())
}

// Served tells the observers, if there are any, that the store has answered.
func (s Session) Served(ctx context.Context, e *Endpoint, state CacheState) {
	if s.Client.Observing != nil {
		s.tellServed(ctx, e, state)
	}
}

func (s Session) tellServed(ctx context.Context, e *Endpoint, state CacheState) {
	s.Client.Observing.Served(ctx, Operation{Name: e.Declared.Name, Purpose: ForRead, Cache: state, Method: e.Declared.Method, Template: e.Declared.Path, Identity: s.Client.ID})
}
