package viewer

import (
	"net/netip"
	"sync"
	"time"
)

// maxClients bounds the clients that are counted apart.
const maxClients = 4096

// rate says how often clients may do something: perMinute at once, and as many in
// every minute. Its zero value allows nothing. It is safe for concurrent use.
type rate struct {
	perMinute int
	now       func() time.Time

	mu      sync.Mutex
	clients map[netip.Prefix]bucket
}

type bucket struct {
	used float64 // at the time
	at   time.Time
}

// allow counts a request of a client, by its address with a port.
func (r *rate) allow(remote string) bool {
	now, client := r.now(), clientOf(remote)
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.clients[client]
	b.used = max(0, b.used-now.Sub(b.at).Minutes()*float64(r.perMinute))
	b.at = now
	if b.used+1 > float64(r.perMinute) {
		return false
	}
	b.used++
	if r.clients == nil || len(r.clients) >= maxClients {
		r.forget(now)
	}
	r.clients[client] = b
	return true
}

// forget drops clients that have not been here for a minute, and everyone when
// there are still too many.
func (r *rate) forget(now time.Time) {
	for client, b := range r.clients {
		if now.Sub(b.at) > time.Minute {
			delete(r.clients, client)
		}
	}
	if r.clients == nil || len(r.clients) >= maxClients {
		r.clients = map[netip.Prefix]bucket{}
	}
}

// clientOf is the network of a client. Clients whose address is not known are one.
func clientOf(remote string) netip.Prefix {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Prefix{}
	}
	address := at.Addr().Unmap().WithZone("")
	bits := 32
	if address.Is6() {
		bits = 64
	}
	prefix, _ := address.Prefix(bits)
	return prefix
}
