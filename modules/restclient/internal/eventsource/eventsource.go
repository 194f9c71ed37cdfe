// Package eventsource opens a stream of server-sent events, and opens it again when it
// has ended.
//
//	eventsource.Read(ctx, session, endpoint, &args, config, func(e eventstream.Event, err error) bool { … })
package eventsource

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/eventstream"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
)

// Config says how a stream of events is read.
type Config struct {
	Limit     int
	Retry     time.Duration
	MaxRetry  time.Duration
	LastID    string
	Randomize func() float64 // in [0, 1)
}

// Read yields the events of a stream, which it opens again when it has ended.
func Read(ctx context.Context, s call.Session, e *call.Endpoint, args any, config Config, yield func(eventstream.Event, error) bool) {
	c, err := call.New(s, e, args)
	if err != nil {
		yield(eventstream.Event{}, err)
		return
	}
	running, detach := s.Space.Calls.Attach(ctx)
	defer detach()
	es := &eventSource{Call: c, config: config, lastID: config.LastID, retry: config.Retry}
	es.run(running, yield)
	if errors.Is(context.Cause(running), fault.ErrReset) && !es.left {
		yield(eventstream.Event{}, es.fail(fault.Reset, fault.ErrReset))
	}
}

// eventSource is one stream, opened as often as necessary.
type eventSource struct {
	call.Call
	config Config

	attempts int // to make the last exchange
	lastID   string
	retry    time.Duration
	failed   int  // attempts in a row that brought no event, and ended soon
	left     bool // the loop was left, or has got its last error
}

func (es *eventSource) run(ctx context.Context, yield func(eventstream.Event, error) bool) {
	emit := func(e eventstream.Event, err error) bool {
		es.left = es.left || !yield(e, err)
		return !es.left
	}
	for {
		again, err := es.once(ctx, emit)
		if !again && err != nil && !es.left {
			emit(eventstream.Event{}, err)
			es.left = true
		}
		if !again || es.left || ctx.Err() != nil || !es.pause(ctx, err) {
			return
		}
	}
}

// once opens the stream and reads it to its end. It reports whether to open it
// again.
func (es *eventSource) once(ctx context.Context, emit func(eventstream.Event, error) bool) (again bool, err error) {
	res, err := es.Client.Exchange.Do(es.InSpace(ctx), es.http(ctx))
	es.failed++
	if err != nil {
		return es.refused(ctx, err)
	}
	es.attempts = res.Reply.Attempts
	if res.Status != http.StatusOK && res.Status != http.StatusNoContent {
		return es.refused(ctx, res.Refuse())
	}
	defer res.Body.Close()
	if res.Status == http.StatusNoContent {
		return false, nil
	}
	reply := &answer.Reply{Reply: res.Reply, Request: es.Request}
	wrong := reply.RefuseCodings()
	if res.Reply.Subtype != "event-stream" {
		wrong = answer.ContentError(fmt.Sprintf("want an event stream, have content type %q", res.Header.Get("Content-Type")))
	}
	if wrong != nil {
		return false, es.Client.Faults.Answer(reply, wrong)
	}
	opened := time.Now()
	err = es.read(ctx, res.Body, emit)
	if time.Since(opened) >= es.retry { // it was quiet: servers send comments then
		es.failed = 0
	}
	return true, err
}

// refused reports whether a request that has failed is worth another attempt.
func (es *eventSource) refused(ctx context.Context, err error) (again bool, failure error) {
	if lost, ok := errors.AsType[*exchange.Lost](err); ok {
		lost.Err = exchange.WithCause(ctx, lost.Err)
		return true, es.Client.Faults.Exchange(es.Request, lost)
	}
	refused := es.Client.Faults.Exchange(es.Request, err)
	es.TellStatus(ctx, refused)
	return worthRetry(es.Client.Faults.Find(refused).Status), refused
}

// fail makes an error of the stream as it was opened last.
func (es *eventSource) fail(kind fault.Kind, err error) error {
	failed := es.Client.Faults.New(es.Request, kind, err)
	es.Client.Faults.Find(failed).Attempts = es.attempts
	return failed
}

func (es *eventSource) http(ctx context.Context) *core.Request {
	r := es.Request.HTTP(ctx, exchange.Conditions{})
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Cache-Control", "no-store")
	if es.lastID != "" && !strings.ContainsFunc(es.lastID, unicode.IsControl) { // which no header can hold
		r.Header.Set("Last-Event-ID", es.lastID)
	}
	return r
}

func worthRetry(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500
}

// read yields events until the stream ends, and returns why it does.
func (es *eventSource) read(ctx context.Context, body io.Reader, emit func(eventstream.Event, error) bool) error {
	r := eventstream.NewReader(body, es.config.Limit, es.lastID)
	for {
		e, err := r.Next()
		es.lastID = r.LastID()
		if retry := r.Retry(); retry > 0 {
			es.retry = retry
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, eventstream.ErrTooLarge):
			err = es.fail(fault.TooLarge, err)
		case errors.Is(err, eventstream.ErrEncoding):
			err = es.fail(fault.Decode, err)
		case err != nil:
			return es.Client.Faults.Exchange(es.Request, &exchange.Lost{Attempts: es.attempts, Err: exchange.WithCause(ctx, err)})
		}
		es.failed = 0
		if !emit(e, err) {
			return nil
		}
	}
}

// pause waits before the next attempt, as long as the answer to the last one asks for at
// least. It is false when ctx ends first.
func (es *eventSource) pause(ctx context.Context, err error) bool {
	wait := es.wait()
	if failure := es.Client.Faults.Find(err); failure != nil {
		wait = max(wait, min(failure.RetryAfter, call.LongestWait))
	}
	es.Client.Logger.DebugContext(ctx, "event stream ended", "op", es.Request.Op, "err", err, "wait", wait)
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

func (es *eventSource) wait() time.Duration {
	wait := es.retry
	for range es.failed - 1 {
		wait = min(2*wait, max(es.config.MaxRetry, es.retry))
	}
	return wait + time.Duration(es.config.Randomize()*float64(wait)/2)
}
