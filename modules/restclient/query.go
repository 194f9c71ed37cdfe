package restclient

import (
	"context"
	"reflect"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/valuetype"
)

// Query is a value derived from a list: arguments F, value V. It is computed
// once per state of the list and kept with it.
type Query[F, V any] struct {
	derive func(s session, args F) (V, bool)
}

// NewQuery makes a query that f computes from a list and its arguments. F must
// depend on nothing else; what it returns is shared and read-only.
func NewQuery[E, F, V any](list Readable[F, List[E]], f func(List[E], F) V) *Query[F, V] {
	q := &Query[F, V]{}
	read := list.read()
	last := &lastUse[E, F, V]{plain: valuetype.IsPlain(reflect.TypeFor[F]())}
	q.derive = func(s session, args F) (V, bool) {
		if value, ok := last.value(s, &args); ok {
			return value, true
		}
		l, ok := cached(s, read, args)
		if !ok {
			var zero V
			return zero, false
		}
		value, ok := entity.Memoised[V](l, q)
		if !ok {
			value = entity.Memo(l, q, func() V { return f(l, args) })
		}
		last.keep(s, args, l, value)
		return value, true
	}
	return q
}

// lastUse remembers the last use of a query, which the next one is likely to
// repeat.
type lastUse[E, F, V any] struct {
	plain bool // equal arguments stay equal
	use   atomic.Pointer[queryUse[E, F, V]]
}

type queryUse[E, F, V any] struct {
	space *space
	args  F
	list  List[E]
	value V
}

func (l *lastUse[E, F, V]) value(s session, args *F) (value V, ok bool) {
	u := l.use.Load()
	if u == nil || s.at != nil || u.space != s.space || any(u.args) != any(*args) || !u.list.Current() {
		return value, false
	}
	return u.value, true
}

func (l *lastUse[E, F, V]) keep(s session, args F, list List[E], value V) {
	if !l.plain || s.at != nil {
		return
	}
	if u := l.use.Load(); u == nil || u.space != s.space || u.list != list || any(u.args) != any(args) {
		l.use.Store(&queryUse[E, F, V]{s.space, args, list, value})
	}
}

// UseQuery returns the value of a query over what the store has. It never waits
// and never sends anything. It is false when the list is missing or invalid,
// and when ctx carries no client.
func UseQuery[F, V any](ctx context.Context, q *Query[F, V], args F) (V, bool) {
	return q.derive(sessionIn(ctx), args)
}

// Use is UseQuery on a client instead of a context.
func (q *Query[F, V]) Use(c *Client, args F) (V, bool) {
	return q.derive(c.session(context.Background()), args)
}
