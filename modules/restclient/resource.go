package restclient

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"unsafe"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Resource bundles the endpoints of one entity type: E the entity, P the
// arguments that name one of them, F those that select a list. It is an
// immutable value.
type Resource[E, P, F any] struct {
	Get           Read[P, E]              // GET    /todos/:id
	GetList       Collection[E, F]        // GET    /todos?filter
	Update        Mutation[P, E, E]       // PUT    /todos/:id
	PartialUpdate Mutation[P, Fields, E]  // PATCH  /todos/:id
	Delete        Mutation[P, None, None] // DELETE /todos/:id
	err           error
}

// Collection is the read of a list, with the endpoints that extend it.
type Collection[E, F any] struct {
	Read[F, List[E]]

	Push    Mutation[F, E, E] // POST: the new entity goes to the end of the lists it belongs to
	Unshift Mutation[F, E, E] // POST: … to the front
	// GetPage is GET with the pagination field: the rows of the page go to the
	// end of the list, and are the result. Without WithPaginationField it
	// reports an error.
	GetPage Read[F, List[E]]
}

// CreateResource declares the seven endpoints of E on path, whose last
// ":name" parameter identifies one entity; lists are read from the path before
// it.
//
// P is the key itself when the path has one parameter, a struct with path tags
// otherwise. F is None, or a struct with a path tag for each parameter of the
// list's path, query tags (pointer or omitempty for optional ones) and header
// tags, as RestEndpoint has them. Query parameters restrict a list, except
// those tagged nofilter or cursor and those whose name begins with "order". The
// key type K is inferred from E's method PK, and P
// must yield it: P is K, has a method PK that returns K, or its field for the
// last parameter is a K.
//
// Entities are stored by type: resources of one E on one client share them, so
// use different types, or clients, for APIs whose keys are unrelated.
//
// A declaration that cannot work is reported by Err and by every call.
func CreateResource[E Entity[K], P, F any, K comparable](path string, opts ...EndpointOption) Resource[E, P, F] {
	b := builder{declaration: declare(opts)}
	b.prepare(reflect.TypeFor[E](), path)
	b.check(entity.Check[E]())
	if err := b.tags.check(reflect.TypeFor[P](), reflect.TypeFor[F]()); err != nil && b.err == nil {
		b.err = fmt.Errorf("resource %s: %w", b.name, err)
	}
	one, list := entitySchema[E, K]{}, listSchema[E, K]{}
	r := Resource[E, P, F]{
		Get:           Read[P, E]{newMember[P](&b, "get", http.MethodGet, one)},
		Update:        Mutation[P, E, E]{newMember[P](&b, "update", http.MethodPut, one)},
		PartialUpdate: Mutation[P, Fields, E]{newMember[P](&b, "partialUpdate", http.MethodPatch, one)},
		Delete:        Mutation[P, None, None]{newMember[P](&b, "delete", http.MethodDelete, removeSchema[E, K]{})},
		GetList: Collection[E, F]{
			Read:    Read[F, List[E]]{newList[F](&b, "getList", http.MethodGet, list)},
			Push:    Mutation[F, E, E]{newList[F](&b, "getList.create", http.MethodPost, addSchema[E, K]{})},
			Unshift: Mutation[F, E, E]{newList[F](&b, "getList.create", http.MethodPost, addSchema[E, K]{front: true})},
			GetPage: Read[F, List[E]]{newPage[F](&b, pageSchema[E, K]{})},
		},
	}
	r.err = b.err
	r.Get.ep.stored = storedBy[P](one, r.Get.ep.key)
	r.GetList.ep.stored = storedList[F](list, r.GetList.ep)
	return r
}

// storedBy finds entities by arguments that are, or yield, their key. Arguments
// that are the key need no allocation.
func storedBy[P any, E Entity[K], K comparable](es entitySchema[E, K], key func(P) any) func(session, P) (E, entity.Status) {
	var p P
	switch _, ok := any(p).(K); {
	case key == nil:
		return nil
	case ok:
		return func(s session, args P) (E, entity.Status) {
			return entity.TableOf[E](s.store()).GetAt(s.at, any(args).(K))
		}
	}
	return func(s session, args P) (E, entity.Status) { return es.byKey(s, key(args)) }
}

// Err says what is wrong with the declaration, nil when nothing is.
func (r Resource[E, P, F]) Err() error { return r.err }

// Must returns r, for package variables that should fail at start-up. It panics
// when the declaration is wrong.
func (r Resource[E, P, F]) Must() Resource[E, P, F] {
	if r.err != nil {
		panic(r.err)
	}
	return r
}

// storedList finds lists by their URL without the cursor, which is not kept.
func storedList[F any, E Entity[K], K comparable](_ listSchema[E, K], ep *endpoint[F, List[E]]) func(session, F) (List[E], entity.Status) {
	return func(s session, args F) (List[E], entity.Status) {
		if s.at != nil {
			return List[E]{}, entity.Missing
		}
		buf := s.client.buffers.Get().(*[]byte)
		defer s.client.buffers.Put(buf)
		id, err := ep.appendURL((*buf)[:0], ep.prefix, &args, argument.WithoutCursor)
		*buf = id
		if err != nil || len(id) == 0 {
			return List[E]{}, entity.Missing
		}
		return entity.TableOf[E](s.store()).ListID(nil, unsafe.String(&id[0], len(id)))
	}
}

// builder makes the endpoints of one resource and keeps the first fault.
type builder struct {
	declaration
	member, list *pathtemplate.Template
	err          error
}

func (b *builder) prepare(e reflect.Type, path string) {
	if b.name == "" {
		b.name = e.Name()
	}
	b.err = b.parse(e, path)
	if b.err != nil {
		b.err = fmt.Errorf("resource %s: %w", b.name, b.err)
	}
}

// check records what is wrong with the entity type.
func (b *builder) check(err error) {
	if b.err == nil && err != nil {
		b.err = fmt.Errorf("resource %s: %w", b.name, err)
	}
}

func (b *builder) parse(e reflect.Type, path string) (err error) {
	switch {
	case e.Kind() != reflect.Struct:
		return fmt.Errorf("the entity %s is not a struct", e)
	case b.method != "":
		return errors.New("the methods of a resource are fixed: WithMethod is for RestEndpoint and RestMutation")
	case b.schema != nil:
		return errors.New("the schemas of a resource are fixed: WithSchema is for RestEndpoint and RestMutation")
	}
	if b.member, err = pathtemplate.Parse(path); err != nil {
		return err
	}
	b.list, err = b.member.Parent()
	return err
}

// keep records the first fault and gives every endpoint of the resource the
// fault that it has.
func (b *builder) keep(err error) error {
	if b.err == nil && err != nil {
		b.err = err
	}
	return b.err
}

func newMember[P, R any](b *builder, name, method string, schema Schema[R]) *endpoint[P, R] {
	ep := resourceEndpoint[P](b, name, method, schema)
	if b.err != nil {
		ep.err = b.err
		return ep
	}
	err := ep.bindTo(b.member)
	if err == nil && ep.key == nil {
		last, _ := b.member.Last()
		err = fmt.Errorf("endpoint %s: the arguments %s do not yield the key of type %s: make parameter %q of that type, or give %[2]s a method PK() %[3]s",
			ep.name, reflect.TypeFor[P](), schema.keyType(), last.Name)
	}
	ep.err = b.keep(err)
	return ep
}

func newList[F, R any](b *builder, name, method string, schema Schema[R]) *endpoint[F, R] {
	ep := resourceEndpoint[F](b, name, method, schema)
	ep.cursor = b.cursor
	if b.err != nil {
		ep.err = b.err
		return ep
	}
	err := ep.bindTo(b.list)
	if err == nil && b.cursor != "" && !ep.plan.HasQuery(b.cursor) {
		err = fmt.Errorf("endpoint %s: the arguments %s have no query parameter %q, which WithPaginationField names", ep.name, reflect.TypeFor[F](), b.cursor)
	}
	ep.err = b.keep(err)
	return ep
}

func newPage[F, E any](b *builder, schema Schema[List[E]]) *endpoint[F, List[E]] {
	ep := newList[F](b, "getList.getPage", http.MethodGet, schema)
	if ep.err == nil && b.cursor == "" {
		ep.err = fmt.Errorf("endpoint %s: the resource has no pagination field: declare it with WithPaginationField", ep.name)
	}
	return ep
}

func resourceEndpoint[A, R any](b *builder, name, method string, schema Schema[R]) *endpoint[A, R] {
	ep := &endpoint[A, R]{
		name: b.name + "." + name, method: method, prefix: b.prefix, expiry: b.expiry, schema: schema,
		expirySet: b.expirySet, optimistic: b.optimistic, patchFormat: b.patchFormat,
		errorPolicy: b.errorPolicy, errorExpiry: b.errorExpiry, invalidIfStale: b.invalidIfStale,
		pollEvery: b.pollEvery, tags: b.tags,
	}
	if b.list != nil {
		ep.collection = b.prefix + b.list.String()
	}
	return ep
}
