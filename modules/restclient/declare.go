package restclient

import (
	"errors"
	"fmt"
	"mime"
	"reflect"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/member"
)

// EndpointOption changes a setting of RestEndpoint, RestMutation or
// CreateResource. Options apply in order, the last wins.
type EndpointOption func(*declaration)

type declaration struct {
	declare.Settings
	call.Rules
	schema answer.Schema
	result reflect.Type // of schema

	patchMethod string // of a resource; empty: PATCH
	patchFormat string // of a resource or a mutation; empty: PlainPatch

	entityIn, itemsIn string // of a resource: the members of answers that hold an entity, and a list
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
func (d declaration) endpoint(name, method string, args reflect.Type) *call.Endpoint {
	settings := d.Settings
	settings.Name, settings.Method, settings.Cursor = name, method, ""
	return &call.Endpoint{Declared: declare.Endpoint{Settings: settings, Args: args}, Rules: d.Rules}
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
	d := declaration{Rules: call.Rules{Expiry: DefaultExpiry, Soft: softBy(DefaultErrorPolicy), ErrorExpiry: DefaultErrorExpiry}}
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

// DefaultExpiry is how long data is fresh unless WithExpiry says otherwise.
const DefaultExpiry = time.Minute

// WithExpiry sets how long data is fresh, and lets stale data be shown whatever
// Cache-Control says. Default: what Cache-Control or Expires say in the response, or
// else DefaultExpiry. Not positive: stale at once, so that every use refreshes it.
func WithExpiry(after time.Duration) EndpointOption {
	return func(d *declaration) { d.Expiry, d.ExpirySet = after, true }
}

// WithOptimistic shows what the mutations of a resource will do before they are
// answered: in every list and query, and only until the server has said what
// they did or that they failed. A new entity is shown under a key that is made
// up and that nothing has which is stored: a negative number, one from the top of the
// range of an unsigned type, "tmp_…" for a string, random bytes for an array. Keys of
// several fields cannot be, nor those of uint8 and uint16, of which a server may have
// given any: such entities are shown when they are there. For resources only. Default:
// off.
func WithOptimistic() EndpointOption { return func(d *declaration) { d.Optimistic = true } }

// WithContentType sets the media type of the JSON that a mutation sends, or all mutations
// of a resource, such as "application/vnd.api+json": bodies are written as they are without
// it. A format of WithPatchFormat goes first. Default: application/json.
func WithContentType(mediaType string) EndpointOption {
	return func(d *declaration) { d.Format = mediaType }
}

// checkFormat reports a media type that no body of JSON can have.
func (d declaration) checkFormat() error {
	name, _, err := mime.ParseMediaType(d.Format)
	switch {
	case d.Format == "":
		return nil
	case err != nil || !strings.Contains(name, "/") || strings.Contains(name, "*"):
		return fmt.Errorf("WithContentType: %q is not the media type of a body", d.Format)
	case name == answer.MergePatch, name == answer.JSONPatch:
		return fmt.Errorf("WithContentType: %s is a patch: use WithPatchFormat", name)
	case d.Encode != nil:
		return errors.New("WithContentType is for JSON: WithBodyEncoding has a type of its own")
	}
	return nil
}

// PatchFormat is the media type of a body that changes something.
type PatchFormat string

// The formats of a body that changes something.
const (
	// PlainPatch sends the changed members as application/json.
	PlainPatch PatchFormat = "application/json"
	// MergePatch sends the changed members, and null for those that are gone
	// (RFC 7396).
	MergePatch PatchFormat = answer.MergePatch
	// JSONPatch sends operations (RFC 6902).
	JSONPatch PatchFormat = answer.JSONPatch
)

// WithPatchFormat sets what Edit and PartialUpdate of a resource send, or a mutation of
// its own. As JSONPatch, these send an operation "add" for each member of their body,
// which sets the member whether it was there or not; a body that is a list is sent as it
// is, and of its operations, those on whole members are shown before they are answered.
// Default: PlainPatch.
func WithPatchFormat(f PatchFormat) EndpointOption {
	return func(d *declaration) { d.patchFormat = string(f) }
}

// WithPatchMethod sets the method of PartialUpdate, and so of Edit, in upper case, for
// APIs that take changes as POST to the path of the entity. Default: PATCH. For
// resources only.
func WithPatchMethod(method string) EndpointOption {
	return func(d *declaration) { d.patchMethod = method }
}

// WithKeyInAnswer says that the arguments of a resource do not hold the primary key,
// which the answers have, such as a path that counts within its parent:
//
//	func (i Issue) PK() int64 { return i.ID }
//
//	var Issues = restclient.CreateResource[Issue, IssueKey, IssueFilter]("/repos/:owner/:repo/issues/:number",
//		restclient.WithKeyInAnswer())
//
// The client remembers which entity each path has answered with; Get of one that is
// known from elsewhere asks the server once more for that. A change of a path that was
// never read is shown when it is answered; a deletion of one makes the lists stale whose
// arguments are in the path or fields of the entity, and others show it until they are
// read again. For resources only. Default: the arguments yield the key.
func WithKeyInAnswer() EndpointOption { return func(d *declaration) { d.KeyInAnswer = true } }

// WithEntityIn says which member of an answer about one entity holds it, by its name or by
// a JSON pointer (RFC 6901) such as "/data/attributes": with "todo", Get reads
// {"todo": {…}}, and so do Update, PartialUpdate, Push and Unshift. Other members are left
// out: [WithResult] makes mutations that return them, and a RestEndpoint with ObjectOf, at
// the same path, reads them with the same entity.
// An answer without the member is an error. For resources only. Default: the answer is the
// entity.
func WithEntityIn(member string) EndpointOption {
	return func(d *declaration) { d.entityIn = member }
}

// WithItemsIn says which member of an answer holds the array of entities, by its name or
// by a JSON pointer: with "todos", GetList and GetPage read {"todos": […], "next": "…"}.
// Pages, All and Stream find their rows there, too. What stands beside the array is read
// by a RestEndpoint with ObjectOf: at the same path, with the same arguments, the List in
// its result is that of GetList.
//
//	type TodoPage struct {
//		Todos restclient.List[Todo] `json:"todos"`
//		Next  string                `json:"next"`
//	}
//
//	var ListTodos = restclient.RestEndpoint[TodoFilter, TodoPage]("/todos",
//		restclient.WithSchema(restclient.ObjectOf[TodoPage](restclient.EntityOf[Todo]())))
//
// An answer without the member is an error. For resources only. Default: the answer is
// the array.
func WithItemsIn(member string) EndpointOption { return func(d *declaration) { d.itemsIn = member } }

// WithBodyIn sends the JSON bodies of a resource as a member of an object, by its name or
// by a JSON pointer: with "todo", Create sends {"todo": {…}}. What its mutations take and
// show is without it. It goes neither with WithBodyEncoding nor with JSONPatch. For
// resources only. Default: a body is sent as it is.
func WithBodyIn(member string) EndpointOption { return func(d *declaration) { d.BodyIn = member } }

// checkMembers reports what is no name of a member, and what has none.
func (d declaration) checkMembers() error {
	for _, m := range []struct{ option, name string }{{"WithEntityIn", d.entityIn}, {"WithItemsIn", d.itemsIn}, {"WithBodyIn", d.BodyIn}} {
		if _, err := member.Path(m.name); err != nil {
			return fmt.Errorf("%s: %w", m.option, err)
		}
	}
	switch {
	case d.BodyIn == "":
		return nil
	case d.Encode != nil:
		return errors.New("WithBodyIn is for JSON: WithBodyEncoding writes the whole body")
	case d.patchFormat == answer.JSONPatch:
		return errors.New("WithBodyIn is for objects: a JSON patch is a list of operations")
	}
	return nil
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
// off, they are sent as they come, and a server may take them in another order: the
// entity is stale afterwards when their answers do not tell in which.
func WithSerialMutations() EndpointOption { return func(d *declaration) { d.Serial = true } }

// WithIfMatch makes Update, PartialUpdate and Delete of a resource, and other
// mutations of an entity that is read at the same URL, carry If-Match when the
// server has given it a strong entity tag (RFC 9110, section 13.1.1): what
// somebody else has changed since it was read is not overwritten, the error is
// ErrPrecondition and the entity stale. Edit does that, and more, without being
// asked. Default: off.
func WithIfMatch() EndpointOption { return func(d *declaration) { d.IfMatch = true } }

// The defaults of WithBatchGet.
const (
	DefaultBatchWindow = 2 * time.Millisecond
	DefaultBatchSize   = 100
)

// WithBatchGet reads entities of a resource many at a time: the Gets that begin
// within DefaultBatchWindow of the first one are one request for the list of
// args(keys), DefaultBatchSize at most. Each gets its own entity, or an error of
// its own: ErrNotFound when the answer lacks it, else that of the request. A Get
// that is alone is sent as usual, and so are Fetch, polls and what Edit reads. The
// entities in the answer have all that a Get would answer with.
//
//	restclient.WithBatchGet(func(ids []int) TodoFilter { return TodoFilter{IDs: ids} })
//
// K is the type of primary keys and F that of the arguments of lists. For
// resources only.
func WithBatchGet[K comparable, F any](args func(keys []K) F) EndpointOption {
	spec := &call.BatchSpec{Key: reflect.TypeFor[K](), Filter: reflect.TypeFor[F](), Window: DefaultBatchWindow, Size: DefaultBatchSize}
	spec.Args = func(keys []any) any {
		typed := make([]K, len(keys))
		for i := range keys {
			typed[i] = keys[i].(K)
		}
		return boxed(args(typed))
	}
	return extra(batching{}, spec)
}

// batching is the key of what WithBatchGet says.
type batching struct{}
