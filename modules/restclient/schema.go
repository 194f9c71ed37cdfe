package restclient

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Entity is a value that its primary key identifies, such as
//
//	func (t Todo) PK() int { return t.ID }
//
// It is a struct, not a pointer to one. Zero is a key like any other; an empty
// string does not identify anything, and neither does null. The key may be put together of
// several fields, and of members of fields that are structs: a response must have all of
// them, for each entity in it, and is refused otherwise; only the answer to a mutation may
// leave out the key that its arguments have. A change of other members leaves the key as it
// is. An entity may have the methods of [Processor], [Validator], [Orderer] and [Nesting],
// too.
type Entity[K comparable] interface{ PK() K }

// Processor is an entity that changes what was decoded before it is validated and
// stored, such as to trim a text.
type Processor[E any] interface{ Process() E }

// Validator is an entity that refuses what a server has sent: nothing of a response
// with an invalid entity is stored, and the error wraps an *InvalidError. Validate is
// called on each decoded entity, after Process; fields that the JSON lacked are zero.
type Validator interface{ Validate() error }

// Orderer is an entity that reports whether it is later than another state of
// itself, such as by a time that the server has set. What is not newer than the
// stored state is ignored, however its request was sent; so equal times leave the
// stored state as it is. Where a mutation has taken effect and what it tells is no older
// either, as without that time, the entity is stale. Newer is called while the store is locked: it must be quick
// and must not use a client.
type Orderer[E any] interface{ Newer(than E) bool }

// Nesting is an entity that has other entities inside, see [Nested]. The method is
// called on a zero value.
type Nesting interface{ Nested() []Nested }

// List is a read-only view of a list at one moment. The zero List is empty. Two
// lists of one type are == when they are the same state of the same list.
type List[E any] struct{ view *store.View }

// typedList gives a list its type.
func typedList[E any](l store.List) any { return List[E]{l.View()} }

// Current reports whether nothing has changed since the list was read: reading it
// again gives the same. It is a quick check, which may say no in doubt. A list that
// no read returns, such as a page, is never current.
func (l List[E]) Current() bool { return l.view.Current() }

// Len returns the number of entities.
func (l List[E]) Len() int { return l.view.Len() }

// At returns a copy of the entity at position i, which is at least 0 and less
// than Len. It panics otherwise, as a slice does.
func (l List[E]) At(i int) E { return store.RowIn[E](l.view, i) }

// All yields the positions and copies of the entities in order.
func (l List[E]) All() iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := range l.Len() {
			if !yield(i, l.At(i)) {
				return
			}
		}
	}
}

// Slice returns copies of the entities. The slice belongs to the caller and is
// never nil.
func (l List[E]) Slice() []E {
	s := make([]E, l.Len())
	for i := range s {
		s[i] = l.At(i)
	}
	return s
}

// MarshalJSON writes an array of the entities.
func (l List[E]) MarshalJSON() ([]byte, error) { return exact.Marshal(l.Slice()) }

// UnmarshalJSONFrom reads an array of entities, or null. The list is not stored
// before the value around it is.
func (l *List[E]) UnmarshalJSONFrom(dec *jsontext.Decoder) (err error) {
	l.view, err = store.ReadView[E](dec)
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for other decoders.
func (l *List[E]) UnmarshalJSON(data []byte) error { return decodeInto(l, data) }

// decodeInto decodes one value with what reads it from a decoder.
func decodeInto(to json.UnmarshalerFrom, data []byte) error { return exact.Unmarshal(data, to) }

// Schema says how a response of type R becomes stored data and how it is found
// again. EntityOf and ListOf make one; without, a response is stored as a whole.
// The zero Schema stores it as a whole, too.
type Schema[R any] struct{ schema answer.Schema }

// AddTo lets a schema of one entity, or of a list of them, say what occurs inside
// others.
func (s Schema[R]) AddTo(p *store.Parts) { addTo(s.schema, p) }

func addTo(s answer.Schema, p *store.Parts) {
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
	return Schema[E]{answer.Entity{Of: store.KindOf[E]()}}
}

// ListOf is the schema of a response that is an array of E. The arguments of
// the call identify the list.
func ListOf[E Entity[K], K comparable]() Schema[List[E]] {
	return Schema[List[E]]{answer.List{Of: store.KindOf[E](), Typed: typedList[E]}}
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

// needsNoSchema refuses results that only a schema can complete.
func needsNoSchema(t reflect.Type) error {
	if !store.HoldsParts(t) {
		return nil
	}
	return fmt.Errorf("%s holds a Ref, List, Map or OneOf: say what is in it, with WithSchema(ObjectOf[…](EntityOf[…]()))", t)
}
