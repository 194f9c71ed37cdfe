package restclient

import (
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
)

// Entity is a value that its primary key identifies, such as
//
//	func (t Todo) PK() int { return t.ID }
//
// It is a struct, not a pointer to one.
type Entity[K comparable] = entity.Entity[K]

// List is a read-only view of a list at one moment: Len, At, All, Slice.
type List[E any] = entity.List[E]

// Schema says how a response of type R becomes stored data and how it is found
// again. EntityOf and ListOf make one; without, a response is stored as a whole.
type Schema[R any] interface {
	// Part lets a schema of one entity, or of a list of them, say what occurs
	// inside others.
	entity.Part
	// untyped is the schema itself, whose results are of type R.
	untyped(*R) answer.Schema
}

// schemaOf is a schema with the type of its results.
type schemaOf[R any] struct{ schema answer.Schema }

func (s schemaOf[R]) AddTo(p *entity.Parts)    { s.schema.AddTo(p) }
func (s schemaOf[R]) untyped(*R) answer.Schema { return s.schema }

// untyped returns the schema behind s, nil for nil.
func untyped[R any](s Schema[R]) answer.Schema {
	if s == nil {
		return nil
	}
	return s.untyped(nil)
}

// plainOf is the schema of results that are stored as a whole.
func plainOf[R any]() answer.Whole { return wholeOf(reflect.TypeFor[R]()) }

func wholeOf(result reflect.Type) answer.Whole {
	return answer.Whole{Result: result, Nothing: result == reflect.TypeFor[None]()}
}

// EntityOf is the schema of a response that is one E. Calls whose arguments
// hold the primary key are answered from whatever delivered that entity.
func EntityOf[E Entity[K], K comparable]() Schema[E] {
	return schemaOf[E]{answer.Entity{Of: entity.KindOf[E]()}}
}

// ListOf is the schema of a response that is an array of E. The arguments of
// the call identify the list.
func ListOf[E Entity[K], K comparable]() Schema[List[E]] {
	return schemaOf[List[E]]{answer.List{Of: entity.KindOf[E]()}}
}

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
