package router

import (
	"net/http"
	"reflect"

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
	case t.Implements(reflect.TypeFor[createdResult]()), t.Implements(reflect.TypeFor[streamResult]()):
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
	if t == nil || t == reflect.TypeFor[None]() || isStream(t) {
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
	case result == reflect.TypeFor[None]():
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
