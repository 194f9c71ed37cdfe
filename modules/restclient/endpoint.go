package restclient

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// None stands for no arguments, no body or no result.
type None struct{}

// DefaultExpiry is how long data is fresh unless WithExpiry says otherwise.
const DefaultExpiry = time.Minute

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
type typed[A, R any] endpoint

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
func (r *Read[A, R]) Err() error { return (*endpoint)(r.read()).fault() }

// Err says what is wrong with the declaration; every call returns it, too.
func (m *Mutation[A, B, R]) Err() error { return untyped(m).fault() }

// untyped returns the endpoint of a mutation, nil for nil.
func untyped[A, B, R any](m *Mutation[A, B, R]) *endpoint {
	if m == nil {
		return nil
	}
	return (*endpoint)(m.ep)
}

// RequestOf writes out the request of a read without sending it, for Do and for
// transfer.Download.
func RequestOf[A, R any](c *Client, read Readable[A, R], args A) (*core.Request, error) {
	return written(c, (*endpoint)(read.read()), boxed(args))
}

func written(c *Client, e *endpoint, args any) (*core.Request, error) {
	r, err := e.request(c, args)
	if err != nil {
		return nil, err
	}
	return r.HTTP(context.Background(), exchange.Conditions{}), nil
}

func (r *Read[A, R]) kept() []*endpoint { return []*endpoint{(*endpoint)(r.read())} }

func (m *Mutation[A, B, R]) queueable() []queueable {
	e := untyped(m)
	return []queueable{{e.label(), e}}
}

// WithBody returns m with another type of body, for servers that take more or
// less than m's own: restclient.WithBody[TodoDraft](Todos.GetList.Push).
func WithBody[B2, A, B, R any](m *Mutation[A, B, R]) *Mutation[A, B2, R] {
	return (*Mutation[A, B2, R])(m)
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

// callKey is one endpoint, compared by address, and one URL, for one identity.
type callKey struct {
	space    *space
	endpoint *endpoint
	url      string
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
func RestEndpoint[A, R any](path string, opts ...EndpointOption) *Read[A, R] {
	ep := newEndpoint(declared(opts), path, http.MethodGet, reflect.TypeOf((*A)(nil)), reflect.TypeOf((*R)(nil)))
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

func newMutation(d declaration, path string, args, result reflect.Type) *endpoint {
	ep := newEndpoint(d, path, http.MethodPost, args, result)
	if ep.declared.Err == nil && ep.declared.Method == http.MethodGet {
		ep.declared.Err = fmt.Errorf("endpoint %s: a mutation cannot be GET", ep.declared.Name)
	}
	return ep
}

// newEndpoint makes an endpoint whose schema is the declared one, or else that of
// whole results. It is given the types of pointers to the arguments and to the
// result: reflect.TypeFor would be compiled for each type.
func newEndpoint(d declaration, path, method string, args, result reflect.Type) *endpoint {
	plain := wholeOf(result.Elem())
	ep := d.endpoint(cmp.Or(d.Name, path), cmp.Or(d.Method, method), args.Elem())
	ep.open = isOpen(plain.Result)
	ep.declared.Err = ep.build(d, path, plain)
	return ep
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
func PageOf[A, R any](read Readable[A, R], cursor string) *Read[A, R] {
	return &Read[A, R]{(*typed[A, R])((*endpoint)(read.read()).pageOf(cursor))}
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
func AssignTo[B, A, E any](read Readable[A, Map[E]]) *Mutation[A, B, Map[E]] {
	return &Mutation[A, B, Map[E]]{(*typed[A, Map[E]])((*endpoint)(read.read()).assignTo())}
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

// request writes the arguments out. Nothing is sent when it fails.
func (e *endpoint) request(client *Client, args any) (*answer.Request, error) {
	if err := e.fault(); err != nil {
		return nil, &Error{Op: e.label(), Kind: KindDeclaration, Err: err}
	}
	if client == nil {
		return nil, noController(e)
	}
	written, err := e.declared.Call(client.config.baseURL, args)
	r := &answer.Request{Request: exchange.Request{Call: written}}
	if err != nil {
		return nil, newError(r, KindArgument, err)
	}
	client.outbox.realNames(e, r)
	return r, nil
}

// callKey identifies the answer to a request among those of all identities.
func (e *endpoint) callKey(s session, r *answer.Request) callKey {
	return callKey{space: s.space, endpoint: e, url: r.URL + r.Variant}
}

// lookup finds the answer to a request in the store.
func (e *endpoint) lookup(s session, r *answer.Request) (any, entity.Status) {
	return e.schema.Lookup(s.store(), s.at, r)
}

// touch makes the answer to a request invalid or stale.
func (e *endpoint) touch(s session, r *answer.Request, t answer.Touch) {
	key := e.callKey(s, r)
	s.space.calls.Forget(key, func() {
		e.schema.Touch(s.store(), r, t)
		s.space.answers.touched(key)
	})
}

// hasShortWay reports whether the arguments alone find what is stored.
func (e *endpoint) hasShortWay(s session) bool {
	return e != nil && e.stored != nil && e.declared.Err == nil && s.client != nil
}

// fresh is the short way to an entity that is fresh, for callers that do not know
// its type.
func (e *endpoint) fresh(s session, args any) (any, bool) {
	es, ok := e.schema.(answer.Entity)
	if !ok || !e.hasShortWay(s) {
		return nil, false
	}
	value, status := es.Get(s.store(), s.at, e.declared.Key(args))
	return value, status == entity.Fresh
}

// keeper returns the schema of answers that can be kept, nil when it is another
// one. A page is kept as a part of a list, so it cannot.
func (e *endpoint) keeper() answer.Keeper {
	if e.isPage() {
		return nil
	}
	keeper, _ := e.schema.(answer.Keeper)
	return keeper
}

// allow says how long an answer is fresh, and whether it may be saved.
func (e *endpoint) allow(s session, w *entity.Write, reply *answer.Reply) {
	w.TTL, w.Volatile = e.ttl(reply), volatile(s.client, e, reply)
}

// ttl is how long a response is fresh: as the endpoint declares, or else as the
// response says, or else DefaultExpiry.
func (e *endpoint) ttl(reply *answer.Reply) time.Duration {
	if ttl, ok := reply.Fresh(); ok && !e.expirySet {
		return ttl
	}
	return e.expiry
}

// decode reads an answer, without storing anything.
func (e *endpoint) decode(s session, reply *answer.Reply) (answer.Answer, error) {
	if err := reply.RefuseHTML(); err != nil {
		return answer.Answer{}, answerError(reply, err)
	}
	a, err := e.schema.Decode(s.store(), reply)
	if err != nil {
		return answer.Answer{}, answerError(reply, err)
	}
	return a, nil
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
