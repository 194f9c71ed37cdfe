package restclient

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/argument"
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
func ObjectOf[R any](nested ...Nested) Schema[R] { return objectSchema[R]{slices.Clone(nested)} }

type objectSchema[R any] struct{ nested []Nested }

func (objectSchema[R]) keyType() reflect.Type { return nil }

func (o objectSchema[R]) fault() error { return entity.CheckObject[R](o.nested...) }

// AddTo refuses: a response does not occur inside others.
func (objectSchema[R]) AddTo(p *entity.Parts) { plainSchema[R]{}.AddTo(p) }

func (o objectSchema[R]) objects(s session) *entity.Objects[R] {
	return entity.ObjectsOf[R](s.store(), o.nested...)
}

func (o objectSchema[R]) lookup(s session, c *call) (R, entity.Status) {
	return o.objects(s).GetAt(s.at, c.list)
}

func (o objectSchema[R]) touch(s session, c *call, t touch) {
	if t == invalidate {
		o.objects(s).Invalidate(c.list)
		return
	}
	o.objects(s).Expire(c.list)
}

func (o objectSchema[R]) decode(s session, r *reply) (answer[R], error) {
	return o.stored(s, r, func(w entity.Write, obj entity.Object[R]) R {
		if r.call.mutates {
			return o.objects(s).Absorb(w, obj)
		}
		return o.objects(s).Set(w, r.call.list, obj)
	})
}

// stored reads a response that put then stores.
func (o objectSchema[R]) stored(s session, r *reply, put func(entity.Write, entity.Object[R]) R) (answer[R], error) {
	if r.isEmpty() {
		return answer[R]{}, r.noValue()
	}
	if err := r.needJSON(); err != nil {
		return answer[R]{}, err
	}
	obj, err := o.objects(s).Decode(r.body)
	if err != nil {
		return answer[R]{}, r.badRow(err)
	}
	var value R
	return answer[R]{
		store: func(w entity.Write) { value = put(w, obj) },
		value: func() R { return value },
	}, nil
}

// objectPageSchema adds a page to a stored response.
type objectPageSchema[R any] struct{ objectSchema[R] }

func (o objectPageSchema[R]) decode(s session, r *reply) (answer[R], error) {
	return o.stored(s, r, func(w entity.Write, obj entity.Object[R]) R {
		return o.objects(s).Extend(w, r.call.list, obj)
	})
}

// pagedSchema is a schema of what can be read in pages.
type pagedSchema[R any] interface{ paged() Schema[R] }

func (o objectSchema[R]) paged() Schema[R]      { return objectPageSchema[R]{o} }
func (listSchema[E, K]) paged() Schema[List[E]] { return pageSchema[E, K]{} }

func pageSchemaOf[R any](s Schema[R]) Schema[R] {
	if p, ok := s.(pagedSchema[R]); ok {
		return p.paged()
	}
	return nil
}

// PageOf returns a read of further pages of what read returns, a list or an
// object with lists. The query parameter cursor selects the page and is not part
// of what identifies the lists: the rows of a page go to the end of the list
// that read stores for the same arguments without it. Other fields of an object,
// such as the next cursor, are replaced. It answers with the rows of the page,
// or with the whole object.
func PageOf[A, R any](read Readable[A, R], cursor string) Read[A, R] {
	base := read.read()
	if base.fault() != nil {
		return Read[A, R]{base}
	}
	ep := *base
	ep.name, ep.cursor, ep.stored = ep.name+".getPage", cursor, nil
	plan, err := argument.Compile(reflect.TypeFor[A](), ep.template, argument.WithCursor(cursor))
	switch schema := pageSchemaOf(base.schema); {
	case schema == nil:
		ep.err = fmt.Errorf("endpoint %s: the result of %s has no lists: its schema is neither ListOf nor ObjectOf", ep.name, base.name)
	case err != nil:
		ep.err = fmt.Errorf("endpoint %s: %w", ep.name, err)
	default:
		ep.schema, ep.plan = schema, plan
	}
	return Read[A, R]{&ep}
}

// AssignTo returns a mutation, POST to the path of read, that answers with an
// object of entities by name. They are added to all stored maps of read that
// they belong to under the arguments. B is the type of the body.
func AssignTo[B, A, E any](read Readable[A, Map[E]]) Mutation[A, B, Map[E]] {
	base := read.read()
	if base.fault() != nil {
		return Mutation[A, B, Map[E]]{base}
	}
	ep := *base
	ep.name, ep.method = ep.name+".create", http.MethodPost
	object, ok := base.schema.(objectSchema[Map[E]])
	if !ok {
		ep.err = fmt.Errorf("endpoint %s: the schema of %s is not ObjectOf", ep.name, base.name)
	}
	ep.schema = assignSchema[E]{object}
	return Mutation[A, B, Map[E]]{&ep}
}

// assignSchema adds the members of a response to the maps they belong to.
type assignSchema[E any] struct{ objectSchema[Map[E]] }

func (a assignSchema[E]) decode(s session, r *reply) (answer[Map[E]], error) {
	return a.stored(s, r, func(w entity.Write, obj entity.Object[Map[E]]) Map[E] {
		return entity.Assign(a.objects(s), w, r.call.list, obj)
	})
}
