// Package fault says why a call has failed.
//
//	maker := fault.Maker{Make: makeError, Find: findError}
//	err := maker.Exchange(request, lost) // an error of the API, with a Record inside
//
// It knows what a failed call leaves behind, and not the type of error that users
// see: a Maker makes that of a Record, and finds the Record again.
package fault

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// Kind says at which step a call failed.
type Kind string

// The kinds, in the order of the steps.
const (
	Declaration Kind = "declaration"
	Argument    Kind = "argument"
	Network     Kind = "network"
	Timeout     Kind = "timeout"
	Canceled    Kind = "canceled"
	Status      Kind = "status"
	TooLarge    Kind = "too large"
	ContentType Kind = "content type"
	Decode      Kind = "decode"
	Schema      Kind = "schema"
	NoValue     Kind = "no value"
	Conflict    Kind = "conflict"
	Reset       Kind = "reset"
	Queued      Kind = "queued"
	Page        Kind = "page"
)

// Causes that the code of calls looks for.
var (
	ErrNoController = errors.New("restclient: no client in the context")
	ErrClosed       = errors.New("restclient: client is closed")
	ErrEvicted      = fmt.Errorf("%w: its identity has made room for others", ErrClosed)
	ErrReset        = errors.New("restclient: client was reset")
	ErrQueued       = errors.New("to be sent when there is a network")
	ErrUnsettled    = errors.New("restclient: each run waits for something new")
	ErrNotFound     = core.ErrNotFound                  // 404, 410
	ErrPrecondition = errors.New("precondition failed") // 412
)

// Record is what is known of a call that has failed. Its fields are those of
// restclient.Error, which says what they mean: each is converted to the other.
type Record struct {
	Op     string
	Kind   Kind
	Method string
	URL    string

	Status  int
	Header  http.Header
	Body    []byte
	Problem *problem.Problem

	Attempts   int
	RetryAfter time.Duration

	Applied        bool
	OutcomeUnknown bool

	Err error
}

// Maker makes the errors of an API, and finds out what is known of them.
type Maker struct {
	Make func(*Record) error
	// Find returns the record of the first error of the API in the chain of err, nil
	// when the chain has none.
	Find func(err error) *Record
}

// New makes the error of a request.
func (m Maker) New(r *answer.Request, kind Kind, err error) error {
	return m.Make(newRecord(r, kind, err))
}

// Of makes the error of what is no request, such as a loop.
func (m Maker) Of(op string, kind Kind, err error) error {
	return m.Make(&Record{Op: op, Kind: kind, Err: err})
}

// Wrapped makes an error of the API of another error: the end of a context, or
// ErrClosed.
func (m Maker) Wrapped(r *answer.Request, err error) error {
	if m.Find(err) != nil {
		return err
	}
	return m.New(r, KindOf(err), err)
}

// Exchange makes the error of what package exchange says.
func (m Maker) Exchange(r *answer.Request, err error) error { return m.Make(ofExchange(r, err)) }

// Answer makes the error of a response whose body is not what was asked for.
func (m Maker) Answer(r *answer.Reply, err error) error {
	kind := kindOfAnswer(err)
	if kind == Decode {
		if charset := r.Charset(); charset != "" {
			kind = ContentType
			err = fmt.Errorf("want JSON in UTF-8 (RFC 8259, section 8.1), have charset %q: let the server send UTF-8, or a middleware convert the body: %w", charset, err)
		} else if text := r.NoJSON(); text != "" {
			err = fmt.Errorf("%w: the body begins with %q", err, text)
		}
	}
	return m.Reply(r.Request, &r.Reply, kind, err)
}

// Reply makes the error of a response that cannot be used. A mutation that was
// answered with 2xx has taken effect, unless it was something before the server
// that has answered.
func (m Maker) Reply(r *answer.Request, reply *exchange.Reply, kind Kind, err error) error {
	return m.Make(ofReply(r, reply, kind, err))
}

// Attempts is how often the request was made that an error is about.
func (m Maker) Attempts(err error) int {
	if f := m.Find(err); f != nil {
		return f.Attempts
	}
	return 0
}

// Because is the error of a call, with a record or without, with why it was ended. The
// error itself may be that of others, too.
func (m Maker) Because(cause, err error) error {
	if errors.Is(err, cause) {
		return err
	}
	f := m.Find(err)
	if f == nil {
		return fmt.Errorf("%w: %w", cause, err)
	}
	told := *f
	told.Err = fmt.Errorf("%w: %w", cause, f.Err)
	told.Kind = KindOf(told.Err)
	return m.Make(&told)
}

// Ended gives the error of a call the kind of what has ended its context.
func (m Maker) Ended(ctx context.Context, err error) error {
	f := m.Find(err)
	if f == nil || context.Cause(ctx) == nil || f.Kind != Canceled && f.Kind != Network {
		return err
	}
	told := *f
	told.Err = exchange.WithCause(ctx, f.Err)
	told.Kind = KindOf(told.Err)
	return m.Make(&told)
}

// KindOf sorts what a transport, or the reading of a body, returned.
func KindOf(err error) Kind {
	var netErr net.Error
	switch {
	case errors.Is(err, ErrReset):
		return Reset
	case errors.Is(err, exchange.ErrTooLarge):
		return TooLarge
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout
	case errors.Is(err, context.Canceled), errors.Is(err, ErrClosed):
		return Canceled
	case errors.As(err, &netErr) && netErr.Timeout():
		return Timeout
	}
	return Network
}

// kindOfAnswer sorts why the body of a 2xx response cannot be used.
func kindOfAnswer(err error) Kind {
	switch {
	case is[answer.ContentError](err):
		return ContentType
	case errors.Is(err, answer.ErrNoValue):
		return NoValue
	case errors.Is(err, exchange.ErrTooLarge):
		return TooLarge
	case is[answer.MismatchError](err), is[*store.KeyError](err), is[*store.InvalidError](err), is[*store.MembersError](err):
		return Schema
	}
	return Decode
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func newRecord(r *answer.Request, kind Kind, err error) *Record {
	f := &Record{Op: r.Op, Kind: kind, Err: err}
	if r.URL != "" {
		f.Method, f.URL = r.Method, redact.URL(r.URL)
	}
	return f
}

func ofExchange(r *answer.Request, err error) *Record {
	switch err := err.(type) {
	case *exchange.Refused:
		f := ofReply(r, &err.Reply, Status, err.Err)
		f.Problem = readProblem(err.Reply.Subtype, err.Reply.Body)
		f.RetryAfter, _ = policy.RetryAfter(err.Reply.Header, time.Now())
		return f
	case *exchange.Unread:
		return ofReply(r, &err.Reply, KindOf(err.Err), err.Err)
	case *exchange.Lost:
		f := newRecord(r, KindOf(err.Err), err.Err)
		f.Attempts = err.Attempts
		f.OutcomeUnknown = r.Mutates && err.MaybeSent
		if open, ok := errors.AsType[*policy.OpenError](err.Err); ok {
			f.RetryAfter = open.RetryAfter
		}
		return f
	}
	return newRecord(r, KindOf(err), err)
}

func ofReply(r *answer.Request, reply *exchange.Reply, kind Kind, err error) *Record {
	f := newRecord(r, kind, err)
	f.Attempts = reply.Attempts
	f.Status, f.Header = reply.Status, reply.Header
	f.Body = reply.Body[:min(len(reply.Body), maxBody)]
	switch {
	case !r.Mutates:
	case reply.IsSuccess():
		f.OutcomeUnknown = reply.IsHTML() && kind != NoValue // a page has a body
		f.Applied = !f.OutcomeUnknown
	default:
		f.OutcomeUnknown = reply.MaybeDone || leavesOpen(reply.Status)
	}
	return f
}

// leavesOpen reports whether a mutation that has such a status may have been done: a
// redirect to something else may be the answer to it (RFC 9110, sections 15.4.2 to
// 15.4.4), and a gateway does not know what the server has done (sections 15.6.3 and
// 15.6.5).
func leavesOpen(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusBadGateway, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// maxBody is how much of a body a Record keeps.
const maxBody = 64 << 10

// readProblem returns nil for a body that is not one.
func readProblem(subtype string, body []byte) *problem.Problem {
	if subtype != "problem+json" {
		return nil
	}
	p, err := problem.Read(body)
	if err != nil {
		return nil
	}
	return &p
}
