package restclient

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
)

// ObjectOf is the schema of a response in which entities occur, such as
//
//	struct {
//		Results  restclient.List[Article] `json:"results"`
//		NextPage string                   `json:"nextPage"`
//	}
//
// Nested are the types of the entities, at whatever depth of R they are; those
// inside of these declare theirs themselves. The call's arguments identify the
// response and the lists in it. A response with one List has the list that a
// resource of the same path has for these arguments; of several, each is a list
// of its own.
func ObjectOf[R any](nested ...Nested) Schema[R] {
	nested = slices.Clone(nested)
	return schemaOf[R]{answer.Object{
		Result: reflect.TypeFor[R](),
		In:     func(s *entity.Store) *entity.AnyObjects { return entity.AnyObjectsOf[R](s, nested...) },
		Valid:  func() error { return entity.CheckObject[R](nested...) },
	}}
}

func pageSchemaOf(s answer.Schema) answer.Schema {
	if p, ok := s.(interface{ Paged() answer.Schema }); ok {
		return p.Paged()
	}
	return nil
}

// PageOf returns a read of further pages of what read returns, a list or an
// object with lists. The query parameter cursor selects the page and is not part
// of what identifies the lists: the rows of a page go to the end of the list
// that read stores for the same arguments without it. Other fields of an object,
// such as the next cursor, are replaced. A list or an object that was never read
// is not made of a page; the entities in it are stored. It answers with the rows
// of the page, or with the whole object.
func PageOf[A, R any](read Readable[A, R], cursor string) Read[A, R] {
	return Read[A, R]{(*typed[A, R])((*endpoint)(read.read()).pageOf(cursor))}
}

func (e *endpoint) pageOf(cursor string) *endpoint {
	if e.fault() != nil {
		return e
	}
	ep := *e
	ep.declared.Name, ep.stored = ep.declared.Name+".getPage", nil
	err := ep.declared.SetCursor(cursor)
	switch schema := pageSchemaOf(e.schema); {
	case schema == nil:
		ep.declared.Err = fmt.Errorf("endpoint %s: the result of %s has no lists: its schema is neither ListOf nor ObjectOf", ep.declared.Name, e.declared.Name)
	case err != nil:
		ep.declared.Err = err
	default:
		ep.schema = schema
	}
	return &ep
}

// AssignTo returns a mutation, POST to the path of read, that answers with an
// object of entities by name. They are added to all stored maps of read that
// they belong to: what the answer says of the fields of a member decides, and the
// arguments where it says nothing. B is the type of the body.
func AssignTo[B, A, E any](read Readable[A, Map[E]]) Mutation[A, B, Map[E]] {
	return Mutation[A, B, Map[E]]{(*typed[A, Map[E]])((*endpoint)(read.read()).assignTo())}
}

func (e *endpoint) assignTo() *endpoint {
	if e.fault() != nil {
		return e
	}
	ep := *e
	ep.declared.Name, ep.declared.Method = ep.declared.Name+".create", http.MethodPost
	object, ok := e.schema.(answer.Object)
	if !ok {
		ep.declared.Err = fmt.Errorf("endpoint %s: the schema of %s is not ObjectOf", ep.declared.Name, e.declared.Name)
	}
	ep.schema = answer.Assign{Object: object}
	return &ep
}
