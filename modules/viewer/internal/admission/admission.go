// Package admission lets a bounded weight of work go on at the same time, and one
// client have half of it at most; what comes beyond that waits a little:
//
//	gate := admission.New(64)
//	w, leave, ok := gate.Enter(w, r, 1)
//	if !ok {
//		admission.Refuse(w)
//		return
//	}
//	defer leave()
package admission

import (
	"context"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/rate"
)

const (
	// Patience is how long a request waits for others to end.
	Patience = 5 * time.Second
	// maxWaiting bounds the requests that wait; one client has half of them.
	maxWaiting = 256
)

// Gate counts work by weight. It is safe for concurrent use. Requests enter in the
// order in which they came, except that one whose client has its half lets those
// of others pass.
type Gate struct {
	capacity int

	mu      sync.Mutex
	used    int
	queue   []*waiter
	clients map[netip.Prefix]load
}

// load is what one client has: the weight of its work, and how many wait.
type load struct{ used, waiting int }

type waiter struct {
	client netip.Prefix
	weight int
	enter  chan struct{} // closed when it may enter
}

// New makes a Gate for work of a weight in all, at least 2.
func New(capacity int) *Gate {
	return &Gate{capacity: capacity, clients: map[netip.Prefix]load{}}
}

// Enter waits until there is room for work of a weight; what weighs more than half
// of the capacity counts as that half. The room is given back by leave, or with the
// first byte that is written to the writer that it returns: a client that reads
// slowly holds up nobody. It is false when too many wait, when Patience is over, or
// when the client has gone.
func (g *Gate) Enter(w http.ResponseWriter, r *http.Request, weight int) (out http.ResponseWriter, leave func(), ok bool) {
	me := &waiter{client: rate.Client(r.RemoteAddr), weight: max(1, min(weight, g.capacity/2)), enter: make(chan struct{})}
	if !g.line(me) || !g.await(r.Context(), me) {
		return w, func() {}, false
	}
	leave = sync.OnceFunc(func() { g.leave(me) })
	return &writer{w, leave}, leave, true
}

// line puts a request behind those that wait. It is false when there are too many.
func (g *Gate) line(me *waiter) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.clients[me.client]
	if len(g.queue) >= maxWaiting || l.waiting >= maxWaiting/2 {
		return false
	}
	l.waiting++
	g.clients[me.client] = l
	g.queue = append(g.queue, me)
	g.admit()
	return true
}

// admit lets those in who wait and for whom there is room. The caller holds mu.
func (g *Gate) admit() {
	for i := 0; i < len(g.queue); {
		one := g.queue[i]
		l := g.clients[one.client]
		switch {
		case l.used+one.weight > g.capacity/2: // others pass
			i++
			continue
		case g.used+one.weight > g.capacity:
			return
		}
		g.queue = slices.Delete(g.queue, i, i+1)
		l.waiting--
		l.used += one.weight
		g.used += one.weight
		g.clients[one.client] = l
		close(one.enter)
	}
}

func (g *Gate) await(ctx context.Context, me *waiter) bool {
	select {
	case <-me.enter:
		return true
	default:
	}
	timer := time.NewTimer(Patience)
	defer timer.Stop()
	select {
	case <-me.enter:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return g.stays(me)
}

// stays is true when a request was let in while it gave up, and takes it out of the
// queue otherwise.
func (g *Gate) stays(me *waiter) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.queue, me)
	if i < 0 {
		return true
	}
	g.queue = slices.Delete(g.queue, i, i+1)
	l := g.clients[me.client]
	l.waiting--
	g.keep(me.client, l)
	g.admit() // those behind a heavy one
	return false
}

func (g *Gate) leave(me *waiter) {
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.clients[me.client]
	l.used -= me.weight
	g.used -= me.weight
	g.keep(me.client, l)
	g.admit()
}

// keep notes what a client has, if anything. The caller holds mu.
func (g *Gate) keep(client netip.Prefix, l load) {
	if l == (load{}) {
		delete(g.clients, client)
		return
	}
	g.clients[client] = l
}

// Refuse answers a request that could not enter.
func Refuse(w http.ResponseWriter) {
	w.Header().Set("Retry-After", strconv.Itoa(int(Patience/time.Second)))
	http.Error(w, "Too many requests are being answered. Try again in a moment.", http.StatusServiceUnavailable)
}

// writer leaves when the answer begins, which is when the work is done.
type writer struct {
	http.ResponseWriter
	leave func()
}

func (w *writer) WriteHeader(status int) {
	w.ResponseWriter.WriteHeader(status)
	if status >= http.StatusOK {
		w.leave()
	}
}

func (w *writer) Write(p []byte) (int, error) {
	w.leave()
	return w.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }
