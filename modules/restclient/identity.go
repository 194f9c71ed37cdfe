package restclient

import (
	"container/list"
	"context"
	"slices"
	"sync"
)

// DefaultMaxIdentities is how many identities a client keeps data for unless
// WithMaxIdentities says otherwise.
const DefaultMaxIdentities = 1000

// WithIdentity makes one client serve many identities, such as the users of a
// server: each has data of its own, which no other ever sees. F finds the
// identity in the context of a call; an empty one shares nothing, not even with
// the next call. Default: all calls are for one identity.
//
// What authenticates a request must come from the same context: a middleware
// that signs it for the identity. Policy.Auth is one: it keeps a token for each
// identity, which its source finds with policy.Identity.
func WithIdentity(f func(context.Context) string) Option {
	return func(c *config) { c.identity = f }
}

// WithMaxIdentities bounds how many identities data is kept for; those that were
// not used for longest go first, apart from those with something in their Outbox.
// Default: DefaultMaxIdentities.
func WithMaxIdentities(n int) Option { return func(c *config) { c.maxIdentities = n } }

// identities are the clients of the identities that were used last.
type identities struct {
	mu      sync.Mutex
	clients map[string]*list.Element // of *Client
	recent  list.List                // the one used last is in front
}

// get returns the client of an identity, and those that have to go for it. It
// may not be open yet.
func (i *identities) get(id string, c *Client) (child *Client, evicted []*Client) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if e, ok := i.clients[id]; ok {
		i.recent.MoveToFront(e)
		return e.Value.(*Client), nil
	}
	child = c.child(id)
	i.clients[id] = i.recent.PushFront(child)
	for e := i.recent.Back(); e != nil && i.recent.Len() > c.config.maxIdentities; {
		one, before := e.Value.(*Client), e.Prev()
		if one.isIdle() {
			i.recent.Remove(e)
			delete(i.clients, one.id)
			evicted = append(evicted, one)
		}
		e = before
	}
	return child, evicted
}

// all returns the clients of all identities.
func (i *identities) all() []*Client {
	i.mu.Lock()
	defer i.mu.Unlock()
	var all []*Client
	for e := i.recent.Front(); e != nil; e = e.Next() {
		all = append(all, e.Value.(*Client))
	}
	return all
}

// inspect returns their names, sorted.
func (i *identities) inspect() []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	var ids []string
	for id := range i.clients {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
