package devtools

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const (
	maxStreams = 32               // pages that are kept up to date at a time
	checkEvery = time.Second      // how often it is looked at what makes no commit
	aliveEvery = 15               // of these looks something is sent in any case
	writeLimit = 10 * time.Second // for one event
)

// streams are the connections of pages that are kept up to date. They end with
// the server.
type streams struct {
	slots chan struct{}

	mu      sync.Mutex
	servers map[*http.Server]chan struct{} // closed when the server shuts down
}

func newStreams() *streams {
	return &streams{slots: make(chan struct{}, maxStreams), servers: map[*http.Server]chan struct{}{}}
}

// serve sends an event for each commit, and one when calls or optimistic changes
// come or go (Server-sent events, HTML Living Standard, section 9.2).
func (s *streams) serve(w http.ResponseWriter, r *http.Request, t *tape) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	default:
		w.Header().Set("Retry-After", "5")
		http.Error(w, "Too many pages are open.", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	ending := s.ending(r.Context())
	notes := t.listeners.add()
	defer t.listeners.remove(notes)
	seen := t.pulse() // before the page hears of the stream, so that it misses nothing
	out := &events{w: w, control: http.NewResponseController(w)}
	out.write("retry: 1000\n\n")
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	looks := 0
	for out.err == nil {
		select {
		case <-r.Context().Done():
			return
		case <-ending:
			return
		case n, ok := <-notes:
			if !ok {
				return // the browser comes again
			}
			out.write(fmt.Sprintf("event: change\ndata: {\"commit\":%d}\n\n", n.seq))
		case <-tick.C:
			if now := t.pulse(); now != seen {
				seen = now
				out.write("event: change\ndata: {}\n\n")
			} else if looks++; looks%aliveEvery == 0 {
				out.write(": still here\n\n")
			}
		}
	}
}

// ending is closed when the server of a request shuts down, which waits for the
// request.
func (s *streams) ending(ctx context.Context) <-chan struct{} {
	server, ok := ctx.Value(http.ServerContextKey).(*http.Server)
	if !ok {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	end, known := s.servers[server]
	if !known {
		end = make(chan struct{})
		s.servers[server] = end
		server.RegisterOnShutdown(sync.OnceFunc(func() { close(end) }))
	}
	return end
}

// events is a response that is written event by event.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
	err     error
}

func (e *events) write(text string) {
	// A writer without deadlines is as good as its server.
	_ = e.control.SetWriteDeadline(time.Now().Add(writeLimit))
	if _, e.err = fmt.Fprint(e.w, text); e.err == nil {
		e.err = e.control.Flush()
	}
	_ = e.control.SetWriteDeadline(time.Time{})
}
