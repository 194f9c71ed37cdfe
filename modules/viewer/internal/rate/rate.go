// Package rate says how often somebody may do something:
//
//	limit := rate.New[netip.Prefix](60, time.Now)
//	if !limit.Allow(rate.Client(r.RemoteAddr)) {
//		// 429
//	}
package rate

import (
	"net/netip"
	"sync"
	"time"
)

// maxKeys bounds what is counted apart.
const maxKeys = 4096

// Limiter allows everyone perMinute things at once, and as many in every minute.
// It is safe for concurrent use.
type Limiter[K comparable] struct {
	perMinute int
	now       func() time.Time

	mu   sync.Mutex
	keys map[K]bucket
}

type bucket struct {
	used float64 // at the time
	at   time.Time
}

// New makes a Limiter. For zero or less it allows nothing.
func New[K comparable](perMinute int, now func() time.Time) *Limiter[K] {
	return &Limiter[K]{perMinute: perMinute, now: now, keys: map[K]bucket{}}
}

// Allow counts one thing of a key, unless that is one too many.
func (l *Limiter[K]) Allow(key K) bool {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.keys[key]
	b.used = max(0, b.used-now.Sub(b.at).Minutes()*float64(l.perMinute))
	b.at = now
	if b.used+1 > float64(l.perMinute) {
		return false
	}
	b.used++
	if len(l.keys) >= maxKeys {
		l.forget(now)
	}
	l.keys[key] = b
	return true
}

// forget drops those that have not been here for a minute, and everyone when
// there are still too many.
func (l *Limiter[K]) forget(now time.Time) {
	for key, b := range l.keys {
		if now.Sub(b.at) > time.Minute {
			delete(l.keys, key)
		}
	}
	if len(l.keys) >= maxKeys {
		clear(l.keys)
	}
}

// Client is the network of a client, by its address with or without a port: an
// address of IPv4, or the first half of one of IPv6. Clients whose address is not
// known are one.
func Client(remote string) netip.Prefix {
	address := Address(remote)
	bits := 32
	if address.Is6() {
		bits = 64
	}
	prefix, _ := address.Prefix(bits)
	return prefix
}

// Address reads an address with or without a port. One that is none is not valid.
func Address(remote string) netip.Addr {
	address, err := netip.ParseAddr(remote)
	if at, withPort := netip.ParseAddrPort(remote); withPort == nil {
		address, err = at.Addr(), nil
	}
	if err != nil {
		return netip.Addr{}
	}
	return address.Unmap().WithZone("")
}
