package drafts

import (
	"container/list"
	"context"
	"errors"
	"net/http"
	"sync"
	"time"
)

// Draft answers for one description. It is used concurrently.
type Draft interface {
	http.RoundTripper
	// Shown is what the page that has sent the description is told, in JSON. Root is
	// that of its reference, relative to that of the viewer.
	Shown(root string) any
	// Memory is about how many bytes it takes now.
	Memory() int
	// Close ends it and what it is doing.
	Close() error
}

// Limits bound what visitors can have shown. All are positive.
type Limits struct {
	Bytes     int // of the text of a description
	Kept      int // descriptions
	KeptBytes int // that those take
	PerMinute int // descriptions of one client
	Loads     int // descriptions that are read at the same time
}

// pause is how many seconds a client that was refused waits until it is allowed.
func (l Limits) pause() int { return (60 + l.PerMinute - 1) / l.PerMinute }

// maxWait is how long a description waits for others to be read.
const maxWait = 10 * time.Second

// store holds what visitors have sent. It is safe for concurrent use.
type store struct {
	limits Limits
	ended  error         // of what is asked for after close
	loads  chan struct{} // holds a token for each one that is being read

	mu     sync.Mutex
	order  *list.List // of *stored, the one asked for last in front
	byID   map[string]*list.Element
	bytes  int // the weights of all
	closed bool
}

// stored is a description that is kept.
type stored struct {
	id     string
	draft  Draft
	weight int // what it takes, in bytes
}

func newStore(l Limits, ended error) *store {
	return &store{limits: l, ended: ended, loads: make(chan struct{}, l.Loads), order: list.New(), byID: map[string]*list.Element{}}
}

// find returns a description that is kept, nil when it is not.
func (s *store) find(id string) Draft {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.byID[id]
	if !ok {
		return nil
	}
	s.order.MoveToFront(e)
	return e.Value.(*stored).draft
}

// errBusy says that too many descriptions are being read.
var errBusy = errors.New("too many descriptions are being read; try again in a moment")

// show opens a description unless it is kept, and keeps it. The error is that of open,
// errBusy, that of a store which is closed, or that of ctx.
func (s *store) show(ctx context.Context, id string, open func(context.Context) (Draft, error)) (Draft, error) {
	if draft := s.find(id); draft != nil {
		return draft, nil
	}
	wait := time.NewTimer(maxWait)
	defer wait.Stop()
	select {
	case s.loads <- struct{}{}:
		defer func() { <-s.loads }()
	case <-wait.C:
		return nil, errBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if draft := s.find(id); draft != nil {
		return draft, nil
	}
	draft, err := open(ctx)
	if err != nil {
		return nil, err
	}
	return s.keep(&stored{id, draft, draft.Memory()})
}

// keep makes room for a description, of which there may be one by now.
func (s *store) keep(d *stored) (Draft, error) {
	s.mu.Lock()
	var gone []Draft
	defer func() {
		s.mu.Unlock()
		closeAll(gone)
	}()
	if s.closed {
		gone = append(gone, d.draft)
		return nil, s.ended
	}
	if e, ok := s.byID[d.id]; ok {
		gone = append(gone, d.draft)
		return e.Value.(*stored).draft, nil
	}
	s.byID[d.id] = s.order.PushFront(d)
	s.bytes += d.weight
	gone = s.room()
	return d.draft, nil
}

// weigh notes what a description takes after a page of it was made.
func (s *store) weigh(id string) {
	s.mu.Lock()
	var gone []Draft
	if e, ok := s.byID[id]; ok {
		d := e.Value.(*stored)
		s.bytes -= d.weight
		d.weight = d.draft.Memory()
		s.bytes += d.weight
		gone = s.room()
	}
	s.mu.Unlock()
	closeAll(gone)
}

// room forgets what there is no room for, but not what was asked for last. The
// caller holds mu.
func (s *store) room() []Draft {
	var gone []Draft
	for s.order.Len() > 1 && (s.order.Len() > s.limits.Kept || s.bytes > s.limits.KeptBytes) {
		gone = append(gone, s.drop(s.order.Back()))
	}
	return gone
}

// drop forgets a description. The caller holds mu.
func (s *store) drop(e *list.Element) Draft {
	d := e.Value.(*stored)
	s.order.Remove(e)
	delete(s.byID, d.id)
	s.bytes -= d.weight
	return d.draft
}

func closeAll(drafts []Draft) {
	for _, d := range drafts {
		_ = d.Close() // which has nothing to lose
	}
}

// forget drops a description that nothing needs any more.
func (s *store) forget(id string) {
	s.mu.Lock()
	var gone []Draft
	if e, ok := s.byID[id]; ok {
		gone = append(gone, s.drop(e))
	}
	s.mu.Unlock()
	closeAll(gone)
}

// close forgets everything and keeps nothing any more.
func (s *store) close() {
	s.mu.Lock()
	s.closed = true
	var gone []Draft
	for s.order.Len() > 0 {
		gone = append(gone, s.drop(s.order.Back()))
	}
	s.mu.Unlock()
	closeAll(gone)
}
