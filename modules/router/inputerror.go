package router

import (
	"fmt"
	"strings"
)

// InputError says what of a request does not fit the controller function. It
// unwraps to a *ClientError with its status; the fields come into the problem
// as member "errors".
type InputError struct {
	Status int // 400 for values that cannot be read, 422 for a body that does not fit
	Fields []FieldError
}

// FieldError is one value that does not fit.
type FieldError struct {
	In      string `json:"in"`                // "path", "query", "header", "form" or "body"
	Name    string `json:"name,omitempty"`    // of the parameter
	Pointer string `json:"pointer,omitempty"` // into the body (RFC 6901)
	Detail  string `json:"detail"`
}

// String returns "query parameter \"limit\": …" or "/user/age: …".
func (f FieldError) String() string {
	switch {
	case f.In != "body":
		return fmt.Sprintf("%s parameter %q: %s", f.In, f.Name, f.Detail)
	case f.Pointer != "":
		return f.Pointer + ": " + f.Detail
	}
	return "body: " + f.Detail
}

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
