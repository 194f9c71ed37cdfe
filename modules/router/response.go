package router

import (
	"fmt"
	"net/http"
	"reflect"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
)

// Response is an encoded response, ready to be sent: see Context.Response.
type Response struct {
	Status    int
	MediaType string // the Content-Type, empty for a response without a body
	Body      []byte // valid until the response is sent
	// Header are headers to set beside those of SetHeader.
	Header http.Header
}

func (x *exchange) response() *Response {
	if x.stage != encoded {
		return nil
	}
	return &x.answer
}

// Values of headers that are shared by all responses; nobody writes to them.
var (
	noSniff       = []string{"nosniff"}
	jsonHeader    = []string{jsonType}
	problemHeader = []string{problem.MediaType}
)

// setHeader puts the headers of the response into h.
func (a *Response) setHeader(h http.Header) {
	if len(a.Header) > 0 {
		a.mergeInto(h)
	}
	if a.MediaType == "" {
		return
	}
	h["Content-Type"] = contentType(a.MediaType)
	h["X-Content-Type-Options"] = noSniff
	if len(a.Body) > buffered {
		h["Content-Length"] = []string{strconv.Itoa(len(a.Body))} // net/http counts shorter ones itself
	}
}

func (a *Response) mergeInto(h http.Header) {
	for name, values := range a.Header {
		if name == "Vary" {
			values = append(h["Vary"], values...)
		}
		h[name] = values
	}
}

func contentType(mediaType string) []string {
	switch mediaType {
	case jsonType:
		return jsonHeader
	case problem.MediaType:
		return problemHeader
	}
	return []string{mediaType}
}

// writeAnswer is send for hooks.
func writeAnswer(c *Context) error { return c.x.send(c) }

// send writes the response.
func (x *exchange) send(c *Context) error {
	x.writer.hooked = true
	if x.stream != nil {
		return c.pump()
	}
	if c.plan.contract != nil {
		if err := c.keepContract(); err != nil {
			return err
		}
	}
	return x.answer.write(&x.writer)
}

func (a *Response) write(w *responseWriter) error {
	if a.Header != nil || a.MediaType != "" {
		a.setHeader(w.ResponseWriter.Header())
	}
	w.begin(a.Status)
	if len(a.Body) == 0 {
		w.whole = true
		return nil
	}
	_, err := w.Write(a.Body)
	w.whole = err == nil
	return err
}

const (
	jsonType  = "application/json"
	textType  = "text/plain"
	plainText = "text/plain; charset=utf-8"
)

// encodeResult is encode for hooks.
func encodeResult(c *Context) error { return c.x.encode(c) }

// encode makes the response of the result.
func (x *exchange) encode(c *Context) error {
	x.answer.Status = http.StatusOK
	kind := c.plan.function.kind
	if x.source == setResult || kind == kindValue && len(x.router.encoders) > 0 {
		kind = kindUnknown
	}
	var err error
	switch kind {
	case kindNone:
		x.answer.Status = http.StatusNoContent
	case kindValue:
		err = x.encodeJSON(c.plan.encoder, x.result)
	default:
		err = x.encodeUnknown(x.value())
	}
	if err == nil {
		x.stage = encoded
	}
	return err
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

func (x *exchange) encodeUnknown(value any) error {
	if made, ok := value.(createdResult); ok {
		x.answer.Status = http.StatusCreated
		var location string
		if location, value = made.created(); location != "" {
			x.answer.add("Location", location)
		}
	}
	if _, none := value.(None); none || isNil(value) {
		if x.answer.Status == http.StatusOK {
			x.answer.Status = http.StatusNoContent
		}
		return nil
	}
	if s, ok := value.(streamResult); ok {
		return x.openStream(s)
	}
	return x.encodeNegotiated(value)
}

func (a *Response) add(name, value string) {
	if a.Header == nil {
		a.Header = http.Header{}
	}
	a.Header[name] = []string{value}
}

// encodeJSON writes a value; a nil slice or map as an empty one.
func (x *exchange) encodeJSON(encoder *jsonenc.Encoder, value any) error {
	body, err := encoder.Append(x.buffer[:0], value)
	if err != nil {
		x.answer = Response{}
		return fmt.Errorf("encode %T: %w", value, err)
	}
	x.buffer = body
	x.answer.MediaType, x.answer.Body = jsonType, body
	return nil
}

// isNil tells whether v is a nil pointer or nil itself.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	value := reflect.ValueOf(v)
	return value.Kind() == reflect.Pointer && value.IsNil()
}
