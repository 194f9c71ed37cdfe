package call

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
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
	PatchFormat    string
	KeyInAnswer    bool // the arguments of a resource do not hold the primary key
	// Encode writes a body in another format than JSON; nil: JSON.
	Encode func(value any, asJSON []byte) (*exchange.Upload, error)
}

// Key is one endpoint, compared by address, and one URL, for one identity.
type Key struct {
	space    *Space
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

// Request writes the arguments out. Nothing is sent when it fails.
func (e *Endpoint) Request(client *Client, args any) (*answer.Request, error) {
	if err := e.Fault(); err != nil {
		return nil, client.Faults.Of(e.Label(), fault.Declaration, err)
	}
	written, err := e.Declared.Call(client.BaseURL, args)
	r := &answer.Request{Request: exchange.Request{Call: written}}
	if err != nil {
		return nil, client.Faults.New(r, fault.Argument, err)
	}
	if client.Outbox != nil {
		client.Outbox.RealKeys(e, r)
	}
	return r, nil
}

// addressed is a schema of entities that are found by the URL they were read from.
type addressed interface {
	KeyAt(st *store.Store, id string) (key any, ok bool)
}

// FindKey gives the request the key of the entity that it is about, where the
// arguments hold none or that of an index: the store knows it by the index, or by what
// the URL has answered with. It must not be called in a commit.
func (e *Endpoint) FindKey(s Session, r *answer.Request) {
	switch schema := e.Schema.(type) {
	case answer.Resolver:
		r.Key = schema.Resolve(s.Store(), r)
	case addressed:
		if e.KeyInAnswer && r.Key == nil {
			r.Key, _ = schema.KeyAt(s.Store(), r.ReadID())
		}
	}
}

// Key identifies the answer to a request among those of all identities.
func (e *Endpoint) Key(s Session, r *answer.Request) Key {
	return Key{space: s.Space, endpoint: e, url: r.URL + r.Variant}
}

// lookup finds the answer to a request in the store.
func (e *Endpoint) lookup(s Session, r *answer.Request) (any, store.Status) {
	return e.Schema.Lookup(s.Store(), s.At, r)
}

// touch makes the answer to a request invalid or stale.
func (e *Endpoint) touch(s Session, r *answer.Request, t answer.Touch) {
	key := e.Key(s, r)
	s.Space.Calls.Forget(key, func() {
		e.Schema.Touch(s.Store(), r, t)
		s.Space.Answers.touched(key)
	})
}

// HasShortWay reports whether the arguments alone find what is stored.
func (e *Endpoint) HasShortWay(s Session) bool {
	return e != nil && e.Stored != nil && e.Declared.Err == nil && s.Client != nil
}

// fresh is the short way to an entity that is fresh, for callers that do not know
// its type.
func (e *Endpoint) fresh(s Session, args any) (any, bool) {
	es, ok := e.Schema.(answer.Entity)
	if !ok || !e.HasShortWay(s) {
		return nil, false
	}
	value, status := es.Get(s.Store(), s.At, e.Declared.Key(args))
	return value, status == store.Fresh
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

// allow says how long an answer is fresh, and whether it may be saved.
func (e *Endpoint) allow(s Session, w *store.Write, reply *answer.Reply) {
	w.TTL, w.Volatile = e.ttl(reply), s.Client.IsVolatile(e, reply)
}

// ttl is how long a response is fresh: as the endpoint declares, or else as the
// response says, or else DefaultExpiry.
func (e *Endpoint) ttl(reply *answer.Reply) time.Duration {
	if ttl, ok := reply.Fresh(); ok && !e.ExpirySet {
		return ttl
	}
	return e.Expiry
}

// decode reads an answer, without storing anything.
func (e *Endpoint) decode(s Session, reply *answer.Reply) (answer.Answer, error) {
	if err := reply.RefuseHTML(); err != nil {
		return answer.Answer{}, s.Client.Faults.Answer(reply, err)
	}
	a, err := e.Schema.Decode(s.Store(), reply)
	if err != nil {
		return answer.Answer{}, s.Client.Faults.Answer(reply, err)
	}
	return a, nil
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
