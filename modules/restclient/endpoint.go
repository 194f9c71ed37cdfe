package restclient

import (
	"cmp"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync/atomic"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/argument"
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
	name           string
	method         string
	args           reflect.Type
	prefix         string
	template       *pathtemplate.Template
	path           string // the template as it is written
	collection     string // names the lists that results belong to
	cursor         string // the query parameter that is not part of a list's identity
	expiry         time.Duration
	expirySet      bool // expiry was declared, responses have no say
	optimistic     bool
	serial         bool
	ifMatch        bool
	batch          *batchSpec // nil: entities are read one by one
	batchList      *endpoint  // reads several
	errorPolicy    func(*Error) ErrorPolicy
	errorExpiry    time.Duration
	invalidIfStale bool
	patchFormat    PatchFormat
	plan           *argument.Plan
	pollEvery      time.Duration
	tags           tags
	unsaved        bool               // nothing that comes by it is saved
	key            func(args any) any // primary key in the arguments; nil when they have none
	schema         answer.Schema
	// stored finds an answer by the arguments alone: a storedFunc[A, R], nil when
	// it takes a URL.
	stored any
	// namesList says that the arguments name a list.
	namesList bool
	goodBase  *atomic.Pointer[string] // the base that was checked last
	local     bool                    // answered from the store alone
	open      bool                    // the result is the body itself
	err       error
}

// storedFunc finds an answer by the arguments alone, without any allocation.
type storedFunc[A, R any] func(session, A) (R, entity.Status)

func (e *endpoint) fault() error {
	if e == nil {
		return fmt.Errorf("restclient: endpoint was not made by RestEndpoint, RestMutation or CreateResource")
	}
	return e.err
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
	return Read[A, R]{newTyped[A, R](declare(opts), path, http.MethodGet)}
}

// RestMutation makes a mutation of its own: arguments A as for RestEndpoint,
// body B (None for none), result R (None for none). By default it is POST.
//
// A declaration that cannot work is reported by Err and by every call.
func RestMutation[A, B, R any](path string, opts ...EndpointOption) Mutation[A, B, R] {
	ep := newTyped[A, R](declare(opts), path, http.MethodPost)
	if ep.err == nil && ep.method == http.MethodGet {
		ep.err = fmt.Errorf("endpoint %s: a mutation cannot be GET", ep.name)
	}
	return Mutation[A, B, R]{ep}
}

func newTyped[A, R any](d declaration, path, method string) *typed[A, R] {
	return (*typed[A, R])(newEndpoint(d, path, method, reflect.TypeFor[A](), plainOf[R]()))
}

// newEndpoint makes an endpoint whose schema is the declared one, or else plain.
func newEndpoint(d declaration, path, method string, args reflect.Type, plain answer.Whole) *endpoint {
	ep := d.endpoint(cmp.Or(d.name, path), cmp.Or(d.method, method), args)
	ep.open = isOpen(plain.Result)
	ep.err = ep.build(d, path, plain)
	return ep
}

// endpoint makes an endpoint without a path.
func (d declaration) endpoint(name, method string, args reflect.Type) *endpoint {
	return &endpoint{
		name: name, method: method, args: args,
		prefix: d.prefix, expiry: d.expiry, expirySet: d.expirySet, optimistic: d.optimistic,
		serial: d.serial, ifMatch: d.ifMatch,
		errorPolicy: d.errorPolicy, errorExpiry: d.errorExpiry, invalidIfStale: d.invalidIfStale,
		pollEvery: d.pollEvery, tags: d.tags, unsaved: d.unsaved,
	}
}

func (e *endpoint) build(d declaration, path string, plain answer.Whole) error {
	template, err := pathtemplate.Parse(path)
	if err != nil {
		return fmt.Errorf("endpoint %s: %w", e.name, err)
	}
	if err := checkMethod(e.method); err != nil {
		return fmt.Errorf("endpoint %s: %w", e.name, err)
	}
	if d.cursor != "" {
		return fmt.Errorf("endpoint %s: WithPaginationField is for resources", e.name)
	}
	if err := d.tags.check(e.args); err != nil {
		return fmt.Errorf("endpoint %s: %w", e.name, err)
	}
	if e.schema, err = d.schemaOr(plain); err != nil {
		return fmt.Errorf("endpoint %s: %w", e.name, err)
	}
	return e.bindTo(template)
}

// bindTo completes an endpoint with the path it is called at.
func (e *endpoint) bindTo(template *pathtemplate.Template) error {
	e.template, e.path = template, template.String()
	if e.collection == "" {
		e.collection = e.prefix + e.path
	}
	plan, err := argument.Compile(e.args, template, argument.WithCursor(e.cursor))
	if err != nil {
		return fmt.Errorf("endpoint %s: %w", e.name, err)
	}
	e.plan = plan
	e.goodBase = &atomic.Pointer[string]{}
	_, isPlain := e.schema.(answer.Whole)
	e.namesList = e.schema.KeyType() == nil && !isPlain
	if e.key == nil {
		e.key = keyFrom(e.args, plan, template, e.schema.KeyType())
	}
	return nil
}

func checkMethod(method string) error {
	if method == "" || strings.ToUpper(method) != method || strings.ContainsAny(method, " \t\r\n") {
		return fmt.Errorf("%q is not an HTTP method in upper case, such as %v", method, route.Methods())
	}
	return nil
}
