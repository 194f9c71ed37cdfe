package restclient

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// Kind says at which step a call failed.
type Kind string

// The kinds of errors, in the order of the steps.
const (
	KindDeclaration Kind = "declaration"  // the endpoint was declared wrongly
	KindArgument    Kind = "argument"     // arguments or body cannot be sent; nothing was
	KindNetwork     Kind = "network"      // no response, or only a part of one
	KindTimeout     Kind = "timeout"      // the deadline passed
	KindCanceled    Kind = "canceled"     // the context was cancelled, or the client closed
	KindStatus      Kind = "status"       // a status other than 2xx
	KindTooLarge    Kind = "too large"    // a body above the limit
	KindContentType Kind = "content type" // a 2xx body that is not what was asked for
	KindDecode      Kind = "decode"       // a body that is not one whole JSON value of the type
	KindSchema      Kind = "schema"       // JSON that does not identify an entity, or that its Validate refuses
	KindNoValue     Kind = "no value"     // success without the body that was needed
	KindConflict    Kind = "conflict"     // Edit gave up: somebody else has changed or deleted the entity
	KindReset       Kind = "reset"        // the client was reset while the call was under way
	KindQueued      Kind = "queued"       // a mutation will be sent when there is a network, see WithOutbox
)

// Sentinels for errors.Is.
var (
	ErrNoController = errors.New("restclient: no client in the context")
	ErrClosed       = errors.New("restclient: client is closed")
	ErrNoValue      = answer.ErrNoValue
	ErrReset        = errors.New("restclient: client was reset")
	ErrQueued       = errors.New("to be sent when there is a network")
	ErrOutboxFull   = outbox.ErrFull
	ErrUnsettled    = errors.New("restclient: each run waits for something new")

	ErrBadRequest      = errors.New("bad request")         // 400
	ErrUnauthorized    = errors.New("unauthorized")        // 401
	ErrForbidden       = errors.New("forbidden")           // 403
	ErrNotFound        = core.ErrNotFound                  // 404, 410
	ErrConflict        = errors.New("conflict")            // 409
	ErrPrecondition    = errors.New("precondition failed") // 412
	ErrUnprocessable   = errors.New("unprocessable")       // 422
	ErrTooManyRequests = errors.New("too many requests")   // 429
	ErrServer          = errors.New("server error")        // 5xx
)

// Error is the one error of calls: what was called, how far it came, and what
// the server said.
type Error struct {
	Op     string // the endpoint, such as "Todo.get"
	Kind   Kind
	Method string
	URL    string // user info and secret query values are redacted

	// What the server said; zero when no response arrived.
	Status  int
	Header  http.Header
	Body    []byte   // the first 64 KiB
	Problem *Problem // of an application/problem+json body (RFC 9457), else nil

	// Attempts is how often the request was made: 1, and one more for each
	// repetition by a policy of WithMiddleware, such as policy.Retry. It is 0 when
	// nothing was sent, and for a caller who has left before the end.
	Attempts int
	// RetryAfter is how long the server, or a breaker, asks to wait (RFC 9110,
	// section 10.2.3); 0 when it does not say.
	RetryAfter time.Duration

	// Applied says that a mutation has taken effect: the server has answered with
	// 2xx, and only the answer cannot be read. Sending it again would do it twice.
	// What it may have changed is stale. OutcomeUnknown is false then.
	Applied bool
	// OutcomeUnknown says that a mutation may or may not have taken effect: the
	// connection was lost, or the call ended, after it may have been sent, or there
	// was an HTML page in place of the answer. What it may have changed is stale.
	OutcomeUnknown bool

	Err error // the cause; nil for KindStatus, unless a new token could not be had after 401
}

// Error says all but headers and body. Secrets in the URL are redacted, also
// where the cause repeats them.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Op)
	if e.Method != "" {
		fmt.Fprintf(&b, " %s %s", e.Method, e.URL)
	}
	fmt.Fprintf(&b, ": %s", e.reason())
	switch {
	case e.Applied:
		b.WriteString(" (the server has done it)")
	case e.OutcomeUnknown:
		b.WriteString(" (unknown outcome: the server may have done it)")
	}
	return b.String()
}

func (e *Error) reason() string {
	switch {
	case e.Kind == KindStatus && e.Problem != nil:
		return fmt.Sprintf("%d %s: %s", e.Status, http.StatusText(e.Status), e.Problem)
	case e.Kind == KindStatus && e.Err != nil:
		return fmt.Sprintf("%d %s: %s", e.Status, http.StatusText(e.Status), redact.Cause(e.Err))
	case e.Kind == KindStatus:
		return strings.TrimSpace(fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status)))
	case e.Status != 0:
		return fmt.Sprintf("%s (status %d): %s", e.Kind, e.Status, redact.Cause(e.Err))
	}
	return fmt.Sprintf("%s: %s", e.Kind, redact.Cause(e.Err))
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the sentinel of the status.
func (e *Error) Is(target error) bool {
	if e.Kind == KindConflict && target == ErrConflict {
		return true
	}
	if e.Kind != KindStatus && e.Kind != KindConflict {
		return false
	}
	return target == sentinelOf(e.Status)
}

// Timeout reports whether the call ended by a deadline, as net.Error has it.
func (e *Error) Timeout() bool { return e.Kind == KindTimeout }

func sentinelOf(status int) error {
	switch status {
	case http.StatusBadRequest:
		return ErrBadRequest
	case http.StatusUnauthorized:
		return ErrUnauthorized
	case http.StatusForbidden:
		return ErrForbidden
	case http.StatusNotFound, http.StatusGone:
		return ErrNotFound
	case http.StatusConflict:
		return ErrConflict
	case http.StatusPreconditionFailed:
		return ErrPrecondition
	case http.StatusUnprocessableEntity:
		return ErrUnprocessable
	case http.StatusTooManyRequests:
		return ErrTooManyRequests
	}
	if status >= 500 {
		return ErrServer
	}
	return nil
}

// kindOf sorts what a transport, or the reading of a body, returned.
func kindOf(err error) Kind {
	var netErr net.Error
	switch {
	case errors.Is(err, ErrReset):
		return KindReset
	case errors.Is(err, exchange.ErrTooLarge):
		return KindTooLarge
	case errors.Is(err, context.DeadlineExceeded):
		return KindTimeout
	case errors.Is(err, context.Canceled), errors.Is(err, ErrClosed):
		return KindCanceled
	case errors.As(err, &netErr) && netErr.Timeout():
		return KindTimeout
	}
	return KindNetwork
}

// kindOfAnswer sorts why the body of a 2xx response cannot be used.
func kindOfAnswer(err error) Kind {
	switch {
	case is[answer.ContentError](err):
		return KindContentType
	case errors.Is(err, ErrNoValue):
		return KindNoValue
	case errors.Is(err, exchange.ErrTooLarge):
		return KindTooLarge
	case is[answer.MismatchError](err), is[*entity.KeyError](err), is[*entity.InvalidError](err), is[*entity.MembersError](err):
		return KindSchema
	}
	return KindDecode
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// newError makes the error of a request.
func newError(r *answer.Request, kind Kind, err error) *Error {
	e := &Error{Op: r.Op, Kind: kind, Err: err}
	if r.URL != "" {
		e.Method, e.URL = r.Method, redact.URL(r.URL)
	}
	return e
}

// wrapped makes an *Error of another error: the end of a context, or ErrClosed.
func wrapped(r *answer.Request, err error) error {
	if _, ok := asError(err); ok {
		return err
	}
	return newError(r, kindOf(err), err)
}

// exchangeError makes an *Error of what package exchange says.
func exchangeError(r *answer.Request, err error) *Error {
	switch err := err.(type) {
	case *exchange.Refused:
		e := replyError(r, &err.Reply, KindStatus, err.Err)
		e.Problem = readProblem(err.Reply.Subtype, err.Reply.Body)
		e.RetryAfter, _ = policy.RetryAfter(err.Reply.Header, time.Now())
		return e
	case *exchange.Unread:
		return replyError(r, &err.Reply, kindOf(err.Err), err.Err)
	case *exchange.Lost:
		e := newError(r, kindOf(err.Err), err.Err)
		e.Attempts = err.Attempts
		e.OutcomeUnknown = r.Mutates && err.MaybeSent
		if open, ok := errors.AsType[*policy.OpenError](err.Err); ok {
			e.RetryAfter = open.RetryAfter
		}
		return e
	}
	return newError(r, kindOf(err), err)
}

// answerError makes the error of a response whose body is not what was asked for.
func answerError(r *answer.Reply, err error) *Error {
	return replyError(r.Request, &r.Reply, kindOfAnswer(err), err)
}

// replyError makes the error of a response that cannot be used. A mutation that
// was answered with 2xx has taken effect, unless it was something before the
// server that has answered.
func replyError(r *answer.Request, reply *exchange.Reply, kind Kind, err error) *Error {
	e := newError(r, kind, err)
	e.Attempts = reply.Attempts
	e.Status, e.Header = reply.Status, reply.Header
	e.Body = reply.Body[:min(len(reply.Body), maxErrorBody)]
	if r.Mutates && reply.IsSuccess() {
		e.OutcomeUnknown = reply.IsHTML()
		e.Applied = !e.OutcomeUnknown
	}
	return e
}

// attemptsOf is how often the request was made that an error is about.
func attemptsOf(err error) int {
	if e, ok := asError(err); ok {
		return e.Attempts
	}
	return 0
}

// maxErrorBody is how much of a body an *Error keeps.
const maxErrorBody = 64 << 10

func asError(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}

// Problem is a problem details object (RFC 9457). Its members besides those of the RFC
// are in More, as json.RawMessage.
type Problem = problem.Problem

// readProblem returns nil for a body that is not one.
func readProblem(subtype string, body []byte) *Problem {
	if subtype != "problem+json" {
		return nil
	}
	p, err := problem.Read(body)
	if err != nil {
		return nil
	}
	return &p
}

// ErrorBody decodes the body of an *Error, such as the server's own error
// object, into T. It reports false when err is no *Error with such a body.
func ErrorBody[T any](err error) (T, bool) {
	var value T
	e, ok := asError(err)
	if !ok || len(e.Body) == 0 {
		return value, false
	}
	if err := JSON().Unmarshal(e.Body, &value); err != nil {
		var zero T
		return zero, false
	}
	return value, true
}
