package call

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Endpoint is what is called: what is declared, the rules of its use, and the schema
// of its answers. It never changes.
type Endpoint struct {
	// Declared is not embedded: each type of endpoint would have its methods.
	Declared declare.Endpoint
	Rules
	Schema answer.Schema
	Batch  *BatchReader // nil: entities are read one by one
	// Stored finds an answer by the arguments alone: a function of typed code, nil
	// when it takes a URL.
	Stored any
	Open   bool // the result is the body itself
}

// Rules are what a declaration says about the use of its endpoints.
type Rules struct {
	Expiry         time.Duration
	ExpirySet      bool // expiry was declared, responses have no say
	Optimistic     bool
	Serial         bool
	IfMatch        bool
	Soft           func(err error) bool // whether an error is hidden while there is data
	ErrorExpiry    time.Duration
	InvalidIfStale bool
	KeyInAnswer    bool   // the arguments of a resource do not hold the primary key
	Format         string // the media type of JSON bodies; empty: application/json
	BodyIn         string // the member of what is sent that JSON bodies are; empty: they are sent
	// Encode writes a body in another format than JSON; nil: JSON.
	Encode func(value any, asJSON []byte) (*exchange.Upload, error)
}

// BatchReader reads several entities at once.
type BatchReader struct {
	*BatchSpec
	List *Endpoint
}

// BatchSpec says how a resource reads many entities at once.
type BatchSpec struct {
	Key, Filter reflect.Type
	Args        func(keys []any) any // the arguments of the list
	Window      time.Duration
	Size        int
}

// Key is one endpoint, compared by address, and one URL, for one identity, which is
// that of the store.
type Key struct {
	store    *store.Store
	endpoint *Endpoint
	url      string
}

// Fault returns what is wrong with the declaration.
func (e *Endpoint) Fault() error {
	if e == nil {
		return errors.New("restclient: endpoint was not made by RestEndpoint, RestMutation or CreateResource")
	}
	return e.Declared.Err
}

// BindTo completes an endpoint with the path it is called at.
func (e *Endpoint) BindTo(template *pathtemplate.Template) error {
	_, isWhole := e.Schema.(answer.Whole)
	return e.Declared.Bind(template, e.Schema.KeyType(), e.Schema.KeyType() == nil && !isWhole)
}

// PageOf is a read of further pages of what e reads.
func (e *Endpoint) PageOf(cursor string) *Endpoint {
	if e.Fault() != nil {
		return e
	}
	ep := *e
	ep.Declared.Name, ep.Stored = ep.Declared.Name+".getPage", nil
	err := ep.Declared.SetCursor(cursor)
	switch schema := pageSchemaOf(e.Schema); {
	case schema == nil:
		ep.Declared.Err = fmt.Errorf("endpoint %s: the result of %s has no lists: its schema is neither ListOf nor ObjectOf", ep.Declared.Name, e.Declared.Name)
	case err != nil:
		ep.Declared.Err = err
	default:
		ep.Schema = schema
	}
	return &ep
}

func pageSchemaOf(s answer.Schema) answer.Schema {
	if p, ok := s.(interface{ Paged() answer.Schema }); ok {
		return p.Paged()
	}
	return nil
}

// AssignTo is a mutation that adds entities to the maps that e reads.
func (e *Endpoint) AssignTo() *Endpoint {
	if e.Fault() != nil {
		return e
	}
	ep := *e
	ep.Declared.Name, ep.Declared.Method = ep.Declared.Name+".create", http.MethodPost
	object, ok := e.Schema.(answer.Object)
	if !ok {
		ep.Declared.Err = fmt.Errorf("endpoint %s: the schema of %s is not ObjectOf", ep.Declared.Name, e.Declared.Name)
	}
	ep.Schema = answer.Assign{Object: object}
	return &ep
}

// Enveloped is a mutation like e whose result is the whole answer, see answer.Enveloped.
func (e *Endpoint) Enveloped(schema answer.Schema, entityIn func(result any) any) *Endpoint {
	if e.Fault() != nil {
		return e
	}
	ep := *e
	ep.Declared.Name += ".envelope"
	checked, ok := schema.(interface{ Check() error })
	if ok {
		ep.Declared.Err = checked.Check()
	}
	ep.Schema, ok = answer.Enveloped(e.Schema, schema, entityIn)
	switch {
	case !ok:
		ep.Declared.Err = fmt.Errorf("endpoint %s: the schema is not ObjectOf", ep.Declared.Name)
	case ep.Schema == nil:
		ep.Declared.Err = fmt.Errorf("endpoint %s: %s does not answer with an entity of a resource", ep.Declared.Name, e.Declared.Name)
	}
	return &ep
}

// keeper returns the schema of answers that can be kept, nil when it is another
// one. A page is kept as a part of a list, so it cannot.
func (e *Endpoint) keeper() answer.Keeper {
	if e.isPage() {
		return nil
	}
	keeper, _ := e.Schema.(answer.Keeper)
	return keeper
}

// growing returns the schema of answers that pages are added to, nil when it is another
// one.
func (e *Endpoint) growing() answer.Growing {
	if e.isPage() {
		return nil
	}
	growing, _ := e.Schema.(answer.Growing)
	return growing
}

// Unsaved is the key under which an endpoint says that nothing of it is saved or shared.
type Unsaved struct{}

// IsUnsaved reports whether nothing that comes by the endpoint is saved or shared.
func (e *Endpoint) IsUnsaved() bool { return e.Declared.Extra[Unsaved{}] != nil }

// ttl is how long a response is fresh: as the endpoint declares, or else as the
// response says, or else DefaultExpiry.
func (e *Endpoint) ttl(reply *answer.Reply, now time.Time) time.Duration {
	if ttl, ok := reply.Fresh(now.Add(-reply.Age)); ok && !e.ExpirySet {
		return ttl - reply.Age
	}
	return e.Expiry - reply.Age
}

// isPage reports whether the endpoint reads a page of a list.
func (e *Endpoint) isPage() bool {
	switch e.Schema.(type) {
	case answer.Page, answer.ObjectPage:
		return true
	}
	return false
}

// Label names the endpoint in errors; e may be nil.
func (e *Endpoint) Label() string {
	if e == nil {
		return "endpoint"
	}
	return e.Declared.Name
}
