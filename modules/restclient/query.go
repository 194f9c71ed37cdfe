package restclient

import (
	"context"
	"reflect"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/valuetype"
)

// Query is a value derived from a list: arguments F, value V. It is computed
// once per state of the list and kept with it.
type Query[F, V any] struct {
	derive func(s call.Session, args F) (V, bool)
}

// NewQuery makes a query that f computes from a list and its arguments. F must
// depend on nothing else; what it returns is shared and read-only.
func NewQuery[E, F, V any](list Readable[F, List[E]], f func(List[E], F) V) *Query[F, V] {
	q := &Query[F, V]{}
	read := list.read()
	last := &lastUse[E, F, V]{plain: valuetype.IsPlain(reflect.TypeFor[F]())}
	q.derive = func(s call.Session, args F) (V, bool) {
		if value, ok := last.value(s, &args); ok {
			return value, true
		}
		l, ok := cached(s, read, args)
		if !ok {
			var zero V
			return zero, false
		}
		kept, ok := l.view.Memo(q)
		if !ok {
			kept = l.view.KeepMemo(q, f(l, args))
		}
		value, _ := kept.(V)
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
	space *call.Space
	args  F
	list  List[E]
	value V
}

func (l *lastUse[E, F, V]) value(s call.Session, args *F) (value V, ok bool) {
	u := l.use.Load()
	if u == nil || s.At != nil || u.space != s.Space || any(u.args) != any(*args) || !u.list.Current() {
		return value, false
	}
	return u.value, true
}

func (l *lastUse[E, F, V]) keep(s call.Session, args F, list List[E], value V) {
	if !l.plain || s.At != nil {
		return
	}
	if u := l.use.Load(); u == nil || u.space != s.Space || u.list != list || any(u.args) != any(args) {
		l.use.Store(&queryUse[E, F, V]{s.Space, args, list, value})
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

// Index finds the entities of a resource by something else than their primary
// key, such as a slug. It is an immutable value; each client keeps an index of
// its own, from its first use on.
type Index[E any] struct{ schema answer.Indexed }

// NewIndex makes an index by what key returns, which must depend on nothing but
// the entity. Key is called while the store is locked: it must be quick and
// must not use a client.
func NewIndex[E Entity[K], P, F any, K comparable](_ Resource[E, P, F], key func(E) string) *Index[E] {
	x := &Index[E]{}
	x.schema = answer.Indexed{Entity: answer.Entity{Of: store.KindOf[E]()}, ID: x, KeyOf: func(e any) string { return key(e.(E)) }}
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

func (x *Index[E]) use(s call.Session, key string) (E, bool) {
	if s.Client != nil {
		if e, status := x.schema.Find(s.Store(), s.At, key); status >= store.Stale {
			return e.(E), true
		}
	}
	var zero E
	return zero, false
}

// EntityBy is the schema of a response that is one E, for paths whose last
// parameter is the key of an index, such as /articles/:slug: calls are answered
// from whatever delivered that entity.
func EntityBy[E any](x *Index[E]) Schema[E] { return Schema[E]{x.schema} }

// AllOf returns a read of every stored entity of a resource, whatever delivered
// it, in the order of the keys. It is for UseCache and NewQuery: nothing is ever
// sent for it, so it has no value until such an entity was stored.
//
// The first use makes the client keep that list from then on, at a cost in
// proportion to the number of entities for each commit that adds some.
func AllOf[E Entity[K], P, F any, K comparable](r Resource[E, P, F]) *Read[None, List[E]] {
	of := store.KindOf[E]()
	return &Read[None, List[E]]{(*typed[None, List[E]])(&call.Endpoint{
		Declared: declare.Endpoint{Settings: declare.Settings{Name: of.Name() + ".all"}, Args: reflect.TypeFor[None](), Err: r.err},
		Schema:   answer.All{List: answer.List{Of: of, Typed: typedList[E]}},
	})}
}
