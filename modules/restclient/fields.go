package restclient

import (
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
)

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
