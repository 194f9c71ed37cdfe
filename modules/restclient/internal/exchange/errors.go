package exchange

import (
	"errors"
	"fmt"
	"net"

	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// ErrTooLarge says that a body is longer than the limit.
var ErrTooLarge = errors.New("the body is longer than the limit")

// ErrPart says that a response is a part of what was asked for as a whole.
var ErrPart = errors.New("a part, and no Range has asked for it")

// Refused says that the server has answered with another status than 2xx, or with a
// part.
type Refused struct {
	Reply Reply // with the first 64 KiB of the body
	Err   error // ErrPart, or why there was no other token after 401; nil otherwise
}

// Error names the status.
func (e *Refused) Error() string { return fmt.Sprintf("status %d", e.Reply.Status) }

// Unwrap returns the cause.
func (e *Refused) Unwrap() error { return e.Err }

// Lost says that there was no response.
type Lost struct {
	Attempts  int  // how often the request was made
	MaybeSent bool // it may have reached the server
	Err       error
}

// Error is that of the cause.
func (e *Lost) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Lost) Unwrap() error { return e.Err }

// Unread says that the body of a response could not be read to its end.
type Unread struct {
	Reply Reply // with what has arrived of the body, unless that is too long
	Err   error
}

// Error is that of the cause.
func (e *Unread) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Unread) Unwrap() error { return e.Err }

// neverSent reports whether the request cannot have reached the server.
func neverSent(err error) bool {
	var op *net.OpError
	return errors.Is(err, policy.ErrNotSent) || errors.As(err, &op) && op.Op == "dial"
}
