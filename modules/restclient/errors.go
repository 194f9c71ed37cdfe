package restclient

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Kind says at which step a call failed. It is a string.
type Kind = fault.Kind

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
	KindPage        Kind = "page"         // the way from one page to the next
)

// Sentinels for errors.Is.
var (
	ErrNoController = fault.ErrNoController
	ErrClosed       = fault.ErrClosed
	ErrNoValue      = answer.ErrNoValue
	ErrReset        = fault.ErrReset
	ErrQueued       = fault.ErrQueued
	ErrOutboxFull   = outbox.ErrFull
	ErrUnsettled    = fault.ErrUnsettled

	ErrBadRequest      = errors.New("bad request")       // 400
	ErrUnauthorized    = errors.New("unauthorized")      // 401
	ErrForbidden       = errors.New("forbidden")         // 403
	ErrNotFound        = core.ErrNotFound                // 404, 410
	ErrConflict        = errors.New("conflict")          // 409
	ErrPrecondition    = fault.ErrPrecondition           // 412
	ErrUnprocessable   = errors.New("unprocessable")     // 422
	ErrTooManyRequests = errors.New("too many requests") // 429
	ErrServer          = errors.New("server error")      // 5xx
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
	// nothing was sent, such as by an open breaker, and for a caller who has left
	// before the end.
	Attempts int
	// RetryAfter is how long the server, or a breaker, asks to wait (RFC 9110,
	// section 10.2.3); 0 when it does not say.
	RetryAfter time.Duration

	// Applied says that a mutation has taken effect: the server has answered with
	// 2xx, and only the answer cannot be read. Sending it again would do it twice.
	// What it may have changed is stale. OutcomeUnknown is false then.
	Applied bool
	// OutcomeUnknown says that a mutation may or may not have taken effect: the
	// connection was lost, or the call ended, after it may have been sent, also if a
	// later attempt was refused; a gateway had no answer of the server (502, 504); there
	// was a redirect that may be the answer, and led to nothing (301, 302, 303); or
	// there was an HTML page in place of the answer. What it may have changed is stale.
	OutcomeUnknown bool

	Err error // the cause; nil for KindStatus, but for a 401 without a new token and an unasked 206
}

// The causes of a KindSchema error.
type (
	// KeyError says that JSON which reads as an entity does not identify one: of which
	// Type, by which Field, and which Member differs from that by case alone.
	KeyError = store.KeyError
	// MembersError says that an object of JSON has Members, and an entity of a Type
	// none of them among its Fields.
	MembersError = store.MembersError
	// InvalidError says that the Validate method of an entity of a Type has returned Err.
	InvalidError = store.InvalidError
)

// Error says all but headers and body, of which it has the title and the detail of a Problem,
// or what another JSON says in a member such as message, error or error.message. Secrets in
// the URL are redacted, also where the cause repeats them.
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
		text := strings.TrimSpace(fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status)))
		if said := fault.Said(e.Status, e.Body); said != "" {
			text += ": " + said
		}
		return text
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

// faults make the errors of calls: an *Error of what is known.
var faults = fault.Maker{
	Make: func(r *fault.Record) error { return (*Error)(r) },
	Find: func(err error) *fault.Record {
		e, _ := asError(err)
		return (*fault.Record)(e)
	},
}

func asError(err error) (*Error, bool) { return errors.AsType[*Error](err) }

// Problem is a problem details object (RFC 9457). Its members besides those of the RFC
// are in More, as json.RawMessage.
type Problem = problem.Problem

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

// DefaultErrorExpiry is how long the error of a read stands for its answer
// unless WithErrorExpiry says otherwise.
const DefaultErrorExpiry = time.Second

// ErrorPolicy says what the error of a read means for the data that is stored.
type ErrorPolicy uint8

// The policies.
const (
	// Hard errors replace the data until the server answers otherwise: they are returned as
	// long as they stand, and the next read waits for the server.
	Hard ErrorPolicy = iota
	// Soft errors are hidden while there is data.
	Soft
)

// DefaultErrorPolicy takes errors that are not about what was asked for as
// soft: no response, timeouts, 408, 425, 429 and 5xx. It is the policy unless
// WithErrorPolicy sets another.
func DefaultErrorPolicy(e *Error) ErrorPolicy {
	switch e.Kind {
	case KindNetwork, KindTimeout, KindTooLarge:
		return Soft
	}
	switch e.Status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return Soft
	}
	if errors.Is(e, ErrServer) {
		return Soft
	}
	return Hard
}

// WithErrorPolicy sets what errors of reads mean for stored data. Default:
// DefaultErrorPolicy.
func WithErrorPolicy(p func(*Error) ErrorPolicy) EndpointOption {
	return func(d *declaration) { d.Soft = softBy(p) }
}

// WithErrorExpiry sets how long the error of a read is returned instead of
// asking again, unless Invalidate or a mutation of the entity comes before.
// Default: DefaultErrorExpiry. Not positive: not at all, and no error replaces data.
func WithErrorExpiry(after time.Duration) EndpointOption {
	return func(d *declaration) { d.ErrorExpiry = after }
}

// WithInvalidIfStale makes stale data unusable: UseSuspense waits for the
// server instead of returning it. Default: off, but for what the last answer of the
// endpoint has forbidden to use with must-revalidate or no-cache (RFC 9111, section
// 5.2.2), where WithExpiry says nothing.
func WithInvalidIfStale() EndpointOption { return func(d *declaration) { d.InvalidIfStale = true } }

// softBy reports whether a policy takes an error as soft.
func softBy(p func(*Error) ErrorPolicy) func(error) bool {
	return func(err error) bool {
		e, ok := asError(err)
		return ok && p(e) == Soft
	}
}
