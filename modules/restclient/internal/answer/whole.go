package answer

import (
	"fmt"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Whole stores responses as a whole, by their ID.
type Whole struct {
	Result  reflect.Type
	Nothing bool // Result stands for no result: what the server says does not matter
}

// AddTo refuses: what is stored as a whole does not occur inside others.
func (wh Whole) AddTo(p *store.Parts) { noEntity(p, wh.Result) }

func noEntity(p *store.Parts, t reflect.Type) { p.Fail(fmt.Errorf("%s is not an entity", t)) }

// KeyType is nil.
func (Whole) KeyType() reflect.Type { return nil }

func (wh Whole) values(st *store.Store) *store.Values { return store.ResponsesOf(st, wh.Result) }

// Lookup finds a response.
func (wh Whole) Lookup(st *store.Store, at *store.Snapshot, r *Request) (any, store.Status) {
	return wh.values(st).GetAt(at, r.ID)
}

// Touch makes a response invalid or stale.
func (wh Whole) Touch(st *store.Store, r *Request, how store.Touch) {
	wh.values(st).Touch(r.ID, how)
}

// Decode reads a response. That to a mutation is not stored.
func (wh Whole) Decode(st *store.Store, r *Reply) (Answer, error) {
	value, err := wh.read(st, r)
	if err != nil {
		return nil, err
	}
	a := valueOf(value)
	if r.Request.Mutates {
		return a, nil
	}
	a.store = func(w store.Write) any {
		wh.values(st).Set(w, r.Request.ID, value)
		return nil
	}
	return a, nil
}

// valueOf is an answer that is not stored.
func valueOf(value any) made { return made{value: func() any { return value }} }

func (wh Whole) read(st *store.Store, r *Reply) (any, error) {
	to := reflect.New(wh.Result)
	if wh.Nothing || r.IsEmpty() || decodeText(to.Interface(), r) {
		return to.Elem().Interface(), nil
	}
	if err := r.needValue(); err != nil {
		return nil, err
	}
	if err := st.Unmarshal(r.Body, to.Interface()); err != nil {
		return nil, err
	}
	return to.Elem().Interface(), nil
}

// decodeText takes bodies that are not JSON for results that are text or bytes.
func decodeText(value any, r *Reply) bool {
	if r.IsJSON() || r.RefuseCodings() != nil {
		return false
	}
	switch v := value.(type) {
	case *string:
		*v = string(r.Body)
	case *[]byte:
		*v = r.Body
	default:
		return false
	}
	return true
}

// Revision returns the revision of a response.
func (wh Whole) Revision(st *store.Store, w store.Write, r *Request, _ any) uint64 {
	return wh.values(st).Revision(w, r.ID)
}

// Renew makes a response fresh.
func (wh Whole) Renew(st *store.Store, w store.Write, r *Request, _ any) {
	wh.values(st).Renew(w, r.ID)
}

// Saves returns the type of the responses.
func (wh Whole) Saves() (*store.Kind, *Saved) {
	return nil, &Saved{wh.Result, func(st *store.Store) store.Persistent { return wh.values(st) }}
}

// Saver is a schema that says what it stores.
type Saver interface {
	// Saves returns a kind of entities, or else a type of answers, with the kinds
	// in them.
	Saves() (kind *store.Kind, whole *Saved)
}

// Saved is a type of answers that are stored as a whole.
type Saved struct {
	Result reflect.Type
	In     func(*store.Store) store.Persistent
}
