package restclient

import (
	"errors"
	"io"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
)

// Body is the body of a request that is sent as it is.
type Body struct {
	// Open opens the body anew at each call, so that an attempt can be repeated;
	// it returns an error when it cannot.
	Open        func() (io.ReadCloser, error)
	ContentType string
	Length      int64 // in bytes, -1 when unknown
}

// Upload is a body type of a mutation that is not sent as JSON, such as
// transfer.Multipart: RestMutation[int, transfer.Multipart, Photo].
//
// WithTimeout does not bound such a call as a whole, but the time in which no
// part of the body is taken and no response arrives.
type Upload interface {
	// Body is called once per call of the mutation. With an error, nothing is
	// sent.
	Body() (Body, error)
}

// BodyEncoding writes the bodies of a mutation in another format than JSON, such as
// one of the forms of package forms. It is called concurrently.
type BodyEncoding interface {
	// Encode is called once per call of the mutation, and again when Edit sends
	// another difference. Body is what the mutation was called with, and for Edit the
	// JSON of the difference; asJSON is that body as the codec of the client has written
	// it, which must not be changed. With an error, nothing is sent, and the error of
	// the call is a KindArgument error.
	Encode(body any, asJSON []byte) (Body, error)
}

// WithBodyEncoding sends the bodies of a mutation, or of all mutations of a resource,
// in another format. What the mutation shows before it is answered, and what it says
// about lists, is as with JSON. It cannot be queued in an outbox, and WithTimeout bounds
// it as it does an Upload. Default: JSON. None and an Upload are sent as they are.
func WithBodyEncoding(e BodyEncoding) EndpointOption {
	return func(d *declaration) { d.Encode = encodedBy(e) }
}

// encodedBy writes bodies by an encoding; it returns nil for nil, which is JSON.
func encodedBy(encoding BodyEncoding) func(value any, asJSON []byte) (*exchange.Upload, error) {
	if encoding == nil {
		return nil
	}
	return func(value any, asJSON []byte) (*exchange.Upload, error) {
		b, err := encoding.Encode(value, asJSON)
		if err != nil {
			return nil, err
		}
		return opened(b)
	}
}

// uploadOf opens the body of one call.
func uploadOf(u Upload) (*exchange.Upload, error) {
	b, err := u.Body()
	if err != nil {
		return nil, err
	}
	return opened(b)
}

func opened(b Body) (*exchange.Upload, error) {
	if b.Open == nil {
		return nil, errors.New("the body cannot be opened: Open is nil")
	}
	return &exchange.Upload{Open: b.Open, ContentType: b.ContentType, Length: b.Length}, nil
}

// isOpen reports whether results are io.ReadCloser: the body itself, which is
// never stored and never shared.
func isOpen(result reflect.Type) bool { return result == reflect.TypeFor[io.ReadCloser]() }

// Fields is the body of a partial update: the fields to change, by their JSON
// names. Nil sets a field to null; as a MergePatch it removes the field. Before
// anything is sent, names that the entity does not have and values that do not fit
// its fields are refused; for a body that the compiler checks, or with other names,
// use WithBody.
type Fields map[string]any

// bodyOf is the body of a mutation as it is sent.
func bodyOf(body any) call.Body {
	switch body := body.(type) {
	case None:
		return call.Body{}
	case Upload:
		return call.Body{Upload: func() (*exchange.Upload, error) { return uploadOf(body) }}
	case Fields:
		return call.Body{Value: body, IsJSON: true, Check: true, Fields: body}
	}
	return call.Body{Value: body, IsJSON: true}
}
