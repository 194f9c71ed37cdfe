package restclient

import (
	"context"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// Index finds the entities of a resource by something else than their primary
// key, such as a slug. It is an immutable value; each client keeps an index of
// its own, from its first use on.
type Index[E any] struct {
	find   func(s session, key string) (E, entity.Status)
	schema Schema[E]
}

// NewIndex makes an index by what key returns, which must depend on nothing but
// the entity. Key is called while the store is locked: it must be quick and
// must not use a client.
func NewIndex[E Entity[K], P, F any, K comparable](_ Resource[E, P, F], key func(E) string) *Index[E] {
	x := &Index[E]{}
	x.find = func(s session, k string) (E, entity.Status) {
		return entity.TableOf[E](s.store()).Index(x, key).GetAt(s.at, k)
	}
	x.schema = indexSchema[E, K]{find: x.find}
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
		if e, status := x.find(s, key); status >= entity.Stale {
			return e, true
		}
	}
	var zero E
	return zero, false
}

// EntityBy is the schema of a response that is one E, for paths whose last
// parameter is the key of an index, such as /articles/:slug: calls are answered
// from whatever delivered that entity.
func EntityBy[E any](x *Index[E]) Schema[E] { return x.schema }

// indexSchema finds entities by an index instead of their primary key.
type indexSchema[E Entity[K], K comparable] struct {
	entitySchema[E, K]
	find func(s session, key string) (E, entity.Status)
}

func (indexSchema[E, K]) keyType() reflect.Type { return reflect.TypeFor[string]() }

func (x indexSchema[E, K]) byKey(s session, key any) (E, entity.Status) {
	k, ok := key.(string)
	if !ok {
		var zero E
		return zero, entity.Missing
	}
	return x.find(s, k)
}

func (x indexSchema[E, K]) lookup(s session, c *call) (E, entity.Status) { return x.byKey(s, c.key) }

func (x indexSchema[E, K]) touch(s session, c *call, t touch) {
	e, status := x.byKey(s, c.key)
	if status == entity.Missing {
		return
	}
	if t == invalidate {
		entity.TableOf[E](s.store()).Invalidate(e.PK())
		return
	}
	entity.TableOf[E](s.store()).Expire(e.PK())
}
