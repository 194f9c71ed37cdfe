package restclient

import (
	"errors"
	"io"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
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

// uploadOf opens the body of one call.
func uploadOf(u Upload) (*exchange.Upload, error) {
	b, err := u.Body()
	if err != nil {
		return nil, err
	}
	if b.Open == nil {
		return nil, errors.New("the body cannot be opened: Open is nil")
	}
	return &exchange.Upload{Open: b.Open, ContentType: b.ContentType, Length: b.Length}, nil
}

// isOpen reports whether results are io.ReadCloser: the body itself, which is
// never stored and never shared.
func isOpen(result reflect.Type) bool { return result == reflect.TypeFor[io.ReadCloser]() }

// Fields is the body of a partial update: the fields to change, by their JSON
// names. Nil sets a field to null. Before anything is sent, names that the
// entity does not have and values that do not fit its fields are refused; for a
// body that the compiler checks, or with other names, use WithBody.
type Fields map[string]any

// fieldChecker is a schema that knows the fields of its entities.
type fieldChecker interface {
	CheckFields(st *entity.Store, fields map[string]any, encoded []byte) error
}

func checkBody(st *entity.Store, e *endpoint, body any, r *answer.Request) error {
	f, ok := body.(Fields)
	if !ok {
		return nil
	}
	if checker, ok := e.schema.(fieldChecker); ok {
		return checker.CheckFields(st, f, r.Body)
	}
	return nil
}
