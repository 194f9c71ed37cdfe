package router

import (
	"errors"
	"reflect"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// InputError says all that does not fit the controller function in one request.
// It unwraps to a *ClientError with its status; the fields come into the problem
// as member "errors".
//
// The status is 400 when at least one value of the path, query, a header or a
// cookie cannot be read as the type it is for, such as "x" for an integer or
// two values for one. It is 422 when every value can be read and what is wrong
// is a constraint, something that is missing, or a member of the JSON body or a
// field of the form of another type.
//
// A Validate method may return one to say which members are wrong: pointers
// start at the value it belongs to, the status is not used.
type InputError struct {
	Status int // 400 or 422
	Fields []FieldError
}

// FieldError is one value that does not fit.
type FieldError = problem.FieldError

// Error returns the fields, separated by semicolons.
func (e *InputError) Error() string {
	parts := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		parts[i] = f.String()
	}
	return strings.Join(parts, "; ")
}

// Unwrap returns the *ClientError that is the answer.
func (e *InputError) Unwrap() error { return &ClientError{Status: e.Status, Message: e.Error()} }

func badParameter(in, name string, err error) error {
	return &InputError{Status: 400, Fields: []FieldError{{In: in, Name: name, Detail: err.Error()}}}
}

// validate calls the Validate method of the whole struct.
func (in *input) validate(rd *reading, v reflect.Value) {
	err := v.Addr().Interface().(strictjson.Validator).Validate()
	var known *InputError
	switch {
	case err == nil:
	case errors.As(err, &known) && len(known.Fields) > 0:
		rd.wrong = append(rd.wrong, known.Fields...)
	case in.decoder != nil:
		rd.wrong = append(rd.wrong, FieldError{In: "body", Detail: err.Error()})
	default:
		rd.wrong = append(rd.wrong, FieldError{In: "request", Detail: err.Error()})
	}
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
