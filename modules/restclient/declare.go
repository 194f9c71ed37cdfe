package restclient

import (
	"fmt"
	"reflect"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
)

// EndpointOption changes a setting of RestEndpoint, RestMutation or
// CreateResource. Options apply in order, the last wins.
type EndpointOption func(*declaration)

type declaration struct {
	declare.Settings
	rules
	schema answer.Schema
	result reflect.Type // of schema
}

// rules are what a declaration says about the use of its endpoints.
type rules struct {
	expiry         time.Duration
	expirySet      bool // expiry was declared, responses have no say
	optimistic     bool
	serial         bool
	ifMatch        bool
	errorPolicy    func(*Error) ErrorPolicy
	errorExpiry    time.Duration
	invalidIfStale bool
	patchFormat    PatchFormat
}

// schemaOr returns the schema that is declared, or else plain.
func (d declaration) schemaOr(plain answer.Whole) (answer.Schema, error) {
	if d.schema == nil {
		return plain, needsNoSchema(plain.Result)
	}
	if d.result != plain.Result {
		return nil, fmt.Errorf("the schema does not make a %s", plain.Result)
	}
	if f, ok := d.schema.(interface{ Check() error }); ok {
		return d.schema, f.Check()
	}
	return d.schema, nil
}

// endpoint makes an endpoint without a path.
func (d declaration) endpoint(name, method string, args reflect.Type) *endpoint {
	settings := d.Settings
	settings.Name, settings.Method, settings.Cursor = name, method, ""
	return &endpoint{declared: declare.Endpoint{Settings: settings, Args: args}, rules: d.rules}
}

// extra has one feature read a value of the endpoint, by a key of its own.
func extra(key, value any) EndpointOption {
	return func(d *declaration) {
		if d.Extra == nil {
			d.Extra = map[any]any{}
		}
		d.Extra[key] = value
	}
}

func declared(opts []EndpointOption) declaration {
	d := declaration{rules: rules{expiry: DefaultExpiry, patchFormat: PlainPatch, errorPolicy: DefaultErrorPolicy, errorExpiry: DefaultErrorExpiry}}
	for _, opt := range opts {
		opt(&d)
	}
	return d
}

// WithURLPrefix sets what is put before the path, verbatim, such as
// "https://api.example.com/v1". Default: the base URL of the client.
func WithURLPrefix(prefix string) EndpointOption { return func(d *declaration) { d.Prefix = prefix } }

// WithName sets the name in errors and logs. Default: the path; the endpoints
// of a resource are named after its entity, such as "Todo.getList".
func WithName(name string) EndpointOption { return func(d *declaration) { d.Name = name } }

// WithMethod sets the HTTP method, in upper case. Default: GET for a read, POST
// for a mutation. The methods of a resource are fixed.
func WithMethod(method string) EndpointOption { return func(d *declaration) { d.Method = method } }

// WithExpiry sets how long data is fresh. Default: what Cache-Control says in
// the response, or else DefaultExpiry. Not positive: stale at once, so that
// every use refreshes it.
func WithExpiry(after time.Duration) EndpointOption {
	return func(d *declaration) { d.expiry, d.expirySet = after, true }
}

// WithOptimistic shows what the mutations of a resource will do before they are
// answered: in every list and query, and only until the server has said what
// they did or that they failed. A new entity is shown under a key that is made
// up (see entity.Table.NewDraft); keys of several fields cannot be, those are
// shown when they are there. For resources only. Default: off.
func WithOptimistic() EndpointOption { return func(d *declaration) { d.optimistic = true } }

// WithPatchFormat sets what Edit sends. Default: PlainPatch. For resources only.
func WithPatchFormat(f PatchFormat) EndpointOption {
	return func(d *declaration) { d.patchFormat = f }
}

// WithPaginationField names the query parameter of the list arguments that
// selects a page, such as "page". GetPage takes it, and it is not part of what
// identifies a list. Default: none. For resources only.
func WithPaginationField(name string) EndpointOption { return func(d *declaration) { d.Cursor = name } }

// WithSchema says which entities a result is made of. R must be the result type
// of the endpoint. Default: none, the result is stored as a whole. The schemas
// of a resource are fixed.
func WithSchema[R any](s Schema[R]) EndpointOption {
	return withSchema(s.schema, reflect.TypeOf((*R)(nil)).Elem())
}

func withSchema(s answer.Schema, result reflect.Type) EndpointOption {
	return func(d *declaration) { d.schema, d.result = s, result }
}

// WithSerialMutations sends the mutations of one entity one after the other, in
// the order in which they were called: each waits until the one before has been
// answered or has failed. What WithOptimistic shows, it shows at once. Default:
// off, they are sent as they come, and a server may take them in another order.
func WithSerialMutations() EndpointOption { return func(d *declaration) { d.serial = true } }

// WithIfMatch makes Update, PartialUpdate and Delete of a resource, and other
// mutations of an entity that is read at the same URL, carry If-Match when the
// server has given it a strong entity tag (RFC 9110, section 13.1.1): what
// somebody else has changed since it was read is not overwritten, the error is
// ErrPrecondition and the entity stale. Edit does that, and more, without being
// asked. Default: off.
func WithIfMatch() EndpointOption { return func(d *declaration) { d.ifMatch = true } }
