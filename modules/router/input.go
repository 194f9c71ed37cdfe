package router

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
)

// File is an uploaded file. In a struct for In a field of type *File or []*File
// with the tag form takes one.
type File = multipart.FileHeader

// In makes a Function of a controller function that takes one struct, filled from
// the places its tags name:
//
//	type NewUser struct {
//		Team   string           `path:"team"`
//		DryRun bool             `query:"dry_run"`
//		Labels []string         `query:"label" items.minLength:"1"` // ?label=a&label=b
//		Tenant string           `header:"X-Tenant" required:"true"`
//		Theme  string           `cookie:"theme" default:"light"`
//		Name   string           `json:"name" min:"2" max:"64"` // a member of the JSON body
//		Email  string           `json:"email" format:"email"`
//		Age    router.Opt[int]  `json:"age" minimum:"0"`
//	}
//
// The tag form in place of json reads a form, and files with it. The tag body
// hands over the body as it comes, as an io.Reader of at most the size that
// WithMaxBody sets, for the media types it lists: `body:"image/*,text/csv"`.
// Outside of JSON an integer is written in digits: "1.0", "1e2" and "+1" are refused there.
// A number or boolean in a path is written as in JSON, so that what an integer or a boolean
// names has one address; elsewhere a number may be "007" or ".5", as a form of HTML sends
// what was typed, and a boolean "1", "0" or "on", which is what a checkbox sends.
// Every field has exactly one such tag; fields of embedded structs count. One with
// `json:"-"` is left out: the tags header and cookie beside it are those of a response, see
// F0. The items of
// a list in a header stand between commas, in one line or several (RFC 9110, section 5.6.1).
// Of several cookies of one name the first counts, which browsers send for the most specific
// path (RFC 6265, section 5.4), unless the field is a list.
//
// A member of the JSON body, at any depth, is required unless it is a pointer
// or an Opt, has a default or one of the options omitempty and omitzero. A
// query parameter, header, cookie or form field is optional. The tag required,
// "true" or "false", decides over both. What is not sent leaves its field as it
// is, or as the tag default says. A path parameter is always there.
//
// The constraints are those of JSON Schema: minimum, maximum, exclusiveMinimum,
// exclusiveMaximum and multipleOf for numbers, minLength, maxLength, pattern (of
// package regexp) and format for strings, minItems, maxItems and uniqueItems for
// lists, minProperties and maxProperties for maps, enum ("a,b,c"), min and max for
// whatever the type has, and all of them with "items." in front for the items of a list
// or map. Checked formats are
// email, uuid, date, time, date-time, duration, uri, uri-reference, hostname,
// ipv4, ipv6, json-pointer and byte. They are described, and so is what doc and example
// say.
//
// A struct, or any type in it, may have the method Validate() error, called when
// all of its constraints hold. Its error is a fault at the place of the value, and its text
// is told to the client; an *InputError in its chain says more exactly where.
//
// The error of an UnmarshalText or UnmarshalJSON is for the log: the client is told which
// value its type does not read. One with a *ClientError in its chain is told in the words of
// that, and one with an *InputError with its code.
//
// A JSON body or a form in which nothing is required may be absent.
//
// All faults of a request are told together, in one *InputError. A body of
// another type is told alone as 415, one too long 413, one malformed 400.
func In[T, R any](fn func(*Context, *T) (R, error)) *Function {
	f := newTyped(fn, reflect.TypeFor[R]())
	f.takes, f.reads = reflect.TypeFor[T](), bind.Compile
	f.call = func(c *Context) error {
		in := new(T)
		if err := c.plan.function.input.Read(c.x.arguments(), reflect.ValueOf(in).Elem()); err != nil {
			return err
		}
		c.x.input = in
		v, err := fn(c, in)
		return deliver(c, v, err)
	}
	return f
}

// InputError says all that does not fit the controller function in one request.
// It unwraps to a *ClientError with its status; the fields come into the problem
// as member "errors".
//
// The status is 400 when at least one value of the path, query, a header or a
// cookie cannot be read as the type it is for, such as "x" for an integer or
// two values of a query for one. It is 422 when every value can be read and what is wrong
// is a constraint, something that is missing, or a member of the JSON body or a
// field of the form of another type.
//
// A Validate method may return one to say which members are wrong: pointers
// start at the value it belongs to, the status is not used. A controller function
// may return one, too, for what it finds out itself.
//
//	type InputError struct {
//		Status int // 400 or 422; 0 is 422
//		Fields []FieldError
//	}
type InputError = bind.InputError

// FieldError is one value that does not fit: its place, a sentence and, for programs, a
// code of problem.Codes with what belongs to it. One of the application without a code
// is told as "invalid".
type FieldError = problem.FieldError

// Opt is a value that may be absent or null, and tells the two apart:
//
//	type Change struct {
//		Nick router.Opt[string] `json:"nick,omitzero"` // {} keeps it, {"nick":null} removes it
//	}
//
// The zero value is absent. In a struct for In it is never required and takes
// null; it works for JSON members, query, header, cookie and form. There an
// empty value ("?limit=") is null, except for a string, for which it is the
// empty string. The description says that the value may be null, where it may.
type Opt[T any] struct {
	value T
	state optState
}

type optState uint8

const (
	optAbsent optState = iota
	optNull
	optPresent
)

// Some returns an Opt with a value.
func Some[T any](v T) Opt[T] { return Opt[T]{value: v, state: optPresent} }

// Null returns an Opt that is null.
func Null[T any]() Opt[T] { return Opt[T]{state: optNull} }

// Get returns the value and whether there is one. Without one it returns the
// zero value.
func (o Opt[T]) Get() (T, bool) { return o.value, o.state == optPresent }

// Or returns the value, or the fallback when it is absent or null.
func (o Opt[T]) Or(fallback T) T {
	if o.state == optPresent {
		return o.value
	}
	return fallback
}

// IsNull says whether it was sent as null.
func (o Opt[T]) IsNull() bool { return o.state == optNull }

// IsSet says whether it was sent, as null or as a value.
func (o Opt[T]) IsSet() bool { return o.state != optAbsent }

// IsZero says whether it is absent, so that the option omitzero of a json tag
// leaves it out.
func (o Opt[T]) IsZero() bool { return o.state == optAbsent }

// MarshalJSON writes the value, or null when there is none. An absent Opt is
// left out only with the option omitzero.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.state != optPresent {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON reads null or a value.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	if string(bytes.TrimSpace(data)) == "null" {
		*o = Null[T]()
		return nil
	}
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*o = Some(v)
	return nil
}

// String returns the value as fmt.Sprint does, "null" or "absent".
func (o Opt[T]) String() string {
	switch o.state {
	case optPresent:
		return fmt.Sprint(o.value)
	case optNull:
		return "null"
	}
	return "absent"
}

// Held is for encoders: Get without the type.
func (o Opt[T]) Held() (value any, present bool) { return o.value, o.state == optPresent }

// Slot is for decoders. It makes o null and returns nil, or makes it present
// with the zero value and returns the *T that is to be filled.
func (o *Opt[T]) Slot(null bool) any {
	if null {
		*o = Null[T]()
		return nil
	}
	var zero T
	*o = Some(zero)
	return &o.value
}
