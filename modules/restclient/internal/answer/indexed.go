package answer

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
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
func (x Indexed) Find(st *entity.Store, at *entity.Snapshot, key string) (any, entity.Status) {
	return x.table(st).Index(x.ID, x.KeyOf).GetAt(at, key)
}

// Lookup finds the entity.
func (x Indexed) Lookup(st *entity.Store, at *entity.Snapshot, r *Request) (any, entity.Status) {
	k, ok := r.Key.(string)
	if !ok {
		return nil, entity.Missing
	}
	return x.Find(st, at, k)
}

// Touch makes the entity invalid or stale.
func (x Indexed) Touch(st *entity.Store, r *Request, t Touch) {
	if k := x.primaryKey(st, r); k != nil {
		x.touchKey(st, k, t)
	}
}

// primaryKey returns the primary key of the entity, nil when there is none.
func (x Indexed) primaryKey(st *entity.Store, r *Request) any {
	if e, status := x.Lookup(st, nil, r); status != entity.Missing {
		return x.table(st).KeyOf(e)
	}
	return nil
}

// Known returns the primary key, too: an index cannot be asked in a commit.
func (x Indexed) Known(st *entity.Store, r *Request) (any, uint64) {
	key := x.primaryKey(st, r)
	return key, x.Revision(st, entity.Write{}, r, key)
}
