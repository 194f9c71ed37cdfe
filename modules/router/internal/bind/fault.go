package bind

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// InputError says all that does not fit the controller function in one request:
// see router.InputError.
type InputError struct {
	Status int // 400 or 422
	Fields []problem.FieldError
}

// Error returns the fields, separated by semicolons.
func (e *InputError) Error() string {
	parts := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		parts[i] = f.String()
	}
	return strings.Join(parts, "; ")
}

// Unwrap returns the *core.ClientError that is the answer.
func (e *InputError) Unwrap() error { return &core.ClientError{Status: e.Status, Message: e.Error()} }

// BadParameter says that one value cannot be read.
func BadParameter(in, name string, err error) error {
	return &InputError{Status: 400, Fields: []problem.FieldError{{In: in, Name: name, Detail: err.Error()}}}
}

// explain turns the error of a Validate method inside the body into faults.
func explain(err error) []strictjson.Fault {
	var input *InputError
	if !errors.As(err, &input) {
		return nil
	}
	var faults []strictjson.Fault
	for _, f := range input.Fields {
		fault := strictjson.Fault{Pointer: f.Pointer, Message: f.Detail}
		if f.In != "body" && f.In != "" {
			fault.Message = f.String()
		}
		faults = append(faults, fault)
	}
	return faults
}

// closing keeps net/http from reading the rest of a body that nobody wants.
var closing = http.Header{"Connection": {"close"}}

// BodyError says why a body cannot be read: it is too long, too slow or broken.
func BodyError(err error) *core.ClientError {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return &core.ClientError{Status: http.StatusRequestEntityTooLarge, Message: fmt.Sprintf("the body is longer than %d bytes", tooLarge.Limit), Header: closing}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return &core.ClientError{Status: http.StatusRequestTimeout, Message: "the body took too long", Err: err}
	}
	return &core.ClientError{Status: http.StatusBadRequest, Message: "the body cannot be read", Err: err}
}

// maxTold is how many bytes of what a client has sent it is told again, and the
// log.
const maxTold = 512

// short cuts text that a client has made long.
func short(s string) string {
	if len(s) <= maxTold {
		return s
	}
	return strings.ToValidUTF8(s[:maxTold], "") + "…"
}
