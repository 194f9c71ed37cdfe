package core

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// ErrUnsupported says that an adapter does not offer what it was asked for.
var ErrUnsupported = errors.New("unsupported")

// ErrNotFound says that what was asked for does not exist.
var ErrNotFound = errors.New("not found")

// ClientError is an error that is meant for the client of an API: hooks,
// middleware and controllers return it, and a router answers with its status
// and message. Everything else they return is an internal error.
type ClientError struct {
	Status  int    // an HTTP status, 400 to 599
	Message string // sent to the client as it is
	Err     error  // the cause: logged, never sent; may be nil
	// Type is the URI of the problem type (RFC 9457, section 3.1.1), for clients
	// that tell errors apart; empty means "about:blank".
	Type string
	// Header are headers of the response, such as Retry-After; may be nil.
	Header http.Header
}

// Error returns the status and the message.
func (e *ClientError) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("%d %s", e.Status, http.StatusText(e.Status))
	}
	return fmt.Sprintf("%d %s", e.Status, e.Message)
}

// Unwrap returns the cause.
func (e *ClientError) Unwrap() error { return e.Err }

// SpecError says why an API description cannot be used.
type SpecError struct {
	Source  string // a file name or URL, empty for literal content
	Line    int    // 1-based, 0 when unknown
	Column  int    // 1-based, in bytes, 0 when unknown
	Message string // what is wrong and what to do about it
	Err     error  // the cause, may be nil
	// Temporary says that another load may go well though nothing has changed here:
	// the description could not be had.
	Temporary bool
	// RetryAfter is how long its server asks to be left alone, 0 when it does not
	// say (RFC 9110, section 10.2.3).
	RetryAfter time.Duration
}

// Error returns the place and the message: "api.yaml:3:5: …" with a source,
// "line 3, column 5: …" without one, and the message alone when the place is
// unknown.
func (e *SpecError) Error() string {
	place := e.place()
	if place == "" {
		return e.Message
	}
	return place + ": " + e.Message
}

func (e *SpecError) place() string {
	switch {
	case e.Line == 0:
		return e.Source
	case e.Source == "" && e.Column == 0:
		return fmt.Sprintf("line %d", e.Line)
	case e.Source == "":
		return fmt.Sprintf("line %d, column %d", e.Line, e.Column)
	case e.Column == 0:
		return fmt.Sprintf("%s:%d", e.Source, e.Line)
	default:
		return fmt.Sprintf("%s:%d:%d", e.Source, e.Line, e.Column)
	}
}

// Unwrap returns the cause.
func (e *SpecError) Unwrap() error { return e.Err }
