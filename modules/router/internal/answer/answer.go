// Package answer writes a result in the format that a client prefers: as JSON, as
// text, or as what an encoder writes.
//
//	formats := answer.New(nil)
//	body, err := formats.Encode(buffer[:0], result, r.Header["Accept"])
package answer

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
)

// Media types.
const (
	JSON        = "application/json"
	Text        = "text/plain"
	EncodedText = Text + "; charset=utf-8" // of the text that is sent
)

// Encoder is router.Encoder.
type Encoder interface {
	MediaType() string
	Encode(w io.Writer, v any) error
}

// Body is the body of a response.
type Body struct {
	MediaType string
	Data      []byte
	Varies    bool // with Accept
}

// Formats are those that results are written in. They are safe for concurrent
// use.
type Formats struct {
	encoders []Encoder
	json     *jsonenc.Encoder
	offers   [2][]string // for a result, without and with text
}

// New returns JSON, text, and the formats of the encoders. An encoder of JSON
// replaces that of this package. Nil encoders are left out.
func New(encoders []Encoder) *Formats {
	f := &Formats{json: jsonenc.For(reflect.TypeFor[any]()), offers: [2][]string{{JSON}, {JSON, Text}}}
	for _, e := range encoders {
		if e == nil {
			continue
		}
		f.encoders = append(f.encoders, e)
		for i, known := range f.offers {
			if !slices.Contains(known, e.MediaType()) {
				f.offers[i] = append(known, e.MediaType())
			}
		}
	}
	return f
}

// OnlyJSON reports whether there are no encoders.
func (f *Formats) OnlyJSON() bool { return len(f.encoders) == 0 }

// Offers are the media types for a value, JSON first, then text where the value
// may be one. Nobody writes to them.
func (f *Formats) Offers(text bool) []string {
	if text {
		return f.offers[1]
	}
	return f.offers[0]
}

// Append writes a value as JSON behind dst; a nil slice or map as an empty one.
func (f *Formats) Append(dst []byte, value any) ([]byte, error) {
	return f.json.AppendAlone(dst, value)
}

// Encode writes a value, which is not nil, behind buffer in the format that a
// client prefers. A client that accepts none of the formats is a
// *core.ClientError with status 406.
func (f *Formats) Encode(buffer []byte, value any, accept []string) (Body, error) {
	text, isText := value.(string)
	offers := f.Offers(isText)
	body := Body{MediaType: negotiate.Best(accept, offers), Varies: len(offers) > 1}
	if body.MediaType == "" {
		return body, NotAcceptable(offers)
	}
	if e := f.encoderOf(body.MediaType); e != nil {
		b := bytes.NewBuffer(buffer)
		if err := e.Encode(b, value); err != nil {
			return body, fmt.Errorf("encode %T as %s: %w", value, e.MediaType(), err)
		}
		body.Data = b.Bytes()
		return body, nil
	}
	if body.MediaType == Text {
		body.MediaType, body.Data = EncodedText, append(buffer, text...)
		return body, nil
	}
	switch value.(type) {
	case []byte, io.Reader, error: // of which a table knows nothing
		if why := Unmeant(reflect.TypeOf(value)); why != "" {
			return body, fmt.Errorf("render %s", why)
		}
	}
	data, err := f.json.AppendAlone(buffer, value)
	if err != nil {
		return body, fmt.Errorf("encode %T: %w", value, err)
	}
	body.Data = data
	return body, nil
}

func (f *Formats) encoderOf(mediaType string) Encoder {
	for _, e := range f.encoders {
		if e.MediaType() == mediaType {
			return e
		}
	}
	return nil
}

// NotAcceptable says which media types there are.
func NotAcceptable(offers []string) error {
	return &core.ClientError{Status: http.StatusNotAcceptable, Message: "the answer is one of [" + strings.Join(offers, " ") + "]"}
}

// Mistakes are what is wrong with encoders.
func Mistakes(encoders []Encoder) []string {
	var found []string
	for _, e := range encoders {
		if e == nil {
			found = append(found, "an encoder is nil")
			continue
		}
		if !IsMediaType(e.MediaType()) {
			found = append(found, fmt.Sprintf("encoder %T: %q is no media type such as application/cbor", e, e.MediaType()))
		}
	}
	return found
}

// IsMediaType reports whether a name is that of one media type, without parameters.
func IsMediaType(name string) bool {
	major, minor, _ := strings.Cut(name, "/")
	return major != "" && minor != "" && !strings.ContainsAny(name, " ;,*")
}
