package restclient

import (
	"context"
	"errors"
	"fmt"
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
// The zero Schema stores it as a whole, too.
type Schema[R any] struct{ schema answer.Schema }

// AddTo lets a schema of one entity, or of a list of them, say what occurs inside
// others.
func (s Schema[R]) AddTo(p *entity.Parts) { addTo(s.schema, p) }

func addTo(s answer.Schema, p *entity.Parts) {
	if s == nil {
		p.Fail(errors.New("a Schema that was not made by EntityOf, ListOf or ObjectOf"))
		return
	}
	s.AddTo(p)
}

var noneType = reflect.TypeFor[None]()

// wholeOf is the schema of results that are stored as a whole.
func wholeOf(result reflect.Type) answer.Whole {
	return answer.Whole{Result: result, Nothing: result == noneType}
}

// EntityOf is the schema of a response that is one E. Calls whose arguments
// hold the primary key are answered from whatever delivered that entity.
func EntityOf[E Entity[K], K comparable]() Schema[E] {
	return Schema[E]{answer.Entity{Of: entity.KindOf[E]()}}
}

// ListOf is the schema of a response that is an array of E. The arguments of
// the call identify the list.
func ListOf[E Entity[K], K comparable]() Schema[List[E]] {
	return Schema[List[E]]{answer.List{Of: entity.KindOf[E](), Typed: func(l entity.AnyList) any { return entity.ListIn[E](l) }}}
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
	return Schema[R]{answer.Object{Result: reflect.TypeOf((*R)(nil)).Elem(), Nested: slices.Clone(nested)}}
}

func pageSchemaOf(s answer.Schema) answer.Schema {
	if p, ok := s.(interface{ Paged() answer.Schema }); ok {
		return p.Paged()
	}
	return nil
}

// Nested declares a type of entities that occurs inside others: EntityOf, Nest
// or UnionOf. An entity type that holds others says so by a method,
//
//	func (Article) Nested() []restclient.Nested {
//		return []restclient.Nested{restclient.EntityOf[User]()}
//	}
//
// and a response that is not an entity by ObjectOf. Every entity is then stored
// once, whatever it was inside of:
//
//   - A field that is a User, *User, []User or map[string]User shows what is
//     stored, so that each change of the user is one of the article. When the
//     user is deleted or invalid, the article is invalid, the pointer nil, and
//     slices and maps are without it.
//   - A Ref[User] is looked up when it is asked for. Only by way of a Ref an
//     entity may hold itself, and a change costs nothing however many hold it.
//   - A List[Todo] is the list of its arguments, see Nest; a Map[User] is a
//     read-only map; a OneOf is an entity of one of several types, see UnionOf.
type Nested = entity.Part

// Ref is an entity inside another value that is looked up when it is asked for:
// Get, At, Key. UseRef reads it with a context.
type Ref[E any] = entity.Ref[E]

// Map is a read-only view of entities by names: Len, Get, All.
type Map[E any] = entity.Map[E]

// OneOf is an entity of one of several types, which UnionOf declares: Value,
// Raw.
type OneOf[I any] = entity.OneOf[I]

// RefTo returns a Ref that stands for e, for the body of a mutation.
func RefTo[E Entity[K], K comparable](e E) Ref[E] { return entity.RefTo(e) }

// RefKey returns a Ref by primary key, for the body of a mutation:
// RefKey[User](5).
func RefKey[E Entity[K], K comparable](key K) Ref[E] { return entity.RefKey[E](key) }

// UseRef returns what a Ref stands for. It never waits and never sends
// anything. It is false when that is not stored, deleted or invalid. Inside a
// render function it reads the state that the function reads, and the function
// runs again when it changes.
func UseRef[E any](ctx context.Context, ref Ref[E]) (E, bool) {
	return ref.At(UseController(ctx).session(ctx).at)
}

// Nest declares that List[E] occurs in the entity P: it is the list that the
// read returns for the arguments, which must depend on the primary key of P
// alone. Both show the same, whichever was read.
//
// When both resources refer to each other, pass the address of the list, which is
// &Todos.GetList, or a [ReadFunc].
func Nest[P any, E Entity[K], F any, K comparable](list Readable[F, List[E]], args func(P) F) Nested {
	key := func(p P) (entity.ListKey, bool) {
		ep := (*endpoint)(list.read())
		if ep.fault() != nil {
			return entity.ListKey{}, false
		}
		return ep.declared.ListKey(boxed(args(p)))
	}
	part := entity.NestedList[P, E](key)
	return entity.PartFunc(func(p *entity.Parts) {
		part.AddTo(p)
		var ep *endpoint
		if list != nil {
			ep = (*endpoint)(list.read())
		}
		if err := nestFault(list, ep); err != nil {
			p.Fail(fmt.Errorf("nest a list of %s: %w", reflect.TypeFor[E](), err))
		}
	})
}

// nestFault tells what is wrong with a read. What an address leads to, and what a
// function returns, may not be declared yet.
func nestFault(list any, ep *endpoint) error {
	if ep != nil {
		return ep.declared.Err
	}
	switch v := reflect.ValueOf(list); {
	case v.Kind() == reflect.Func, v.Kind() == reflect.Pointer && !v.IsNil():
		return nil
	}
	return errors.New("the read is declared later: pass the address of the list, such as &Todos.GetList, or a ReadFunc")
}

// UnionCase is one type of a union. Case makes one.
type UnionCase = entity.Case

// UnionOf declares that OneOf[I] occurs: the member attr of the JSON object
// tells which case it is. What is none of them, and null, is kept as it is.
func UnionOf[I any](attr string, cases ...UnionCase) Nested { return entity.Union[I](attr, cases...) }

// Case says which entities have an attribute of the given value: a string, or
// the JSON of a number or boolean.
func Case(value string, of Nested) UnionCase { return UnionCase{Value: value, Part: of} }

// needsNoSchema refuses results that only a schema can complete.
func needsNoSchema(t reflect.Type) error {
	if !entity.HoldsParts(t) {
		return nil
	}
	return fmt.Errorf("%s holds a Ref, List, Map or OneOf: say what is in it, with WithSchema(ObjectOf[…](EntityOf[…]()))", t)
}
