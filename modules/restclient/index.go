package restclient

import (
	"context"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// Index finds the entities of a resource by something else than their primary
// key, such as a slug. It is an immutable value; each client keeps an index of
// its own, from its first use on.
type Index[E any] struct{ schema indexSchema }

// NewIndex makes an index by what key returns, which must depend on nothing but
// the entity. Key is called while the store is locked: it must be quick and
// must not use a client.
func NewIndex[E Entity[K], P, F any, K comparable](_ Resource[E, P, F], key func(E) string) *Index[E] {
	x := &Index[E]{}
	x.schema = indexSchema{entitySchema{of: entity.KindOf[E]()}, x, func(e any) string { return key(e.(E)) }}
	return x
}

// Use returns the stored entity that key finds. It never waits and never sends
// anything. It is false when there is none, or when it is invalid. Of several
// entities with one key it is the one that has had it longest.
func (x *Index[E]) Use(c *Client, key string) (E, bool) {
	return x.use(c.session(context.Background()), key)
}

// UseIndex is Use with the client that ctx carries.
func UseIndex[E any](ctx context.Context, x *Index[E], key string) (E, bool) {
	return x.use(UseController(ctx).session(ctx), key)
}

func (x *Index[E]) use(s session, key string) (E, bool) {
	if s.client != nil {
		if e, status := x.schema.find(s, key); status >= entity.Stale {
			return e.(E), true
		}
	}
	var zero E
	return zero, false
}

// EntityBy is the schema of a response that is one E, for paths whose last
// parameter is the key of an index, such as /articles/:slug: calls are answered
// from whatever delivered that entity.
func EntityBy[E any](x *Index[E]) Schema[E] { return schemaOf[E]{x.schema} }

// indexSchema finds entities by an index instead of their primary key.
type indexSchema struct {
	entitySchema
	id  any // of the index
	key func(e any) string
}

func (indexSchema) keyType() reflect.Type { return reflect.TypeFor[string]() }

func (x indexSchema) find(s session, key string) (any, entity.Status) {
	return x.table(s).Index(x.id, x.key).GetAt(s.at, key)
}

func (x indexSchema) lookup(s session, c *call) (any, entity.Status) {
	k, ok := c.key.(string)
	if !ok {
		return nil, entity.Missing
	}
	return x.find(s, k)
}

func (x indexSchema) touch(s session, c *call, t touch) {
	if k, ok := x.storedKey(s, c); ok {
		x.touchKey(s, k, t)
	}
}

// storedKey finds the primary key: the key of the call is that of the index.
func (x indexSchema) storedKey(s session, c *call) (any, bool) {
	if e, status := x.lookup(s.now(), c); status != entity.Missing {
		return x.table(s).KeyOf(e), true
	}
	return nil, false
}

func (x indexSchema) revision(s session, w entity.Write, c *call) uint64 {
	if c.answerKey == nil { // before the exchange: an index cannot be asked in a commit
		c.answerKey, _ = x.storedKey(s, c)
	}
	return x.entitySchema.revision(s, w, c)
}
