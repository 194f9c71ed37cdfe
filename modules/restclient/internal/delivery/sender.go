package delivery

import (
	"slices"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
)

// sender sends what is in a queue, one mutation after the other.
type sender struct {
	queue     *outbox.Queue
	perEntity bool                         // only mutations of one entity hold up each other
	closing   <-chan struct{}              // closed with the client
	deliver   func(outbox.Entry, *waiting) // makes one attempt
	ended     sync.WaitGroup               // of run
	wake      chan struct{}                // wakes run

	mu *sync.Mutex // of the queue

	// The mutex guards what follows.
	waiting map[string]*waiting // by ID
	online  bool
	closed  bool
	running bool   // run runs
	sending string // the ID of what is being sent
}

// start has what is in the queue sent, unless that is being done.
func (s *sender) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running {
		select {
		case s.wake <- struct{}{}:
		default:
		}
		return
	}
	if s.isClosed() || !s.online || s.queue.Len() == 0 {
		return
	}
	s.running = true
	s.ended.Add(1)
	go s.run()
}

// isClosed reports whether nothing is sent any more. The mutex is held.
func (s *sender) isClosed() bool {
	select {
	case <-s.closing:
		return true
	default:
		return s.closed
	}
}

// close ends what sends, and waits for it. What is in the queue stays there.
func (s *sender) close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.start() // wakes it
	s.ended.Wait()
}

// run sends until the queue is empty, or there is no network.
func (s *sender) run() {
	defer s.ended.Done()
	for {
		entry, one, pause, more := s.next()
		switch {
		case !more:
			return
		case pause > 0:
			s.pause(pause)
		default:
			s.deliver(entry, one)
		}
	}
}

func (s *sender) pause(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-s.wake:
	case <-s.closing:
	}
}

// next returns what is to be sent now, or how long to wait for something. More
// is false when that has ended.
func (s *sender) next() (entry outbox.Entry, one *waiting, pause time.Duration, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	entries := s.queue.Entries()
	if s.isClosed() || !s.online || len(entries) == 0 {
		s.running, s.sending = false, ""
		return entry, nil, 0, false
	}
	now := time.Now()
	var held []outbox.Entry
	for _, e := range entries {
		w := s.waiting[e.ID]
		if w == nil { // it is just being queued
			pause = time.Millisecond
			break
		}
		wait := w.due.Sub(now)
		if wait <= 0 && !slices.ContainsFunc(held, func(other outbox.Entry) bool { return e.DependsOn(&other) }) {
			s.sending = e.ID
			return e, w, 0, true
		}
		if wait > 0 && (pause == 0 || wait < pause) {
			pause = wait
		}
		if !s.perEntity {
			break
		}
		held = append(held, e)
	}
	s.sending = ""
	return entry, nil, pause, true
}
