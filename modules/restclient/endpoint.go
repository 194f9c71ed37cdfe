package restclient

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// None stands for no arguments, no body or no result.
type None struct{}

// Read is an endpoint without side effects: arguments A, result R. It never
// changes; a nil Read answers every call with an error.
type Read[A, R any] struct{ ep *typed[A, R] }

// Mutation is an endpoint with side effects: arguments A, body B, result R. It
// never changes; a nil Mutation answers every call with an error.
type Mutation[A, B, R any] struct{ ep *typed[A, R] }

// typed is an endpoint whose arguments are of type A and whose results are of
// type R. The types end here: what an endpoint does is compiled once for all of
// them. Arguments travel as a pointer to them, a *A in an any, and results as an
// R in an any.
type typed[A, R any] call.Endpoint

// Readable is what UseSuspense, UseCache and Fetch take: a Read, or a value
// that is one, such as the GetList of a resource.
type Readable[A, R any] interface{ read() *typed[A, R] }

// ReadFunc is a Readable that is asked for its read when it is used, for [Nest] of a
// read that is declared later.
type ReadFunc[A, R any] func() *Read[A, R]

func (f ReadFunc[A, R]) read() *typed[A, R] { return f().read() }

func (r *Read[A, R]) read() *typed[A, R] {
	if r == nil {
		return nil
	}
	return r.ep
}

// Err says what is wrong with the declaration; every call returns it, too.
func (r *Read[A, R]) Err() error { return (*call.Endpoint)(r.read()).Fault() }

// Err says what is wrong with the declaration; every call returns it, too.
func (m *Mutation[A, B, R]) Err() error { return untyped(m).Fault() }

// untyped returns the endpoint of a mutation, nil for nil.
func untyped[A, B, R any](m *Mutation[A, B, R]) *call.Endpoint {
	if m == nil {
		return nil
	}
	return (*call.Endpoint)(m.ep)
}

// RequestOf writes out the request of a read without sending it, for Do and for
// transfer.Download.
func RequestOf[A, R any](c *Client, read Readable[A, R], args A) (*core.Request, error) {
	return written(c, (*call.Endpoint)(read.read()), boxed(args))
}

func written(c *Client, e *call.Endpoint, args any) (*core.Request, error) {
	if err := usable(c.session(context.Background()), e); err != nil {
		return nil, err
	}
	r, err := c.core.Request(e, args)
	if err != nil {
		return nil, err
	}
	return r.HTTP(context.Background(), exchange.Conditions{}), nil
}

// storedFunc finds an entity by the arguments alone, without any allocation. It returns
// nil when there is none, and what it returns is not to be changed: it is copied once, at
// the end.
type storedFunc[A, R any] func(call.Session, A) (*R, store.Status)

// storedListFunc finds a list by the arguments alone, without any allocation.
type storedListFunc[A, R any] func(call.Session, A) (R, store.Status)

// usable returns why an endpoint cannot be called in a session, nil when it can.
func usable(s call.Session, e *call.Endpoint) error {
	if err := e.Fault(); err != nil {
		return faults.Of(e.Label(), KindDeclaration, err)
	}
	if s.Client == nil {
		return faults.Of(e.Label(), KindArgument, ErrNoController)
	}
	return nil
}

func (r *Read[A, R]) kept() []*call.Endpoint { return []*call.Endpoint{(*call.Endpoint)(r.read())} }

func (m *Mutation[A, B, R]) queueable() []queueable {
	e := untyped(m)
	return []queueable{{e.Label(), e}}
}

// WithBody returns m with another type of body, for servers that take more or
// less than m's own: restclient.WithBody[TodoDraft](Todos.GetList.Push).
func WithBody[B2, A, B, R any](m *Mutation[A, B, R]) *Mutation[A, B2, R] {
	return (*Mutation[A, B2, R])(m)
}

// WithResult returns m, a mutation of a resource that answers with an entity, with the whole
// answer as its result: what stands beside the entity in the member that [WithEntityIn]
// names, such as a token that is told once.
//
//	type Created struct {
//		User  User   `json:"user"`
//		Token string `json:"token"`
//	}
//
//	restclient.WithResult(Users.GetList.Push, restclient.ObjectOf[Created](restclient.EntityOf[User]()))
//
// It does and shows what m does. After a success without a body, the result is zero. It is
// queued in an outbox where [Queue] names it. The schema is made by ObjectOf.
//
// The zero Schema is for a creation that may answer with something else than the entity,
// such as several or a job:
//
//	restclient.WithResult(Users.GetList.Push, restclient.Schema[UserOrJob]{})
//
// What has the key of the entity, where m finds it in a response, is added to its lists as by
// m. After anything else that is an R2, the lists are stale that what was created may be in.
//
// A creation that answers with one of several entities has a OneOf, and the entity is added
// where the OneOf is that:
//
//	restclient.WithResult(Cards.GetList.Push, restclient.ObjectOf[restclient.OneOf[Source]](
//		restclient.UnionOf[Source]("object", restclient.Case("card", restclient.EntityOf[Card]()), restclient.Case("bank_account", restclient.EntityOf[BankAccount]()))))
//
// After another entity, which is stored, the lists are stale, and those of its own resource
// stay as they are.
func WithResult[A, B, R, R2 any](m *Mutation[A, B, R], schema Schema[R2]) *Mutation[A, B, R2] {
	s := schema.schema
	if s == nil {
		s = wholeOf(reflect.TypeOf((*R2)(nil)).Elem())
	}
	var entityIn func(any) any
	if _, ok := any(*new(R2)).(oneOf); ok {
		entityIn = func(result any) any { return result.(oneOf).entity() }
	}
	return &Mutation[A, B, R2]{(*typed[A, R2])(untyped(m).Enveloped(s, entityIn))}
}

// oneOf is a OneOf of any type.
type oneOf interface{ entity() any }

// RestEndpoint makes a read of its own: arguments A, result R. By default it is
// GET, and R is stored as a whole; WithSchema stores entities.
//
// A is None, a scalar for a path with one parameter, or a struct whose fields
// say where they go:
//
//	path:"name"                                  a parameter of the path
//	path:"name,label"                            .x; with matrix ;name=x
//	query:"name[,omitempty][,nofilter][,cursor]" name=x
//	query:"name,comma"                           a slice as name=a,b instead of name=a&name=b
//	query:"name,brackets"                        a slice as name[]=a&name[]=b, of structs as name[0][a]=b
//	query:"name,reserved"                        with reserved characters such as / as they are
//	header:"Name[,omitempty]"                    a header
//	cookie:"name[,omitempty]"                    a cookie
//
// Scalars are strings, bools, numbers and encoding.TextMarshalers. A struct with
// query tags, or a map, is an object in the query: filter[min]=1 (OpenAPI
// deepObject), and what is in it may be maps, structs and slices again; with the option
// exploded it is min=1, with comma filter=min,1.
// The options space, pipe and tab separate by these in place of a comma, but in a cookie.
// Slices and objects in a path need comma, label or matrix, with exploded as OpenAPI has
// it; in a header and a cookie, comma makes one text of them. A nil pointer and an empty
// slice are absent, with omitempty the zero value is, too. Nofilter says that a parameter
// does not restrict what a list holds, cursor that it selects a page of one and is not
// part of what identifies it. Answers are stored by method, URL and headers; an entity is
// stored once, whatever headers it was read with. A parameter of the query may have the
// name of one of the path, and does not restrict a list then.
//
// A declaration that cannot work is reported by Err and by every call.
func RestEndpoint[A, R any](path string, opts ...EndpointOption) *Read[A, R] {
	ep := newReading(declared(opts), path, reflect.TypeOf((*A)(nil)), reflect.TypeOf((*R)(nil)))
	return &Read[A, R]{(*typed[A, R])(ep)}
}

// RestMutation makes a mutation of its own: arguments A as for RestEndpoint,
// body B (None for none), result R (None for none). By default it is POST.
//
// A declaration that cannot work is reported by Err and by every call.
func RestMutation[A, B, R any](path string, opts ...EndpointOption) *Mutation[A, B, R] {
	ep := newMutation(declared(opts), path, reflect.TypeOf((*A)(nil)), reflect.TypeOf((*R)(nil)))
	return &Mutation[A, B, R]{(*typed[A, R])(ep)}
}

func newReading(d declaration, path string, args, result reflect.Type) *call.Endpoint {
	ep := newEndpoint(d, path, http.MethodGet, args, result)
	switch {
	case ep.Declared.Err != nil:
	case d.Encode != nil:
		ep.Declared.Err = fmt.Errorf("endpoint %s: WithBodyEncoding is for mutations: a read has no body", ep.Declared.Name)
	case d.patchFormat != "":
		ep.Declared.Err = fmt.Errorf("endpoint %s: WithPatchFormat is for mutations: a read has no body", ep.Declared.Name)
	case d.Format != "":
		ep.Declared.Err = fmt.Errorf("endpoint %s: WithContentType is for mutations: a read has no body", ep.Declared.Name)
	}
	return ep
}

func newMutation(d declaration, path string, args, result reflect.Type) *call.Endpoint {
	ep := newEndpoint(d, path, http.MethodPost, args, result)
	ep.Format = cmp.Or(d.patchFormat, d.Format)
	if ep.Declared.Err == nil && ep.Declared.Method == http.MethodGet {
		ep.Declared.Err = fmt.Errorf("endpoint %s: a mutation cannot be GET", ep.Declared.Name)
	}
	return ep
}

// newEndpoint makes an endpoint whose schema is the declared one, or else that of
// whole results. It is given the types of pointers to the arguments and to the
// result: reflect.TypeFor would be compiled for each type.
func newEndpoint(d declaration, path, method string, args, result reflect.Type) *call.Endpoint {
	plain := wholeOf(result.Elem())
	ep := d.endpoint(cmp.Or(d.Name, path), cmp.Or(d.Method, method), args.Elem())
	ep.Open = isOpen(plain.Result)
	ep.Declared.Err = build(ep, d, path, plain)
	return ep
}

func build(e *call.Endpoint, d declaration, path string, plain answer.Whole) error {
	template, err := pathtemplate.Parse(path)
	if err != nil {
		return fmt.Errorf("endpoint %s: %w", e.Declared.Name, err)
	}
	if err := declare.CheckMethod(e.Declared.Method); err != nil {
		return fmt.Errorf("endpoint %s: %w", e.Declared.Name, err)
	}
	switch {
	case d.patchMethod != "":
		return fmt.Errorf("endpoint %s: WithPatchMethod is for resources", e.Declared.Name)
	case d.KeyInAnswer:
		return fmt.Errorf("endpoint %s: WithKeyInAnswer is for resources", e.Declared.Name)
	case d.entityIn+d.itemsIn+d.BodyIn != "":
		return fmt.Errorf("endpoint %s: WithEntityIn, WithItemsIn and WithBodyIn are for resources: use ObjectOf, and a body with the member", e.Declared.Name)
	}
	if d.Cursor != "" {
		return fmt.Errorf("endpoint %s: WithPaginationField is for resources", e.Declared.Name)
	}
	if err := cmp.Or(tagsIn(d.Settings).check(e.Declared.Args), d.checkFormat()); err != nil {
		return fmt.Errorf("endpoint %s: %w", e.Declared.Name, err)
	}
	if e.Schema, err = d.schemaOr(plain); err != nil {
		return fmt.Errorf("endpoint %s: %w", e.Declared.Name, err)
	}
	return e.BindTo(template)
}

// PageOf returns a read of further pages of what read returns, a list or an
// object with lists. The query parameter cursor selects the page and is not part
// of what identifies the lists: the rows of a page go to the end of the list
// that read stores for the same arguments without it. Other fields of an object,
// such as the next cursor, are replaced. A list or an object that was never read
// is not made of a page; the entities in it are stored. It answers with the rows
// of the page, or with the whole object, and always asks the server: only Fetch
// takes it.
func PageOf[A, R any](read Readable[A, R], cursor string) *Read[A, R] {
	return &Read[A, R]{(*typed[A, R])((*call.Endpoint)(read.read()).PageOf(cursor))}
}

// AssignTo returns a mutation, POST to the path of read, that answers with an
// object of entities by name. They are added to all stored maps of read that
// they belong to: what the answer says of the fields of a member decides, and the
// arguments where it says nothing. B is the type of the body.
func AssignTo[B, A, E any](read Readable[A, Map[E]]) *Mutation[A, B, Map[E]] {
	return &Mutation[A, B, Map[E]]{(*typed[A, Map[E]])((*call.Endpoint)(read.read()).AssignTo())}
}
