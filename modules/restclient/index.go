package restclient

import (
	"context"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
)

// Index finds the entities of a resource by something else than their primary
// key, such as a slug. It is an immutable value; each client keeps an index of
// its own, from its first use on.
type Index[E any] struct{ schema answer.Indexed }

// NewIndex makes an index by what key returns, which must depend on nothing but
// the entity. Key is called while the store is locked: it must be quick and
// must not use a client.
func NewIndex[E Entity[K], P, F any, K comparable](_ Resource[E, P, F], key func(E) string) *Index[E] {
	x := &Index[E]{}
	x.schema = answer.Indexed{Entity: answer.Entity{Of: entity.KindOf[E]()}, ID: x, KeyOf: func(e any) string { return key(e.(E)) }}
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
		if e, status := x.schema.Find(s.store(), s.at, key); status >= entity.Stale {
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
