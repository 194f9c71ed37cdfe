package answer

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/member"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Entity is the schema of a response that is one entity.
type Entity struct {
	Of *store.Kind
	// In is the member of a reply that holds the entity, as member.Path has it; empty: the
	// reply is the entity.
	In string
	// Member is set for the endpoints of a resource: the key in their arguments is
	// the key of the answer. The path of other endpoints may only lead to an entity.
	Member bool
}

// AddTo declares that the entities occur inside others.
func (es Entity) AddTo(p *store.Parts) { es.Of.AddTo(p) }

// Check says what is wrong with the entities.
func (es Entity) Check() error { return es.Of.Check() }

// Kind is that of the entities.
func (es Entity) Kind() *store.Kind { return es.Of }

// KeyType is the type of the primary keys.
func (es Entity) KeyType() reflect.Type { return es.Of.KeyType() }

// Saves returns the kind of the entities.
func (es Entity) Saves() (*store.Kind, *Saved) { return es.Of, nil }

func (es Entity) table(st *store.Store) *store.Table { return es.Of.In(st) }

// Ref is the entity that answered a request whose arguments do not hold its key,
// such as /users/me.
type Ref struct {
	of  *store.Kind
	key any
	// saved is the key as it was saved, as long as nobody has asked for it.
	saved stdjson.RawMessage
}

// MarshalJSON writes the key, to be saved: the name of a ref says of which kind.
func (r Ref) MarshalJSON() ([]byte, error) {
	if r.saved != nil {
		return r.saved, nil
	}
	return stdjson.Marshal(r.key)
}

// UnmarshalJSON keeps what was saved until it is known of which kind it is.
func (r *Ref) UnmarshalJSON(data []byte) error {
	*r = Ref{saved: bytes.Clone(data)}
	return nil
}

// keyOf returns the key, if it is one of that kind.
func (r Ref) keyOf(of *store.Kind) (key any, ok bool) {
	if r.saved == nil {
		return r.key, r.of == of
	}
	to := reflect.New(of.KeyType())
	if err := stdjson.Unmarshal(r.saved, to.Interface()); err != nil {
		return nil, false
	}
	return to.Elem().Interface(), true
}

// refs are those of all kinds.
func refs(st *store.Store) *store.Values { return store.ValuesOf[Ref](st) }

// refID names the ref of a request: from one URL, several kinds may be read.
func (es Entity) refID(r *Request) string { return es.Of.Type().String() + " " + r.ID }

func (es Entity) ref(st *store.Store, at *store.Snapshot, r *Request) (key any, ok bool) {
	return es.refAt(st, at, es.refID(r))
}

func (es Entity) refAt(st *store.Store, at *store.Snapshot, id string) (key any, ok bool) {
	ref, status := store.Value[Ref](refs(st), at, id)
	if status == store.Missing {
		return nil, false
	}
	return ref.keyOf(es.Of)
}

// KeyAt finds the key of the entity that a request of that ID has returned.
func (es Entity) KeyAt(st *store.Store, id string) (key any, ok bool) {
	return es.refAt(st, nil, es.Of.Type().String()+" "+id)
}

// keyIn finds the key in the arguments of a request.
func (es Entity) keyIn(r *Request) (key any, ok bool) {
	return r.Key, r.Key != nil && reflect.TypeOf(r.Key) == es.Of.KeyType()
}

// Lookup finds the entity by the key in the arguments, or by what the same
// request has returned before.
func (es Entity) Lookup(st *store.Store, at *store.Snapshot, r *Request) (any, store.Status) {
	if k, ok := es.keyIn(r); ok {
		if e, status := es.said(st, at, r, k); status != store.Missing {
			return e, status
		}
	}
	if k, ok := es.ref(st, at, r); ok {
		return es.said(st, at, r, k)
	}
	return nil, store.Missing
}

// Status tells of what Lookup finds.
func (es Entity) Status(st *store.Store, at *store.Snapshot, r *Request) store.Status {
	if k, ok := es.keyIn(r); ok && !es.isApart(r) {
		if status := es.table(st).StatusAt(at, k); status != store.Missing {
			return status
		}
	}
	_, status := es.Lookup(st, at, r)
	return status
}

// said finds what is stored of the entity with key k: what the same request has said, if
// that asks for more or less than others.
func (es Entity) said(st *store.Store, at *store.Snapshot, r *Request, k any) (any, store.Status) {
	if es.isApart(r) {
		return es.Of.Apart(st).GetAt(at, k, r.ID)
	}
	return es.Get(st, at, k)
}

// isApart reports whether a read asks for a representation of its own.
func (es Entity) isApart(r *Request) bool { return r.Apart && !r.Mutates }

// Get finds the entity by its key.
func (es Entity) Get(st *store.Store, at *store.Snapshot, key any) (any, store.Status) {
	return es.table(st).GetAt(at, key)
}

// ToldSince reports whether something has told of the entity since a stamp.
func (es Entity) ToldSince(st *store.Store, r *Request, start store.Stamp) bool {
	k, ok := es.storedKey(st, r, nil)
	return ok && es.table(st).ToldSince(k, start)
}

// DoubtedSince reports whether a mutation has left the entity in doubt since a stamp.
func (es Entity) DoubtedSince(st *store.Store, r *Request, start store.Stamp) bool {
	k, ok := es.storedKey(st, r, nil)
	return ok && es.table(st).DoubtedSince(k, start)
}

// GoneSince reports whether the entity was deleted since a stamp.
func (es Entity) GoneSince(st *store.Store, r *Request, start store.Stamp) bool {
	k, ok := es.storedKey(st, r, nil)
	return ok && es.table(st).GoneSince(k, start)
}

// Touch makes the entity invalid or stale.
func (es Entity) Touch(st *store.Store, r *Request, how store.Touch) {
	k, ok := es.ref(st, nil, r)
	if !ok {
		k, ok = es.keyIn(r)
	}
	if ok {
		es.table(st).Touch(k, how)
	}
}

// Decode reads the entity. A success without a body says that what was sent
// stands.
func (es Entity) Decode(st *store.Store, r *Reply) (Answer, error) {
	if r.IsEmpty() {
		return es.decodeSent(st, r.Request)
	}
	if err := r.needValue(); err != nil {
		return nil, err
	}
	table := es.table(st)
	data, err := r.part(es.In)
	if err != nil {
		return nil, err
	}
	row, err := es.decodeRow(st, r.Request, data)
	if err != nil {
		return nil, err
	}
	if err := es.checkMember(table, r.Request, row); err != nil {
		return nil, err
	}
	a := &entityAnswer{of: es, in: st, request: r.Request, row: row}
	if key := r.Request.Key; es.isApart(r.Request) && (key == nil || key == table.KeyIn(row)) {
		obj, err := es.Of.Apart(st).Decode(data)
		if err != nil {
			return nil, err
		}
		a.apart = &obj
	}
	return a, nil
}

// Reply is the body of a reply that holds the JSON of an entity.
func (es Entity) Reply(entity []byte) []byte { return member.Around(entity, es.In) }

// entityAnswer is an answer that is one entity.
type entityAnswer struct {
	of          Entity
	in          *store.Store
	request     *Request
	row         store.Row
	apart       *store.Row // nil when it is what others ask for, too
	key, stored any        // after it was stored
}

// Store stores the entity.
func (a *entityAnswer) Store(w store.Write) (key any) {
	table := a.of.table(a.in)
	old, named := a.of.keyIn(a.request)
	switch renamed := named && a.of.Member && a.request.Mutates && table.KeyIn(a.row) != old; {
	case a.apart != nil:
		a.stored = a.of.Of.Apart(a.in).Set(w, a.request.ID, a.row, *a.apart)
	case renamed:
		a.stored = table.Rename(w, old, a.row)
	default:
		a.stored = table.Put(w, a.row)
	}
	a.key = table.KeyIn(a.row)
	if a.key != a.request.Key && !a.request.Mutates {
		refs(a.in).Set(w, a.of.refID(a.request), Ref{of: a.of.Of, key: a.key})
	}
	return a.key
}

// Value is the entity.
func (a *entityAnswer) Value() any { return a.of.settled(a.in, a.request, a.key, a.stored) }

// Keys is that of the entity.
func (a *entityAnswer) Keys() []any { return []any{a.of.table(a.in).KeyIn(a.row)} }

// Confirmed reports whether the server has said nothing else.
func (a *entityAnswer) Confirmed(w store.Write) bool {
	if a.apart != nil {
		return a.of.Of.Apart(a.in).Confirms(w, a.request.ID)
	}
	return a.of.table(a.in).Confirms(w, a.row)
}

// decodeRow reads the entity that answers a request. The answer to a mutation may
// lack the key that the arguments have.
func (es Entity) decodeRow(st *store.Store, r *Request, data []byte) (store.Row, error) {
	if k, ok := es.keyIn(r); ok && r.Mutates {
		return es.table(st).DecodeFor(k, data)
	}
	return es.table(st).Decode(data)
}

// checkMember refuses an entity that is another one than the arguments name,
// unless the mutation has given it its key.
func (es Entity) checkMember(table *store.Table, r *Request, row store.Row) error {
	want, ok := es.keyIn(r)
	if !es.Member || !ok {
		return nil
	}
	have := table.KeyIn(row)
	if have == want {
		return nil
	}
	body, _ := r.members(nothing)
	if sent, err := table.Decode(body); r.Mutates && err == nil && table.KeyIn(sent) == have {
		return nil
	}
	name := es.Of.Name()
	return MismatchError(fmt.Sprintf("want %s %v, have %[1]s %[3]v: is the path right, and does PK return what is in it?", name, want, have))
}

// decodeSent is for a success without a body: what was sent stands, until it is
// read again, which is at the next use.
func (es Entity) decodeSent(st *store.Store, r *Request) (Answer, error) {
	k, ok := es.keyIn(r)
	if !ok || r.Body == nil {
		return nil, ErrNoValue
	}
	table := es.table(st)
	row, _, err := es.sent(st, k, r)
	if err != nil || !table.Has(k) {
		return nil, ErrNoValue
	}
	var stored any
	return made{
		store: func(w store.Write) any {
			w.TTL = 0
			stored, _ = table.Update(w, k, row)
			return k
		},
		value: func() any { return es.settled(st, r, k, stored) },
	}, nil
}

// sent reads the fields that a request sets of the entity with key k. All is false where
// it also changes others.
func (es Entity) sent(st *store.Store, k any, r *Request) (row store.Row, all bool, err error) {
	body, all := r.members(func() map[string]jsontext.Value {
		stored, status := es.Get(st, nil, k)
		if status == store.Missing {
			return nil
		}
		now, _ := members(st, stored) // none for what cannot be written
		return now
	})
	row, err = es.table(st).DecodeFields(body)
	return row, all, err
}

func nothing() map[string]jsontext.Value { return nil }

// settled returns the result of a request. That of a mutation is what is there
// after its layer has gone: stored is with the layer upon the answer.
func (es Entity) settled(st *store.Store, r *Request, k, stored any) any {
	if !r.Mutates {
		return stored
	}
	if e, status := es.Get(st, nil, k); status != store.Missing {
		return e
	}
	return stored
}

// storedKey is key, or else what the request leads to.
func (es Entity) storedKey(st *store.Store, r *Request, key any) (any, bool) {
	if key != nil {
		return key, true
	}
	if k, ok := es.keyIn(r); ok {
		return k, true
	}
	return es.ref(st, nil, r)
}

// Revision returns the revision of the entity.
func (es Entity) Revision(st *store.Store, w store.Write, r *Request, key any) uint64 {
	k, ok := es.storedKey(st, r, key)
	switch {
	case !ok:
		return 0
	case es.isApart(r):
		return es.Of.Apart(st).Revision(w, k, r.ID)
	}
	return es.table(st).Revision(w, k)
}

// Renew makes the entity fresh.
func (es Entity) Renew(st *store.Store, w store.Write, r *Request, key any) {
	k, ok := es.storedKey(st, r, key)
	switch {
	case !ok:
	case es.isApart(r):
		es.Of.Apart(st).Renew(w, r.ID)
	default:
		es.table(st).Renew(w, k)
	}
}

// Predict shows the fields that are sent.
func (es Entity) Predict(st *store.Store, w store.Write, l *store.Layer, r *Request) (draft any) {
	k, ok := es.keyIn(r)
	if !ok || r.Body == nil {
		return r.Draft
	}
	if row, _, err := es.sent(st, k, r); err == nil {
		es.table(st).Apply(w, l, k, row, r.replaces())
	}
	return r.Draft
}

// Expect says that the fields that are sent will change. Others may, too, unless a
// PATCH of the entity sends them.
func (es Entity) Expect(st *store.Store, w store.Write, l *store.Layer, r *Request) {
	k, ok := es.keyIn(r)
	if !ok {
		return
	}
	table := es.table(st)
	row, all, err := es.sent(st, k, r)
	if err == nil {
		table.Expect(w, l, k, row)
	}
	if err != nil || !all || !es.Member || r.Method != http.MethodPatch {
		table.Expect(w, l, k, store.Row{})
	}
}

// Doubt makes the entity stale.
func (es Entity) Doubt(st *store.Store, w store.Write, r *Request, _ bool) {
	if k, ok := es.keyIn(r); ok {
		es.table(st).Doubt(w, k)
	}
}

// Edit shows on l what change does.
func (es Entity) Edit(st *store.Store, w store.Write, l *store.Layer, r *Request, change func(entity any)) {
	es.table(st).Edit(w, l, r.Key, change)
}

// Preview returns the entity without and with what l shows.
func (es Entity) Preview(st *store.Store, l *store.Layer, r *Request, confirmed bool) (before, after any, ok bool) {
	return es.table(st).Preview(l, r.Key, confirmed)
}

// CheckFields refuses names that the entity does not have, and values that do
// not fit its fields.
func (es Entity) CheckFields(st *store.Store, fields map[string]any, encoded []byte) error {
	table := es.table(st)
	for name := range fields {
		if !table.HasField(name) {
			return fmt.Errorf("%s has no field %q: it has %v", es.Of, name, slices.Sorted(table.Fields()))
		}
	}
	_, err := table.DecodeFields(encoded)
	return err
}

// Arrived reads an entity that a server has pushed.
func (es Entity) Arrived(st *store.Store, collection string, isNew bool, data []byte) (func(store.Write), error) {
	table := es.table(st)
	row, err := table.Decode(data)
	if err != nil || !isNew {
		return func(w store.Write) { table.Arrive(w, collection, row) }, err
	}
	key := store.ListKey{Collection: collection, Args: bodyArgs(st, data)}
	return func(w store.Write) { table.Add(w, key, []store.Row{row}, false) }, nil
}

// Gone deletes an entity.
func (es Entity) Gone(st *store.Store, key any) func(store.Write) {
	return func(w store.Write) { es.table(st).Delete(w, key) }
}
