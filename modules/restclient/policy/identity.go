package policy

import (
	"container/list"
	"context"
	"sync"
	"time"
)

type identityKey struct{}

// ForIdentity returns a context whose requests are made for one user of the
// program. A restclient.Client of an identity makes one for each of its
// requests. An empty identity is somebody unknown, who shares nothing.
func ForIdentity(ctx context.Context, identity string) context.Context {
	return context.WithValue(ctx, identityKey{}, identity)
}

// Identity returns whom a request is made for. It is false when that is the
// program itself.
func Identity(ctx context.Context) (identity string, ok bool) {
	identity, ok = ctx.Value(identityKey{}).(string)
	return identity, ok
}

type sessionKey struct{}

// InSession returns a context whose requests are made in the nth session of an
// identity, or of the program. A restclient.Client makes one for each of its requests,
// and begins the next session with Reset: what earlier ones have been given is not used
// in it.
func InSession(ctx context.Context, n uint64) context.Context {
	return context.WithValue(ctx, sessionKey{}, n)
}

// sessionOf is the session that a request is made in, 0 for none.
func sessionOf(ctx context.Context) uint64 {
	n, _ := ctx.Value(sessionKey{}).(uint64)
	return n
}

// maxIdentities is for how many identities tokens are kept.
const maxIdentities = 10_000

// wallet keeps the tokens of each identity, and of the program.
type wallet struct {
	source TokenSource
	now    func() time.Time
	own    *tokens // of the program
	shared bool    // with everybody

	mu   sync.Mutex
	used *list.List // of *pocket, the one that was used last first
	all  map[string]*list.Element
}

// pocket has the tokens of one identity.
type pocket struct {
	identity string
	tokens   *tokens
}

func newWallet(source TokenSource, c authConfig) *wallet {
	w := &wallet{source: source, now: c.now, shared: c.shared, used: list.New(), all: map[string]*list.Element{}}
	w.own = w.fresh()
	return w
}

func (w *wallet) fresh() *tokens { return &tokens{source: w.source, now: w.now} }

// of returns the tokens for a request.
func (w *wallet) of(ctx context.Context) *tokens {
	if w.shared {
		return w.own
	}
	t := w.identityOf(ctx)
	t.begin(sessionOf(ctx))
	return t
}

func (w *wallet) identityOf(ctx context.Context) *tokens {
	identity, ok := Identity(ctx)
	switch {
	case !ok:
		return w.own
	case identity == "":
		return w.fresh()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if e, ok := w.all[identity]; ok {
		w.used.MoveToFront(e)
		return e.Value.(*pocket).tokens
	}
	p := &pocket{identity, w.fresh()}
	w.all[identity] = w.used.PushFront(p)
	if w.used.Len() > maxIdentities {
		last := w.used.Remove(w.used.Back()).(*pocket)
		delete(w.all, last.identity)
	}
	return p.tokens
}
