package answer

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// Object is the schema of a response in which entities occur. The arguments
// identify it and the lists in it.
type Object struct {
	Result reflect.Type
	Nested []entity.Part // what occurs in it
}

func (o Object) in(st *entity.Store) *entity.AnyObjects {
	return entity.AnyObjectsOf(st, o.Result, o.Nested)
}

// AddTo refuses: a response does not occur inside others.
func (o Object) AddTo(p *entity.Parts) { noEntity(p, o.Result) }

// Check says what is wrong with the declaration.
func (o Object) Check() error { return entity.CheckObject(o.Result, o.Nested) }

// KeyType is nil.
func (Object) KeyType() reflect.Type { return nil }

// Saves returns the type of the responses.
func (o Object) Saves() (*entity.Kind, *Saved) {
	return nil, &Saved{o.Result, func(st *entity.Store) entity.Persistent { return o.in(st) }}
}

// Paged is the schema of a page of the response.
func (o Object) Paged() Schema { return ObjectPage{o} }

// Lookup finds the response.
func (o Object) Lookup(st *entity.Store, at *entity.Snapshot, r *Request) (any, entity.Status) {
	return o.in(st).GetAt(at, r.List)
}

// Touch makes the response invalid or stale.
func (o Object) Touch(st *entity.Store, r *Request, t Touch) {
	if t == Invalidate {
		o.in(st).Invalidate(r.List)
		return
	}
	o.in(st).Expire(r.List)
}

// Decode reads the response.
func (o Object) Decode(st *entity.Store, r *Reply) (Answer, error) {
	return o.stored(st, r, func(w entity.Write, obj entity.AnyObject) any {
		if r.Request.Mutates {
			return o.in(st).Absorb(w, obj)
		}
		return o.in(st).Set(w, r.Request.List, obj)
	})
}

// stored reads a response that put then stores.
func (o Object) stored(st *entity.Store, r *Reply, put func(entity.Write, entity.AnyObject) any) (Answer, error) {
	if err := r.needValue(); err != nil {
		return Answer{}, err
	}
	obj, err := o.in(st).Decode(r.Body)
	if err != nil {
		return Answer{}, err
	}
	var value any
	return Answer{
		Store: func(w entity.Write) any {
			value = put(w, obj)
			return nil
		},
		Value: func() any { return value },
	}, nil
}

// ObjectPage adds a page to a stored response. One that was never read, or is
// invalid, is not made of it: what comes before the page is not known.
type ObjectPage struct{ Object }

// Decode reads the page.
func (o ObjectPage) Decode(st *entity.Store, r *Reply) (Answer, error) {
	return o.stored(st, r, func(w entity.Write, obj entity.AnyObject) any {
		if _, status := o.in(st).GetAt(nil, r.Request.List); status < entity.Stale {
			return o.in(st).Absorb(w, obj)
		}
		return o.in(st).Extend(w, r.Request.List, obj)
	})
}

// Assign adds the members of a response to the maps they belong to.
type Assign struct{ Object }

// Decode reads the members.
func (a Assign) Decode(st *entity.Store, r *Reply) (Answer, error) {
	return a.stored(st, r, func(w entity.Write, obj entity.AnyObject) any {
		return a.in(st).Assign(w, r.Request.List, obj)
	})
}

// Doubt makes the maps stale.
func (a Assign) Doubt(st *entity.Store, w entity.Write, r *Request, _ bool) {
	a.in(st).Doubt(w, r.List)
}
