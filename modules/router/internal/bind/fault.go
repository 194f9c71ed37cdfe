package bind

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// InputError says all that does not fit the controller function in one request:
// see router.InputError.
type InputError struct {
	Status int // 400 or 422; 0 is 422
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
func (e *InputError) Unwrap() error {
	var causes []error
	for _, f := range e.Fields {
		causes = append(causes, f.Err)
	}
	return &core.ClientError{Status: cmp.Or(e.Status, http.StatusUnprocessableEntity), Message: e.Error(), Err: errors.Join(causes...)}
}

// BadParameter says that one value cannot be read. The error is of Decode, Parser, Setter
// or PathSetter.
func BadParameter(in, name string, err error) error {
	f := faultOf(err)
	f.In, f.Name = in, name
	return &InputError{Status: 400, Fields: []problem.FieldError{f}}
}

// misfit is the error of a value that cannot be read, as a fault without its place.
type misfit struct{ fault problem.FieldError }

func (e *misfit) Error() string { return e.fault.Detail }

// faultOf is the fault of a value that cannot be read.
func faultOf(err error) problem.FieldError {
	if known, ok := errors.AsType[*misfit](err); ok {
		return known.fault
	}
	return problem.FieldError{Detail: "cannot be read", Code: problem.CodeUnreadable, Err: err}
}

// refused is the error of a text that its type does not read.
func refused(s string, t reflect.Type, err error) error {
	if told := explain(err); len(told) == 1 {
		return &misfit{told[0]}
	}
	return &misfit{strictjson.RefusedText(s, t, err)}
}

// explain turns the error of a method of a value inside the body into faults.
func explain(err error) []problem.FieldError {
	var input *InputError
	if !errors.As(err, &input) {
		return nil
	}
	faults := slices.Clone(input.Fields)
	for i, f := range faults {
		if f.In != "body" && f.In != "" {
			faults[i].Detail = f.String()
		}
		faults[i].In, faults[i].Name = "", ""
	}
	return faults
}

// Refusal is the one fault of a request that is answered without looking for more,
// because its body or query cannot be read at all.
type Refusal struct {
	Client *core.ClientError // the answer, whose message is the detail of the fault
	Fault  problem.FieldError
}

// Error returns the text of the answer.
func (e *Refusal) Error() string { return e.Client.Error() }

// Unwrap returns the *core.ClientError that is the answer.
func (e *Refusal) Unwrap() error { return e.Client }

// refuse makes a Refusal. Cause is for the log and may be nil.
func refuse(status int, f problem.FieldError, cause error) *Refusal {
	return &Refusal{&core.ClientError{Status: status, Message: f.Detail, Err: cause}, f}
}

// tooLarge is the refusal of a body whose rest is not read.
func tooLarge(detail string, limit int64) *Refusal {
	e := refuse(http.StatusRequestEntityTooLarge, problem.FieldError{In: "body", Detail: detail, Code: problem.CodeTooLarge, Limit: decimal(limit)}, nil)
	e.Client.Header = closing
	return e
}

func decimal[N int | int64](n N) json.Number { return json.Number(strconv.FormatInt(int64(n), 10)) }

// wrongMediaType is the refusal of a body of another type than those allowed.
func wrongMediaType(detail string, cause error, allowed ...string) *Refusal {
	f := problem.FieldError{In: "header", Name: "Content-Type", Detail: detail, Code: problem.CodeMediaType}
	for _, t := range allowed {
		f.Allowed = append(f.Allowed, t)
	}
	return refuse(http.StatusUnsupportedMediaType, f, cause)
}

func unreadable(in, detail string, cause error) *Refusal {
	return refuse(http.StatusBadRequest, problem.FieldError{In: in, Detail: detail, Code: problem.CodeUnreadable}, cause)
}

// badJSON says why a body is no JSON.
func badJSON(err error) *Refusal {
	f := problem.FieldError{In: "body", Detail: short(err.Error()), Code: problem.CodeUnreadable}
	var syntax *strictjson.SyntaxError
	if errors.As(err, &syntax) && syntax.Pointer != "" {
		f.Code, f.Pointer = problem.CodeRepeated, short(syntax.Pointer)
	}
	return refuse(http.StatusBadRequest, f, nil)
}

// closing keeps net/http from reading the rest of a body that nobody wants.
var closing = http.Header{"Connection": {"close"}}

// BodyError says why a body cannot be read: it is too long, too slow or broken. What says so
// already is returned.
func BodyError(err error) *Refusal {
	if known, ok := errors.AsType[*Refusal](err); ok {
		return known
	}
	var long *http.MaxBytesError
	if errors.As(err, &long) {
		return tooLarge(fmt.Sprintf("the body is longer than %d bytes", long.Limit), long.Limit)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return refuse(http.StatusRequestTimeout, problem.FieldError{In: "body", Detail: "the body took too long", Code: problem.CodeTooSlow}, err)
	}
	return unreadable("body", "the body cannot be read", err)
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
