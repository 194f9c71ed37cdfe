package restclient

import (
	"cmp"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// None stands for no arguments, no body or no result.
type None struct{}

// DefaultExpiry is how long data is fresh unless WithExpiry says otherwise.
const DefaultExpiry = time.Minute

// Read is an endpoint without side effects: arguments A, result R. It is an
// immutable value; the zero Read answers every call with an error.
type Read[A, R any] struct{ ep *typed[A, R] }

// Mutation is an endpoint with side effects: arguments A, body B, result R. It
// is an immutable value; the zero Mutation answers every call with an error.
type Mutation[A, B, R any] struct{ ep *typed[A, R] }

// typed is an endpoint whose arguments are of type A and whose results are of
// type R. The types end here: what an endpoint does is compiled once for all of
// them. Arguments travel as a pointer to them, a *A in an any, and results as an
// R in an any.
type typed[A, R any] endpoint

// Readable is what UseSuspense, UseCache and Fetch take: a Read, or a value
// that is one, such as the GetList of a resource.
type Readable[A, R any] interface{ read() *typed[A, R] }

// Mutable is what Mutate takes: a Mutation.
type Mutable[A, B, R any] interface{ mutation(B) *typed[A, R] }

func (r Read[A, R]) read() *typed[A, R]             { return r.ep }
func (m Mutation[A, B, R]) mutation(B) *typed[A, R] { return m.ep }

// Err says what is wrong with the declaration; every call returns it, too.
func (r Read[A, R]) Err() error { return (*endpoint)(r.ep).fault() }

// Err says what is wrong with the declaration; every call returns it, too.
func (m Mutation[A, B, R]) Err() error { return (*endpoint)(m.ep).fault() }

// WithBody returns m with another type of body, for servers that take more or
// less than m's own: restclient.WithBody[TodoDraft](Todos.GetList.Push).
func WithBody[B2, A, B, R any](m Mutation[A, B, R]) Mutation[A, B2, R] {
	return Mutation[A, B2, R](m)
}

// endpoint is the description behind a Read or a Mutation.
type endpoint struct {
	// declared is not embedded: each type of endpoint would have its methods.
	declared declare.Endpoint
	rules
	schema answer.Schema
	batch  *batchReader // nil: entities are read one by one
	// stored finds an answer by the arguments alone: a storedFunc[A, R], nil when
	// it takes a URL.
	stored any
	open   bool // the result is the body itself
}

// storedFunc finds an answer by the arguments alone, without any allocation.
type storedFunc[A, R any] func(session, A) (R, entity.Status)

func (e *endpoint) fault() error {
	if e == nil {
		return fmt.Errorf("restclient: endpoint was not made by RestEndpoint, RestMutation or CreateResource")
	}
	return e.declared.Err
}

// RestEndpoint makes a read of its own: arguments A, result R. By default it is
// GET, and R is stored as a whole; WithSchema stores entities.
//
// A is None, a scalar for a path with one parameter, or a struct whose fields
// say where they go:
//
//	path:"name"                                  a parameter of the path
//	query:"name[,omitempty][,nofilter][,cursor]" name=x
//	query:"name,comma"                           a slice as name=a,b instead of name=a&name=b
//	query:"name,brackets"                        a slice as name[]=a&name[]=b
//	header:"Name[,omitempty]"                    a header
//
// Scalars are strings, bools, numbers and encoding.TextMarshalers. A struct with
// query tags, or a map, is an object in the query: filter[min]=1 (OpenAPI
// deepObject). A nil pointer and an empty slice are absent, with omitempty the
// zero value is, too. Nofilter says that a parameter does not restrict what a
// list holds, cursor that it selects a page of one and is not part of what
// identifies it. Answers are stored by method, URL and headers; an entity is
// stored once, whatever headers it was read with.
//
// A declaration that cannot work is reported by Err and by every call.
func RestEndpoint[A, R any](path string, opts ...EndpointOption) Read[A, R] {
	return Read[A, R]{newTyped[A, R](declared(opts), path, http.MethodGet)}
}

// RestMutation makes a mutation of its own: arguments A as for RestEndpoint,
// body B (None for none), result R (None for none). By default it is POST.
//
// A declaration that cannot work is reported by Err and by every call.
func RestMutation[A, B, R any](path string, opts ...EndpointOption) Mutation[A, B, R] {
	ep := newTyped[A, R](declared(opts), path, http.MethodPost)
	if ep.declared.Err == nil && ep.declared.Method == http.MethodGet {
		ep.declared.Err = fmt.Errorf("endpoint %s: a mutation cannot be GET", ep.declared.Name)
	}
	return Mutation[A, B, R]{ep}
}

func newTyped[A, R any](d declaration, path, method string) *typed[A, R] {
	return (*typed[A, R])(newEndpoint(d, path, method, reflect.TypeFor[A](), plainOf[R]()))
}

// newEndpoint makes an endpoint whose schema is the declared one, or else plain.
func newEndpoint(d declaration, path, method string, args reflect.Type, plain answer.Whole) *endpoint {
	ep := d.endpoint(cmp.Or(d.Name, path), cmp.Or(d.Method, method), args)
	ep.open = isOpen(plain.Result)
	ep.declared.Err = ep.build(d, path, plain)
	return ep
}

// endpoint makes an endpoint without a path.
func (d declaration) endpoint(name, method string, args reflect.Type) *endpoint {
	settings := d.Settings
	settings.Name, settings.Method, settings.Cursor = name, method, ""
	return &endpoint{declared: declare.Endpoint{Settings: settings, Args: args}, rules: d.rules}
}

func (e *endpoint) build(d declaration, path string, plain answer.Whole) error {
	template, err := pathtemplate.Parse(path)
	if err != nil {
		return fmt.Errorf("endpoint %s: %w", e.declared.Name, err)
	}
	if err := declare.CheckMethod(e.declared.Method); err != nil {
		return fmt.Errorf("endpoint %s: %w", e.declared.Name, err)
	}
	if d.Cursor != "" {
		return fmt.Errorf("endpoint %s: WithPaginationField is for resources", e.declared.Name)
	}
	if err := tagsIn(d.Settings).check(e.declared.Args); err != nil {
		return fmt.Errorf("endpoint %s: %w", e.declared.Name, err)
	}
	if e.schema, err = d.schemaOr(plain); err != nil {
		return fmt.Errorf("endpoint %s: %w", e.declared.Name, err)
	}
	return e.bindTo(template)
}

// bindTo completes an endpoint with the path it is called at.
func (e *endpoint) bindTo(template *pathtemplate.Template) error {
	_, isWhole := e.schema.(answer.Whole)
	return e.declared.Bind(template, e.schema.KeyType(), e.schema.KeyType() == nil && !isWhole)
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

// call writes the arguments out. Nothing is sent when it fails.
func (e *endpoint) call(client *Client, args any) (*call, error) {
	if err := e.fault(); err != nil {
		return nil, &Error{Op: e.label(), Kind: KindDeclaration, Err: err}
	}
	if client == nil {
		return nil, noController(e)
	}
	written, err := e.declared.Call(client.config.baseURL, args)
	c := &call{client: client, Request: answer.Request{Call: written}}
	if err != nil {
		return nil, c.fail(KindArgument, err)
	}
	client.outbox.realNames(e, c)
	return c, nil
}

// readCall is call for a read. What identifies a list is without what selects a
// page of it, so that a read of the list takes no such argument.
func (e *endpoint) readCall(client *Client, args any) (*call, error) {
	c, err := e.call(client, args)
	if err != nil || !e.declared.NamesList || e.isPage() {
		return c, err
	}
	if name, ok := e.declared.PageIn(args); ok {
		return nil, c.fail(KindArgument, fmt.Errorf("the parameter %q selects a page, and this reads a list: read one page with GetPage or PageOf, and all of them with Pages", name))
	}
	return c, nil
}

// isPage reports whether the endpoint reads a page of a list.
func (e *endpoint) isPage() bool {
	switch e.schema.(type) {
	case answer.Page, answer.ObjectPage:
		return true
	}
	return false
}

func (e *endpoint) label() string {
	if e == nil {
		return "endpoint"
	}
	return e.declared.Name
}
