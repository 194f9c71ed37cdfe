package answer

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Object is the schema of a response in which entities occur. The arguments
// identify it and the lists in it.
type Object struct {
	Result reflect.Type
	Nested []store.Part // what occurs in it
}

func (o Object) in(st *store.Store) *store.Objects {
	return store.ObjectsOf(st, o.Result, o.Nested)
}

// AddTo refuses: a response does not occur inside others.
func (o Object) AddTo(p *store.Parts) { noEntity(p, o.Result) }

// Check says what is wrong with the declaration.
func (o Object) Check() error { return store.CheckObject(o.Result, o.Nested) }

// KeyType is nil.
func (Object) KeyType() reflect.Type { return nil }

// Saves returns the type of the responses.
func (o Object) Saves() (*store.Kind, *Saved) {
	return nil, &Saved{o.Result, func(st *store.Store) store.Persistent { return o.in(st) }}
}

// Paged is the schema of a page of the response.
func (o Object) Paged() Schema { return ObjectPage{o} }

// Lookup finds the response.
func (o Object) Lookup(st *store.Store, at *store.Snapshot, r *Request) (any, store.Status) {
	return o.in(st).GetAt(at, r.List)
}

// Touch makes the response invalid or stale.
func (o Object) Touch(st *store.Store, r *Request, how store.Touch) {
	o.in(st).Touch(r.List, how)
}

// Decode reads the response.
func (o Object) Decode(st *store.Store, r *Reply) (Answer, error) {
	a, err := o.stored(st, r, func(w store.Write, row store.Row) any {
		if r.Request.Mutates {
			return o.in(st).Absorb(w, row)
		}
		return o.in(st).Set(w, r.Request.List, row)
	})
	a.confirmed = func(w store.Write) bool { return o.in(st).Confirms(w, r.Request.List) }
	return a, err
}

// stored reads a response that put then stores.
func (o Object) stored(st *store.Store, r *Reply, put func(store.Write, store.Row) any) (made, error) {
	if err := r.needValue(); err != nil {
		return made{}, err
	}
	row, err := o.in(st).Decode(r.Body)
	if err != nil {
		return made{}, err
	}
	var value any
	return made{
		store: func(w store.Write) any {
			value = put(w, row)
			return nil
		},
		value: func() any { return value },
	}, nil
}

// Revision returns the revision of the response, 0 for the answer to a mutation.
func (o Object) Revision(st *store.Store, w store.Write, r *Request, _ any) uint64 {
	if r.Mutates {
		return 0
	}
	return o.in(st).Revision(w, r.List)
}

// Renew makes the response fresh.
func (o Object) Renew(st *store.Store, w store.Write, r *Request, _ any) {
	o.in(st).Renew(w, r.List)
}

// DoubtedSince reports whether a mutation has left the response in doubt since a stamp.
func (o Object) DoubtedSince(st *store.Store, r *Request, start store.Stamp) bool {
	return o.in(st).DoubtedSince(r.List, start)
}

// Grown reports whether pages were added to the response.
func (o Object) Grown(st *store.Store, w store.Write, r *Request) (since store.Stamp, ok bool) {
	return o.in(st).Grown(w, r.List)
}

// DecodeAgain reads the response that they were added to.
func (o Object) DecodeAgain(st *store.Store, r *Reply) (Answer, error) {
	return o.stored(st, r, func(w store.Write, row store.Row) any {
		o.in(st).PutAgain(w, r.Request.List, row)
		return nil
	})
}

// ObjectPage adds a page to a stored response. One that was never read, or is
// invalid, is not made of it: what comes before the page is not known.
type ObjectPage struct{ Object }

// Decode reads the page.
func (o ObjectPage) Decode(st *store.Store, r *Reply) (Answer, error) {
	return o.stored(st, r, func(w store.Write, row store.Row) any {
		if _, status := o.in(st).GetAt(nil, r.Request.List); status < store.Stale {
			return o.in(st).Absorb(w, row)
		}
		return o.in(st).Extend(w, r.Request.List, row)
	})
}

// Assign adds the members of a response to the maps they belong to.
type Assign struct{ Object }

// Decode reads the members.
func (a Assign) Decode(st *store.Store, r *Reply) (Answer, error) {
	return a.stored(st, r, func(w store.Write, row store.Row) any {
		return a.in(st).Assign(w, r.Request.List, row)
	})
}

// Doubt makes the maps stale.
func (a Assign) Doubt(st *store.Store, w store.Write, r *Request, _ bool) {
	a.in(st).Doubt(w, r.List)
}
