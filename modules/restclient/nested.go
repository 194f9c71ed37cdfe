package restclient

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

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
type Nested = store.Part

// Ref is an entity inside another value that is looked up when it is asked for.
// Its JSON is the entity or its key alone; written it is the key. Entities may
// refer to each other in circles and in chains of any length. A change of what
// a Ref stands for does not change the value that holds it: read it with UseRef to
// learn of changes.
//
// The zero Ref stands for nothing. Two Refs that were read by a client are == when
// they stand for the same entity of it.
type Ref[E any] struct{ ref store.Reference }

// RefTo returns a Ref that stands for e, for the body of a mutation.
func RefTo[E Entity[K], K comparable](e E) Ref[E] { return Ref[E]{store.RefTo(&e, e.PK())} }

// RefKey returns a Ref by primary key, for the body of a mutation: RefKey[User](5).
// It stands for nothing until a client stores what holds it.
func RefKey[E Entity[K], K comparable](key K) Ref[E] { return Ref[E]{store.RefKey(key)} }

// Key returns the primary key, of the type that E has; nil for the zero Ref.
func (r Ref[E]) Key() any { return r.ref.Key() }

// Get returns a copy of the newest state of the entity. It is false when it is
// not stored, deleted or invalid.
func (r Ref[E]) Get() (E, bool) { return r.at(nil) }

func (r Ref[E]) at(sn *store.Snapshot) (E, bool) {
	e, ok := r.ref.At(sn)
	value, _ := e.(E)
	return value, ok
}

// MarshalJSON writes the key.
func (r Ref[E]) MarshalJSON() ([]byte, error) { return exact.Marshal(r.ref.Key()) }

// UnmarshalJSONFrom reads an entity, its key or null.
func (r *Ref[E]) UnmarshalJSONFrom(dec *jsontext.Decoder) (err error) {
	r.ref, err = store.ReadReference(dec, reflect.TypeOf((*E)(nil)).Elem())
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for other decoders.
func (r *Ref[E]) UnmarshalJSON(data []byte) error { return decodeInto(r, data) }

// UseRef returns what a Ref stands for. It never waits and never sends
// anything. It is false when that is not stored, deleted or invalid. Inside a
// render function it reads the state that the function reads, and the function
// runs again when it changes.
func UseRef[E any](ctx context.Context, ref Ref[E]) (E, bool) {
	return ref.at(UseController(ctx).session(ctx).At)
}

// Map is a read-only view of entities by names, in the order of the JSON. Its
// JSON is an object; members that are null are dropped, and so are entities
// that are deleted or invalid. The zero Map is empty.
type Map[E any] struct{ named *store.Named }

// Len returns the number of entities.
func (m Map[E]) Len() int { return m.named.Len() }

// Get returns a copy of the entity under a name.
func (m Map[E]) Get(name string) (e E, ok bool) {
	if i := m.named.Find(name); i >= 0 {
		return store.EntryIn[E](m.named, i), true
	}
	return e, false
}

// All yields the names and copies of the entities in order.
func (m Map[E]) All() iter.Seq2[string, E] {
	return func(yield func(string, E) bool) {
		for i := range m.Len() {
			if !yield(m.named.Name(i), store.EntryIn[E](m.named, i)) {
				return
			}
		}
	}
}

// MarshalJSONTo writes an object of the entities.
func (m Map[E]) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for name, e := range m.All() {
		if err := enc.WriteToken(jsontext.String(name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(enc, e); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

// MarshalJSON is MarshalJSONTo for other encoders.
func (m Map[E]) MarshalJSON() ([]byte, error) { return exact.Marshal(json.MarshalerTo(m)) }

// UnmarshalJSONFrom reads an object of entities, or null.
func (m *Map[E]) UnmarshalJSONFrom(dec *jsontext.Decoder) (err error) {
	m.named, err = store.ReadNamed[E](dec)
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for other decoders.
func (m *Map[E]) UnmarshalJSON(data []byte) error { return decodeInto(m, data) }

// OneOf is an entity of one of several types, all of which implement I, inside
// another value. UnionOf declares it. What has none of the known types is kept as it
// is in the JSON.
type OneOf[I any] struct{ one store.One }

// OneOfValue returns a OneOf of an entity, for the body of a mutation:
// OneOfValue[Item](Post{Type: "post", Text: "a"}). The entity has to have what tells
// it apart.
func OneOfValue[I any](value I) OneOf[I] { return OneOf[I]{store.OneOf(value)} }

// Value returns a copy of the entity. It is false when the type is not known,
// and for null.
func (o OneOf[I]) Value() (I, bool) {
	e, ok := o.one.Value()
	value, _ := e.(I)
	return value, ok
}

func (o OneOf[I]) entity() any {
	e, _ := o.one.Value()
	return e
}

// Raw returns the JSON of a value whose type is not known, nil otherwise.
func (o OneOf[I]) Raw() jsontext.Value { return o.one.Raw() }

// MarshalJSON writes the entity, or the JSON as it came.
func (o OneOf[I]) MarshalJSON() ([]byte, error) { return o.one.MarshalJSON() }

// UnmarshalJSON keeps the JSON until it is known what it may be.
func (o *OneOf[I]) UnmarshalJSON(data []byte) error {
	o.one = store.UnknownOne(data)
	return nil
}

// Nest declares that List[E] occurs in the entity P: it is the list that the
// read returns for the arguments, which must depend on the primary key of P
// alone. Both show the same, whichever was read.
//
// When both resources refer to each other, pass the address of the list, which is
// &Todos.GetList, or a [ReadFunc].
func Nest[P any, E Entity[K], F any, K comparable](list Readable[F, List[E]], args func(P) F) Nested {
	part := store.NestedList(store.KindOf[E](), reflect.TypeFor[P](), func(p any) (store.ListKey, bool) {
		ep := (*call.Endpoint)(list.read())
		if ep.Fault() != nil {
			return store.ListKey{}, false
		}
		return ep.Declared.ListKey(boxed(args(*p.(*P))))
	})
	return store.PartFunc(func(p *store.Parts) {
		part.AddTo(p)
		var ep *call.Endpoint
		if list != nil {
			ep = (*call.Endpoint)(list.read())
		}
		if err := nestFault(list, ep); err != nil {
			p.Fail(fmt.Errorf("nest a list of %s: %w", reflect.TypeFor[E](), err))
		}
	})
}

// nestFault tells what is wrong with a read. What an address leads to, and what a
// function returns, may not be declared yet.
func nestFault(list any, ep *call.Endpoint) error {
	if ep != nil {
		return ep.Declared.Err
	}
	switch v := reflect.ValueOf(list); {
	case v.Kind() == reflect.Func, v.Kind() == reflect.Pointer && !v.IsNil():
		return nil
	}
	return errors.New("the read is declared later: pass the address of the list, such as &Todos.GetList, or a ReadFunc")
}

// UnionCase is one type of a union. Case makes one.
type UnionCase struct{ part store.Case }

// UnionOf declares that OneOf[I] occurs: the member attr of the JSON object
// tells which case it is. A value that matches no case, and null, is kept as it is.
func UnionOf[I any](attr string, cases ...UnionCase) Nested {
	parts := make([]store.Case, len(cases))
	for i, c := range cases {
		parts[i] = c.part
	}
	return store.Union(reflect.TypeFor[OneOf[I]](), reflect.TypeFor[I](), attr, parts...)
}

// Case says which entities have an attribute of the given value: a string, or
// the JSON of a number, which is 2 for 2.0, or of a boolean.
func Case(value string, of Nested) UnionCase { return UnionCase{store.Case{Value: value, Part: of}} }
