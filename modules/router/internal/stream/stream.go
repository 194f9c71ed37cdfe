// Package stream writes a response in parts that reach the client one by one:
//
//	s := stream.New(w, r, stream.Options{Heartbeat: 15 * time.Second, HeartbeatBytes: []byte(":\n\n")})
//	for event := range events {
//		if err := s.Send(event); err != nil {
//			break
//		}
//	}
//	err := s.Close()
package stream

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// ErrClosed is what Send returns after Close.
var ErrClosed = errors.New("stream: closed")

// Options are what New may be told.
type Options struct {
	// Opening is how long a stream sends nothing until the header of the response is
	// sent, by an empty frame. Zero or less: the header waits for the first frame.
	Opening time.Duration

	// Heartbeat is how long a stream is silent until HeartbeatBytes are
	// written. Zero or less, or no bytes: never.
	Heartbeat      time.Duration
	HeartbeatBytes []byte

	// WriteTimeout bounds each write, in place of the server's bound on the
	// whole response. A client that does not read for so long is cut. Zero or
	// less leaves the server's bound in force.
	WriteTimeout time.Duration
}

// Writer is a response on its way. It is safe for concurrent use; only one
// write is under way at any time.
type Writer struct {
	request      *http.Request
	control      *http.ResponseController
	writeTimeout time.Duration
	closing      chan struct{}
	stopped      chan struct{} // closed when nothing is written but what is sent

	turn   chan struct{} // holds one value while somebody uses what is below
	w      http.ResponseWriter
	begun  bool      // something was sent
	sent   time.Time // the last time that something was
	err    error     // of a write, sticky
	closed bool
}

// New takes over w, whose header is complete: nobody else touches w until Close
// has returned. It writes nothing itself, but a goroutine of its own does after
// o.Opening and o.Heartbeat. Whoever calls New calls Close before the handler of r
// returns.
func New(w http.ResponseWriter, r *http.Request, o Options) *Writer {
	s := &Writer{
		request:      r,
		control:      http.NewResponseController(w),
		writeTimeout: o.WriteTimeout,
		closing:      make(chan struct{}),
		stopped:      make(chan struct{}),
		turn:         make(chan struct{}, 1),
		w:            w,
		sent:         time.Now(),
	}
	s.err = s.deadline(time.Time{})
	if len(o.HeartbeatBytes) == 0 {
		o.Heartbeat = 0
	}
	if o.Heartbeat <= 0 && o.Opening <= 0 {
		close(s.stopped)
		return s
	}
	go s.breakSilence(o)
	return s
}

// Send writes frame, which it does not keep, and flushes it to the client. An
// empty frame sends the header of the response. After an error nothing more is
// sent, and every Send returns one: that of the write, one that wraps the
// ctx.Err() of the request, or ErrClosed. A ResponseWriter that cannot flush is an
// error too, which wraps http.ErrNotSupported.
func (s *Writer) Send(frame []byte) error {
	select {
	case s.turn <- struct{}{}:
		defer s.release()
		return s.send(frame)
	case <-s.request.Context().Done():
		return s.ended()
	}
}

// Close waits for the write that is under way, stops the heartbeat, and gives the end
// of the response another WriteTimeout. It returns the error of the write that failed,
// if one has, heartbeats included. Further calls return the same.
func (s *Writer) Close() error {
	s.turn <- struct{}{}
	if !s.closed {
		s.closed = true
		close(s.closing)
		s.finish()
	}
	err := s.err
	s.release()
	<-s.stopped
	return err
}

func (s *Writer) release() { <-s.turn }

// finish sets the deadline for what net/http writes behind the last frame.
func (s *Writer) finish() {
	if s.err == nil {
		s.err = s.deadline(time.Now().Add(s.writeTimeout))
	}
}

// send writes when it is the caller's turn.
func (s *Writer) send(frame []byte) error {
	if s.closed {
		return ErrClosed
	}
	if s.err != nil {
		return s.err
	}
	if s.request.Context().Err() != nil {
		return s.ended()
	}
	s.err = s.write(frame)
	s.begun, s.sent = true, time.Now()
	return s.err
}

func (s *Writer) ended() error {
	return fmt.Errorf("stream: the request has ended: %w", s.request.Context().Err())
}

// write has the deadline to itself: HTTP/2 resets a stream whose deadline
// passes even when nothing is being written.
func (s *Writer) write(frame []byte) error {
	if err := s.deadline(time.Now().Add(s.writeTimeout)); err != nil {
		return err
	}
	if _, err := s.w.Write(frame); err != nil {
		return fmt.Errorf("stream: write: %w", err)
	}
	if err := s.control.Flush(); err != nil {
		return fmt.Errorf("stream: flush: %w", err)
	}
	return s.deadline(time.Time{})
}

// deadline replaces the deadline of writes. A ResponseWriter without deadlines
// has none to outlive.
func (s *Writer) deadline(t time.Time) error {
	if s.writeTimeout <= 0 {
		return nil
	}
	if err := s.control.SetWriteDeadline(t); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return fmt.Errorf("stream: set the write deadline: %w", err)
	}
	return nil
}

// breakSilence opens the response and writes heartbeats, until Close, an error or the
// end of the request.
func (s *Writer) breakSilence(o Options) {
	defer close(s.stopped)
	if o.Opening > 0 && (!s.wait(o.Opening) || s.open() != nil) || o.Heartbeat <= 0 {
		return
	}
	for left := time.Duration(0); s.wait(left); {
		var err error
		if left, err = s.beatAfter(o.Heartbeat, o.HeartbeatBytes); err != nil {
			return
		}
	}
}

// wait reports false when the stream or its request has ended before d has passed.
func (s *Writer) wait(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-s.closing:
	case <-s.request.Context().Done():
	case <-timer.C:
		return true
	}
	return false
}

// open sends the header of the response, unless it was sent.
func (s *Writer) open() error {
	s.turn <- struct{}{}
	defer s.release()
	if s.begun {
		return nil
	}
	return s.send(nil)
}

// beatAfter writes frame when the stream was silent for the interval, and
// returns when to look again.
func (s *Writer) beatAfter(interval time.Duration, frame []byte) (time.Duration, error) {
	s.turn <- struct{}{}
	defer s.release()
	if left := interval - time.Since(s.sent); left > 0 {
		return left, nil
	}
	return interval, s.send(frame)
}
