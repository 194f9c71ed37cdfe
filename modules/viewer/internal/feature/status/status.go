// Package status tells programs the state of a description: whether it is there, what
// comes of it, and where links of other viewers lead.
package status

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/oldlink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
)

// Config says what the state is of.
type Config struct {
	Loader     *loader.Loader
	Answers    *answer.Sender
	Log        *slog.Logger
	Live       bool // pages follow the description for as long as they are open
	HideModels bool
}

// Status tells the state. It is safe for concurrent use.
type Status struct {
	Config
	listeners atomic.Int64 // who wait for events
	links     loader.Derived[*oldlink.Index]
}

// New makes a Status.
func New(c Config) *Status {
	s := &Status{Config: c}
	s.links.Make = func(_ context.Context, d *loader.Description) *oldlink.Index {
		return oldlink.New(d.Doc, oldlink.Options{HideModels: c.HideModels})
	}
	return s
}

// Routes are the addresses of the state.
func (s *Status) Routes() []site.Route {
	return []site.Route{
		{Pattern: "_/health", Cache: site.Never, Handler: s.health},
		{Pattern: "_/events", Weight: 1, Cache: site.Never, Handler: s.events},
		{Pattern: "_/resolve", Weight: 1, Cache: site.Never, Handler: s.resolve},
	}
}

// health answers with the state in JSON: 503 until there is something to show, for load
// balancers and those who wait.
func (s *Status) health(w http.ResponseWriter, in *site.Request) bool {
	status := http.StatusOK
	if in.Now.Doc == nil {
		status = http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "1")
		s.Loader.Plan().RetryAfter(w.Header())
	}
	s.Answers.JSON(w, in.Request, status, s.report(in.Now))
	return true
}

// resolve answers where a link of another viewer leads: that of the hash in the query.
func (s *Status) resolve(w http.ResponseWriter, in *site.Request) bool {
	if in.Now.Doc == nil {
		return false
	}
	found, ok := s.links.Of(in.Now.Description).Resolve(in.URL.Query().Get("hash"))
	status := http.StatusOK
	if !ok {
		status = http.StatusNotFound
	}
	s.Answers.JSON(w, in.Request, status, struct {
		URL string `json:"url,omitempty"` // relative to the root
	}{found})
	return true
}

// Report is a state as it is told in JSON.
type Report struct {
	State      loader.Phase `json:"state"`
	Tag        string       `json:"tag"`               // changes with what pages show
	Version    string       `json:"version,omitempty"` // of the description
	Title      string       `json:"title,omitempty"`
	Operations int          `json:"operations,omitempty"`
	Findings   int          `json:"findings,omitempty"` // what is wrong with the description
	Phase      string       `json:"phase,omitempty"`    // of the load that is going on
	Bytes      int64        `json:"bytes,omitempty"`
	Total      int64        `json:"total,omitempty"`
	Tries      int          `json:"tries,omitempty"` // that have failed, when there will be another
	Retry      string       `json:"retry,omitempty"` // from when on, as of RFC 3339
	Error      string       `json:"error,omitempty"`
	Line       int          `json:"line,omitempty"`
	Column     int          `json:"column,omitempty"`
}

// Failure is the report of a description that cannot be shown.
func Failure(err error) Report {
	r := Report{State: loader.Failed}
	r.fail(err)
	return r
}

// fail notes what is wrong with a description, and where.
func (r *Report) fail(err error) {
	r.Error = err.Error()
	var spec *core.SpecError
	if errors.As(err, &spec) {
		r.Error, r.Line, r.Column = spec.Message, spec.Line, spec.Column
	}
}

func (s *Status) report(now *loader.Snapshot) Report {
	r := Report{State: now.Phase(), Tag: now.Tag(), Version: now.Version}
	if now.Doc != nil {
		r.Title, r.Operations, r.Findings = now.Doc.Info.Title, len(now.Doc.Operations), len(now.Doc.Problems)
	}
	if p := s.Loader.Progress(); p != nil {
		r.Phase, r.Bytes, r.Total = p.Phase, p.Bytes, p.Total
	}
	if now.Err != nil {
		if p := s.Loader.Plan(); p.Tries > 0 {
			r.Tries, r.Retry = p.Tries, p.From.UTC().Format(time.RFC3339Nano)
		}
		r.fail(now.Err)
	}
	return r
}

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

// events answers with a stream of the states to come (server-sent events), the present
// one first. It ends with the viewer, with the reader, and, unless pages are live, when
// there is something to show or never will be.
func (s *Status) events(w http.ResponseWriter, in *site.Request) bool {
	h := w.Header()
	if !s.Live && !s.Loader.Awaited(in.Now) {
		w.WriteHeader(http.StatusNoContent) // which tells browsers not to ask again
		return true
	}
	if s.listeners.Add(1) > maxListeners {
		s.listeners.Add(-1)
		h.Set("Retry-After", "30")
		http.Error(w, "Too many readers wait for events.", http.StatusServiceUnavailable)
		return true
	}
	defer s.listeners.Add(-1)
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	if in.Method == http.MethodHead {
		return true
	}
	l := listener{w: w, control: http.NewResponseController(w)}
	if err := s.follow(&l, in.Context()); err != nil {
		s.Log.Debug("events not delivered", "err", err)
	}
	return true
}

// follow tells a listener of every state until the reader or the viewer ends.
func (s *Status) follow(l *listener, reader context.Context) error {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	progress := time.NewTicker(progressEvery)
	defer progress.Stop()
	for {
		now := s.Loader.Current()
		if err := l.tell(s.report(now)); err != nil {
			return err
		}
		if !s.Live && !s.Loader.Awaited(now) {
			return nil
		}
		if s.Loader.Progress() == nil {
			progress.Stop()
		}
		select {
		case <-now.Next():
			progress.Reset(progressEvery)
		case <-progress.C:
		case <-beat.C:
			if err := l.write(": \n\n"); err != nil {
				return err
			}
		case <-reader.Done():
			return nil
		case <-s.Loader.Life().Done():
			return nil
		}
	}
}

// listener is one reader who waits for events.
type listener struct {
	w       http.ResponseWriter
	control *http.ResponseController
	last    string
}

// tell sends a state, unless it is the one that was sent last.
func (l *listener) tell(now Report) error {
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
