package viewer

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
)

const (
	// maxListeners is how many readers may wait for events at the same time.
	maxListeners = 512
	// heartbeat is how long a stream is silent at most, so that proxies keep it
	// open and readers that are gone are noticed.
	heartbeat = 15 * time.Second
	// progressEvery is how often a load that is going on is told of.
	progressEvery = 200 * time.Millisecond
	// writeWithin is how long a reader may take for one event.
	writeWithin = 10 * time.Second
)

// serveEvents answers with a stream of the states to come (server-sent events),
// the present one first. It ends with the viewer, with the reader, and, unless
// pages are live, when there is something to show or never will be.
func (v *Viewer) serveEvents(w http.ResponseWriter, r *http.Request, _ mount.Place) bool {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	if !v.settings.Live && !v.loader.Awaited(v.loader.Current()) {
		w.WriteHeader(http.StatusNoContent) // which tells browsers not to ask again
		return true
	}
	if v.listeners.Add(1) > maxListeners {
		v.listeners.Add(-1)
		h.Set("Retry-After", "30")
		http.Error(w, "Too many readers wait for events.", http.StatusServiceUnavailable)
		return true
	}
	defer v.listeners.Add(-1)
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	if r.Method == http.MethodHead {
		return true
	}
	l := listener{w: w, control: http.NewResponseController(w)}
	if err := l.follow(v, r); err != nil {
		v.log.Debug("events not delivered", "err", err)
	}
	return true
}

// listener is one reader who waits for events.
type listener struct {
	w       http.ResponseWriter
	control *http.ResponseController
	last    string
}

// follow tells of every state until the reader or the viewer ends.
func (l *listener) follow(v *Viewer, r *http.Request) error {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	progress := time.NewTicker(progressEvery)
	defer progress.Stop()
	for {
		s := v.loader.Current()
		if err := l.tell(v.report(s)); err != nil {
			return err
		}
		if !v.settings.Live && !v.loader.Awaited(s) {
			return nil
		}
		if v.loader.Progress() == nil {
			progress.Stop()
		}
		select {
		case <-s.Next():
			progress.Reset(progressEvery)
		case <-progress.C:
		case <-beat.C:
			if err := l.write(": \n\n"); err != nil {
				return err
			}
		case <-r.Context().Done():
			return nil
		case <-v.loader.Life().Done():
			return nil
		}
	}
}

// tell sends a state, unless it is the one that was sent last.
func (l *listener) tell(now report) error {
	data, err := json.Marshal(now)
	if err != nil || string(data) == l.last {
		return err
	}
	l.last = string(data)
	return l.write(fmt.Sprintf("event: state\ndata: %s\n\n", data))
}

// write sends a part of the stream at once. The reader gets a deadline of its
// own, in place of the one that the server has for whole answers.
func (l *listener) write(text string) error {
	_ = l.control.SetWriteDeadline(time.Now().Add(writeWithin)) // where it is supported
	if _, err := l.w.Write([]byte(text)); err != nil {
		return err
	}
	return l.control.Flush()
}
