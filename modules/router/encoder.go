package router

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/negotiate"
)

// Encoder writes results in a format beside JSON, such as CBOR: for the clients
// whose Accept prefers its media type. It is used concurrently.
type Encoder interface {
	// MediaType is the type without parameters that Accept is compared with,
	// such as "application/cbor".
	MediaType() string
	// Encode writes v, which is never nil. Its error becomes a logged 500.
	Encode(w io.Writer, v any) error
}

// WithEncoder offers a format beside JSON for the results of all controller
// functions. Of the formats that a client likes equally JSON comes first, then
// text, then encoders in the order given. An encoder of "application/json"
// replaces that of the router.
func WithEncoder(e Encoder) Option {
	return func(c *config) { c.encoders = append(c.encoders, e) }
}

func (c *config) encoderOf(mediaType string) Encoder {
	for _, e := range c.encoders {
		if e.MediaType() == mediaType {
			return e
		}
	}
	return nil
}

// encoderMistakes are those of WithEncoder.
func (c *config) encoderMistakes() []string {
	var found []string
	for _, e := range c.encoders {
		if e == nil {
			found = append(found, "an encoder is nil")
			continue
		}
		major, minor, _ := strings.Cut(e.MediaType(), "/")
		if major == "" || minor == "" || strings.ContainsAny(e.MediaType(), " ;,*") {
			found = append(found, fmt.Sprintf("encoder %T: %q is no media type such as application/cbor", e, e.MediaType()))
		}
	}
	return found
}

// offersFor are the media types for a value, JSON first.
func (c *config) offersFor(text bool) []string {
	offers := []string{jsonType}
	if text {
		offers = append(offers, textType)
	}
	for _, e := range c.encoders {
		if e != nil && !slices.Contains(offers, e.MediaType()) {
			offers = append(offers, e.MediaType())
		}
	}
	return offers
}

func (r *Router) offersOf(text bool) []string {
	if text {
		return r.formats[1]
	}
	return r.formats[0]
}

// encodeNegotiated writes the result in the format that the client prefers.
func (x *exchange) encodeNegotiated(value any) error {
	text, isText := value.(string)
	offers := x.router.offersOf(isText)
	if len(offers) > 1 {
		x.answer.add("Vary", "Accept")
	}
	chosen := negotiate.Best(x.request.Header["Accept"], offers)
	if chosen == "" {
		return notAcceptable(offers)
	}
	if e := x.router.encoderOf(chosen); e != nil {
		return x.encodeWith(e, value)
	}
	if chosen == textType {
		x.answer.MediaType, x.answer.Body = plainText, []byte(text)
		return nil
	}
	switch value.(type) {
	case []byte, io.Reader: // of which a table knows nothing
		if why := unmeant(reflect.TypeOf(value)); why != "" {
			return fmt.Errorf("render %s", why)
		}
	}
	return x.encodeJSON(x.router.encoder, value)
}

func (x *exchange) encodeWith(e Encoder, value any) error {
	var b bytes.Buffer
	if err := e.Encode(&b, value); err != nil {
		x.answer = Response{}
		return fmt.Errorf("encode %T as %s: %w", value, e.MediaType(), err)
	}
	x.answer.MediaType, x.answer.Body = e.MediaType(), b.Bytes()
	return nil
}

func notAcceptable(offers []string) error {
	return &ClientError{Status: http.StatusNotAcceptable, Message: "the answer is one of [" + strings.Join(offers, " ") + "]"}
}
