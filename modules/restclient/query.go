package restclient

import (
	"context"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// Query is a value derived from a list: arguments F, value V. It is computed
// once per state of the list and kept with it.
type Query[F, V any] struct {
	derive func(client *Client, args F) (V, bool)
}

// NewQuery makes a query that f computes from a list and its arguments. F must
// depend on nothing else; what it returns is shared and read-only.
func NewQuery[E, F, V any](list Readable[F, List[E]], f func(List[E], F) V) *Query[F, V] {
	q := &Query[F, V]{}
	ep := list.read()
	q.derive = func(client *Client, args F) (V, bool) {
		var zero V
		call, err := ep.call(client, args)
		if err != nil {
			return zero, false
		}
		l, status := ep.schema.lookup(client.store, call)
		if status < entity.Stale {
			return zero, false
		}
		return entity.Memo(l, q, func() V { return f(l, args) }), true
	}
	return q
}

// UseQuery returns the value of a query over what the store has. It never waits
// and never sends anything. It is false when the list is missing or invalid,
// and when ctx carries no client.
func UseQuery[F, V any](ctx context.Context, q *Query[F, V], args F) (V, bool) {
	return q.derive(UseController(ctx), args)
}

// Use is UseQuery on a client instead of a context.
func (q *Query[F, V]) Use(c *Client, args F) (V, bool) { return q.derive(c, args) }
