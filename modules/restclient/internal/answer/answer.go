// Package answer turns the replies of a server into stored entities, lists and
// values, and finds them again.
//
//	value, status := schema.Lookup(store, nil, &request)
//	decoded, err := schema.Decode(store, &reply)
//	store.Commit(w, func(w store.Write) { decoded.Store(w) })
//	value = decoded.Value()
//
// It sends nothing.
package answer

import (
	"net/http"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/mergepatch"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Schema says how the reply to a request becomes stored data, and how that is
// found again. Results travel as an R in an any.
type Schema interface {
	store.Part
	// Lookup finds the answer in the store, at a nil snapshot the newest.
	Lookup(st *store.Store, at *store.Snapshot, r *Request) (any, store.Status)
	// Decode reads a reply, without storing anything. Its errors are facts: a
	// ContentError, a MismatchError, ErrNoValue, or one of package store or of the
	// codec.
	Decode(st *store.Store, r *Reply) (Answer, error)
	// Touch makes the answer invalid or stale.
	Touch(st *store.Store, r *Request, how store.Touch)
	// KeyType is the type of the keys that arguments may hold, nil when there are
	// none.
	KeyType() reflect.Type
}

// The interfaces that follow are for schemas that can do more.

// Resolver is a schema whose arguments hold another key than the primary one.
type Resolver interface {
	// Resolve returns the primary key of what the arguments of r name, nil when it is
	// not known. It must not be called in a commit.
	Resolve(st *store.Store, r *Request) (key any)
}

// Predictor is a schema that knows what a mutation is about.
type Predictor interface {
	// Predict puts on l what the mutation will do if it succeeds. It returns the
	// key that it made up for what is created, or the one that r has.
	Predict(st *store.Store, w store.Write, l *store.Layer, r *Request) (draft any)
	// Expect only says that the mutation is under way.
	Expect(st *store.Store, w store.Write, l *store.Layer, r *Request)
}

// Doubter is a schema that knows what a mutation may have changed.
type Doubter interface {
	// Doubt makes that stale. Applied says that it has changed it for certain.
	Doubt(st *store.Store, w store.Write, r *Request, applied bool)
}

// Keeper is a schema whose answers can be kept when the server says that they
// have not changed. Revisions are of the stored state, 0 for none; optimistic
// changes of entities do not count.
type Keeper interface {
	// Revision returns the revision, in the commit of w if there is one. Key is that of the
	// entity, nil when it is not known; a Resolver needs it.
	Revision(st *store.Store, w store.Write, r *Request, key any) uint64
	// Renew makes the stored answer fresh.
	Renew(st *store.Store, w store.Write, r *Request, key any)
}

// Told is a schema of what others than its reads tell of.
type Told interface {
	// ToldSince reports whether a mutation was answered since a stamp, or a read has begun,
	// that says, or may mean, that what a read asks for is there.
	ToldSince(st *store.Store, r *Request, start store.Stamp) bool
	// GoneSince reports whether that was deleted since a stamp.
	GoneSince(st *store.Store, r *Request, start store.Stamp) bool
}

// Doubted is a schema of what mutations may leave in doubt.
type Doubted interface {
	// DoubtedSince reports whether one has since a stamp: it may have changed what r asks
	// for, to something that is not known.
	DoubtedSince(st *store.Store, r *Request, start store.Stamp) bool
}

// Growing is a schema of answers that pages are added to.
type Growing interface {
	// Grown returns when the stored answer was stored or confirmed, 0 for none, and whether
	// pages were added that were asked for since then.
	Grown(st *store.Store, w store.Write, r *Request) (since store.Stamp, ok bool)
	// DecodeAgain reads the answer that they were added to. To store it is to store what
	// is in it, and to make what is stored fresh, which keeps the pages.
	DecodeAgain(st *store.Store, r *Reply) (Answer, error)
}

// Rows is a schema of lists whose rows come in parts.
type Rows interface {
	// Member is the member of a reply that holds the rows, empty where the reply is them.
	Member() string
	DecodeRow(st *store.Store, data []byte) (store.Row, error)
	DecodeArray(st *store.Store, data []byte) ([]store.Row, error)
	// AppendRows adds rows to the end of a list, and returns the list of them.
	AppendRows(st *store.Store, w store.Write, list store.ListKey, rows []store.Row) store.List
	// PutRows stores rows, and appends to dst what is stored afterwards.
	PutRows(st *store.Store, w store.Write, rows []store.Row, dst []any) []any
}

// Pushable is a schema whose entities a server can push.
type Pushable interface {
	// Arrived reads an entity of a collection. One that is new is added to its lists.
	Arrived(st *store.Store, collection string, isNew bool, data []byte) (func(store.Write), error)
	// Gone deletes one.
	Gone(st *store.Store, key any) func(store.Write)
}

// Editor is the schema of something that can be edited.
type Editor interface {
	Edit(st *store.Store, w store.Write, l *store.Layer, r *Request, change func(entity any))
	// Preview returns the entity without and with what l shows; confirmed leaves
	// out what other layers show. It is false when there is none.
	Preview(st *store.Store, l *store.Layer, r *Request, confirmed bool) (before, after any, ok bool)
}

// Request is what schemas know of a call.
type Request struct {
	exchange.Request
	Draft any // the key that was made up for what is created; nil for none
}

// replaces reports whether the body is a whole entity.
func (r *Request) replaces() bool { return r.Method == http.MethodPut }

// members returns the body of a change as the members that it sets, null for those that
// it removes. Now returns those that there are, of which a merge patch changes parts. All
// is false where the body also changes something that is not known before it is answered.
func (r *Request) members(now func() map[string]jsontext.Value) (body []byte, all bool) {
	changed, all, err := map[string]jsontext.Value{}, true, error(nil)
	switch r.Format {
	case JSONPatch:
		all, err = r.operations(changed)
	case MergePatch:
		err = r.merge(changed, sync.OnceValue(now))
	default:
		return r.Body, true
	}
	body, failed := mergePatch(changed)
	if err != nil || failed != nil {
		return r.Body, true
	}
	return body, all
}

// merge reads the members that a merge patch sets.
func (r *Request) merge(changed map[string]jsontext.Value, now func() map[string]jsontext.Value) error {
	if err := json.Unmarshal(r.Body, &changed); err != nil {
		return err
	}
	for name, value := range changed {
		if value.Kind() != '{' {
			continue
		}
		var err error
		if changed[name], err = mergepatch.Apply(now()[name], value); err != nil {
			return err
		}
	}
	return nil
}

// operations reads the members that the operations of a JSON patch set. All is false where
// one of them changes a part of a member, or takes its value from elsewhere.
func (r *Request) operations(changed map[string]jsontext.Value) (all bool, err error) {
	var ops []struct {
		Op    string           `json:"op"`
		Path  jsontext.Pointer `json:"path"`
		From  jsontext.Pointer `json:"from"`
		Value jsontext.Value   `json:"value"`
	}
	err, all = json.Unmarshal(r.Body, &ops), true
	for _, op := range ops {
		name, whole := op.Path.LastToken(), op.Path.Parent() == "" && op.Path != ""
		switch {
		case op.Op == "test":
			continue
		case whole && op.Op == "remove":
			changed[name] = nil
		case whole && (op.Op == "add" || op.Op == "replace"):
			changed[name] = op.Value
		default:
			all = false
			forget(changed, op.Path)
			if op.Op == "move" {
				forget(changed, op.From)
			}
		}
	}
	return all, err
}

// forget removes the member that a pointer leads to or into, all of them for the value
// itself.
func forget(changed map[string]jsontext.Value, at jsontext.Pointer) {
	for name := range at.Tokens() {
		delete(changed, name)
		return
	}
	clear(changed)
}

// Answer is a decoded reply.
type Answer interface {
	// Store stores it, and returns the key of the entity that it is, nil when it is
	// none. It is called once, inside a commit.
	Store(w store.Write) (key any)
	Value() any // what it means, after it was stored
	// Keys are those of the entities that the reply to a mutation is, or says are gone, as
	// far as they are known before it is stored.
	Keys() []any
	// Confirmed reports, after it was stored, whether that is what the server has said
	// last.
	Confirmed(w store.Write) bool
}

// made is an Answer made of functions.
type made struct {
	store func(store.Write) (key any) // nil when nothing is stored
	value func() any
	keys  []any
	// confirmed is nil where nobody else can have said what is stored.
	confirmed func(store.Write) bool
}

// Store stores it.
func (m made) Store(w store.Write) (key any) {
	if m.store == nil {
		return nil
	}
	return m.store(w)
}

// Value is what it means.
func (m made) Value() any { return m.value() }

// Keys are those of the entities that it is.
func (m made) Keys() []any { return m.keys }

// Confirmed reports whether what is stored is what the server has said last.
func (m made) Confirmed(w store.Write) bool { return m.confirmed == nil || m.confirmed(w) }
