package answer

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Indexed is the schema of one entity that an index finds by the key in the
// arguments, instead of its primary key.
type Indexed struct {
	Entity
	ID    any                // of the index
	KeyOf func(e any) string // what the index holds
}

// KeyType is the type of what an index holds.
func (Indexed) KeyType() reflect.Type { return reflect.TypeFor[string]() }

// Find finds the entity that has had a key longest.
func (x Indexed) Find(st *store.Store, at *store.Snapshot, key string) (any, store.Status) {
	return x.table(st).Index(x.ID, x.KeyOf).GetAt(at, key)
}

// Lookup finds the entity.
func (x Indexed) Lookup(st *store.Store, at *store.Snapshot, r *Request) (any, store.Status) {
	k, ok := r.Key.(string)
	if !ok {
		return nil, store.Missing
	}
	return x.Find(st, at, k)
}

// Touch makes the entity invalid or stale.
func (x Indexed) Touch(st *store.Store, r *Request, how store.Touch) {
	if k := x.Resolve(st, r); k != nil {
		x.table(st).Touch(k, how)
	}
}

// Resolve returns the primary key of the entity, nil when it is not stored.
func (x Indexed) Resolve(st *store.Store, r *Request) (key any) {
	if e, status := x.Lookup(st, nil, r); status != store.Missing {
		return x.table(st).KeyOf(e)
	}
	return nil
}
