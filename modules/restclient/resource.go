package restclient

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Resource bundles the endpoints of one entity type: E the entity, P the
// arguments that name one of them, F those that select a list. It is an
// immutable value.
type Resource[E, P, F any] struct {
	Get           *Read[P, E]              // GET    /todos/:id
	GetList       Collection[E, F]         // GET    /todos?filter
	Update        *Mutation[P, E, E]       // PUT    /todos/:id
	PartialUpdate *Mutation[P, Fields, E]  // PATCH  /todos/:id
	Delete        *Mutation[P, None, None] // DELETE /todos/:id
	err           error
	made          *resourceOf[E, P, F] // the endpoints, as they were made
}

// Collection is the read of a list, with the endpoints that extend it.
type Collection[E, F any] struct {
	*Read[F, List[E]]

	Push    *Mutation[F, E, E] // POST: the new entity goes to the end of the lists it belongs to
	Unshift *Mutation[F, E, E] // POST: … to the front
	// GetPage is GET with the pagination field: the rows of the page go to the
	// end of the list, and are the result. Only Fetch takes it. Without
	// WithPaginationField it reports an error.
	GetPage *Read[F, List[E]]
}

// CreateResource declares the seven endpoints of E on path, whose last
// ":name" parameter identifies one entity; lists are read from the path before
// it.
//
// P is the key itself when the path has one parameter, a struct with path tags
// otherwise. It may have query tags, too: what a Get answers with a query is kept apart,
// for the same question only, until something else changes the entity. F is None, or a
// struct with a path tag for each parameter of the list's path, query tags (pointer or
// omitempty for optional ones) and header tags, as RestEndpoint has them. Query parameters restrict a list, except
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
	of := store.KindOf[E]()
	b := newBuilder(of, path, reflect.TypeOf((*P)(nil)).Elem(), reflect.TypeOf((*F)(nil)).Elem(), opts)
	ep := b.endpoints(answer.List{Of: of, Typed: typedList[E]})
	r := Resource[E, P, F]{
		Get:           &Read[P, E]{(*typed[P, E])(ep.get)},
		Update:        &Mutation[P, E, E]{(*typed[P, E])(ep.update)},
		PartialUpdate: &Mutation[P, Fields, E]{(*typed[P, E])(ep.partialUpdate)},
		Delete:        &Mutation[P, None, None]{(*typed[P, None])(ep.remove)},
		GetList: Collection[E, F]{
			Read:    &Read[F, List[E]]{(*typed[F, List[E]])(ep.getList)},
			Push:    &Mutation[F, E, E]{(*typed[F, E])(ep.push)},
			Unshift: &Mutation[F, E, E]{(*typed[F, E])(ep.unshift)},
			GetPage: &Read[F, List[E]]{(*typed[F, List[E]])(ep.getPage)},
		},
		err:  b.err,
		made: (*resourceOf[E, P, F])(ep),
	}
	if ep.get.Declared.Key != nil && !ep.get.Declared.Plan.TakesQuery() {
		ep.get.Stored = storedBy[P, E](ep.get.Declared.Key)
	}
	ep.getList.Stored = storedList[F, E](ep.getList)
	return r
}

// joinBatches lets get read several entities at once, if that was asked for.
func (b *builder) joinBatches(of *store.Kind, get, list *call.Endpoint) {
	spec, ok := b.Extra[batching{}].(*call.BatchSpec)
	if !ok || b.err != nil {
		return
	}
	err := checkBatch(spec, of, list.Declared.Args)
	if b.KeyInAnswer {
		err = errors.New("WithBatchGet needs the keys in the arguments: it does not go with WithKeyInAnswer")
	}
	if err != nil {
		get.Declared.Err = b.keep(fmt.Errorf("endpoint %s: %w", get.Declared.Name, err))
		return
	}
	get.Batch = &call.BatchReader{BatchSpec: spec, List: list}
}

func checkBatch(b *call.BatchSpec, of *store.Kind, filter reflect.Type) error {
	switch {
	case b.Key != of.KeyType():
		return fmt.Errorf("WithBatchGet: the keys are %s, not %s", of.KeyType(), b.Key)
	case b.Filter != filter:
		return fmt.Errorf("WithBatchGet: the arguments of lists are %s, not %s", filter, b.Filter)
	}
	return nil
}

// storedBy finds entities by arguments that are, or yield, their key. Arguments
// that are the key need no allocation.
func storedBy[P any, E Entity[K], K comparable](key func(args any) any) storedFunc[P, E] {
	var p P
	of := store.KindOf[E]()
	if _, ok := any(p).(K); ok {
		return func(s call.Session, args P) (*E, store.Status) {
			return store.Get[E](of.In(s.Store()), s.At, any(args).(K))
		}
	}
	return func(s call.Session, args P) (*E, store.Status) {
		return store.Get[E](of.In(s.Store()), s.At, key(boxed(args)).(K))
	}
}

// Err says what is wrong with the declaration, nil when nothing is.
func (r Resource[E, P, F]) Err() error { return r.err }

func (r Resource[E, P, F]) kept() []*call.Endpoint { return (*endpoints)(endpointsOf(r)).kept() }

func (r Resource[E, P, F]) queueable() []queueable { return (*endpoints)(endpointsOf(r)).queueable() }

// On binds the resource to a client. A nil client answers every call with
// ErrNoController.
func (r Resource[E, P, F]) On(c *Client) *Bound[E, P, F] { return &Bound[E, P, F]{c, endpointsOf(r)} }

// Must returns a declaration, for package variables that should fail at start-up:
// a resource, a read, a mutation or a collection. It panics with what its Err
// says when the declaration is wrong.
func Must[T interface{ Err() error }](declared T) T {
	if err := declared.Err(); err != nil {
		panic(err)
	}
	return declared
}

// storedList finds lists by their URL without the cursor.
func storedList[F any, E Entity[K], K comparable](ep *call.Endpoint) storedListFunc[F, List[E]] {
	of := store.KindOf[E]()
	return func(s call.Session, args F) (l List[E], status store.Status) {
		if s.At != nil {
			return l, status
		}
		ep.Declared.FindList(argument.Of(ep.Declared.Plan, &args), func(id string) {
			l.view, status = of.In(s.Store()).FindList(nil, id)
		})
		return l, status
	}
}

// builder makes the endpoints of one resource and keeps the first fault.
type builder struct {
	declaration
	key, filter  reflect.Type // the arguments
	member, list *pathtemplate.Template
	err          error
}

func newBuilder(of *store.Kind, path string, key, filter reflect.Type, opts []EndpointOption) *builder {
	b := &builder{declaration: declared(opts), key: key, filter: filter}
	b.Name = cmp.Or(b.Name, of.Name())
	b.check(b.parse(of.Type(), path))
	b.check(of.Check())
	b.check(cmp.Or(b.checkFormat(), b.checkMembers()))
	b.check(tagsIn(b.Settings).check(key, filter))
	return b
}

// check keeps the first fault.
func (b *builder) check(err error) {
	if b.err == nil && err != nil {
		b.err = fmt.Errorf("resource %s: %w", b.Name, err)
	}
}

func (b *builder) parse(e reflect.Type, path string) (err error) {
	switch {
	case e.Kind() != reflect.Struct:
		return fmt.Errorf("the entity %s is not a struct", e)
	case b.Method != "":
		return errors.New("the methods of a resource are fixed: WithMethod is for RestEndpoint and RestMutation")
	case b.patchMethod == http.MethodGet || b.patchMethod != "" && declare.CheckMethod(b.patchMethod) != nil:
		return fmt.Errorf("WithPatchMethod(%q): want a method that changes something, in upper case", b.patchMethod)
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

// endpoints are those of a resource.
type endpoints struct {
	get, update, partialUpdate, remove *call.Endpoint
	getList, push, unshift, getPage    *call.Endpoint
}

func (all *endpoints) kept() []*call.Endpoint { return []*call.Endpoint{all.get, all.getList} }

func (all *endpoints) queueable() []queueable {
	return []queueable{
		{all.update.Label(), all.update},
		{all.partialUpdate.Label(), all.partialUpdate},
		{all.remove.Label(), all.remove},
		{all.push.Label(), all.push},
		{all.unshift.Label() + " in front", all.unshift},
	}
}

// resourceOf is the endpoints of a resource with its types.
type resourceOf[E, P, F any] endpoints

// endpointsOf returns the endpoints of a resource, without an allocation if they
// are those that it was made with. It is no method: each type of resource would
// have four.
func endpointsOf[E, P, F any](r Resource[E, P, F]) *resourceOf[E, P, F] {
	all := resourceOf[E, P, F]{
		get: (*call.Endpoint)(r.Get.read()), update: untyped(r.Update), partialUpdate: untyped(r.PartialUpdate), remove: untyped(r.Delete),
		getList: (*call.Endpoint)(r.GetList.read()), push: untyped(r.GetList.Push), unshift: untyped(r.GetList.Unshift), getPage: (*call.Endpoint)(r.GetList.GetPage.read()),
	}
	if r.made != nil && *r.made == all {
		return r.made
	}
	others := all
	return &others
}

func (b *builder) endpoints(list answer.List) *endpoints {
	of := list.Of
	list.In = b.itemsIn
	ep := &endpoints{}
	one := answer.Entity{Of: of, In: b.entityIn, Member: !b.KeyInAnswer}
	ep.get = b.newMember("get", http.MethodGet, one)
	ep.update = b.newMember("update", http.MethodPut, one)
	ep.partialUpdate = b.newMember("partialUpdate", cmp.Or(b.patchMethod, http.MethodPatch), one)
	ep.partialUpdate.Format = cmp.Or(b.patchFormat, b.Format)
	ep.remove = b.newMember("delete", http.MethodDelete, answer.Remove{Whole: wholeOf(noneType), Of: of})
	ep.getList = b.newList("getList", http.MethodGet, list)
	ep.push = b.newList("getList.create", http.MethodPost, answer.Add{Entity: one})
	ep.unshift = b.newList("getList.create", http.MethodPost, answer.Add{Entity: one, Front: true})
	ep.getPage = b.newPage(answer.Page{List: list})
	b.joinBatches(of, ep.get, ep.getList)
	return ep
}

func (b *builder) newMember(name, method string, s answer.Schema) *call.Endpoint {
	ep := b.newEndpoint(name, method, b.key, s)
	if b.err != nil {
		ep.Declared.Err = b.err
		return ep
	}
	if b.KeyInAnswer {
		ep.Declared.Err = b.keep(ep.Declared.Bind(b.member, nil, method == http.MethodDelete))
		return ep
	}
	err := ep.BindTo(b.member)
	if err == nil && ep.Declared.Key == nil {
		last, _ := b.member.Last()
		err = fmt.Errorf("endpoint %s: the arguments %s do not yield the key of type %s: make parameter %q of that type, give %[2]s a method PK() %[3]s, or use WithKeyInAnswer",
			ep.Declared.Name, b.key, s.KeyType(), last.Name)
	}
	ep.Declared.Err = b.keep(err)
	return ep
}

func (b *builder) newList(name, method string, s answer.Schema) *call.Endpoint {
	ep := b.newEndpoint(name, method, b.filter, s)
	ep.Declared.Cursor = b.Cursor
	if b.err != nil {
		ep.Declared.Err = b.err
		return ep
	}
	err := ep.BindTo(b.list)
	if err == nil && b.Cursor != "" && !ep.Declared.Plan.HasQuery(b.Cursor) {
		err = fmt.Errorf("endpoint %s: the arguments %s have no query parameter %q, which WithPaginationField names", ep.Declared.Name, b.filter, b.Cursor)
	}
	ep.Declared.Err = b.keep(err)
	return ep
}

func (b *builder) newPage(s answer.Schema) *call.Endpoint {
	ep := b.newList("getList.getPage", http.MethodGet, s)
	if ep.Declared.Err == nil && b.Cursor == "" {
		ep.Declared.Err = fmt.Errorf("endpoint %s: the resource has no pagination field: declare it with WithPaginationField", ep.Declared.Name)
	}
	return ep
}

func (b *builder) newEndpoint(name, method string, args reflect.Type, s answer.Schema) *call.Endpoint {
	ep := b.endpoint(b.Name+"."+name, method, args)
	ep.Schema = s
	if b.list != nil {
		ep.Declared.Collection = b.Prefix + b.list.String()
	}
	return ep
}
