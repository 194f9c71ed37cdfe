package router

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/describe"
)

// None is the result of a function that has none: the answer is 204.
type None struct{}

// Created is the result of a function that made something: the answer is 201
// with the value, or without a body when the value is None.
type Created[T any] struct {
	Value    T
	Location string // the address of what was made, for the header Location
}

func (c Created[T]) created() (location string, value any) { return c.Location, c.Value }

func (Created[T]) valueType() reflect.Type { return reflect.TypeFor[T]() }

// createdResult is Created of any type.
type createdResult interface {
	created() (location string, value any)
	valueType() reflect.Type
}

// Bytes is a result that is sent as it is, whatever the client accepts: Produces
// says to the description, and to Accept, what it may be. Hooks see it like any other
// body.
//
// Text of others that is sent as "text/html" or "image/svg+xml" runs in the browser
// as a page of this origin.
type Bytes struct {
	MediaType string // such as "image/png"; empty: "application/octet-stream"
	Data      []byte
}

// Redirect is a result that sends the client elsewhere, without a body (RFC 9110,
// section 15.4).
//
// An address that is made of the request leads where its sender wants: compare it
// with those that are meant.
type Redirect struct {
	To     string // an address, absolute or relative to that of the request
	Status int    // 301, 302, 303, 307 or 308. Default: 303, which is fetched with GET
}

// placedResult is a result that says itself what the response is.
type placedResult interface{ place(*Response) error }

func (b Bytes) place(r *Response) error {
	r.MediaType, r.Body = cmp.Or(b.MediaType, octetsType), b.Data
	return nil
}

const octetsType = "application/octet-stream"

func (to Redirect) place(r *Response) error {
	target, err := url.Parse(to.To)
	if err != nil || to.To == "" || target.Scheme != "" && target.Host == "" {
		return fmt.Errorf("redirect to %q: it is no address of a page", to.To)
	}
	switch r.Status = cmp.Or(to.Status, http.StatusSeeOther); r.Status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		r.add("Location", inASCII(to.To))
		return nil
	}
	return fmt.Errorf("redirect to %q: status %d is none of 301, 302, 303, 307 and 308", to.To, to.Status)
}

// inASCII escapes what an address does not hold (RFC 3986, section 2).
func inASCII(address string) string {
	var b strings.Builder
	for _, c := range []byte(address) {
		if c > ' ' && c <= '~' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// isOwn reports whether results of a type are no data of the application.
func isOwn(t reflect.Type) bool {
	return t == reflect.TypeFor[Bytes]() || t == reflect.TypeFor[Redirect]()
}

// misplaced says why a result cannot be answered, empty when it can: one that is no
// data stands alone.
func misplaced(t reflect.Type) string {
	if t == nil {
		return ""
	}
	inside := t
	if t.Kind() == reflect.Pointer {
		inside = t.Elem()
	} else if made, ok := reflect.Zero(t).Interface().(createdResult); ok {
		inside = made.valueType()
	}
	if inside == t || !isOwn(inside) {
		return ""
	}
	return fmt.Sprintf("result %s: return a %s itself", t, inside)
}

// resultKind is what is known of a result at start.
type resultKind uint8

const (
	kindUnknown resultKind = iota // decided by the value
	kindNone                      // None
	kindValue                     // JSON, and never nil
)

func kindOf(t reflect.Type) resultKind {
	switch {
	case t == nil:
		return kindUnknown
	case t == reflect.TypeFor[None]():
		return kindNone
	case isOwn(t), t.Implements(reflect.TypeFor[createdResult]()), t.Implements(reflect.TypeFor[streamResult]()):
		return kindUnknown
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Bool, reflect.Int, reflect.Int64, reflect.Float64, reflect.Array:
		return kindValue
	}
	return kindUnknown
}

func isStream(result reflect.Type) bool {
	return result != nil && result.Implements(reflect.TypeFor[streamResult]())
}

// resultType is the type of the body, nil when there is none or it is unknown.
func resultType(f *Function) reflect.Type {
	t := f.result
	if t == nil || t == reflect.TypeFor[None]() || isStream(t) || isOwn(t) {
		return nil
	}
	if made, ok := reflect.Zero(t).Interface().(createdResult); ok {
		return resultType(&Function{result: made.valueType()})
	}
	return t
}

// describedResult is the result as it is described.
func describedResult(f *Function, formats *answer.Formats) describe.Result {
	r := describe.Result{Status: http.StatusOK, Body: resultType(f), Events: f.about.events}
	if f.result == nil {
		r.Types = formats.Offers(true)
		return r
	}
	switch zero := reflect.Zero(f.result).Interface().(type) {
	case None:
		r.Status = http.StatusNoContent
	case Bytes:
		if r.Types = f.about.produces; r.Types == nil {
			r.Types = []string{"*/*"}
		}
	case Redirect:
		r.Elsewhere = true
	case createdResult:
		r.Status = http.StatusCreated
	case streamResult:
		if r.Stream = zero.mediaType(); r.Stream == ndjsonType {
			r.Item = zero.itemType()
		}
	}
	if r.Body != nil {
		r.Types = offersOf(formats, f.result)
	}
	return r
}

// offersOf are the media types of a result, nil when there is none.
func offersOf(formats *answer.Formats, result reflect.Type) []string {
	switch {
	case result == reflect.TypeFor[None](), result != nil && isOwn(result):
		return nil
	case result == nil, result.Kind() == reflect.Interface, result == reflect.TypeFor[string]():
		return formats.Offers(true)
	}
	switch zero := reflect.Zero(result).Interface().(type) {
	case createdResult:
		return offersOf(formats, zero.valueType())
	case streamResult:
		return []string{zero.mediaType()}
	}
	return formats.Offers(false)
}

// isNil reports whether v is a nil pointer or nil itself.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	value := reflect.ValueOf(v)
	return value.Kind() == reflect.Pointer && value.IsNil()
}
