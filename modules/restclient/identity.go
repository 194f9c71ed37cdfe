package restclient

import (
	"container/list"
	"context"
	"maps"
	"net/http"
	"slices"
	"sync"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
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
// not used for longest go first, apart from those whose Outbox holds something or is just
// sending it. The client of an identity that has gone sends, but neither saves nor queues:
// ForIdentity returns another one. Default: DefaultMaxIdentities.
func WithMaxIdentities(n int) Option { return func(c *config) { c.maxIdentities = n } }

// identities are the clients of the identities that were used last.
type identities struct {
	mu      sync.Mutex
	clients map[string]*list.Element // of *Client
	recent  list.List                // the one used last is in front
	leaving map[string]chan struct{} // identities that are saved a last time; closed then
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
	child.before = i.leaving[id]
	i.clients[id] = i.recent.PushFront(child)
	for e := i.recent.Back(); e != nil && i.recent.Len() > c.config.maxIdentities; {
		one, before := e.Value.(*Client), e.Prev()
		if one.closeIdle() {
			i.recent.Remove(e)
			delete(i.clients, one.core.ID)
			i.leaving[one.core.ID] = make(chan struct{})
			evicted = append(evicted, one)
		}
		e = before
	}
	return child, evicted
}

// retire saves a client that has to go. Until then, its identity has no other client
// that works.
func (i *identities) retire(one *Client) {
	defer i.left(one)
	one.retire()
}

func (i *identities) left(one *Client) {
	i.mu.Lock()
	defer i.mu.Unlock()
	close(i.leaving[one.core.ID])
	delete(i.leaving, one.core.ID)
}

// wait waits for the clients that are saved a last time.
func (i *identities) wait() {
	i.mu.Lock()
	all := slices.Collect(maps.Values(i.leaving))
	i.mu.Unlock()
	for _, one := range all {
		<-one
	}
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

// replace lets another space take the place of the one that is there, if it may,
// and deletes what was saved of that.
func replaceSpace(c *Client, next *call.Space, may func(old *call.Space) bool) {
	if swapSpace(c, next, may) {
		c.resets.call()
	}
}

func swapSpace(c *Client, next *call.Space, may func(old *call.Space) bool) bool {
	c.resetting.Lock()
	defer c.resetting.Unlock()
	old := c.core.Home.Load()
	if !may(old) {
		return false
	}
	if c.core.Sharing != nil {
		c.core.Sharing.Level.Owe(c.core.Every)
	}
	if c.saver != nil {
		c.saver.Reset(next.Store)
	}
	if c.outbox != nil {
		defer c.outbox.Reset()()
	}
	c.core.Home.Store(next)
	old.End()
	return true
}

// StatusHandler is told that a call for the identity of the client has ended
// with a status that no middleware could mend. It is called before whoever waits
// for the call gets the error, concurrently for different calls. It must not
// close the client.
type StatusHandler func(ctx context.Context, c *Client, err *Error)

// WithOnStatus sets what is done when a call ends with a status other than 2xx.
// What a middleware repeats, such as policy.Auth with a new token, counts as one
// call. One handler per status, the last wins. Default: nothing.
func WithOnStatus(status int, handler StatusHandler) Option {
	return func(c *config) {
		if c.onStatus == nil {
			c.onStatus = map[int]StatusHandler{}
		}
		c.onStatus[status] = handler
	}
}

// ResetOnUnauthorized resets the client for an identity whose call was answered
// with 401 Unauthorized: its session has ended. A call that is refused again and
// again does it once, until it has succeeded or the client was reset otherwise.
// Default: off.
func ResetOnUnauthorized() Option {
	return WithOnStatus(http.StatusUnauthorized, func(_ context.Context, c *Client, err *Error) { resetAfter(c, err) })
}

func resetAfter(c *Client, err *Error) {
	old := c.core.Home.Load()
	refused, first := old.Answers.Refuse(err.Method + " " + err.URL)
	if !first {
		return
	}
	next := c.core.NextSpace()
	next.Answers.Refused = refused
	replaceSpace(c, next, func(now *call.Space) bool { return now == old })
}
